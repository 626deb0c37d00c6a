"""The direct dynamic model of closed robots: accelerations of all joints from motor efforts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.algebra.linear import solve
from symoro.algebra.vectors import Array, vector
from symoro.catalog.dynamic.closed.drive import (
    drive,
    floats,
    motors,
    position_arrays,
    push_notes,
    pushes,
)
from symoro.catalog.dynamic.closed.massless import refuse_massless_loops
from symoro.catalog.dynamic.closed.passive_rates import (
    rate_arrays,
    rate_outputs,
    reference_rate_arrays,
)
from symoro.catalog.dynamic.closed.reactions import (
    OUTPUTS,
    TREE_TAGS,
    KnownReactions,
    plan_with_reactions,
)
from symoro.catalog.dynamic.lean import lean
from symoro.catalog.dynamic.probe import Probe
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.loop_motion import LoopMotion
from symoro.errors import ModelError
from symoro.expressions import Arithmetic, ScalarOf, Symbol, Values, evaluate
from symoro.models.dynamics.ccg import TERMS, ccg
from symoro.models.dynamics.closed.forward_dynamics import joint_accelerations, motor_accelerations
from symoro.models.dynamics.closed.joint_efforts import drive_bias, joint_efforts, with_cut_rows
from symoro.models.dynamics.closed.motor_efforts import motor_inertia, motor_rows
from symoro.models.dynamics.forward_dynamics import without_floating_gravity
from symoro.models.dynamics.inertia import InertiaMatrix, inertia_matrix
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inertia import lean_inertia
from symoro.models.dynamics.lean.inverse_dynamics import lean_ccg
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.let_cache import MemoizedLet
from symoro.models.mechanism import Mechanism, mechanism
from symoro.models.rows import rows
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan, Trace
from symoro.robot import Robot
from symoro.robot.arguments import joint_array
from symoro.robot.efforts import given_effort
from symoro.robot.floating_base import DYNAMIC_NOTE
from symoro.verify.check import Arrays, Check
from symoro.verify.pivots import SINGULAR_INERTIA
from symoro.wording import noun_phrase


def plan(robot: Robot, options: Mapping[str, Any], base_outputs: tuple[OutputKind, ...]) -> Plan:
    """Plan the direct dynamic model of a closed robot.

    Raises:
        ModelError: for the recursion, which needs a tree.
    """
    if options["method"] == "recursive":
        raise ModelError(
            f"{robot.name} is a closed robot, with loops; the recursion takes simple and tree "
            "robots only. Without --method the model is made by the inertia matrix; --tree takes "
            "the equivalent tree, without the forces of the loops"
        )
    driven = drive(robot, options)
    refuse_massless_loops(driven)
    floating = floats(robot)
    cheap = driven.by_sums
    labels = rows(robot)
    tree_tags = {"H": "HT", **{f"A{row}": f"AT{row}" for row in labels}}

    def accelerate(
        m: Mechanism,
        A: InertiaMatrix,
        H: Array,
        loops: LoopMotion,
        scalar: ScalarOf,
        let: LetFunction,
    ) -> Arrays:
        G, active = loops.slopes, driven.active
        Ac = motor_inertia(with_cut_rows(A, m), G, active, let)
        pushed = pushes(driven, loops, scalar)
        drives = drive_bias(m, TERMS, pushed, _accelerations(loops))
        Hc = motor_rows(H, labels, G, active, let, drives=drives)
        first = 6 if floating else 0
        efforts = [0] * first + [scalar(given_effort(robot, j)) for j in active]
        solution = motor_accelerations(Ac, efforts, Hc, let)
        biases = {j: motion.qdd for j, motion in loops.biases.items() if j not in active}
        qdda = dict(zip(active, solution[first:], strict=True))
        qdd = joint_accelerations(qdda, G, biases, let)
        arrays: Arrays = {"QDP": vector(qdd[j] for j in robot.moving_joints)}
        arrays |= rate_arrays(driven, loops.rates, qdd, let)
        if floating:
            gravity = mechanism(robot, scalar).gravity
            arrays |= {"VP0": let("VP", 0, solution[:3] + gravity), "WP0": solution[3:6]}
        return arrays

    def trace_of(known: KnownReactions | None) -> Trace:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            once = MemoizedLet(let) if known else let
            loops = driven.motion(scalar, once)
            m = mechanism(robot, scalar, loops.biases)
            inner = RenamingLet(once, tree_tags)
            A = inertia_matrix(m, inner)
            still = without_floating_gravity(m)
            H = ccg(still, TERMS, inner, accelerations=_accelerations(loops))
            arrays = accelerate(m, A, H, loops, scalar, let)
            return arrays | react(known, arrays, loops, scalar, once) if known else arrays

        return trace

    def react(
        known: KnownReactions,
        accelerations: Arrays,
        loops: LoopMotion,
        scalar: ScalarOf,
        let: LetFunction,
    ) -> Arrays:
        """The reactions at the accelerations that follow from the efforts."""
        qdd = dict(zip(robot.moving_joints, accelerations["QDP"], strict=True))
        m = mechanism(robot, scalar, {j: replace(at, qdd=qdd[j]) for j, at in loops.biases.items()})
        if floating:
            m = replace(m, vd0=accelerations["VP0"], wd0=accelerations["WP0"])
        tree = newton_euler(m, RenamingLet(let, {"GAM": "GT", **TREE_TAGS}))
        tau = joint_efforts(m, tree.tau, pushes(driven, loops, scalar), driven.active, let)
        return known(m, tree, tau, loops, let)

    def lean_page(m: Mechanism, form: LeanForm, let: LetFunction, scalar: ScalarOf) -> Arrays:
        loops = cheap.motion(scalar, let)
        inner = RenamingLet(let, tree_tags)
        A = lean_inertia(m, form, inner)
        still = without_floating_gravity(m)
        H = lean_ccg(still, form, inner, accelerations=_accelerations(loops))
        return accelerate(m, A, H, loops, scalar, let)

    def check(robot: Robot, known: KnownReactions | None = None) -> Check:
        closed = replace(driven, robot=robot)
        probe = Probe(closed.reference_robot) if known else None

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            dynamics = closed.reference_dynamics(values, arithmetic, dtype)
            tau = [evaluate(given_effort(robot, j), values, arithmetic) for j in closed.active]
            H = dynamics.bias()
            zero = 0 * H[0]
            right = np.array([*[zero] * (len(H) - len(tau)), *tau], dtype=dtype) - H
            solution = solve(dynamics.inertia_matrix(), right)
            joints = robot.moving_joints
            qdda = solution[len(H) - len(tau) :]
            qdd = dynamics.slopes(joints) @ qdda + dynamics.biases(joints)
            arrays = {"QDP": qdd, **reference_rate_arrays(closed, dynamics, [*qdda])}
            if floating:
                arrays |= {"VP0": solution[:3], "WP0": solution[3:6]}
            if known and probe:
                of = dict(zip(joints, qdd, strict=True))
                accelerations = (*solution[: len(H) - len(tau)], *(of[j] for j in probe.joints))
                tree = probe.efforts(accelerations, values, arithmetic, dtype)
                rates = {**values, **_by_name(closed.reference_robot, of)}
                balanced = replace(dynamics, values=rates).joint_efforts(tree.tau)
                arrays |= known.reference(dynamics, tree, balanced, dtype)
            return arrays

        kinds = closed_check(closed)
        kinds["arrays"] = arrays
        return Check(
            robot,
            reference=reference,
            against="screws and spatial inertias in the world frame, all rows of all loops",
            **kinds,
        )

    arrays = _arguments(driven)
    interface = closed_interface(robot, driven)
    notes = (*(DYNAMIC_NOTE for _ in range(floating)), *interface["notes"], *push_notes(driven))
    rates = rate_outputs(driven)
    more = (*(base_outputs if floating else ()), *rates)
    outputs = frozenset({"QDP", *(kind.name for kind in more)})
    plan = Plan(
        robot,
        Formulation(
            trace=trace_of(None),
            formulate=lean(
                robot,
                lean_page,
                outputs,
                motions=lambda scalar, let: cheap.motion(scalar, let).biases,
            ),
        ),
        check(robot),
        Interface(
            states=("q", "QP", "GAM"),
            outputs=(
                OutputKind(
                    "QDP", "acceleration of each joint that moves", axes=(robot.moving_joints,)
                ),
                *more,
                *OUTPUTS,
            ),
            undefined_where="; ".join(filter(None, (SINGULAR_INERTIA, driven.undefined_where))),
            notes=notes,
            arguments=arrays,
            joints=driven.inputs,
            state_check=driven.state_check,
        ),
        check,
    )

    def for_outputs(wanted: frozenset[str]) -> Plan:
        return plan_with_reactions(plan, wanted, driven, trace_of, check)

    return replace(plan, for_outputs=for_outputs)


def _by_name(robot: Robot, accelerations: Mapping[int, Any]) -> dict[str, Any]:
    """Accelerations by the symbols that the robot has for them."""
    entries = {j: robot.frame(j).QDP for j in accelerations}
    return {
        entry.name: accelerations[j] for j, entry in entries.items() if isinstance(entry, Symbol)
    }


def _accelerations(loops: LoopMotion) -> dict[int, Any]:
    return {j: motion.qdd for j, motion in loops.biases.items()}


def _arguments(driven: Actuated) -> tuple[Any, ...]:
    """Positions, velocities, and the efforts of the motors."""
    actuated = motors(driven)
    meaning = f"torques or forces of the {noun_phrase('motor', actuated)}"
    efforts = replace(joint_array(driven.robot, "GAM", actuated), meaning=meaning)
    return (*position_arrays(driven), efforts)
