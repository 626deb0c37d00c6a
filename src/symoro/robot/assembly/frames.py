"""Frames on joint axes by Khalil and Kleinfinger's rules, and the parameters between them.

The axis z of a frame is that of its joint, in the direction in which the file has it, so that joint
variables keep their signs. Its x axis is the common normal of z and of the axis of one child, the
one that carries most; its origin is the foot of that normal ([KK] 1986). Where that leaves a choice
(parallel axes, ends of chains, the line of a prismatic joint), r, d and the constant part of theta
vanish as far as they can. Frame 0 is the base's, so that gamma and b place frame 1 in it.

Two axes that are nearly parallel may have their common normal far away. A fixed frame between them,
whose axis crosses the first one at a right angle, keeps all lengths within the robot's size.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from symoro.robot.assembly.space import (
    DIGITS,
    ORIGIN,
    Number,
    Vector,
    X,
    Y,
    Z,
    along,
    angle,
    axis_rotation,
    cross,
    difference,
    dot,
    norm,
    opposite,
    turn,
    unit,
)

_FAR = 10  # sizes of the robot, beyond which a common normal is of no use
_CLEAR = 1e-3  # the determinant of three directions that are well apart
BRIDGE = -1
"""The joint of a fixed frame that was put between two axes."""


@dataclass
class Axis:
    """The axis of a joint, and the frame that is put on it.

    Attributes:
        joint: the place of its joint in the caller's list, or `BRIDGE`.
        parent: the axis before it; None for the base.
        z: its direction.
        point: a point of it.
        slides: True if any parallel line will do, as for a prismatic joint.
        x: the x axis of its frame, once it has one, or from the beginning if it is given.
        origin: the origin of its frame.
        children: the axes after it.
        weight: the number of axes that it carries, its own included.
        theta: the joint's angle in the posture, or 0: the constant part of theta is beside it.
        r: the joint's shift in the posture, or 0.
        turns: True for a revolute joint.
        flips: True if the common normal before it is taken the other way.
    """

    joint: int
    parent: Axis | None
    z: Vector
    point: Vector
    slides: bool = False
    x: Vector | None = None
    origin: Vector | None = None
    children: list[Axis] = field(default_factory=list)
    weight: int = 1
    theta: Number = 0
    r: Number = 0
    turns: bool = True
    flips: bool = False

    @property
    def main(self) -> Axis | None:
        """The child that places the frame: the one that carries most, the first of several."""
        free = [child for child in self.children if child.origin is None]
        return max(free, key=lambda child: child.weight, default=None)


@dataclass(frozen=True)
class Normal:
    """The common normal of two axes.

    Attributes:
        u: its direction; None where the axes coincide.
        first: its foot on the first axis.
        second: its foot on the second one.
        parallel: True if it may be shifted along the axes.
    """

    u: Vector | None
    first: Vector
    second: Vector
    parallel: bool


@dataclass(frozen=True)
class Placing:
    """The rules of one robot.

    Attributes:
        size: of the robot [m].
        parallel: the angle below which two axes are parallel [rad].
        meeting: the distance below which two axes meet [m].
    """

    size: Number
    parallel: float
    meeting: Number

    def place(self, base: Axis) -> None:
        """Put a frame on each axis that the base carries."""
        base.x, base.origin = X, ORIGIN
        waiting = [base]
        while waiting:
            axis = waiting.pop()
            for child in list(axis.children):
                self._settle(child, axis.point if axis.origin is None else axis.origin)
                self._bridge(axis, child)
            for child in axis.children:
                if child.origin is None:
                    self._place_frame(child)
            waiting += reversed(axis.children)

    def normal(self, axis: Axis, other: Axis, anchor: Vector) -> Normal:
        """The common normal of two axes; a free one goes through the anchor's foot."""
        c = cross(axis.z, other.z)
        s = norm(c)
        w = difference(other.point, axis.point)
        if s > self.parallel:
            u = unit(c)
            # other.point + b other.z = axis.point + a axis.z + d u
            a = dot(cross(w, other.z), u) / s
            b = dot(cross(w, axis.z), u) / s
            first, second = along(axis.point, a, axis.z), along(other.point, b, other.z)
            return Normal(u, first, second, parallel=False)
        first = _foot(anchor, axis)
        second = _foot(first, other)
        step = difference(second, first)
        u_or_none = unit(step) if norm(step) > self.meeting else None
        return Normal(u_or_none, first, second, parallel=True)

    def _place_frame(self, axis: Axis) -> None:
        """Choose x and the origin of a frame whose antecedent has its own."""
        before = axis.parent
        assert before is not None
        assert before.origin is not None
        into = self.normal(before, axis, before.origin)
        start = self.direction(before, axis, into)
        if axis.theta:
            start = turn(axis_rotation(axis.z, axis.theta), start)
        into = replace(into, second=along(into.second, axis.r, axis.z)) if axis.r else into
        axis.origin, axis.x = into.second, start  # the constant parts of r and theta are 0
        child = axis.main
        if child is None:
            return
        self._settle(child, into.second)
        child = self._bridge(axis, child)
        out = self.normal(axis, child, into.second)
        axis.origin = into.second if out.parallel else out.first
        if out.u is not None:
            axis.x = _nearer(out.u, start, axis.z)

    def direction(self, before: Axis, axis: Axis, normal: Normal) -> Vector:
        """The direction of the x axis between two frames: x of the first where it is normal."""
        assert before.x is not None
        if normal.u is None:
            return before.x
        u = _nearer(normal.u, before.x, before.z)
        return opposite(u) if axis.flips else u

    def join_sides(self, moving: Axis, fixed: Axis) -> None:
        """Let the frames of a cut joint coincide: that of the fixed side, whose theta and r are 0.

        If gamma is not 0 anyway, it takes a half turn that would be in theta of the other frame.
        """
        assert moving.x is not None
        assert fixed.x is not None
        gamma = self.parameters(fixed)[0]
        if abs(gamma) > self.parallel and dot(moving.x, fixed.x) < -_CLEAR:
            fixed.flips, fixed.x = True, opposite(fixed.x)
        moving.x, moving.origin = fixed.x, fixed.origin

    def parameters(self, axis: Axis) -> tuple[Number, ...]:
        """Return gamma, b, alpha, d, theta, r of a frame relative to its antecedent."""
        before = axis.parent
        assert before is not None
        assert before.x is not None
        assert before.origin is not None
        assert axis.x is not None
        assert axis.origin is not None
        normal = self.normal(before, axis, before.origin)
        u = self.direction(before, axis, normal)
        alpha = angle(before.z, axis.z, u)
        if normal.parallel:
            alpha = DIGITS.mpf(0) if dot(before.z, axis.z) > 0 else DIGITS.pi
        return (
            angle(before.x, u, before.z),
            dot(difference(normal.first, before.origin), before.z),
            alpha,
            dot(difference(normal.second, normal.first), u),
            angle(u, axis.x, axis.z),
            dot(difference(axis.origin, normal.second), axis.z),
        )

    def _settle(self, axis: Axis, anchor: Vector) -> None:
        """Choose the line of a prismatic joint, so that it meets the axes before and after it."""
        if not axis.slides:
            return
        axis.slides = False
        before, child = axis.parent, axis.main
        assert before is not None
        axis.point = anchor
        if child is None or child.slides:
            return
        if norm(cross(axis.z, child.z)) < _CLEAR:
            axis.point = child.point
            return
        volume = dot(cross(child.z, axis.z), before.z)
        if abs(volume) > _CLEAR:
            w = difference(anchor, child.point)  # child.point + s child.z meets both lines
            s = dot(cross(w, axis.z), before.z) / volume
            if abs(s) <= _FAR * self.size:
                axis.point = along(child.point, s, child.z)

    def _bridge(self, axis: Axis, child: Axis) -> Axis:
        """Put a fixed frame between two axes whose common normal is far away; return the next."""
        normal = self.normal(axis, child, axis.point)
        reach = max(
            norm(difference(normal.first, axis.point)), norm(difference(normal.second, child.point))
        )
        bridged = axis.joint == BRIDGE and axis.parent is not None  # once is enough
        if normal.parallel or bridged or reach <= _FAR * self.size:
            return child
        step = difference(child.point, axis.point)
        step = along(step, -dot(step, axis.z), axis.z)
        if norm(step) <= self.size * _CLEAR:
            step = cross(axis.z, min(X, Y, Z, key=lambda e: abs(dot(e, axis.z))))
        foot = _foot(child.point if axis.origin is None else axis.origin, axis)
        between = Axis(BRIDGE, axis, unit(step), foot, weight=child.weight)
        axis.children[axis.children.index(child)] = between
        between.children.append(child)
        child.parent = between
        return between


def _foot(point: Vector, axis: Axis) -> Vector:
    """The point of an axis that is nearest to another point."""
    return along(axis.point, dot(difference(point, axis.point), axis.z), axis.z)


def _nearer(u: Vector, x: Vector, z: Vector) -> Vector:
    """Of u and -u the one whose angle from x about z is in (-Pi/2, Pi/2]."""
    cosine, sine = dot(u, x), dot(cross(x, u), z)
    tiny = DIGITS.mpf(2) ** -50
    return opposite(u) if cosine < -tiny or (abs(cosine) <= tiny and sine < 0) else u
