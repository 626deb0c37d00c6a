"""The inverse dynamic model: joint torques and reactions from joint motion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from symoro.algebra.vectors import vector
from symoro.catalog.dynamic.lean import lean
from symoro.catalog.dynamic.lengths import COMPOSITES
from symoro.catalog.dynamic.probe import Probe
from symoro.catalog.dynamic.reaction_outputs import LOOP_FORCES, REACTIONS
from symoro.catalog.dynamic.trees import coupling_note, wheel_note
from symoro.catalog.tables.dynamic import IDM
from symoro.expressions import Arithmetic, ScalarOf, Values, evaluate
from symoro.models.dynamics.floating_inverse_dynamics import floating_inverse_dynamics
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.lean.floating_inverse_dynamics import lean_floating_inverse_dynamics
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.dynamics.lean.inverse_dynamics import lean_inverse_dynamics
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism, mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.efforts import effort
from symoro.robot.floating_base import DYNAMIC_NOTE, unknown_acceleration
from symoro.robot.joint_axes import JOINTS
from symoro.verify.check import Arrays, Check
from symoro.verify.massless_joints import refuse_massless
from symoro.wording import noun_phrase


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the model of a robot; that of a floating base finds its acceleration too."""
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed.inverse_dynamics import plan as closed_plan

        return closed_plan(robot, options, BASE_OUTPUTS)
    if robot.base.motion is BaseMotion.FLOATING:
        return floating_plan(robot)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        return _arrays(newton_euler(mechanism(robot, scalar), let))

    def check(robot: Robot) -> Check:
        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            return _arrays(inverse_dynamics(robot, values, arithmetic, dtype))

        return Check(robot, reference=reference, against="momentum balance in the world frame")

    return Plan(
        robot,
        Formulation(
            trace=trace, formulate=lean(robot, _lean_page, frozenset({"GAM"}), merging=True)
        ),
        check(robot),
        Interface(states=("q", "QP", "QDP"), outputs=(EFFORTS, *REACTIONS), notes=notes(robot)),
        check,
    )


def _lean_page(m: Mechanism, form: LeanForm, let: LetFunction, _: object) -> Arrays:
    return {"GAM": vector(lean_inverse_dynamics(m, form, let).tau.values())}


def _lean_floating_page(m: Mechanism, form: LeanForm, let: LetFunction, _: object) -> Arrays:
    dynamics = lean_floating_inverse_dynamics(m, form, let)
    return {"GAM": vector(dynamics.tau.values()), "VP0": dynamics.vd0, "WP0": dynamics.wd0}


def floating_plan(robot: Robot) -> Plan:
    """Plan the model of a tree robot whose base floats."""
    robot = unknown_acceleration(robot)
    refuse_massless(robot, ())

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        dynamics = floating_inverse_dynamics(mechanism(robot, scalar), let)
        return _arrays(dynamics) | {"VP0": dynamics.vd0, "WP0": dynamics.wd0}

    def check(robot: Robot) -> Check:
        probe = Probe(robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            qdd = {j: evaluate(robot.frame(j).QDP, values, arithmetic) for j in probe.joints}
            accelerations = probe.accelerations(values, arithmetic, dtype, qdd, {})
            arrays = _arrays(probe.efforts(accelerations, values, arithmetic, dtype))
            return arrays | {"VP0": accelerations[:3], "WP0": accelerations[3:6]}

        return Check(robot, reference=reference, against="momentum balance in the world frame")

    return Plan(
        robot,
        Formulation(
            trace=trace,
            formulate=lean(
                robot,
                _lean_floating_page,
                frozenset({"GAM", "VP0", "WP0"}),
                products=COMPOSITES,
            ),
            free=(),
        ),
        check(robot),
        Interface(
            states=("q", "QP", "QDP"),
            outputs=OUTPUTS,
            notes=(DYNAMIC_NOTE, *notes(robot)),
            undefined_where="the base and what it carries have no inertia in some direction",
        ),
        check,
    )


def _arrays(result: Any) -> Arrays:
    """Torques by joint that moves; a row of reactions for each link."""
    links = sorted(j for j in result.f if j)
    return {
        "GAM": vector(result.tau.values()),
        "E": np.array([result.f[j] for j in links], dtype=object),
        "N": np.array([result.n[j] for j in links], dtype=object),
    }


def effort_notes(robot: Robot) -> tuple[str, ...]:
    """Say what springs exert, and that motors behind a coupling are left out."""
    remarks = []
    springs = [f"{frame.GAM} = {effort(robot, j)}" for j, frame in robot if frame.eta]
    if springs:
        remarks.append(f"elastic joints: along a motion their springs exert {', '.join(springs)}")
    return (*remarks, *coupling_note(robot))


def notes(robot: Robot) -> tuple[str, ...]:
    """Say what the torques of elastic, coupled and passive joints mean."""
    remarks = [*effort_notes(robot)]
    passive = [j for j, frame in robot if frame.moves and not frame.mu]
    if passive:
        verb = "are" if len(passive) > 1 else "is"
        remarks.append(
            f"{noun_phrase('joint', passive)} {verb} passive: a torque there is what a motor would "
            "have to give"
        )
    return (*remarks, *wheel_note(robot))


EFFORTS = OutputKind("GAM", "torque or force of each joint that moves", axes=(JOINTS,))
BASE_OUTPUTS = (
    OutputKind("VP0", "floating base: acceleration of O0 in frame 0, gravity included"),
    OutputKind("WP0", "floating base: angular acceleration in frame 0"),
)
OUTPUTS = (EFFORTS, *BASE_OUTPUTS, *REACTIONS)

ENTRY = ModelDefinition(**vars(IDM), outputs=(*OUTPUTS, LOOP_FORCES), plan=plan)
