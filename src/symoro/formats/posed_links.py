"""A robot with numbers as other programs describe it: links in poses, joints with axes.

Khalil and Kleinfinger's frames become the frames of links: those of the robot's file where it comes
from one, else the tables' own. A link's pose is that in its parent's frame with all joints at zero.
Numbers have forty digits until they are written.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from symoro.errors import RobotError, RobotWarning, short_list
from symoro.expressions.names import fresh_name
from symoro.formats.model_losses import (
    DRIVE_WORDS,
    Leader,
    coupled_joints,
    link_of,
    model_losses,
    require_numbers,
)
from symoro.formats.precise_poses import (
    frame_pose,
    matrix_pose,
    number,
    number_text,
    numbers,
)
from symoro.robot import BaseMotion, Frame, JointType, Limits, Link, NamedFrame, Robot, Shape
from symoro.robot.assembly.space import (
    AXES,
    ORIGIN,
    Number,
    Pose,
    Rotation,
    Vector,
    Z,
    dot,
    product,
    transpose,
    turn,
)
from symoro.robot.inertia_matrix import inertia_fault, parallel_axis, symmetric_matrix

_ROUNDING = 1e-12  # m, of the poses in a robot's file


@dataclass(frozen=True)
class PosedJoint:
    """A joint of a link: its axis goes through ``anchor``, both in the link's frame."""

    name: str
    kind: JointType
    axis: Vector
    anchor: Vector
    frame: Frame
    drive: Mapping[str, Number]
    leader: Leader | None = None

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

    mass: Number
    center: Vector
    inertia: Rotation

    @property
    def fault(self) -> str | None:
        """The reason why no rigid body has these numbers, in words."""
        if self.mass < 0:
            return f"the mass is {number_text(self.mass)}"
        matrix = [[float(value) for value in row] for row in self.inertia]
        shifted = float(self.mass * dot(self.center, self.center))
        size = max(shifted, *(abs(value) for row in matrix for value in row))
        return inertia_fault(matrix, "the centre of mass", size)


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
    pose: Pose
    own: Pose
    joint: PosedJoint | None
    body: Body | None
    shapes: tuple[tuple[Shape, Pose], ...]


@dataclass(frozen=True)
class PosedLoop:
    """A loop: a frame at rest on one link turns or slides along its z in a frame of another."""

    name: str
    frame: Frame
    sides: tuple[tuple[int, Pose], tuple[int, Pose]]


@dataclass
class PosedRobot:
    """The links of a robot, each after its parent and each branch as a whole."""

    robot: Robot
    floats: bool
    gravity: Vector
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
        """The parts of the robot's model that a tree without springs lacks."""
        if self.loops:
            yield f"no loops (open at {short_list(loop.name for loop in self.loops)})"
        if springs := [each.name for each in self.joints if each.frame.eta]:
            yield f"no springs (of {short_list(springs)})"

    def warn(self, what: str) -> None:
        """Warn of what the result does not have."""
        if self.losses:
            text = f"{self.robot.name} as {what}: {'; '.join(self.losses)}"
            warnings.warn(text, RobotWarning, stacklevel=5)


def posed_robot(robot: Robot, *, on_axes: bool) -> PosedRobot:
    """Return a robot with numbers as links in poses.

    Args:
        robot: any robot.
        on_axes: move the frame of a link onto the axis of its joint where its file has it beside.

    Raises:
        UsageError: for symbols without a number, with those and the value sets.
        RobotError: for a joint that turns with another one, and first moments without a mass.
    """
    require_numbers(robot)
    base = robot.base
    floats = base.motion is BaseMotion.FLOATING
    world = matrix_pose(base.Z)
    gravity = numbers(base.G)
    posed = PosedRobot(robot, floats, gravity if floats else turn(world.R, gravity))
    posed.losses += model_losses(robot)
    names, moved_links = _Names(robot), []
    followers = coupled_joints(robot, posed.losses)
    places: dict[int, int] = {}
    for j in (0, *_depth_first(robot, 0)):
        main, *others = names.links(j)
        own, joint, parent, step = matrix_pose(main.pose), None, -1, world
        if j:
            frame = robot.frame(j)
            anchor = _beside_axis(frame, own) if on_axes else None
            if anchor is not None:
                own = own @ Pose(AXES, anchor)
                moved_links.append(main.name)
            parent = places[frame.antecedent]
            step = posed.links[parent].own.inverse() @ frame_pose(robot, j)
            joint = _joint(robot, j, main.joint, own, followers.get(j))
        body = _body(j, link_of(robot, j), own)
        shapes = tuple(_shapes(main, own.inverse()))
        places[j] = len(posed.links)
        posed.links.append(PosedLink(main.name, j, parent, step @ own, own, joint, body, shapes))
        for each in others:
            posed.links.append(_fixed_link(each, places[j], own))
    for cut, other in robot.loops():
        name = robot.frame(cut).name or f"joint{cut}"
        sides = (_on_link(robot, cut, places, posed), _on_link(robot, other, places, posed))
        posed.loops.append(PosedLoop(name, robot.frame(cut), sides))
    if moved_links:
        posed.losses.append(
            f"frames of links moved onto the axes of joints ({short_list(moved_links)})"
        )
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


