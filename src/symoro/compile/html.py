"""A compiled model in a notebook: the arguments of a call."""

from __future__ import annotations

from collections.abc import Collection

from symoro.ir.program import Program
from symoro.wording import html_paragraph, html_table, shape_text


def function_html(program: Program, value_sets: Collection[str]) -> str:
    """Return arguments, outputs, parameters and the value sets that give their numbers."""
    rows = [("argument", name, shape_text(shape)) for name, shape in program.arrays]
    rows += [("output", output.name, shape_text(output.shape)) for output in program.outputs]
    table = html_table(("", "name", "shape"), rows, program.name)
    lines = [f"parameters: {', '.join(program.parameters) or 'none'}"]
    if value_sets:
        lines.append(f"value sets: {', '.join(value_sets)}")
    return table + html_paragraph(lines)
