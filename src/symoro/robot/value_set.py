"""A named set of numbers for a robot's symbols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symoro.errors import ParseError, RobotError, UsageError, short_list
from symoro.expressions import Expression, ExpressionLike, expression, float_values
from symoro.expressions.names import require_name
from symoro.wording import html_paragraph, html_table

NOMINAL = "nominal"
"""The numbers that a robot comes with: those of its file, or its only value set."""


@dataclass(frozen=True)
class ValueSet:
    """Numbers for some or all symbols of a robot, and where they come from."""

    name: str
    values: tuple[tuple[str, Expression], ...]
    source: str = ""

    def __repr__(self) -> str:
        values = short_list(f"{name} = {value}" for name, value in self.values)
        return f"<ValueSet {self.name}: {values}>"

    @property
    def numbers(self) -> dict[str, float]:
        """The values as doubles, by symbol."""
        return float_values(self.values)

    def _repr_html_(self) -> str:
        """The numbers as a table, for notebooks."""
        table = html_table(("symbol", "number"), self.values, f"Value set {self.name}")
        return table + html_paragraph([self.source] if self.source else [])

    def __post_init__(self) -> None:
        exact = tuple((name, self._exact(name, value)) for name, value in self.values)
        object.__setattr__(self, "values", exact)

    def _exact(self, name: str, value: ExpressionLike) -> Expression:
        try:
            require_name(name)
            exact = expression(value)
            if exact.symbols:
                listed = ", ".join(sorted(exact.symbols))
                raise UsageError(f"{exact} has the symbol {listed}; a value set holds numbers")
            return exact
        except (UsageError, ParseError) as error:
            reason = error.message if isinstance(error, ParseError) else str(error)
            raise RobotError(f"value set {self.name}, {name}: {reason}", field="values") from None


def sets_by_name(sets: Sequence[ValueSet]) -> dict[str, ValueSet]:
    """Return value sets by their names; an only one has the name `NOMINAL` besides."""
    also = {NOMINAL: sets[0]} if len(sets) == 1 else {}
    return also | {each.name: each for each in sets}
