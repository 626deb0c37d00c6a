"""LaTeX of expressions in their shortest form, with short names of sines and cosines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from symoro.printers.latex_names import name_text
from symoro.symbolic.short_names import short_trig
from symoro.symbolic.trig import readable_form

if TYPE_CHECKING:
    from sympy import Expr


def latex(elements: Sequence[Expr], frames: Mapping[str, int]) -> list[str]:
    r"""Return LaTeX of expressions that belong together, without dollar signs.

    Args:
        elements: they are brought to their shortest form; a short name means the same in all.
        frames: the frame number of each joint variable, by name; cos(t2 + t3) is ``C_{23}``.
    """
    from sympy import Matrix, Symbol
    from sympy import latex as sympy_latex

    short, names = short_trig(Matrix([readable_form(element) for element in elements]), frames)
    last = {name: Symbol(f"~{name.name[1:]}{name.name[0]}") for name in names}  # after letters
    short = short.xreplace(last)
    printed = {symbol: name_text(symbol.name) for symbol in short.free_symbols}
    printed |= {symbol: _subscript(name.name) for name, symbol in last.items()}
    return [
        _flat_parentheses(sympy_latex(element, symbol_names=printed, mul_symbol=r"\,"))
        for element in short
    ]


def _subscript(name: str) -> str:
    """The LaTeX of a short name: letter, then frame numbers."""
    match = re.fullmatch(r"([CS])(.*?)(_*)", name)
    letter, label, primes = match.groups() if match else (name, "", "")
    return f"{letter}_{{{label.replace('m', '-').replace('_', ',')}}}" + "'" * len(primes)


def _flat_parentheses(text: str) -> str:
    """Parentheses of the usual height where nothing is high: lines can be broken inside them."""
    if r"\frac" in text:
        return text
    return text.replace(r"\left(", "(").replace(r" \right)", ")").replace(r"\right)", ")")
