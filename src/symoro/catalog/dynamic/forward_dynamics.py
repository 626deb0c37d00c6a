"""The direct dynamic model: joint accelerations from joint efforts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, vector
from symoro.catalog.dynamic.inverse_dynamics import BASE_OUTPUTS
from symoro.catalog.dynamic.lean import lean
from symoro.catalog.dynamic.probe import LoadProbe, Probe, reactions
from symoro.catalog.dynamic.reaction_outputs import LOOP_FORCES, REACTIONS
from symoro.catalog.dynamic.trees import (
    coupling_note,
    joints_with_load_friction,
    refuse_accelerated_entries,
    refuse_load_friction,
    refuse_unsolved_loads,
    wheel_note,
    without_load_friction,
)
from symoro.catalog.tables.dynamic import DDM
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.dynamics.articulated_body import HybridDynamics
from symoro.models.dynamics.forward_dynamics import matrix_dynamics, recursive_dynamics
from symoro.models.dynamics.friction import load_moved
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.forward_dynamics import lean_forward_dynamics
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism, mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Alternative, Formulation, Interface, OutputKind, Plan
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.arguments import joint_array
from symoro.robot.efforts import effort
from symoro.robot.floating_base import DYNAMIC_NOTE, unknown_acceleration
from symoro.robot.joint_axes import JOINTS
from symoro.verify.check import Arrays, Check, Pairs
from symoro.verify.massless_joints import refuse_massless
from symoro.verify.pivots import SINGULAR_INERTIA
from symoro.wording import noun_phrase

RECURSIVE, MATRIX = "recursive", "matrix"
_PAGES = {RECURSIVE: recursive_dynamics, MATRIX: matrix_dynamics}
_ROUTES = {RECURSIVE: "by recursion", MATRIX: "by A, H and the factors of A"}
_DEEP = "by recursion: the factors of A alone would need more operations"
_RECURSION = 700  # more operations than a joint of the recursion ever needs


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the direct dynamic model of a robot, by one route or by the cheaper one."""
    refuse_accelerated_entries(robot)
    method = options["method"]
    robot = unknown_acceleration(robot)
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed.forward_dynamics import plan as closed_plan

        refuse_load_friction(robot, "direct dynamics of closed robots does not take it")
        return closed_plan(robot, options, BASE_OUTPUTS)
    refuse_unsolved_loads(robot)
    joints = tuple(j for j in robot.outward() if robot.frame(j).moves)
    refuse_massless(robot, joints)
    outputs = OUTPUTS if robot.base.motion is BaseMotion.FLOATING else (QDP, *REACTIONS)
    arrays = (
        joint_array(robot, "q", robot.moving_joints),
        joint_array(robot, "QP", robot.moving_joints),
        joint_array(
            robot, "GAM", robot.moving_joints, [j for j in joints if not robot.frame(j).eta]
        ),
    )

    easy, loaded = without_load_friction(robot), joints_with_load_friction(robot)

    def efforts(scalar: ScalarOf, let: LetFunction) -> dict[int, Any]:
        """The efforts, at joints whose friction depends on their load that load."""
        tau = {j: scalar(effort(robot, j)) for j in joints}
        if not loaded:
            return tau
        m = mechanism(robot, scalar)
        return tau | {j: load_moved(j, m.body(j), tau[j], let) for j in loaded}

    def route(name: str) -> Callable[[ScalarOf, LetFunction], Arrays]:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            tau = efforts(scalar, let)
            return _arrays(_PAGES[name](mechanism(easy, scalar), tau, let))

        return trace

    def lean_page(m: Mechanism, form: LeanForm, let: LetFunction, scalar: ScalarOf) -> Arrays:
        tau = efforts(scalar, let)
        return _arrays(lean_forward_dynamics(m, tau, form, let))

    method = method or (RECURSIVE if _deep(robot) else None)
    other = Alternative(_ROUTES[MATRIX], route(MATRIX), frozenset({"QDP", "VP0", "WP0"}))

    def check(robot: Robot) -> Check:
        probe = LoadProbe(robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            tau = dict(zip(joints, probe.given_efforts(values, arithmetic), strict=True))
            accelerations = probe.accelerations(values, arithmetic, dtype, {}, tau)
            needed = probe.efforts(accelerations, values, arithmetic, dtype)
            return split(probe, accelerations) | reactions(needed, ("E", "N"))

        def balance(
            solution: Mapping[str, Any], values: Values, arithmetic: Arithmetic[Any], dtype: Any
        ) -> Pairs:
            if not solution.keys() >= split(probe, np.zeros(len(probe.names))).keys():
                return comparison_pairs(solution, reference(values, arithmetic, dtype))
            needed = probe.efforts(
                join_accelerations(probe, solution, dtype), values, arithmetic, dtype
            )
            rest = comparison_pairs(solution, reactions(needed, solution))
            return [probe.balance(needed, values, arithmetic, dtype), *rest]

        return Check(
            robot,
            reference=reference,
            against="inverse dynamics at the accelerations found, in the world frame",
            compare_outputs=balance,
            balance=balance,
            arrays=arrays,
        )

    return Plan(
        robot,
        Formulation(
            trace=route(method or RECURSIVE),
            route=_ROUTES[method or RECURSIVE],
            alternatives=(other,) if method is None else (),
            formulate=lean(easy, lean_page, other.outputs) if method != RECURSIVE else None,
            free=joints,
        ),
        check(robot),
        Interface(
            states=("q", "QP", "GAM"),
            outputs=outputs if method != MATRIX else tuple(o for o in outputs if not o.standard),
            notes=(*_notes(robot), *([_DEEP] if options["method"] is None and method else [])),
            undefined_where=SINGULAR_INERTIA,
            arguments=arrays,
        ),
        check,
    )


def _deep(robot: Robot) -> bool:
    """True if the factors of A alone need more operations than the recursion."""
    moving = set(robot.moving_joints)
    depths = [len(moving.intersection(robot.ancestors(j))) for j in moving]
    return sum(d * (d + 1) for d in depths) > _RECURSION * len(depths)


def _arrays(dynamics: HybridDynamics) -> Arrays:
    """Accelerations by joint that moves; rows of reactions for each link; those of the base."""
    arrays = {"QDP": vector(dynamics.qdd.values()), "VP0": dynamics.vd0, "WP0": dynamics.wd0}
    if dynamics.f:
        links = sorted(dynamics.f)
        arrays["E"] = np.array([dynamics.f[j] for j in links], dtype=object)
        arrays["N"] = np.array([dynamics.n[j] for j in links], dtype=object)
    return arrays


def comparison_pairs(outputs: Mapping[str, Any], expected: Mapping[str, Any]) -> Pairs:
    """Return the pairs of what was found and what was expected, for a comparison."""
    return [
        (np.asarray(outputs[name]).ravel(), np.asarray(rows).ravel())
        for name, rows in expected.items()
        if name in outputs
    ]


def split(probe: Probe, accelerations: Any) -> dict[str, Any]:
    """Return accelerations as the arrays of a model."""
    if not probe.floats:
        return {"QDP": accelerations}
    vd0, wd0, qdd = np.split(accelerations, (3, 6))
    return {"QDP": qdd, "VP0": vd0, "WP0": wd0}


def join_accelerations(probe: Probe, outputs: Mapping[str, Any], dtype: Any) -> Array:
    """Return the arrays of a model as accelerations."""
    arrays = ("VP0", "WP0", "QDP") if probe.floats else ("QDP",)
    return np.concatenate([np.asarray(outputs[name], dtype=dtype) for name in arrays])


def _notes(robot: Robot) -> tuple[str, ...]:
    """Say what stands for efforts, and what the acceleration of a floating base is."""
    remarks = []
    springs = [j for j, frame in robot if frame.eta]
    if springs:
        remarks.append(
            f"elastic {noun_phrase('joint', springs)}: springs act by themselves, GAM has nothing "
            "to give there"
        )
    passive = [j for j, frame in robot if frame.moves and not frame.mu and not frame.eta]
    if passive:
        remarks.append(
            f"passive {noun_phrase('joint', passive)}: give 0 for GAM where nothing drives"
        )
    if loaded := joints_with_load_friction(robot):
        remarks.append(
            f"friction in proportion to the load (FL) of {noun_phrase('joint', loaded)}: FL is "
            "below 1, a larger one locks the joint"
        )
    remarks += [*coupling_note(robot), *wheel_note(robot)]
    if robot.base.motion is BaseMotion.FLOATING:
        remarks.append(DYNAMIC_NOTE)
    return tuple(remarks)


QDP = OutputKind("QDP", "acceleration of each joint that moves", axes=(JOINTS,))
OUTPUTS = (QDP, *BASE_OUTPUTS, *REACTIONS)

ENTRY = ModelDefinition(**vars(DDM), outputs=(*OUTPUTS, LOOP_FORCES), plan=plan)
