"""Equalities of a compiled model: joints that follow others, and loops closed by a point.

Two points that two bodies share are an axis, about which they turn; one is a ball. If all axes
around the loop of a ball are parallel, but for slides at right angles to them, the loop is plane
and a turn about that direction closes it; else a ball is three turns with massless links, the last
of which is cut. Bodies that are welded close a loop, too, which is cut at one of its own joints.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symoro.formats.mjcf.closing import MET
from symoro.formats.mjcf.compiler import CompiledModel
from symoro.formats.mjcf.numbers import entry, pose, vector
from symoro.formats.mjcf.welds import WeldError, weld_bodies
from symoro.robot import JointType
from symoro.robot.assembly import ROOT, Body, Joint
from symoro.robot.assembly.space import (
    AXES,
    Pose,
    Vector,
    cross,
    difference,
    dot,
    norm,
    transpose,
    unit,
)

_PARALLEL = 1e-9  # the sine of an angle that rounding explains


class Equalities:
    """The bodies and joints of a tree, to which equalities add.

    Attributes:
        bodies: those of the assembly.
        joints: those of the assembly.
        cuts: the joints that close loops.
        faults: the equalities that are not modelled, with the reason.
        free: True if the posture is none of the file's, so that joints that it lacks have no zero.
    """

    def __init__(
        self, compiled: CompiledModel, bodies: list[Body], joints: list[Joint], *, free: bool
    ) -> None:
        self.compiled, self.free = compiled, free
        self.bodies, self.joints = bodies, joints
        self.cuts: list[Joint] = []
        self._welds: list[tuple[int, Joint]] = []
        self._points: dict[tuple[int, int], tuple[str, Vector, Vector | None]] = {}
        self.faults: list[tuple[int, str]] = []

    def add(self, body_places: dict[int, int], joint_places: dict[int, int]) -> None:
        """Add all equalities, given the places of bodies and joints of the model."""
        model, kinds = self.compiled.model, self.compiled.mujoco.mjtEq
        numbers = sorted(range(model.neq), key=lambda each: model.eq_type[each] == kinds.mjEQ_WELD)
        for equality in numbers:  # welds last: they cut no joint that others couple
            kind = int(model.eq_type[equality])
            ends = int(model.eq_obj1id[equality]), int(model.eq_obj2id[equality])
            if not model.eq_active0[equality]:
                fault = "it is not active"
            elif kind == kinds.mjEQ_JOINT:
                fault = self._follow(equality, ends, joint_places)
            elif kind == kinds.mjEQ_CONNECT:
                fault = self._connect(equality, ends, body_places)
            elif kind == kinds.mjEQ_WELD:
                fault = self._weld(equality, ends, body_places)
            else:
                fault = "there are no such constraints in symoro"
            if fault:
                name = kinds(kind).name.removeprefix("mjEQ_").lower()
                own = self.compiled.model.eq(equality).name
                self.faults.append(
                    (equality, f"<{name}>{f' {own}' if own else ''} is not modelled: {fault}")
                )
        self._close()
        self._close_welds()

    def _follow(self, equality: int, ends: tuple[int, int], places: dict[int, int]) -> str:
        """Make a joint follow another one: q1 - p1 = a0 + a1 (q2 - p2), p the initial posture."""
        joint, leader = (places.get(end) for end in ends)
        a0, a1, *rest = (entry(value) for value in self.compiled.model.eq_data[equality][:5])
        if joint is None or leader is None:
            return "it is not between two joints of the robot"
        if any(each.number for each in rest):
            return "a joint follows another one by a straight line only"
        if self.joints[leader].mimic is not None or any(
            each.mimic is not None and each.mimic[0] == joint for each in self.joints
        ):
            return "a joint that follows another one cannot lead a third one"
        if self.joints[joint].mimic is not None:
            return f"{self.joints[joint].name} follows another joint already"
        model = self.compiled.model
        p1, p2 = (entry(model.qpos0[model.jnt_qposadr[end]]) for end in ends)
        offset = a0 + p1 - a1 * p2
        follower = replace(self.joints[joint], mimic=(leader, a1, offset), actuated=False)
        self.joints[joint] = follower
        return ""

    def _sides(
        self, equality: int, ends: tuple[int, int], places: dict[int, int]
    ) -> tuple[int, int] | str:
        """The places of the two bodies, or the reason why they close no loop."""
        model = self.compiled.model
        if int(model.eq_objtype[equality]) == int(self.compiled.mujoco.mjtObj.mjOBJ_SITE):
            ends = int(model.site_bodyid[ends[0]]), int(model.site_bodyid[ends[1]])
        if any(model.body_mocapid[end] >= 0 for end in ends):
            return "a mocap body is moved from outside, it closes no loop"
        first, second = (places.get(end) for end in ends)
        if first is None or second is None:
            return "it is not between two bodies of the robot"
        return first, second

    def _weld(self, equality: int, ends: tuple[int, int], places: dict[int, int]) -> str:
        """Make two bodies one."""
        model, data = self.compiled.model, self.compiled.model.eq_data[equality]
        if not data[10]:
            return "its torquescale is 0; write <connect>, which ties a point"
        sides = self._sides(equality, ends, places)
        if isinstance(sides, str):
            return sides
        first, second = sides
        sites = int(model.eq_objtype[equality]) == int(self.compiled.mujoco.mjtObj.mjOBJ_SITE)
        if sites:
            frames = [pose(model.site_pos[site], model.site_quat[site]) for site in ends]
        else:
            frames = [pose(data[3:6], data[6:10]), Pose(AXES, vector(data[0:3]))]
        one, other = (
            self.bodies[place].pose @ frame
            for place, frame in zip((first, second), frames, strict=True)
        )
        gap = norm(difference(one.p, other.p))
        turned = max(norm(difference(u, v)) for u, v in zip(one.R, other.R, strict=True))
        if gap > MET or turned > MET:
            return (
                f"its bodies are {float(gap):.3g} m and about {float(turned):.3g} rad off in the "
                "posture of the file"
            )
        name = model.eq(equality).name or f"weld{equality}"
        weld = Joint(name, JointType.FIXED, first, second, actuated=False)
        try:
            weld_bodies(self.joints, [*(each for _, each in self._welds), weld], len(self.bodies))
        except WeldError as error:
            return str(error)
        self._welds.append((equality, weld))
        return ""

    def _close_welds(self) -> None:
        """Cut the loops that welds close."""
        if not self._welds:
            return
        tree = weld_bodies(self.joints, [each for _, each in self._welds], len(self.bodies))
        self.joints[:] = tree.joints
        self.cuts += tree.cuts

    def _connect(self, equality: int, ends: tuple[int, int], places: dict[int, int]) -> str:
        """Close a loop by a point of two bodies."""
        model, data = self.compiled.model, self.compiled.model.eq_data[equality]
        anchors = vector(data[0:3]), vector(data[3:6])
        if int(model.eq_objtype[equality]) == int(self.compiled.mujoco.mjtObj.mjOBJ_SITE):
            anchors = tuple(vector(model.site_pos[site]) for site in ends)  # type: ignore[assignment]
        sides = self._sides(equality, ends, places)
        if isinstance(sides, str):
            return sides
        first, second = sides
        points = [
            self.bodies[place].pose.point(anchor)
            for place, anchor in zip((first, second), anchors, strict=True)
        ]
        gap = norm(difference(*points))
        if gap > MET:
            return f"its points are {float(gap):.3g} m apart in the posture of the file"
        if sides[::-1] in self._points:  # the same bodies, named the other way round
            sides = first, second = sides[::-1]
        if any({cut.parent, cut.child} == {*sides} for cut in self.cuts):
            return "its bodies have an axis in common already"
        if (other := self._points.pop(sides, None)) is not None:
            return self._join(other, sides, points[0])
        loop = self._loop(first, second)
        if not loop:
            return "no joint is between its bodies"
        name = model.eq(equality).name or f"connect{equality}"
        self._points[sides] = name, points[0], _normal(loop)
        return ""

    def _join(
        self, other: tuple[str, Vector, Vector | None], sides: tuple[int, int], point: Vector
    ) -> str:
        """Close a loop by the line through two points of the same bodies."""
        name, first, _ = other
        step = difference(point, first)
        if norm(step) <= MET:
            self._points[sides] = other
            return "it is the same as another one"
        self._cut(name.removesuffix("_origin"), *sides, first, unit(step))
        return ""

    def _close(self) -> None:
        """Cut the loops that a single point closes."""
        for (first, second), (name, point, normal) in self._points.items():
            if normal is None:
                last, axis = self._ball(name, second, point)
                self._cut(name, first, last, point, axis)
            else:
                self._cut(name, first, second, point, normal)

    def _cut(self, name: str, first: int, second: int, point: Vector, axis: Vector) -> None:
        self.cuts.append(
            Joint(
                name,
                JointType.REVOLUTE,
                first,
                second,
                point,
                axis,
                actuated=False,
                zero_is_free=self.free,
            )
        )

    def _loop(self, first: int, second: int) -> list[Joint]:
        """The moving joints between two bodies."""
        below = {joint.child: joint for joint in self.joints}
        paths = []
        for body in (first, second):
            path = []
            while body != ROOT:
                path.append(below[body])
                body = below[body].parent
            paths.append(path)
        one, other = paths
        return [
            joint
            for path, against in ((one, other), (other, one))
            for joint in path
            if joint.moves and not any(joint is each for each in against)
        ]

    def _ball(self, name: str, body: int, point: Vector) -> tuple[int, Vector]:
        """Put two turns with massless links on a body; return the last link and the third axis."""
        x, y, z = transpose(self.bodies[body].pose.R)
        for end, axis in (("x", x), ("y", y)):
            link = len(self.bodies)
            pose = Pose(self.bodies[body].pose.R, point)
            self.bodies.append(Body(f"{name}_{end}_link", pose))
            self.joints.append(
                Joint(
                    f"{name}_{end}",
                    JointType.REVOLUTE,
                    body,
                    link,
                    point,
                    axis,
                    actuated=False,
                )
            )
            body = link
        return body, z


def _normal(loop: Sequence[Joint]) -> Vector | None:
    """The direction of all axes of turns, if slides are at right angles to it."""
    turns = [joint.direction for joint in loop if joint.kind is JointType.REVOLUTE]
    slides = [joint.direction for joint in loop if joint.kind is JointType.PRISMATIC]
    if not turns:
        return None
    normal = turns[0]
    plane = all(norm(cross(normal, other)) < _PARALLEL for other in turns)
    square = all(abs(dot(normal, other)) < _PARALLEL for other in slides)
    return normal if plane and square else None
