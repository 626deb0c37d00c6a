"""The generalised momentum of closed robots and the terms of its rate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from symoro.catalog.dynamic.closed.drive import row_joints, row_names
from symoro.catalog.dynamic.trees import vector_tags
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.dynamics.closed.joint_efforts import cut_momenta
from symoro.models.dynamics.closed.momentum import motor_momentum
from symoro.models.dynamics.momentum import momentum
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.mechanism import mechanism
from symoro.models.rows import rows
from symoro.pipeline.plan import Alternative, Formulation, Interface, OutputKind, Plan, Trace
from symoro.references.weight import weight_efforts
from symoro.robot import Robot
from symoro.verify.check import Arrays, Check

_TREE = {"P": "PT", "CTQP": "CTT", "Q": "QT", "BETA": "BT"}


def plan(driven: Actuated, outputs: Sequence[OutputKind], notes: Sequence[str]) -> Plan:
    """Plan the momentum of a closed robot whose base is fixed or floats."""
    robot = driven.robot

    def trace_of(closed: Actuated) -> Trace:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            loops = closed.motion(scalar, let)
            m = mechanism(robot, scalar, loops.velocities)
            tree = momentum(m, RenamingLet(let, _TREE))
            G, Gd, rotors = loops.slopes, loops.slope_rates, cut_momenta(m)
            return dict(vars(motor_momentum(tree, rows(robot), G, Gd, closed.active, let, rotors)))

        return trace

    def check(robot: Robot) -> Check:
        closed = replace(driven, robot=robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            dynamics = closed.reference_dynamics(values, arithmetic, dtype)
            qd = dynamics.velocity()
            turned = dynamics.coriolis_matrix().T @ qd
            Q = dynamics.project(weight_efforts(closed.reference_robot, values, arithmetic, dtype))
            P = dynamics.inertia_matrix() @ qd
            return {"P": P, "CTQP": turned, "Q": Q, "BETA": Q - turned}

        return Check(
            robot,
            reference=reference,
            against="screws and spatial inertias in the world frame, all rows of all loops",
            **closed_check(closed),
        )

    interface = closed_interface(robot, driven)
    interface["notes"] = (*notes, *interface["notes"])
    joints = row_joints(driven)
    kinds = tuple(replace(kind, axes=(joints,)) for kind in outputs)
    cheap = driven.by_sums
    names = [kind.name for kind in outputs]
    words = "passive joints as sums of actuated ones"
    own = Alternative(words, trace_of(cheap), frozenset(names))
    return Plan(
        robot,
        Formulation(
            trace=trace_of(driven),
            route="passive joints as given",
            alternatives=(own,) if cheap is not driven else (),
            elements=vector_tags(names, row_names(driven)),
        ),
        check(robot),
        Interface(states=("q", "QP"), outputs=kinds, **interface),
        check,
    )
