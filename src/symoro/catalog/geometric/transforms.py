"""Transformation matrices between frames: expanded, and with intermediate variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from symoro.catalog.geometric.product_forms import Forms, Pair, with_forms
from symoro.catalog.kinematic.actuated import Actuated, drive_by_motors
from symoro.catalog.tables.geometric import FAST_TRANSFORM, TRANSFORM
from symoro.errors import UsageError
from symoro.expressions import Arithmetic, Expression, evaluate
from symoro.models.geometry.product_form import INWARD
from symoro.models.geometry.transforms import WORLD, Chain, matrix_name
from symoro.models.let import LetFunction
from symoro.models.let_cache import MemoizedLet
from symoro.models.loops.assembly import active_joints, full_plan
from symoro.models.mechanism import mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan, Trace
from symoro.references.poses import poses
from symoro.robot import Robot, Structure
from symoro.robot.rotation import require_rotation, rotation_note
from symoro.robot.variables import refuse_moving_tables
from symoro.verify.check import Arrays, Check

_ALL_POSITIONS = "transform without --actuated takes the positions of all joints"


def plan(robot: Robot, options: Mapping[str, Any], *, fast: bool) -> Plan:
    """Plan the matrices between pairs of frames; that of the tool in the base by default."""
    pairs = frame_pairs(robot, options)
    refuse_moving_tables(robot)
    if options["actuated"]:
        full_plan(robot, active_joints(robot), _ALL_POSITIONS)
    driven = drive_by_motors(robot, options)
    said = closed_interface(robot, driven)
    if any(j == WORLD != i for i, j in pairs):  # the only matrices with the inverse of Z
        require_rotation(robot)
        said["notes"] = (*said["notes"], *rotation_note(robot))

    def trace_by(forms: Forms) -> Trace:
        def trace(scalar: Callable[[Expression], Any], let: LetFunction) -> Arrays:
            chain = chain_over(scalar, MemoizedLet(let))
            return {matrix_name(i, j): chain.transform(i, j, forms.get((i, j))) for i, j in pairs}

        return trace

    def chain_over(scalar: Callable[[Expression], Any], let: LetFunction) -> Chain:
        dependent = driven.positions(scalar, let) if driven else {}
        return Chain(robot, mechanism(robot, scalar, dependent), let)

    def reference(values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        pose = world_poses(robot, values, arithmetic, dtype)
        Z = _world(robot, values, arithmetic, dtype)
        known = {(WORLD, j): Z @ pose[j] for j in pose if j != WORLD}  # no inverse
        known[WORLD, WORLD] = pose[0]  # nor for the world in itself
        return {
            matrix_name(i, j): known.get((i, j), rigid_inverse(pose[i]) @ pose[j]) for i, j in pairs
        }

    plain = dict.fromkeys(pairs, INWARD) if fast else {}
    made = Plan(
        robot,
        Formulation(trace=trace_by(plain)),
        Check(
            robot,
            reference=reference,
            against="products of elementary rotations and translations",
            **closed_check(driven),
        ),
        Interface(
            states=("q",),
            outputs=tuple(
                OutputKind(matrix_name(i, j), f"frame {j} in frame {i}, 4x4") for i, j in pairs
            ),
            **said,
        ),
    )
    return with_forms(made, pairs, chain_over, trace_by, fast=fast)


def closed_check(driven: Actuated | None) -> dict[str, Any]:
    """The part of a check that closes the loops of a robot driven by its motors."""
    if driven is None:
        return {}
    arrays = driven.arguments or ()
    return {"close_state": driven.settle, "refine": driven.refine, "arrays": arrays}


def closed_interface(robot: Robot, driven: Actuated | None) -> dict[str, Any]:
    """The interface of a closed robot, driven by its motors or not."""
    if driven is not None:
        return {
            "notes": driven.notes,
            "undefined_where": driven.undefined_where,
            "joints": driven.inputs,
            "arguments": driven.arguments,
        }
    if robot.structure is Structure.CLOSED:
        return {"notes": (PASSIVE_NOTE,)}
    return {"notes": ()}


PASSIVE_NOTE = (
    "closed robot: positions and velocities of passive joints are arguments like the others; "
    "loop-geometry and loop-kinematics give them"
)


def frame_pairs(robot: Robot, options: Mapping[str, Any]) -> list[Pair]:
    """The pairs asked for, checked."""
    starts, ends = options["from"], options["to"]
    if not starts and not ends:
        return [(0, robot.tip)]
    if len(starts) != len(ends):
        raise UsageError(
            f"--from and --to come in pairs; there are {len(starts)} of the one and {len(ends)} "
            "of the other"
        )
    pairs = list(dict.fromkeys(zip(starts, ends, strict=True)))
    for pair in pairs:
        for frame in pair:
            require_frame(robot, frame)
    return pairs


def require_frame(robot: Robot, frame: int) -> None:
    """Refuse a frame that the robot does not have; the world is frame -1."""
    if not WORLD <= frame <= robot.n_frames:
        raise UsageError(
            f"there is no frame {frame} in {robot.name}; frames are -1 (the world), 0 (the base) "
            f"and 1 to {robot.n_frames}"
        )


def world_poses(
    robot: Robot, values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any
) -> dict[int, Any]:
    """Where every frame is in frame 0, and the world, frame -1, too."""
    pose = poses(robot, values, arithmetic, dtype)
    pose[WORLD] = rigid_inverse(_world(robot, values, arithmetic, dtype))
    return pose


def _world(robot: Robot, values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any) -> Any:
    """Frame 0 in the world."""
    rows = [[evaluate(entry, values, arithmetic) for entry in row] for row in robot.base.Z]
    return np.array(rows, dtype=dtype)


def rigid_inverse(T: Any) -> Any:
    """The inverse of a transformation matrix."""
    inverse = T.copy()
    inverse[:3, :3] = T[:3, :3].T
    inverse[:3, 3] = -(T[:3, :3].T @ T[:3, 3])
    return inverse


_OUTPUTS = (OutputKind("TiTj", "frame j in frame i, 4x4"),)

EXPANDED = ModelDefinition(
    **vars(TRANSFORM),
    page="symoro.models.geometry.transforms",
    outputs=_OUTPUTS,
    plan=lambda robot, options: plan(robot, options, fast=False),
)

FAST = ModelDefinition(
    **vars(FAST_TRANSFORM),
    page="symoro.models.geometry.transforms",
    outputs=_OUTPUTS,
    plan=lambda robot, options: plan(robot, options, fast=True),
)
