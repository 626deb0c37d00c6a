"""The inverse dynamic model of closed robots: efforts of the motors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Array, vector
from symoro.catalog.dynamic.closed.drive import (
    drive,
    floats,
    motors,
    push_notes,
    pushes,
)
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
from symoro.catalog.dynamic.lengths import COMPOSITES, VECTORS
from symoro.catalog.dynamic.probe import Probe
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.loop_motion import LoopMotion
from symoro.expressions import Arithmetic, ScalarOf, Values, evaluate
from symoro.models.dynamics.closed.joint_efforts import (
    joint_efforts,
    rub_by_load,
    without_loads,
)
from symoro.models.dynamics.closed.motor_efforts import motor_efforts
from symoro.models.dynamics.floating_inverse_dynamics import floating_inverse_dynamics
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.lean.floating_inverse_dynamics import lean_floating_inverse_dynamics
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inverse_dynamics import lean_inverse_dynamics
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.let_cache import MemoizedLet
from symoro.models.mechanism import Mechanism, mechanism
from symoro.pipeline.plan import (
    Alternative,
    Formulate,
    Formulation,
    Interface,
    OutputKind,
    Plan,
    Trace,
)
from symoro.pipeline.tracing import TraceCounter
from symoro.references.closed_dynamics import without_load_friction
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.robot import Robot
from symoro.robot.floating_base import DYNAMIC_NOTE, unknown_acceleration
from symoro.verify.check import Arrays, Check
from symoro.verify.massless_joints import refuse_massless

Page = Callable[[Mechanism, LetFunction], Any]
Projection = Callable[[LoopMotion, Mapping[int, Any], LetFunction], Array]

_BY_FORCES = ", forces of the loops"
_TREE = {"GAM": "GT", **TREE_TAGS}  # efforts and reactions of the tree are a step


def plan(robot: Robot, options: Mapping[str, Any], base_outputs: tuple[OutputKind, ...]) -> Plan:
    """Plan the model of a closed robot; that of a floating base finds its acceleration too."""
    robot = unknown_acceleration(robot)
    driven = drive(robot, options)
    floating = floats(robot)
    if floating:
        refuse_massless(robot, ())
    page: Page = floating_inverse_dynamics if floating else newton_euler
    rates = rate_outputs(driven)
    more = (*(base_outputs if floating else ()), *rates)
    names = frozenset({"GAM", *(output.name for output in more)})

    def trace_of(known: KnownReactions | None) -> Trace:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            once = MemoizedLet(let) if known else let
            loops = driven.motion(scalar, once)
            m = mechanism(robot, scalar, loops.motions)
            tree = page(without_loads(m), RenamingLet(once, _TREE))
            tau = joint_efforts(m, tree.tau, pushes(driven, loops, scalar), driven.active, let)
            arrays = _arrays(driven, m, tree, tau, loops, _by_slopes, let)
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
            qdda = [evaluate(robot.frame(j).QDP, values, arithmetic) for j in closed.active]
            arrays |= reference_rate_arrays(closed, dynamics, qdda)
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
    interface["notes"] = (
        *(DYNAMIC_NOTE for _ in range(floating)),
        *interface["notes"],
        *push_notes(driven),
    )
    plan = Plan(
        robot,
        Formulation(
            trace=trace_of(None),
            formulate=_lean(driven, names),
            free=() if floating else None,
        ),
        check(robot),
        Interface(
            states=("q", "QP", "QDP"),
            outputs=(efforts, *more, *OUTPUTS),
            **interface,
        ),
        check,
    )

    def for_outputs(wanted: frozenset[str]) -> Plan:
        return plan_with_reactions(plan, wanted, driven, trace_of, check)

    return replace(plan, for_outputs=for_outputs)


def _by_slopes(loops: LoopMotion, tau: Mapping[int, Any], let: LetFunction) -> Array:
    """The efforts of the motors with G."""
    return motor_efforts(tau, loops.slopes, loops.driven.active, let)


def _by_forces(loops: LoopMotion, tau: Mapping[int, Any], let: LetFunction) -> Array:
    """The same with the forces of the loops."""
    pairs = zip(loops.driven.active, loops.efforts(tau), strict=True)
    return vector(let("GAM", a, each) for a, each in pairs)


def _arrays(
    driven: Actuated,
    m: Mechanism,
    tree: Any,
    tau: Mapping[int, Any],
    loops: LoopMotion,
    project: Projection,
    let: LetFunction,
) -> Arrays:
    """Efforts of the motors, and the acceleration of a floating base."""
    loaded = [j for j in driven.active if not is_number(m.body(j).FL, 0)]
    inner = RenamingLet(let, {"GAM": "GS"}) if loaded else let
    efforts = project(loops, tau, inner)
    if loaded:
        pairs = zip(driven.active, efforts, strict=True)
        efforts = vector(let("GAM", j, rub_by_load(m, j, x)) for j, x in pairs)
    chosen = [driven.active.index(j) for j in motors(driven)]
    more = rate_arrays(driven, loops.rates, loops.accelerations, let)
    base = {"VP0": tree.vd0, "WP0": tree.wd0} if floats(driven.robot) else {}
    return {"GAM": efforts[chosen], **base, **more}


def _lean(own: Actuated, outputs: frozenset[str]) -> Formulate:
    """The lean forms: with G, and where it is not constant with the forces of the loops, too.

    Positions of springs are as they are given.
    """
    driven = own.by_sums
    page = lean_floating_inverse_dynamics if floats(driven.robot) else lean_inverse_dynamics
    products = COMPOSITES if floats(driven.robot) else VECTORS

    def lean_forms(project: Projection) -> Formulate:
        def lean_page(m: Mechanism, form: LeanForm, let: LetFunction, scalar: ScalarOf) -> Arrays:
            tree = page(without_loads(m), form, RenamingLet(let, _TREE))
            loops = driven.motion(scalar, let)
            tau = joint_efforts(m, tree.tau, pushes(own, loops, scalar), driven.active, let)
            return _arrays(driven, m, tree, tau, loops, project, let)

        return lean(
            driven.robot,
            lean_page,
            outputs,
            merging=not floats(driven.robot),
            products=products,
            motions=lambda scalar, let: driven.motion(scalar, let).motions,
        )

    ways = {"": _by_slopes} if driven.sums else {"": _by_slopes, _BY_FORCES: _by_forces}

    def formulate(
        plan: Plan, wanted: frozenset[str], assume: str, counter: TraceCounter
    ) -> tuple[Alternative, ...]:
        return tuple(
            replace(form, route=f"{form.route}{words}")
            for words, way in ways.items()
            for form in lean_forms(way)(plan, wanted, assume, counter)
        )

    return formulate
