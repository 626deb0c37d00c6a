"""Operations of a closed robot's dynamics by the model of its tree, followed by products with G.

The other way to the numbers of symoro.models.dynamics.closed: the tree's models at level O2 in the
tree's own base parameters and the matrices of loop-kinematics at level O2, each made alone, then
the products, without factors that are 0 or 1. What parts have in common each of them computes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import numpy as np

import symoro
from symoro import Model, Robot
from symoro.algebra.vectors import Array, identity, vector, zeros
from symoro.catalog.dynamic.closed.drive import drive
from symoro.catalog.kinematic.actuated import Actuated
from symoro.expressions import Expression, FloatArithmetic, evaluate
from symoro.ir.graph import Graph
from symoro.ir.names import Names
from symoro.ir.scalar import GraphArithmetic, Scalar
from symoro.ir.tracer import Tracer
from symoro.models.dynamics.closed.forward_dynamics import joint_accelerations, motor_accelerations
from symoro.models.dynamics.closed.motor_efforts import motor_efforts, motor_inertia
from symoro.models.dynamics.inertia import InertiaMatrix
from symoro.models.let import PlainLet, plain
from symoro.models.loops.loop_kinematics import Constraints, constraints, cut_rates, passive_rates
from symoro.models.mechanism import mechanism
from symoro.passes.edge_count import EdgeCounter
from symoro.references.tree_dynamics import TreeDynamics
from symoro.verify.sampling import sample_values

Costs = dict[str, int]


def tree_then_project(robot: Robot) -> Costs:
    """Additions and multiplications of idm, inertia and ddm, by model."""
    driven = drive(robot, {"mode": None, "actuated": False})
    rates, all_rates = 0, 0
    if not driven.sums:
        cut = ",Wac,Wpc,Wc"
        inside = any(j <= robot.n_links for j in driven.chosen.cut)
        rates = _operations(symoro.loop_kinematics, robot, outputs=f"W{cut if inside else ''}")
        all_rates = _operations(symoro.loop_kinematics, robot, outputs=f"W,Wp,Psi,Phi{cut}")
    products = _products(driven)
    tree = {
        kind: _operations(getattr(symoro, kind), _in_base(robot.equivalent_tree()))
        for kind in ("idm", "inertia", "ccg")
    }
    return {
        "idm": tree["idm"] + rates + products["idm"],
        "inertia": tree["inertia"] + rates + products["inertia"],
        "ddm": tree["inertia"] + tree["ccg"] + all_rates + products["ddm"],
    }


def closed_costs(robot: Robot) -> Costs:
    """The same of the models of the closed robot in its base parameters."""
    return {
        kind: _operations(getattr(symoro, kind), _in_base(robot))
        for kind in ("idm", "inertia", "ddm")
    }


@cache
def _in_base(robot: Robot) -> Robot:
    return symoro.base_parameters(robot).robot


def _operations(make: Callable[..., Model], robot: Robot, **options: str) -> int:
    return make(robot, level="O2", verify=False, **options).operations.total


def _products(driven: Actuated) -> Costs:
    """The operations of the products alone, over symbols in the place of what is not 0 or 1."""
    robot, active, chosen = driven.robot, driven.active, driven.chosen
    values = driven.settle(sample_values(robot, random.Random(1)))
    graph = Graph()
    symbol = GraphArithmetic(graph).symbol

    def at(entry: Expression) -> float:
        return evaluate(entry, values, FloatArithmetic())

    def unknown(name: str, array: Array) -> Array:
        symbols = zeros(*array.shape)
        for place, x in np.ndenumerate(array):
            known = abs(x) in (0, 1)
            symbols[place] = round(x) if known else symbol(f"{name}{'_'.join(map(str, place))}")
        return symbols

    let = PlainLet(Tracer(graph, Names((), 0)).solve)
    matrices = constraints(robot, mechanism(robot, at), chosen)
    loops = Constraints(**{name: unknown(name, array) for name, array in vars(matrices).items()})
    W = unknown("W", passive_rates(matrices, chosen, -matrices.Wa, "", plain))
    joints = [j for j in robot.moving_joints if j <= robot.n_links]
    unit = identity(len(active))
    Psi, Phi = (vector(symbol(f"{name}{j}") for j in own) for name, own in
                (("Psi", chosen.passive), ("Phi", chosen.cut)))  # fmt: skip
    if driven.sums:
        G = dict(driven.motion(at).slopes)
        biases = {j: 0 for j in robot.moving_joints if j not in active}
    else:
        Wc = cut_rates(loops, chosen, unit, W, "Wqc", let)
        G = dict(zip((*active, *chosen.passive, *chosen.cut), (*unit, *W, *Wc), strict=True))
        G |= dict.fromkeys(driven.held_joints, 0 * unit[0])
        G = {
            j: vector(round(x) if isinstance(x, float) else x for x in row) for j, row in G.items()
        }
        qddp = passive_rates(loops, chosen, -Psi, "QDPp", let)
        qddc = cut_rates(loops, chosen, 0 * unit[0], qddp, "QDPc", let, Phi)
        biases = dict(zip((*chosen.passive, *chosen.cut), (*qddp, *qddc), strict=True))
        biases |= dict.fromkeys(driven.held_joints, 0)
    A = unknown("A", TreeDynamics(robot, values, FloatArithmetic(), float).inertia_matrix())
    A = np.tril(A) + np.tril(A, -1).T
    T = vector(symbol(f"T{j}") for j in joints)
    H = T + A @ vector(biases.get(j, 0) for j in joints)
    Ac = motor_inertia(InertiaMatrix(tuple(map(str, joints)), A), G, active)
    Gamma, Hc = (motor_efforts(dict(zip(joints, row, strict=True)), G, active) for row in (T, H))
    qdda = motor_accelerations(Ac, [symbol(f"E{j}") for j in active], Hc, plain)
    qdd = joint_accelerations(dict(zip(active, qdda, strict=True)), G, biases, plain)

    def cost(values: Iterable[Any]) -> int:
        edges = [each.edge for each in values if isinstance(each, Scalar)]
        return EdgeCounter(graph, ()).count(edges).total

    return {"idm": cost(Gamma), "inertia": cost(Ac.matrix.flat), "ddm": cost(qdd.values())}
