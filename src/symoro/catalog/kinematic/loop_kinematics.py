"""Loop kinematics: the constraint equations of velocities and accelerations, and W."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain
from typing import Any

import numpy as np

from symoro.algebra import linear
from symoro.analysis.gruebler import robot_gruebler
from symoro.catalog.frames import states_of_mode
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.actuated_robot import actuated_robot
from symoro.catalog.kinematic.loop_check import gap_places
from symoro.catalog.kinematic.loop_selection import SINGULAR_LOOPS, select
from symoro.catalog.tables.kinematic import LOOP_KINEMATICS
from symoro.errors import VerificationError
from symoro.expressions import (
    PI,
    ZERO,
    Arithmetic,
    Expression,
    ModularArithmetic,
    ScalarOf,
    Values,
    evaluate,
)
from symoro.expressions.degree import DegreeArithmetic
from symoro.models.geometry.transforms import Chain
from symoro.models.let import LetFunction
from symoro.models.loops.gaps import Places, position_gaps, rate_gaps
from symoro.models.loops.loop_geometry import solve_loop
from symoro.models.loops.loop_kinematics import (
    SUM,
    Row,
    Selection,
    constraints,
    dependence,
    fold_sums,
    velocity_terms,
)
from symoro.models.mechanism import mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.loop_gaps import position_gap
from symoro.references.motion import SpatialMotion, cross, spatial_motion
from symoro.robot import Base, JointType, Robot
from symoro.verify.check import Arrays, Check, LazyArrays
from symoro.wording import noun_phrase

_CLOSED = 1e-9  # of the lengths, about 1, that states are drawn with

NAMES = ("Wa", "Wp", "Wac", "Wpc", "Wc")
_RATES = ("Psi", "Phi", "Wq")  # the names of W


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the constraint equations of a closed robot."""
    driven = actuated_robot(
        robot, options["mode"], consistent=True, known=options["active"] or None
    )
    return constraint_plan(driven)


def constraint_plan(driven: Actuated) -> Plan:
    """Plan the constraint equations that a choice of rows gives."""
    robot = driven.robot
    chosen = replace(driven.chosen, active=tuple(sorted((*driven.active, *driven.held_joints))))
    places = gap_places(driven)
    closed = states_of_mode(driven)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        m = mechanism(robot, scalar)
        system = constraints(robot, m, chosen, let)
        Psi, Phi = velocity_terms(robot, m, chosen, let)
        matrices = {name: getattr(system, name) for name in NAMES}
        matrices |= {"Psi": Psi, "Phi": Phi, "W": dependence(system, chosen, let)}
        gaps = {
            "GAP": lambda: position_gaps(robot, m, places, scalar, let),
            "GAPP": lambda: rate_gaps(robot, m, places, let)[0],
        }
        return LazyArrays(matrices, gaps)

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        state = driven.with_sums(values, arithmetic)
        arrays = constraint_reference(robot, chosen, state, arithmetic, dtype)
        gaps = {
            "GAP": partial(positions_reference, robot, places, state, arithmetic, dtype),
            "GAPP": partial(rates_reference, robot, places, state, arithmetic, dtype),
        }
        return LazyArrays(arrays, gaps)

    return Plan(
        robot,
        Formulation(
            trace=trace, elements=frozenset({*NAMES, *_RATES}) if chosen.sums else frozenset()
        ),
        Check(
            robot,
            reference=reference,
            against="twists and accelerations of both branches in frame 0",
            **closed,
        ),
        Interface(
            states=("q", "QP"),
            outputs=(*_outputs(chosen), *_gap_outputs(places)),
            notes=_notes(driven, chosen),
            undefined_where="" if driven.sums else SINGULAR_LOOPS,
            state_check=driven.state_check if chosen.sums else None,
        ),
    )


