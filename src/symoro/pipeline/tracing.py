"""Trace a plan: its page, run over the nodes of a graph, becomes a program."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from symoro.expressions import Expression, Symbol, evaluate
from symoro.ir.graph import Graph, Op
from symoro.ir.names import Names
from symoro.ir.program import Output, Program, Role
from symoro.ir.scalar import GraphArithmetic, Scalar
from symoro.ir.tracer import Tracer
from symoro.models.let import plain
from symoro.passes.count import chain_length
from symoro.pipeline.inputs import Inputs, inputs
from symoro.pipeline.plan import Plan, Trace
from symoro.robot import Robot


def trace(plan: Plan, name: str, outputs: Sequence[str]) -> Program:
    """Record a model as a program at level O0."""
    graph = Graph()
    robot = plan.robot
    arguments = inputs(robot, plan.interface.joints, plan.interface.arguments, outputs)
    given = dict.fromkeys(item.name for item in arguments.items)
    known, scalar = _lift_inputs(graph, robot, arguments)
    own = {name for _, frame in robot for e in (frame.GAM, frame.QDP) for name in e.symbols}
    taken = (set(known) - own) | given.keys() | {item for item, _ in arguments.shapes}
    promises = plan.formulation.promised.items()
    promised = {place: each for place, each in promises if each not in taken}
    display = {**_display(robot, given), **promised}
    tracer = Tracer(
        graph,
        Names(taken, robot.n_frames, display.values()),
        always=plan.formulation.elements or frozenset(outputs),
        display=display,
    )
    traced = plan.formulation.trace(scalar, tracer)
    return Program(
        name=name,
        graph=graph,
        inputs=arguments.items,
        shapes=arguments.shapes,
        statements=tuple(tracer.statements),
        outputs=tuple(_output(each, traced[each], graph) for each in outputs),
    ).verify()


def _output(name: str, array: Any, graph: Graph) -> Output:
    values = np.asarray(array, dtype=object)
    edges = (v.named if isinstance(v, Scalar) else graph.number(v) for v in values.ravel())
    return Output(name, values.shape, tuple(edges))


def _display(robot: Robot, known: Collection[str]) -> dict[tuple[str, int], str]:
    """The user's own names of joint efforts and accelerations."""
    entries = [(tag, j, getattr(frame, tag)) for j, frame in robot for tag in ("GAM", "QDP")]
    return {
        (tag, j): entry.name
        for tag, j, entry in entries
        if isinstance(entry, Symbol) and entry.name not in known
    }


def online_operations(plan: Plan, trace: Trace, outputs: Sequence[str]) -> int:
    """Count what each call of a page would cost, each value once, without making a program of it.

    For comparing formulations: the page solves no linear systems.
    """
    return counter(plan, trace, outputs)(outputs).online


class OperationCount(NamedTuple):
    """The operations of some values, each value once."""

    online: int
    total: int


def counter(
    plan: Plan, trace: Trace, outputs: Sequence[str]
) -> Callable[[Iterable[str]], OperationCount]:
    """Trace arrays in one graph, and return what counts the operations of those with some names.

    Args:
        plan: what the trace belongs to.
        trace: returns the arrays; those of different formulations have names of their own.
        outputs: the outputs of the plan that are asked for.
    """
    graph = Graph()
    arguments = inputs(plan.robot, plan.interface.joints, plan.interface.arguments, outputs)
    _, scalar = _lift_inputs(graph, plan.robot, arguments)
    traced = {
        name: np.ravel(np.asarray(array, dtype=object))
        for name, array in trace(scalar, plain).items()
    }
    state = {item.name for item in arguments.items if item.role is not Role.PARAMETER}

    def count_outputs(names: Iterable[str]) -> OperationCount:
        values = (value for name in names for value in traced[name])
        return _count_operations(graph, [v.edge for v in values if isinstance(v, Scalar)], state)

    return count_outputs


def _count_operations(graph: Graph, edges: Sequence[int], state: Collection[str]) -> OperationCount:
    online: set[int] = set()
    often = total = 0
    for index in graph.reachable(edges):
        node = graph.nodes[index]
        if node.op is Op.SYMBOL:
            if node.name in state:
                online.add(index)
            continue
        cost = 0
        if node.op is Op.POWER and isinstance(node.datum, int):
            cost = chain_length(node.datum)
        elif node.op in (Op.ADD, Op.MUL, Op.INVERSE):
            cost = 1
        total += cost
        if any(abs(operand) in online for operand in node.operands):
            online.add(index)
            often += cost
    return OperationCount(often, total)


def _lift_inputs(
    graph: Graph, robot: Robot, arguments: Inputs
) -> tuple[dict[str, Any], Callable[[Expression], Any]]:
    """The inputs and symbols as scalars of a graph, and how an expression becomes one."""
    arithmetic = GraphArithmetic(graph)
    given = dict.fromkeys(item.name for item in arguments.items)
    known = {each: arithmetic.symbol(each) for each in (*given, *sorted(robot.symbols))}
    return known, lambda value: evaluate(value, known, arithmetic)
