"""The tables of an assembly: frames on its axes, bodies in them, names and limits of joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from symoro.expressions import ONE, ZERO, Expression, symbol
from symoro.robot.assembly.decimals import Decimals
from symoro.robot.assembly.frames import BRIDGE, Axis, Placing
from symoro.robot.assembly.inertia import inertial_parameters
from symoro.robot.assembly.loop_roots import add_root_frames
from symoro.robot.assembly.parts import ROOT, Assembly, Body, Joint
from symoro.robot.assembly.space import (
    DIGITS,
    ORIGIN,
    Number,
    Pose,
    Z,
    cross,
    norm,
    transpose,
)
from symoro.robot.base import Base, BaseMotion
from symoro.robot.coupling import Coupling
from symoro.robot.frame import GEOMETRY, Frame, JointType, joint_frame
from symoro.robot.link import Link, general_link
from symoro.robot.mdh import SNAP
from symoro.robot.origin import NamedFrame, Origin
from symoro.robot.structure import Structure

_ULP = 2.0**-52  # of the robot's size: a length that no sum of doubles shows


def assembly_fields(
    assembly: Assembly,
    source: str = "",
    *,
    tolerance: float = 0.0,
    orders: Sequence[tuple[str, tuple[str, ...]]] = (),
) -> dict[str, Any]:
    """Return the fields of the robot of an assembly, with its numbers in the tables.

    The variable of each joint is that of the file: it has its zero and its sign. Bodies on fixed
    joints are parts of the links that carry them; ``origin`` keeps their frames.

    Args:
        assembly: bodies and joints in one posture.
        source: the format's name, which becomes that of the origin; empty for no origin.
        tolerance: lengths [m] below it are 0, and angles [rad] this close to a multiple of Pi/12
            are that angle; the notes tell each.
        orders: named orders of the joints, which the origin keeps.
    """
    builder = _Builder(assembly, tolerance)
    links, base_link = builder.links()
    base = Base(
        motion=BaseMotion.FLOATING if assembly.floating else BaseMotion.FIXED,
        G=assembly.gravity,
        link=base_link if assembly.floating else None,
        fixed_link=None if assembly.floating or base_link == Link() else base_link,
    )
    frames = tuple(builder.frames())
    own_frames = tuple(builder.named_frames()) if source else ()
    coupled = any(joint.mimic for joint in assembly.joints)
    return {
        "name": assembly.name,
        "structure": _structure(frames, links),
        "frames": frames,
        "links": links,
        "cut_drives": builder.cut_drives(),
        "base": base,
        "coupling": builder.coupling() if coupled else None,
        "origin": Origin(source, own_frames, tuple(orders)) if source else None,
        "notes": (*assembly.notes, *builder.decimals.notes),
    }


class _Builder:
    """The axes of an assembly with their frames, in the order of the tables."""

    def __init__(self, assembly: Assembly, tolerance: float) -> None:
        self.assembly = assembly
        points = [*(joint.point for joint in assembly.joints), *(b.pose.p for b in assembly.bodies)]
        size = max(map(norm, points), default=DIGITS.mpf(0)) or DIGITS.mpf(1)
        noise = float(size) * max(_ULP, assembly.rounding)
        self.decimals = Decimals(noise, tolerance, assembly.rounding)
        self.placing = Placing(size, max(SNAP, tolerance), max(noise, tolerance))
        self.base = Axis(BRIDGE, None, Z, ORIGIN)
        self.carriers = {ROOT: self.base}  # the axis of the link that has a body
        self.axes: list[Axis] = []
        self.cuts: list[tuple[Axis, Axis]] = []
        self._add_axes()
        add_root_frames(self.cuts, self.placing)
        self._weigh(self.base)
        self.placing.place(self.base)
        for moving, fixed in self.cuts:
            self.placing.join_sides(moving, fixed)
        self.numbers = {id(self.base): 0}
        self._number()

    def _add_axes(self) -> None:
        for place, joint in enumerate(self.assembly.joints):
            parent = self.carriers[joint.parent]
            if joint.moves:
                axis = _joint_axis(place, joint, parent)
                axis.slides = joint.kind is JointType.PRISMATIC
                self.carriers[joint.child] = axis
                continue
            self.carriers[joint.child] = parent
            if joint.tool:
                pose = self.assembly.bodies[joint.child].pose
                x, _, z = transpose(pose.R)
                parent.children.append(Axis(place, parent, z, pose.p, x=x, origin=pose.p))
        for place, cut in enumerate(self.assembly.cuts, start=len(self.assembly.joints)):
            moving = _joint_axis(place, cut, self.carriers[cut.parent])
            fixed = _joint_axis(place, replace(cut, position=0), self.carriers[cut.child])
            moving.weight = fixed.weight = 0
            self.cuts.append((moving, fixed))

    def _weigh(self, axis: Axis) -> None:
        order = [axis]
        for each in order:
            order += each.children
        for each in reversed(order):
            each.weight += sum(child.weight for child in each.children)

    def _number(self) -> None:
        """Number the links in the order of the file, each branch to its end, then the cuts."""
        loops = {id(axis) for pair in self.cuts for axis in pair}
        waiting = [self.base]
        while waiting:
            axis = waiting.pop()
            if axis is not self.base:
                self.axes.append(axis)
            waiting += [child for child in reversed(axis.children) if id(child) not in loops]
        self.n_links = len(self.axes)
        self.axes += [moving for moving, _ in self.cuts] + [fixed for _, fixed in self.cuts]
        self.numbers |= {id(axis): j for j, axis in enumerate(self.axes, start=1)}

    def joint_of(self, axis: Axis) -> Joint | None:
        """The joint of an axis; None for a frame between two axes and for the side of a cut."""
        if axis.joint == BRIDGE or any(axis is fixed for _, fixed in self.cuts):
            return None
        return (*self.assembly.joints, *self.assembly.cuts)[axis.joint]

    def frames(self) -> Iterator[Frame]:
        """The geometric table."""
        for j, axis in enumerate(self.axes, start=1):
            joint = self.joint_of(axis)
            values = dict(zip(GEOMETRY, self.placing.parameters(axis), strict=True))
            field = "r" if joint is not None and joint.kind is JointType.PRISMATIC else "theta"
            if joint is not None and joint.moves:
                values[field] -= values[field] if joint.zero_is_free else joint.position
            entries = {name: self._entry(name, value, j) for name, value in values.items()}
            kind, names = JointType.FIXED, dict[str, Any]()
            if joint is not None:
                kind, names = joint.kind, {"name": joint.name, "limits": joint.limits}
                if joint.spring is not None:
                    names |= {"eta": True, "k": joint.spring[0], "rest": joint.spring[1]}
                if joint.moves:
                    names["mu"] = joint.actuated
                    entries[field] = symbol(f"{field[0]}{j}") + entries[field]
            assert axis.parent is not None
            yield joint_frame(j, self.numbers[id(axis.parent)], kind, **entries, **names)

    def _entry(self, name: str, value: Number, j: int) -> Expression:
        if name in ("b", "d", "r"):
            return self.decimals.length(value, f"frame {j}, {name}")
        turns = DIGITS.nint(value / (2 * DIGITS.pi))
        return self.decimals.angle(value - 2 * DIGITS.pi * turns, f"frame {j}, {name}")

    def links(self) -> tuple[tuple[Link, ...], Link]:
        """The links' table and the link of the base."""
        bodies_of: dict[int, list[Body]] = {}
        for place, body in enumerate(self.assembly.bodies):
            bodies_of.setdefault(id(self.carriers[place]), []).append(body)
        links: list[Link] = []
        for j, axis in enumerate([self.base, *self.axes[: self.n_links]]):
            joint = self.joint_of(axis) if j else None
            drive = dict(joint.drive) if joint is not None else {}
            bodies = bodies_of.get(id(axis), [])
            if any(body.unknown for body in bodies):
                links.append(general_link(j, **drive) if j else Link())
                continue
            links.append(Link(**inertial_parameters(bodies, _pose(axis), self.decimals), **drive))
        return tuple(links[1:]), links[0]

    def cut_drives(self) -> tuple[Link, ...]:
        """Rotors and friction of the cut joints."""
        joints = (self.joint_of(moving) for moving, _ in self.cuts)
        return tuple(Link(**(joint.drive if joint is not None else {})) for joint in joints)

    def named_frames(self) -> Iterator[NamedFrame]:
        """The frames of the bodies, each in the frame of its link or in its own."""
        joints = {joint.child: joint for joint in self.assembly.joints}
        own = {axis.joint: axis for axis in self.axes if axis.joint != BRIDGE}
        places = {joint.child: place for place, joint in enumerate(self.assembly.joints)}
        for place, body in enumerate(self.assembly.bodies):
            axis = own.get(places.get(place, BRIDGE), self.carriers[place])
            pose = self.decimals.pose(_pose(axis).inverse() @ body.pose)
            joint = joints[place].name if place in joints else ""
            yield NamedFrame(body.name, self.numbers[id(axis)], pose, joint, body.shapes)

    def coupling(self) -> Coupling:
        """The joints by those that are not made to follow another one."""
        joints = [self.joint_of(axis) for axis in self.axes[: self.n_links]]
        moving = [joint for joint in joints if joint is not None and joint.moves]
        places = {id(each): place for place, each in enumerate(self.assembly.joints)}
        motors = [places[id(joint)] for joint in moving if joint.mimic is None]
        rows, offsets = [], []
        for joint in moving:
            place, factor, offset = joint.mimic or (places[id(joint)], ONE, ZERO)
            rows.append(tuple(factor if motor == place else ZERO for motor in motors))
            offsets.append(offset)
        zeros = (ZERO,) * len(motors)
        return Coupling(tuple(rows), tuple(offsets), zeros, zeros, zeros)


def _joint_axis(place: int, joint: Joint, parent: Axis) -> Axis:
    """The axis of a joint, which its parent gets for a child."""
    turns = joint.kind is JointType.REVOLUTE
    position = {"theta" if turns else "r": joint.position}
    axis = Axis(place, parent, joint.direction, joint.point, turns=turns, **position)
    parent.children.append(axis)
    return axis


def _pose(axis: Axis) -> Pose:
    """The frame on an axis, in that of the base."""
    assert axis.x is not None
    assert axis.origin is not None
    return Pose(transpose((axis.x, cross(axis.z, axis.x), axis.z)), axis.origin)


def _structure(frames: Sequence[Frame], links: Sequence[Link]) -> Structure:
    if len(frames) > len(links):
        return Structure.CLOSED
    chain = all(frame.antecedent == j for j, frame in enumerate(frames))
    return Structure.SIMPLE if chain else Structure.TREE
