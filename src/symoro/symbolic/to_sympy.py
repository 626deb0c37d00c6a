"""Programs and expressions as SymPy: exact numbers, the user's symbols verbatim, never by text."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from symoro.errors import InternalError
from symoro.expressions import Expression
from symoro.expressions.evaluate import evaluate
from symoro.ir.graph import Graph, Node, Op
from symoro.ir.program import Program

if TYPE_CHECKING:
    from sympy import Expr, Matrix, NDimArray, Symbol


def symbol(name: str) -> Symbol:
    """Return the SymPy symbol of a name: all of ours are real."""
    from sympy import Symbol

    return Symbol(name, real=True)


class SympyArithmetic:
    """How numbers, Pi and functions look in SymPy."""

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
        }
        return functions[function](*arguments)


def expression_to_sympy(expression: Expression) -> Expr:
    """Return an entry of a robot's table as SymPy."""
    values = {name: symbol(name) for name in expression.symbols}
    return evaluate(expression, values, SympyArithmetic())


def edges_to_sympy(graph: Graph, edges: Iterable[int]) -> list[Expr]:
    """Return edges of a graph as SymPy, with the values of named quantities put in.

    An unknown of a linear system is a symbol of its own name.
    """
    wanted = list(edges)
    arithmetic = SympyArithmetic()
    result: dict[int, Expr] = {}

    def at(edge: int) -> Expr:
        if edge == 0:
            return arithmetic.number(Fraction(0))
        return result[edge] if edge > 0 else -result[-edge]

    def value(node: Node) -> Expr:
        match node.op:
            case Op.NUMBER if isinstance(node.datum, Fraction):
                return arithmetic.number(node.datum)
            case Op.PI:
                return arithmetic.pi()
            case Op.SYMBOL | Op.UNKNOWN:
                return symbol(node.name)
            case Op.LET:
                return at(node.operands[0])
            case Op.ADD:
                return at(node.operands[0]) + at(node.operands[1])
            case Op.MUL:
                return at(node.operands[0]) * at(node.operands[1])
            case Op.INVERSE:
                return 1 / at(node.operands[0])
            case Op.POWER if isinstance(node.datum, int):
                return at(node.operands[0]) ** node.datum
            case Op.FUNCTION:
                return arithmetic.call(node.name, *(at(edge) for edge in node.operands))
        raise InternalError(f"{node} has no form in SymPy")

    for index in _needed(graph, wanted):
        result[index] = value(graph.nodes[index])
    return [at(edge) for edge in wanted]


def _needed(graph: Graph, edges: Iterable[int]) -> list[int]:
    """The nodes under some edges, operands first; an unknown is a leaf."""
    seen: set[int] = set()
    stack = [abs(edge) for edge in edges if edge]
    while stack:
        index = stack.pop()
        if index not in seen:
            seen.add(index)
            node = graph.nodes[index]
            if node.op is not Op.UNKNOWN:
                stack.extend(abs(operand) for operand in node.operands if operand)
    return sorted(seen)


def program_to_sympy(program: Program) -> dict[str, Expr | Matrix | NDimArray]:
    """Return each output of a program: a scalar, column or matrix, or an array of more indices."""
    elements = [edge for output in program.outputs for edge in output.elements]
    values = iter(edges_to_sympy(program.graph, elements))
    return {
        output.name: shaped([next(values) for _ in output.elements], output.shape)
        for output in program.outputs
    }


def shaped(elements: list[Expr], shape: tuple[int, ...]) -> Expr | Matrix | NDimArray:
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
