"""LaTeX of expressions, matrices and products in their shortest form, with short names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from symoro.symbolic.determinant import product_of
from symoro.symbolic.short_names import short_trig
from symoro.symbolic.trig import readable_form

if TYPE_CHECKING:
    from sympy import Expr, Matrix, NDimArray

    from symoro.symbolic.expression_factors import Factors


def latex(value: Expr | Matrix | NDimArray | Factors, frames: Mapping[str, int]) -> str:
    r"""Return LaTeX without dollar signs.

    Args:
        value: an expression, a matrix or an array, whose elements are brought to their shortest
            form; or factors with their exponents, which are multiplied as they are.
        frames: the frame number of each joint variable, by name; cos(t2 + t3) is ``C_{23}``.
    """
    import sympy

    if isinstance(value, list):
        short = product_of(value)
    elif isinstance(value, sympy.MatrixBase | sympy.NDimArray):
        short = value.applyfunc(readable_form)
    else:
        short = readable_form(value)
    text, names = short_trig(short, frames)
    last = {
        name: sympy.Symbol(f"~{name.name[1:]}{name.name[0]}") for name in names
    }  # after letters
    printed = {last[name]: _subscript(name.name) for name in names}
    result: str = sympy.latex(
        text.xreplace(last), symbol_names=printed, mat_str="matrix", mul_symbol=r"\,"
    )
    return result


def _subscript(name: str) -> str:
    """The LaTeX of a short name: letter, then frame numbers."""
    match = re.fullmatch(r"([CS])(.*?)(_*)", name)
    letter, label, primes = match.groups() if match else (name, "", "")
    return f"{letter}_{{{label.replace('m', '-').replace('_', ',')}}}" + "'" * len(primes)
