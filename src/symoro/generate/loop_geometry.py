"""Loop geometry: all positions of a closed robot from those of its active joints."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from symoro.algebra.angle import Angle
from symoro.errors import ModelError, UsageError
from symoro.expressions import Expression, FloatArithmetic
from symoro.generate.refusals import refuse_moving_tables
from symoro.generate.registry import LOOP_GEOMETRY, Entry, OutputKind, Plan, Traced
from symoro.models.let import LetFunction
from symoro.models.loops.geometry import solve_loops
from symoro.models.loops.recipes import LoopPlan, plan_loops
from symoro.models.mechanism import Motion
from symoro.numeric.reference.poses import poses
from symoro.robot import Robot

Scalars = Callable[[Expression], Any]
_FLOATS = FloatArithmetic()


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the positions of all joints, in every assembly mode or in one."""
    active = active_joints(robot, options["active"])
    loops = solvable(robot, active)
    labels = mode_labels(loops)
    chosen = chosen_modes(robot, loops, options["mode"])

    def trace(scalar: Scalars, let: LetFunction) -> Traced:
        found = solve_loops(robot, loops.recipes, list(chosen.values()), scalar, let)
        rows = [_row(loops, mode, found[mode], scalar, let, k + 1) for k, mode in chosen.items()]
        array = np.array(rows, dtype=object)
        return {"Q": array[0] if options["mode"] is not None else array}

    def judge(found: Mapping[str, Any], values: dict[str, float]) -> list[tuple[Any, Any]]:
        names = [robot.variables[j].name for j in robot.moving]
        pairs = []
        for row in np.asarray(found["Q"], dtype=float).reshape(-1, len(names)):
            pose = poses(
                robot, values | dict(zip(names, row.tolist(), strict=True)), _FLOATS, float
            )
            pairs += [(pose[k], pose[other]) for k, other in robot.loops()]
        return pairs

    listed = "; ".join(f"mode {k + 1}: {labels[k]}" for k in chosen)
    joints = ", ".join(str(robot.variables[j]) for j in robot.moving)
    return Plan(
        robot,
        ("q",),
        (OutputKind("Q", f"{joints} in each assembly mode ({listed})"),),
        trace,
        None,
        "the closure of every loop",
        notes=_notes(robot, loops, labels),
        judge=judge,
        joints=active,
    )


def active_joints(robot: Robot, wanted: Sequence[int] = ()) -> tuple[int, ...]:
    """The joints that are known: those asked for, else the motorised ones.

    Raises:
        ModelError: if the robot has no loops.
        UsageError: for a joint that is none.
    """
    if not robot.n_loops:
        raise ModelError(f"{robot.name} has no loops: every joint is free")
    refuse_moving_tables(robot)
    if not wanted:
        return tuple(j for j in robot.moving if robot.frame(j).mu)
    for j in wanted:
        if j not in robot.moving:
            listed = ", ".join(map(str, robot.moving))
            raise UsageError(
                f"there is no joint {j} that moves in {robot.name}; joints are {listed}"
            )
    return tuple(j for j in robot.moving if j in wanted)


def solvable(robot: Robot, active: tuple[int, ...]) -> LoopPlan:
    """The loops in closed form, or the reason why not.

    Raises:
        ModelError: naming the loops and joints that are left, and the numeric way out.
    """
    loops = plan_loops(robot, active)
    if loops.reasons:
        why = "; ".join(f"loop of cut joint {cut}: {text}" for cut, text in loops.reasons.items())
        raise ModelError(
            f"{robot.name} has no closed form with the active joints "
            f"{', '.join(map(str, active)) or 'none'}. {why}. At given values "
            "symoro loop-solutions (in Python loop_geometry(...).solutions) finds all modes; "
            "other joints can be taken as known (--active)"
        )
    return loops


def mode_labels(loops: LoopPlan) -> list[str]:
    """What each mode is called."""
    return [
        ", ".join(
            _label(recipe, root)
            for recipe, root in zip(loops.recipes, mode, strict=True)
            if recipe.roots > 1
        )
        or "the only one"
        for mode in loops.modes
    ]


def _label(recipe: Any, root: int) -> str:
    where = f"loop {recipe.loop.cut}"
    if recipe.linear:
        return f"{where} {'parallelogram' if root == 0 else 'antiparallelogram'}"
    return f"{where} {'+' if root == 0 else '-'}"


def chosen_modes(robot: Robot, loops: LoopPlan, mode: int | None) -> dict[int, tuple[int, ...]]:
    """The modes asked for, by their place from 0."""
    modes = dict(enumerate(loops.modes))
    if mode is None:
        return modes
    if mode - 1 not in modes:
        raise UsageError(f"{robot.name} has modes 1 to {len(modes)}, not {mode}")
    return {mode - 1: modes[mode - 1]}


def _row(
    loops: LoopPlan,
    mode: Sequence[int],
    positions: Mapping[int, Motion],
    scalar: Scalars,
    let: LetFunction,
    k: int,
) -> list[Any]:
    """The variables of all joints that move, in one mode."""
    robot = loops.robot
    linear: dict[int, Expression] = {}
    for recipe, root in zip(loops.recipes, mode, strict=True):
        linear |= recipe.linear if root == 0 else {}
    row = []
    for j in robot.moving:
        variable = robot.variables[j]
        offset = robot.frame(j).position - variable
        if j in loops.active:
            row.append(scalar(variable))
            continue
        if j in linear:
            value = scalar(linear[j] - offset)
        else:
            x = positions[j].position
            value = (x.radians if isinstance(x, Angle) else x) - scalar(offset)
        row.append(let(f"{variable.name}_", k, value))
    return row


def _notes(robot: Robot, loops: LoopPlan, labels: Sequence[str]) -> tuple[str, ...]:
    remarks = [f"active joints: {', '.join(map(str, loops.active))}"]
    for recipe in loops.recipes:
        joints = ", ".join(str(u.frame) for u in recipe.loop.unknowns)
        how = recipe.kind
        if recipe.middle and recipe.kind != "type 1":
            how = f"{recipe.kind} for joint {recipe.loop.unknowns[1].frame}, type 3 for the others"
        if recipe.linear:
            how += "; a parallelogram, whose angles are sums"
        remarks.append(f"loop of cut joint {recipe.loop.cut}: joints {joints} ({how})")
    if len(labels) > 1:
        remarks.append("; ".join(f"mode {k}: {text}" for k, text in enumerate(labels, start=1)))
    return tuple(remarks)


ENTRY = Entry(
    **vars(LOOP_GEOMETRY),
    page="symoro.models.loops.geometry",
    documentation="models/loop-geometry.md",
    outputs=(OutputKind("Q", "the positions of all joints that move, a row for each mode"),),
    plan=plan,
)
