"""Transformation matrices between frames: expanded, and with intermediate variables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symoro.catalog.frames import closed_check, closed_interface, require_frame
from symoro.catalog.geometric.product_forms import Forms, Pair, with_forms
from symoro.catalog.kinematic.drive import drive_by_motors
from symoro.catalog.tables.geometric import FAST_TRANSFORM, TRANSFORM
from symoro.errors import UsageError
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.geometry.product_form import INWARD
from symoro.models.geometry.transforms import WORLD, Chain, matrix_name
from symoro.models.let import LetFunction
from symoro.models.let_cache import MemoizedLet
from symoro.models.mechanism import mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan, Trace
from symoro.references.poses import rigid_inverse, world_frame, world_poses
from symoro.robot import Robot
from symoro.robot.active_joints import active_joints
from symoro.robot.rotation import require_rotation, rotation_note
from symoro.verify.check import Arrays, Check

_ALL_POSITIONS = "transform without --actuated takes the positions of all joints"


def plan(robot: Robot, options: Mapping[str, Any], *, fast: bool) -> Plan:
    """Plan the matrices between pairs of frames; that of the tool in the base by default."""
    pairs = frame_pairs(robot, options)
    if options["actuated"]:
        from symoro.models.loops.assembly import full_plan

        full_plan(robot, active_joints(robot), _ALL_POSITIONS)
    driven = drive_by_motors(robot, options)
    interface = closed_interface(robot, driven)
    if any(j == WORLD != i for i, j in pairs):  # the only matrices with the inverse of Z
        require_rotation(robot)
        interface["notes"] = (*interface["notes"], *rotation_note(robot))

    def trace_by(forms: Forms) -> Trace:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            chain = chain_over(scalar, MemoizedLet(let))
            return {matrix_name(i, j): chain.transform(i, j, forms.get((i, j))) for i, j in pairs}

        return trace

    def chain_over(scalar: ScalarOf, let: LetFunction) -> Chain:
        dependent = driven.motion(scalar, let).positions if driven else {}
        return Chain(robot, mechanism(robot, scalar, dependent), let)

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        pose = world_poses(robot, values, arithmetic, dtype)
        Z = world_frame(robot, values, arithmetic, dtype)
        known = {(WORLD, j): Z @ pose[j] for j in pose if j != WORLD}  # no inverse
        known[WORLD, WORLD] = pose[0]  # nor for the world in itself
        return {
            matrix_name(i, j): known.get((i, j), rigid_inverse(pose[i]) @ pose[j]) for i, j in pairs
        }

    plain = dict.fromkeys(pairs, INWARD) if fast else {}
    draft = Plan(
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
            **interface,
        ),
    )
    return with_forms(draft, pairs, chain_over, trace_by, fast=fast)


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


_OUTPUTS = (OutputKind("TiTj", "frame j in frame i, 4x4"),)

EXPANDED = ModelDefinition(
    **vars(TRANSFORM),
    outputs=_OUTPUTS,
    plan=lambda robot, options: plan(robot, options, fast=False),
)

FAST = ModelDefinition(
    **vars(FAST_TRANSFORM),
    outputs=_OUTPUTS,
    plan=lambda robot, options: plan(robot, options, fast=True),
)
