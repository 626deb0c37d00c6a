"""Base parameters in a notebook: relations and table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symoro.expressions.reading_terms import reading_text
from symoro.grouping.views.texts import summary, table_columns
from symoro.robot.sections import link_section
from symoro.wording import html_paragraph, html_table

if TYPE_CHECKING:
    from symoro.grouping.result import BaseParameters


def base_html(base_set: BaseParameters) -> str:
    """Return the relations, the table of base parameters, and what shows that they are right."""
    section = link_section(base_set.robot, table_columns(base_set))
    relations = html_table(
        ("base parameter", "is"),
        ((relation.name, reading_text(relation.expression)) for relation in base_set.relations),
        f"{base_set.standard.name}: grouping relations",
    )
    table = html_table(section.columns, section.rows, "Base inertial parameters")
    lines = summary(base_set)
    if base_set.no_effect:
        lines.insert(0, f"Without effect: {', '.join(map(str, base_set.no_effect))}")
    return relations + table + html_paragraph(lines)
