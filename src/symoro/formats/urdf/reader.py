"""Read a URDF file: its tree becomes tables, its numbers stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath

from symoro.errors import UsageError, near_names, short_list
from symoro.expressions import ZERO, expression
from symoro.formats.fixed_links import kept_links
from symoro.formats.source import Source
from symoro.formats.urdf.elements import (
    Angles,
    JointElement,
    read_body,
    read_joint,
    read_rotor_inertias,
)
from symoro.formats.urdf.mimics import resolve_mimics
from symoro.formats.urdf.physics import (
    body_faults,
    has_ends_of_no_use,
    is_point,
    joint_faults,
)
from symoro.formats.xml_nodes import Element, parse_xml
from symoro.robot import Diagnostic, JointType, Robot, check
from symoro.robot.assembly import ROOT, Assembly, Body, Joint, robot_of_assembly
from symoro.robot.assembly.space import Pose, Vector, X, Z, along, cross, dot, turn, unit, vector

GRAVITY = (ZERO, ZERO, expression("-9.81"))

_MOVING = {
    "revolute": JointType.REVOLUTE,
    "continuous": JointType.REVOLUTE,
    "prismatic": JointType.PRISMATIC,
    "fixed": JointType.FIXED,
}
_READ = ("link", "joint", "transmission", "material")


def read(
    text: str,
    file: str | None = None,
    diagnostics: list[Diagnostic] | None = None,
    *,
    keep_fixed: bool | Iterable[str] | None = None,
    tolerance: float = 0.0,
) -> Robot:
    """Read a robot from the text of a URDF file.

    Args:
        text: the whole file.
        file: its name, for messages.
        diagnostics: takes the warnings and notes, each with its place.
        keep_fixed: the links on fixed joints that stay frames of the tables: all, those by_name, or
            by default one at the end of each branch. The others are parts of their carriers.
        tolerance: lengths [m] below it are 0, and angles [rad] this close to a multiple of Pi/12
            are that angle.

    Raises:
        ParseError: with the position of what is wrong.
    """
    return _Reader(Source(text, file), tolerance).robot(keep_fixed, diagnostics)


class _Reader:
    """The links and joints of a file, and the assembly that they make."""

    def __init__(self, source: Source, tolerance: float) -> None:
        if not 0 <= tolerance < 0.1:
            raise UsageError(f"tolerance is a small length or angle, 0 to 0.1, not {tolerance}")
        self.source, self.tolerance = source, tolerance
        self.angles = Angles(tolerance)
        self.top = parse_xml(source)
        if self.top.tag != "robot":
            raise self.top.error("not a URDF file; its first element is <robot>")
        self._refuse_xacro()
        own = self.top.attributes.get("name", "").strip()
        self.name = own or PurePath(source.file or "robot").stem
        self.links = self._elements_by_name(self.top.all("link"))
        if not self.links:
            raise self.top.error("no <link>; a robot has one at least")
        self.joints = [read_joint(each, self.angles) for each in self.top.all("joint")]
        self._elements_by_name([joint.element for joint in self.joints])
        self.children = self._joints_by_parent()
        self.root = self._root()
        self.rotors = read_rotor_inertias(self.top)
        self.diagnostics: list[Diagnostic] = []
        self.points: list[str] = []

    def robot(
        self, keep_fixed: bool | Iterable[str] | None, diagnostics: list[Diagnostic] | None
    ) -> Robot:
        """The robot; what is doubtful goes to a list."""
        root, floating = self._floating_root()
        ordered = list(self._below(root))
        tools = kept_links(
            root, [(each.parent, each.child, each.kind == "fixed") for each in ordered], keep_fixed
        )
        bodies: list[Body] = [self._body(root, Pose())]
        places = {root: ROOT}
        joints: list[Joint] = []
        for each in ordered:
            self._add_joint(each, bodies, joints, places, each.child in tools)
        if not any(joint.moves for joint in joints):
            raise self.top.error("no joint moves: it is one rigid body, not a robot")
        joints = self._with_leaders(joints)
        assembly = Assembly(
            self.name,
            tuple(bodies),
            tuple(joints),
            floating=floating,
            gravity=GRAVITY,
            notes=tuple(self._notes()),
        )
        moving = [joint.name for joint in joints if joint.moves]
        robot = robot_of_assembly(
            assembly,
            "urdf",
            tolerance=self.tolerance,
            orders=(
                ("file", self._order(self.joints, moving)),
                ("pinocchio", self._order(self._below(root, alphabetical=True), moving)),
            ),
        )
        robot = replace(robot, doubts=tuple(each.message for each in self.diagnostics))
        if diagnostics is not None:
            diagnostics += [*self.diagnostics, *self._with_places(robot)]
        return robot

    # The tree

    def _refuse_xacro(self) -> None:
        for each in self.top:
            if each.tag.startswith("xacro:") or "${" in "".join(each.attributes.values()):
                raise each.error(
                    "a xacro file, which is a program that writes URDF; name it .urdf.xacro to "
                    "have it run by xacrodoc, or run xacro first"
                )

    def _elements_by_name(self, elements: Iterable[Element]) -> dict[str, Element]:
        by_name: dict[str, Element] = {}
        for element in elements:
            name = element.attribute("name")
            if name in by_name:
                line = self.source.error("", by_name[name].offset).line
                raise element.error(f"the name {name} is that of line {line} already")
            by_name[name] = element
        return by_name

    def _joints_by_parent(self) -> dict[str, list[JointElement]]:
        """The joints that each link carries, in the order of the file."""
        joints_of: dict[str, list[JointElement]] = {name: [] for name in self.links}
        holder: dict[str, str] = {}
        for joint in self.joints:
            for name in (joint.parent, joint.child):
                if name not in self.links:
                    hint = near_names(name, self.links)
                    raise joint.element.error(
                        f"joint {joint.name}: there is no link {name}; {hint}".rstrip("; ")
                    )
            if joint.child in holder:
                raise joint.element.error(
                    f"link {joint.child} is the child of joint {holder[joint.child]} already; URDF "
                    "describes trees, a loop needs MJCF or Robot.from_joints"
                )
            holder[joint.child] = joint.name
            joints_of[joint.parent].append(joint)
        return joints_of

    def _root(self) -> str:
        children = {joint.child for joint in self.joints}
        roots = [name for name in self.links if name not in children]
        if not roots:
            raise self.top.error("no root: each link is the child of a joint, so they form a cycle")
        if len(roots) > 1:
            raise self.links[roots[1]].error(
                f"several roots: {short_list(roots)}; each link but one is the child of a joint"
            )
        reached = {roots[0], *(joint.child for joint in self._below(roots[0]))}
        if lost := [name for name in self.links if name not in reached]:
            raise self.links[lost[0]].error(f"joints form a cycle: {short_list(lost)}")
        return roots[0]

    def _below(self, link: str, *, alphabetical: bool = False) -> Iterator[JointElement]:
        """The joints below a link, each branch to its end."""
        waiting = [link]
        pending: list[JointElement] = []
        while waiting or pending:
            if waiting:
                joints_of = self.children[waiting.pop()]
                if alphabetical:
                    joints_of = sorted(joints_of, key=lambda joint: joint.name)
                pending += reversed(joints_of)
            if pending:
                joint = pending.pop()
                yield joint
                waiting.append(joint.child)

    def _floating_root(self) -> tuple[str, bool]:
        """The base link, and True if a floating joint is all that holds it."""
        floating = [joint for joint in self.joints if joint.kind == "floating"]
        for joint in floating:
            alone = joint.parent == self.root and len(self.children[self.root]) == 1
            if not alone or self.links[self.root].first("inertial") is not None:
                raise joint.element.error(
                    f"joint {joint.name}: a floating joint holds the base, on a root without "
                    "inertia that carries nothing else; elsewhere write three prismatic and three "
                    "revolute joints"
                )
        return (floating[0].child, True) if floating else (self.root, False)

    # Parts

    def _body(self, name: str, pose: Pose) -> Body:
        element = self.links[name]
        body = read_body(element, name, self.angles)
        if is_point(body):
            self.points.append(name)
        for fault in body_faults(body):
            self.diagnostics.append(self.source.warning(f"link {name}: {fault}", element.offset))
        return replace(body, pose=pose)

    def _add_joint(
        self,
        each: JointElement,
        bodies: list[Body],
        joints: list[Joint],
        places: dict[str, int],
        tool: bool,
    ) -> None:
        """Add a joint with its child; a planar joint is two slides and a turn."""
        for fault in joint_faults(each):
            place = (each.element.first("axis") or each.element).offset
            self.diagnostics.append(self.source.warning(f"joint {each.name}: {fault}", place))
        pose = bodies[places[each.parent]].pose @ each.origin
        axis = self._direction(each, pose)
        steps = [(each.name, _MOVING.get(each.kind, JointType.FIXED), axis)]
        if each.kind == "planar":
            other = turn(pose.R, X if abs(dot(axis, turn(pose.R, X))) < 0.9 else Z)
            first = unit(along(other, -dot(axis, other), axis))
            second = cross(axis, first)
            steps = [
                (f"{each.name}_x", JointType.PRISMATIC, first),
                (f"{each.name}_y", JointType.PRISMATIC, second),
                (f"{each.name}_turn", JointType.REVOLUTE, axis),
            ]
        parent = places[each.parent]
        rotor = self.rotors.get(each.name)
        drive = dict(each.drive) | ({"IA": rotor} if rotor is not None and rotor.number else {})
        for number, (name, kind, direction) in enumerate(steps, start=1):
            last = number == len(steps)
            places_child = len(bodies)
            bodies.append(self._body(each.child, pose) if last else Body(f"{name}_link", pose))
            joints.append(
                Joint(
                    name,
                    kind,
                    parent,
                    places_child,
                    pose.p,
                    direction,
                    limits=each.limits if len(steps) == 1 else None,
                    drive=drive,
                    actuated=each.mimic is None,
                    tool=tool,
                )
            )
            parent = places_child
        places[each.child] = parent

    def _direction(self, each: JointElement, pose: Pose) -> Vector:
        if each.kind == "fixed":
            return pose.p
        axis = vector(each.axis)
        if not any(axis):
            raise (each.element.first("axis") or each.element).error(
                f"joint {each.name}: the axis 0 0 0 has no direction"
            )
        return turn(pose.R, unit(axis))

    def _with_leaders(self, joints: Sequence[Joint]) -> list[Joint]:
        """Joints with the places of those that they follow."""
        places = {joint.name: place for place, joint in enumerate(joints) if joint.moves}
        followers, faults = resolve_mimics(self.joints, places)
        for each in self.joints:
            if each.name in faults and each.name in places:
                message = f"joint {each.name} {faults[each.name]}it is taken as independent"
                place = (each.element.first("mimic") or each.element).offset
                self.diagnostics.append(self.source.warning(message, place))
        linked: list[Joint] = []
        for joint in joints:
            if joint.moves and joint.name in followers:
                leader, factor, offset = followers[joint.name]
                linked.append(replace(joint, mimic=(places[leader], factor, offset)))
            else:
                linked.append(replace(joint, actuated=joint.actuated or joint.name in faults))
        return linked

    # Remarks

    def _order(self, order: Iterable[JointElement], moving: Sequence[str]) -> tuple[str, ...]:
        names: list[str] = []
        for joint in order:
            parts = [f"{joint.name}_{part}" for part in ("x", "y", "turn")]
            names += [name for name in (joint.name, *parts) if name in moving]
        return tuple(names)

    def _notes(self) -> Iterator[str]:
        yield "URDF has no gravity: it is 9.81 m/s^2 against z of the base"
        if not self.top.attributes.get("name", "").strip():
            yield f"<robot> has no name; it is called {self.name} after its file"
        yield from self.angles.notes
        if near := self.angles.near:
            yield (
                f"{len(near)} angle{'s are' if len(near) > 1 else ' is'} near a multiple of Pi/12 "
                f"and taken as written: {short_list(near)}; symoro convert with --tolerance 1e-4, "
                "symoro.load with tolerance=1e-4, reads such angles as exact"
            )
        if self.points:
            yield f"mass without inertia, like a point: {short_list(self.points)}"
        free = [each.name for each in self.joints if has_ends_of_no_use(each)]
        if free:
            yield f"lower and upper are not read of joints that are continuous: {short_list(free)}"
        others = [each.tag for each in self.top if each.tag not in _READ]
        for tag in dict.fromkeys(others):
            count = others.count(tag)
            yield f"<{tag}> is not read" + (f" ({count} of them)" if count > 1 else "")

    def _with_places(self, robot: Robot) -> Iterator[Diagnostic]:
        """The other diagnostics of the robot, each at the joint of its frame."""
        offsets = {joint.name: joint.element.offset for joint in self.joints}
        for each in check(robot):
            if each.message in robot.doubts:  # told already, with its place
                continue
            name = robot.frame(each.frame).name if each.frame else ""
            yield self.source.locate(each, offsets.get(name, self.top.offset))
