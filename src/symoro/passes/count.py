"""Count operations as SYMORO+ and the literature do.

Each binary + or - is one addition, each * or / one multiplication; a power costs its shortest chain
of products, a quotient x/y one division, a lone 1/y one division; unary minus is free; functions
are counted apart. A statement is counted as it is printed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from symoro.ir.graph import Graph, Op
from symoro.ir.program import Let, Program

TRIGONOMETRIC = ("sin", "cos")


@dataclass(frozen=True)
class Operations:
    """How many operations a call costs.

    Attributes:
        add: additions and subtractions.
        mul: multiplications and divisions.
        trig: sines and cosines.
        functions: calls of other functions, by name.
        online: the part that depends on what changes at each call.
        offline: the part that depends on constant parameters only.
    """

    add: int = 0
    mul: int = 0
    trig: int = 0
    functions: dict[str, int] = field(default_factory=dict)
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
        if self.online is not None and self.offline is not None:
            data["solve"] = []
            data["online"] = self.online.as_dict()
            data["offline"] = self.offline.as_dict()
        return data

    def __str__(self) -> str:
        text = f"{self.add} additions, {self.mul} multiplications, {self.trig} sines and cosines"
        return text + "".join(f", {n} {name}" for name, n in sorted(self.functions.items()))


def count(program: Program) -> Operations:
    """Count a program's operations: all statements, and apart what is online and offline."""
    offline = [let for let in program.statements if let.node in program.offline]
    online = [let for let in program.statements if let.node not in program.offline]
    whole = _tally(program.graph, program.statements)
    return Operations(
        add=whole["+"],
        mul=whole["*"],
        trig=sum(whole[name] for name in TRIGONOMETRIC),
        functions=_others(whole),
        online=_operations(_tally(program.graph, online)),
        offline=_operations(_tally(program.graph, offline)),
    )


def _operations(tally: Counter[str]) -> Operations:
    trig = sum(tally[name] for name in TRIGONOMETRIC)
    return Operations(tally["+"], tally["*"], trig, _others(tally))


def _others(tally: Counter[str]) -> dict[str, int]:
    return {name: n for name, n in sorted(tally.items()) if name not in ("+", "*", *TRIGONOMETRIC)}


def _tally(graph: Graph, statements: Iterable[Let]) -> Counter[str]:
    total: Counter[str] = Counter()
    for let in statements:
        total.update(_cost(graph, let.value))
    return total


def _cost(graph: Graph, edge: int) -> Counter[str]:
    """The cost of an expression as a tree, named values being leaves."""
    costs: dict[int, Counter[str]] = {}
    for index in graph.reachable([edge], through_lets=False):
        node = graph.nodes[index]
        cost: Counter[str] = Counter()
        if node.op is not Op.LET:
            for operand in node.operands:
                if operand:
                    cost.update(costs[abs(operand)])
        if node.op is Op.ADD:
            cost["+"] += 1
        elif node.op is Op.MUL:  # a product with a reciprocal is one division
            reciprocals = [graph.node(e).op is Op.INVERSE for e in node.operands]
            cost["*"] += 0 if any(reciprocals) else 1
        elif node.op is Op.INVERSE:
            cost["*"] += 1
        elif node.op is Op.POWER and isinstance(node.datum, int):
            cost["*"] += chain_length(node.datum)
        elif node.op is Op.FUNCTION:
            cost[str(node.datum)] += 1
        costs[index] = cost
    return costs.get(abs(edge), Counter())


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
