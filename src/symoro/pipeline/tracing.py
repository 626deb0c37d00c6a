"""Trace a plan: its page, run over the nodes of a graph, becomes a program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Any

import numpy as np

from symoro.expressions import Expression, Symbol, evaluate
from symoro.ir.graph import Graph
from symoro.ir.names import Names
from symoro.ir.program import Program
from symoro.ir.scalar import GraphArithmetic, Scalar
from symoro.ir.tracer import Tracer
from symoro.models.let import FrameIndex, PlainLet
from symoro.passes import LEVELS, Observer
from symoro.passes.edge_count import EdgeCounter
from symoro.pipeline.inputs import Inputs, inputs
from symoro.pipeline.joint_order import arrange
from symoro.pipeline.plan import Plan, Trace
from symoro.robot import Robot


def trace(plan: Plan, name: str, outputs: Sequence[str]) -> Program:
    """Record a model as a program at level O0."""
    robot = plan.robot
    own = {name for _, frame in robot for e in (frame.GAM, frame.QDP) for name in e.symbols}
    names = _own_names(robot)
    arguments, graph, scalar = _lift_inputs(plan, outputs)
    input_names = (robot.symbols - own) | arguments.names.keys() | dict(arguments.shapes).keys()
    display: dict[tuple[str, int], str] = {}
    for place, each in names:
        if each not in arguments.names:
            display[place] = each
    for place, each in plan.formulation.promised.items():
        if each not in input_names:
            display[place] = each
    tracer = Tracer(
        graph,
        Names(input_names, robot.n_frames, display.values()),
        always=plan.formulation.elements or frozenset(outputs),
        display=display,
    )
    traced = plan.formulation.trace(scalar, tracer)
    arrays = [*map(traced.__getitem__, outputs)]  # those on request are made now
    return Program(
        name=name,
        graph=graph,
        inputs=tuple(arguments.names.values()),
        shapes=arguments.shapes,
        statements=tuple(tracer.statements),
        outputs=tuple(map(tracer.output, outputs, arrays)),
    ).verify()


def trace_at(
    level: str, plan: Plan, name: str, outputs: Sequence[str], recorder: Observer | None = None
) -> Program:
    """Record a model as a program at a level, its arrays in the order of the plan."""
    program = LEVELS[level].run(trace(plan, name, outputs), recorder)
    return arrange(program, plan) if plan.order else program


def _own_names(robot: Robot) -> list[tuple[tuple[str, int], str]]:
    """The user's own names of joint efforts and accelerations."""
    entries = [(tag, j, getattr(frame, tag)) for j, frame in robot for tag in ("GAM", "QDP")]
    return [((tag, j), entry.name) for tag, j, entry in entries if isinstance(entry, Symbol)]


class TraceCounter:
    """Counts the operations of traces, each value once, without making programs of them.

    For comparing formulations: all are traced in one graph. The operations that solve a linear
    system are not counted, only those of its elements.

    Attributes:
        count: counts the operations of some edges.
    """

    def __init__(self, plan: Plan, outputs: Sequence[str]) -> None:
        """Take a plan, and the outputs of it that are asked for."""
        self._outputs = outputs
        arguments, self._graph, self._scalar = _lift_inputs(plan, outputs)
        self._let = PlainLet(self._unknowns)
        self.count = EdgeCounter(self._graph, arguments.names.keys() - arguments.parameters).count

    def edges(self, trace: Trace) -> dict[str, list[int]]:
        """Trace arrays, and return the edges of each by name; numbers have none."""
        edges: dict[str, list[int]] = {}
        for name, array in trace(self._scalar, self._let).items():
            edges[name] = []
            for value in np.asarray(array, dtype=object).flat:
                if isinstance(value, Scalar):
                    edges[name].append(value.edge)
        return edges

    def _unknowns(self, tag: str, frame: FrameIndex, matrix: Any, right: Any) -> Any:
        """The unknowns of a linear system as nodes."""
        return Tracer(self._graph, Names((), 0)).solve(tag, frame, matrix, right)

    def online(self, trace: Trace) -> int:
        """Count what each call of a page would cost."""
        edges = self.edges(trace)
        return self.count(chain.from_iterable(map(edges.__getitem__, self._outputs))).online


def _lift_inputs(
    plan: Plan, outputs: Sequence[str]
) -> tuple[Inputs, Graph, Callable[[Expression], Any]]:
    """Return the inputs, a graph, and the function from their expressions to its scalars."""
    robot, interface = plan.robot, plan.interface
    arguments = inputs(robot, interface.joints, interface.arguments, outputs)
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    known: dict[str, Any] = {}
    for name in (*arguments.names, *sorted(robot.symbols)):
        known[name] = arithmetic.symbol(name)
    return arguments, graph, partial(evaluate, values=known, arithmetic=arithmetic)
