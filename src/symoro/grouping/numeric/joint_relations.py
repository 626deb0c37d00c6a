"""Explicit relations between joints: (A3-3), given by the user or read from a .cons file."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from symoro.algebra.dual import Dual, DualArithmetic
from symoro.analysis.arrays import ArrayArithmetic, Floats
from symoro.analysis.loops import CannotClose, Closure
from symoro.analysis.loops.solve import close
from symoro.errors import ModelError, UsageError
from symoro.expressions import Expression, ExpressionLike, Symbol, evaluate, expression
from symoro.formats.cons import joint_of
from symoro.grouping.numeric.batch_columns import Postures
from symoro.grouping.numeric.postures import sample_rows, with_free_motions
from symoro.robot import Constraints, Robot

_SPARE = 1.6  # postures to choose from, for one that is wanted
_TRIES = 8
_EQUAL = 1e-9  # by which given velocities may differ from the derivatives
_ARRAYS = ArrayArithmetic()
_DUALS = DualArithmetic(_ARRAYS)
_ZERO = _DUALS.constant(0.0)

JointRelations = Mapping[str, ExpressionLike] | Constraints
"""Joint variables as functions of others, by name; or the content of a .cons file."""


class RelatedPostures:
    """Postures of a robot in which some joints follow others.

    Attributes:
        robot: the robot; of a closed one the loops must close.
        positions: the variables that follow, as functions of free or earlier ones and constants.
        rates: their velocities where they are given, in symbols ``QDj``.
        label: the relations, for the proof.
    """

    def __init__(self, robot: Robot, relations: JointRelations) -> None:
        self.robot = robot
        names = {j: variable.name for j, variable in robot.variables.items()}
        positions, self.rates = _relations_by_name(robot, names, relations)
        self.positions = _sort_relations(robot, set(names.values()), positions)
        listed = ", ".join(f"{name} = {e}" for name, e in self.positions.items())
        self.label = f"joints that follow others: {listed}"
        self._checked = False

    @property
    def constants(self) -> set[str]:
        """The symbols of the relations that are not joint variables."""
        names = {variable.name for variable in self.robot.variables.values()}
        symbols = {name for e in self.positions.values() for name in e.symbols}
        symbols |= {n for e in self.rates.values() for n in e.symbols if not joint_of(n)}
        return symbols - names

    def __call__(
        self, closure: Closure, values: Mapping[str, float], count: int, rng: np.random.Generator
    ) -> Postures:
        """Sample the free joints; the others follow.

        Raises:
            ModelError: if the relations do not close the loops, leave too much or too little
                free, or given velocities are not their derivatives.
        """
        wanted = round(_SPARE * count)
        batches: list[Floats] = []
        slopes: list[Floats] = []
        for _ in range(_TRIES):
            x, basis, rates = self._sample(closure, values, wanted, rng)
            if not self._checked and len(x):
                self._check_rates(x * closure.tables.unit, rates, closure, values)
                self._checked = True
            x, kept = self._keep_closed(closure, x)
            batches.append(x)
            slopes.append(basis[kept])
            if sum(map(len, batches)) >= wanted:
                break
        if sum(map(len, batches)) < count:
            names = ", ".join(self.positions)
            raise ModelError(
                f"{self.robot.name}: the relations for {names} have no real value at most "
                "positions of the other joints; correct them or the lengths (values)"
            )
        x, basis = np.concatenate(batches), np.concatenate(slopes)
        if not self.robot.n_loops:
            return Postures(x[:count], basis[:count])
        return self._motions_on_loops(closure, x, basis, count)

    def _sample(
        self, closure: Closure, values: Mapping[str, float], count: int, rng: np.random.Generator
    ) -> tuple[Floats, Floats, Floats]:
        """Rows that follow the relations, rates of the joints, rates of the variables."""
        x = sample_rows(closure, count, rng)
        tables = closure.tables
        names = [self.robot.variables[j].name for j in tables.joints]
        free = [k for k, name in enumerate(names) if name not in self._followers(closure)]
        unit = np.zeros((len(names), len(free)))
        unit[free, range(len(free))] = tables.unit[free]
        slope = np.tile(unit, (count, 1, 1))
        q = x * tables.unit
        known: dict[str, Any] = {
            name: Dual(q[:, k], slope[:, k].T, _ARRAYS) for k, name in enumerate(names)
        }
        with np.errstate(all="ignore"):
            for name, relation in self.positions.items():
                k = names.index(name)
                try:
                    follows = _ZERO + evaluate(relation, {**values, **known}, _DUALS)
                except (ValueError, ZeroDivisionError, OverflowError) as error:
                    raise ModelError(f"{name} = {relation} has no value: {error}") from None
                q[:, k] = follows.value  # which `known` looks at, as at the derivatives
                slope[:, k] = np.transpose(follows.derivative)
        good = np.isfinite(q).all(axis=1) & np.isfinite(slope).all(axis=(1, 2))
        x, slope = q[good] / tables.unit, slope[good]
        return x, tables.gear @ (slope / tables.unit[:, None]), slope

    def _followers(self, closure: Closure) -> set[str]:
        """The variables that are not free: those with a relation, and those of cut joints."""
        cut = {self.robot.variables[j].name for j in self._cut_joints(closure)}
        return set(self.positions) | cut

    def _cut_joints(self, closure: Closure) -> list[int]:
        """The cut joints whose positions no relation gives: the loops do."""
        joints = [j for j in closure.tables.joints if j > self.robot.n_links]
        return [j for j in joints if self.robot.variables[j].name not in self.positions]

    def _keep_closed(self, closure: Closure, x: Floats) -> tuple[Floats, Any]:
        """The postures whose loops close when only their cut joints are moved."""
        if not self.robot.n_loops:
            return x, slice(None)
        cut = np.array([closure.column(j) for j in self._cut_joints(closure)], dtype=np.intp)
        solved = close(closure, x, cut)
        if len(x) and not solved.closed.any():
            position, rotation = solved.best
            raise ModelError(
                f"the relations do not close the loops of {self.robot.name}: the nearest posture "
                f"leaves {position * closure.tables.size:.3g} m and {rotation:.3g} rad open"
            )
        return solved.x[solved.closed], solved.closed

    def _motions_on_loops(self, closure: Closure, x: Floats, basis: Floats, count: int) -> Postures:
        try:
            postures = with_free_motions(closure, x, count)
        except CannotClose as error:
            raise ModelError(str(error)) from None
        if postures.freedom != basis.shape[2]:
            raise ModelError(
                f"the relations leave {basis.shape[2]} joints of {self.robot.name} free; its loops "
                f"leave {postures.freedom} motions"
            )
        return postures

    def _check_rates(
        self, q: Floats, slope: Floats, closure: Closure, values: Mapping[str, float]
    ) -> None:
        """Compare given velocities with the derivatives of the positions."""
        rng = np.random.default_rng(0)
        speed = (slope @ rng.uniform(-1, 1, (len(slope), slope.shape[2], 1)))[:, :, 0]
        known: dict[str, Any] = dict(values)
        for k, j in enumerate(closure.tables.joints):
            known[self.robot.variables[j].name] = q[:, k]
            known[f"QD{j}"] = speed[:, k]
        for joint, rate in self.rates.items():
            with np.errstate(all="ignore"):
                velocity = evaluate(rate, known, _ARRAYS)
            exact = speed[:, closure.column(joint)]
            error = float(np.abs(velocity - exact).max())
            if not error <= _EQUAL * (1 + float(np.abs(exact).max())):
                name = self.robot.variables[joint].name
                raise ModelError(
                    f"QD[[i, {joint}]] = {rate} is not the derivative of {name} = "
                    f"{self.positions[name]}: they differ by {error:.3g}"
                )


def _relations_by_name(
    robot: Robot, names: Mapping[int, str], relations: JointRelations
) -> tuple[dict[str, Expression], dict[int, Expression]]:
    """Relations by joint variable, and velocities by joint."""
    if not isinstance(relations, Constraints):
        return {name: expression(value) for name, value in relations.items()}, {}
    wanted = {*relations.positions, *relations.rates}
    for e in (*relations.positions.values(), *relations.rates.values()):
        wanted |= {variable[1] for name in e.symbols if (variable := joint_of(name))}
    for j in sorted(wanted - names.keys()):
        listed = ", ".join(map(str, names))
        raise UsageError(f"Q[[i, {j}]]: {robot.name} has no joint {j} that moves; joints: {listed}")
    for j in sorted(relations.rates.keys() - relations.positions.keys()):
        raise UsageError(f"QD[[i, {j}]] is given without Q[[i, {j}]]")
    own: dict[str, Expression] = {f"Q{j}": Symbol(name) for j, name in names.items()}
    positions = {names[j]: e.substitute(own) for j, e in relations.positions.items()}
    for name, e in positions.items():
        if any(joint_of(n) for n in e.symbols - set(names.values())):
            raise UsageError(f"the position {name} = {e} depends on a velocity")
    return positions, {j: e.substitute(own) for j, e in relations.rates.items()}


def _sort_relations(
    robot: Robot, variables: set[str], positions: Mapping[str, Expression]
) -> dict[str, Expression]:
    """The relations in an order in which each depends on free variables and earlier ones only.

    Raises:
        UsageError: for a name that is no joint variable, or relations that go round in a circle.
    """
    unknown = sorted(set(positions) - variables)
    if unknown:
        listed = ", ".join(sorted(variables))
        raise UsageError(
            f"{', '.join(unknown)}: not a joint variable of {robot.name}; variables are {listed}"
        )
    relations: dict[str, Expression] = {}
    while left := positions.keys() - relations.keys():
        ready = [n for n in positions if n in left and not positions[n].symbols & left]
        if not ready:
            raise UsageError(f"the relations for {', '.join(sorted(left))} depend on each other")
        relations |= {name: positions[name] for name in ready}
    return relations


def constant_values(constraints: Constraints) -> dict[str, float]:
    """The constants of a .cons file as doubles."""
    values = {name: float(evaluate(e, {}, _ARRAYS)) for name, e in constraints.constants.items()}
    wrong = [name for name, value in values.items() if not math.isfinite(value)]
    if wrong:
        raise UsageError(f"the constant {wrong[0]} is not a finite number")
    return values
