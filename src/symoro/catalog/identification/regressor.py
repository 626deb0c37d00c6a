"""The dynamic identification model: joint torques as a matrix times the robot's parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, zeros
from symoro.catalog.dynamic.inverse_dynamics import effort_notes
from symoro.catalog.dynamic.inverse_dynamics import notes as torque_notes
from symoro.catalog.dynamic.reference_rates import references, refuse_moving_base
from symoro.catalog.dynamic.trees import refuse_closed
from symoro.catalog.frames import states_of_mode
from symoro.catalog.identification.closed_rows import (
    NO_MOTIONS,
    Motions,
    drive_loops,
    joint_rates,
    joint_rates_reference,
    mode_notes,
    other_motions,
    row_joints,
    row_names,
    tree_joints,
    undefined_where,
)
from symoro.catalog.identification.effective import effective_columns
from symoro.catalog.identification.identifiable_parameters import identifiable_parameters, left_out
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.tables.identification import REGRESSOR
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.identification.regressor import drive_effort, regressor
from symoro.models.let import LetFunction, plain
from symoro.models.loops.loop_kinematics import Selection
from symoro.models.mechanism import Mechanism, mechanism
from symoro.models.rows import BASE_ROWS
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.reference_motion import reference_columns
from symoro.references.regressor import torque_columns
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.arguments import joint_array
from symoro.robot.floating_base import NOTE as FLOATING_NOTE
from symoro.robot.floating_base import unknown_acceleration, with_base_inputs
from symoro.robot.parameter import STIFFNESS, Parameter, spring_parameters
from symoro.verify.check import Arrays, Check

_CLOSED_NOTE = (
    "closed robot: rows are the actuated joints; positions, velocities and accelerations of "
    "passive joints are arguments like the others"
)

_REFERENCE_NOTE = (
    "torques of reference velocities QPr and accelerations QDPr: A QDPr + C(q, QP) QPr + Q + "
    "FV QPr + FS sign(QP)"
)
_FLOATING_REFERENCE = (
    "floating base: W0 is its angular velocity, V0r and W0r are reference velocities, VP0r and "
    "WP0r the derivatives of their components, all in frame 0; with V0r = V0, W0r = W0 and "
    "VP0r = VP0 - W0 x V0 the regressor is the ordinary one"
)
_CALLED = {
    "name": "reference-regressor",
    "title": "Slotine and Li's regressor: torques of reference motions linear in the parameters",
    "extension": "slr",
}


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the regressor of any robot: rows of a closed one are its motors."""
    if options["reference"]:
        return _reference_plan(robot)
    robot = with_base_inputs(robot)
    driven = drive_loops(robot, options["mode"])
    chosen = driven.chosen if driven is not None else None
    springs = () if chosen is None else spring_parameters(robot, chosen.active)
    every = identifiable_parameters(robot, springs=springs)
    columns = effective_columns(
        robot, every, lambda scalar: _matrix(robot, every, chosen, scalar, plain).T
    )
    labels = tuple(columns.values())
    names = row_names(robot, chosen)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        return {"DG": _matrix(robot, columns, chosen, scalar, let)}

    def trace_sums(scalar: ScalarOf, let: LetFunction, closed: Actuated) -> Arrays:
        motions = closed.motion(scalar, let).motions
        return {"DG": _matrix(robot, columns, chosen, scalar, let, motions)}

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        values = driven.with_sums(values, arithmetic) if driven is not None else values
        torques = torque_columns(robot, list(columns), values, arithmetic, dtype)
        D = np.array(list(torques.values()), dtype=dtype).reshape(len(columns), -1).T
        if chosen is not None:
            G = joint_rates_reference(robot, chosen, values, arithmetic, dtype)
            first = len(names) - len(chosen.active)
            D = np.concatenate([D[:first], G.T @ D[first:]])
        return {"DG": D}

    return Plan(
        robot,
        Formulation(
            trace=trace,
            elements=frozenset(f"DG{row}{label}" for row in names for label in labels),
            **other_motions(driven, trace_sums, frozenset({"DG"})),
        ),
        Check(
            robot,
            reference=reference,
            against="unit parameters, body by body, in the world frame",
            **states_of_mode(driven),
        ),
        Interface(
            states=("q", "QP", "QDP"),
            outputs=(OutputKind("DG", _meaning(names), axes=(row_joints(names),)),),
            state_check=driven.state_check if driven is not None else None,
            notes=(*mode_notes(driven), *_notes(robot, every, columns)),
            undefined_where=undefined_where(driven),
            columns={"DG": labels},
        ),
    )


