"""The workspace of a point of a robot: its positions over the ranges of the joints.

Positions are sampled at random joint positions. What they fill is measured by `cells`, from which
the search goes on outwards. Where the first joint makes a full turn the reach is a body, or a
disc, of revolution, and cells of its section are enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.cells import Cells, PostureSearch
from symoro.analysis.loops.scaled_tables import scaled_tables
from symoro.analysis.manipulability import singular_values
from symoro.errors import ModelError, UsageError
from symoro.expressions import Expression, FloatArithmetic, evaluate
from symoro.robot import JointType, Robot

PositionFunction = Callable[[Floats], Floats]
"""Joint positions (N, n) to positions (N, 3); a row of NaN where the robot cannot be."""

JacobianFunction = Callable[[Floats], Floats]
"""Joint positions (N, n) to the matrices (N, 3, n) of the point's velocity."""

Line = tuple[Floats, Floats]
"""A point and a unit vector."""

CoordinateFunction = Callable[[Floats], Floats]
"""Positions (N, 3) to the coordinates (N, d) in which cells are counted."""

LIMITS, TURN, SLIDE = "limits", "full turn", "robot size"

_MOST = 10_000_000  # samples
_RANKED = 200  # samples at which the rank of the Jacobian is taken
_RANK = 1e-9  # part of the largest singular value that is none
_FLAT = 1e-9  # part of the largest extent that is none
_ROUNDS, _TRIES, _SHRINK = 70, 80, 0.8  # of the search for the box


@dataclass(frozen=True)
class JointRange:
    """The range over which a joint is moved [rad or m].

    Attributes:
        joint: its frame.
        source: ``limits`` if both are the robot's; ``full turn`` or ``robot size`` if an end that
            the robot does not limit was taken so.
    """

    joint: int
    low: float
    high: float
    source: str = LIMITS

    def __repr__(self) -> str:
        return f"<JointRange: joint {self.joint}, {self.low:.6g} to {self.high:.6g}, {self.source}>"


@dataclass(frozen=True)
class Measure:
    """The measure of a workspace.

    Attributes:
        dimension: the number of directions in which the point can be moved: 0 to 3.
        kind: point, curve, area, surface (not flat) or volume.
        value: the area [m^2] or volume [m^3]; None for the others.
        error: half the difference between all cells reached and those with reached cells on all
            sides. Parts that neither a sample nor the search from it hits are not in it.
        method: the way it was found, in words.
    """

    dimension: int
    kind: str
    value: float | None = None
    error: float | None = None
    method: str = ""

    def __repr__(self) -> str:
        size = "" if self.value is None else f" {self.value:.6g}"
        return f"<Measure: {self.kind}{size}>"


@dataclass(frozen=True, eq=False, repr=False)
class Workspace:
    """Positions that a point of a robot reaches.

    Attributes:
        ranges: the ranges of the joints, one for each column of ``q``.
        q: the joint positions that gave the samples (N, n).
        positions: of the point, in frame 0 (N, 3) [m].
        dropped: samples at which the robot cannot be: its loops do not close.
        box: the smallest and the largest coordinates (2, 3), searched for from the outermost
            samples on.
        manipulability: at each sample, if a Jacobian was given: the product of as many singular
            values as the reach has dimensions.
        swept: the area swept by two joints, counted once for each posture; None for other numbers.
        axis: of the first joint, if that makes a full turn by itself: the reach is of revolution.
    """

    ranges: tuple[JointRange, ...]
    q: Floats
    positions: Floats
    dropped: int
    box: Floats
    measure: Measure
    manipulability: Floats | None = None
    swept: float | None = None
    axis: Line | None = None

    def __repr__(self) -> str:
        measure = self.measure
        size = "" if measure.value is None else f" {measure.value:.4g} +- {measure.error:.2g}"
        return f"<{type(self).__name__}: {len(self.positions)} positions, {measure.kind}{size}>"


def joint_ranges(
    robot: Robot, values: Mapping[str, float], joints: Sequence[int] | None = None
) -> tuple[JointRange, ...]:
    """Return the ranges of joints: their limits, else a full turn, or 0 to the robot's size.

    Args:
        robot: any robot.
        values: a number for each symbol of the geometry and of the limits.
        joints: frames that move; all of them by default.
    """
    return tuple(
        _joint_range(robot, values, j) for j in (robot.moving_joints if joints is None else joints)
    )


