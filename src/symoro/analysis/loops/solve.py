"""Close loops from many first guesses at once: Levenberg and Marquardt's method, then Newton's.

The first method is a long way from a random guess, on which the last digits of a matrix product,
which are the processor's, would grow until other postures are found. So its steps have no part
along motions that the loops leave free, where rounding divided by a small damping would be the
step, and each ends on a grid of 1e-10: the way is the same on every processor. Newton's method then
starts from the same place everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from symoro.analysis.arrays import Flags, Floats, Indices
from symoro.analysis.loops.closure import Closure

CLOSED = 1e-12  # largest gap of a closed loop: position by the robot's size, rotation in rad
RANK = 1e-7  # a singular value is zero if it is this much smaller than the largest

Gaps = Callable[[Floats], tuple[Floats, Floats]]
"""Postures to numbers that should be zero (postures, m), and their derivatives."""

_CLEAR, _NOISE = 1e-3, 1e-9  # a singular value between these is neither zero nor not
_STEPS = 60
_STRIDE = 0.8  # most that one step turns a joint; a slide: of the robot's size
_FIRST, _LEAST, _MOST = 1e-2, 1e-10, 1e8  # the damping
GRID = 10  # decimals of postures on the way: far finer than the gap that ends it
_NEAR = 1e-7  # gap from which Newton's method goes on alone
_POLISH = 20  # most steps of Newton's method
_STALLED = 1e-9  # relative decrease of the sum of squares that is none
_SLIDE = 2.0  # largest first guess of a joint that slides, in sizes of the robot
_ENTRIES = 200_000  # of the matrices of one batch


@dataclass(frozen=True)
class ClosedPostures:
    """Postures with the gaps that are left in them.

    Attributes:
        x: the postures, one a row.
        position: the largest distance of two frames that should coincide, by the size.
        rotation: the largest angle between two such frames [rad].
    """

    x: Floats
    position: Floats
    rotation: Floats

    @property
    def closed(self) -> Flags:
        """The postures whose loops are closed."""
        return np.maximum(self.position, self.rotation) <= CLOSED

    @property
    def best(self) -> tuple[float, float]:
        """The position and rotation that the nearest posture leaves open."""
        nearest = int(np.argmin(np.hypot(self.position, self.rotation)))
        return float(self.position[nearest]), float(self.rotation[nearest])


def close(closure: Closure, starts: Floats, free: Indices, steps: int = _STEPS) -> ClosedPostures:
    """Close the loops as far as possible from each start; only the free columns move."""
    x = solve(closure.gaps, starts, free, steps)
    gap = closure.gaps(x)[0].reshape(len(x), closure.robot.n_loops, 2, 3)
    lengths = np.linalg.norm(gap, axis=3).max(axis=1, initial=0.0)
    return ClosedPostures(x, lengths[:, 0], lengths[:, 1])


def solve(gaps: Gaps, starts: Floats, free: Indices, steps: int = _STEPS) -> Floats:
    """Make some numbers as small as possible from each start; only the free columns move."""
    x = starts.copy()
    if len(free) and len(x):
        _descend(gaps, x, free, steps)
        near = np.flatnonzero(_largest_gaps(gaps(x)[0]) < _NEAR)
        x[near] = _polish(gaps, x[near], free)
    return x


def first_guesses(
    closure: Closure, row: Floats, free: Indices, count: int, rng: np.random.Generator
) -> Floats:
    """Return copies of a posture with free columns sampled: any angle, slides of some sizes."""
    x = np.tile(row, (count, 1))
    turns = closure.tables.periodic[free]
    x[:, free] = rng.uniform(-1.0, 1.0, (count, len(free))) * np.where(turns, np.pi, _SLIDE)
    return x


def batch_size(closure: Closure, wanted: int) -> int:
    """Return the number of postures to treat together: fewer for robots with many loops."""
    joints = len(closure.tables.joints)
    entries = joints * max(joints, 6 * closure.robot.n_loops, 1)
    return max(4, min(wanted, _ENTRIES // entries))


def ranks(slope: Floats) -> Indices:
    """Return the ranks of a batch of matrices; `RANK` tells zero from small."""
    if 0 in slope.shape:
        return np.zeros(len(slope), dtype=np.intp)
    singular = np.linalg.svd(slope, compute_uv=False)
    rank: Indices = np.sum(singular > RANK * singular[:, :1], axis=1)
    return rank


def have_clear_ranks(slope: Floats) -> Flags:
    """Tell which of a batch of matrices have a clear rank; all of them if none has.

    At a singular posture loops that are closed to 1e-12 may be closed to 1e-6 in the joints only,
    so that what is zero there is not.
    """
    if 0 in slope.shape:
        return np.ones(len(slope), dtype=bool)
    singular = np.linalg.svd(slope, compute_uv=False)
    unclear = (singular > _NOISE * singular[:, :1]) & (singular < _CLEAR * singular[:, :1])
    clear: Flags = np.logical_not(np.any(unclear, axis=1))
    return clear if clear.any() else np.ones(len(slope), dtype=bool)


def null_space(slope: Floats, freedom: int) -> Floats:
    """Return an orthonormal basis of the freest directions: (matrices, columns, freedom).

    Of all bases the one that follows from some fixed directions, the first of them first; which one
    a decomposition gives (SciPy's null_space) would be the processor's choice.
    """
    rows = np.linalg.svd(slope)[2][:, slope.shape[2] - freedom :]
    fixed = np.random.default_rng(0).normal(size=(slope.shape[2], freedom))
    turn, triangle = np.linalg.qr(rows @ fixed)
    signs = np.where(np.diagonal(triangle, axis1=1, axis2=2) < 0, -1.0, 1.0)
    basis: Floats = rows.transpose(0, 2, 1) @ (turn * signs[:, None])
    return basis


def _descend(gaps: Gaps, x: Floats, free: Indices, steps: int) -> None:
    """Decrease the sums of squares of the gaps, in place; a step that does not is taken back."""
    left = np.arange(len(x))
    gap, slope = gaps(x)
    slope = slope[:, :, free]
    cost = np.sum(gap * gap, axis=1)
    damping = np.full(len(x), _FIRST)
    idle = np.zeros(len(x), dtype=int)  # steps in a row without a decrease
    unit = np.eye(gap.shape[1])
    for _ in range(steps):
        normal = slope @ slope.transpose(0, 2, 1) + damping[:, None, None] * unit
        weights = np.linalg.solve(normal, gap[:, :, None])
        step = -(slope.transpose(0, 2, 1) @ weights)[:, :, 0]  # none where loops are free
        step /= np.maximum(1.0, np.abs(step).max(axis=1) / _STRIDE)[:, None]
        trial = x[left]
        trial[:, free] = np.round(trial[:, free] + step, GRID)
        new_gap, new_slope = gaps(trial)
        new_cost = np.sum(new_gap * new_gap, axis=1)
        better = new_cost < cost
        idle = np.where(new_cost < (1 - _STALLED) * cost, 0, idle + 1)
        x[left[better]] = trial[better]
        gap[better], cost[better] = new_gap[better], new_cost[better]
        slope[better] = new_slope[better][:, :, free]
        damping = np.clip(np.where(better, damping / 6, damping * 4), _LEAST, _MOST)
        going = (cost > _NEAR**2 / 4) & (idle < 6)
        if not going.all():
            left, gap, slope, cost = left[going], gap[going], slope[going], cost[going]
            damping, idle = damping[going], idle[going]
        if not len(left):
            return


def _polish(gaps: Gaps, x: Floats, free: Indices) -> Floats:
    """Newton's method with the shortest steps, as long as the gap shrinks."""
    gap, slope = gaps(x)
    worst = _largest_gaps(gap)
    for _ in range(_POLISH):
        step = np.linalg.pinv(slope[:, :, free], rcond=RANK) @ gap[:, :, None]
        trial = x.copy()
        trial[:, free] -= step[:, :, 0]
        new_gap, new_slope = gaps(trial)
        better = _largest_gaps(new_gap) < worst
        if not better.any():
            break
        x = np.where(better[:, None], trial, x)
        gap = np.where(better[:, None], new_gap, gap)
        slope = np.where(better[:, None, None], new_slope, slope)
        worst = _largest_gaps(gap)
    return x


def _largest_gaps(gap: Floats) -> Floats:
    worst: Floats = np.abs(gap).max(axis=1, initial=0.0)
    return worst
