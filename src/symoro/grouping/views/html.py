"""Base parameters in a notebook: relations and table."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from symoro.grouping.views.texts import summary, table_columns
from symoro.wording import html_table

if TYPE_CHECKING:
    from symoro.grouping.result import BaseParameters


def base_html(base_set: BaseParameters) -> str:
    """Return the relations, the table of base parameters, and what shows that they are right."""
    robot, names = base_set.robot, table_columns(base_set)
    links = list(enumerate(robot.links, start=1))
    if robot.base.link is not None:
        links.insert(0, (0, robot.base.link))
    relations = html_table(
        ("base parameter", "is"),
        ((relation.name, relation.expression) for relation in base_set.relations),
        f"{base_set.standard.name}: grouping relations",
    )
    table = html_table(
        ("j", *names),
        ((j, *(getattr(link, name) for name in names)) for j, link in links),
        "base inertial parameters",
    )
    lines = summary(base_set)
    if base_set.no_effect:
        lines.insert(0, f"Without effect: {', '.join(map(str, base_set.no_effect))}")
    return relations + table + "<p>" + "<br>".join(escape(line) for line in lines) + "</p>"
