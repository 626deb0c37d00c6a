"""The parts that all Jacobian models share: the frames, and the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.catalog.frames import require_frame
from symoro.errors import ModelError, UsageError
from symoro.models.geometry.transforms import WORLD, Chain
from symoro.models.kinematics.jacobian import chain_jacobian
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.robot import Robot
from symoro.robot.active_joints import active_joints
from symoro.robot.rotation import require_rotation
from symoro.robot.variables import refuse_moving_tables

if TYPE_CHECKING:
    from symoro.catalog.kinematic.actuated import Actuated


@dataclass(frozen=True)
class Triple:
    """The Jacobian iJr,j that is asked for: link r, projection i, intermediate j."""

    r: int
    i: int
    j: int

    @property
    def frames(self) -> tuple[int, int, int]:
        """The three numbers r, i and j."""
        return self.r, self.i, self.j

    @property
    def note(self) -> str:
        """The link that has the velocity, its point, and the frame in which it is written."""
        point = "its own origin" if self.j == self.r else f"the origin of frame {self.j}"
        return (
            f"link {self.r}, frame of projection {self.i}, intermediate frame {self.j}: "
            f"velocities at {point}"
        )


def traced_jacobian(
    robot: Robot, triple: Triple, driven: Actuated | None, scalar: Any, let: LetFunction
) -> tuple[Chain, Any, Any]:
    """The chain, J and L; in the actuated joints if ``driven``: Jc = J G."""
    loops = driven.motion(scalar, let) if driven else None
    dependent = loops.positions if loops else {}
    chain = Chain(robot, mechanism(robot, scalar, dependent), let)
    J, L = chain_jacobian(chain, triple.i, triple.r, triple.j, "Jt" if loops else "J")
    if loops:
        G = np.array([loops.slopes[k] for k in robot.joints_to(triple.r)], dtype=object)
        J = let("J", None, J @ G)
    return chain, J, L


def frames_of(robot: Robot, options: Mapping[str, Any]) -> Triple:
    """The frames asked for; where none is, the simplest that leave the question as it is.

    A whole matrix with six columns or more keeps its rank and its determinant at any point and in
    any frame: those of [Guide] 2.4.4 are the simplest. A part of it, or one with fewer columns,
    does not ([Guide] 2.9.1, remark): its velocities are those of the link's own origin. Some
    components of a vector without the others are those of frame 0. With ``frame0`` it is 0Jr.

    Raises:
        UsageError: for a frame beside ``frame0``, or a frame that is not there.
    """
    usual = bool(options.get("frame0"))
    if usual and not options["projection"] == options["intermediate"] is None:
        raise UsageError(
            "--frame0 is the velocity of the link's own origin in frame 0; --projection and "
            "--intermediate do not go with it"
        )
    rows = set(options.get("rows") or range(1, 7))
    components = any(0 < len(rows & vector) < 3 for vector in ({1, 2, 3}, {4, 5, 6}))
    if options["link"] is not None:
        require_frame(robot, options["link"])
    refuse_moving_tables(robot)
    r = robot.tip if options["link"] is None else options["link"]
    joints = robot.joints_to(max(r, 0))
    if not joints:
        raise ModelError(
            f"{robot.name}: no joint moves between the base and frame {r}: there is no Jacobian; "
            "--link names another"
        )
    columns = active_joints(robot) if options.get("actuated") else joints
    columns = options.get("cols") or columns
    whole = len(rows) == 6 and len(columns) >= 6
    middle = (0, *joints)[len(joints) // 2] if len(joints) > 1 else joints[0]
    after = joints[len(joints) // 2]
    i = 0 if components or usual else middle
    j = after if whole and not usual else r
    for frame in (options["projection"], options["intermediate"]):
        if frame is not None:
            require_frame(robot, frame)
    i = i if options["projection"] is None else options["projection"]
    j = j if options["intermediate"] is None else options["intermediate"]
    if WORLD in (i, j):
        require_rotation(robot)
    return Triple(r, i, j)
