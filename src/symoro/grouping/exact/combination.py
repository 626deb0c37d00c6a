"""A column as a combination of others, all of them known in terms of independent ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symoro.expressions import ZERO, Expression
from symoro.expressions.tidy import tidy
from symoro.grouping.eliminations import Terms
from symoro.grouping.rules.axes import Axes
from symoro.robot.parameter import Parameter

_MOST = 24  # columns that are combined
_LONGEST = 2000  # letters of a coefficient on the way: beyond, the last ones are not readable


def combination_coefficients(
    axes: Axes, known: Mapping[Parameter, Terms], wanted: Parameter, others: Sequence[Parameter]
) -> list[tuple[Parameter, Expression]] | None:
    """Return the coefficients with which ``others`` give ``wanted``; None if that is too long.

    ``known`` has columns in terms of independent ones; ``others`` do not depend on each other.
    """
    if not 0 < len(others) <= _MOST:
        return None
    names = sorted({k for p in (wanted, *others) for k in known[p]})
    rows = [[known[p].get(k, ZERO) for p in (*others, wanted)] for k in names]

    def zero(value: Expression) -> bool:
        return value == ZERO or axes.is_zero(axes.constant(value))

    for column in range(len(others)):
        pivot = min(
            (r for r in range(column, len(rows)) if not zero(rows[r][column])),
            key=lambda r: len(str(rows[r][column])),
        )
        rows[column], rows[pivot] = rows[pivot], rows[column]
        factor = rows[column][column]
        if any(len(str(value)) > _LONGEST for row in rows for value in row):
            return None
        rows[column] = [tidy(value / factor) for value in rows[column]]
        for r, row in enumerate(rows):
            if r != column and not zero(row[column]):
                scale = row[column]
                rows[r] = [tidy(a - scale * b) for a, b in zip(row, rows[column], strict=True)]
    return [(p, rows[k][-1]) for k, p in enumerate(others)]
