"""A robot with numbers as other programs describe it: links in poses, joints with axes.

Khalil and Kleinfinger's frames become the frames of links: those of the robot's file where it comes
from one, else the tables' own. A link's pose is that in its parent's frame with all joints at zero.
Numbers have eighty digits until they are written.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from symoro.errors import RobotError, RobotWarning, UsageError, short_list
from symoro.expressions import ZERO, evaluate
from symoro.expressions.names import fresh_name
from symoro.formats.precise_poses import (
    PRECISE,
    Array,
    frame_pose,
    number_text,
    precise_matrix,
    precise_vector,
    rigid_inverse,
    shift,
)
from symoro.robot import BaseMotion, Frame, JointType, Limits, Link, NamedFrame, Robot, Shape
from symoro.robot.frame import GEOMETRY
from symoro.robot.inertia_matrix import inertia_fault, parallel_axis, symmetric_matrix
from symoro.robot.link import FRICTION, WRENCH
from symoro.robot.values import missing_values
from symoro.robot.variables import position_field

_ROUNDING = 1e-12  # m, of the poses in a robot's file
_DRIVE = ("IA", "FV", "FS")
_LAWS = tuple(name for name in (*FRICTION, "FL") if name not in _DRIVE)


@dataclass(frozen=True)
class PosedJoint:
    """A joint of a link: its axis goes through ``anchor``, both in the link's frame."""

    name: str
    kind: JointType
    axis: Array
    anchor: Array
    frame: Frame
    drive: Mapping[str, Any]
    leader: tuple[int, Any, Any] | None = None

    @property
    def moves(self) -> bool:
        """True for a revolute or prismatic joint."""
        return self.frame.moves

    @property
    def limits(self) -> Limits:
        """Its limits, as far as they are known."""
        return self.frame.limits or Limits()


@dataclass(frozen=True)
class Body:
    """Mass, centre of mass, and the inertia matrix about it, in the link's frame."""

    mass: Any
    center: Array
    inertia: Array

    @property
    def fault(self) -> str | None:
        """What keeps a rigid body from having these numbers, in words."""
        if self.mass < 0:
            return f"the mass is {number_text(self.mass)}"
        numbers = self.inertia.astype(float)
        size = float(abs(numbers).max() + self.mass * (self.center @ self.center))
        return inertia_fault(numbers.tolist(), "the centre of mass", size)


@dataclass(frozen=True)
class PosedLink:
    """A link in the frame of its parent; the root has none, and its pose is that in the world.

    Attributes:
        name: of the link.
        frame: the frame of the tables that carries it.
        parent: the place of its parent among the links.
        pose: in the parent's frame, with all joints at zero.
        own: in the frame of the tables.
        joint: between both; the root has none.
        body: its inertia, None if it is massless.
        shapes: in the link's frame.
    """

    name: str
    frame: int
    parent: int
    pose: Array
    own: Array
    joint: PosedJoint | None
    body: Body | None
    shapes: tuple[tuple[Shape, Array], ...]


@dataclass(frozen=True)
class PosedLoop:
    """A loop: a frame at rest on one link turns or slides along its z in a frame of another."""

    name: str
    frame: Frame
    sides: tuple[tuple[int, Array], tuple[int, Array]]


@dataclass
class PosedRobot:
    """The links of a robot, each after its parent and each branch as a whole."""

    robot: Robot
    floats: bool
    gravity: Array
    links: list[PosedLink] = field(default_factory=list)
    loops: list[PosedLoop] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)

    @property
    def joints(self) -> list[PosedJoint]:
        """The joints of the tree, fixed ones included."""
        return [each.joint for each in self.links if each.joint]

    def joint_of(self, frame: int) -> PosedJoint:
        """Return the joint of a frame of the tables."""
        joints = (each.joint for each in self.links if each.frame == frame)
        return next(each for each in joints if each is not None and each.moves)

    def tree_losses(self) -> Iterator[str]:
        """What a tree without springs lacks of the robot's model."""
        if self.loops:
            yield f"no loops (open at {short_list(loop.name for loop in self.loops)})"
        if springs := [each.name for each in self.joints if each.frame.eta]:
            yield f"no springs (of {short_list(springs)})"

    def warn(self, what: str) -> None:
        """Warn of what the result does not have."""
        if self.losses:
            text = f"{self.robot.name} as {what}: {'; '.join(self.losses)}"
            warnings.warn(text, RobotWarning, stacklevel=4)


