"""Circles of singular postures of a planar arm with more joints than the plane has directions.

The first joint turns the point about its axis, so the Jacobian matrix loses rank where no other
joint changes the distance from the axis: links in line. These postures are searched for from many
first guesses.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats
from symoro.analysis.loops.solve import solve
from symoro.analysis.manipulability import singular_values
from symoro.analysis.workspace import TURN, JointRange
from symoro.plot.reach import Reach

NODES = 240
"""Parts of a joint's range in which a branch is drawn."""

_GUESSES = 200
_STEP = 1e-5  # of finite differences [rad, or by the range]
_ZERO = 1e-10  # of the square of the extent
_SINGULAR = 1e-6  # of the largest singular value
_DIGITS = 6  # by which circles are one
_NEAR = 1e-9  # of a range: how far beyond its ends a posture may be by rounding


def redundant_circles(reach: Reach) -> list[Floats]:
    """Return the circles, or arcs over the range of the first joint, as lines (k, 3) in frame 0."""
    first, *rest = reach.moving
    assert reach.section is not None
    origin, axis = reach.section
    extent = float(np.abs(reach.box).max())
    middle = np.array([(item.low + item.high) / 2 for item in reach.ranges])
    middle[first] = 0.0

    def joint_positions(some: Floats) -> Floats:
        q = np.tile(middle, (len(some), 1))
        q[:, rest] = some
        return q

    def radius_vectors(q: Floats) -> Floats:
        x = reach.models.position(q) - origin
        return x - (x @ axis)[:, None] * axis

    def derivatives(some: Floats) -> Floats:
        """The derivatives of half the square of the distance."""
        q = joint_positions(some)
        J = reach.models.jacobian(q)[:, :, rest]
        gradient: Floats = np.einsum("ni,nik->nk", radius_vectors(q), J) / extent**2
        return gradient

    def gaps(some: Floats) -> tuple[Floats, Floats]:
        steps = _STEP * np.eye(len(rest))
        bends = [(derivatives(some + h) - derivatives(some - h)) / (2 * _STEP) for h in steps]
        return derivatives(some), np.stack(bends, axis=2)

    ranges = [reach.ranges[k] for k in rest]
    low, high = (np.array([getattr(item, end) for item in ranges]) for end in ("low", "high"))
    starts = np.random.default_rng(0).uniform(low, high, (_GUESSES, len(rest)))
    roots = solve(gaps, starts, np.arange(len(rest)))
    zero = np.abs(derivatives(roots)).max(axis=1) < _ZERO
    roots = roots[zero & are_in_ranges(roots, ranges)]
    speeds = singular_values(reach.models.jacobian(joint_positions(roots))[:, :, reach.moving])
    roots = roots[speeds[:, 1] < _SINGULAR * speeds[:, 0]]  # on the axis the distance is least too
    full = reach.axis is not None
    circles: dict[tuple[float, ...], Floats] = {}
    for row in roots:
        q = joint_positions(row[None])
        radius = radius_vectors(q)[0]
        key = (np.linalg.norm(radius) if full else reach.models.position(q)[0]) / extent
        circles.setdefault(tuple(np.atleast_1d(np.round(key, _DIGITS) + 0.0).tolist()), q)
    lines = []
    for _, q in sorted(circles.items(), key=lambda item: item[0]):
        line = reach.models.position(sweep(q, first, reach.ranges[first]))
        lines.append(_canonical_circle(line, origin, axis) if full else line)
    return lines


def _canonical_circle(line: Floats, origin: Floats, axis: Floats) -> Floats:
    """The same circle with nodes that do not depend on the posture that was found."""
    height = float((line[0] - origin) @ axis)
    radius = float(np.linalg.norm(line[0] - origin - height * axis))
    side = np.cross(axis, np.eye(3)[int(np.abs(axis).round(9).argmin())])
    side /= np.linalg.norm(side)
    angle = np.linspace(0, 2 * np.pi, NODES + 1)[:, None]
    turned = np.cos(angle) * side + np.sin(angle) * np.cross(axis, side)
    circle: Floats = origin + height * axis + radius * turned
    return circle


def sweep(q: Floats, k: int, item: JointRange) -> Floats:
    """Return a posture with joint k over its range."""
    rows = np.repeat(q, NODES + 1, axis=0)
    rows[:, k] = np.linspace(item.low, item.high, NODES + 1)
    return rows


def are_in_ranges(q: Floats, ranges: Sequence[JointRange]) -> npt.NDArray[np.bool_]:
    """Tell what is in the ranges; a joint with a full turn may go a step further."""
    low, high = (np.array([getattr(item, end) for item in ranges]) for end in ("low", "high"))
    closed = np.array([item.source == TURN for item in ranges])
    slack = (high - low) * np.where(closed, 1 / NODES, _NEAR)
    inside: npt.NDArray[np.bool_] = ((q >= low - slack) & (q <= high + slack)).all(axis=1)
    return inside