def constraint_reference(
    robot: Robot, chosen: Selection, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Arrays:
    """The same matrices from axes, moments and spatial accelerations in frame 0."""
    loops = {
        k: _loop_reference(robot, k, other, chosen.projection[k], values, arithmetic, dtype)
        for k, other in robot.loops()
    }
    columns = fold_sums({k: own for k, (own, _) in loops.items()}, chosen.sums)
    slopes = slopes_reference(robot, chosen, values, arithmetic, dtype) if chosen.sums else {}
    zero = arithmetic.number(Fraction(0))

    def element(k: int, r: int, j: int) -> Any:
        if r != SUM:
            return columns[k][j][r] if j in columns[k] else zero
        if j in chosen.active and set(chosen.sums[k]) <= set(chosen.active):
            return -slopes[k][chosen.active.index(j)]
        return zero + (1 if j == k else -chosen.sums[k].get(j, 0))

    def matrix(rows: tuple[Row, ...], joints: tuple[int, ...]) -> Any:
        elements = [[element(k, r, j) for j in joints] for k, r in rows]
        return np.array(elements, dtype=dtype).reshape(len(rows), len(joints))

    def rates(rows: tuple[Row, ...]) -> Any:
        return np.array([zero if r == SUM else loops[k][1][r] for k, r in rows], dtype=dtype)

    Wa, Wp = matrix(chosen.rows, chosen.active), matrix(chosen.rows, chosen.passive)
    if chosen.sums:
        W = np.array([slopes[j] for j in chosen.passive], dtype=dtype)
    else:
        W = linear.solve(Wp, -Wa) if Wa.size else -Wa
    return {
        "Wa": Wa,
        "Wp": Wp,
        "Wac": matrix(chosen.cut_rows, chosen.active),
        "Wpc": matrix(chosen.cut_rows, chosen.passive),
        "Wc": matrix(chosen.cut_rows, chosen.cut),
        "Psi": rates(chosen.rows),
        "Phi": rates(chosen.cut_rows),
        "W": W.reshape(len(chosen.passive), len(chosen.active)),
    }


def slopes_reference(
    robot: Robot, chosen: Selection, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> dict[int, Any]:
    """The rows of G of the other joints at a closed state, from rows of loops alone."""
    rows = rows_of_loops(robot, chosen)
    rate = constraint_reference(robot, rows, values, arithmetic, dtype)
    right = -(rate["Wac"] + rate["Wpc"] @ rate["W"])
    cut = linear.solve(rate["Wc"], right) if right.size else right
    return dict(zip((*rows.passive, *rows.cut), (*rate["W"], *cut), strict=True))


def rows_of_loops(robot: Robot, chosen: Selection) -> Selection:
    """The selection without sums."""
    return _rows_of_loops(robot, chosen.active) if chosen.sums else chosen


@lru_cache(maxsize=16)
def _rows_of_loops(robot: Robot, active: tuple[int, ...]) -> Selection:
    return select(robot, active)


def positions_reference(
    robot: Robot, places: Places, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Any:
    """GAP: for joints, what must be taken from their positions so that their loops close.

    Angles are no rational functions: the exact test finds nothing to compare there.
    """

    def scalar(entry: Expression) -> Any:
        return evaluate(entry, values, arithmetic)

    transforms = Chain(robot, mechanism(robot, scalar))
    apart = {}
    numeric = not isinstance(arithmetic, ModularArithmetic | DegreeArithmetic)
    if not numeric:
        apart = dict.fromkeys(places.joints, scalar(ZERO))
    for recipe, root in places.solved if numeric else ():
        state = dict(values)
        for j, x in solve_loop(transforms, recipe, [root], scalar)[root].items():
            gap = scalar(robot.frame(j).position) - getattr(x, "radians", x)
            if robot.frame(j).sigma is JointType.REVOLUTE:
                gap = gap - round(float(gap) / (2 * math.pi)) * scalar(2 * PI)
            apart[j] = gap
            state[robot.variables[j].name] = scalar(robot.variables[j]) - gap
        left = position_gap(robot, recipe.loop.cut, state, arithmetic, dtype)
        if max(map(abs, left)) > _CLOSED:
            raise VerificationError(f"{robot.name}: loop {recipe.loop.cut} does not close")
    sides = [position_gap(robot, k, values, arithmetic, dtype) for k in places.compared]
    return np.array([*(apart[j] for j in places.joints), *chain.from_iterable(sides)], dtype=dtype)


def rates_reference(
    robot: Robot, places: Places, values: Values, arithmetic: Arithmetic[Any], dtype: Any
) -> Any:
    """GAPP from screws in frame 0."""
    rates = {j: evaluate(robot.frame(j).QP, values, arithmetic) for j in robot.moving_joints}
    sums = [
        rates[j] - sum(factor * rates[k] for k, factor in sum_.items())
        for j, sum_ in sorted(places.sums.items())
    ]
    others, sides = dict(robot.loops()), []
    for k in places.moving_loops:
        columns, _ = _loop_reference(robot, k, others[k], k, values, arithmetic, dtype)
        sides.append(sum(column * rates[j] for j, column in columns.items()))
    return np.array([*sums, *chain.from_iterable(sides)], dtype=dtype)


def _loop_reference(
    robot: Robot,
    k: int,
    other: int,
    i: int,
    values: Values,
    arithmetic: Arithmetic[Any],
    dtype: Any,
) -> tuple[dict[int, Any], Any]:
    """Columns and rates of one loop: joints outside of it stand still."""
    root = robot.root(k, other)
    branches = {k: robot.chain(root, k)[1:], other: robot.chain(root, other)[1:]}
    moving = {j for branch in branches.values() for j in branch}
    frames = tuple(
        replace(frame, QDP=ZERO, QP=frame.QP if j in moving else ZERO) for j, frame in robot
    )
    alone = replace(robot, frames=frames, base=replace(robot.base, **_STILL))
    motion = spatial_motion(alone, values, arithmetic, dtype)
    turn = motion.pose[i][:3, :3].T @ motion.pose[k][:3, :3]
    columns: dict[int, Any] = {}
    for end, sign in ((k, 1), (other, -1)):
        for j in branches[end]:
            if robot.frame(j).moves:
                columns[j] = sign * _rotate_pair(turn, _twist(robot, motion, j, end))
    first, second = (np.concatenate(motion.acceleration(end)) for end in (k, other))
    return columns, _rotate_pair(turn, first - second)


_STILL = {name: getattr(Base(), name) for name in ("W0", "WP0", "V0", "VP0")}


def _twist(robot: Robot, motion: SpatialMotion, j: int, end: int) -> Any:
    """The twist that joint j gives to frame ``end``, in that frame."""
    R, z = motion.pose[end][:3, :3], motion.pose[j][:3, 2]
    arm = motion.place[end] - motion.place[j]
    revolute = robot.frame(j).sigma is JointType.REVOLUTE
    parts = (cross(z, arm), z) if revolute else (z, 0 * z)
    return np.concatenate([R.T @ part for part in parts])


def _rotate_pair(turn: Any, pair: Any) -> Any:
    return np.concatenate([turn @ pair[:3], turn @ pair[3:]])


def _outputs(chosen: Selection) -> tuple[OutputKind, ...]:
    active = noun_phrase("active joint", chosen.active)
    passive, cut = (
        noun_phrase("passive joint", chosen.passive),
        noun_phrase("cut joint", chosen.cut),
    )
    return (
        OutputKind("Wa", f"Wa qda + Wp qdp = 0; columns: {active}", axes=(None, chosen.active)),
        OutputKind("Wp", f"columns: {passive}", axes=(None, chosen.passive)),
        OutputKind(
            "Wac",
            "Wac qda + Wpc qdp + Wc qdc = 0; columns: active joints",
            axes=(None, chosen.active),
        ),
        OutputKind("Wpc", "columns: passive joints", axes=(None, chosen.passive)),
        OutputKind("Wc", f"columns: {cut}", axes=(None, chosen.cut)),
        OutputKind("Psi", "Wa qdda + Wp qddp + Psi = 0"),
        OutputKind("Phi", "Wac qdda + Wpc qddp + Wc qddc + Phi = 0"),
        OutputKind("W", "qdp = W qda, W = -Wp^-1 Wa", axes=(chosen.passive, chosen.active)),
    )


def _gap_outputs(places: Places) -> tuple[OutputKind, ...]:
    """The gaps that are outputs on request."""
    own, sums = list(places.joints), sorted(places.sums)
    first = [f"{noun_phrase('joint', own)} less what the others give"] if own else []
    rates = [f"{noun_phrase('joint', sums)} less the sums"] if sums else []
    sides = "x, y, z and 2 tan(h/2) of the turn h from frame k to k+B, cut joint"
    twist = "velocity of frame k less that of k+B, six rows, cut joint"
    first += [f"{sides} {k}" for k in places.compared]
    rates += [f"{twist} {k}" for k in places.moving_loops]
    return (
        OutputKind("GAP", f"zero where the loops close: {'; '.join(first)}", False),
        OutputKind("GAPP", f"the same of velocities: {'; '.join(rates)}", False),
    )


def _notes(driven: Actuated, chosen: Selection) -> tuple[str, ...]:
    robot, idle = driven.robot, driven.idle
    kept: dict[int, list[int]] = {k: [] for k, _ in robot.loops()}
    for k, row in (*chosen.rows, *chosen.cut_rows):
        if row != SUM:
            kept[k].append(row + 1)
    remarks = []
    if label := driven.mode_label:
        remarks.append(f"assembly mode: {label}")
    if chosen.sums:
        remarks.append(
            f"{noun_phrase('joint', sorted(chosen.sums))}: sums of others, whose rows are these"
        )
    remarks += [
        f"loop of cut joint {k}: rows {', '.join(map(str, sorted(rows)))} of six are kept, "
        f"in frame {chosen.projection[k]}"
        for k, rows in kept.items()
        if rows
    ]
    freedom = len(robot.moving_joints) - len(chosen.rows) - len(chosen.cut_rows)
    remarks.append(
        f"mobility: {freedom} by the rank of the loops, {robot_gruebler(robot)} by Gruebler's count"
    )
    if idle.held_joints:
        remarks.append(f"{idle.words}: taken as active too")
    return tuple(remarks)


ENTRY = ModelDefinition(
    **vars(LOOP_KINEMATICS),
    outputs=(
        OutputKind("Wa", "rows without cut joints: columns of the active joints"),
        OutputKind("Wp", "columns of the passive joints"),
        OutputKind("Wac", "rows with cut joints: columns of the active joints"),
        OutputKind("Wpc", "columns of the passive joints"),
        OutputKind("Wc", "columns of the cut joints"),
        OutputKind("Psi", "terms of the accelerations that depend on velocities"),
        OutputKind("Phi", "the same for the rows with cut joints"),
        OutputKind("W", "W = -Wp^-1 Wa: passive velocities from active ones"),
        OutputKind("GAP", "gaps of given positions, zero where the loops close", False),
        OutputKind("GAPP", "gaps of given velocities", False),
    ),
    plan=plan,
)
