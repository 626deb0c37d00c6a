"""A robot from plain tables, as a file has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from symoro.robot.base import Base
from symoro.robot.frame import Frame
from symoro.robot.link import Link
from symoro.robot.robot import Robot

Table = Mapping[str, Any]


def robot_from_tables(
    frames: Iterable[Table],
    links: Iterable[Table],
    base: Table,
    base_link: Table | None = None,
    cut_drives: Iterable[Table] = (),
    **fields: Any,
) -> Robot:
    """Return the robot of tables: the fields of frames, links, cut joints and base.

    Raises:
        RobotError: for tables that no robot has.
    """
    foot: Table = {} if base_link is None else {"link": Link(**base_link)}
    return Robot(
        frames=tuple(Frame(**each) for each in frames),
        links=tuple(Link(**each) for each in links),
        base=Base(**base, **foot),
        cut_drives=tuple(Link(**each) for each in cut_drives),
        **fields,
    )
