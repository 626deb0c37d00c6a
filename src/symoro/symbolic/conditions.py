"""When a trigonometric factor vanishes, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sympy import Expr


def free_joints(factor: Expr, variables: Mapping[str, int]) -> list[int]:
    """The joints whose variables a factor has, in order."""
    return sorted(variables[s.name] for s in factor.free_symbols if s.name in variables)


def condition(factor: Expr, variables: Mapping[str, int]) -> str:
    """Say when a factor is zero; solved where it is a sine, a cosine or a combination of both."""
    from sympy import cos, pi, sin

    if isinstance(factor, sin):
        return _angle(factor.args[0], "0 or Pi")
    if isinstance(factor, cos):
        return _angle(factor.args[0], "Pi/2 or -Pi/2")
    if factor.is_Symbol:
        return f"{factor} = 0"
    angles = {call.args[0] for call in factor.atoms(sin, cos)}
    if len(angles) == 1:
        (angle,) = angles
        S, C = factor.coeff(sin(angle)), factor.coeff(cos(angle))
        rest = (factor - S * sin(angle) - C * cos(angle)).expand()
        plain = not any(s.name in variables for part in (S, C) for s in part.free_symbols)
        if rest == 0 and plain and not (S.has(sin, cos) or C.has(sin, cos)):
            return f"{angle} = atan2({-C}, {S}) or that plus {pi}".replace("pi", "Pi")
    return f"{factor} = 0".replace("pi", "Pi")


def _angle(angle: Expr, values: str) -> str:
    """Solve an angle: one joint variable with an offset, or a sum."""
    return f"{angle} = {values}".replace("pi", "Pi")
