"""Random postures of a robot: free ones, and those in which the loops close in one assembly mode."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from symoro.algebra.angle import Angle
from symoro.errors import UsageError
from symoro.expressions import Expression, evaluate
from symoro.identification.dual import Dual, DualArithmetic
from symoro.identification.numeric_columns import Postures
from symoro.models.let import plain
from symoro.models.loops.geometry import solve_loops
from symoro.models.loops.recipes import LoopPlan, Mode, plan_loops
from symoro.numeric.loops import CannotClose, Closure, modes
from symoro.numeric.loops.postures import closed_rows
from symoro.numeric.loops.solve import RANK, close, null_space
from symoro.numeric.loops.tables import Array, Flags
from symoro.robot import JointType, Robot

_SPARE = 1.6  # postures to choose the best conditioned from, for one that is wanted
_TRIES = 6  # batches of random active joints before closed postures are searched
_FAR = 1e-6  # gap that a formula may leave before it is polished away
_STEP, _STEPS = 0.12, 16  # of a walk through closed postures [rad, or of the size]
_ASTRAY = 0.5  # share of a step by which closing the loops may change it
_NARROW = 1e-3  # least ratio of singular values of the loops on a walk


class Source(Protocol):
    """Where postures come from."""

    label: str

    def __call__(
        self, closure: Closure, values: Mapping[str, float], count: int, rng: np.random.Generator
    ) -> Postures:
        """Return random postures of a robot with given numbers."""
        ...


class FreePostures:
    """Postures of a robot without loops."""

    label = ""

    def __call__(
        self, closure: Closure, values: Mapping[str, float], count: int, rng: np.random.Generator
    ) -> Postures:
        """Draw all joints."""
        x = drawn(closure, count, rng)
        basis = np.broadcast_to(closure.tables.gear, (count, *closure.tables.gear.shape))
        return Postures(x, basis)


class FormulaPostures:
    """Closed postures of one mode from the closed form of the loops."""

    def __init__(self, loops: LoopPlan, mode: int) -> None:
        self.loops = loops
        self.roots: Mode = loops.modes[mode - 1]
        self.label = f"assembly mode {mode} of {len(loops.modes)}"
        sums = {}
        for recipe, root in zip(loops.recipes, self.roots, strict=True):
            sums.update(recipe.linear if root == 0 else {})
        if sums:
            joints = (f"position of joint {j}: {sums[j]}" for j in sorted(sums))
            self.label += f" ({', '.join(joints)})"

    def __call__(
        self, closure: Closure, values: Mapping[str, float], count: int, rng: np.random.Generator
    ) -> Postures:
        """Draw the active joints and solve for the others."""
        wanted = round(_SPARE * count)
        found: list[Array] = []
        for attempt in range(_TRIES):
            x = self._closed(closure, values, drawn(closure, wanted, rng))
            found.append(x)
            if sum(map(len, found)) >= wanted:
                break
            if attempt >= _TRIES // 2:
                start = closed_rows(closure, wanted, random.Random(int(rng.integers(2**62))))
                found.append(self._closed(closure, values, start))
        return leaving(closure, np.concatenate(found), count)

    def _closed(self, closure: Closure, values: Mapping[str, float], x: Array) -> Array:
        """Postures with the active joints of some rows; only those that close."""
        robot, active = self.loops.robot, self.loops.active
        none = np.zeros((len(x), 0))
        q = x * closure.tables.unit
        known: dict[str, Any] = dict(values)
        for j in active:
            known[robot.variables[j].name] = Dual(q[:, closure.column(j)], none)

        def scalar(entry: Expression) -> Any:
            symbols = {name: known.get(name, 0.0) for name in entry.symbols}
            return evaluate(entry, symbols, DualArithmetic())

        x = x.copy()
        with np.errstate(all="ignore"):
            try:
                found = solve_loops(robot, self.loops.recipes, [self.roots], scalar, plain)
            except (ValueError, ZeroDivisionError, OverflowError):
                return x[:0]
            for j, motion in found[self.roots].items():
                position = motion.position
                if isinstance(position, Angle):
                    S, C = (_values(part, len(x)) for part in (position.S, position.C))
                    where = np.arctan2(S, C)
                else:
                    where = _values(position, len(x))
                offset = scalar(robot.frame(j).position - robot.variables[j])
                column = closure.column(j)
                x[:, column] = (where - _values(offset, len(x))) / closure.tables.unit[column]
        x = x[np.isfinite(x).all(axis=1)]
        x = x[np.abs(closure.gaps(x)[0]).max(axis=1, initial=0.0) < _FAR]
        passive = np.array(sorted({closure.column(j) for j in found[self.roots]}), dtype=np.intp)
        solved = close(closure, x, passive)
        return solved.x[solved.closed]


class WalkedPostures:
    """Closed postures that a walk from one posture of a mode leads to, for any loops."""

    def __init__(self, robot: Robot, mode: int) -> None:
        self.robot = robot
        self.mode = mode
        self.label = f"assembly mode {mode}, found by search"
        self._start: Array | None = None

    def __call__(
        self, closure: Closure, values: Mapping[str, float], count: int, rng: np.random.Generator
    ) -> Postures:
        """Walk, many ways at once."""
        wanted = round(_SPARE * count)
        every = np.arange(len(closure.tables.joints))
        start = self._first(closure, values, rng)
        x = np.tile(start, (wanted, 1))
        loose = ~closure.on_loops
        x[:, loose] = drawn(closure, wanted, rng)[:, loose]
        aim = rng.normal(size=x.shape)
        for _ in range(_STEPS):
            at = leaving(closure, x, len(x), all_rows=True)
            motion = at.basis if at.freedom else np.zeros((*x.shape, 1))
            step = (motion @ (motion.transpose(0, 2, 1) @ aim[:, :, None]))[:, :, 0]
            length = np.maximum(np.abs(step).max(axis=1, initial=0.0), 1e-12)
            step *= (_STEP / length)[:, None]
            solved = close(closure, x + step, every)
            astray = np.abs(solved.x - x - step).max(axis=1, initial=0.0)
            good: Flags = solved.closed & (astray < _ASTRAY * _STEP)
            good &= _narrowness(closure, solved.x) > _NARROW
            x[good] = solved.x[good]
            aim[~good] = rng.normal(size=(int(np.sum(~good)), x.shape[1]))
        return leaving(closure, x, count)

    def _first(
        self, closure: Closure, values: Mapping[str, float], rng: np.random.Generator
    ) -> Array:
        """A posture of the mode; for other numbers the one nearest to it."""
        every = np.arange(len(closure.tables.joints))
        if self._start is not None:
            solved = close(closure, self._start[None], every)
            if not solved.closed[0]:
                raise CannotClose(f"the loops of {self.robot.name} do not close", *solved.best)
            return solved.x[0]
        (row,) = closed_rows(closure, 1, random.Random(int(rng.integers(2**62))))
        known = {j for j in self.robot.moving if self.robot.frame(j).mu}
        known |= {j for j in self.robot.moving if not closure.on_loops[closure.column(j)]}
        posture = closure.posture(row)
        found = modes(self.robot, values, {j: posture[j] for j in known}, explain=False)
        if self.mode > len(found):
            raise UsageError(
                f"{self.robot.name} has modes 1 to {len(found)} at the posture that was drawn, "
                f"not {self.mode}"
            )
        self.label = f"assembly mode {self.mode} of {len(found)} found by search"
        self._start = closure.scaled(found.postures[self.mode - 1])
        return self._start


def source_of(robot: Robot, mode: int | None) -> Source:
    """Where the postures of a robot come from.

    Raises:
        UsageError: for a mode of a robot without loops, or one that it does not have.
    """
    if not robot.n_loops:
        if mode is not None:
            raise UsageError(f"{robot.name} has no loops: it has no assembly mode {mode}")
        return FreePostures()
    number = 1 if mode is None else mode
    loops = plan_loops(robot, [j for j in robot.moving if robot.frame(j).mu])
    if number < 1 or (not loops.reasons and number > len(loops.modes)):
        listed = f"1 to {len(loops.modes)}" if loops.modes else "numbered from 1"
        raise UsageError(f"{robot.name} has modes {listed}, not {number}")
    complete = set(loops.active) | {u.frame for r in loops.recipes for u in r.loop.unknowns}
    if loops.reasons or complete != set(robot.moving):
        return WalkedPostures(robot, number)
    return FormulaPostures(loops, number)


def drawn(closure: Closure, count: int, rng: np.random.Generator) -> Array:
    """Postures with all joints drawn: any angle, slides up to the robot's size."""
    robot = closure.robot
    turns = [robot.frame(j).sigma is JointType.REVOLUTE for j in closure.tables.joints]
    return rng.uniform(-1.0, 1.0, (count, len(turns))) * np.where(turns, np.pi, 1.0)


