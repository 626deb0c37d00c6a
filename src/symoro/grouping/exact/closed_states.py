"""Random states of a closed robot in one assembly mode, exactly: its loops close modulo a prime.

Positions come from the closed forms of the loops; points at which a square root is missing are left
out. Velocities are random vectors of the null space of the loops' equations (2.35).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra.angle import Angle
from symoro.algebra.scalars import cos, sin
from symoro.errors import InternalError
from symoro.expressions import Expression, ModularArithmetic, evaluate, symbol
from symoro.grouping.exact.residues import Integers, Residues, residues_of
from symoro.grouping.exact.sampling import SampledStates, has_driven_base, random_position
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.let import plain
from symoro.models.loops.loop_geometry import solve_loops
from symoro.models.loops.loop_kinematics import loop_columns, loop_rates
from symoro.models.loops.recipes import LoopPlan, Mode
from symoro.models.mechanism import Motion, mechanism
from symoro.robot import JointType, Robot

_GROWTH = (4, 16, 64)  # states sampled for each that is wanted
_LEAST = 40


@dataclass(frozen=True)
class ClosedStates:
    """The sampler of the states of a closed robot."""

    loops: LoopPlan
    mode: Mode

    def __call__(
        self, robot: Robot, count: int, field: ModularArithmetic, rng: np.random.Generator
    ) -> SampledStates:
        """Return batches of ``count`` states."""
        positions = self._closed_positions(robot, count, field, rng)
        joints, prime = list(positions), field.prime
        active = [k for k, j in enumerate(joints) if j in self.loops.active]
        order = [k for k in range(len(joints)) if k not in active] + active
        still = {j: Motion(x, 0, 0) for j, x in positions.items()}
        equations = self._equations(robot, count, still, field)
        zero = np.zeros(equations.shape[:2], dtype=np.int64)

        def solve_rates(right: Integers) -> dict[int, Residues]:
            rates = rng.integers(1, prime, (count, len(joints)), dtype=np.int64)
            for state in range(count):
                _satisfy(equations[state], right[state], rates[state], order, prime)
            return {j: Residues(rates[:, k], prime) for k, j in enumerate(joints)}

        qd = solve_rates(zero)
        if not has_driven_base(robot):  # energies need no more
            return SampledStates({j: Motion(x, qd[j], 0) for j, x in positions.items()})
        moving = {j: Motion(x, qd[j], 0) for j, x in positions.items()}
        qdd = solve_rates(-self._bias(robot, count, moving, field) % prime)
        motions = {j: Motion(x, qd[j], qdd[j]) for j, x in positions.items()}
        return SampledStates(motions, solve_rates(zero))

    def _closed_positions(
        self, robot: Robot, count: int, field: ModularArithmetic, rng: np.random.Generator
    ) -> dict[int, Any]:
        """The positions of all moving joints, at closed postures only."""
        for growth in _GROWTH:
            samples = growth * count + _LEAST
            positions = self._sample_positions(robot, samples, field, rng)
            good = np.ones(samples, dtype=bool)
            for x in positions.values():
                if isinstance(x, Angle):  # roots that are none leave the unit circle
                    S, C = (residues_of(part, samples, field.prime) for part in (x.S, x.C))
                    good &= (S * S % field.prime + C * C % field.prime) % field.prime == 1
            good &= self._closes(robot, samples, positions, field)
            if good.sum() >= count:
                kept = np.flatnonzero(good)[:count]
                return {j: _take(x, kept, samples, field.prime) for j, x in positions.items()}
        raise InternalError(f"{robot.name}: its loops close at hardly any point modulo a prime")

    def _sample_positions(
        self, robot: Robot, count: int, field: ModularArithmetic, rng: np.random.Generator
    ) -> dict[int, Any]:
        batch: dict[str, Any] = {}
        for j in self.loops.active:
            batch[robot.variables[j].name] = random_position(robot, j, count, field, rng)

        def scalar(entry: Expression) -> Any:
            return _evaluate(entry, batch, field)

        solved = solve_loops(robot, self.loops.recipes, [self.mode], scalar, plain)[self.mode]
        known = {j: scalar(robot.frame(j).position) for j in self.loops.active}
        positions = known | {j: motion.position for j, motion in solved.items()}
        return {j: _as_angle(robot, j, positions[j]) for j in robot.moving_joints}

    def _closes(
        self, robot: Robot, count: int, positions: Mapping[int, Any], field: ModularArithmetic
    ) -> Any:
        """The points at which both sides of every cut joint are the same frame."""
        m = mechanism(
            robot, _constant_evaluator(field), {j: Motion(x, 0, 0) for j, x in positions.items()}
        )
        good = np.ones(count, dtype=bool)
        for k, other in robot.loops():
            ends = [_pose(m, robot.ancestors(end)[1:]) for end in (k, other)]
            for a, b in zip(*ends, strict=True):
                good &= residues_of(a, count, field.prime) == residues_of(b, count, field.prime)
        return good

    def _equations(
        self, robot: Robot, count: int, still: Mapping[int, Motion], field: ModularArithmetic
    ) -> Integers:
        """The rows of (2.35) at each state: the conditions on the velocities of all joints."""
        joints = list(still)
        m = mechanism(robot, _constant_evaluator(field), still)
        matrix = np.zeros((count, 6 * robot.n_loops, len(joints)), dtype=np.int64)
        for block, (k, other) in enumerate(robot.loops()):
            columns = loop_columns(robot, m, k, other, other, plain)
            for j, column in columns.items():
                for row, element in enumerate(column):
                    place = (slice(None), 6 * block + row, joints.index(j))
                    matrix[place] = residues_of(element, count, field.prime)
        return matrix

    def _bias(
        self, robot: Robot, count: int, moving: Mapping[int, Motion], field: ModularArithmetic
    ) -> Integers:
        """The rows of (2.40) that are left when no joint accelerates."""
        m = mechanism(robot, _constant_evaluator(field), moving)
        rows = [
            residues_of(element, count, field.prime)
            for k, other in robot.loops()
            for element in loop_rates(robot, m, k, other, other, plain)
        ]
        return np.column_stack(rows)


def _satisfy(W: Integers, right: Integers, rates: Integers, order: list[int], prime: int) -> None:
    """Change as many rates as there are conditions, the first of ``order``: W rates = right."""
    rows = [[*map(int, row), int(last)] for row, last in zip(W, right, strict=True)]
    pivots: list[tuple[int, list[int]]] = []
    for column in order:
        chosen = next((row for row in rows if row[column]), None)
        if chosen is None:
            continue
        rows.remove(chosen)
        scale = pow(chosen[column], -1, prime)
        unit = [x * scale % prime for x in chosen]
        rows = [
            [(x - row[column] * u) % prime for x, u in zip(row, unit, strict=True)] for row in rows
        ]
        pivots.append((column, unit))
    for column, unit in reversed(pivots):
        products = (u * int(r) for u, r in zip(unit[:-1], rates, strict=True))
        rest = sum(products) - unit[column] * int(rates[column])
        rates[column] = (unit[-1] - rest) % prime


def _evaluate(entry: Expression, batch: Mapping[str, Any], field: ModularArithmetic) -> Any:
    """An expression; sums of angles are angles."""
    names = [name for name in sorted(entry.symbols) if name in batch]
    if not any(isinstance(batch[name], Angle) for name in names):
        return evaluate(entry, {n: batch.get(n, field.symbol(n)) for n in entry.symbols}, field)
    rest = entry
    whole: Any = 0
    for name in names:
        factor = entry.coefficient(name)
        if factor is None or factor.denominator != 1:
            raise InternalError(f"{entry} is not a sum of angles")
        angle = batch[name] if factor > 0 else -batch[name]
        for _ in range(abs(factor.numerator)):
            whole = angle + whole
        rest = rest - factor * symbol(name)
    return whole + evaluate(rest, {n: field.symbol(n) for n in rest.symbols}, field)


def _constant_evaluator(field: ModularArithmetic) -> Any:
    def scalar(entry: Expression) -> Any:
        return evaluate(entry, {name: field.symbol(name) for name in entry.symbols}, field)

    return scalar


def _pose(m: Any, frames: tuple[int, ...]) -> list[Any]:
    """The elements of rotation and position of the last of some frames."""
    R = np.array(np.eye(3, dtype=int), dtype=object)
    p = np.array([0, 0, 0], dtype=object)
    for j in frames:
        A, P = link_transform(m.body(j), j)
        p = p + R @ P
        R = R @ A
    return [*R.ravel(), *p]


def _as_angle(robot: Robot, j: int, x: Any) -> Any:
    """A position; that of a revolute joint as an Angle, also where it is constant."""
    if isinstance(x, Angle) or robot.frame(j).sigma is not JointType.REVOLUTE:
        return x
    return Angle(sin(x), cos(x))


def _take(x: Any, kept: Any, count: int, prime: int) -> Any:
    if isinstance(x, Angle):
        return Angle(_take(x.S, kept, count, prime), _take(x.C, kept, count, prime))
    return Residues(residues_of(x, count, prime)[kept], prime)
