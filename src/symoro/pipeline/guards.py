"""The inertias that no posture changes, which generated code can look at when it is prepared."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from symoro.expressions import evaluate
from symoro.ir.graph import Graph, Op
from symoro.ir.program import Program
from symoro.ir.scalar import GraphArithmetic, Scalar
from symoro.models.mechanism import mechanism
from symoro.models.rows import BASE_ROWS
from symoro.printers.guard import Guard
from symoro.robot import Robot
from symoro.verify.massless_joints import visit_pivots

_LONGEST = 30  # nodes of an expression that a test may have


def inertia_guards(robot: Robot, free: Collection[int], program: Program) -> tuple[Guard, ...]:
    """Return the pivots that depend on a program's parameters only, from the tips inward.

    Those of terminal joints are among them: ZZ + IA of a revolute joint, M + IA of a prismatic one.
    """
    graph = Graph()
    arithmetic = GraphArithmetic(graph)
    symbols = {name: arithmetic.symbol(name) for name in sorted(robot.symbols)}
    pivots: dict[str, Any] = {}
    m = mechanism(robot, lambda entry: evaluate(entry, symbols, arithmetic))
    visit_pivots(m, free, arithmetic.number(Fraction(0)), pivots.__setitem__)
    guards = []
    for row, pivot in pivots.items():
        if not isinstance(pivot, Scalar):
            continue
        nodes = [graph.nodes[k] for k in graph.reachable((pivot.edge,))]
        names = frozenset(node.name for node in nodes if node.op is Op.SYMBOL)
        simple = len(nodes) <= _LONGEST and not any(node.op is Op.FUNCTION for node in nodes)
        if names and simple and names.issubset(program.parameters):
            body = "the base" if row in BASE_ROWS else f"joint {row}"
            guards.append(Guard(f"the inertia of {body}", graph, pivot.edge, names))
    return tuple(guards)
