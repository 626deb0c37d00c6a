"""Gruebler's count of the degrees of freedom, from the numbers of links and joints alone.

Every link that moves brings d freedoms, every joint of f freedoms takes d - f of them. The count
is exact if all these constraints are independent, and a lower bound of the freedoms otherwise: a
planar loop has three equations, not six. `symoro.analysis.mobility` computes the true number from
the geometry.
"""

from __future__ import annotations

from collections.abc import Sequence

from symoro.errors import UsageError
from symoro.robot import Robot

JOINT_FREEDOMS = {"R": 1, "P": 1, "H": 1, "C": 2, "U": 2, "S": 3}
"""Freedoms of a revolute, prismatic, helical, cylindrical, universal and spherical joint."""

SPATIAL, PLANAR = 6, 3


def gruebler(links: int, joints: Sequence[int | str], d: int = SPATIAL) -> int:
    """Return d (links - joints) + the freedoms of all joints.

    Args:
        links: the number of moving links, so without the base.
        joints: the freedoms of each joint, as a number or as a letter of `JOINT_FREEDOMS`.
        d: 6 in space; 3 in a plane or on a sphere.

    Raises:
        UsageError: for counts that cannot be.
    """
    if d not in (SPATIAL, PLANAR):
        raise UsageError(f"d: expected 6 (space) or 3 (plane or sphere), found {d}")
    if links < 0:
        raise UsageError(f"links: expected 0 or more, found {links}")
    return d * (links - len(joints)) + sum(_freedoms(joint, d) for joint in joints)


def robot_gruebler(robot: Robot, d: int = SPATIAL) -> int:
    """Return Gruebler's count for a robot, relative to its base; it may be negative.

    Links fixed to another one are one body with it; joints are the revolute and prismatic ones, cut
    joints included. Without loops the count is the number of joints that move.

    Args:
        robot: simple, tree or closed.
        d: 6, or 3 for a robot that moves in a plane or on a sphere.
    """
    links = sum(frame.moves for frame in robot.frames[: robot.n_links])
    return gruebler(links, ["R"] * len(robot.moving_joints), d)


def _freedoms(joint: int | str, d: int) -> int:
    known = JOINT_FREEDOMS.get(joint) if isinstance(joint, str) else joint
    if known is None:
        letters = ", ".join(JOINT_FREEDOMS)
        raise UsageError(f"there is no joint {joint!r}; known: {letters}, or a number of freedoms")
    if not 0 <= known <= d:
        raise UsageError(f"a joint has 0 to {d} freedoms, found {known}")
    return known
