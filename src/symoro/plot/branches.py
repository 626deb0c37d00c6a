"""The places that singular postures of a point trace: branches in a picture of its reach.

A posture is singular where the Jacobian matrix of the point's position loses rank. Where as many
joints move the point as it has directions, a determinant changes its sign there: its zeros are
followed on a grid of joint positions and refined. A first joint that turns the reach as a whole
does not change the determinant. In a plane more joints may move the point: see `circles`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from symoro.analysis.arrays import Flags, Floats
from symoro.analysis.workspace import JointRange
from symoro.plot.circles import NODES, are_in_ranges, redundant_circles, sweep
from symoro.plot.reach import Reach

_ROUNDS, _TRIAL = 8, 1e-3  # of Newton's method; the step of its slopes, by that of the grid
_ZERO = 1e-9  # of the largest determinant on the grid: what is zero
_JUMP = 0.1  # of the extent: a step so long is none; the loops of a closed robot snap there
_DIGITS = 9  # of coordinates, by the extent: rounding errors are not drawn

Determinant = Callable[[Floats], Floats]


def singular_branches(reach: Reach) -> tuple[Floats, ...]:
    """Return the places of singular postures as lines (k, 3) in frame 0 [m].

    Where the first joint turns the reach as a whole, a branch in space is given for one position of
    this joint, and a branch in the plane for all of its range. Without an answer, because more
    joints move the point in space than it has directions, there are none.
    """
    moved = list(reach.moving)
    dimension = reach.measure.dimension
    turned = reach.section is not None
    if dimension == 2 and turned and len(moved) > 2:
        return _clean_lines(reach, redundant_circles(reach))
    if dimension < 2 or len(moved) != dimension:
        return ()
    grid = moved[1:] if turned else moved
    middle = np.array([(item.low + item.high) / 2 for item in reach.ranges])
    determinant = _determinant(reach, moved)

    def joint_positions(some: Floats) -> Floats:
        q = np.tile(middle, (len(some), 1))
        q[:, grid] = some
        return q

    ranges = [reach.ranges[k] for k in grid]
    if len(grid) == 2:
        rows = _curves(lambda some: determinant(joint_positions(some)), ranges)
    elif len(grid) == 1:
        rows = _points(lambda some: determinant(joint_positions(some)), ranges)
    else:
        return ()
    lines = [joint_positions(row) for row in rows]
    if dimension == 2 and turned:
        lines = [sweep(q, moved[0], reach.ranges[moved[0]]) for q in lines]
    return _clean_lines(reach, [reach.models.position(q) for q in lines])


def _clean_lines(reach: Reach, lines: Sequence[Floats]) -> tuple[Floats, ...]:
    """Lines without rounding errors, cut where they jump."""
    extent = float(np.abs(reach.box).max())
    parts = []
    for line in lines:
        x = (line / extent).round(_DIGITS) * extent
        jumps = np.flatnonzero(np.linalg.norm(np.diff(x, axis=0), axis=1) > _JUMP * extent) + 1
        parts += [part for part in np.split(x, jumps) if len(part) > 1 or len(x) == 1]
    return tuple(parts)


def _determinant(reach: Reach, moved: Sequence[int]) -> Determinant:
    """The determinant of the columns that move the point; in a plane, with its normal."""
    normal = np.zeros((3, 0))
    if len(moved) == 2:
        centred = reach.positions - reach.positions.mean(axis=0)
        normal = np.linalg.svd(centred, full_matrices=False)[2][2][:, None]

    def determinant(q: Floats) -> Floats:
        J = reach.models.jacobian(q)[:, :, moved]
        square = np.concatenate([J, np.broadcast_to(normal, (len(J), *normal.shape))], axis=2)
        value = np.full(len(J), np.nan)
        there = np.isfinite(square).all(axis=(1, 2))
        value[there] = np.linalg.det(square[there])
        return value

    return determinant


def _nodes(item: JointRange) -> Floats:
    """The nodes of a grid, half a step beyond both ends: none is at an end or in the middle."""
    step = (item.high - item.low) / NODES
    return np.asarray(item.low + step * (np.arange(NODES + 2) - 0.5), dtype=np.float64)


def _points(determinant: Determinant, ranges: Sequence[JointRange]) -> list[Floats]:
    """Zeros along one joint."""
    nodes = _nodes(ranges[0])[:, None]
    value = determinant(nodes)
    cross = np.flatnonzero(value[1:] * value[:-1] < 0)
    part = value[cross] / (value[cross] - value[cross + 1])
    step = nodes[1] - nodes[0]
    zeros = _refine(determinant, nodes[cross] + part[:, None] * step, step)
    kept = are_in_ranges(zeros, ranges) & _are_zero(determinant, zeros, value)
    return [zeros[k : k + 1] for k in np.flatnonzero(kept)]


def _curves(determinant: Determinant, ranges: Sequence[JointRange]) -> list[Floats]:
    """Lines of zeros over two joints, cut at the ends of their ranges."""
    from contourpy import LineType, contour_generator

    one, other = (_nodes(item) for item in ranges)
    a, b = np.meshgrid(one, other)
    value = determinant(np.stack([a.ravel(), b.ravel()], axis=1)).reshape(a.shape)
    if not np.isfinite(value).any():
        return []
    generator = contour_generator(
        one, other, np.ma.masked_invalid(value), line_type=LineType.Separate, corner_mask=True
    )
    step = np.array([one[1] - one[0], other[1] - other[0]])
    lines = []
    for line in generator.lines(0.0):
        zeros = _refine(determinant, np.asarray(line, dtype=float), step)
        lines += _kept_runs(
            zeros, are_in_ranges(zeros, ranges) & _are_zero(determinant, zeros, value)
        )
    return lines


def _refine(determinant: Determinant, start: Floats, step: Floats) -> Floats:
    """Newton's method along the slope, each joint measured by the step of its grid."""
    q = start
    for _ in range(_ROUNDS):
        value = determinant(q)
        moves = _TRIAL * step * np.eye(len(step))
        slope = np.stack([determinant(q + h) - determinant(q - h) for h in moves], axis=1)
        slope /= 2 * _TRIAL
        square = np.sum(slope * slope, axis=1, keepdims=True)
        with np.errstate(all="ignore"):
            move = -value[:, None] * slope / square
        q = q + step * np.where(np.isfinite(move), move.clip(-1, 1), 0.0)
    return q


def _are_zero(determinant: Determinant, q: Floats, around: Floats) -> Flags:
    """True where a determinant is zero, and not a pole, measured by its values on the grid."""
    return np.abs(determinant(q)) <= _ZERO * float(np.nanmax(np.abs(around)))


def _kept_runs(q: Floats, kept: Flags) -> list[Floats]:
    """The unbroken runs of a line that are kept."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], kept, [False]]).astype(int)))
    return [q[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a > 1]
