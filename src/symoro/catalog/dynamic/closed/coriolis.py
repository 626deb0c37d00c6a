"""The matrix of Coriolis and centrifugal efforts of closed robots, and its products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.algebra.vectors import vector
from symoro.catalog.dynamic.closed.drive import position_arrays, row_joints, row_names
from symoro.catalog.dynamic.reference_rates import along, velocity_argument
from symoro.catalog.dynamic.trees import (
    element_tags,
    flat_frames,
    promised_elements,
    vector_tags,
)
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.expressions import Arithmetic, ScalarOf, Values, evaluate
from symoro.models.dynamics.closed.coriolis import motor_coriolis, motor_product, moved_at
from symoro.models.dynamics.closed.joint_efforts import cut_momenta, with_cut_rows
from symoro.models.dynamics.closed.momentum import motor_rate_terms
from symoro.models.dynamics.coriolis import coriolis_matrix
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.models.dynamics.momentum import momenta
from symoro.models.dynamics.velocity_state import velocity_state
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.mechanism import mechanism
from symoro.models.rows import rows
from symoro.pipeline.plan import Alternative, Formulation, Interface, OutputKind, Plan, Trace
from symoro.robot import Robot
from symoro.verify.check import Arrays, Check


def plan(driven: Actuated, outputs: Sequence[OutputKind], notes: Sequence[str]) -> Plan:
    """Plan C and its products for a closed robot whose base is fixed or floats."""
    robot = driven.robot
    v = velocity_argument(robot, "v", driven.active)
    other = along(robot, v, driven.active)
    labels = rows(robot)
    tags = {"P": "PT", "CTQP": "CTT"}
    tags |= {f"{tag}{row}": f"{tag}T{row}" for tag in "AC" for row in labels}

    def trace_of(closed: Actuated) -> Trace:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            loops = closed.motion(scalar, let)
            G, Gd, active = loops.slopes, loops.slope_rates, closed.active
            m = mechanism(robot, scalar, loops.velocities)
            r = mechanism(other, scalar, loops.positions)
            tree = RenamingLet(let, tags)
            at = velocity_state(m, tree)
            rates = list(v.elements.values())[len(v.elements) - len(active) :]
            r = moved_at(r, vector(map(scalar, rates)), G, Gd, let)
            C = coriolis_matrix(m, tree, at, flat_frames(robot))
            A = with_cut_rows(inertia_matrix(m, tree, at.frames), m)
            P, turned = momenta(m, tree, at)
            P = {**P, **{str(k): P_k for k, P_k in cut_momenta(m).items()}}
            return {
                "C": motor_coriolis(C, A, G, Gd, active, let),
                "CV": motor_product(m, r, G, active, let, at),
                "CTQP": motor_rate_terms(turned, P, G, Gd, active, let),
            }

        return trace

    arrays = (*position_arrays(driven), v)

    def check(robot: Robot) -> Check:
        closed = replace(driven, robot=robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            dynamics = closed.reference_dynamics(values, arithmetic, dtype)
            C = dynamics.coriolis_matrix()
            rates = [evaluate(e, values, arithmetic) for e in v.elements.values()]
            product = C @ np.array(rates, dtype=dtype)
            return {"C": C, "CV": product, "CTQP": C.T @ dynamics.velocity()}

        kinds = closed_check(closed)
        kinds["arrays"] = arrays
        return Check(
            robot,
            reference=reference,
            against="screws and spatial inertias in the world frame, all rows of all loops",
            **kinds,
        )

    interface = closed_interface(robot, driven)
    interface["notes"] = (*notes, *interface["notes"])
    interface["arguments"] = arrays
    joints, own = row_joints(driven), row_names(driven)
    axes = {"C": (joints, joints)}
    kinds = tuple(replace(kind, axes=axes.get(kind.name, (joints,))) for kind in outputs)
    cheap = driven.by_sums
    words = "passive joints as sums of actuated ones"
    shorter = Alternative(words, trace_of(cheap), frozenset(kind.name for kind in outputs))
    return Plan(
        robot,
        Formulation(
            trace=trace_of(driven),
            route="passive joints as given",
            alternatives=(shorter,) if cheap is not driven else (),
            elements=element_tags("C", own) | vector_tags(("CV", "CTQP"), own),
            promised=promised_elements(robot, "C", own),
        ),
        check(robot),
        Interface(states=("q", "QP", "v"), outputs=kinds, **interface),
        check,
    )
