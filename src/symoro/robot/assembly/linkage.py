"""A robot, closed or not, from its joints and the bodies that they connect."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from symoro.errors import RobotError, near_names, short_list
from symoro.expressions import ZERO
from symoro.robot.assembly.axes import GRAVITY, require_tolerance
from symoro.robot.assembly.loops import Edge, choose_cuts, order_tree, parallel_turns, reached_from
from symoro.robot.assembly.numbers import (
    ROUNDING,
    exact_direction,
    exact_number,
    exact_vector,
    is_parallel,
)
from symoro.robot.assembly.parts import ROOT, Assembly, Body, Joint
from symoro.robot.assembly.space import X, Y, Z
from symoro.robot.assembly.tables import assembly_fields
from symoro.robot.frame import JointType
from symoro.robot.inertia_matrix import MOMENTS, parallel_axis
from symoro.robot.joint_axis import JointAxis
from symoro.robot.link import INERTIAL, Link
from symoro.robot.mdh import SNAP

_TURN, _SLIDE = JointType.REVOLUTE, JointType.PRISMATIC


def joints_fields(
    joints: Iterable[JointAxis],
    base: str,
    bodies: Mapping[str, Link] | None,
    cut: Iterable[str],
    name: str,
    tolerance: float,
) -> dict[str, Any]:
    """Return the fields of the robot; see `Robot.from_joints`, which calls this."""
    require_tolerance(tolerance)
    linkage = _Linkage(base)
    for joint in joints:
        linkage.add(joint)
    linkage.check()
    assembly = Assembly(
        name,
        *linkage.parts(_names(cut, "cut"), bodies, max(SNAP, tolerance)),
        rounding=ROUNDING,
        gravity=GRAVITY,
    )
    return assembly_fields(assembly, "joints", tolerance=tolerance)


@dataclass
class _Linkage:
    """Bodies by their places, groups of bodies that are fixed together, and moving joints."""

    base: str
    places: dict[str, int] = field(default_factory=dict)
    massless: set[str] = field(default_factory=set)
    joints: list[Joint] = field(default_factory=list)
    fixed: list[tuple[str, int, int]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.places[self.base] = ROOT

    def add(self, axis: JointAxis) -> None:
        """Add a joint; one of several axes is a chain with massless bodies."""
        if not isinstance(axis, JointAxis):
            raise RobotError(
                "not a joint", field="joints", found=repr(axis), expected="symoro.JointAxis(...)"
            )
        if axis.parent == axis.child:
            raise RobotError(
                f"joint {axis.name} connects {axis.parent} to itself",
                field="joints",
                expected="two bodies",
            )
        parent, child = (self._place(body) for body in (axis.parent, axis.child))
        if axis.kind == "F":
            self._take_name(axis.name)
            self.fixed.append((axis.name, parent, child))
            return
        point = exact_vector(axis.point, f"joint {axis.name}, point")
        steps = list(_steps(axis))
        for number, (kind, direction) in enumerate(steps, start=1):
            name = axis.name if len(steps) == 1 else f"{axis.name}_{number}"
            self._take_name(name)
            end = child
            if number < len(steps):
                self.massless.add(name)
                end = self._place(name, new=True)
            position = exact_number(axis.position, f"joint {axis.name}, position")
            flags = {"actuated": axis.actuated, "position": position}
            self.joints.append(Joint(name, kind, parent, end, point, direction, **flags))
            parent = end

    def _take_name(self, name: str) -> None:
        if name in self.names:
            raise RobotError("two joints have one name", field="joints", found=name)
        self.names.add(name)

    def _place(self, body: str, new: bool = False) -> int:
        if body in (self.places if new else self.massless):
            raise RobotError(
                f"{body} is the name of a link between the axes of a joint, too",
                field="joints",
                expected="another name for the body",
            )
        return self.places.setdefault(body, len(self.places))

    def check(self) -> None:
        """Refuse what is no robot."""
        if not self.joints:
            raise RobotError("no joint moves", field="joints", expected="one or more JointAxis")
        bodies = list(self.places)
        ends = {place for joint in self.joints for place in (joint.parent, joint.child)}
        ends |= {place for _, *pair in self.fixed for place in pair}
        if ROOT not in ends:
            hint = near_names(self.base, bodies[1:])
            raise RobotError(
                f"no joint connects the base; {hint}the bodies are {short_list(bodies[1:])}",
                field="base",
                found=self.base,
                expected="one of the bodies",
            )
        edges = [Edge((joint.parent, joint.child), False, False) for joint in self.joints]
        edges += [Edge((one, other), False, False) for _, one, other in self.fixed]
        reached = reached_from(edges, ROOT)
        if loose := [body for body, place in self.places.items() if place not in reached]:
            raise RobotError(
                f"no joints connect {short_list(loose)} to the base {self.base}", field="joints"
            )

    def parts(
        self, wanted: Collection[str], links: Mapping[str, Link] | None, parallel: float
    ) -> tuple[tuple[Body, ...], tuple[Joint, ...], tuple[Joint, ...]]:
        """Bodies, joints of the tree and cut joints, as an assembly has them."""
        holder = self._holders()
        edges = self._edges(holder, parallel)
        cuts = self._wanted_cuts(wanted, edges)
        rest = {k: edge for k, edge in edges.items() if k not in cuts}
        cuts += choose_cuts(rest, ROOT)
        tree = order_tree({k: e for k, e in edges.items() if k not in cuts}, ROOT)
        ends = {
            k: replace(joint, parent=edges[k].ends[0], child=edges[k].ends[1])
            for k, joint in enumerate(self.joints)
        }
        joints = [ends[k].from_child() if back else ends[k] for k, back in tree]
        for place, holding in enumerate(holder):
            if place != holding:
                joints.append(Joint("", JointType.FIXED, holding, place))
        return tuple(self._bodies(links)), tuple(joints), tuple(ends[k] for k in sorted(cuts))

    def _holders(self) -> list[int]:
        """The first body of each group that is fixed together, by place."""
        holder = list(range(len(self.places)))
        for name, one, other in self.fixed:
            first, second = sorted((holder[one], holder[other]))
            if first == second:
                raise RobotError(
                    f"joint {name} fixes bodies to each other that others fix already",
                    field="joints",
                    found=self._pair(one, other),
                )
            holder = [first if each == second else each for each in holder]
        return holder

    def _pair(self, *places: int) -> str:
        bodies = list(self.places)
        return " and ".join(bodies[place] for place in places)

    def _edges(self, holder: list[int], parallel: float) -> dict[int, Edge]:
        edges: dict[int, Edge] = {}
        joint_of: dict[frozenset[int], str] = {}
        for k, joint in enumerate(self.joints):
            one, other = holder[joint.parent], holder[joint.child]
            if one == other:
                raise RobotError(
                    f"joint {joint.name} connects bodies that are fixed to each other",
                    field="joints",
                    found=self._pair(joint.parent, joint.child),
                )
            before = joint_of.setdefault(frozenset((one, other)), joint.name)
            if before != joint.name:
                raise RobotError(
                    f"joints {before} and {joint.name} connect the same bodies",
                    field="joints",
                    found=self._pair(joint.parent, joint.child),
                    expected="one joint (C, U and S have several axes), or a body between them",
                )
            beside = parallel_turns(self.joints, k, parallel)
            edges[k] = Edge((one, other), joint.actuated, joint.kind is _TURN, beside)
        return edges

    def _wanted_cuts(self, names: Collection[str], edges: Mapping[int, Edge]) -> list[int]:
        """The joints that the user wants cut."""
        known = {joint.name: k for k, joint in enumerate(self.joints)}
        cuts: list[int] = []
        for name in names:
            if name not in known:
                hint = near_names(name, known)
                raise RobotError(
                    f"{hint}the joints that move are {short_list(known)}",
                    field="cut",
                    found=name,
                    expected="names of joints",
                )
            cuts.append(known[name])
            reached = reached_from((e for k, e in edges.items() if k not in cuts), ROOT)
            ends = sorted({end for edge in edges.values() for end in edge.ends})
            if loose := [body for body in ends if body not in reached]:
                raise RobotError(
                    f"joint {name} closes no loop: cut there, "
                    f"{self._pair(loose[0])} comes off the base",
                    field="cut",
                    found=name,
                )
        return cuts

    def _bodies(self, links: Mapping[str, Link] | None) -> list[Body]:
        links = links or {}
        for name in links:
            if name not in self.places or name in self.massless:
                all_bodies = [body for body in self.places if body not in self.massless]
                raise RobotError(
                    f"{near_names(name, all_bodies)}the bodies are {short_list(all_bodies)}",
                    field="bodies",
                    found=name,
                    expected="a body of the joints",
                )
        return [
            Body(name)
            if name in self.massless
            else _body(name, links[name])
            if name in links
            else Body(name, unknown=True)
            for name in self.places
        ]


def _steps(axis: JointAxis) -> Iterator[tuple[JointType, Any]]:
    """The kinds and directions of the axes of a joint."""
    where = f"joint {axis.name}"
    if axis.kind == "S":
        yield from ((_TURN, direction) for direction in (Z, X, Y))
        return
    direction = exact_direction(axis.direction, f"{where}, direction")
    if axis.kind == "P":
        yield _SLIDE, direction
        return
    yield _TURN, direction
    if axis.kind == "C":
        yield _SLIDE, direction
    elif axis.kind == "U":
        second = exact_direction(axis.second, f"{where}, second")
        if is_parallel(direction, second, SNAP):
            raise RobotError(f"{where}: its two axes are parallel", field="second")
        yield _TURN, second


def _body(name: str, link: Link) -> Body:
    """A body whose inertial parameters are given in the base's frame."""
    if not isinstance(link, Link):
        raise RobotError("not a link", field="bodies", found=repr(link), expected="symoro.Link")
    more = [tag for tag, entry in vars(link).items() if tag not in INERTIAL and entry != ZERO]
    if more:
        raise RobotError(
            f"body {name}: only inertial parameters belong to a body",
            field=more[0],
            found=getattr(link, more[0]),
        )
    value = {tag: exact_number(getattr(link, tag), f"body {name}, {tag}") for tag in INERTIAL}
    M, MS = value["M"], [value[tag] for tag in ("MX", "MY", "MZ")]
    if not M and not any(value.values()):
        return Body(name)
    if not M > 0:
        raise RobotError(f"body {name}: no positive mass", field="M", found=link.M)
    C = (MS[0] / M, MS[1] / M, MS[2] / M)
    XX, XY, XZ, YY, YZ, ZZ = (value[tag] for tag in MOMENTS)
    J = ((XX, XY, XZ), (XY, YY, YZ), (XZ, YZ, ZZ))
    shift = parallel_axis(M, C)
    rows = [tuple(J[i][k] - shift[i][k] for k in range(3)) for i in range(3)]
    return Body(name, mass=M, center=C, inertia=(rows[0], rows[1], rows[2]))


def _names(names: Iterable[str], field: str) -> list[str]:
    if isinstance(names, str):
        raise RobotError("not a list of names", field=field, found=names, expected=f"[{names!r}]")
    return list(dict.fromkeys(names))
