"""Regrouping relations: written out in standard parameters, or step by step where that is too long.

Written out, the relations of a long chain grow like a power of its length, because what is grouped
goes from link to link. Step by step, the total of a parameter that goes on gets a name of its own
(``YYR3``) that later relations use, so their length grows with the number of steps only.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

from symoro.expressions import Expression, ModularArithmetic, Product, Sum, evaluate, symbol
from symoro.expressions.expression import sum_of
from symoro.expressions.names import fresh_name
from symoro.expressions.points import at_random_point
from symoro.grouping.eliminations import Step
from symoro.robot.parameter import Parameter

if TYPE_CHECKING:
    from symoro.robot import Robot

MOST_TERMS = 800
"""Terms beyond which relations are given in steps."""


@dataclass(frozen=True)
class Relation:
    """A line of the regrouping relations.

    Attributes:
        name: the symbol of a base parameter, or the name of a total that later lines use.
        expression: its value, in the robot's symbols and earlier totals.
        parameter: its place in the tables.
        total: True if it is a total that later lines use, and no base parameter.
    """

    name: str
    expression: Expression
    parameter: Parameter
    total: bool = False

    def __str__(self) -> str:
        return f"{self.name}={self.expression}"

    def __repr__(self) -> str:
        return f"<{self.name} = {self.expression}>"


def effective_steps(steps: Sequence[Step], kept: Collection[Parameter]) -> list[Step]:
    """Return the steps without parts that end in no base parameter."""
    live = set(kept)
    live_steps = []
    for step in reversed(steps):
        into = tuple((p, factor) for p, factor in step.into if p in live)
        if into:
            live.add(step.eliminated)
        live_steps.append(replace(step, into=into))
    return live_steps[::-1]


def count_written_out_terms(steps: Sequence[Step], standard: Collection[Parameter]) -> int:
    """Return the number of terms of all parameters, products multiplied out."""
    counts = dict.fromkeys(standard, 1)
    for step in steps:
        gone = counts.pop(step.eliminated, 0)
        for target, factor in step.into:
            counts[target] = counts.get(target, 0) + gone * _count_terms(factor)
    return sum(counts.values())


def _count_terms(value: Expression) -> int:
    """The number of terms of an expression, products of sums multiplied out."""
    if isinstance(value, Sum):
        return sum(_count_terms(base) for base, _ in value.parts)
    if isinstance(value, Product):
        return prod(_count_terms(base) ** max(1, exponent) for base, exponent in value.powers)
    return 1


def members(
    steps: Sequence[Step], standard: Sequence[Parameter]
) -> dict[Parameter, tuple[Parameter, ...]]:
    """Return the standard parameters in each base parameter whose coefficient is not zero.

    Coefficients are taken modulo a 61-bit prime at a random point, so that terms that cancel are
    seen whatever their form.
    """
    return at_random_point("members", lambda field: _members_at(steps, standard, field))


def _members_at(
    steps: Sequence[Step], standard: Sequence[Parameter], field: ModularArithmetic
) -> dict[Parameter, tuple[Parameter, ...]]:
    names = {name for step in steps for _, factor in step.into for name in factor.symbols}
    values = {name: field.symbol(name) for name in sorted(names)}
    contents: dict[Parameter, dict[Parameter, int]] = {p: {p: 1} for p in standard}
    for step in steps:
        gone = contents.pop(step.eliminated, {})
        for target, factor in step.into:
            scale = evaluate(factor, values, field).value
            terms = contents.setdefault(target, {})
            for p, coefficient in gone.items():
                terms[p] = (terms.get(p, 0) + scale * coefficient) % field.prime
    return {p: tuple(k for k, c in terms.items() if c) for p, terms in contents.items()}


def stepwise_relations(
    robot: Robot, steps: Sequence[Step], names: Mapping[Parameter, str]
) -> tuple[Relation, ...]:
    """Return the relations with a name for the total of each parameter that goes on.

    ``names`` are the symbols of the base parameters that something was grouped into.
    """
    symbols = {*robot.symbols, *names.values()}
    sums: dict[Parameter, list[Expression]] = {}
    totals: list[Relation] = []
    for step in steps:
        p = step.eliminated
        value = p.entry(robot)
        if p in sums and step.into:
            name = fresh_name(f"{p.name}R{p.link}", symbols)
            totals.append(Relation(name, _sum([value, *sums[p]]), p, total=True))
            value = symbol(name)
        for target, factor in step.into:
            sums.setdefault(target, []).append(factor * value)
    final = [Relation(name, _sum([p.entry(robot), *sums[p]]), p) for p, name in names.items()]
    return (*totals, *final)


def _sum(parts: Sequence[Expression]) -> Expression:
    return sum_of((part, Fraction(1)) for part in parts)
