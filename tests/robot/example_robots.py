"""Small robots for the tests of the robot as data."""

from __future__ import annotations

from symoro.expressions import ZERO, symbol
from symoro.robot import Base, Frame, JointType, Robot, Structure, general_link, joint_frame

R, P, FIXED = JointType.REVOLUTE, JointType.PRISMATIC, JointType.FIXED
GRAVITY = Base(G=(ZERO, ZERO, symbol("G3")))


def revolute(j: int, antecedent: int, **fields: object) -> Frame:
    return joint_frame(j, antecedent, R, **{"theta": f"t{j}", **fields})


def prismatic(j: int, antecedent: int, **fields: object) -> Frame:
    return joint_frame(j, antecedent, P, **{"r": f"r{j}", **fields})


def robot_of(
    *frames: Frame,
    structure: Structure = Structure.SIMPLE,
    links: int | None = None,
    base: Base = GRAVITY,
    name: str = "example",
) -> Robot:
    count = len(frames) if links is None else links
    return Robot(name, structure, frames, tuple(general_link(j) for j in range(1, count + 1)), base)


def chain_2r() -> Robot:
    return robot_of(revolute(1, 0), revolute(2, 1, d="d2"))


def tree() -> Robot:
    """Two branches on link 1, one of them with a fixed frame, and one more on the base.

    0 - 1 - 2 - 3
        |- 4 - 5 (fixed)
    0 - 6
    """
    return robot_of(
        revolute(1, 0),
        revolute(2, 1, d="d2"),
        prismatic(3, 2),
        revolute(4, 1, d="d4"),
        Frame(4, FIXED, d="d5"),  # type: ignore[arg-type]
        prismatic(6, 0, b="b6"),
        structure=Structure.TREE,
    )


def sr400() -> Robot:
    """The SR400 of the guide, table 1.3, written out."""
    half = "Pi/2"
    return robot_of(
        revolute(1, 0),
        revolute(2, 1, alpha="-Pi/2", d="d2"),
        revolute(3, 2, d="d3", mu=False),
        revolute(4, 3, alpha="-Pi/2", d="d4", r="RL4"),
        revolute(5, 4, alpha=half),
        revolute(6, 5, alpha="-Pi/2"),
        revolute(7, 1, alpha="-Pi/2", d="d2"),
        revolute(8, 7, d="d8", mu=False),
        revolute(9, 8, d="d3", mu=False),
        Frame(3, FIXED, gamma=half, d="-d8"),  # type: ignore[arg-type]
        structure=Structure.CLOSED,
        links=8,
        name="sr400",
    )


def two_loops() -> Robot:
    """Two four-bar loops one after the other: cut joints 6 and 7, fixed sides 8 and 9."""
    return robot_of(
        revolute(1, 0),
        revolute(2, 1, d="L1", mu=False),
        revolute(3, 0, d="L2", mu=False),
        revolute(4, 3, d="L3", mu=False),
        revolute(5, 0, d="L4", mu=False),
        revolute(6, 2, d="L5", mu=False),
        revolute(7, 4, d="L6", mu=False),
        Frame(3, FIXED, d="L7"),  # type: ignore[arg-type]
        Frame(5, FIXED, d="L8"),  # type: ignore[arg-type]
        structure=Structure.CLOSED,
        links=5,
    )
