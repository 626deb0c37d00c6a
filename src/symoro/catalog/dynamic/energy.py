"""The kinetic and the potential energy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.catalog.tables.dynamic import ENERGY
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.dynamics.energy import energies
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.floating_base import unknown_acceleration, with_position
from symoro.verify.check import Arrays, Check

FLOATING_NOTE = (
    "floating base: its velocities W0, V0 (in frame 0), its rotation R0 and position P0 (of frame "
    "0 in the world frame) are arguments; gravity G is written in the world frame"
)
MOVING_NOTE = (
    "moving base: E is that of the motion which V0 and W0 give the base; heights are measured "
    "from frame 0"
)


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the energies of a robot."""
    robot = with_position(unknown_acceleration(robot))
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed import energy as closed
        from symoro.catalog.dynamic.closed.drive import drive

        return closed.plan(drive(robot, options), _outputs(robot), _notes(robot))

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        energy = energies(mechanism(robot, scalar), let)
        return {"E": np.array(energy.kinetic), "U": np.array(energy.potential)}

    def check(robot: Robot) -> Check:
        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            tree = TreeDynamics(robot, values, arithmetic, dtype)
            E, U = tree.kinetic_energy(), tree.potential_energy()
            return {"E": np.array(E, dtype=dtype), "U": np.array(U, dtype=dtype)}

        return Check(
            robot,
            reference=reference,
            against="screws, momenta and centres of mass in the world frame",
        )

    return Plan(
        robot,
        Formulation(trace=trace),
        check(robot),
        Interface(states=("q", "QP"), outputs=_outputs(robot), notes=_notes(robot)),
        check,
    )


def _outputs(robot: Robot) -> tuple[OutputKind, ...]:
    """The outputs on offer: groupings for torques do not preserve E where the base itself moves."""
    kinetic, potential = OUTPUTS
    return replace(kinetic, standard=robot.base.motion is BaseMotion.MOVING), potential


def _notes(robot: Robot) -> tuple[str, ...]:
    """Say what is an argument of a floating base, and what a moving base means."""
    motion = robot.base.motion
    notes = {BaseMotion.FLOATING: FLOATING_NOTE, BaseMotion.MOVING: MOVING_NOTE}
    springs = [str(j) for j, frame in robot if frame.eta]
    remarks = [notes[motion]] if motion in notes else []
    if springs:
        remarks.append(f"the energy of springs (joints {', '.join(springs)}) is not included")
    if robot.coupling is not None:
        remarks.append("rotors on the motor side of the coupling are not included")
    return tuple(remarks)


OUTPUTS = (
    OutputKind("E", "kinetic energy, rotors included"),
    OutputKind("U", "potential energy of gravity, zero at the height of O0", up_to_constant=True),
)

ENTRY = ModelDefinition(**vars(ENERGY), outputs=OUTPUTS, plan=plan)
