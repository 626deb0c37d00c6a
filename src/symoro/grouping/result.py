"""The result of `base_parameters`: the base parameters of a robot and their eliminations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from symoro.errors import ModelError, UsageError
from symoro.expressions import (
    ZERO,
    Expression,
    FloatArithmetic,
    Values,
    evaluate,
    expression,
    float_values,
    symbol,
)
from symoro.expressions.names import fresh_name
from symoro.expressions.tidy import tidy
from symoro.grouping.eliminations import (
    Step,
    Terms,
    grouped_values,
    receivers,
    sort_parameters,
    written_out_coefficients,
)
from symoro.grouping.parameter_values import required_values
from symoro.grouping.regrouping import (
    MOST_TERMS,
    Relation,
    count_written_out_terms,
    effective_steps,
    members,
    stepwise_relations,
)
from symoro.robot import Link, Robot
from symoro.robot.parameter import DYNAMIC, GROUPED, Parameter, labels, links, nonzero_parameters

_FLOATS = FloatArithmetic()
_MOST_EQUATIONS = 60  # in a notebook


@dataclass(frozen=True, repr=False)
class Grouping:
    """A grouping relation: a base parameter and its terms.

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

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True)
class Proof:
    """The evidence that the set is right and minimal.

    Attributes:
        rank: the rank of the columns of the standard parameters.
        text: the method, in words.
    """

    rank: int
    text: str

    def __repr__(self) -> str:
        return f"<Proof: rank {self.rank}>"


