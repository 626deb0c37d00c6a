"""The expressions of a language as data, and the one printer of expressions, which reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from symoro.errors import InternalError
from symoro.expressions import double
from symoro.expressions.reading_order import Key, ReadingOrder
from symoro.expressions.text import number_text
from symoro.ir.graph import FUNCTIONS, Graph, Op
from symoro.printers.reading import GraphReading, flat_terms

FUNCTION_NAMES = {name: name for name in FUNCTIONS}


def power_caret(base: str, exponent: int) -> str:
    """Powers by a sign: ``x^2``."""
    return f"{base}^{exponent}"


def power_stars(base: str, exponent: int) -> str:
    """Powers by two stars: ``x**2``."""
    return f"{base}**{exponent}"


def power_product(base: str, exponent: int) -> str:
    """Powers by products: ``x*x``, with squares of squares for high powers."""
    if exponent <= 3:
        return "*".join([base] * exponent)
    half = f"({power_product(base, exponent // 2)})"
    return f"{half}*{half}" + (f"*{base}" if exponent % 2 else "")


def call_parentheses(function: str, arguments: list[str]) -> str:
    """Calls as mathematics has them: ``f(x, y)``."""
    return f"{function}({', '.join(arguments)})"


def double_text(value: Fraction) -> str:
    """A number as a floating-point literal: the nearest double, shortest form."""
    return repr(double(value))


def nested_list(
    shape: tuple[int, ...], texts: Sequence[str], brackets: str = "[]", comma: str = ", "
) -> str:
    """The elements of an array, row by row, as lists within lists."""
    if not shape:
        return texts[0]
    if len(shape) > 1:
        size = len(texts) // shape[0] if shape[0] else 0
        rows = (texts[k * size : (k + 1) * size] for k in range(shape[0]))
        texts = [nested_list(shape[1:], row, brackets, comma) for row in rows]
    return brackets[0] + comma.join(texts) + brackets[1]


@dataclass(frozen=True)
class Dialect:
    """The differences between languages inside an expression.

    Attributes:
        power: writes an integer power of a text that needs no parentheses.
        power_is_product: True if that text binds like a product.
        divides_pi: True if Pi/2 is written so, not as Pi*0.5.
        reserved: words that cannot be names.
    """

    number: Callable[[Fraction], str] = number_text
    power: Callable[[str, int], str] = power_caret
    power_is_product: bool = False
    functions: Mapping[str, str] = field(default_factory=lambda: dict(FUNCTION_NAMES))
    call: Callable[[str, list[str]], str] = call_parentheses
    pi: str = "Pi"
    divides_pi: bool = False
    reserved: frozenset[str] = frozenset()


_SUM, _PRODUCT, _POWER, _ATOM = 1, 2, 3, 4
_READING = {Op.FUNCTION: 1, Op.ADD: 2}  # names first, then functions, then sums


class ExpressionPrinter:
    """Prints edges of a graph in a dialect, with some names replaced."""

    def __init__(
        self,
        graph: Graph,
        dialect: Dialect,
        names: Mapping[str, str],
        order: ReadingOrder | None = None,
    ) -> None:
        """Take a graph and names; terms and factors are in its order unless another is given."""
        self.graph = graph
        self.dialect = dialect
        self.names = names
        self.reading = None if order is None else GraphReading(graph, order)

    def text(self, edge: int) -> str:
        """Return an expression as text."""
        return self._print(edge)[0]

    def row(self, edges: Iterable[int]) -> str:
        """Return expressions with commas between them."""
        return ", ".join(self.text(edge) for edge in edges)

    def _print(self, edge: int) -> tuple[str, int]:
        """Return a text and the strength of its binding."""
        if edge == 0:
            return self.dialect.number(Fraction(0)), _ATOM
        node = self.graph.node(edge)
        if node.op is Op.ADD:
            return " ".join(self.terms(edge)), _SUM
        if self._sign(edge) < 0:
            return "-" + self._within(-edge, _PRODUCT), _SUM
        match node.op:
            case Op.NUMBER if isinstance(node.datum, Fraction):
                text = self.dialect.number(node.datum)
                return text, _PRODUCT if "/" in text else _ATOM
            case Op.PI:
                return self.dialect.pi, _ATOM
            case Op.SYMBOL | Op.LET | Op.UNKNOWN:
                return self.names.get(node.name, node.name), _ATOM
            case Op.MUL | Op.INVERSE:
                return self._product(edge), _PRODUCT
            case Op.POWER if isinstance(node.datum, int):
                base = self._within(self._without_sign(node.operands[0]), _ATOM)
                binding = _PRODUCT if self.dialect.power_is_product else _POWER
                return self.dialect.power(base, node.datum), binding
            case Op.FUNCTION:
                return self._call(str(node.datum), node.operands), _ATOM
        raise InternalError(f"cannot print {node}")

    def _within(self, edge: int, binding: int) -> str:
        text, own = self._print(edge)
        return text if own >= binding else f"({text})"

    def _call(self, function: str, operands: tuple[int, ...]) -> str:
        if function not in self.dialect.functions:
            raise InternalError(f"this language has no {function}")
        texts = [self.text(operand) for operand in operands]
        return self.dialect.call(self.dialect.functions[function], texts)

    def terms(self, edge: int) -> list[str]:
        """Return an expression as the terms of a flat sum, all but the first behind their sign.

        A positive term comes first, if there is one.
        """
        if self.graph.node(edge).op is not Op.ADD:
            return [self.text(edge)]
        terms = flat_terms(self.graph, edge)
        if self.reading is not None:
            terms = self._in_order(terms, self.reading.term_key)
        signed = [
            (self._sign(term), self._within(self._without_sign(term), _PRODUCT)) for term in terms
        ]
        first = next((k for k, (sign, _) in enumerate(signed) if sign > 0), 0)
        (sign, text), *others = signed[first], *signed[:first], *signed[first + 1 :]
        pieces = [("-" if sign < 0 else "") + text]
        return pieces + [f"{'-' if sign < 0 else '+'} {text}" for sign, text in others]

    def _sign(self, edge: int) -> int:
        """The sign before an expression: that of its edge, unless a factor is read with another."""
        sign = 1 if edge > 0 else -1
        return sign if self.reading is None else sign * self.reading.sign(abs(edge))

    def _without_sign(self, edge: int) -> int:
        """The edge, or its opposite, before which there is no sign."""
        return edge if self._sign(edge) > 0 else -edge

    def _product(self, edge: int) -> str:
        """A flat product, numbers first; reciprocals stand behind a division sign."""
        above: list[int] = []
        below: list[str] = []
        stack = [edge]
        while stack:
            top = stack.pop()
            node = self.graph.node(top)
            if node.op is Op.MUL:
                stack.extend(reversed(node.operands))
            elif node.op is Op.INVERSE:
                below.append(self._within(self._without_sign(node.operands[0]), _POWER))
            else:
                above.append(top)
        if self.reading is not None:
            above = self._in_order(above, self.reading.factor_key)
        elif any(self.graph.node(each).op is Op.FUNCTION for each in above):
            above.sort(key=lambda each: _READING.get(self.graph.node(each).op, 0))
        above.sort(key=lambda each: self.graph.node(each).op is not Op.NUMBER)
        if self.dialect.divides_pi:
            above, below = self._parts_of_pi(above, below)
        texts = [self._within(self._without_sign(each), _PRODUCT) for each in above]
        return "*".join(texts or [self.dialect.number(Fraction(1))]) + "".join(
            f"/{text}" for text in below
        )

    def _in_order(self, edges: list[int], key: Callable[[int], Key]) -> list[int]:
        """Edges by a sort key; those of equal keys by their texts."""
        keys = {edge: key(edge) for edge in edges}
        if len(set(keys.values())) == len(keys):
            return sorted(edges, key=keys.__getitem__)
        return sorted(edges, key=lambda edge: (keys[edge], self._print(abs(edge))[0]))

    def _parts_of_pi(self, above: list[int], below: list[str]) -> tuple[list[int], list[str]]:
        """Write a fraction of Pi as a quotient: its denominator goes below."""
        numbers = [each for each in above if self.graph.node(each).op is Op.NUMBER]
        pis = [each for each in above if self.graph.node(each).op is Op.PI]
        if len(numbers) != 1 or len(pis) != 1 or len(above) != 2:
            return above, below
        value = self.graph.value(numbers[0])
        if value is None or value.denominator == 1:
            return above, below
        whole = [] if value.numerator == 1 else [self.graph.number(value.numerator)]
        return [*whole, *pis], [*below, str(value.denominator)]
