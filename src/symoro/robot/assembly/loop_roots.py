"""Frames at the roots of loops, so that a loop closes exactly with lengths that are decimals.

The frame of a link in a planar loop has its z axis along the normal of the plane, or in the plane.
That of the root may stand askew; then the two branches leave the plane by lengths that cancel in no
finite number of digits, and no closed form holds exactly. The same goes for a spherical loop whose
centre is not on z of its root. A fixed frame in the plane, or on an axis through the centre, which
carries both branches, puts such lengths in front of the loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from symoro.robot.assembly.frames import BRIDGE, Axis, Placing
from symoro.robot.assembly.space import Vector, cross, difference, dot, norm


def add_root_frames(cuts: Iterable[tuple[Axis, Axis]], placing: Placing) -> None:
    """Put a fixed frame between a root that stands askew and the branches of its loop."""
    for sides in cuts:
        one, other = (_path(side) for side in sides)
        same = sum(1 for _ in takewhile(lambda p: p[0] is p[1], zip(one, other, strict=False)))
        root, branches = one[same - 1], (one[same], other[same])
        loop = [axis for axis in (*one[same:], *other[same:-1]) if axis.joint != BRIDGE]
        normal = _plane(loop, placing)
        if normal is not None and _askew(root, normal, placing):
            _put_between(root, branches, normal, branches[0].point)
        center = _center(loop, placing)
        if center is not None and _distance(center, root) > placing.meeting:
            _put_between(root, branches, branches[0].z, center)


def _path(axis: Axis) -> list[Axis]:
    """The axes from the base to an axis."""
    path = [axis]
    while path[-1].parent is not None:
        path.append(path[-1].parent)
    return path[::-1]


def _plane(loop: Sequence[Axis], placing: Placing) -> Vector | None:
    """The normal of a planar loop; None for another one."""
    turning = [axis.z for axis in loop if axis.turns]
    sliding = [axis.z for axis in loop if not axis.turns]
    if not turning or any(norm(cross(turning[0], z)) > placing.parallel for z in turning):
        return None
    return None if any(abs(dot(turning[0], z)) > placing.parallel for z in sliding) else turning[0]


def _askew(axis: Axis, normal: Vector, placing: Placing) -> bool:
    """True if the axis is neither in the plane nor normal to it."""
    away = min(norm(cross(axis.z, normal)), abs(dot(axis.z, normal)))
    return bool(away > placing.parallel)


def _center(loop: Sequence[Axis], placing: Placing) -> Vector | None:
    """The point where all axes of a spherical loop meet; None for another loop."""
    first = loop[0]
    other = next((a for a in loop if norm(cross(a.z, first.z)) > placing.parallel), None)
    if other is None or not all(axis.turns for axis in loop):
        return None
    center = placing.normal(first, other, first.point).first
    meet = all(_distance(center, axis) <= placing.meeting for axis in loop)
    return center if meet else None


def _distance(point: Vector, axis: Axis) -> float:
    return float(norm(cross(difference(point, axis.point), axis.z)))


def _put_between(root: Axis, branches: Sequence[Axis], z: Vector, point: Vector) -> None:
    """Let a fixed frame of the root carry both branches: one that does, or a new one."""
    between = next((axis for axis in branches if axis.joint == BRIDGE), None)
    if between is None:
        between = Axis(BRIDGE, root, z, point)
        root.children[root.children.index(branches[0])] = between
        between.children.append(branches[0])
        branches[0].parent = between
    for branch in branches:
        if branch is not between and branch.parent is root:
            root.children.remove(branch)
            between.children.append(branch)
            branch.parent = between
