"""The fewest parameters where a robot's tables have zeros.

The rules may spread one parameter over several entries that are zero, and so make more parameters
than there were. An entry is strange if its column is no combination of those of the robot's own
parameters: then no minimal set contains it. A parameter that the rules spread over strange entries
stays, unless others that stay take its place there: with h_x and h_p the columns of two parameters
of which one elimination each is known, h_x = c h_s + ... and h_p = d h_s + ..., s strange,

    h_x = (c/d) h_p + combinations of what is not strange.

So coefficients stay those of a link and its antecedent. What is strange is decided modulo a prime.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from symoro.expressions import ZERO, Expression
from symoro.expressions.tidy import tidy
from symoro.grouping.eliminations import (
    Reason,
    Step,
    Terms,
    receivers,
    sort_parameters,
    written_out_coefficients,
)
from symoro.grouping.exact.combination import combination_coefficients
from symoro.grouping.exact.completeness import Completeness
from symoro.grouping.exact.echelon import echelon
from symoro.grouping.exact.interpolation import can_try_all_sums
from symoro.grouping.regrouping import count_written_out_terms
from symoro.grouping.rules.axes import Axes
from symoro.robot import Robot
from symoro.robot.parameter import Parameter, nonzero_parameters

_MARGIN = 10  # more conditions than columns
_ROUNDS = 6  # of which each allows more strange entries
_MOST_TERMS = 4000  # of contents that are written out to find coefficients
_MORE = (
    "{} parameters: {} would do, but the coefficients between them are too long to be written; "
    "their columns are independent"
)
TOGETHER = Reason(
    "together",
    "the rules would spread it over entries that are zero, as they would others that stay",
    r"h_p = \sum_k t_k h_k",
)


def apply_rules(robot: Robot, rules: Sequence[Step]) -> tuple[list[Step], bool]:
    """Return the rules for what is there; tell whether an entry that was zero receives something.

    Args:
        robot: the robot.
        rules: the eliminations, in order, as if no entry of the tables were zero.
    """
    parameters = set(nonzero_parameters(robot))
    steps: list[Step] = []
    spread = False
    for step in rules:
        if step.eliminated in parameters:
            new = {p for p, _ in step.into} - parameters
            spread |= bool(new)
            parameters = (parameters | new) - {step.eliminated}
            steps.append(step)
    return steps, spread


def remaining_parameters(robot: Robot, steps: Sequence[Step]) -> set[Parameter]:
    """Return the parameters that are left after some eliminations."""
    parameters = set(nonzero_parameters(robot))
    for step in steps:
        parameters |= {p for p, _ in step.into}
        parameters.discard(step.eliminated)
    return parameters


def minimal_steps(
    complete: Completeness, rules: Sequence[Step], steps: list[Step]
) -> tuple[list[Step], int, tuple[str, ...]]:
    """Return the rules' own choice if it is minimal, else one without strange entries.

    Where a coefficient of a large robot is no short expression, the rules may reach the strange
    entries that it comes from, so that there are a few more parameters than needed.

    With it come the rank of the robot's own columns, and notes.

    Raises:
        NotRecognised: if a coefficient is no short expression, though all were tried.
    """
    robot = complete.robot
    own = sort_parameters(nonzero_parameters(robot))
    rank = len(own) - len(complete.dependencies(own))
    if len(remaining_parameters(robot, steps)) == rank:
        return steps, rank, ()
    known = _local_terms(steps, own)
    allowed: set[Parameter] = set()
    for _ in range(_ROUNDS):
        choice = _Choice(
            complete, sort_parameters(_strange_entries(complete, {*own, *allowed}, rules))
        )
        chosen = list(choice.steps(rules))
        parameters = remaining_parameters(robot, chosen)
        if can_try_all_sums(robot):
            return [*chosen, *complete.steps(parameters, known)], rank, ()
        more, unknown = complete.find_steps(parameters, known)
        if not unknown:
            steps = [*chosen, *more]
            break
        new = set(choice.strange_entries_of({*unknown}.union(*unknown.values()))) - allowed
        if not new:
            break
        allowed |= new
    count = len(remaining_parameters(robot, steps))
    return steps, rank, (_MORE.format(count, rank),) if count > rank else ()


def _local_terms(steps: list[Step], own: list[Parameter]) -> dict[Parameter, Terms] | None:
    """The columns in terms of those that the rules keep, if that is short."""
    every = sort_parameters({*own, *receivers(steps)})
    if count_written_out_terms(steps, every) > _MOST_TERMS:
        return None
    known: dict[Parameter, Terms] = {p: {} for p in every}
    for k, terms in written_out_coefficients(steps, every).items():
        for p, c in terms.items():
            known[p][k] = c
    return known


def _strange_entries(
    complete: Completeness, parameters: Collection[Parameter], rules: Sequence[Step]
) -> set[Parameter]:
    """Entries that rules reach whose columns are no combinations of those of some parameters."""
    own = sort_parameters(parameters)
    reached: set[Parameter] = set(own)
    for step in rules:
        if step.eliminated in reached:
            reached |= {p for p, _ in step.into}
    order = [*own, *sort_parameters(reached - set(own))]
    samples = complete.samples(0)
    form = echelon(samples.matrix(order, len(order) + _MARGIN), samples.prime)
    beyond = np.array(form.pivots) >= len(own)
    strange = {order[column] for column in form.pivots if column >= len(own)}
    for place, column in enumerate(form.dependent):
        if column >= len(own) and form.coefficients[beyond, place].any():
            strange.add(order[column])
    return strange


@dataclass
class _Choice:
    """The eliminations that reach no strange entry.

    Attributes:
        complete: decides what depends on what.
        strange: the entries that no minimal set contains, in order.
    """

    complete: Completeness
    strange: list[Parameter]
    _staying: list[Step] = field(default_factory=list)

    @cached_property
    def _axes(self) -> Axes:
        return Axes(self.complete.robot)

    def steps(self, rules: Sequence[Step]) -> Iterator[Step]:
        """Each rule as it is, combined with parameters that stay, or not at all."""
        parameters = set(nonzero_parameters(self.complete.robot))
        for rule in rules:
            if rule.eliminated not in parameters:
                continue
            step = self._combine(rule)
            if step is None:
                self._staying.append(rule)
                continue
            self._staying = [s for s in self._staying if s.eliminated != step.eliminated]
            parameters |= {p for p, _ in step.into}
            parameters.discard(step.eliminated)
            yield step

    def strange_entries_of(self, parameters: Collection[Parameter]) -> Iterator[Parameter]:
        """The strange entries over which the rules would spread some parameters that stay."""
        for rule in self._staying:
            if rule.eliminated in parameters:
                yield from self._strange_part(rule)

    def _combine(self, rule: Step) -> Step | None:
        """A rule without strange entries; None if its parameter has to stay."""
        if not any(p in self.strange for p, _ in rule.into):
            return rule
        rows = max(len(self.strange), len(self._staying) + 1)
        matrix = np.zeros((rows, len(self._staying) + 1), dtype=np.int64)
        for column, each in enumerate([*self._staying, rule]):
            for p, residue in self._residues(each):
                matrix[self.strange.index(p), column] = residue
        form = echelon(matrix, self.complete.samples(0).prime)
        if not form.dependent:
            return None
        used = [s for s, c in zip(self._staying, form.coefficients[:, 0], strict=True) if c]
        known = {s.eliminated: self._strange_part(s) for s in (*used, rule)}
        scales = combination_coefficients(
            self._axes, known, rule.eliminated, [s.eliminated for s in used]
        )
        return None if scales is None else self._merge(rule, used, [c for _, c in scales])

    def _merge(self, rule: Step, used: Sequence[Step], scales: Sequence[Expression]) -> Step:
        """A rule with parameters that stay instead of strange entries, whose terms cancel."""
        total: Terms = dict(rule.into)
        for other, scale in zip(used, scales, strict=True):
            for p, c in other.into:
                total[p] = total.get(p, ZERO) - scale * c
            total[other.eliminated] = total.get(other.eliminated, ZERO) + scale
        kept = (
            (p, tidy(c))
            for p, c in total.items()
            if p not in self.strange and not self._axes.is_zero(self._axes.constant(c))
        )
        return Step(rule.eliminated, tuple(kept), TOGETHER)

    def _strange_part(self, rule: Step) -> Terms:
        return {p: c for p, c in rule.into if p in self.strange}

    def _residues(self, rule: Step) -> Iterator[tuple[Parameter, int]]:
        samples = self.complete.samples(0)
        for p, c in self._strange_part(rule).items():
            yield p, int(samples.constant(c).value)
