"""A robot's tables as HTML, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symoro.errors import short_list
from symoro.robot.sections import robot_sections
from symoro.wording import html_paragraph, html_table

if TYPE_CHECKING:
    from symoro.robot.robot import Robot
    from symoro.robot.value_set import ValueSet


def robot_html(robot: Robot) -> str:
    """Return the tables of a robot, its base, its value sets, its poses and its source."""
    *tables, rates = robot_sections(robot)
    usual = all(str(row[k]) == f"{rates.columns[k]}{row[0]}" for row in rates.rows for k in (1, 2))
    html = ""
    for section in tables if usual else [*tables, rates]:
        title = f"{robot.name}: {section.title}" if not html else section.title
        html += html_table(section.columns, section.rows, title)
    html += robot.base._repr_html_()
    if robot.values:
        rows = [(v.name, _numbers(v), v.source) for v in robot.values]
        html += html_table(("value set", "numbers", "source"), rows, "Value sets")
    if robot.poses:
        html += html_table(("pose", "of its end"), [(p.name, p.text) for p in robot.poses], "Poses")
    return html + html_paragraph([robot.provenance] if robot.provenance else [])


def _numbers(values: ValueSet) -> str:
    """A few numbers of a value set."""
    return short_list(f"{name} = {value}" for name, value in values.values)