@dataclass(frozen=True, eq=False, repr=False)
class BaseParameters:
    """The base inertial parameters of a robot.

    Attributes:
        standard: the robot as it was given.
        steps: the eliminations in order, with the parameters that grow and the reasons.
        method: symbolic or numeric.
        proof: the evidence that the set is right and minimal.
        mode: the assembly mode of a closed robot, in words; empty for others.
        warnings: entries of the robot's tables that are probably mistyped, as `check` says it, and
            misprints of a ``.cons`` file.
    """

    standard: Robot
    steps: tuple[Step, ...]
    method: str
    proof: Proof
    mode: str = ""
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    options: str = ""

    def __repr__(self) -> str:
        count = len(self.inertial)
        return f"<BaseParameters of {self.standard.name}: {count}, {self.method} method>"

    def _repr_html_(self) -> str:
        """The relations and the table, for notebooks."""
        from symoro.grouping.views.html import base_html

        return base_html(self)

    def _repr_latex_(self) -> str | None:
        """The relations as equations, for notebooks; None if there are none, or too many."""
        if not 0 < len(self.relations) <= _MOST_EQUATIONS:
            return None
        return f"$\\displaystyle\n{self.latex()}$"

    # The set

    @cached_property
    def _standard_parameters(self) -> tuple[Parameter, ...]:
        """The standard parameters that are not zero."""
        return nonzero_parameters(self.standard, DYNAMIC)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The base parameters in the order of the tables; friction included."""
        rest = (set(self._standard_parameters) | set(receivers(self.steps))) - self.eliminated
        return tuple(sort_parameters(rest))

    @property
    def inertial(self) -> tuple[Parameter, ...]:
        """The base parameters without friction: those that their number counts."""
        return tuple(p for p in self.parameters if p.name in GROUPED)

    @cached_property
    def eliminated(self) -> frozenset[Parameter]:
        """The parameters that were eliminated."""
        return frozenset(step.eliminated for step in self.steps)

    @cached_property
    def names(self) -> dict[Parameter, str]:
        """The symbol of each base parameter that something was grouped into."""
        symbols = set(self.standard.symbols)
        names = {}
        changed = set(receivers(self.steps))
        for p in self.parameters:
            if p in changed:
                names[p] = fresh_name(f"{p}R", symbols)
                symbols.add(names[p])
        return names

    @cached_property
    def labels(self) -> dict[Parameter, str]:
        """A name for each base parameter, which models of `robot` give to its columns."""
        return labels(self.robot, self.parameters)

    @cached_property
    def members(self) -> dict[Parameter, tuple[Parameter, ...]]:
        """The standard parameters that each base parameter contains, in the order of the tables."""
        contents = members(self._effective_steps, self._standard_parameters)
        return {p: tuple(sort_parameters(contents[p])) for p in self.parameters}

    @cached_property
    def no_effect(self) -> tuple[Parameter, ...]:
        """The standard parameters that no base parameter contains."""
        contents = {k for contained in self.members.values() for k in contained}
        return tuple(p for p in self._standard_parameters if p not in contents)

    # Relations

    @cached_property
    def coefficients(self) -> dict[Parameter, Terms]:
        """The coefficients of the standard parameters in each base parameter.

        Raises:
            ModelError: if that has too many terms to be written out.
        """
        if not self.written_out:
            raise ModelError(
                f"{self.standard.name}: the base parameters written out have more than "
                f"{MOST_TERMS} terms; relations gives them in steps, members says what they contain"
            )
        terms = written_out_coefficients(self._effective_steps, self._standard_parameters)
        return {p: {k: tidy(terms[p][k]) for k in self.members[p]} for p in self.parameters}

    @cached_property
    def groupings(self) -> tuple[Grouping, ...]:
        """The grouping relations, written out in standard parameters.

        Raises:
            ModelError: if they have too many terms; `relations` then gives them in steps.
        """
        groupings = []
        for p, name in self.names.items():
            terms = self.coefficients[p]
            total: Expression = ZERO
            for k, coefficient in terms.items():
                total = total + coefficient * k.entry(self.standard)
            groupings.append(Grouping(p, name, terms, total))
        return tuple(groupings)

    @cached_property
    def written_out(self) -> bool:
        """True if the relations are short enough to be written in standard parameters alone."""
        return (
            count_written_out_terms(self._effective_steps, self._standard_parameters) <= MOST_TERMS
        )

    @cached_property
    def relations(self) -> tuple[Relation, ...]:
        """The grouping relations in the order in which they can be computed.

        Written out in standard parameters if that is short; else in steps, where totals such as
        ``YYR3`` are lines of their own.
        """
        if self.written_out:
            return tuple(Relation(g.name, g.expression, g.parameter) for g in self.groupings)
        return stepwise_relations(self.standard, self._effective_steps, self.names)

    @cached_property
    def _effective_steps(self) -> list[Step]:
        """The steps without parts that end in no base parameter."""
        return effective_steps(self.steps, self.parameters)

    # The robot

    @property
    def suffix(self) -> str:
        """The suffix of SYMORO+ for the robot in base parameters: base, or baseN."""
        return "baseN" if self.method == "numeric" else "base"

    @cached_property
    def robot(self) -> Robot:
        """The robot with base parameters in its tables: eliminated ones 0, grouped ones named."""

        def base_link(j: int, link: Link) -> Link:
            entries: dict[str, Expression] = {}
            for name in DYNAMIC:
                p = Parameter(j, name)
                if p in self.names:
                    entries[name] = symbol(self.names[p])
                elif p in self.eliminated:
                    entries[name] = ZERO
            return replace(link, **entries)

        robot = self.standard
        base = robot.base
        if 0 in links(robot) and (base.link or any(p.link == 0 for p in self.names)):
            base = replace(base, link=base_link(0, base.link or Link()))
        return replace(
            robot,
            name=f"{robot.name}{self.suffix}",
            links=tuple(base_link(j, link) for j, link in enumerate(robot.links, start=1)),
            cut_drives=tuple(
                base_link(j, drive)
                for j, drive in enumerate(robot.cut_drives, start=robot.n_links + 1)
            ),
            base=base,
            values=tuple(
                replace(own, values=(*own.values, *self._grouped_values(float_values(own.values))))
                for own in robot.values
            ),
        )

    # Numbers

    def values(
        self, standard: Mapping[str, float] | str | None = None, **more: float
    ) -> dict[str, float]:
        """Return the numbers of the base parameters from those of the standard ones.

        Args:
            standard: the number of each of the `required_symbols`, or the name of a value set of
                the robot. A robot whose tables are numbers needs none.
            more: further numbers, by symbol.

        Returns:
            The numbers by name: ``ZZ1R`` for a grouped parameter, the entry's own symbol (or the
            place, such as ``MX3``, where it has none) for another, as `labels` says.

        Raises:
            UsageError: naming symbols that have no number, that the robot does not have, or whose
                value is no number.
        """
        own = dict(standard or {}) if not isinstance(standard, str) else self._set_values(standard)
        numbers = required_values(self.standard, self.required_symbols, {**own, **more})
        try:
            values = self.complete(numbers, _FLOATS)
        except (ArithmeticError, ValueError) as error:
            raise UsageError(
                f"{self.standard.name}: the groupings have no value at these numbers ({error})"
            ) from None
        return {label: float(values[p]) for p, label in self.labels.items()}

    @cached_property
    def required_symbols(self) -> frozenset[str]:
        """The symbols whose numbers give those of the base parameters."""
        entries = [p.entry(self.standard) for p in self._effective_parameters]
        factors = [factor for step in self._effective_steps for _, factor in step.into]
        return frozenset(name for each in (*entries, *factors) for name in each.symbols)

    def complete(self, values: Values, arithmetic: Any) -> dict[Parameter, Any]:
        """The base parameters over any scalars, from the values of the symbols that are needed."""

        def scalar(entry: Expression) -> Any:
            return evaluate(entry, values, arithmetic)

        standard = {p: scalar(p.entry(self.standard)) for p in self._effective_parameters}
        totals = grouped_values(self._effective_steps, standard, scalar)
        return {p: totals[p] if p in totals else scalar(ZERO) for p in self.parameters}

    def named_values(self, values: Values, arithmetic: Any) -> dict[str, Any]:
        """The base parameters by name, over any scalars; see `complete`."""
        totals = self.complete(values, arithmetic)
        return {name: totals[p] for p, name in self.names.items()}

    @cached_property
    def _effective_parameters(self) -> tuple[Parameter, ...]:
        """The standard parameters that have an effect."""
        without = set(self.no_effect)
        return tuple(p for p in self._standard_parameters if p not in without)

    def _set_values(self, name: str) -> dict[str, float]:
        """The numbers of a value set, for the symbols that the robot has."""
        every = self.standard.parameter_values(name)
        return {key: value for key, value in every.items() if key in self.standard.symbols}

    def _grouped_values(self, numbers: Mapping[str, float]) -> list[tuple[str, Expression]]:
        """The numbers of the grouped parameters, if a set of numbers gives them."""
        if not self.required_symbols <= numbers.keys():  # a set of lengths alone, say
            return []
        values = self.complete(numbers, _FLOATS)
        return [(name, expression(float(values[p]))) for p, name in self.names.items()]

    # Views

    def table(self) -> str:
        """Return the table of the base parameters, as SYMORO+ prints it."""
        from symoro.grouping.views.texts import base_table

        return "\n".join(base_table(self))

    def text(self, names: str | None = None) -> str:
        """Return the whole result as SYMORO+'s ``.regp`` file has it; ``names`` as in `write`."""
        from symoro.grouping.views.texts import report
        from symoro.printers.spellings import require_spelling

        return report(self, require_spelling(names))

    def latex(self) -> str:
        """Return the grouping relations as aligned equations in LaTeX, without dollar signs."""
        from symoro.grouping.views.latex import relations_latex

        return relations_latex(self)

    def explain(self, form: str = "text") -> str:
        """Say for each standard parameter if it stays, where it goes, and the reason.

        Args:
            form: ``"text"``, or ``"latex"`` for the relations between the energy functions.
        """
        from symoro.grouping.views.explain import explanation

        return explanation(self, form)

    def as_dict(self, files: Sequence[Path] = ()) -> dict[str, object]:
        """The result as plain data, for JSON."""
        from symoro.grouping.views.data import as_data

        return as_data(self, files)

    def write(
        self, folder: str | Path = ".", *, force: bool = False, names: str | None = None
    ) -> list[Path]:
        """Write the relations (``rx90.regp``) and the robot (``rx90base.par``): both or neither.

        The numeric method's files are ``rx90.Nreg`` and ``rx90baseN.par``.

        Args:
            folder: their folder; it is created if it does not exist.
            force: True to replace files that are not ours or were made with other options.
            names: ``"appendix"`` for ``rx90.reg`` and ``rx90Nbase.par``, as in appendix 5.1 of
                SYMORO+'s guide.

        Raises:
            UsageError: if a file cannot be written or is kept; nothing is changed then.
        """
        from symoro.grouping.views.files import write_both
        from symoro.printers.spellings import require_spelling

        return write_both(self, folder, force, require_spelling(names))
