"""The graph: interned nodes with signed edges.

An edge is a signed integer: ``+i`` is node i, ``-i`` its opposite, 0 is zero, ``1`` and ``-1`` are
the numbers one and minus one. So minus costs nothing, and 0, 1 and -1 fold by construction: the
constructors below are the only place where the free identities live. Operands of sums and products
are sorted, equal nodes are one node, and a node's operands always come before it. Constants are
exact. The argument of a sine or cosine is an affine sum in which whole quarter turns have been
taken out, so cos(Pi/2) *is* 0 and cos(x + Pi) *is* -cos(x). A linear system is one node, opaque
like a named value; its unknowns are the edges that other nodes use.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from enum import Enum
from fractions import Fraction
from heapq import heappop, heappush
from itertools import compress
from math import isqrt
from typing import NamedTuple

from symoro.errors import InternalError, UsageError
from symoro.expressions.exact_values import exact_cosine, exact_value


class Op(Enum):
    """The kind of a node."""

    NUMBER = "number"
    PI = "Pi"
    SYMBOL = "symbol"
    LET = "let"  # a named value: its operand is the value, opaque to the constructors
    ADD = "+"
    MUL = "*"
    INVERSE = "1/"
    POWER = "^"
    FUNCTION = "function"
    SYSTEM = "system"  # A X = B: its operands are the elements of A, then of B, row by row
    UNKNOWN = "unknown"  # a named element of X: its operand is the system

    __hash__ = object.__hash__  # that of Enum takes the greater part of finding a node again


ADD, MUL, INVERSE, LET, SYMBOL, NUMBER = (Op.ADD, Op.MUL, Op.INVERSE, Op.LET, Op.SYMBOL, Op.NUMBER)
"""The most frequent kinds: in Python 3.11 an access through the class takes its time."""

FUNCTIONS = ("sin", "cos", "sqrt", "atan2", "sign", "abs", "exp", "log", "tanh", "asin", "acos")
_FOLDED = ("sign", "abs", "exp", "log", "tanh", "asin", "acos")  # at numbers
_ODD = ("sign", "tanh", "asin")
NAMED = (Op.LET, Op.UNKNOWN)  # the results of statements
ATOMS = (Op.NUMBER, Op.PI, Op.SYMBOL, *NAMED)

Datum = Fraction | str | int | tuple[str, int] | None


class Node(NamedTuple):
    """An interned node: its operation, its operands (edges) and its own datum.

    The datum is the value of a number, the name of a symbol, let or function, an exponent, how many
    unknowns each right-hand side of a system has, or the name of an unknown and its place in X.
    """

    op: Op
    operands: tuple[int, ...] = ()
    datum: Datum = None

    @property
    def name(self) -> str:
        """The name of a symbol, a let, an unknown or a function."""
        name = self.datum[0] if isinstance(self.datum, tuple) else self.datum
        if isinstance(name, str):
            return name
        raise InternalError(f"{self} has no name")

    @property
    def system(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The edges of the matrix and of the right-hand sides of a system, row by row."""
        if self.op is not Op.SYSTEM or not isinstance(self.datum, int):
            raise InternalError(f"{self} is no linear system")
        size = self.datum**2
        return self.operands[:size], self.operands[size:]


