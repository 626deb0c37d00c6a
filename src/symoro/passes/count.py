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

from symoro.ir.graph import NAMED, Graph, Op
from symoro.ir.program import GENERAL, Program, Solve, Statement

TRIGONOMETRIC = ("sin", "cos")

_COUNTS: WeakKeyDictionary[Program, Operations] = WeakKeyDictionary()  # of programs that live


@dataclass(frozen=True, order=True)
class SystemSize:
    """The size of a linear system that is solved, and how."""

    unknowns: int
    right_hand_sides: int = 1
    kind: str = GENERAL

    def __str__(self) -> str:
        text = f"{self.unknowns} unknown{'s' if self.unknowns > 1 else ''}"
        if self.right_hand_sides > 1:
            text += f" for {self.right_hand_sides} right-hand sides"
        return text


@dataclass(frozen=True)
class Operations:
    """How many operations a call costs.

    Attributes:
        add: additions and subtractions.
        mul: multiplications and divisions.
        trig: sines and cosines.
        functions: calls of other functions, by name.
        solve: the linear systems that are solved, in order.
        online: the part that depends on what changes at each call.
        offline: the part that depends on constant parameters only.
    """

    add: int = 0
    mul: int = 0
    trig: int = 0
    functions: dict[str, int] = field(default_factory=dict)
    solve: tuple[SystemSize, ...] = ()
    online: Operations | None = None
    offline: Operations | None = None

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

    def __str__(self) -> str:
        text = f"{self.add} additions, {self.mul} multiplications, {self.trig} sines and cosines"
        return text + self.others

    @property
    def others(self) -> str:
        """What is counted beside additions, multiplications, sines and cosines, in words."""
        parts = [f"{n} {name}" for name, n in sorted(self.functions.items())]
        for size, n in sorted(Counter(self.solve).items()):
            parts.append(f"{n} solve{'s' if n > 1 else ''} of {size}")
        return "".join(f", {part}" for part in parts)


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
        for each, nodes in zip(program.statements, program.inside, strict=True)
    ]
    constant = program.offline.issuperset
    return replace(
        _operations(costs),
        online=_operations([(each, cost) for each, cost in costs if not constant(each.nodes)]),
        offline=_operations([(each, cost) for each, cost in costs if constant(each.nodes)]),
    )


def _statement_cost(graph: Graph, statement: Statement, nodes: list[int]) -> Counter[str]:
    """The cost of what a statement uses, each as a tree, named values being leaves."""
    times = Counter(abs(edge) for edge in statement.uses if edge)  # that a node is computed
    tally: Counter[str] = Counter()
    for index in reversed(nodes):
        node, n = graph.nodes[index], times[index]
        if node.op in NAMED:
            continue
        for operand in node.operands:
            times[abs(operand)] += n
        if node.op is Op.ADD:
            tally["+"] += n
        elif node.op is Op.MUL:  # a product with a reciprocal is one division
            if not any(graph.node(edge).op is Op.INVERSE for edge in node.operands):
                tally["*"] += n
        elif node.op is Op.INVERSE:
            tally["*"] += n
        elif node.op is Op.POWER and isinstance(node.datum, int):
            tally["*"] += n * chain_length(node.datum)
        elif node.op is Op.FUNCTION:
            tally[str(node.datum)] += n
    return tally


def _operations(costs: Iterable[tuple[Statement, Counter[str]]]) -> Operations:
    tally: Counter[str] = Counter()
    solve: list[SystemSize] = []
    for statement, cost in costs:
        tally.update(cost)
        if isinstance(statement, Solve):
            size = SystemSize(statement.unknowns, statement.right_hand_sides, statement.kind)
            solve.append(size)
    own = ("+", "*", *TRIGONOMETRIC)
    return Operations(
        add=tally["+"],
        mul=tally["*"],
        trig=sum(tally[name] for name in TRIGONOMETRIC),
        functions={name: n for name, n in sorted(tally.items()) if name not in own},
        solve=tuple(solve),
    )


@cache
def chain_length(exponent: int) -> int:
    """The fewest products that make a power: the length of a shortest addition chain."""
    length = max(exponent.bit_length() - 1, 0)
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