def leaving(closure: Closure, x: Array, count: int, *, all_rows: bool = False) -> Postures:
    """The motions that closed loops leave free at some postures.

    Of more postures than are wanted those are kept that are farthest from a singular one.

    Raises:
        CannotClose: if there are too few postures of the robot's full rank.
    """
    slope = closure.gaps(x)[1]
    singular = np.linalg.svd(slope, compute_uv=False)
    size = np.maximum(singular[:, :1], 1e-300)
    rank = np.sum(singular > RANK * size, axis=1)
    full = int(rank.max(initial=0))
    if all_rows:
        kept = np.arange(len(x))
    else:
        last = singular[:, full - 1] / size[:, 0] if full else np.ones(len(x))
        order = np.argsort(-last, kind="stable")
        kept = order[rank[order] == full][:count]
        if len(kept) < count:
            text = f"{closure.robot.name}: {len(kept)} closed postures of {count} were found"
            raise CannotClose(text, float("nan"), float("nan"))
    motion = null_space(slope[kept], slope.shape[2] - full)
    return Postures(x[kept], closure.tables.gear @ motion)


def _narrowness(closure: Closure, x: Array) -> Array:
    singular = np.linalg.svd(closure.gaps(x)[1], compute_uv=False)
    rank = int(np.sum(singular > RANK * singular[:, :1], axis=1).max(initial=0))
    ratio: Array = singular[:, max(rank, 1) - 1] / np.maximum(singular[:, 0], 1e-300)
    return ratio


def _values(scalar: Any, count: int) -> Array:
    if isinstance(scalar, Dual):
        return scalar.value
    return np.full(count, float(scalar))

