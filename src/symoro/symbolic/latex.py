"""LaTeX of expressions in their shortest form, with short names of sines and cosines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from symoro.expressions.reading_order import ReadingOrder, name_key
from symoro.ir.graph import Graph
from symoro.ir.scalar import GraphArithmetic, Scalar
from symoro.printers.latex import DIALECT, LatexExpressions
from symoro.printers.latex_names import name_text
from symoro.symbolic.from_sympy import from_sympy
from symoro.symbolic.short_names import short_trig
from symoro.symbolic.trig import readable_form

if TYPE_CHECKING:
    from sympy import Expr, Symbol

_LARGEST = 100  # denominator of a number that is written as a fraction


def latex(
    elements: Sequence[Expr], frames: Mapping[str, int], order: ReadingOrder | None = None
) -> list[str]:
    r"""Return LaTeX of expressions that belong together, in reading order, without dollar signs.

    Args:
        elements: they are brought to their shortest form; a short name means the same in all.
        frames: the frame number of each joint variable, by name; cos(t2 + t3) is ``C_{23}``.
        order: the order of factors, by what their symbols are.
    """
    from sympy import Matrix

    order = order or ReadingOrder()
    forms = [readable_form(element, order.rates) for element in elements]
    short, names = short_trig(Matrix(forms), frames)
    writer = _Writer(short.free_symbols, names, order)
    return [writer.text(element) for element in short]


class _Expressions(LatexExpressions):
    times = r"\,"


class _Writer:
    """LaTeX of SymPy expressions of some symbols, of which some are names of sines and cosines."""

    def __init__(
        self, symbols: Iterable[Symbol], names: Mapping[Symbol, Expr], order: ReadingOrder
    ) -> None:
        graph = Graph()
        self._arithmetic = GraphArithmetic(graph)
        plain = sorted({*symbols, *(s for e in names.values() for s in e.free_symbols)}, key=_place)
        self._values = {s.name: self._arithmetic.symbol(s.name) for s in plain if s not in names}
        texts = {s.name: name_text(s.name) for s in plain}
        for name, meaning in names.items():
            edge = from_sympy(meaning, self._values, self._arithmetic).edge
            self._values[name.name] = Scalar(graph, graph.let(name.name, edge))
            texts[name.name] = _subscript(name.name)
        dialect = replace(DIALECT, number=_number)
        self._expressions = _Expressions(graph, dialect, texts, order)

    def text(self, expression: Expr) -> str:
        """Return the LaTeX of an expression."""
        edge = from_sympy(expression, self._values, self._arithmetic).edge
        return self._expressions.text(edge)


def _place(symbol: Symbol) -> tuple[object, ...]:
    return name_key(symbol.name)


def _number(value: Fraction) -> str:
    if value.denominator == 1 or value.denominator > _LARGEST:
        return DIALECT.number(value)
    return rf"\frac{{{value.numerator}}}{{{value.denominator}}}"


def _subscript(name: str) -> str:
    """The LaTeX of a short name: letter, then frame numbers."""
    match = re.fullmatch(r"([CS])(.*?)(_*)", name)
    letter, label, primes = match.groups() if match else (name, "", "")
    return f"{letter}_{{{label.replace('m', '-').replace('_', ',')}}}" + "'" * len(primes)
