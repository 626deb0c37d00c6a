"""Count operations as SYMORO+ and the literature do.

Each binary + or - is one addition, each * or / one multiplication; a power costs its shortest chain
of products, a quotient x/y one division, a lone 1/y one division; unary minus is free; functions
are counted apart. A statement is counted as it is printed. A linear system is counted by its size;
what its elements cost is counted like any statement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from weakref import WeakKeyDictionary

from symoro.ir.graph import ADD, ATOMS, MUL, Graph, Node, Op
from symoro.ir.program import GENERAL, Program, Solve, Statement
from symoro.wording import html_table, quantity

TRIGONOMETRIC = ("sin", "cos")
_SINGLE = (Op.ADD, Op.MUL, Op.INVERSE)  # one operation each
_LONGEST = 256  # exponents; those that are read are below, but powers of powers are powers

_COUNTS: WeakKeyDictionary[Program, Operations] = WeakKeyDictionary()  # of programs that live


@dataclass(frozen=True, order=True)
class SystemSize:
    """The size of a linear system that is solved, and how."""

    unknowns: int
    right_hand_sides: int = 1
    kind: str = GENERAL

    def __str__(self) -> str:
        text = quantity(self.unknowns, "unknown")
        if self.right_hand_sides > 1:
            text += f" for {self.right_hand_sides} right-hand sides"
        return text


@dataclass(frozen=True)
class Operations:
    """The number of operations of a call.

    Attributes:
        add: additions and subtractions.
        mul: multiplications and divisions.
        trig: sines and cosines.
        functions: calls of other functions, by name.
        solve: the linear systems that are solved, in order.
        online: the part that depends on what changes at each call.
        offline: the part that depends on constant parameters only.
        other_operations: the other functions and the linear systems, in words.
    """

    add: int = 0
    mul: int = 0
    trig: int = 0
    functions: dict[str, int] = field(default_factory=dict)
    solve: tuple[SystemSize, ...] = ()
    online: Operations | None = None
    offline: Operations | None = None
    other_operations: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        parts = [f"{n} {name}" for name, n in sorted(self.functions.items())]
        for size, n in sorted(Counter(self.solve).items()):
            parts.append(f"{quantity(n, 'solve')} of {size}")
        object.__setattr__(self, "other_operations", "".join([f", {part}" for part in parts]))

    def __repr__(self) -> str:
        return f"<Operations: {self}>"

    @property
    def total(self) -> int:
        """Additions and multiplications together."""
        return self.add + self.mul

    def as_dict(self) -> dict[str, object]:
        """The counts as plain data, for JSON."""
        data: dict[str, object] = {"add": self.add, "mul": self.mul, "trig": self.trig}
        data["functions"] = dict(self.functions)
        data["solve"] = [asdict(size) for size in self.solve]
        if self.online is not None and self.offline is not None:
            data["online"] = self.online.as_dict()
            data["offline"] = self.offline.as_dict()
        return data

    def _repr_html_(self) -> str:
        """The counts as a table, for notebooks."""
        parts = [("a call", self)]
        if self.offline is not None and self.offline != Operations():
            parts.append(("constants, once", self.offline))
        return html_table(
            ("", "additions", "multiplications", "sines and cosines", "others"),
            ((n, p.add, p.mul, p.trig, p.other_operations.removeprefix(", ")) for n, p in parts),
        )

    def __str__(self) -> str:
        trig = "1 sine or cosine" if self.trig == 1 else f"{self.trig} sines and cosines"
        counts = quantity(self.add, "addition"), quantity(self.mul, "multiplication"), trig
        return ", ".join(counts) + self.other_operations


def count(program: Program) -> Operations:
    """Count a program's operations, once: all statements, and apart what is online and offline."""
    known = _COUNTS.get(program)
    if known is None:
        known = _COUNTS[program] = _count(program)
    return known


def call_operations(program: Program, *, two_part: bool = True) -> Operations:
    """Return the operations of a call: of the online part where a program has two parts."""
    counted = count(program)
    if not two_part or counted.online is None:
        return counted
    return replace(counted.online, online=counted.online, offline=counted.offline)


def call_cost(program: Program, *, two_part: bool = True) -> tuple[int, int]:
    """Return the cost of a call: additions and multiplications, then sines and cosines."""
    operations = call_operations(program, two_part=two_part)
    return operations.total, operations.trig


def _count(program: Program) -> Operations:
    costs = [
        (each, _statement_cost(program.graph, each, nodes))
        for each, nodes in zip(program.statements, program.statement_nodes, strict=True)
    ]
    constant = program.offline_nodes.issuperset
    return replace(
        _operations(costs),
        online=_operations([(each, cost) for each, cost in costs if not constant(each.nodes)]),
        offline=_operations([(each, cost) for each, cost in costs if constant(each.nodes)]),
    )


def _statement_cost(graph: Graph, statement: Statement, nodes: list[int]) -> dict[str, int]:
    """The cost of what a statement uses, each as a tree, named values being leaves."""
    times = dict.fromkeys(nodes, 0)  # that a node is computed
    for edge in statement.uses:
        if edge:
            times[abs(edge)] += 1
    add = mul = 0
    functions: dict[str, int] = {}
    for index in reversed(nodes):
        op, operands, datum = graph.nodes[index]
        if op in ATOMS:
            continue
        n = times[index]
        for operand in graph.below[index]:
            times[operand] += n
        if op is ADD:
            add += n
        elif op is MUL:  # a product with a reciprocal is one division
            if not any(graph.nodes[operand].op is Op.INVERSE for operand in operands):
                mul += n
        elif op is Op.INVERSE:
            mul += n
        elif op is Op.POWER and isinstance(datum, int):
            mul += n * chain_length(datum)
        else:
            functions[str(datum)] = functions.get(str(datum), 0) + n
    return {"+": add, "*": mul, **functions}


def _operations(costs: Iterable[tuple[Statement, dict[str, int]]]) -> Operations:
    tally: dict[str, int] = {"+": 0, "*": 0}
    solve: list[SystemSize] = []
    for statement, cost in costs:
        for name, n in cost.items():
            tally[name] = tally.get(name, 0) + n
        if isinstance(statement, Solve):
            solve.append(SystemSize(statement.unknowns, statement.right_hand_sides, statement.kind))
    add, mul = tally.pop("+"), tally.pop("*")
    trig = sum(tally.pop(name, 0) for name in TRIGONOMETRIC)
    return Operations(add, mul, trig, dict(sorted(tally.items())), tuple(solve))


def operation_cost(node: Node) -> int:
    """Return the additions and multiplications of a node by itself; a division is a product, too.

    The rule for values that have no statements yet: in a statement, a product with a reciprocal
    is one division.
    """
    if node.op is Op.POWER and isinstance(node.datum, int):
        return chain_length(node.datum)
    return 1 if node.op in _SINGLE else 0


@cache
def chain_length(exponent: int) -> int:
    """The fewest products that make a power: the length of a shortest addition chain.

    Beyond `_LONGEST`, where the search takes seconds, the products of repeated squaring.
    """
    length = max(exponent.bit_length() - 1, 0)
    if exponent > _LONGEST:
        return length + exponent.bit_count() - 1
    while not _reaches((1,), exponent, length):
        length += 1
    return length


def _reaches(chain: tuple[int, ...], target: int, steps: int) -> bool:
    last = chain[-1]
    if last == target:
        return True
    if steps == 0 or last << steps < target:
        return False
    sums = sorted({last + other for other in chain if last + other <= target}, reverse=True)
    return any(_reaches((*chain, each), target, steps - 1) for each in sums)
