"""Right-hand sides of program texts as they stand: edges of a graph, in the order of the text.

There is no normal form: the operations of a listing are kept, in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from symoro.errors import UsageError
from symoro.expressions.grammar import Parser
from symoro.expressions.limits import MAX_BITS
from symoro.ir.graph import Graph
from symoro.listings.limits import bits_of
from symoro.listings.syntax import Syntax

Lookup = Callable[[str, int], int]  # the edge of a name that is used at an offset
Nested = list["Nested"] | int


class EdgeBuilder:
    """Builds edges of a graph, each sum and product from left to right."""

    in_turn = True

    def __init__(self, graph: Graph, syntax: Syntax, lookup: Lookup) -> None:
        self.graph, self.syntax, self.lookup = graph, syntax, lookup

    def number(self, value: Fraction) -> int:
        """The edge of a number."""
        return self.graph.number(value)

    def pi(self) -> int:
        """The edge of the constant."""
        return self.graph.pi()

    def name(self, name: str, offset: int) -> int:
        """The edge of a variable or an input."""
        self.syntax.refuse_function(name)
        return self.lookup(name, offset)

    def sum(self, terms: Sequence[tuple[int, int]]) -> int:
        """Add from left to right."""
        total = 0
        for term, sign in terms:
            total = self.graph.add(total, sign * term)
        return self._check_size(total)

    def product(self, factors: Sequence[tuple[int, int]]) -> int:
        """Multiply from left to right, by the inverse for a division."""
        product = 1
        for factor, exponent in factors:
            each = factor if exponent > 0 else self.graph.inverse(factor)
            product = self.graph.mul(product, each)
        return self._check_size(product)

    def power(self, base: int, exponent: int) -> int:
        """A power, if it can be computed and is not too long."""
        number = self.graph.value(base)
        if number is not None:
            _check_bits(bits_of(number) * abs(exponent))
            if not number and exponent < 0:
                raise UsageError("division by zero")
        return self.graph.power(base, exponent)

    def real_power(self, base: int, exponent: int) -> int:
        """The edge of exp(exponent log(base))."""
        return self.graph.call("exp", self.graph.mul(exponent, self.graph.call("log", base)))

    def root(self, value: int) -> int:
        """The edge of a square root."""
        return self.graph.call("sqrt", value)

    def negative(self, value: int) -> int:
        """The edge of the other sign."""
        return -value

    def call(self, function: str, arguments: Sequence[int]) -> int:
        """A function of ours for that of the language."""
        name, order = self.syntax.meaning(function)
        if len(arguments) != len(order):
            wanted = f"{len(order)} argument{'s' if len(order) > 1 else ''}"
            raise UsageError(f"{function} takes {wanted}, found {len(arguments)}")
        return self.graph.call(name, *(arguments[k] for k in order))

    def value(self, item: int) -> Fraction | None:
        """The exact value of a number's edge, else None."""
        return self.graph.value(item)

    def _check_size(self, edge: int) -> int:
        number = self.graph.value(edge)
        if number is not None:
            _check_bits(bits_of(number))
        return edge


def _check_bits(bits: int) -> None:
    """Raise an error for a number that has grown too long."""
    if bits > MAX_BITS:
        raise UsageError(f"a number of more than {MAX_BITS} bits")


def read_nested(parser: Parser[int], item: Callable[[], int]) -> Nested:
    """Read ``{a, {b, c}}``: lists whose elements ``item`` reads."""
    opening = parser.token
    if not parser.accept("{"):
        return item()
    parser.enter(opening)
    items = [read_nested(parser, item)]
    while parser.accept(","):
        items.append(read_nested(parser, item))
    parser.expect("}")
    parser.leave()
    return items
