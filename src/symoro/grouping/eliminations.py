"""The grouping of standard parameters: an ordered list of eliminations.

A column h of the energy (or of the torques) that is a combination of others, h_p = sum of t_k h_k,
lets its parameter go: each K_k grows by t_k K_p (3.70). A step says which parameter goes, into
which others, and why. Parameters that receive may themselves go in a later step, so the value of
one is final when its own step comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symoro.errors import short_list
from symoro.expressions import ONE, ZERO, Expression, ScalarOf
from symoro.robot.parameter import DYNAMIC, Parameter


@dataclass(frozen=True)
class Reason:
    """The reason for an elimination.

    Attributes:
        rule: the theorem, rule or relation, as in the guide ("theorem 1").
        text: the fact behind it, in words.
        latex: the relation between the energy functions, if it is short.
    """

    rule: str
    text: str
    latex: str = ""

    def __repr__(self) -> str:
        return f"<Reason: {self.rule}>"


@dataclass(frozen=True)
class Step:
    """One elimination.

    Attributes:
        into: the parameters that grow, with their coefficients; none if it has no effect.
    """

    eliminated: Parameter
    into: tuple[tuple[Parameter, Expression], ...]
    reason: Reason

    def __repr__(self) -> str:
        targets = short_list(f"{target.name}{target.link}" for target, _ in self.into)
        into = f"into {targets}" if targets else "without effect"
        return f"<Step: {self.eliminated.name}{self.eliminated.link} {into}>"


Terms = dict[Parameter, Expression]


def written_out_coefficients(
    steps: Sequence[Step], standard: Sequence[Parameter]
) -> dict[Parameter, Terms]:
    """Return the coefficients of the standard parameters in each base parameter."""
    contents: dict[Parameter, Terms] = {p: {p: ONE} for p in standard}
    for step in steps:
        gone = contents.pop(step.eliminated, {})
        for target, factor in step.into:
            terms = contents.setdefault(target, {})
            for p, coefficient in gone.items():
                terms[p] = terms.get(p, ZERO) + factor * coefficient
    return {p: {k: c for k, c in terms.items() if c != ZERO} for p, terms in contents.items()}


def grouped_values(
    steps: Sequence[Step], standard: Mapping[Parameter, Any], coefficient: ScalarOf
) -> dict[Parameter, Any]:
    """Return the values of the base parameters from the standard ones, over any scalars."""
    values = dict(standard)
    for step in steps:
        gone = values.pop(step.eliminated, None)
        if gone is None:
            continue
        for target, factor in step.into:
            change = coefficient(factor) * gone
            values[target] = values[target] + change if target in values else change
    return values


def receivers(steps: Sequence[Step]) -> Iterator[Parameter]:
    """Return the parameters that others are grouped into."""
    for step in steps:
        for target, _ in step.into:
            yield target


def sort_parameters(parameters: Iterable[Parameter]) -> list[Parameter]:
    """Return parameters link by link, in the order of the tables and of (3.71), rotors last."""
    return sorted(parameters, key=lambda p: (p.link, DYNAMIC.index(p.name)))