def _joint_range(robot: Robot, values: Mapping[str, float], j: int) -> JointRange:
    frame = robot.frame(j)
    low, high = (
        None if end is None else float(evaluate(end, values, FloatArithmetic()))
        for end in _limits(robot, j)
    )
    if low is not None and high is not None:
        if low > high:
            raise UsageError(f"joint {j}: the lower limit {low:g} is above the upper one, {high:g}")
        return JointRange(j, low, high)
    if frame.sigma is JointType.REVOLUTE:
        source, width, first = TURN, 2 * math.pi, -math.pi
    else:
        source, width, first = SLIDE, scaled_tables(robot, values).size, 0.0
    if low is not None:
        first = low
    elif high is not None:
        first = high - width
    return JointRange(j, first, first + width, source)


def _limits(robot: Robot, j: int) -> tuple[Expression | None, Expression | None]:
    limits = robot.frame(j).limits
    return (None, None) if limits is None else (limits.lower, limits.upper)


def sample_workspace(
    position: PositionFunction,
    ranges: Sequence[JointRange],
    samples: int = 20000,
    seed: int = 0,
    *,
    jacobian: JacobianFunction | None = None,
    axis: Line | None = None,
    unit: str = "m",
) -> Workspace:
    """Sample positions, every joint evenly over its range and by itself.

    Args:
        position: gives the positions.
        ranges: one for each joint.
        samples: the number of joint positions.
        seed: of the random numbers; the same seed gives the same samples.
        jacobian: gives the Jacobian matrices; needed for dimension, manipulability and ``swept``.
            Without it the dimension is that of the smallest flat that holds the samples.
        axis: of the first joint, if that makes a full turn by itself.
        unit: of the positions.

    Raises:
        UsageError: for a number of samples out of range.
        ModelError: if the robot can be at none of the samples.
    """
    if not 1 <= samples <= _MOST:
        raise UsageError(f"the number of samples is 1 to {_MOST}, not {samples}")
    rng = np.random.default_rng(seed)
    low, high = (np.array([getattr(item, end) for item in ranges]) for end in ("low", "high"))
    q = rng.uniform(low, high, (samples, len(ranges)))
    x = position(q)
    kept = np.isfinite(x).all(axis=1)
    if not kept.any():
        raise ModelError(
            f"the loops close at none of {samples} random joint positions; with other lengths "
            "(--param NAME=NUMBER), narrower limits of the actuated joints or more samples "
            "(--samples) they may"
        )
    q, x = q[kept], x[kept]
    dimension = _flat_dimension(x)
    ease = swept = None
    if jacobian is not None:
        J = jacobian(q) * (high > low)  # a joint whose range is a point does not move
        dimension = _dimension(J[:_RANKED])
        ease = singular_values(J)[:, :dimension].prod(axis=1) if dimension else None
        moving = np.flatnonzero(np.abs(J).max(axis=(0, 1)) > _RANK * np.abs(J).max()).tolist()
        if dimension == len(moving) == 2 and samples == len(q):
            swept = _area_swept(jacobian, ranges, moving)
    box = _box(position, low, high, q, x, rng)

    def postures(places: CoordinateFunction) -> PostureSearch:
        return PostureSearch(q, low, high, lambda some: places(position(some)), rng)

    return Workspace(
        ranges=tuple(ranges),
        q=q,
        positions=x,
        dropped=samples - len(q),
        box=box,
        measure=measure(x, dimension, axis, postures, unit),
        manipulability=ease,
        swept=swept,
        axis=axis,
    )


def _dimension(J: Floats) -> int:
    values = singular_values(J)
    largest = values.max(initial=0.0)
    return int((values > _RANK * largest).sum(axis=1).max()) if largest > 0 else 0


def _flat_dimension(x: Floats) -> int:
    extents = _principal_extents(x)[0]
    return int((extents > _FLAT * (1 + extents[0])).sum())


def _principal_extents(x: Floats) -> tuple[Floats, Floats]:
    """Root mean squares of the positions along their principal directions, and these as rows."""
    centred = (x - x.mean(axis=0)) / math.sqrt(len(x))
    rows = np.concatenate([centred, np.zeros((3, 3))])  # at least three, so that none is lost
    extents, directions = np.linalg.svd(rows, full_matrices=False)[1:]
    return extents, directions


