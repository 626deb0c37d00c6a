"""The terms and factors of a graph in the order in which people read them."""

from __future__ import annotations

from symoro.expressions.reading_order import (
    NUMBER,
    Key,
    ReadingOrder,
    Traits,
    angle_key,
    call_traits,
    group_traits,
    symbol_traits,
)
from symoro.ir.graph import Graph, Node, Op

_CIRCULAR = ("sin", "cos")


def flat_terms(graph: Graph, edge: int) -> list[int]:
    """The terms of a sum of sums, with their signs, in the order of the graph."""
    terms: list[int] = []
    stack = [edge]
    while stack:
        top = stack.pop()
        node = graph.node(top)
        if node.op is Op.ADD:
            sign = 1 if top > 0 else -1
            stack.extend(sign * operand for operand in reversed(node.operands))
        else:
            terms.append(top)
    return terms


class GraphReading:
    """The places of the nodes of a graph in sums and products."""

    def __init__(self, graph: Graph, order: ReadingOrder) -> None:
        self.graph, self.order = graph, order
        self._traits: dict[int, Traits] = {0: NUMBER}
        self._signs: dict[int, int] = {}

    def term_key(self, edge: int) -> Key:
        """Sort key of a term of a sum."""
        return self._traits_of(edge).key

    def factor_key(self, edge: int) -> Key:
        """Sort key of a factor of a product; numbers have the first."""
        node = self.graph.node(edge)
        base = self.graph.node(node.operands[0]) if node.op is Op.POWER else node
        is_name = base.op in (Op.SYMBOL, Op.UNKNOWN, Op.LET) and self._circular(base) is None
        return self.order.factor_key(self._traits_of(edge), base.name if is_name else None)

    def sign(self, index: int) -> int:
        """The sign that comes before a node, because of the sums in it: 1 or -1.

        A sum is read with few minus signs; of as many, without one at the first term.
        """
        if index not in self._signs:
            self._signs[index] = self._find_sign(index)
        return self._signs[index]

    def _find_sign(self, index: int) -> int:
        node = self.graph.nodes[index]
        if node.op is Op.ADD:
            terms = sorted(flat_terms(self.graph, index), key=self.term_key)
            signs = [self.sign(abs(term)) * (1 if term > 0 else -1) for term in terms]
            return 1 if sum(signs) > 0 or (sum(signs) == 0 and signs[0] > 0) else -1
        if node.op is Op.MUL:
            return self.sign(node.operands[0]) * self.sign(node.operands[1])
        if node.op is Op.POWER and isinstance(node.datum, int):
            return int(self.sign(node.operands[0]) ** (node.datum % 2))
        return self.sign(node.operands[0]) if node.op is Op.INVERSE else 1

    def _traits_of(self, edge: int) -> Traits:
        if abs(edge) not in self._traits:
            for index in self.graph.reachable([edge], through_lets=False):
                if index not in self._traits:
                    self._traits[index] = self._compute(self.graph.nodes[index])
        return self._traits[abs(edge)]

    def _compute(self, node: Node) -> Traits:
        """The traits of a node whose operands have theirs."""
        if node.op is Op.NUMBER:
            return NUMBER
        if node.op is Op.PI:
            return symbol_traits("Pi")
        if (call := self._circular(node)) is not None:
            return call_traits(self._angle(call.operands[0]), sine=call.name == "sin")
        if node.op in (Op.SYMBOL, Op.LET, Op.UNKNOWN):
            return symbol_traits(node.name, self.order.rates.get(node.name))
        below = [self._traits[abs(operand)] for operand in node.operands]
        if node.op is Op.MUL:
            return below[0] * below[1]
        if node.op is Op.POWER and isinstance(node.datum, int):
            return below[0].raised_to(node.datum)
        return below[0].raised_to(1) if node.op is Op.INVERSE else group_traits(below)

    def _circular(self, node: Node) -> Node | None:
        """The sine or cosine that a node is, or has the name of."""
        if node.op is Op.LET:
            node = self.graph.node(node.operands[0])
        return node if node.op is Op.FUNCTION and node.name in _CIRCULAR else None

    def _angle(self, edge: int) -> Key:
        """Sort key of an angle."""
        terms: list[tuple[str, bool]] = []
        stack = [edge]
        while stack:
            top = stack.pop()
            node = self.graph.node(top)
            if node.op is Op.SYMBOL:
                terms.append((node.name, top < 0))
            else:
                stack.extend(operand if top > 0 else -operand for operand in node.operands)
        return angle_key(terms)