def posed_robot(robot: Robot, *, on_axes: bool) -> PosedRobot:
    """Return a robot with numbers as links in poses.

    Args:
        robot: any robot.
        on_axes: move the frame of a link onto the axis of its joint where its file has it beside.

    Raises:
        UsageError: for symbols without a number, with those and the value sets.
        RobotError: for a joint that turns with another one, and first moments without a mass.
    """
    _require_numbers(robot)
    base = robot.base
    floats = base.motion is BaseMotion.FLOATING
    world = precise_matrix(base.Z)
    gravity = precise_vector(base.G)
    posed = PosedRobot(robot, floats, gravity if floats else world[:3, :3] @ gravity)
    posed.losses += _losses(robot)
    names, moved = _Names(robot), []
    followers = _followers(robot, posed.losses)
    places: dict[int, int] = {}
    for j in (0, *_depth_first(robot, 0)):
        main, *others = names.links(j)
        own, joint, parent, step = precise_matrix(main.pose), None, -1, world
        if j:
            frame = robot.frame(j)
            anchor = _beside_axis(frame, own) if on_axes else None
            if anchor is not None:
                own = own @ shift(*anchor)
                moved.append(main.name)
            parent = places[frame.antecedent]
            step = rigid_inverse(posed.links[parent].own) @ frame_pose(robot, j)
            joint = _joint(robot, j, main.joint, own, followers.get(j))
        body = _body(j, _link(robot, j), own)
        shapes = tuple(_shapes(main, rigid_inverse(own)))
        places[j] = len(posed.links)
        posed.links.append(PosedLink(main.name, j, parent, step @ own, own, joint, body, shapes))
        for each in others:
            posed.links.append(_fixed_link(each, places[j], own))
    for cut, other in robot.loops():
        name = robot.frame(cut).name or f"joint{cut}"
        sides = (_on_link(robot, cut, places, posed), _on_link(robot, other, places, posed))
        posed.loops.append(PosedLoop(name, robot.frame(cut), sides))
    if moved:
        posed.losses.append(f"frames of links moved onto the axes of joints ({short_list(moved)})")
    return posed


# Parts


class _Names:
    """The links that each frame of the tables carries, its own first, with names of their own."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._named = robot.origin.frames if robot.origin else ()
        self._links = {each.name for each in self._named}
        self._joints = {frame.name for frame in robot.frames if frame.name}
        self._joints |= {each.joint for each in self._named}

    def links(self, j: int) -> list[NamedFrame]:
        carried = [each for each in self._named if each.frame == j]
        frame = self._robot.frame(j) if j else None
        name = frame.name if frame else ""
        own = [each for each in carried if each.joint == name]
        if not own and not (frame and frame.moves):
            own = carried
        if own:
            main = own[0]
            others = [each for each in carried if each is not main]
            return [replace(main, joint=self._joint(name or main.joint, j)), *others]
        default = fresh_name(f"link{j}" if j else "base_link", self._links)
        self._links.add(default)
        return [NamedFrame(default, j, joint=self._joint(name, j)), *carried]

    def _joint(self, name: str, j: int) -> str:
        if name or not j:
            return name
        name = fresh_name(f"joint{j}", self._joints)
        self._joints.add(name)
        return name


def _joint(
    robot: Robot, j: int, name: str, own: Array, leader: tuple[int, Any, Any] | None
) -> PosedJoint:
    frame, link = robot.frame(j), robot.link(j)
    others = frame.position.symbols - {robot.variables[j].name} if frame.moves else ()
    if others:
        raise RobotError(
            "turns with another joint, which the joint of a tree cannot",
            frame=j,
            field=position_field(frame),
            found=str(frame.position),
            expected=f"{robot.variables[j]} and an offset",
        )
    drive = {tag: evaluate(getattr(link, tag), {}, PRECISE) for tag in _DRIVE if frame.moves}
    anchor = _beside_axis(frame, own)
    zero = precise_vector([ZERO] * 3)
    return PosedJoint(
        name=name,
        kind=frame.sigma,
        axis=own[2, :3],
        anchor=zero if anchor is None else anchor,
        frame=frame,
        drive=drive,
        leader=leader,
    )


def _beside_axis(frame: Frame, own: Array) -> Array | None:
    """The point of a revolute axis that is nearest to a link's origin, in the link's frame."""
    x, y = own[:2, 3]
    if frame.sigma is not JointType.REVOLUTE or max(abs(x), abs(y)) < _ROUNDING:
        return None
    return -(own[:2, :3].T @ own[:2, 3])


def _link(robot: Robot, j: int) -> Link:
    return robot.link(j) if j else robot.base.link or robot.base.fixed_link or Link()


def _body(j: int, link: Link, own: Array) -> Body | None:
    """The body of a link in a frame ``own`` of the link's."""
    if link.inertial == Link().inertial:
        return None
    numbers = precise_vector(link.inertial)
    J: Array = np.array(symmetric_matrix(list(numbers[:6])), dtype=object)
    S, M = numbers[6:9], numbers[9]
    if M == 0 and any(S):
        raise RobotError(
            "first moments without a mass have no centre",
            frame=j,
            field="M",
            found=", ".join(f"{n} = {getattr(link, n)}" for n in ("MX", "MY", "MZ", "M")),
            expected="the numbers of a body, not those of base parameters",
        )
    c = S / M if M else S
    J = J - np.array(parallel_axis(M, list(c)), dtype=object)
    R = own[:3, :3]
    return Body(M, R.T @ (c - own[:3, 3]), R.T @ J @ R)


