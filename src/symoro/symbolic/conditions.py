"""Factors as text, and when they vanish, in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sympy import Expr
    from sympy.printing.str import StrPrinter


def written(expression: Expr) -> str:
    """An expression as text; Pi is Pi, and a user's symbol is never touched."""
    text: str = _printer().doprint(expression)
    return text


@cache
def _printer() -> StrPrinter:
    from sympy.printing.str import StrPrinter

    class Printer(StrPrinter):  # type: ignore[misc]
        def _print_Pi(self, expression: Expr) -> str:
            return "Pi"

    return Printer()


def free_joints(factor: Expr, variables: Mapping[str, int]) -> list[int]:
    """The joints whose variables a factor has, in order."""
    return sorted(variables[s.name] for s in factor.free_symbols if s.name in variables)


def condition(factor: Expr, variables: Mapping[str, int]) -> str:
    """Say when a factor is zero; solved where it is a sine, a cosine or a combination of both."""
    from sympy import atan2, cos, sin

    if isinstance(factor, sin):
        return f"{written(factor.args[0])} = 0 or Pi"
    if isinstance(factor, cos):
        return f"{written(factor.args[0])} = Pi/2 or -Pi/2"
    angles = {call.args[0] for call in factor.atoms(sin, cos)}
    if len(angles) == 1:
        (angle,) = angles
        S, C = factor.coeff(sin(angle)), factor.coeff(cos(angle))
        rest = (factor - S * sin(angle) - C * cos(angle)).expand()
        plain = not any(s.name in variables for part in (S, C) for s in part.free_symbols)
        if rest == 0 and plain and not (S.has(sin, cos) or C.has(sin, cos)):
            numbers = S.is_number and C.is_number
            solved = written(atan2(-C, S)) if numbers else f"atan2({written(-C)}, {written(S)})"
            return f"{written(angle)} = {solved} or that plus Pi"
    return f"{written(factor)} = 0"
