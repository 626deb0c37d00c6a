"""What all Jacobian models share: which frames, the page, and the reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.errors import ModelError
from symoro.generate.geometric.transforms import require_frame
from symoro.generate.kinematic.motorised import Motorised
from symoro.models.geometry.product import Chain
from symoro.models.kinematics.jacobian import chain_jacobian, joints_to
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.numeric.reference.motion import cross, skew
from symoro.robot import JointType, Robot


@dataclass(frozen=True)
class Triple:
    """Which Jacobian iJr,j: link r, projection i, intermediate j."""

    r: int
    i: int
    j: int


def traced_jacobian(
    robot: Robot, triple: Triple, driven: Motorised | None, scalar: Any, let: LetFunction
) -> tuple[Chain, Any, Any]:
    """The chain, J and L; in the motorised joints if ``driven``: Jc = J G."""
    dependent = driven.positions(scalar, let) if driven else {}
    chain = Chain(robot, mechanism(robot, scalar, dependent), let)
    J, L = chain_jacobian(chain, triple.i, triple.r, triple.j, "Jt" if driven else "J")
    if driven:
        slopes = driven.slopes(scalar, dependent, let)
        G = np.array([slopes[k] for k in joints_to(robot, triple.r)], dtype=object)
        J = let("J", None, J @ G)
    return chain, J, L


def frames_of(robot: Robot, options: Mapping[str, Any]) -> Triple:
    """The frames asked for; where none is, those of the simplest Jacobian ([Guide] 2.4.4)."""
    r = robot.tip if options["link"] is None else options["link"]
    require_frame(robot, r)
    joints = joints_to(robot, max(r, 0))
    if not joints:
        raise ModelError(
            f"{robot.name}: no joint moves between the base and frame {r}: there is no Jacobian; "
            "--link names another"
        )
    middle = (0, *joints)[len(joints) // 2]
    after = joints[min(len(joints) // 2, len(joints) - 1)]
    i = middle if options["projection"] is None else options["projection"]
    j = after if options["intermediate"] is None else options["intermediate"]
    for frame in (i, j):
        require_frame(robot, frame)
    return Triple(r, i, j)


def basic_jacobian(
    robot: Robot, pose: Mapping[int, Any], triple: Triple, dtype: Any
) -> tuple[Any, Any]:
    """The reference: axes and moments in frame 0, turned into frame i."""
    turn = pose[triple.i][:3, :3].T
    point = pose[triple.j][:3, 3]
    columns = []
    for k in joints_to(robot, triple.r):
        z, p = pose[k][:3, 2], pose[k][:3, 3]
        revolute = robot.frame(k).sigma is JointType.REVOLUTE
        pair = (cross(z, point - p), z) if revolute else (z, 0 * z)
        columns.append(np.concatenate([turn @ part for part in pair]))
    L = np.array(np.eye(6, dtype=int), dtype=dtype)
    L[:3, 3:] = -skew(turn @ (pose[triple.r][:3, 3] - point))
    return np.array(columns, dtype=dtype).T, L