def _shapes(named: NamedFrame, change: Array) -> Iterator[tuple[Shape, Array]]:
    """The shapes of a link; ``change`` is the frame of the tables in the link's."""
    for shape in named.shapes:
        yield shape, change @ precise_matrix(named.pose) @ precise_matrix(shape.pose)


def _fixed_link(named: NamedFrame, parent: int, carrier: Array) -> PosedLink:
    own = precise_matrix(named.pose)
    zero = precise_vector([ZERO] * 3)
    joint = PosedJoint(named.joint, JointType.FIXED, zero, zero, Frame(0), {})
    pose = rigid_inverse(carrier) @ own
    shapes = tuple(_shapes(named, rigid_inverse(own)))
    return PosedLink(named.name, named.frame, parent, pose, own, joint, None, shapes)


def _on_link(
    robot: Robot, j: int, places: Mapping[int, int], posed: PosedRobot
) -> tuple[int, Array]:
    """The link on which a frame of a cut joint is at rest, and its pose there."""
    pose = frame_pose(robot, j)
    i = robot.antecedent(j)
    while i not in places:
        pose, i = frame_pose(robot, i) @ pose, robot.antecedent(i)
    return places[i], rigid_inverse(posed.links[places[i]].own) @ pose


def _depth_first(robot: Robot, j: int) -> Iterator[int]:
    stack = list(reversed(robot.children(j)))
    while stack:
        k = stack.pop()
        yield k
        stack += reversed(robot.children(k))


# What is asked for, and what is lost


def _require_numbers(robot: Robot) -> None:
    """Refuse symbols in all that is written, the joints' variables apart."""
    entries = [*robot.base.G, *(entry for row in robot.base.Z for entry in row)]
    for j, frame in robot:
        entries += [getattr(frame, name) for name in (*GEOMETRY, "k", "rest")]
        limits = frame.limits or Limits()
        entries += [e for e in (limits.lower, limits.upper, limits.velocity, limits.effort) if e]
        if j <= robot.n_links and frame.moves:
            entries += [getattr(robot.link(j), name) for name in _DRIVE]
    for j in range(robot.n_links + 1):
        entries += _link(robot, j).inertial
    if robot.coupling:
        entries += [e for row in (*robot.coupling.K, robot.coupling.q0) for e in row]
    variables = {each.name for each in robot.variables.values()}
    if missing := {name for entry in entries for name in entry.symbols} - variables:
        raise UsageError(missing_values(robot, missing))


def _losses(robot: Robot) -> Iterator[str]:
    """What no such program has of a robot's model."""
    links = list(enumerate(robot.links, start=1))
    laws = [f"{n} of link {j}" for j, each in links for n in _LAWS if getattr(each, n) != ZERO]
    smooth = [f"VW of link {j}" for j, each in links if each.VW != ZERO]
    if laws or smooth:
        yield f"no friction other than FV and FS ({short_list([*laws, *smooth])})"
    pushed = [str(j) for j, each in links if any(getattr(each, n) != ZERO for n in WRENCH)]
    if pushed:
        yield f"no wrenches on the environment (of link {short_list(pushed)})"
    if robot.base.motion is BaseMotion.MOVING:
        yield "a base that stands still"
    if robot.wheels:
        yield "no wheels that roll"
    drives = robot.coupling and (*robot.coupling.IA, *robot.coupling.FV, *robot.coupling.FS)
    if drives and any(entry != ZERO for entry in drives):
        yield "no rotor inertia and friction on the motors' side of the coupling"


def _followers(robot: Robot, losses: list[str]) -> dict[int, tuple[int, Any, Any]]:
    """The joints that follow another one by the coupling, with factor and offset."""
    if robot.coupling is None:
        return {}
    K, q0 = precise_matrix(robot.coupling.K), precise_vector(robot.coupling.q0)
    leaders: dict[int, int] = {}
    followers: dict[int, tuple[int, Any, Any]] = {}
    for row, j in enumerate(robot.moving_joints):
        motors = [column for column, factor in enumerate(K[row]) if factor != 0]
        if len(motors) != 1:
            continue
        leader = leaders.setdefault(motors[0], row)
        if leader != row:
            factor = K[row, motors[0]] / K[leader, motors[0]]
            followers[j] = (robot.moving_joints[leader], factor, q0[row] - factor * q0[leader])
    mixed = [
        f"joint {j}" for j, row in zip(robot.moving_joints, K, strict=True) if sum(row != 0) > 1
    ]
    if mixed:
        losses.append(f"no motors for several joints ({short_list(mixed)} move freely)")
    return followers
