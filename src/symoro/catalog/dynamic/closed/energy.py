"""The kinetic and the potential energy of closed robots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.actuated import Actuated
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.dynamics.energy import energies
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.pipeline.plan import Alternative, Formulation, Interface, OutputKind, Plan, Trace
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import Robot
from symoro.verify.check import Arrays, Check


def plan(driven: Actuated, outputs: tuple[OutputKind, ...], notes: Sequence[str]) -> Plan:
    """Plan the energies of a closed robot: those of its links at the motion of all joints."""
    robot = driven.robot

    def trace_of(closed: Actuated) -> Trace:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            energy = energies(mechanism(robot, scalar, closed.motion(scalar, let).velocities), let)
            return {"E": np.array(energy.kinetic), "U": np.array(energy.potential)}

        return trace

    def check(robot: Robot) -> Check:
        closed = replace(driven, robot=robot)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            tree = TreeDynamics(closed.reference_robot, values, arithmetic, dtype)
            E, U = tree.kinetic_energy(), tree.potential_energy()
            return {"E": np.array(E, dtype=dtype), "U": np.array(U, dtype=dtype)}

        return Check(
            robot,
            reference=reference,
            against="screws, momenta and centres of mass in the world frame",
            **closed_check(closed),
        )

    interface = closed_interface(robot, driven)
    interface["notes"] = (*notes, *interface["notes"])
    cheap = driven.by_sums
    words = "passive joints as sums of actuated ones"
    own = Alternative(words, trace_of(cheap), frozenset({"E", "U"}))
    return Plan(
        robot,
        Formulation(
            trace=trace_of(driven),
            route="passive joints as given",
            alternatives=(own,) if cheap is not driven else (),
        ),
        check(robot),
        Interface(states=("q", "QP"), outputs=outputs, **interface),
        check,
    )
