"""Trace a plan: its page, run over the nodes of a graph, becomes a program."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from symoro.expressions import ScalarOf, Symbol, evaluate
from symoro.ir.graph import Graph, Op
from symoro.ir.names import Names
from symoro.ir.program import Output, Program, Role
from symoro.ir.scalar import GraphArithmetic, Scalar
from symoro.ir.tracer import Tracer
from symoro.models.let import plain
from symoro.passes.count import operation_cost
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
    edges = (v.name_edge if isinstance(v, Scalar) else graph.number(v) for v in values.ravel())
    return Output(name, values.shape, tuple(edges))


def _display(robot: Robot, known: Collection[str]) -> dict[tuple[str, int], str]:
    """The user's own names of joint efforts and accelerations."""
    entries = [(tag, j, getattr(frame, tag)) for j, frame in robot for tag in ("GAM", "QDP")]
    return {
        (tag, j): entry.name
        for tag, j, entry in entries
        if isinstance(entry, Symbol) and entry.name not in known
    }


class OperationCount(NamedTuple):
    """The operations of some values, each value once."""

    online: int
    total: int


class TraceCounter:
    """Counts the operations of traces, each value once, without making programs of them.

    For comparing formulations: all are traced in one graph, and solve no linear systems.
    """

    def __init__(self, plan: Plan, outputs: Sequence[str]) -> None:
        """Take a plan, and the outputs of it that are asked for."""
        self._graph, self._outputs = Graph(), outputs
        arguments = inputs(plan.robot, plan.interface.joints, plan.interface.arguments, outputs)
        _, self._scalar = _lift_inputs(self._graph, plan.robot, arguments)
        self._state = {item.name for item in arguments.items if item.role is not Role.PARAMETER}
        self._costs: list[int] = []  # of each node
        self._online: set[int] = set()  # the nodes that depend on more than parameters

    def edges(self, trace: Trace) -> dict[str, list[int]]:
        """Trace arrays, and return the edges of each by name; numbers have none."""
        arrays = trace(self._scalar, plain).items()
        flat = {name: np.ravel(np.asarray(array, dtype=object)) for name, array in arrays}
        return {name: [v.edge for v in row if isinstance(v, Scalar)] for name, row in flat.items()}

    def online(self, trace: Trace) -> int:
        """Count what each call of a page would cost."""
        edges = self.edges(trace)
        return self.count(edge for name in self._outputs for edge in edges[name]).online

    def count(self, edges: Iterable[int]) -> OperationCount:
        """Count the operations of some edges."""
        graph, online = self._graph, self._online
        for index in range(len(self._costs), len(graph.nodes)):
            node = graph.nodes[index]
            self._costs.append(operation_cost(node))
            if (node.op is Op.SYMBOL and node.name in self._state) or not (
                online.isdisjoint(graph.below[index])
            ):
                online.add(index)
        needed = graph.reachable(edges)
        often = sum(self._costs[index] for index in needed if index in online)
        return OperationCount(often, sum(map(self._costs.__getitem__, needed)))


def _lift_inputs(graph: Graph, robot: Robot, arguments: Inputs) -> tuple[dict[str, Any], ScalarOf]:
    """The inputs and symbols as scalars of a graph, and how an expression becomes one."""
    arithmetic = GraphArithmetic(graph)
    given = dict.fromkeys(item.name for item in arguments.items)
    known = {each: arithmetic.symbol(each) for each in (*given, *sorted(robot.symbols))}
    return known, lambda value: evaluate(value, known, arithmetic)
