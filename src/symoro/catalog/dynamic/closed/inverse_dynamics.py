"""The inverse dynamic model of closed robots: efforts of the motors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import vector
from symoro.catalog.dynamic.closed.drive import (
    drive,
    floats,
    motors,
    passive_springs,
    spring_note,
)
from symoro.catalog.dynamic.closed.reactions import (
    OUTPUTS,
    TREE_TAGS,
    KnownReactions,
    plan_with_reactions,
)
from symoro.catalog.dynamic.lean import lean
from symoro.catalog.dynamic.lengths import COMPOSITES, VECTORS
from symoro.catalog.dynamic.probe import Probe
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.expressions import Arithmetic, ScalarOf, Values, evaluate
from symoro.models.dynamics.closed.joint_efforts import (
    joint_efforts,
    rub_by_load,
    without_loads,
)
from symoro.models.dynamics.closed.motor_efforts import Rates, motor_efforts
from symoro.models.dynamics.floating_inverse_dynamics import floating_inverse_dynamics
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.lean.floating_inverse_dynamics import lean_floating_inverse_dynamics
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inverse_dynamics import lean_inverse_dynamics
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.let_cache import MemoizedLet
from symoro.models.mechanism import Mechanism, mechanism
from symoro.pipeline.plan import Formulate, Formulation, Interface, OutputKind, Plan, Trace
from symoro.references.closed_dynamics import without_load_friction
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.robot import Robot
from symoro.robot.floating_base import DYNAMIC_NOTE, unknown_acceleration
from symoro.verify.check import Arrays, Check
from symoro.verify.massless_joints import refuse_massless

Page = Callable[[Mechanism, LetFunction], Any]

_TREE = {"GAM": "GT", **TREE_TAGS}  # efforts and reactions of the tree are a step


def plan(robot: Robot, options: Mapping[str, Any], base_outputs: tuple[OutputKind, ...]) -> Plan:
    """Plan the model of a closed robot; that of a floating base finds its acceleration too."""
    robot = unknown_acceleration(robot)
    driven = drive(robot, options)
    floating = floats(robot)
    if floating:
        refuse_massless(robot, ())
    page: Page = floating_inverse_dynamics if floating else newton_euler
    plain_outputs = frozenset({"GAM", *(output.name for output in base_outputs if floating)})

    def trace_of(known: KnownReactions | None) -> Trace:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            once = MemoizedLet(let) if known else let
            loops = driven.motion(scalar, once)
            m = mechanism(robot, scalar, loops.motions)
            tree = page(without_loads(m), RenamingLet(once, _TREE))
            springs = passive_springs(driven, loops, scalar)
            tau = joint_efforts(m, tree.tau, springs, driven.active, let)
            arrays = _arrays(driven, m, tree, tau, loops.slopes, let)
            return arrays | known(m, tree, tau, loops, once) if known else arrays

        return trace

    def check(robot: Robot, known: KnownReactions | None = None) -> Check:
        closed = replace(driven, robot=robot)
        probe = Probe(without_load_friction(closed.reference_robot)) if floating else None

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            dynamics = closed.reference_dynamics(values, arithmetic, dtype)
            arrays: Arrays = {}
            if probe:
                joints = (probe.robot.frame(j).QDP for j in probe.joints)
                qdd = [evaluate(entry, values, arithmetic) for entry in joints]
                by_joint = dict(zip(probe.joints, qdd, strict=True))
                accelerations = probe.accelerations(values, arithmetic, dtype, by_joint, {})
                tree = probe.efforts(accelerations, values, arithmetic, dtype)
                arrays = {"VP0": accelerations[:3], "WP0": accelerations[3:6]}
            else:
                unloaded = without_load_friction(closed.reference_robot)
                tree = inverse_dynamics(unloaded, values, arithmetic, dtype)
            tau = dynamics.joint_efforts(tree.tau)
            GAM = dynamics.motor_efforts(tau)
            arrays["GAM"] = np.array([GAM[j] for j in motors(closed)], dtype=dtype)
            if known:
                arrays |= known.reference(dynamics, tree, tau, dtype)
            return arrays

        return Check(
            robot,
            reference=reference,
            against="momentum balance in the world frame, power of all joints",
            **closed_check(closed),
        )

    efforts = OutputKind("GAM", "torque or force of each motor", axes=(motors(driven),))
    interface = closed_interface(robot, driven)
    base_note = (DYNAMIC_NOTE for _ in range(floating))
    interface["notes"] = (*base_note, *spring_note(driven), *interface["notes"])
    plan = Plan(
        robot,
        Formulation(trace=trace_of(None), formulate=_lean(driven, plain_outputs)),
        check(robot),
        Interface(
            states=("q", "QP", "QDP"),
            outputs=(efforts, *(base_outputs if floating else ()), *OUTPUTS),
            free=() if floating else None,
            **interface,
        ),
        check,
    )

    def for_outputs(wanted: frozenset[str]) -> Plan:
        return plan_with_reactions(plan, wanted, driven, trace_of, check)

    return replace(plan, for_outputs=for_outputs)


def _arrays(
    driven: Actuated,
    m: Mechanism,
    tree: Any,
    tau: Mapping[int, Any],
    G: Rates,
    let: LetFunction,
) -> Arrays:
    """Efforts of the motors, and the acceleration of a floating base."""
    loaded = [j for j in driven.active if not is_number(m.body(j).FL, 0)]
    inner = RenamingLet(let, {"GAM": "GS"}) if loaded else let
    efforts = motor_efforts(tau, G, driven.active, inner)
    if loaded:
        pairs = zip(driven.active, efforts, strict=True)
        efforts = vector(let("GAM", j, rub_by_load(m, j, x)) for j, x in pairs)
    chosen = [driven.active.index(j) for j in motors(driven)]
    base = {"VP0": tree.vd0, "WP0": tree.wd0} if floats(driven.robot) else {}
    return {"GAM": efforts[chosen], **base}


def _lean(driven: Actuated, outputs: frozenset[str]) -> Formulate:
    """The lean forms."""
    page = lean_floating_inverse_dynamics if floats(driven.robot) else lean_inverse_dynamics
    products = COMPOSITES if floats(driven.robot) else VECTORS

    cheap = driven.by_sums

    def lean_page(m: Mechanism, form: LeanForm, let: LetFunction, scalar: ScalarOf) -> Arrays:
        tree = page(without_loads(m), form, RenamingLet(let, _TREE))
        springs = passive_springs(driven, driven.motion(scalar, let), scalar)
        tau = joint_efforts(m, tree.tau, springs, driven.active, let)
        return _arrays(driven, m, tree, tau, cheap.motion(scalar, let).slopes, let)

    return lean(
        driven.robot,
        lean_page,
        outputs,
        merging=not floats(driven.robot),
        products=products,
        motions=lambda scalar, let: cheap.motion(scalar, let).motions,
    )