def _joint(robot: Robot, j: int, name: str, own: Pose, leader: Leader | None) -> PosedJoint:
    frame, link = robot.frame(j), robot.link(j)
    drive = {tag: number(getattr(link, tag)) for tag in DRIVE_WORDS if frame.moves}
    anchor = _beside_axis(frame, own)
    return PosedJoint(
        name=name,
        kind=frame.sigma,
        axis=own.R[2],
        anchor=ORIGIN if anchor is None else anchor,
        frame=frame,
        drive=drive,
        leader=leader,
    )


def _beside_axis(frame: Frame, own: Pose) -> Vector | None:
    """The point of a revolute axis that is nearest to a link's origin, in the link's frame."""
    x, y, _ = own.p
    if frame.sigma is not JointType.REVOLUTE or max(abs(x), abs(y)) < _ROUNDING:
        return None
    return turn(transpose(own.R), (-x, -y, 0 * x))


def _body(j: int, link: Link, own: Pose) -> Body | None:
    """The body of a link in a frame ``own`` of the link's."""
    if link.inertial == Link().inertial:
        return None
    *moments, MX, MY, MZ, M = numbers(link.inertial)
    S = (MX, MY, MZ)
    if M == 0 and any(S):
        raise RobotError(
            "first moments without a mass have no centre",
            frame=j,
            field="M",
            found=", ".join(f"{n} = {getattr(link, n)}" for n in ("MX", "MY", "MZ", "M")),
            expected="the numbers of a body, not those of base parameters",
        )
    c = (MX / M, MY / M, MZ / M) if M else S
    pairs = zip(symmetric_matrix(moments), parallel_axis(M, c), strict=True)
    J: Any = [[a - b for a, b in zip(*rows, strict=True)] for rows in pairs]
    inverse = own.inverse()
    return Body(M, inverse.point(c), product(product(inverse.R, J), own.R))


def _shapes(link_frame: NamedFrame, change: Pose) -> Iterator[tuple[Shape, Pose]]:
    """The shapes of a link; ``change`` is the frame of the tables in the link's."""
    for shape in link_frame.shapes:
        yield shape, change @ matrix_pose(link_frame.pose) @ matrix_pose(shape.pose)


def _fixed_link(link_frame: NamedFrame, parent: int, carrier: Pose) -> PosedLink:
    own = matrix_pose(link_frame.pose)
    joint = PosedJoint(link_frame.joint, JointType.FIXED, Z, ORIGIN, Frame(0), {})
    pose = carrier.inverse() @ own
    shapes = tuple(_shapes(link_frame, own.inverse()))
    return PosedLink(link_frame.name, link_frame.frame, parent, pose, own, joint, None, shapes)


def _on_link(
    robot: Robot, j: int, places: Mapping[int, int], posed: PosedRobot
) -> tuple[int, Pose]:
    """The link on which a frame of a cut joint is at rest, and its pose there."""
    pose = frame_pose(robot, j)
    i = robot.antecedent(j)
    while i not in places:
        pose, i = frame_pose(robot, i) @ pose, robot.antecedent(i)
    return places[i], posed.links[places[i]].own.inverse() @ pose


def _depth_first(robot: Robot, j: int) -> Iterator[int]:
    stack = list(reversed(robot.children(j)))
    while stack:
        k = stack.pop()
        yield k
        stack += reversed(robot.children(k))