def _box(
    position: PositionFunction,
    low: Floats,
    high: Floats,
    q: Floats,
    x: Floats,
    rng: np.random.Generator,
) -> Floats:
    """Go on from the outermost samples: random steps that get shorter, the best one is kept."""
    signs = np.repeat([-1.0, 1.0], 3)
    axes = np.tile([0, 1, 2], 2)
    outermost = (signs * x[:, axes]).argmax(axis=0)
    best, value = q[outermost], signs * x[outermost, axes]
    step = (high - low) / 10
    rows = np.arange(6)
    for _ in range(_ROUNDS):
        trial = best[:, None] + step * rng.normal(size=(6, _TRIES, len(low)))
        trial = np.clip(trial, low, high)
        there = position(trial.reshape(6 * _TRIES, -1)).reshape(6, _TRIES, 3)
        extents = np.nan_to_num(signs[:, None] * there[rows, :, axes], nan=-np.inf)
        first = extents.argmax(axis=1)
        better = extents[rows, first] > value
        best = np.where(better[:, None], trial[rows, first], best)
        value = np.where(better, extents[rows, first], value)
        step = step * _SHRINK
    box: Floats = (signs * value).reshape(2, 3)
    return box


def measure(
    positions: Floats,
    dimension: int,
    axis: Line | None = None,
    postures: Callable[[CoordinateFunction], PostureSearch] | None = None,
    unit: str = "m",
) -> Measure:
    """Measure what samples fill.

    Args:
        positions: the samples (N, 3).
        dimension: the number of directions in which the point can be moved.
        axis: a line about which the reach can be turned by any angle.
        postures: gives the samples' joint positions, from coordinates of positions; more of the
            reach is then searched for.
        unit: of the positions.
    """
    if dimension < 2:
        return Measure(dimension, ("point", "curve")[dimension])
    extents, directions = _principal_extents(positions)
    flat = extents[2] <= _FLAT * extents[0]
    if dimension == 2 and not flat:
        return Measure(2, "surface")
    kind = "area" if dimension == 2 else "volume"
    turned = axis is not None and (not flat or abs(axis[1] @ directions[2]) > 1 - _FLAT)

    def places(x: Floats) -> Floats:
        if axis is None or not turned:
            return x @ directions[:2].T if flat else x
        away = x - axis[0]
        height = away @ axis[1]
        radius = np.linalg.norm(away - height[:, None] * axis[1], axis=1)
        return radius[:, None] if flat else np.stack([radius, height], axis=1)

    coordinates = places(positions)
    if not np.ptp(coordinates, axis=0).any():
        return Measure(dimension, kind, 0.0, 0.0, "one sample")
    cells = Cells(coordinates)
    if postures is not None:
        cells.fill(coordinates, postures(places))
    reached, inner = (cells.size(some, turned=turned) for some in (cells.reached, cells.inner))
    shape = ("intervals", "squares", "cubes")[cells.dimension - 1]
    about = " of a section, turned about the axis of the first joint" if turned else ""
    method = f"{shape} of side {cells.side:.3g} {unit}{about}"
    return Measure(dimension, kind, (reached + inner) / 2, (reached - inner) / 2, method)


def swept_area(jacobian: JacobianFunction, ranges: Sequence[JointRange], panels: int = 64) -> float:
    """Return the area that a point sweeps while two joints move over their ranges.

    It is the integral of ``abs(det J)``, for a point in space of ``sqrt(det J'J)``, by Gauss's rule
    with four points on each of ``panels`` parts of both ranges. A place that several postures reach
    counts as often. For a planar arm with links l1 and l2 it is l1 l2 dq1 times the integral of
    ``abs(sin q2)``.

    Args:
        jacobian: gives the matrices (N, m, 2).
        ranges: of the two joints.
        panels: parts of each range.
    """
    if len(ranges) != 2:
        raise UsageError(f"two joints sweep an area; found {len(ranges)}")
    nodes, weights = np.polynomial.legendre.leggauss(4)
    axes, factors = [], []
    for item in ranges:
        half = (item.high - item.low) / (2 * panels)
        middles = item.low + half * (2 * np.arange(panels) + 1)
        axes.append((middles[:, None] + half * nodes).ravel())
        factors.append(np.tile(half * weights, panels))
    q = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 2)
    swept = singular_values(jacobian(q)).prod(axis=1).reshape(len(axes[0]), len(axes[1]))
    return float(factors[0] @ swept @ factors[1])


def _area_swept(
    jacobian: JacobianFunction, ranges: Sequence[JointRange], moving: Sequence[int]
) -> float:
    """The area swept by two of several joints; the others do not matter and stay in the middle."""
    middle = np.array([(item.low + item.high) / 2 for item in ranges])

    def part(pair: Floats) -> Floats:
        q = np.tile(middle, (len(pair), 1))
        q[:, moving] = pair
        return jacobian(q)[:, :, moving]

    return swept_area(part, [ranges[k] for k in moving])
