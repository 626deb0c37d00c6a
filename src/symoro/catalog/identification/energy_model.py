"""The energy identification model and its rate, the power model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.catalog.dynamic.inverse_dynamics import effort_notes
from symoro.catalog.frames import closed_interface, states_of_mode
from symoro.catalog.identification.closed_rows import (
    NO_MOTIONS,
    Motions,
    drive_loops,
    mode_notes,
    other_motions,
)
from symoro.catalog.identification.effective import effective_columns
from symoro.catalog.identification.identifiable_parameters import identifiable_parameters
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.tables.identification import ENERGY_MODEL
from symoro.errors import ModelError
from symoro.expressions import ZERO, Arithmetic, ScalarOf, Values, symbol
from symoro.expressions.names import fresh_name
from symoro.models.identification.energy_model import power, total_energy
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.unit_parameters import UnitParameters
from symoro.robot import BaseMotion, Frame, Robot
from symoro.robot.floating_base import with_base_inputs, with_position
from symoro.robot.parameter import DYNAMIC, GROUPED, Parameter
from symoro.verify.check import Arrays, Check

FLOATING_NOTE = (
    "floating base: its velocities W0, V0 (in frame 0), its rotation R0 and position P01, P02, P03 "
    "(of frame 0 in the world frame) are arguments; gravity G is written in the world frame"
)


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the energy, or the power, of a robot whose base is fixed or floats."""
    if robot.base.motion is BaseMotion.MOVING:
        raise ModelError(
            f"{robot.name} has a base of known motion: what drives the base does work too, so the "
            "energy is not the integral of the joints' power; the regressor and the filtered model "
            "hold there"
        )
    with_power = bool(options["power"])
    robot = with_position(with_base_inputs(robot))
    driven = _driven_robot(robot, options["mode"])
    every = identifiable_parameters(robot, DYNAMIC if with_power else GROUPED)
    free = robot if with_power else _with_acceleration_symbols(robot)  # whose energy may change
    columns = effective_columns(
        free, every, lambda scalar: ([x] for x in power(mechanism(free, scalar), every))
    )
    tag = "HP" if with_power else "H"

    def trace(scalar: ScalarOf, let: LetFunction, motions: Motions = NO_MOTIONS) -> Arrays:
        page = power if with_power else total_energy
        return {tag: page(mechanism(robot, scalar, motions), columns, let)}

    def trace_sums(scalar: ScalarOf, let: LetFunction, closed: Actuated) -> Arrays:
        loops = closed.motion(scalar, let)
        return trace(scalar, let, loops.motions if with_power else loops.velocities)

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        values = driven.with_sums(values, arithmetic) if driven is not None else values
        units = UnitParameters(robot, values, arithmetic, dtype)
        row = (units.powers if with_power else units.energies)(list(columns))
        return {tag: np.array(row, dtype=dtype)}

    labels = tuple(columns.values())
    return Plan(
        robot,
        Formulation(
            trace=trace,
            elements=frozenset(f"{tag}{label}" for label in labels),
            **other_motions(driven, trace_sums, frozenset({tag})),
        ),
        Check(
            robot,
            reference=reference,
            against="momenta of unit parameters about a fixed point of the world frame",
            **states_of_mode(driven),
        ),
        Interface(
            states=("q", "QP", "QDP") if with_power else ("q", "QP"),
            outputs=(POWER if with_power else ENERGY,),
            state_check=driven.state_check if driven is not None else None,
            notes=(
                *mode_notes(driven),
                *_notes(robot, every, columns, with_power),
            ),
            columns={tag: labels},
            called=POWER_MODEL if with_power else {},
        ),
    )


def _driven_robot(robot: Robot, mode: int | None) -> Actuated | None:
    """The robot in an assembly mode; None if its motors do not determine its motion.

    Its energy does not depend on them.
    """
    try:
        return drive_loops(robot, mode)
    except ModelError:
        if mode is not None:
            raise
        return None


def _with_acceleration_symbols(robot: Robot) -> Robot:
    """Give joints whose acceleration is a number in the tables a symbol for it.

    The energy does not take accelerations, so a table that says 0 does not keep it constant.
    """
    taken_names = set(robot.symbols)

    def general(j: int, frame: Frame) -> Frame:
        if not frame.moves or frame.QDP.symbols:
            return frame
        name = fresh_name(f"QDP{j}", taken_names)
        taken_names.add(name)
        return replace(frame, QDP=symbol(name))

    return replace(robot, frames=tuple(general(j, frame) for j, frame in robot))


def _notes(
    robot: Robot, every: Mapping[Parameter, str], columns: Mapping[Parameter, str], with_power: bool
) -> tuple[str, ...]:
    """Say what is left out."""
    remarks = [*closed_interface(robot, None)["notes"], *effort_notes(robot)]
    if robot.base.motion is BaseMotion.FLOATING:
        remarks.append(FLOATING_NOTE)
    if not with_power:
        remarks.append("the work of the joints between two moments is the difference of H times K")
        if any(link.rubs for link in robot.drives):
            remarks.append(
                "friction has no column, being no energy: --power (power=True) has columns for it"
            )
    idle = [label for p, label in every.items() if p not in columns]
    if idle:
        remarks.append(f"no column, because without effect: {', '.join(idle)}")
    if any(entry != ZERO for link in robot.links for entry in link.wrench):
        remarks.append("external wrenches have no column: their power is to be subtracted first")
    return tuple(remarks)


ENERGY = OutputKind("H", "total energy = H times the parameters that its columns stand for")
POWER_MODEL = {
    "name": "power-model",
    "title": "Power identification model: power of the joints linear in the parameters",
    "extension": "pim",
}
POWER = OutputKind("HP", "power of the joints = HP times the parameters of its columns")

ENTRY = ModelDefinition(
    **vars(ENERGY_MODEL),
    outputs=(ENERGY, OutputKind(POWER.name, f"with --power: {POWER.meaning}", False)),
    plan=plan,
)
