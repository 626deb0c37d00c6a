"""The filtered dynamic identification model: torques = d/dt (DEP K) + DLQ K."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from symoro.algebra import linear
from symoro.algebra.vectors import Array, zeros
from symoro.catalog.dynamic.inverse_dynamics import effort_notes
from symoro.catalog.dynamic.inverse_dynamics import notes as torque_notes
from symoro.catalog.frames import PASSIVE_NOTE, states_of_mode
from symoro.catalog.identification.closed_rows import (
    NO_MOTIONS,
    Motions,
    drive_loops,
    joint_rates_reference,
    mode_notes,
    other_motions,
    row_joints,
    row_names,
    undefined_where,
)
from symoro.catalog.identification.effective import effective_columns
from symoro.catalog.identification.identifiable_parameters import identifiable_parameters, left_out
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.loop_kinematics import constraint_reference, rows_of_loops
from symoro.catalog.tables.identification import FILTERED_MODEL
from symoro.errors import ModelError
from symoro.expressions import ZERO, Arithmetic, ScalarOf, Values
from symoro.models.identification.filtered_model import (
    FilteredModel,
    drive_terms,
    filtered_model,
)
from symoro.models.let import LetFunction, plain
from symoro.models.loops.column_rates import motor_jacobian_rate
from symoro.models.loops.loop_kinematics import Selection, select_rows
from symoro.models.mechanism import Mechanism, mechanism
from symoro.models.rows import BASE_ROWS
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.column_rates import loop_column_rates
from symoro.references.unit_parameters import UnitParameters
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.floating_base import with_base_inputs
from symoro.robot.parameter import Parameter
from symoro.verify.check import Arrays, Check

FLOATING_NOTE = (
    "floating base: its velocities W0, V0 (in frame 0) and its rotation R0 (frame 0 in the world "
    "frame) are arguments; gravity G is written in the world frame"
)
MOVING_NOTE = (
    "base of known motion: seen from a frame that moves with its origin without turning; its "
    "angular acceleration comes from the rate of DEP, so W0 must be what the base does in time"
)


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the model of any robot: rows of a closed one are its motors."""
    _refuse_sudden_turns(robot)
    robot = with_base_inputs(robot)
    driven = drive_loops(robot, options["mode"])
    chosen = driven.chosen if driven is not None else None
    every = identifiable_parameters(robot)

    def both(scalar: ScalarOf) -> Array:
        D = _matrices(robot, every, chosen, scalar, plain)
        return np.concatenate([D.D1, D.D2]).T

    columns = effective_columns(robot, every, both)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        D = _matrices(robot, columns, chosen, scalar, let)
        return {"DEP": D.D1, "DLQ": D.D2}

    def trace_sums(scalar: ScalarOf, let: LetFunction, closed: Actuated) -> Arrays:
        motions = closed.motion(scalar, let).velocities
        D = _matrices(robot, columns, chosen, scalar, let, motions)
        return {"DEP": D.D1, "DLQ": D.D2}

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        values = driven.with_sums(values, arithmetic) if driven is not None else values
        D1, D2 = UnitParameters(robot, values, arithmetic, dtype).split_torques(list(columns))
        if chosen is not None:
            G = joint_rates_reference(robot, chosen, values, arithmetic, dtype)
            Gd = _slope_rates_reference(robot, chosen, values, arithmetic, dtype)
            D1, D2 = _of_motors(D1, D2, G, Gd)
        return {"DEP": D1, "DLQ": D2}

    labels = tuple(columns.values())
    names = row_names(robot, chosen)
    return Plan(
        robot,
        Formulation(
            trace=trace,
            elements=frozenset(
                f"{tag}{row}{label}" for tag in ("DEP", "DLQ") for row in names for label in labels
            ),
            **other_motions(driven, trace_sums, frozenset({"DEP", "DLQ"})),
        ),
        Check(
            robot,
            reference=reference,
            against="momenta of unit parameters about a fixed point of the world frame",
            **states_of_mode(driven),
        ),
        Interface(
            states=("q", "QP"),
            outputs=_outputs(names),
            state_check=driven.state_check if driven is not None else None,
            notes=(*mode_notes(driven), *_notes(robot, every, columns)),
            undefined_where=undefined_where(driven),
            columns={"DEP": labels, "DLQ": labels},
        ),
    )


def _refuse_sudden_turns(robot: Robot) -> None:
    """Refuse a base whose angular acceleration is given while its angular velocity is no input."""
    base = robot.base
    for k, (W, WP) in enumerate(zip(base.W0, base.WP0, strict=True), start=1):
        if base.motion is BaseMotion.MOVING and WP != ZERO and not W.symbols:
            raise ModelError(
                f"{robot.name}: component {k} of WP0 is {WP} while that of W0 is {W}; the filtered "
                "model takes the base's angular acceleration from the rate of W0: make that a "
                "symbol, or use the regressor"
            )


