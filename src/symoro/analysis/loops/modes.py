"""All assembly modes of a closed robot: every posture that given active joints allow."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from symoro.analysis.arrays import Floats, Indices
from symoro.analysis.loops.closing_ranges import closing_ranges
from symoro.analysis.loops.closure import Closure
from symoro.analysis.loops.posture_groups import SAME, Groups, group_postures, without_turns
from symoro.analysis.loops.refusal import CannotClose, miss_text
from symoro.analysis.loops.solve import batch_size, close, first_guesses
from symoro.errors import UsageError
from symoro.robot import Robot

_STARTS = 100  # of one batch
_HALF_TURN = 1e-9  # an angle that is so near to -Pi is Pi
_FEWEST, _MOST = 2, 40  # batches
_ENOUGH = 500  # postures to tell apart by the motions that lead from one to another


@dataclass(frozen=True)
class Modes:
    """The assembly modes of a closed robot.

    Attributes:
        joints: the frames that move, in order.
        positions: one mode a row, one joint a column [rad or m]; angles of joints that were not
            given are in (-Pi, Pi]. Rows are sorted by these, the first joint first.
        idle: the joints that move while the active ones are held, as the spin of a rod between
            two spherical joints; a mode then stands for all postures that this motion joins.
        freedom: the number of ways in which they move; 0 if there are none.
    """

    joints: tuple[int, ...]
    positions: Floats
    idle: tuple[int, ...]
    freedom: int
    starts: int

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def postures(self) -> tuple[dict[int, float], ...]:
        """The modes as joint positions by frame."""
        return tuple(dict(zip(self.joints, row, strict=True)) for row in self.positions.tolist())


def modes(
    robot: Robot,
    values: Mapping[str, float],
    active: Mapping[int, float],
    seed: int = 0,
    *,
    explain: bool = True,
) -> Modes:
    """Find all postures in which the loops close with the active joints where they are.

    First guesses of the other joints are sampled in batches, each is closed to 1e-12 of the robot's
    size and 1e-12 rad. Batches go on until one has brought no new mode and no mode was found only
    once: then it is unlikely that one is missing, but there is no proof.

    Args:
        robot: a closed robot.
        values: a number for each symbol of the geometry that is not a joint variable.
        active: the positions of the active joints, by frame [rad or m]; joints on no loop too.
        seed: of the first guesses.
        explain: when the loops do not close, say in which range of each active joint they do.

    Raises:
        UsageError: for a robot without loops, or a joint on no loop whose position is not given.
        CannotClose: if no posture was found; with the smallest distance, and the ranges.
    """
    closure = Closure(robot, values)
    row, free = _task(closure, active)
    rng = np.random.default_rng(seed)
    batch = batch_size(closure, _STARTS)
    x = np.empty((0, len(row)))
    groups = group_postures(closure, x, free)
    best = (math.inf, math.inf)
    for number in range(1, _MOST + 1):
        solved = close(closure, first_guesses(closure, row, free, batch, rng), free)
        best = min(best, solved.best, key=lambda gap: math.hypot(*gap))
        before = len(groups.sizes)
        x = np.concatenate([x, solved.x[solved.closed]])
        groups = group_postures(closure, x, free)
        settled = len(groups.sizes) == before and 1 not in groups.sizes
        if number >= _FEWEST and (settled or (groups.freedom and len(x) > _ENOUGH)):
            break
    if not len(x):
        raise _refusal(closure, row, active, free, best, explain)
    return _collect_modes(closure, x, active, groups, number * batch)


def _task(closure: Closure, active: Mapping[int, float]) -> tuple[Floats, Indices]:
    """The row with the active joints in place, and the columns to be found."""
    robot = closure.robot
    if not robot.n_loops:
        raise UsageError(f"{robot.name} has no loops; assembly modes are those of closed robots")
    wrong = [j for j, position in active.items() if not math.isfinite(position)]
    if wrong:
        raise UsageError(f"the position of joint {wrong[0]} is {active[wrong[0]]}, not a number")
    row = closure.scaled_row(active)
    active_columns = {closure.column(j) for j in active}
    free = np.array([c for c in range(len(row)) if c not in active_columns], dtype=np.intp)
    loose = [closure.tables.joints[c] for c in free if not closure.on_loops[c]]
    if loose:
        listed = ", ".join(map(str, loose))
        raise UsageError(f"give positions of the joints of {robot.name} on no loop too: {listed}")
    return row, free


def _collect_modes(
    closure: Closure, x: Floats, active: Mapping[int, float], groups: Groups, count: int
) -> Modes:
    """One posture of each group, the one whose idle joints are nearest to zero, in order."""
    x = _within_turn(closure, without_turns(closure, x))
    restless = np.abs(x[:, groups.idle]).max(axis=1, initial=0.0)
    chosen = [
        min(np.flatnonzero(groups.labels == label), key=lambda i: float(restless[i]))
        for label in range(len(groups.sizes))
    ]
    rows = sorted(x[chosen], key=lambda row: tuple(np.round(row / SAME)))
    postures = [closure.posture(row) | dict(active) for row in rows]
    joints = closure.robot.moving_joints
    return Modes(
        joints=joints,
        positions=np.array([[posture[j] for j in joints] for posture in postures]),
        idle=tuple(j for j in joints if groups.idle[closure.column(j)]),
        freedom=groups.freedom,
        starts=count,
    )


def _within_turn(closure: Closure, x: Floats) -> Floats:
    """Angles in (-Pi, Pi]; also where rounding makes -Pi of a half turn."""
    return np.where(closure.tables.periodic & (x < _HALF_TURN - np.pi), x + 2 * np.pi, x)


def _refusal(
    closure: Closure,
    row: Floats,
    active: Mapping[int, float],
    free: Indices,
    best: tuple[float, float],
    explain: bool,
) -> CannotClose:
    """The error that says how far the loops are from closing and where they would close."""
    robot, size = closure.robot, closure.tables.size
    position, rotation = best[0] * size, best[1]
    relevant = [j for j in active if closure.on_loops[closure.column(j)]]
    posture = ", ".join(f"{robot.variables[j]} = {active[j]:.4g}" for j in relevant)
    text = f"the loops of {robot.name} do not close"
    text += f" at {posture}: " if posture else ": "
    text += miss_text(position, rotation, size)
    ranges = closing_ranges(closure, row, relevant, free) if explain else {}
    if ranges:
        proviso = "with the other active joints held, " if len(relevant) > 1 else ""
        places = [
            f"for {robot.variables[j]} in {' or '.join(map(str, intervals))}"
            if intervals
            else f"for no {robot.variables[j]}"
            for j, intervals in ranges.items()
        ]
        text += f"; {proviso}they close {', '.join(places)}"
    return CannotClose(text, position, rotation, ranges)
