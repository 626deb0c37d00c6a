"""The ranges of an active joint in which the loops close, the other active joints held."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from symoro.analysis.arrays import Flags, Floats, Indices
from symoro.analysis.loops.closure import Closure
from symoro.analysis.loops.refusal import Interval
from symoro.analysis.loops.solve import close, first_guesses

_POINTS = 72  # steps of a scan: of 5 degrees in a turn; a narrower range can be missed
_GUESSES = 8  # at each point
_BUDGET = 1200  # first guesses of all scans together
_PARTS, _ROUNDS = 8, 8  # a step is divided into parts, one of these again, and so on
_NEARBY = 3  # guesses in each part: the posture inside, and sampled ones
_SHORT = 25  # steps of the solver from there


@dataclass(frozen=True)
class _Scan:
    """Positions of one joint, whether the loops close there, and a posture for each."""

    column: int
    points: Floats
    closes: Flags
    x: Floats


@dataclass
class _Edge:
    """A posture that closes, and a position of one of its joints where the loops do not."""

    column: int
    x: Floats
    outside: float | None  # None: the end of the scan

    @property
    def position(self) -> float:
        return float(self.x[self.column])


def closing_ranges(
    closure: Closure, row: Floats, active: Sequence[int], free: Indices, seed: int = 0
) -> dict[int, tuple[Interval, ...]]:
    """Find where the loops close when one active joint at a time is moved from a posture.

    A turn is scanned, or for a joint that slides the robot's reach to both sides; the ends of the
    ranges are then found by dividing the last step again and again. Ranges of angles are given
    with their middle in (-Pi, Pi].

    ``row`` is a posture with all active joints in place; ``free`` are the columns of the others.
    """
    rng = np.random.default_rng(seed)
    guesses = max(2, min(_GUESSES, _BUDGET // (_POINTS * max(1, len(active)))))
    ranges = {
        j: _ranges(_scan(closure, row, closure.column(j), free, guesses, rng)) for j in active
    }
    _refine(
        closure, [edge for pairs in ranges.values() for pair in pairs for edge in pair], free, rng
    )
    return {j: _intervals(closure, closure.column(j), pairs) for j, pairs in ranges.items()}


def _scan(
    closure: Closure,
    row: Floats,
    column: int,
    free: Indices,
    guesses: int,
    rng: np.random.Generator,
) -> _Scan:
    position = row[column]
    if closure.tables.periodic[column]:
        points = position + np.linspace(-np.pi, np.pi, _POINTS + 1)
    else:
        reach = closure.tables.reach / closure.tables.size
        points = np.union1d(np.linspace(-reach, reach, _POINTS + 1), position)
    x = first_guesses(closure, row, free, guesses * len(points), rng)
    x[:, column] = np.repeat(points, guesses)
    solved = close(closure, x, free)
    closed = solved.closed.reshape(len(points), guesses)
    x = solved.x.reshape(len(points), guesses, -1)
    closes: Flags = np.any(closed, axis=1)
    scan = _Scan(column, points, closes, x[np.arange(len(points)), closed.argmax(axis=1)])
    for step in (1, -1):
        _extend(closure, scan, free, step)
    scan.closes[points == position] = False
    return scan


def _extend(closure: Closure, scan: _Scan, free: Indices, step: int) -> None:
    """Try a closed posture at the next point if no first guess has closed the loops there."""
    behind = np.roll(scan.closes, step)
    behind[0 if step > 0 else -1] = False
    rows = np.flatnonzero(behind & ~scan.closes)
    x = scan.x[rows - step]
    x[:, scan.column] = scan.points[rows]
    solved = close(closure, x, free)
    scan.x[rows[solved.closed]] = solved.x[solved.closed]
    scan.closes[rows[solved.closed]] = True


def _ranges(scan: _Scan) -> list[tuple[_Edge, _Edge]]:
    """The first and the last posture of each row of points at which the loops close."""
    changes = np.diff(np.concatenate([[0], scan.closes.astype(int), [0]]))
    first, last = np.flatnonzero(changes > 0), np.flatnonzero(changes < 0) - 1

    def edge(i: np.intp, beside: np.intp) -> _Edge:
        outside = float(scan.points[beside]) if 0 <= beside < len(scan.points) else None
        return _Edge(scan.column, scan.x[i].copy(), outside)

    return [(edge(a, a - 1), edge(b, b + 1)) for a, b in zip(first, last, strict=True)]


def _refine(closure: Closure, edges: list[_Edge], free: Indices, rng: np.random.Generator) -> None:
    """Move edges to where the loops cease to close: between the last part and the next one."""
    inner = [edge for edge in edges if edge.outside is not None]
    if not inner:
        return
    shape = (len(inner), _PARTS, _NEARBY)
    columns = np.array([edge.column for edge in inner])
    outside = np.array([edge.outside for edge in inner], dtype=float)
    x = np.array([edge.x for edge in inner])
    rows = np.arange(len(inner))
    for _ in range(_ROUNDS):
        ways = np.linspace(x[rows, columns], outside, _PARTS + 1)  # the parts' ends, inside first
        trial = first_guesses(closure, x[0], free, math.prod(shape), rng).reshape(*shape, -1)
        trial[:, :, 0] = x[:, None]
        others = np.setdiff1d(np.arange(x.shape[1]), free)
        trial[..., others] = x[:, None, None, others]
        trial[rows, :, :, columns] = ways[1:].T[:, :, None]
        solved = close(closure, trial.reshape(-1, x.shape[1]), free, _SHORT)
        closed = solved.closed.reshape(shape)
        good = np.cumprod(closed.any(axis=2), axis=1).sum(axis=1)  # parts that close, from inside
        best = closed.argmax(axis=2)
        postures = solved.x.reshape(*shape, -1)
        for row, last in enumerate(good):
            if last:
                x[row] = postures[row, last - 1, best[row, last - 1]]
            if last < _PARTS:
                outside[row] = ways[last + 1, row]
    for edge, row in zip(inner, x, strict=True):
        edge.x = row


def _intervals(
    closure: Closure, column: int, ranges: list[tuple[_Edge, _Edge]]
) -> tuple[Interval, ...]:
    """The ranges in order; over the end of a turn they are one."""
    unit = float(closure.tables.unit[column])
    pairs = [(low.position * unit, high.position * unit) for low, high in ranges]
    if closure.tables.periodic[column]:
        if len(ranges) > 1 and ranges[0][0].outside is None and ranges[-1][1].outside is None:
            pairs[0] = (pairs.pop()[0] - 2 * np.pi, pairs[0][1])
        pairs = [(low - turn, high - turn) for low, high in pairs for turn in [_turns(low + high)]]
    return tuple(Interval(low, high) for low, high in sorted(pairs))


def _turns(double: float) -> float:
    """Whole turns in the middle of a range, given twice; a half turn, rounded or not, is none."""
    return 2 * math.pi * math.ceil(double / (4 * math.pi) - 0.5 - 1e-6)
