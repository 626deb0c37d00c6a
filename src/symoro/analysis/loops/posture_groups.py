"""Groups of closed postures: equal up to turns of 2 Pi and motions that the loops leave free."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symoro.analysis.arrays import Flags, Floats, Indices
from symoro.analysis.loops.closure import Closure
from symoro.analysis.loops.solve import close, null_space, ranks

SAME = 1e-5  # rad, or of the robot's size: postures nearer than this are equal

_MOVES = 1e-6  # share of a joint in a motion from which on the joint moves
_TRIAL = 0.05  # length of a motion that shows that it is not one of a single posture only
_STRIDE = 0.3  # most that one step moves a joint
_WAY = 40  # most steps from a posture to another
_STEEP = 1e-4  # least singular value that a step back to closed loops divides by


@dataclass(frozen=True)
class Groups:
    """Closed postures in groups: two of a group are equal, or a motion leads from one to the other.

    Attributes:
        labels: the group of each posture, from 0.
        freedom: the most ways in which the free joints move while the loops stay closed.
        idle: the columns that move then.
    """

    labels: Indices
    freedom: int
    idle: Flags

    @property
    def sizes(self) -> list[int]:
        """The number of postures in each group."""
        return [int(count) for count in np.bincount(self.labels)]


def group_postures(closure: Closure, x: Floats, free: Indices) -> Groups:
    """Sort closed postures that differ in their free columns into groups.

    Where the derivatives of the gaps leave a motion free it is tried: it may be that of a singular
    posture, which leads nowhere.
    """
    idle: Flags = np.zeros(x.shape[1], dtype=bool)
    alone: Flags = np.ones(len(x), dtype=bool)
    labels = np.zeros(len(x), dtype=np.intp)
    most = count = 0
    slope = closure.gaps(x)[1][:, :, free]
    rank = ranks(slope)
    for freedom in sorted(set((len(free) - rank).tolist()) - {0}):
        rows = len(free) - rank == freedom
        motion = null_space(slope[rows], freedom)
        if _leads_away(closure, x[rows][:1], motion[:1], free):
            share = np.linalg.norm(motion, axis=2).max(axis=0)
            moves = np.zeros_like(idle)
            moves[free[share > _MOVES]] = True
            labels[rows] = count + _connected_labels(closure, x[rows], free, freedom, moves)
            count = int(labels[rows].max()) + 1
            most, idle, alone = freedom, idle | moves, alone & ~rows
    labels[alone] = count + _equal_labels(closure, x[alone])
    return Groups(labels, most, idle)


def without_turns(closure: Closure, difference: Floats) -> Floats:
    """Return a difference of postures without whole turns."""
    turns = np.where(closure.tables.periodic, np.round(difference / (2 * np.pi)), 0.0)
    return difference - 2 * np.pi * turns


def _distance(closure: Closure, a: Floats, b: Floats, columns: Flags | None = None) -> Floats:
    difference = np.abs(without_turns(closure, a - b))
    chosen = difference if columns is None else difference[..., columns]
    farthest: Floats = chosen.max(axis=-1, initial=0.0)
    return farthest


def _equal_labels(closure: Closure, x: Floats) -> Indices:
    labels = np.full(len(x), -1, dtype=np.intp)
    while (labels < 0).any():
        first = int(np.argmax(labels < 0))
        near = (_distance(closure, x, x[first]) < SAME) & (labels < 0)
        labels[near] = labels.max() + 1
    return labels


def _leads_away(closure: Closure, x: Floats, motion: Floats, free: Indices) -> bool:
    """True if a posture can be moved along a free motion and closed again, not where it was."""
    ahead = x.copy()
    ahead[:, free] += _TRIAL * motion[:, :, 0]
    solved = close(closure, ahead, free)
    moved = _distance(closure, solved.x, x) > _TRIAL / 4
    return bool((solved.closed & moved).any())


def _connected_labels(
    closure: Closure, x: Floats, free: Indices, freedom: int, idle: Flags
) -> Indices:
    """Join groups as long as a way leads from a posture to the nearest one of another group."""
    labels = np.arange(len(x))
    pairs = x[:, None], x[None]
    together = _distance(closure, *pairs, ~idle) < SAME
    distance = np.where(together, _distance(closure, *pairs), np.inf)
    rows = np.arange(len(x))
    while True:
        others = np.where(labels[:, None] != labels, distance, np.inf)
        goals = np.argmin(others, axis=1)
        tried = np.flatnonzero(np.isfinite(others[rows, goals]))
        arrived = tried[_reach_goals(closure, x[tried], x[goals[tried]], free, freedom)]
        if not len(arrived):
            return np.unique(labels, return_inverse=True)[1].astype(np.intp)
        for a in arrived:
            labels[labels == labels[goals[a]]] = labels[a]


def _reach_goals(closure: Closure, x: Floats, goal: Floats, free: Indices, freedom: int) -> Flags:
    """The postures that free motions lead to their goals, loops closed on the way."""
    x = x.copy()
    rank = len(free) - freedom
    left = np.arange(len(x))
    for _ in range(_WAY):
        gap, slope = closure.gaps(x[left])
        out, singular, into = np.linalg.svd(slope[:, :, free], full_matrices=False)
        into = into[:, :rank]
        wanted = without_turns(closure, goal[left] - x[left])[:, free, None]
        along = wanted - into.transpose(0, 2, 1) @ (into @ wanted)
        open_ = out[:, :, :rank].transpose(0, 2, 1) @ gap[:, :, None]
        back = into.transpose(0, 2, 1) @ (open_ / np.maximum(singular[:, :rank, None], _STEEP))
        step = (along - back)[:, :, 0]
        length = np.abs(step).max(axis=1, initial=0.0)
        x[np.ix_(left, free)] += step / np.maximum(1.0, length / _STRIDE)[:, None]
        left = left[length > SAME / 10]
        if not len(left):
            break
    closed = np.abs(closure.gaps(x)[0]).max(axis=1, initial=0.0) < SAME**2
    there: Flags = closed & (_distance(closure, x, goal) < SAME)
    return there
