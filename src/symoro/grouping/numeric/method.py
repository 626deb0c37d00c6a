"""The numeric method: the base parameters from random states, for any robot (appendix 4.3).

A parameter goes if its column of W depends on those of earlier ones, in the order of (3.71). The
relation between them is tried in the form that a rule gives it; else it is solved for, among few
columns first: those of the same link and of the one before it. Then its coefficients are numbers,
and `recognise` finds formulas for them. A relation counts only if W has it, at every sample of the
constants.

References: [Guide] appendix 4.3 and section 5.8.1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.errors import ModelError, UsageError, short_list
from symoro.expressions import ZERO, Expression, ExpressionLike, FloatArithmetic, evaluate
from symoro.grouping.eliminations import Reason, Step
from symoro.grouping.exact_angles import exact_angles
from symoro.grouping.numeric.constants import Constants, constants
from symoro.grouping.numeric.joint_relations import RelatedPostures, constant_values
from symoro.grouping.numeric.postures import FreePostures, PostureSource, posture_source
from symoro.grouping.numeric.rank import (
    ColumnChoice,
    choose_columns,
    combination,
    independent_columns,
)
from symoro.grouping.numeric.recognition import SAME, Generators, generators, recognise, round_off
from symoro.grouping.numeric.sampling import Sample, sample
from symoro.grouping.result import BaseParameters, Proof
from symoro.grouping.rules.friction_directions import direction_steps, refuse_friction
from symoro.grouping.rules.loop_rules import ColumnRelation, cut_relations, relation_steps
from symoro.grouping.rules.theorems import TreeRules
from symoro.robot import BaseMotion, Constraints, Robot
from symoro.robot.link import INERTIAL
from symoro.robot.parameter import GROUPED, Parameter, degree, nonzero_parameters
from symoro.robot.variables import refuse_moving_tables

_CHECKS = 2  # samples of the constants at which the choice is made again
_SAMPLES = 6  # at which coefficients are compared with formulas
_MARGIN = 40  # rows more than columns
_QUOTIENTS = 2  # lengths in a denominator, for robots whose joints follow others
_NOISE = 100.0  # times the estimated error of a coefficient: what it may be off
_NOTHING = 1e-11  # a coefficient that is 0, lengths by the size of the robot
_ROUGH = 1e-5  # largest relative error of a coefficient whose formula is sought
_FLOATS = FloatArithmetic()


def numeric_base_parameters(
    robot: Robot,
    mode: int | None = None,
    constraints: Mapping[str, ExpressionLike] | Constraints | None = None,
    seed: int = 0,
) -> BaseParameters:
    """Return the base parameters by the numeric method.

    Constants without a number are sampled: then the result holds for all values, and its
    coefficients are formulas. With numbers from a .cons file or in the tables, it holds for these.

    Args:
        robot: any robot; of a closed one the closed robot is meant.
        mode: the assembly mode of a closed robot, from 1, as `loop_geometry` numbers them; the
            first by default.
        constraints: joint variables as functions of others, such as ``{"t8": "t2 - t7"}``, or what
            a .cons file says.
        seed: of all random numbers.

    Raises:
        UsageError: for a mode that does not exist, or an unknown symbol.
        ModelError: if loops do not close, the rank is not clear, or no formula is found for a
            coefficient.
    """
    refuse_moving_tables(robot)
    refuse_friction(robot)
    if robot.coupling is not None:
        raise ModelError(
            f"{robot.name}: the numeric method has no columns for motors that are coupled to "
            "joints; take the coupling out of the robot to group the links' parameters"
        )
    exact, notes = exact_angles(robot)
    source, pool = _posture_source(exact, mode, constraints)
    return replace(_NumericMethod(exact, source, pool, seed).result(), standard=robot, notes=notes)


def numeric_rank(robot: Robot, mode: int | None = None) -> int:
    """Return the number of base parameters at one sample of the constants.

    Raises:
        ModelError: if loops do not close, or the rank is not clear.
    """
    source, pool = _posture_source(robot, mode, None)
    wanted = nonzero_parameters(robot, GROUPED)
    one = sample(pool, source, wanted, 2 * len(wanted) + _MARGIN, np.random.default_rng(0))
    try:
        return len(choose_columns(one.W, one.sizes, _relative_noise(source), wanted).kept)
    except ModelError as error:
        raise ModelError(f"{robot.name}: {error}{_remedy(pool)}") from error


def _remedy(pool: Constants) -> str:
    """The remedy for a rank that is not clear at random numbers."""
    if not pool.sampled_names:
        return ""
    return f"; numbers for {short_list(pool.sampled_names)} (--set NAME=NUMBER) may make it clear"


def _relative_noise(source: PostureSource) -> float:
    """The errors of states relative to those of numbers: loops close to 1e-14."""
    return 1.0 if isinstance(source, FreePostures) else 100.0


def _posture_source(
    robot: Robot,
    mode: int | None,
    constraints: Mapping[str, ExpressionLike] | Constraints | None,
) -> tuple[PostureSource, Constants]:
    """The source of the postures, and the constants."""
    own = constant_values(constraints) if isinstance(constraints, Constraints) else {}
    if isinstance(constraints, Constraints) and not constraints.positions:
        constraints = None
    if constraints is None:
        pool = constants(robot, own)
        return posture_source(robot.substitute(dict(pool.presets)), mode), pool
    if mode is not None:
        raise UsageError("give an assembly mode or relations between joints, not both")
    postures = RelatedPostures(robot, constraints)
    return postures, constants(robot, own, postures.constants)


@dataclass(frozen=True)
class _Group:
    """Parameters whose columns are compared with each other.

    Attributes:
        wanted: the parameters, in order.
        matrices: the matrix of their columns, for each sample of the constants.
        choice: the columns that depend on earlier ones, and the others.
    """

    wanted: tuple[Parameter, ...]
    matrices: list[Floats]
    choice: ColumnChoice


class _NumericMethod:
    """One run of the method."""

    def __init__(self, robot: Robot, source: PostureSource, pool: Constants, seed: int) -> None:
        self.robot = robot
        self.source = source
        self.pool = pool
        self.rng = np.random.default_rng(seed)
        self.wanted = nonzero_parameters(robot, GROUPED)
        self._known: dict[tuple[int, ...], Generators] = {}
        self.noise = _relative_noise(source)

    @cached_property
    def samples(self) -> list[Sample]:
        """Samples of the constants; one if all of them are given."""
        few, many = len(self.wanted) + _MARGIN, 2 * len(self.wanted) + _MARGIN
        rows = [many] * (1 + _CHECKS) + [few] * (_SAMPLES - 1 - _CHECKS)
        return [
            sample(self.pool, self.source, self.wanted, count, self.rng)
            for count in (rows if self.pool.sampled_names else rows[:1])
        ]

    def result(self) -> BaseParameters:
        """Choose, relate, recognise."""
        inertial = self._group(self.wanted, [s.W for s in self.samples], self.samples[0].sizes)
        groups = [inertial, *self._friction_groups()]
        steps: list[Step] = []
        for group in groups:
            self._eliminate(group, steps)
        steps += direction_steps(self.robot)
        return BaseParameters(
            standard=self.robot,
            steps=tuple(steps),
            method="numeric",
            proof=Proof(len(inertial.choice.kept), self._proof(inertial.choice)),
            mode=self.source.label,
        )

    def _group(
        self, wanted: tuple[Parameter, ...], matrices: list[Floats], sizes: Floats
    ) -> _Group:
        try:
            choice = choose_columns(matrices[0], sizes, self.noise, wanted)
            others = []
            for W, own in zip(matrices[1 : 1 + _CHECKS], self.samples[1:], strict=False):
                lengths = own.sizes if wanted == self.wanted else sizes
                others.append(independent_columns(W, lengths, self.noise, wanted))
        except ModelError as error:
            raise ModelError(
                f"{self.robot.name}: {error}; without --numeric rules and exact arithmetic decide"
                f"{_remedy(self.pool)}"
            ) from error
        for again in others:
            if again != choice.kept:
                raise ModelError(
                    f"{self.robot.name}: the rank depends on "
                    f"{short_list(self.pool.sampled_names)}: {len(choice.kept)} base parameters "
                    f"with some numbers, {len(again)} with others; give numbers (--set NAME=NUMBER "
                    "or --values NAME)"
                )
        return _Group(wanted, matrices, choice)

    def _friction_groups(self) -> list[_Group]:
        """Friction of joints that follow others; of free joints it is always independent."""
        if isinstance(self.source, FreePostures):
            return []
        groups = []
        joints = self.robot.moving_joints
        for name, field in (("FV", "viscous"), ("FS", "coulomb")):
            wanted = nonzero_parameters(self.robot, (name,))
            columns = [joints.index(p.link) for p in wanted]
            matrices = [getattr(s, field)[:, columns] for s in self.samples]
            if wanted:
                groups.append(self._group(wanted, matrices, np.linalg.norm(matrices[0], axis=0)))
        return groups

    def _eliminate(self, group: _Group, steps: list[Step]) -> None:
        """Add the eliminations, the last column first: what receives may go later."""
        for column in sorted((*group.choice.constant, *group.choice.dependent), reverse=True):
            p = group.wanted[column]
            if column in group.choice.constant:
                text = f"the column of {p} is constant"
                steps.append(Step(p, (), Reason("no effect (3.69)", text)))
            else:
                steps.append(self._elimination(group, column, steps))

    def _elimination(self, group: _Group, column: int, steps: list[Step]) -> Step:
        """The elimination of a column that is a combination of few others."""
        p = group.wanted[column]
        failed = ""
        for into in self._relations(group, column, steps):
            if isinstance(into, str):
                failed = failed or into
                continue
            if self._residual(group, column, into) <= SAME:
                return Step(p, tuple(into.items()), self._reason(p))
        if not failed:
            raise ModelError(
                f"{self.robot.name}: no relation of {p} with other parameters holds to {SAME:.0e} "
                "at random states; without --numeric rules and exact arithmetic decide"
            )
        raise ModelError(
            f"{self.robot.name}: no formula was found for the coefficient {failed}; with numbers "
            f"for {short_list(self.pool.sampled_names)} (--values NAME) the result has numbers"
        )

    def _relations(
        self, group: _Group, column: int, steps: list[Step]
    ) -> Iterator[dict[Parameter, Expression] | str]:
        """Relations to try: what receives with its coefficient, or the coefficient not found."""
        p = group.wanted[column]
        moving = {group.wanted[k] for k in range(column) if k not in group.choice.constant}
        for known in chain([self._rule_relations.get(p, {})], self._through_cuts(p, steps)):
            yield {k: t for k, t in known.items() if k in moving and t != ZERO}
        for columns in self._candidates(group, column):
            solved = [combination(W, column, columns) for W in group.matrices]
            if max(each.residual for each in solved) > SAME:
                continue
            into: dict[Parameter, Expression] = {}
            for n, k in enumerate(columns):
                target = group.wanted[k]
                row = np.array([each.coefficients[n] for each in solved])
                error = np.array([each.errors[n] for each in solved])
                formula = self._coefficient(p, target, row, error)
                if formula is None:
                    yield f"of {p} in {target} ({row[0]:.6g} at the first draw)"
                    break
                if formula != ZERO:
                    into[target] = formula
            else:
                yield into

    def _candidates(self, group: _Group, column: int) -> list[list[int]]:
        """Sets of earlier columns: own link and the one before, its ancestors, all that stay.

        Columns that go themselves may receive too, their turn comes later: with them, the nearest
        first, coefficients are often shorter.
        """
        p, robot = group.wanted[column], self.robot
        earlier = [k for k in range(column) if k not in group.choice.constant]
        stay = [k for k in earlier if k in group.choice.kept]
        links = {k: group.wanted[k].link for k in earlier}
        before = robot.antecedent(p.link) if p.link else 0
        path = set(robot.ancestors(p.link))
        near = [k for k in earlier if links[k] == before or (links[k] == p.link and k in stay)]
        return [near, [k for k in stay if links[k] in path], stay, earlier[::-1]]

    def _coefficient(
        self, p: Parameter, target: Parameter, row: Floats, error: Floats
    ) -> Expression | None:
        """The formula of a coefficient; a number where no constant was sampled."""
        if np.all(np.abs(row) <= np.maximum(_NOISE * error, _NOTHING)):
            return ZERO
        ratio = float((error / np.maximum(np.abs(row), _NOTHING)).max())
        tolerance = min(max(_NOISE * ratio, SAME), _ROUGH)
        power = degree(self.robot, target) - degree(self.robot, p)
        real = row * np.array([s.size**power for s in self.samples])
        formula = recognise(real, power, self._generators(p.link, target.link), tolerance)
        if formula is None and not self.pool.sampled_names:
            return round_off(float(real[0]))
        return formula

    def _generators(self, a: int, b: int) -> Generators:
        """The lengths and angles between two links; where joints follow others, those of loops."""
        robot = self.robot
        follows = not isinstance(self.source, FreePostures)
        frames = {*robot.chain(a, b)}
        if follows:
            loops = [j for k, _ in robot.loops() for j in robot.loop_chain(k)]
            frames.update(loops or robot.outward())
        chosen = tuple(sorted(frames - {0}))
        if chosen not in self._known:
            quotients = _QUOTIENTS if follows else 0
            self._known[chosen] = generators(
                robot, chosen, [s.values for s in self.samples], quotients
            )
        return self._known[chosen]

    @cached_property
    def _rule_relations(self) -> dict[Parameter, dict[Parameter, Expression]]:
        """The eliminations of the rules of trees: formulas to try first."""
        tree = TreeRules(self.robot)
        steps = (step for j in self.robot.outward() for step in tree.steps(j))
        return {step.eliminated: dict(step.into) for step in steps}

    @cached_property
    def _cut_relations(self) -> list[tuple[ColumnRelation, Reason]]:
        return list(cut_relations(self.robot))

    def _through_cuts(
        self, p: Parameter, steps: list[Step]
    ) -> Iterator[dict[Parameter, Expression]]:
        """The combinations that coincident frames of cut joints give for a parameter."""
        for relation in self._cut_relations if p.name in INERTIAL else ():
            for step in relation_steps(self.robot, [relation], steps):
                if step.eliminated == p:
                    yield dict(step.into)

    def _residual(self, group: _Group, column: int, into: Mapping[Parameter, Expression]) -> float:
        """The largest error of a relation for the column, relative to it, over all samples."""
        p = group.wanted[column]
        worst = 0.0
        for own, W in zip(self.samples, group.matrices, strict=True):
            total = W[:, column].copy()
            for target, formula in into.items():
                power = degree(self.robot, target) - degree(self.robot, p)
                try:
                    t = evaluate(formula, own.values, _FLOATS) / own.size**power
                except ArithmeticError:  # a rule's formula that these numbers do not have
                    return math.inf
                total -= t * W[:, group.wanted.index(target)]
            worst = max(worst, float(np.linalg.norm(total) / np.linalg.norm(W[:, column])))
        return worst

    def _reason(self, p: Parameter) -> Reason:
        where = "all states"
        if self.pool.sampled_names:
            where = f"{len(self.samples)} draws of the constants"
        text = f"the column of {p} is a combination of earlier ones at {where}; relative residual "
        return Reason("numeric dependence (A3-8)", f"{text}at most {SAME:.0e}")

    def _proof(self, choice: ColumnChoice) -> str:
        first = self.samples[0]
        kind = "states"
        if self.robot.base.motion is BaseMotion.FLOATING:
            kind = "states with a free base"
        parts = [
            f"{len(choice.kept)} independent columns by QR in order, by QR with pivoting and by "
            f"singular values of {choice.rows} rows from {first.states} random {kind}",
            f"of columns of length 1 the least independent one has {choice.smallest:.1e}, all "
            f"dependent ones less than the tolerance of {choice.tolerance:.1e}",
            self.pool.text,
        ]
        if len(self.samples) > 1:
            parts.append(f"the same columns at {1 + _CHECKS} draws of the constants")
        return "; ".join(parts)
