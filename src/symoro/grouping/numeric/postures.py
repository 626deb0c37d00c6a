"""Random postures of a robot: free ones, or those whose loops close in one assembly mode."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from symoro.algebra.angle import Angle
from symoro.algebra.dual import Dual, DualArithmetic
from symoro.analysis.arrays import ArrayArithmetic, Floats, Indices, apply, transpose
from symoro.analysis.loops import CannotClose, Closure, modes
from symoro.analysis.loops.postures import closed_rows
from symoro.analysis.loops.solve import GRID, RANK, close, null_space
from symoro.errors import ModelError, UsageError
from symoro.expressions import Expression, evaluate
from symoro.grouping.numeric.batch_columns import Postures
from symoro.models.let import plain
from symoro.models.loops.assembly import chosen_modes, mode_labels
from symoro.models.loops.loop_geometry import solve_loops
from symoro.models.loops.recipes import LoopPlan, Mode, plan_loops
from symoro.robot import JointType, Robot

_SPARE = 1.6  # postures to choose the best conditioned from, for one that is wanted
_TRIES = 6  # batches of random active joints before closed postures are searched
_FAR = 1e-6  # gap that a formula may leave before it is polished away
_STEP, _STEPS = (
    0.15,
    20,
)  # longest step and number of steps of a walk through closed postures [rad, or of the size]
_ASTRAY = 0.5  # share of a step by which closing the loops may change it
_TINY = 1e-300
_DECIMALS = 9  # of ratios that are compared: the rest is a processor's rounding
_ARRAYS = ArrayArithmetic()
_NARROW = 1e-3  # least ratio of singular values of the loops on a walk


class PostureSource(Protocol):
    """A source of postures."""

    label: str

    def __call__(
        self, closure: Closure, values: Mapping[str, float], count: int, rng: np.random.Generator
    ) -> Postures:
        """Return random postures of a robot with given numbers."""


class FreePostures:
    """Postures of a robot without loops."""

    label = ""

    def __call__(
        self, closure: Closure, values: Mapping[str, float], count: int, rng: np.random.Generator
    ) -> Postures:
        """Sample all joints.

        Raises:
            ModelError: if two joints share a variable.
        """
        owners: dict[str, int] = {}
        for j, variable in closure.robot.variables.items():
            first = owners.setdefault(variable.name, j)
            if first != j:
                raise ModelError(
                    f"{closure.robot.name}: joints {first} and {j} share the variable {variable}; "
                    "give each its own, and the relation between them in constraints"
                )
        x = sample_rows(closure, count, rng)
        basis = np.broadcast_to(closure.tables.gear, (count, *closure.tables.gear.shape))
        return Postures(x, basis)


class FormulaPostures:
    """Closed postures of one mode from the closed form of the loops."""

    def __init__(self, loops: LoopPlan, mode: int) -> None:
        self.loops = loops
        self.roots: Mode = loops.modes[mode - 1]
        self.label = f"mode {mode}: {mode_labels(loops)[mode - 1]}"

    def __call__(
        self, closure: Closure, values: Mapping[str, float], count: int, rng: np.random.Generator
    ) -> Postures:
        """Sample the active joints and solve for the others."""
        wanted = round(_SPARE * count)
        batches: list[Floats] = []
        for attempt in range(_TRIES):
            batches.append(self._closed_rows(closure, values, sample_rows(closure, wanted, rng)))
            if sum(map(len, batches)) >= wanted:
                break
            if attempt >= _TRIES // 2:
                start = closed_rows(closure, wanted, random.Random(int(rng.integers(2**62))))
                batches.append(self._closed_rows(closure, values, start))
        return with_free_motions(closure, np.concatenate(batches), count)

    def _closed_rows(self, closure: Closure, values: Mapping[str, float], x: Floats) -> Floats:
        """Postures with the active joints of some rows; only those that close."""
        robot, active = self.loops.robot, self.loops.active
        q = x * closure.tables.unit
        known: dict[str, Any] = dict(values)
        for j in active:
            known[robot.variables[j].name] = Dual(q[:, closure.column(j)], 0.0, _ARRAYS)

        def scalar(entry: Expression) -> Any:
            symbols = {name: known.get(name, 0.0) for name in entry.symbols}
            return evaluate(entry, symbols, DualArithmetic(_ARRAYS))

        x = x.copy()
        with np.errstate(all="ignore"):
            try:
                motions = solve_loops(robot, self.loops.recipes, [self.roots], scalar, plain)
            except (ValueError, ZeroDivisionError, OverflowError):
                return x[:0]
            for j, motion in motions[self.roots].items():
                position = motion.position
                if isinstance(position, Angle):
                    S, C = (_float_values(part, len(x)) for part in (position.S, position.C))
                    where = np.arctan2(S, C)
                else:
                    where = _float_values(position, len(x))
                offset = scalar(robot.frame(j).position - robot.variables[j])
                column = closure.column(j)
                x[:, column] = (where - _float_values(offset, len(x))) / closure.tables.unit[column]
        x = x[np.isfinite(x).all(axis=1)]
        x = x[np.abs(closure.gaps(x)[0]).max(axis=1, initial=0.0) < _FAR]
        passive = np.array(sorted({closure.column(j) for j in motions[self.roots]}), dtype=np.intp)
        solved = close(closure, x, passive)
        return solved.x[solved.closed]


class WalkedPostures:
    """Closed postures that a walk from one posture of a mode leads to, for any loops."""

    def __init__(self, robot: Robot, mode: int) -> None:
        self.robot = robot
        self.mode = mode
        self.label = f"mode {mode}: found by search"
        self._start: Floats | None = None

    def __call__(
        self, closure: Closure, values: Mapping[str, float], count: int, rng: np.random.Generator
    ) -> Postures:
        """Walk, many ways at once: along a free motion and back to closed loops in one step."""
        wanted = round(_SPARE * count)
        x = np.tile(self._first_row(closure, values, rng), (wanted, 1))
        loose = ~closure.on_loops
        x[:, loose] = sample_rows(closure, wanted, rng)[:, loose]
        aim = rng.normal(size=x.shape)
        stride = _STEP * rng.uniform(0.0, 1.0, wanted)
        last = x
        for _ in range(_STEPS):
            gap, slope = closure.gaps(x)
            out, singular, into = np.linalg.svd(slope)
            rank = int(np.sum(singular > RANK * singular[:, :1], axis=1).max())
            narrow = singular[:, rank - 1] < _NARROW * singular[:, 0]
            back = transpose(into[:, :rank]) @ (
                transpose(out[:, :, :rank]) / np.maximum(singular[:, :rank, None], _TINY)
            )
            close_up = apply(back, gap)
            astray = np.abs(close_up).max(axis=1, initial=0.0) > _ASTRAY * _STEP
            wrong = narrow | astray
            aim[wrong] = rng.normal(size=(int(wrong.sum()), x.shape[1]))
            free = into[:, rank:]
            along = apply(transpose(free), apply(free, aim))
            along *= (stride / np.maximum(np.abs(along).max(axis=1, initial=0.0), _TINY))[:, None]
            ahead = np.where(wrong[:, None], last, np.round(x + along - close_up, GRID))
            last, x = np.where(wrong[:, None], last, x), ahead
        solved = close(closure, x, np.arange(x.shape[1]))
        moved = np.abs(solved.x - x).max(axis=1, initial=0.0)
        return with_free_motions(
            closure, solved.x[solved.closed & (moved < _ASTRAY * _STEP)], count
        )

    def _first_row(
        self, closure: Closure, values: Mapping[str, float], rng: np.random.Generator
    ) -> Floats:
        """A posture of the mode; for other numbers the one nearest to it."""
        every = np.arange(len(closure.tables.joints))
        if self._start is not None:
            solved = close(closure, self._start[None], every)
            if not solved.closed[0]:
                raise CannotClose(f"the loops of {self.robot.name} do not close", *solved.best)
            nearest: Floats = solved.x[0]
            return nearest
        (row,) = closed_rows(closure, 1, random.Random(int(rng.integers(2**62))))
        known = {j for j in self.robot.moving_joints if self.robot.frame(j).mu}
        known |= {j for j in self.robot.moving_joints if not closure.on_loops[closure.column(j)]}
        posture = closure.posture(row)
        solutions = modes(self.robot, values, {j: posture[j] for j in known}, explain=False)
        if self.mode > len(solutions):
            raise UsageError(
                f"{self.robot.name} has modes 1 to {len(solutions)} at the posture that was drawn, "
                f"not {self.mode}"
            )
        self.label = f"mode {self.mode}: found by search, one of {len(solutions)}"
        self._start = closure.scaled_row(solutions.postures[self.mode - 1])
        return self._start


def posture_source(robot: Robot, mode: int | None) -> PostureSource:
    """Return the source of the postures of a robot.

    Raises:
        UsageError: for a mode of a robot without loops, or one that it does not have.
    """
    if not robot.n_loops:
        if mode is not None:
            raise UsageError(f"{robot.name} has no loops: it has no assembly mode {mode}")
        return FreePostures()
    number = 1 if mode is None else mode
    loops = plan_loops(robot, [j for j in robot.moving_joints if robot.frame(j).mu])
    known = {*loops.active, *(u.frame for r in loops.recipes for u in r.loop.unknowns)}
    if not loops.reasons and known == set(robot.moving_joints):
        chosen_modes(robot, loops, number)
        return FormulaPostures(loops, number)
    if number < 1:
        raise UsageError(f"assembly modes are numbered from 1, not {number}")
    return WalkedPostures(robot, number)


def sample_rows(closure: Closure, count: int, rng: np.random.Generator) -> Floats:
    """Return postures with all joints sampled: any angle, slides up to the robot's size."""
    robot = closure.robot
    turns = [robot.frame(j).sigma is JointType.REVOLUTE for j in closure.tables.joints]
    return rng.uniform(-1.0, 1.0, (count, len(turns))) * np.where(turns, np.pi, 1.0)