def _matrices(
    robot: Robot,
    columns: Mapping[Parameter, str],
    chosen: Selection | None,
    scalar: ScalarOf,
    let: LetFunction,
    motions: Motions = NO_MOTIONS,
) -> FilteredModel:
    """D1 and D2 of the joints of a tree, or of the motors of a closed robot."""
    m = mechanism(robot, scalar, motions)
    if chosen is None:
        return filtered_model(robot, m, columns, let)
    own = {p: label for p, label in columns.items() if p.link <= robot.n_links}
    tree = filtered_model(robot, m, own, let, ("DTP", "DTQ"))
    G, Gd = motor_jacobian_rate(robot, m, chosen, let)
    still: Array = np.array(np.zeros(len(chosen.active), dtype=int), dtype=object)
    slopes = np.array([G[j] for j in robot.moving_joints], dtype=object)
    changes = np.array([Gd.get(j, still) for j in robot.moving_joints], dtype=object)
    D1, D2 = _of_motors(*_with_cut_joints(robot, m, columns, tree), slopes, changes)
    for r, row in enumerate(row_names(robot, chosen)):
        for c, label in enumerate(columns.values()):
            D1[r, c] = let(f"DEP{row}{label}", None, D1[r, c])
            D2[r, c] = let(f"DLQ{row}{label}", None, D2[r, c])
    return FilteredModel(D1, D2)


def _with_cut_joints(
    robot: Robot, m: Mechanism, columns: Mapping[Parameter, str], tree: FilteredModel
) -> tuple[Array, Array]:
    """D1 and D2 of all joints, cut joints last, from those of the tree in its own columns."""
    own = [c for c, p in enumerate(columns) if p.link <= robot.n_links]
    above = len(tree.D1)
    D1, D2 = (zeros(above + robot.n_loops, len(columns)) for _ in range(2))
    D1[:above, own], D2[:above, own] = tree.D1, tree.D2
    for c, p in enumerate(columns):
        if c not in own:
            row = above + p.link - robot.n_links - 1
            D1[row, c], D2[row, c] = drive_terms(p.name, m.body(p.link))
    return D1, D2


def _of_motors(D1: Array, D2: Array, G: Array, Gd: Array) -> tuple[Array, Array]:
    """The rows of the motors: G^T (d/dt D1 + D2) = d/dt (G^T D1) + G^T D2 - (dG/dt)^T D1."""
    first = len(D1) - len(G)  # rows of a floating base stay
    down1 = G.T @ D1[first:]
    down2 = G.T @ D2[first:] - Gd.T @ D1[first:]
    return np.concatenate([D1[:first], down1]), np.concatenate([D2[:first], down2])


def _slope_rates_reference(
    robot: Robot, chosen: Selection, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Any:
    """The rate of G, from the rates of screws in frame 0."""
    chosen = rows_of_loops(robot, chosen)
    now = constraint_reference(robot, chosen, values, arithmetic, dtype)
    rates = {
        k: loop_column_rates(robot, k, other, chosen.projection[k], values, arithmetic, dtype)
        for k, other in robot.loops()
    }
    Wda, Wdp = (select_rows(rates, chosen.rows, each) for each in (chosen.active, chosen.passive))
    right = np.asarray(-(Wda + Wdp @ now["W"]), dtype=dtype)
    passive = linear.solve(now["Wp"], right) if right.size else right
    Gd = np.array(np.zeros((robot.n_frames + 1, len(chosen.active)), dtype=int), dtype=dtype)
    Gd[list(chosen.passive)] = passive
    if chosen.cut:
        Wdac, Wdpc, Wdc = (
            select_rows(rates, chosen.cut_rows, each)
            for each in (chosen.active, chosen.passive, chosen.cut)
        )
        Gc = linear.solve(now["Wc"], -(now["Wac"] + now["Wpc"] @ now["W"]))
        change = Wdac + Wdpc @ now["W"] + Wdc @ Gc + now["Wpc"] @ passive
        Gd[list(chosen.cut)] = linear.solve(now["Wc"], np.asarray(-change, dtype=dtype))
    return Gd[list(robot.moving_joints)]


def _outputs(names: tuple[str, ...]) -> tuple[OutputKind, ...]:
    joints = [row for row in names if row not in BASE_ROWS]
    base = "force and moment on the base, then " if len(joints) < len(names) else ""
    listed = f"rows: {base}joints {', '.join(joints)}"
    axes = (row_joints(names),)
    return (
        OutputKind("DEP", f"torques or forces = d/dt (DEP K) + DLQ K; {listed}", axes=axes),
        OutputKind("DLQ", "K are the parameters that the columns stand for", axes=axes),
    )


def _notes(
    robot: Robot, every: Mapping[Parameter, str], columns: Mapping[Parameter, str]
) -> tuple[str, ...]:
    """Say what the rows are and what is left out."""
    remarks = []
    if robot.structure is Structure.CLOSED:
        remarks += ["rows are the actuated joints", PASSIVE_NOTE, *effort_notes(robot)]
    else:
        remarks += torque_notes(robot)
    if robot.base.motion is BaseMotion.FLOATING:
        remarks.append(FLOATING_NOTE)
    if robot.base.motion is BaseMotion.MOVING:
        remarks.append(MOVING_NOTE)
    return (*remarks, *left_out(robot, every, columns))


ENTRY = ModelDefinition(
    **vars(FILTERED_MODEL),
    outputs=(
        OutputKind("DEP", "torques = d/dt (DEP K) + DLQ K: a row for each joint"),
        OutputKind("DLQ", "the part of the torques that is no rate"),
    ),
    plan=plan,
)
