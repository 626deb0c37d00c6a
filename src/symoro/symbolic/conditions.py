"""Factors as text, and when they vanish, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symoro.expressions.reading_order import ReadingOrder, name_key
from symoro.ir.graph import Graph
from symoro.ir.scalar import GraphArithmetic
from symoro.printers.dialect import ExpressionPrinter, call_parentheses
from symoro.printers.listing import DIALECT
from symoro.symbolic.from_sympy import from_sympy

if TYPE_CHECKING:
    from sympy import Expr

HALF_TURN = "that plus Pi"
"""The second root of an angle, after the first."""


def expression_text(expression: Expr) -> str:
    """Return an expression as text: in reading order, spelt as in listings; Pi is Pi."""
    graph = Graph()
    names = sorted((s.name for s in expression.free_symbols), key=name_key)
    arithmetic = GraphArithmetic(graph)
    values = {name: arithmetic.symbol(name) for name in names}
    edge = from_sympy(expression, values, arithmetic).edge
    return ExpressionPrinter(graph, _DIALECT, {}, ReadingOrder()).text(edge)


def _call(function: str, arguments: list[str]) -> str:
    """An angle by its tangent is read more easily by one argument."""
    if function == "atan2" and arguments[1] == "1":
        function, arguments = "atan", arguments[:1]
    return call_parentheses(function, arguments)


_DIALECT = replace(DIALECT, call=_call)


def free_joints(factor: Expr, variables: Mapping[str, int]) -> list[int]:
    """Return the joints whose variables a factor has, in order."""
    return sorted(variables[s.name] for s in factor.free_symbols if s.name in variables)


@dataclass(frozen=True)
class Roots:
    """An angle at which a factor is zero, and half a turn later again.

    Attributes:
        angle: the angle, a joint variable or a sum with some.
        first: its value where the factor is zero.
        names: both roots as text.
    """

    angle: Expr
    first: Expr
    names: tuple[str, str]


def roots(factor: Expr, variables: Mapping[str, int]) -> Roots | None:
    """Solve a factor that is a sine, a cosine or a combination of both; None for others."""
    from sympy import S, atan2, cos, pi, sin

    if isinstance(factor, sin):
        return Roots(factor.args[0], S.Zero, ("0", "Pi"))
    if isinstance(factor, cos):
        return Roots(factor.args[0], pi / 2, ("Pi/2", "-Pi/2"))
    angles = {call.args[0] for call in factor.atoms(sin, cos)}
    if len(angles) != 1:
        return None
    (angle,) = angles
    s, c = factor.coeff(sin(angle)), factor.coeff(cos(angle))
    rest = (factor - s * sin(angle) - c * cos(angle)).expand()
    plain = not any(x.name in variables for part in (s, c) for x in part.free_symbols)
    if rest != 0 or not plain or s.has(sin, cos) or c.has(sin, cos):
        return None
    numbers = s.is_number and c.is_number
    first = atan2(-c, s)
    text = (
        expression_text(first) if numbers else f"atan2({expression_text(-c)}, {expression_text(s)})"
    )
    return Roots(angle, first, (text, HALF_TURN))


def condition(factor: Expr, variables: Mapping[str, int]) -> str:
    """Say when a factor is zero; solved where it is a sine, a cosine or a combination of both."""
    solved = roots(factor, variables)
    if solved is None:
        return f"{expression_text(factor)} = 0"
    return f"{expression_text(solved.angle)} = {solved.names[0]} or {solved.names[1]}"