def with_free_motions(closure: Closure, x: Floats, count: int) -> Postures:
    """Return some postures with the motions that closed loops leave free there.

    Of more postures than are wanted those are kept that are farthest from a singular one.

    Raises:
        CannotClose: if there are too few postures of the robot's full rank.
    """
    slope, ratio, rank = _loop_derivatives(closure, x)
    full = int(rank.max(initial=0))
    order = np.argsort(-np.round(ratio, _DECIMALS), kind="stable")
    kept = order[rank[order] == full][:count]
    if len(kept) < count:
        text = f"{closure.robot.name}: only {len(kept)} of {count} postures close the loops"
        raise CannotClose(text, math.nan, math.nan)
    return Postures(x[kept], closure.tables.gear @ null_space(slope[kept], slope.shape[2] - full))


def _loop_derivatives(closure: Closure, x: Floats) -> tuple[Floats, Floats, Indices]:
    """Of each posture: derivatives of the loops, ratio of their singular values, rank."""
    slope = closure.gaps(x)[1]
    singular = np.linalg.svd(slope, compute_uv=False)
    size = np.maximum(singular[:, :1], _TINY)
    rank: Indices = np.sum(singular > RANK * size, axis=1)
    last = max(int(rank.max(initial=0)), 1) - 1
    return slope, singular[:, last] / size[:, 0], rank


def _float_values(scalar: Any, count: int) -> Floats:
    return np.full(count, scalar.value if isinstance(scalar, Dual) else scalar, dtype=float)
