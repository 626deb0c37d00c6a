"""Programs and expressions as SymPy: exact numbers, the user's symbols verbatim, never by text."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from symoro.expressions import Expression
from symoro.expressions.evaluate import evaluate
from symoro.ir.graph import Graph, Op
from symoro.ir.interpreter import edge_values
from symoro.ir.program import Program

if TYPE_CHECKING:
    from sympy import Expr, Matrix, NDimArray, Symbol


def sympy_symbol(name: str) -> Symbol:
    """Return the SymPy symbol of a name: all of ours are real."""
    from sympy import Symbol

    return Symbol(name, real=True)


class SympyArithmetic:
    """The arithmetic of SymPy's expressions."""

    def number(self, value: Fraction) -> Expr:
        """Return an exact number."""
        from sympy import Rational

        return Rational(value.numerator, value.denominator)

    def pi(self) -> Expr:
        """Return SymPy's Pi."""
        from sympy import pi

        return pi

    def call(self, function: str, *arguments: Expr) -> Expr:
        """Return the value of a function."""
        import sympy

        functions = {
            "sin": sympy.sin,
            "cos": sympy.cos,
            "tan": sympy.tan,
            "sqrt": sympy.sqrt,
            "atan2": sympy.atan2,
            "sign": sympy.sign,
            "abs": sympy.Abs,
            "exp": sympy.exp,
            "log": sympy.log,
            "tanh": sympy.tanh,
            "asin": sympy.asin,
            "acos": sympy.acos,
        }
        return functions[function](*arguments)


def expression_to_sympy(expression: Expression) -> Expr:
    """Return an entry of a robot's table as SymPy."""
    values = {name: sympy_symbol(name) for name in expression.symbols}
    return evaluate(expression, values, SympyArithmetic())


def edges_to_sympy(graph: Graph, edges: Iterable[int]) -> list[Expr]:
    """Return edges of a graph as SymPy, with the values of named quantities put in.

    An unknown of a linear system is a symbol of its own name.
    """
    leaves = (node.name for node in graph.nodes if node.op in (Op.SYMBOL, Op.UNKNOWN))
    values = {name: sympy_symbol(name) for name in leaves}
    return edge_values(graph, list(edges), values, SympyArithmetic())


def program_to_sympy(program: Program) -> dict[str, Expr | Matrix | NDimArray]:
    """Return each output of a program: a scalar, column or matrix, or an array of more indices."""
    elements = [edge for output in program.outputs for edge in output.elements]
    values = iter(edges_to_sympy(program.graph, elements))
    return {
        output.name: reshape([next(values) for _ in output.elements], output.shape)
        for output in program.outputs
    }


def reshape(elements: list[Expr], shape: tuple[int, ...]) -> Expr | Matrix | NDimArray:
    """Return elements, row by row, as a scalar, a column, a matrix or an array."""
    from sympy import Array, Matrix

    match shape:
        case ():
            return elements[0]
        case (rows,):
            return Matrix(rows, 1, elements)
        case (rows, columns):
            return Matrix(rows, columns, elements)
    return Array(elements, shape)
