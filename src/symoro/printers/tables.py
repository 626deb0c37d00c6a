"""The tables of a robot, as SYMORO+ prints them."""

from __future__ import annotations

from collections.abc import Sequence

from symoro.robot import IDENTITY, BaseMotion, Robot
from symoro.robot.base import BASE_MOTION, NULL
from symoro.robot.sections import Section, geometry_section, link_section, robot_sections
from symoro.wording import plain_text


def robot_tables(robot: Robot) -> list[str]:
    """Return the geometric and dynamic tables as lines of text."""
    lines: list[str] = []
    for section in robot_sections(robot):
        lines += [section.title, *_section_lines(section)]
    base = robot.base
    lines.append(f"Acceleration of gravity : G = {_row(base.G)}")
    if base.motion is not BaseMotion.FIXED:
        lines.append(f"Base : {base.motion.value}")
        for name in BASE_MOTION:
            if base.motion is BaseMotion.MOVING or getattr(base, name) != NULL:
                lines.append(f"  {name} = {_row(getattr(base, name))}")
    if base.Z != IDENTITY:
        lines.append("Frame 0 in the world frame : Z")
        lines += [f"  {_row(row)}" for row in base.Z]
    return lines


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Return lines with aligned columns, safe inside any comment whatever the names in them."""
    cells = [[plain_text(str(value)) for value in row] for row in [columns, *rows]]
    widths = [max(len(row[k]) for row in cells) for k in range(len(columns))]
    return [
        "  " + "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip()
        for row in cells
    ]


def geometry_table(robot: Robot) -> list[str]:
    """Return the geometric parameters, a line for each frame."""
    return _section_lines(geometry_section(robot))


def link_table(robot: Robot, names: Sequence[str]) -> list[str]:
    """Return some parameters of the links, a line for each; the base first if it has any."""
    return _section_lines(link_section(robot, names))


def _section_lines(section: Section) -> list[str]:
    return table(section.columns, section.rows)


def _row(values: Sequence[object]) -> str:
    return "{" + ", ".join(str(value) for value in values) + "}"
