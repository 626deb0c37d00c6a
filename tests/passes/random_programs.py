"""Seeded random programs for passes: every operation, shared values, linear systems, odd outputs.

Values are named at random, by names that passes make up too (T1, k); numbers stay within a few
thousand: inputs are at most 1, denominators and systems are far from zero.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

from symoro.expressions import FloatArithmetic, ModularArithmetic
from symoro.ir import Graph, GraphArithmetic, Input, Let, Op, Output, Program, Role, Scalar, Solve
from symoro.ir import interpret as run
from symoro.ir.program import Statement
from symoro.passes import Operations, count

STATE = ("x", "y", "T1")
PARAMETERS = ("a", "b", "c", "k", "T3")


class Maker:
    """Makes a program: its inputs by name, and what names a value or solves a system."""

    def __init__(
        self, state: Sequence[str] = STATE, parameters: Sequence[str] = PARAMETERS
    ) -> None:
        self.graph = Graph()
        self.arithmetic = GraphArithmetic(self.graph)
        self.statements: list[Statement] = []
        self.state, self.parameters = state, parameters
        self.inputs = {name: self.arithmetic.symbol(name) for name in (*state, *parameters)}

    def call(self, function: str, *arguments: Any) -> Any:
        return self.arithmetic.call(function, *arguments)

    def number(self, value: Fraction | int) -> Any:
        return self.arithmetic.number(Fraction(value))

    def let(self, name: str, value: Any) -> Any:
        node = self.graph.let(name, value.edge)
        self.statements.append(Let(name, node, value.edge))
        return Scalar(self.graph, node)

    def solve(self, names: Sequence[str], matrix: Sequence[Any], right: Sequence[Any]) -> list[Any]:
        A, B = (tuple(value.edge for value in part) for part in (matrix, right))
        nodes = self.graph.solve(names, A, B)
        self.statements.append(Solve(tuple(names), nodes, A, B, isqrt(len(A))))
        return [Scalar(self.graph, node) for node in nodes]

    def program(self, outputs: Mapping[str, Sequence[Any]], name: str = "random") -> Program:
        state = (Input(each, Role.STATE, "q", (i,)) for i, each in enumerate(self.state))
        return Program(
            name=name,
            graph=self.graph,
            inputs=(*state, *(Input(each, Role.PARAMETER) for each in self.parameters)),
            shapes=(("q", (len(self.state),)),),
            statements=tuple(self.statements),
            outputs=tuple(
                Output(each, (len(values),), tuple(value.edge for value in values))
                for each, values in outputs.items()
            ),
        ).verify()


def made(write: Callable[[Maker], Sequence[Any]], name: str = "small") -> Program:
    """A program by hand: what is returned becomes its output, under a name each."""
    maker = Maker()
    values = write(maker)
    kept = [maker.let(f"OUT{i}", value) for i, value in enumerate(values, start=1)]
    return maker.program({"OUT": kept}, name)


def random_program(seed: int) -> Program:
    """A program of 10 to 60 values, a third of them named, with an output of each sort."""
    rng = random.Random(f"program {seed}")
    maker = Maker()
    pool = [*maker.inputs.values(), maker.number(2), maker.number(Fraction(-1, 3))]
    named: list[Any] = []
    for i in range(rng.randint(10, 60)):
        if rng.random() < 0.04:
            names = [f"X{i}_{k}" for k in range(2)]
            found = maker.solve(names, *_system(rng, pool))
            named += found
            pool += found
            continue
        value = _value(rng, maker, pool)
        if rng.random() < 0.35:
            value = maker.let(rng.choice((f"N{i}", f"T{i + 4}")), value)
            named.append(value)
        pool.append(_bounded(rng, value))
    named += [maker.let("LAST", pool[-1] + pool[-2] * pool[-3]), maker.let("ZERO", pool[0] * 0)]
    some = rng.choices(named, k=4)
    odd = [-some[0], rng.choice(pool[:8]), -maker.inputs["a"], maker.number(0), maker.number(5)]
    return maker.program({"V": some, "W": [*odd, named[-2]], "a_k": [named[-1]]})


def _value(rng: random.Random, maker: Maker, pool: Sequence[Any]) -> Any:
    u, v = _some(rng, pool), _some(rng, pool)
    kind = rng.choices(
        ("+", "-", "*", "^", "/", "circular", "again", "root", "atan2", "sign"),
        (5, 4, 7, 1, 1, 2, 3, 0.3, 0.3, 0.3),
    )[0]
    match kind:
        case "+" | "again":
            return u + v if kind == "+" else _rearranged(rng, u, v, _some(rng, pool))
        case "-":
            return u - v
        case "*":
            return u * v
        case "^":
            return u ** rng.randint(2, 4)
        case "/":
            return u / (v**2 + 3)
        case "circular":
            x, y = (rng.choice([*maker.inputs.values()]) for _ in range(2))
            turns = maker.arithmetic.pi() * Fraction(rng.randint(-4, 4), 4)
            return maker.call(rng.choice(("sin", "cos")), x * rng.choice((1, -2)) + y + turns)
        case "root":
            return maker.call("sqrt", u**2 + 1)
        case "atan2":
            return maker.call("atan2", u, v**2 + 1)
    return maker.call(rng.choice(("sign", "abs")), rng.choice([*maker.inputs.values()]))


def _some(rng: random.Random, pool: Sequence[Any]) -> Any:
    """Mostly a value made lately."""
    return rng.choice(pool[-6:] if rng.random() < 0.5 else pool)


def _rearranged(rng: random.Random, u: Any, v: Any, w: Any) -> Any:
    """Sums and products that often equal others, or their opposites, in another order."""
    return rng.choice((u + (v + w), (u + v) + w, (v - u) - w, u * v - w * u, u * (v - w), v * u))


def _bounded(rng: random.Random, value: Any) -> Any:
    return value if rng.random() < 0.7 else value / 4


def _system(rng: random.Random, pool: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """Two unknowns; the determinant is at least 8."""
    u, v = (rng.choice(pool[:8]) for _ in range(2))
    return [u * u + 3, v, -v, v**2 + 3], [_some(rng, pool), rng.choice(pool[:8])]


def exact(program: Program) -> dict[str, list[Any]]:
    """The outputs modulo a prime, at a random point."""
    field = ModularArithmetic("passes", loose=True)
    return run(program, {item.name: field.symbol(item.name) for item in program.inputs}, field)


def numbers(program: Program, seed: int = 1) -> dict[str, list[float]]:
    """The outputs at random numbers between -1 and 1, and the largest named value beside them."""
    rng = random.Random(f"numbers {seed}")
    values = {name: rng.uniform(-1, 1) for name in (*STATE, *PARAMETERS)}
    found = run(program, values, FloatArithmetic())
    nodes = tuple(node for statement in program.statements for node in statement.nodes)
    probe = Program("", program.graph, program.inputs, program.shapes, program.statements,
                    (Output("all", (len(nodes),), nodes),))  # fmt: skip
    named = run(probe, values, FloatArithmetic())["all"]
    return found | {"largest": [max([1.0, *map(abs, named)])]}


def online(program: Program) -> Operations:
    """What each call costs."""
    counted = count(program).online
    assert counted is not None
    return counted


def shared_inverses(program: Program) -> int:
    """How many reciprocals have a name: a division each, beside the products that use them."""
    graph = program.graph
    lets = (each for each in program.statements if isinstance(each, Let))
    return sum(graph.node(each.value).op is Op.INVERSE for each in lets)


def text(program: Program) -> str:
    """A program in words, the same for the same program."""
    graph = program.graph
    lines = [
        f"{', '.join(each.names)} = {'; '.join(_text(graph, edge) for edge in each.uses)}"
        for each in program.statements
    ]
    for output in program.outputs:
        lines.append(f"{output.name}: {' '.join(_text(graph, e) for e in output.elements)}")
    return "\n".join(lines)


def _text(graph: Graph, edge: int) -> str:
    sign = "-" if edge < 0 else ""
    node = graph.node(edge)
    if node.op in (Op.SYMBOL, Op.LET, Op.UNKNOWN):
        return sign + node.name
    inside = " ".join(_text(graph, operand) for operand in node.operands)
    return f"{sign}({node.op.value} {node.datum} {inside})"