def _reference_plan(robot: Robot) -> Plan:
    """Plan Slotine and Li's regressor of a tree robot whose base is fixed or floats."""
    refuse_closed(robot, "regressor at reference velocities")
    refuse_moving_base(robot, "regressor at reference velocities")
    robot = unknown_acceleration(robot)
    along, arrays = references(robot)
    every = identifiable_parameters(robot)
    columns = effective_columns(
        along, every, lambda scalar: _matrix(along, every, None, scalar, plain).T
    )
    labels = tuple(columns.values())
    names = row_names(robot, None)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        m, r = mechanism(robot, scalar), mechanism(along, scalar)
        return {"DG": regressor(robot, m, columns, let, reference=r)}

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        return {"DG": reference_columns(robot, along, list(columns), values, arithmetic, dtype)}

    own = [joint_array(robot, name, robot.moving_joints) for name in ("q", "QP")]
    return Plan(
        robot,
        Formulation(
            trace=trace, elements=frozenset(f"DG{row}{label}" for row in names for label in labels)
        ),
        Check(
            robot,
            reference=reference,
            against="unit parameters at three motions, body by body, in the world frame",
            arrays=(*own, *arrays),
        ),
        Interface(
            states=("q", "QP", "QPr", "QDPr"),
            outputs=(OutputKind("DG", _meaning(names), axes=(row_joints(names),)),),
            notes=(_REFERENCE_NOTE, *_notes(robot, every, columns, _FLOATING_REFERENCE)),
            arguments=(*own, *arrays),
            columns={"DG": labels},
            called=_CALLED,
        ),
    )


def _matrix(
    robot: Robot,
    columns: Mapping[Parameter, str],
    chosen: Selection | None,
    scalar: ScalarOf,
    let: LetFunction,
    motions: Motions = NO_MOTIONS,
) -> Array:
    """D of the joints of a tree, or of the motors of a closed robot (4.40)."""
    m = mechanism(robot, scalar, motions)
    if chosen is None:
        return regressor(robot, m, columns, let)
    names = row_names(robot, chosen)
    first = len(names) - len(chosen.active)
    own = {p: label for p, label in columns.items() if not _is_apart(robot, p)}
    tree = regressor(robot, m, own, let, "DT")
    G = joint_rates(robot, m, chosen, let)
    on_tree = [robot.moving_joints.index(j) for j in tree_joints(robot)]
    D = zeros(len(names), len(columns))
    places = {p: place for place, p in enumerate(own)}
    for c, p in enumerate(columns):
        if p in places:
            column = tree[:, places[p]]
            D[:first, c], D[first:, c] = column[:first], G[on_tree].T @ column[first:]
        else:
            D[first:, c] = G[robot.moving_joints.index(p.link)] * _effort(robot, m, p, scalar)
    for r, row in enumerate(names):
        for c, label in enumerate(columns.values()):
            D[r, c] = let(f"DG{row}{label}", None, D[r, c])
    return D


def _is_apart(robot: Robot, p: Parameter) -> bool:
    """True for a parameter of one joint alone that the page of trees does not know."""
    return p.name == STIFFNESS or p.link > robot.n_links


def _effort(robot: Robot, m: Mechanism, p: Parameter, scalar: ScalarOf) -> Any:
    """The effort that a unit of such a parameter needs of its joint."""
    if p.name == STIFFNESS:
        return scalar(robot.variables[p.link] - robot.frame(p.link).rest)
    return drive_effort(p.name, m.body(p.link))


def _meaning(names: Sequence[str]) -> str:
    joints = [row for row in names if row not in BASE_ROWS]
    base = "force and moment on the base, then " if len(joints) < len(names) else ""
    return (
        "torques or forces = DG times the parameters that its columns stand for; rows: "
        f"{base}joints {', '.join(joints)}"
    )


def _notes(
    robot: Robot,
    every: Mapping[Parameter, str],
    columns: Mapping[Parameter, str],
    floating: str = FLOATING_NOTE,
) -> tuple[str, ...]:
    """Say what the rows are and what is left out."""
    remarks = []
    if robot.structure is Structure.CLOSED:
        remarks += [_CLOSED_NOTE, *effort_notes(robot)]
    else:
        remarks += torque_notes(robot)
    if robot.base.motion is BaseMotion.FLOATING:
        remarks.append(floating)
    return (*remarks, *left_out(robot, every, columns))


ENTRY = ModelDefinition(
    **vars(REGRESSOR),
    outputs=(OutputKind("DG", "torques = DG times the parameters: a row for each joint"),),
    plan=plan,
)
