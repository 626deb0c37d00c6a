"""The matrices of Paul's method, from which an inverse geometric model is derived by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, identity
from symoro.catalog.frames import closed_interface, require_frame
from symoro.catalog.tables.geometric import IGM_MATRICES
from symoro.errors import UsageError
from symoro.expressions import Arithmetic, ScalarOf, Values, evaluate
from symoro.models.geometry.transforms import WORLD, Chain, matrix_name
from symoro.models.inverse_geometry.igm_matrices import (
    BACKWARD,
    FORWARD,
    backward_matrices,
    forward_matrices,
    left_name,
)
from symoro.models.let import LetFunction
from symoro.models.let_cache import MemoizedLet
from symoro.models.mechanism import mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.poses import rigid_inverse, world_poses
from symoro.robot import Robot
from symoro.robot.arguments import joint_array, pose_argument
from symoro.robot.base import IDENTITY
from symoro.robot.rotation import require_rotation, rotation_note
from symoro.verify.check import Arrays, Check

DIRECTIONS = {"forward": (FORWARD,), "backward": (BACKWARD,), "both": (FORWARD, BACKWARD)}
POSE = "T"


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan both sides of the equations along a path; that from the base to the tool by default."""
    frames = _frames(robot, options)
    letters = DIRECTIONS[options["direction"] or "both"]
    interface = closed_interface(robot, None)
    if frames[0] == WORLD:
        require_rotation(robot)
        interface["notes"] = (*interface["notes"], *rotation_note(robot))
    target = pose_argument(robot, POSE, f"pose of frame {frames[-1]} in {_place(frames[0])}")
    arrays = (joint_array(robot, "q", robot.moving_joints), target)

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        memo = MemoizedLet(let)
        chain = Chain(robot, mechanism(robot, scalar), memo)
        pose: Array = identity(4)
        for place, element in target.elements.items():
            pose[place] = scalar(element)
        pairs: Arrays = {}
        if FORWARD in letters:
            pairs.update(forward_matrices(chain, frames, pose, memo))
        if BACKWARD in letters:
            pairs.update(backward_matrices(chain, frames, pose, memo))
        return pairs

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        poses = world_poses(robot, values, arithmetic, dtype)
        start, end = poses[frames[0]], poses[frames[-1]]
        T = np.eye(4, dtype=int).astype(dtype)
        for place, element in target.elements.items():
            T[place] = evaluate(element, values, arithmetic)
        sides: Arrays = {}
        for j in frames:
            before, behind = rigid_inverse(start) @ poses[j], rigid_inverse(end) @ poses[j]
            sides[left_name(FORWARD, j)] = rigid_inverse(before) @ T
            sides[left_name(BACKWARD, j)] = T @ behind
            sides[matrix_name(j, frames[-1])] = rigid_inverse(behind)
            sides[matrix_name(frames[0], j)] = before
        return {each.name: sides[each.name] for each in outputs}

    outputs = tuple(_outputs(frames, letters))
    return Plan(
        robot,
        Formulation(trace=trace),
        Check(
            robot,
            reference=reference,
            against="products of elementary rotations and translations",
            arrays=arrays,
        ),
        Interface(states=("q", POSE), outputs=outputs, arguments=arrays, **interface),
    )


def _frames(robot: Robot, options: Mapping[str, Any]) -> tuple[int, ...]:
    """The frames on the path; the world is one of them only where Z tells it from frame 0."""
    start = WORLD if options["from"] is None else options["from"]
    end = robot.tip if options["to"] is None else options["to"]
    for frame in (start, end):
        require_frame(robot, frame)
    if end == WORLD:
        raise UsageError("--to -1 is the world; the pose is that of a frame of the robot")
    world = (WORLD,) if start == WORLD and robot.base.Z != IDENTITY else ()
    frames = (*world, *robot.chain(max(start, 0), end))
    if len(frames) == 1:
        raise UsageError(f"there is no joint between frames {start} and {end} of {robot.name}")
    return frames


def _outputs(frames: tuple[int, ...], letters: tuple[str, ...]) -> list[OutputKind]:
    """The matrices in the order in which they come: left side, right side."""
    start, end = frames[0], frames[-1]
    kinds = {matrix_name(start, end): f"{_in(end, start)}, from all joints, equal to the pose"}
    for j in frames[1:-1] if FORWARD in letters else ():
        kinds[left_name(FORWARD, j)] = f"{_in(end, j)}, from the pose and the joints up to {j}"
        kinds[matrix_name(j, end)] = f"{_in(end, j)}, from the joints after {j}"
    for j in frames[-2:0:-1] if BACKWARD in letters else ():
        kinds[left_name(BACKWARD, j)] = f"{_in(j, start)}, from the pose and the joints after {j}"
        kinds[matrix_name(start, j)] = f"{_in(j, start)}, from the joints up to {j}"
    return [OutputKind(name, f"{meaning}, 4x4") for name, meaning in kinds.items()]


def _in(j: int, i: int) -> str:
    return f"frame {j} in {_place(i)}"


def _place(i: int) -> str:
    return "the world" if i == WORLD else f"frame {i}"


ENTRY = ModelDefinition(
    **vars(IGM_MATRICES),
    outputs=(
        OutputKind("Uj", "forward: frame n in frame j, from the pose and the joints up to j, 4x4"),
        OutputKind("TjTn", "forward: the same from the joints after j, 4x4"),
        OutputKind("Vj", "backward: frame j in frame i, from the pose and the joints after j, 4x4"),
        OutputKind("TiTj", "backward: the same from the joints up to j, 4x4"),
    ),
    plan=plan,
)
