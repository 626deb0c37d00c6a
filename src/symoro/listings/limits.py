"""Limits of the size of a chain of assignments, names being no barrier to level O2.

A short text can describe a number of a million digits, a power of a power of a power, or an angle
of a million terms, one harmless statement at a time. Each is refused at the statement that makes
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symoro.expressions.limits import MAX_BITS, MAX_EXPONENT
from symoro.ir.graph import Graph, Node, Op

MAX_TERMS = 2000  # terms and factors of the argument of a function
MAX_CHAIN = 300  # sums and products within each other there


@dataclass(frozen=True)
class _Size:
    bits: int | None = None  # of a number; None if it is none
    exponent: int = 1
    terms: int = 1
    chain: int = 0


_ZERO = _Size(bits=0)


def bits_of(value: Fraction) -> int:
    """The length of a number: of its numerator or denominator."""
    return max(value.numerator.bit_length(), value.denominator.bit_length())


class Limits:
    """Follows a graph as it grows."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._sizes: list[_Size] = [_ZERO]

    def first_excess(self) -> str | None:
        """The first limit that a node made since the last call exceeds, in words; None if none."""
        for index in range(len(self._sizes), len(self.graph.nodes)):
            node = self.graph.nodes[index]
            operands = [self._sizes[abs(edge)] for edge in node.operands]
            size = _size(node, operands)
            self._sizes.append(size)
            if size.bits is not None and size.bits > MAX_BITS:
                return f"a number of more than {MAX_BITS} bits"
            if size.exponent > MAX_EXPONENT:
                return f"a power beyond the limit of {MAX_EXPONENT}"
            if node.op is Op.FUNCTION and any(
                each.terms > MAX_TERMS or each.chain > MAX_CHAIN for each in operands
            ):
                return f"the argument of a function made of more than {MAX_CHAIN} sums and products"
        return None


def _size(node: Node, operands: list[_Size]) -> _Size:
    match node.op, node.datum:
        case Op.NUMBER, Fraction() as value:
            return _Size(bits_of(value))
        case Op.LET, _:
            return operands[0]
        case ((Op.ADD | Op.MUL), _):
            bits = [each.bits for each in operands]
            whole = None if None in bits else sum(each or 0 for each in bits)
            return _Size(whole, 1, *_tree(operands))
        case Op.INVERSE, _:
            return _Size(operands[0].bits, operands[0].exponent)
        case Op.POWER, int(exponent):
            bits_of_base = operands[0].bits
            whole = None if bits_of_base is None else bits_of_base * exponent
            return _Size(whole, operands[0].exponent * exponent)
        case Op.FUNCTION, "atan2":
            return _Size(None, 1, *_tree(operands))
    return _Size()


def _tree(operands: list[_Size]) -> tuple[int, int]:
    terms = min(sum(each.terms for each in operands), MAX_TERMS + 1)
    return terms, min(1 + max(each.chain for each in operands), MAX_CHAIN + 1)
