"""Loop geometry: all positions of a closed robot from those of its active joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symoro.algebra.angle import Angle
from symoro.catalog.tables.geometric import LOOP_GEOMETRY
from symoro.expressions import Arithmetic, Expression, ScalarOf, Values
from symoro.models.let import LetFunction
from symoro.models.loops.assembly import chosen_modes, folds, full_plan, mode_labels
from symoro.models.loops.loop_geometry import solve_loops
from symoro.models.loops.recipes import LoopPlan
from symoro.models.mechanism import Motion
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.poses import poses
from symoro.robot import Robot
from symoro.robot.active_joints import active_joints
from symoro.robot.joint_axes import JOINTS
from symoro.verify.check import Arrays, Check, Pairs
from symoro.verify.closing import Closing


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the positions of all joints, in every assembly mode or in one."""
    active = active_joints(robot, options["active"])
    loops = full_plan(robot, active)
    labels = mode_labels(loops)
    chosen = chosen_modes(robot, loops, options["mode"])
    sums = list(map(loops.sums, chosen.values()))

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        positions = solve_loops(robot, loops.recipes, list(chosen.values()), scalar, let)
        rows = [
            _row(loops, linear, positions[mode], scalar, let, k + 1)
            for (k, mode), linear in zip(chosen.items(), sums, strict=True)
        ]
        array = np.array(rows, dtype=object)
        return {"Q": array[0] if options["mode"] is not None else array}

    def compare_outputs(
        outputs: Mapping[str, Any], values: Values, arithmetic: Arithmetic[Any], dtype: Any
    ) -> Pairs:
        names = [robot.variables[j].name for j in robot.moving_joints]
        pairs: Pairs = []
        for row in np.asarray(outputs["Q"], dtype=dtype).reshape(-1, len(names)):
            known = {**values, **dict(zip(names, row.tolist(), strict=True))}
            pose = poses(robot, known, arithmetic, dtype)
            for k, other in robot.loops():
                pairs.append((pose[k], pose[other]))
        return pairs

    listed = "; ".join(f"mode {k + 1}: {labels[k]}" for k in chosen)
    joints = ", ".join(str(robot.variables[j]) for j in robot.moving_joints)
    axes = (JOINTS,) if options["mode"] is not None else (None, JOINTS)
    return Plan(
        robot,
        Formulation(trace=trace),
        Check(
            robot,
            reference=None,
            against="the closure of every loop",
            close_state=Closing(loops, tuple(chosen.values())),
            compare_outputs=compare_outputs,
        ),
        Interface(
            states=("q",),
            outputs=(OutputKind("Q", f"{joints} in each assembly mode ({listed})", axes=axes),),
            notes=_notes(robot, loops, labels),
            undefined_where="a loop cannot be closed in that assembly mode, or is at a dead point",
            joints=active,
        ),
    )


def _row(
    loops: LoopPlan,
    linear: Mapping[int, Expression],
    positions: Mapping[int, Motion],
    scalar: ScalarOf,
    let: LetFunction,
    k: int,
) -> list[Any]:
    """The variables of all joints that move, in one mode."""
    robot = loops.robot
    row = []
    for j in robot.moving_joints:
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
            how += f"; {'folded up' if folds(recipe) else 'a parallelogram'}, angles are sums"
        remarks.append(f"loop of cut joint {recipe.loop.cut}: joints {joints} ({how})")
    if len(labels) > 1:
        remarks.append("; ".join(f"mode {k}: {text}" for k, text in enumerate(labels, start=1)))
    return tuple(remarks)


ENTRY = ModelDefinition(
    **vars(LOOP_GEOMETRY),
    outputs=(OutputKind("Q", "the positions of all joints that move, a row for each mode"),),
    plan=plan,
)
