r"""Grouping relations in LaTeX: ``ZZ_{1R} &= ZZ_{1} + YY_{2}``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from symoro.expressions import Expression
from symoro.expressions.expression import Sum
from symoro.expressions.reading_terms import reading_terms
from symoro.robot.parameter import Parameter

if TYPE_CHECKING:
    from symoro.grouping.result import BaseParameters


def relations_latex(base_set: BaseParameters) -> str:
    """Return the relations as aligned equations, without dollar signs."""
    lines = [
        f"{name_latex(relation.name)} &= {_sum_latex(relation.expression)}"
        for relation in base_set.relations
    ]
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def _sum_latex(value: Expression) -> str:
    """The terms of a sum in reading order."""
    if not isinstance(value, Sum):
        return expression_latex(value)
    terms = reading_terms(value)
    signed = (f" {'-' if f < 0 else '+'} {expression_latex(base * abs(f))}" for base, f in terms)
    return "- " * (terms[0][1] < 0) + "".join(signed)[3:]


def expression_latex(value: Expression) -> str:
    """Return the LaTeX of an expression of the robot's symbols."""
    import sympy

    from symoro.symbolic.to_sympy import expression_to_sympy, sympy_symbol

    names = {sympy_symbol(name): name_latex(name) for name in value.symbols}
    result: str = sympy.latex(
        expression_to_sympy(value), symbol_names=names, mul_symbol=r"\,", order="none"
    )
    return result


def parameter_latex(p: Parameter) -> str:
    """Return the LaTeX of a parameter's place: ``XX_{1}``."""
    return rf"\mathit{{{p.name}}}_{{{p.link}}}"


def name_latex(name: str) -> str:
    """Return the LaTeX of a symbol: letters, then the rest as an index."""
    match = re.fullmatch(r"([A-Za-z]+?)(R?\d+R?)(_*)", name)
    letters, index, primes = match.groups() if match else (name.replace("_", r"\_"), "", "")
    base = letters if len(letters) == 1 else rf"\mathit{{{letters}}}"
    return base + (f"_{{{index}}}" if index else "") + "'" * len(primes)
