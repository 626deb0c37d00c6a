"""What `base_parameters` returns: the base parameters of a robot and how they came about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from symoro.errors import UsageError
from symoro.expressions import ZERO, Expression, FloatArithmetic, Symbol, evaluate, symbol
from symoro.identification.grouping import Step, Terms, contents, grouped_values, receivers
from symoro.robot import Link, Robot
from symoro.robot.parameter import DYNAMIC, GROUPED, Parameter, links, present

_FLOATS = FloatArithmetic()


@dataclass(frozen=True)
class Grouping:
    """A grouping relation: a base parameter and what it contains.

    Attributes:
        parameter: its place in the tables.
        name: its symbol, such as ZZ1R.
        terms: the standard parameters in it, with their coefficients.
        expression: the same as one expression of the robot's own symbols.
    """

    parameter: Parameter
    name: str
    terms: Terms
    expression: Expression

    def __str__(self) -> str:
        return f"{self.name} = {self.expression}"


@dataclass(frozen=True)
class Proof:
    """What shows that the set is right and minimal.

    Attributes:
        rank: the rank of the columns of the standard parameters.
        text: how it was found, in words.
    """

    rank: int
    text: str


@dataclass(frozen=True, eq=False, repr=False)
class BaseParameters:
    """The base inertial parameters of a robot.

    Attributes:
        standard: the robot as it was given.
        steps: which parameters went, in order, into which others and why.
        method: symbolic or numeric.
        proof: what shows that the set is right and minimal.
        mode: the assembly mode of a closed robot, in words; empty for others.
    """

    standard: Robot
    steps: tuple[Step, ...]
    method: str
    proof: Proof
    mode: str = ""

    def __repr__(self) -> str:
        found = len(self.inertial)
        return f"<BaseParameters of {self.standard.name}: {found}, {self.method} method>"

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The base parameters in the order of the tables; friction included."""
        gone = {step.eliminated for step in self.steps}
        own = set(present(self.standard, DYNAMIC))
        held = (own | set(receivers(self.steps))) - gone
        return tuple(sorted(held, key=lambda p: (p.link, DYNAMIC.index(p.name))))

    @property
    def inertial(self) -> tuple[Parameter, ...]:
        """The base parameters without friction: what the number of base parameters counts."""
        return tuple(p for p in self.parameters if p.name in GROUPED)

    @cached_property
    def names(self) -> dict[Parameter, str]:
        """The symbol of each base parameter that something was grouped into."""
        taken = set(self.standard.symbols)
        found = {}
        changed = set(receivers(self.steps))
        for p in self.parameters:
            if p in changed:
                name = f"{p}R"
                while name in taken:
                    name += "_"
                taken.add(name)
                found[p] = name
        return found

    @cached_property
    def contents(self) -> dict[Parameter, Terms]:
        """What each base parameter contains: standard parameters with their coefficients."""
        own = present(self.standard, DYNAMIC)
        held = contents(self.steps, own)
        return {p: held[p] for p in self.parameters}

    @cached_property
    def groupings(self) -> tuple[Grouping, ...]:
        """The grouping relations, written out in standard parameters."""
        found = []
        for p, name in self.names.items():
            terms = self.contents[p]
            total = ZERO
            for k, coefficient in terms.items():
                total = total + coefficient * k.entry(self.standard)
            found.append(Grouping(p, name, terms, total))
        return tuple(found)

    @cached_property
    def robot(self) -> Robot:
        """The robot with base parameters in its tables: eliminated ones 0, grouped ones named."""
        gone = {step.eliminated for step in self.steps}

        def changed(j: int, link: Link) -> Link:
            entries: dict[str, Expression] = {}
            for name in DYNAMIC:
                p = Parameter(j, name)
                if p in self.names:
                    entries[name] = symbol(self.names[p])
                elif p in gone:
                    entries[name] = ZERO
            return replace(link, **entries)

        robot = self.standard
        base = robot.base
        if base.link is not None and 0 in links(robot):
            base = replace(base, link=changed(0, base.link))
        return replace(
            robot,
            name=f"{robot.name}base",
            links=tuple(changed(j, robot.link(j)) for j in robot.outward()),
            base=base,
            values=tuple(
                replace(own, values=(*own.values, *self._numbers(own.numbers).items()))
                for own in robot.values
            ),
        )

    def values(self, standard: Mapping[str, float] | None = None, **more: float) -> dict[str, float]:
        """Return the numbers of the base parameters from those of the standard ones.

        Args:
            standard: the number of each symbol of the robot that the groupings contain, geometry
                included.
            more: further numbers, by symbol.

        Returns:
            The numbers by name: ``ZZ1R`` for a grouped parameter, the entry's own symbol (or the
            place, such as ``MX3``, where the entry is an expression) for another.

        Raises:
            UsageError: naming the symbols that have no number.
        """
        numbers = {**(standard or {}), **more}
        needed = {
            name
            for p in present(self.standard, DYNAMIC)
            for name in p.entry(self.standard).symbols
        } | {n for step in self.steps for _, factor in step.into for n in factor.symbols}
        missing = sorted(needed - numbers.keys())
        if missing:
            raise UsageError(f"no number for {', '.join(missing)}; values() needs them all")
        found = self.complete(numbers, _FLOATS)
        return {self.label(p): float(found[p]) for p in self.parameters}

    def label(self, p: Parameter) -> str:
        """The name of a base parameter: its symbol, or its place where the entry has none."""
        entry = p.entry(self.standard)
        own = entry.name if isinstance(entry, Symbol) else str(p)
        return self.names.get(p, own)

    def complete(self, values: Mapping[str, Any], arithmetic: Any) -> dict[Parameter, Any]:
        """The base parameters over any scalars, from the value of each of the robot's symbols."""

        def scalar(entry: Expression) -> Any:
            return evaluate(entry, values, arithmetic)

        own = present(self.standard, DYNAMIC)
        standard = {p: scalar(p.entry(self.standard)) for p in own}
        return grouped_values(self.steps, standard, scalar)

    def _numbers(self, numbers: Mapping[str, float]) -> dict[str, float]:
        """The numbers of the grouped parameters that a set of numbers gives."""
        try:
            found = self.complete(numbers, _FLOATS)
        except UsageError:  # a set of lengths alone, say
            return {}
        return {name: float(found[p]) for p, name in self.names.items()}