class Graph:
    """A growing set of nodes; pass it along, there is no global one.

    Attributes:
        below: the operands of each node other than zero, without signs.
    """

    def __init__(self) -> None:
        one = Node(Op.NUMBER, datum=Fraction(1))
        self.nodes: list[Node] = [Node(Op.NUMBER, datum=Fraction(0)), one]
        self._index: dict[tuple[Op, tuple[int, ...], Datum], int] = {one: 1}
        self._sums: dict[tuple[int, int], int] = {}  # edge of a + b, 0 < a <= |b|
        self._products: dict[tuple[int, int], int] = {}  # edge of a b, 0 < a <= b
        self.below: list[tuple[int, ...]] = [(), ()]
        self._inside: list[tuple[int, ...]] = [(), ()]  # the same, none for a named value
        self._unknowns: list[int] = []
        self._circles: dict[tuple[str, int], int] = {}  # edges of sines and cosines, by angle

    def __repr__(self) -> str:
        return f"<Graph: {len(self.nodes)} nodes>"

    def node(self, edge: int) -> Node:
        """The node of an edge, whatever its sign."""
        return self.nodes[abs(edge)]

    def _make(self, op: Op, operands: tuple[int, ...] = (), datum: Datum = None) -> int:
        index = self._index.get((op, operands, datum))
        if index is None:
            below = tuple([abs(operand) for operand in operands if operand])
            index = self._append(Node(op, operands, datum), below)
            self._index[op, operands, datum] = index
            if op in NAMED:
                self._inside[index] = ()
            if op is Op.UNKNOWN:
                self._unknowns.append(index)
        return index

    def _append(self, node: Node, below: tuple[int, ...]) -> int:
        self.nodes.append(node)
        self.below.append(below)
        self._inside.append(below)
        return len(self.nodes) - 1

    # Atoms

    def number(self, value: Fraction | int) -> int:
        """The edge of an exact number."""
        if value in (0, 1, -1):
            return int(value)
        exact = Fraction(value)
        index = self._make(Op.NUMBER, datum=abs(exact))
        return index if exact > 0 else -index

    def pi(self) -> int:
        """The edge of Pi."""
        return self._make(Op.PI)

    def symbol(self, name: str) -> int:
        """The edge of an input."""
        return self._make(Op.SYMBOL, datum=name)

    def let(self, name: str, value: int) -> int:
        """The edge of a named value: a barrier, nothing is simplified across it."""
        return self._make(Op.LET, (value,), name)

    def solve(
        self, names: Sequence[str], matrix: Sequence[int], right: Sequence[int]
    ) -> tuple[int, ...]:
        """The edges of the unknowns X of A X = B, all of them row by row: a barrier as well."""
        n = isqrt(len(matrix))
        if not n or n * n != len(matrix) or len(right) % n or not 0 < len(right) == len(names):
            raise InternalError(
                f"no linear system: {len(matrix)} elements in the matrix, {len(right)} on the "
                f"right, {len(names)} unknowns"
            )
        system = self._make(Op.SYSTEM, (*matrix, *right), n)
        return tuple(
            self._make(Op.UNKNOWN, (system,), (name, place)) for place, name in enumerate(names)
        )

    def value(self, edge: int) -> Fraction | None:
        """The exact value of a number's edge, else None."""
        if edge == 0:
            return Fraction(0)
        node = self.nodes[abs(edge)]
        if node.op is not Op.NUMBER or not isinstance(node.datum, Fraction):
            return None
        return node.datum if edge > 0 else -node.datum

    def _exact(self, edge: int) -> Fraction:
        value = self.value(edge)
        assert value is not None
        return value

    def is_atom(self, edge: int) -> bool:
        """True if an edge costs no operation: zero, a number, Pi, an input or a named value."""
        return edge == 0 or self.nodes[abs(edge)].op in ATOMS

    # Operations

    def add(self, a: int, b: int) -> int:
        """The edge of a + b."""
        if a == 0 or b == 0:
            return a or b
        if abs(a) > abs(b):
            a, b = b, a
        key = (a, b) if a > 0 else (-a, -b)
        total = self._sums.get(key)
        if total is None:
            total = self._sums[key] = self._add(key)
        return total if a > 0 else -total

    def _add(self, key: tuple[int, int]) -> int:
        """The edge of a sum that was not asked for before."""
        a, b = key
        if a == -b:
            return 0
        if a == b:
            return self.mul(self.number(2), a)
        if self.nodes[a].op is NUMBER and self.nodes[abs(b)].op is NUMBER:
            return self.number(self._exact(a) + self._exact(b))
        return self._append(Node(ADD, key), key if b > 0 else (a, -b))

    def mul(self, a: int, b: int) -> int:
        """The edge of a b."""
        if a == 0 or b == 0:
            return 0
        same = (a > 0) == (b > 0)
        a, b = abs(a), abs(b)
        key = (a, b) if a < b else (b, a)
        product = self._products.get(key)
        if product is None:
            product = self._products[key] = self._mul(key)
        return product if same else -product

    def _mul(self, key: tuple[int, int]) -> int:
        """The edge of a product that was not asked for before."""
        a, b = key
        if a == 1:
            return b
        one, other = self.nodes[a], self.nodes[b]
        if one.op is NUMBER and other.op is NUMBER:
            return self.number(self._exact(a) * self._exact(b))
        if (one.op is INVERSE and one.operands == (b,)) or (
            other.op is INVERSE and other.operands == (a,)
        ):
            return 1
        return self.power(a, 2) if a == b else self._append(Node(MUL, key), key)

    def inverse(self, a: int) -> int:
        """The edge of 1/a."""
        value = self.value(a)
        if value == 0:
            raise UsageError("division by zero")
        if value is not None:
            return self.number(1 / value)
        sign = 1 if a > 0 else -1
        node = self.nodes[abs(a)]
        if node.op is Op.INVERSE:
            return sign * node.operands[0]
        return sign * self._make(Op.INVERSE, (abs(a),))

    def power(self, a: int, exponent: int) -> int:
        """The edge of a raised to an integer."""
        if exponent < 0:
            return self.inverse(self.power(a, -exponent))
        value = self.value(a)
        if value is not None:
            return self.number(value**exponent)
        if exponent == 0:
            return 1
        sign = -1 if a < 0 and exponent % 2 else 1
        if exponent == 1:
            return a
        node = self.nodes[abs(a)]
        if node.op is Op.POWER and isinstance(node.datum, int):
            return sign * self._make(Op.POWER, node.operands, node.datum * exponent)
        return sign * self._make(Op.POWER, (abs(a),), exponent)

    def call(self, function: str, *arguments: int) -> int:
        """The edge of a function; sine and cosine are normalised, tangent is their quotient."""
        if function in ("sin", "cos"):
            key = function, arguments[0]
            if key not in self._circles:
                self._circles[key] = self._circular(*key)
            return self._circles[key]
        if function == "tan":
            return self.mul(
                self.call("sin", *arguments), self.inverse(self.call("cos", *arguments))
            )
        value = self.value(arguments[0])
        if value is not None and function in _FOLDED:
            parts = exact_value(function, value)
            if parts is not None:
                return self.add(self.number(parts[0]), self.mul(self.number(parts[1]), self.pi()))
        if function == "abs":
            arguments = (abs(arguments[0]),)
        elif function in _ODD and arguments[0] < 0:
            return -self.call(function, -arguments[0])
        return self._make(Op.FUNCTION, arguments, function)

    def _circular(self, function: str, angle: int) -> int:
        """Sine or cosine of an affine angle: quarter turns out, leading coefficient positive."""
        terms, turns = self._affine(angle)
        if not terms:
            exact = exact_cosine(turns if function == "cos" else turns - Fraction(1, 2))
            if exact is not None:
                return self.number(exact)
        sign = 1
        if terms and terms[0][1] < 0:
            terms, turns = [(edge, -factor) for edge, factor in terms], -turns
            sign = -1 if function == "sin" else 1
        quarters, rest = divmod(turns % 2, Fraction(1, 2))
        cosine = function == "cos"
        for _ in range(int(quarters)):  # cos(x + Pi/2) = -sin(x), sin(x + Pi/2) = cos(x)
            sign = -sign if cosine else sign
            cosine = not cosine
        total = self.mul(self.number(rest), self.pi()) if rest else 0
        for edge, factor in reversed(terms):
            total = self.add(self.mul(self.number(factor), edge), total)
        return sign * self._make(Op.FUNCTION, (total,), "cos" if cosine else "sin")

    def _affine(self, angle: int) -> tuple[list[tuple[int, Fraction]], Fraction]:
        """Write an edge as a sum of (node, factor), in order of the nodes, plus k times Pi."""
        factors: dict[int, Fraction] = {}
        turns = Fraction(0)
        scales: dict[int, Fraction] = {}
        pending: list[int] = []  # nodes with a scale, the last first: each is opened once

        def meet(edge: int, scale: Fraction) -> None:
            index = abs(edge)
            if index and index not in scales:
                heappush(pending, -index)
            scales[index] = scales.get(index, Fraction(0)) + (scale if edge > 0 else -scale)

        meet(angle, Fraction(1))
        while pending:
            index = -heappop(pending)
            scale, node = scales[index], self.nodes[index]
            if node.op is Op.ADD:
                for operand in node.operands:
                    meet(operand, scale)
                continue
            if node.op is Op.MUL:
                a, b = node.operands
                x, y = self.value(a), self.value(b)
                if x is not None or y is not None:
                    meet(*((b, scale * x) if x is not None else (a, scale * (y or 0))))
                    continue
            if node.op is Op.PI:
                turns += scale
            elif node.op is Op.NUMBER and isinstance(node.datum, Fraction):
                factors[1] = factors.get(1, Fraction(0)) + scale * node.datum
            else:
                factors[index] = factors.get(index, Fraction(0)) + scale
        return sorted((e, f) for e, f in factors.items() if f), turns

    # Walks

    def reachable(
        self, edges: Iterable[int], *, through_lets: bool = True, known: Collection[str] = ()
    ) -> list[int]:
        """The nodes that some edges need, operands first.

        A named value, let or unknown, is a leaf unless walked through; an unknown of a linear
        system whose name is in ``known`` always is.
        """
        if through_lets:
            return self._all_reachable(edges, known)
        nodes: set[int] = set()
        stack = [abs(edge) for edge in edges if edge]
        while stack:
            index = stack.pop()
            if index not in nodes:
                nodes.add(index)
                stack += self._inside[index]
        return sorted(nodes)

    def _all_reachable(self, edges: Iterable[int], known: Collection[str]) -> list[int]:
        """The same through names, where most nodes are met: from the last to the first."""
        leaves = {k for k in self._unknowns if self.nodes[k].name in known} if known else ()
        met = bytearray(len(self.nodes))
        for edge in edges:
            met[abs(edge)] = 1
        met[0] = 0
        for index in range(met.rfind(1), 1, -1):
            if met[index] and index not in leaves:
                for operand in self.below[index]:
                    met[operand] = 1
        return list(compress(range(len(met)), met))
