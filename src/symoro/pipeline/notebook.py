"""Results in a notebook: a model with its equations, its columns and its certificate."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from symoro.wording import html_paragraph, html_table, shape_text

if TYPE_CHECKING:
    from symoro.pipeline.model import Model
    from symoro.pipeline.optimize import OptimizedProgram
    from symoro.pipeline.report import Report

_IN_A_ROW = 10  # names of columns

_TOO_LONG = "Too long to show as equations: model.code() is the listing."


def model_html(model: Model) -> str:
    """Return outputs, equations if they are short, arguments, columns, counts, certificate."""
    outputs = {output.name: output.shape for output in model.program.outputs}
    meanings = {kind.name: kind.meaning for kind in model.kinds}
    title = f"{model.robot.name}: {model.entry.title}"
    html = html_table(
        ("output", "shape", "meaning"),
        ((name, shape_text(shape), meanings[name]) for name, shape in outputs.items()),
        title,
    )
    equations = model_latex(model)
    html += f"<p>{escape(equations, quote=False)}</p>" if equations else ""
    if model.program.arrays:
        described = model.document.argument_meanings
        rows = ((name, shape_text(shape), described[name]) for name, shape in model.program.arrays)
        html += html_table(("argument", "shape", "meaning"), rows)
    for name, labels in model.labels.items():
        html += _columns_html(name, labels)
    certificate = model.certificate.lines() if model.certificate else ["Not verified."]
    warned = [f"Warning: {warning}" for warning in model.warnings]
    lines = [f"Level {model.level}: {model.operations}", *certificate, *warned, *model.notes]
    return html + html_paragraph(lines if equations else [_TOO_LONG, *lines])


def _columns_html(name: str, labels: tuple[str, ...]) -> str:
    """The names of the columns of an output, some in a row, with the number of the first."""
    rows = []
    for start in range(0, len(labels), _IN_A_ROW):
        part = labels[start : start + _IN_A_ROW]
        rows.append((f"{start + 1} to {start + len(part)}", ", ".join(part)))
    return html_table((f"columns of {name}", "stand for"), rows)


@lru_cache(maxsize=8)  # a notebook asks twice, for HTML and for LaTeX
def model_latex(model: Model) -> str | None:
    """Return a model as equations in LaTeX; None if they are too long to read."""
    from symoro.pipeline.equations import model_equations

    return model_equations(model)


def optimized_html(result: OptimizedProgram) -> str:
    """Return the outputs of a reduced program, its variables, its counts and its certificate."""
    html = html_table(
        ("output", "variables"),
        ((name, ", ".join(names)) for name, names in result.arrays.items()),
        f"{result.file} at {result.level}",
    )
    html += html_table(("operations", ""), [("before", result.before), ("now", result.operations)])
    certificate = result.certificate.lines() if result.certificate else ["Not verified."]
    return html + html_paragraph([*certificate, *result.notes])


def report_html(report: Report) -> str:
    """Return the formulations that were compared, and the gain of each pass."""
    traced = html_table(
        ("formulation", "operations", "sines and cosines", ""),
        (
            (each.route, each.operations, each.trig, "taken" if k == report.chosen else "")
            for k, each in enumerate(report.formulations)
        ),
        f"Formulations, level {report.level}",
    )
    if not report.gains:
        return traced
    head = ("pass", "operations before", "after", "statements before", "after")
    return traced + html_table(head, report.gains, "Passes")
