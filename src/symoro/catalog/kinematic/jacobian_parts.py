"""Parts that all Jacobian models share: the frames, the page, and the reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.catalog.frames import require_frame
from symoro.errors import ModelError
from symoro.models.geometry.transforms import WORLD, Chain
from symoro.models.kinematics.jacobian import chain_jacobian, joints_to
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.references.motion import cross, skew
from symoro.robot import JointType, Robot
from symoro.robot.active_joints import active_joints
from symoro.robot.rotation import require_rotation

if TYPE_CHECKING:
    from symoro.catalog.kinematic.actuated import Actuated


@dataclass(frozen=True)
class Triple:
    """The Jacobian iJr,j that is asked for: link r, projection i, intermediate j."""

    r: int
    i: int
    j: int

    @property
    def note(self) -> str:
        """Whose velocity it is, at which point, and where it is written."""
        point = "its own origin" if self.j == self.r else f"the origin of frame {self.j}"
        return (
            f"link {self.r}, frame of projection {self.i}, intermediate frame {self.j}: "
            f"velocities at {point}"
        )


def traced_jacobian(
    robot: Robot, triple: Triple, driven: Actuated | None, scalar: Any, let: LetFunction
) -> tuple[Chain, Any, Any]:
    """The chain, J and L; in the actuated joints if ``driven``: Jc = J G."""
    dependent = driven.positions(scalar, let) if driven else {}
    chain = Chain(robot, mechanism(robot, scalar, dependent), let)
    J, L = chain_jacobian(chain, triple.i, triple.r, triple.j, "Jt" if driven else "J")
    if driven:
        slopes = driven.slopes(scalar, dependent, let)
        G = np.array([slopes[k] for k in joints_to(robot, triple.r)], dtype=object)
        J = let("J", None, J @ G)
    return chain, J, L


def frames_of(robot: Robot, options: Mapping[str, Any]) -> Triple:
    """The frames asked for; where none is, the simplest that leave the question as it is.

    A whole matrix with six columns or more keeps its rank and its determinant at any point and in
    any frame: those of [Guide] 2.4.4 are the simplest. A part of it, or one with fewer columns,
    does not ([Guide] 2.9.1, remark): its velocities are those of the link's own origin. Some
    components of a vector without the others are those of frame 0.
    """
    r = robot.tip if options["link"] is None else options["link"]
    require_frame(robot, r)
    joints = joints_to(robot, max(r, 0))
    if not joints:
        raise ModelError(
            f"{robot.name}: no joint moves between the base and frame {r}: there is no Jacobian; "
            "--link names another"
        )
    columns = active_joints(robot) if options.get("actuated") else joints
    columns = options.get("cols") or columns
    rows = set(options.get("rows") or range(1, 7))
    whole = len(rows) == 6 and len(columns) >= 6
    components = any(0 < len(rows & vector) < 3 for vector in ({1, 2, 3}, {4, 5, 6}))
    middle = (0, *joints)[len(joints) // 2] if len(joints) > 1 else joints[0]
    after = joints[len(joints) // 2]
    i, j = 0 if components else middle, after if whole else r
    i = i if options["projection"] is None else options["projection"]
    j = j if options["intermediate"] is None else options["intermediate"]
    for frame in (i, j):
        require_frame(robot, frame)
    if WORLD in (i, j):
        require_rotation(robot)
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
