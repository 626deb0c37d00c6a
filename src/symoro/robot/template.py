"""A new robot to start from, with SYMORO+'s default values (guide, section 5.4.1)."""

from __future__ import annotations

from symoro.errors import UsageError
from symoro.expressions import ZERO, symbol
from symoro.robot.base import Base
from symoro.robot.frame import Frame, JointType, joint_frame
from symoro.robot.link import general_link
from symoro.robot.robot import Robot
from symoro.robot.structure import Structure


def new_robot(name: str, structure: Structure, joints: int, links: int | None = None) -> Robot:
    """Return a robot of revolute joints in a row, all lengths zero, inertias general.

    Args:
        name: the robot's name.
        structure: simple, tree or closed.
        joints: the number of joints, cut joints included.
        links: the number of moving links; less than ``joints`` for a closed robot.

    Raises:
        UsageError: if the numbers do not fit the structure.
    """
    if not name.strip():
        raise UsageError("a robot needs a name")
    moving = joints if links is None else links
    if joints < 1 or moving < 1:
        raise UsageError(
            f"a robot needs at least one joint and one link, not {joints} and {moving}"
        )
    if structure is Structure.CLOSED and not joints > moving:
        raise UsageError(
            f"a closed robot has more joints than links: give links below {joints}, not {moving}"
        )
    if structure is not Structure.CLOSED and moving != joints:
        raise UsageError(f"a {structure.value} robot has as many links as joints: {joints}")
    loops = joints - moving
    frames: list[Frame] = [
        joint_frame(j, j - 1, JointType.REVOLUTE, theta=symbol(f"t{j}"))
        for j in range(1, moving + 1)
    ]
    for cut in range(moving + 1, joints + 1):
        frames.append(
            joint_frame(cut, moving, JointType.REVOLUTE, theta=symbol(f"t{cut}"), mu=False)
        )
    frames.extend(Frame(antecedent=0) for _ in range(loops))
    return Robot(
        name=name,
        structure=structure,
        frames=tuple(frames),
        links=tuple(general_link(j) for j in range(1, moving + 1)),
        base=Base(G=(ZERO, ZERO, symbol("G3"))),
    )
