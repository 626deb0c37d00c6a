"""The view of a model in a notebook: a summary, and its outputs as equations."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from symoro.wording import html_table

if TYPE_CHECKING:
    from symoro.pipeline.model import Model

READABLE = 300
"""Operations beyond which a model is not written as equations."""

LONGEST = 12_000
"""Letters beyond which equations are not shown: some pages."""

_SECONDS = 5.0


def model_html(model: Model) -> str:
    """Return counts, certificate and notes of a model, and its equations if they are short."""
    count = model.operations
    certificate = model.certificate.lines() if model.certificate else ["not verified"]
    outputs = {output.name: output.shape for output in model.program.outputs}
    meanings = {kind.name: kind.meaning for kind in model.kinds}
    table = html_table(
        ("output", "shape", "meaning"),
        ((name, " x ".join(map(str, shape)), meanings[name]) for name, shape in outputs.items()),
        f"{model.robot.name}: {model.entry.title}, level {model.level}",
    )
    warned = [f"Warning: {warning}" for warning in model.warnings]
    lines = [str(count), *certificate, *warned, *model.notes]
    equations = model_latex(model)
    shown = f"<p>{escape(equations, quote=False)}</p>" if equations else ""
    return table + shown + "<p>" + "<br>".join(escape(line) for line in lines) + "</p>"


@lru_cache(maxsize=8)  # a notebook asks twice, for HTML and for LaTeX
def model_latex(model: Model) -> str | None:
    """Return the outputs of a small model as LaTeX, sines and cosines abbreviated."""
    from symoro.symbolic.limits import TooLarge
    from symoro.symbolic.time_limit import TimeLimitExceeded, run_within

    if model.operations.total > READABLE or model.program.systems:
        return None
    try:
        text = run_within(_SECONDS, _equations, model)
    except (TimeLimitExceeded, TooLarge):
        return None
    return text if len(text) <= LONGEST else None


def _equations(model: Model) -> str:
    from symoro.pipeline.expand import joint_frames
    from symoro.symbolic.latex import latex
    from symoro.symbolic.to_sympy import program_to_sympy

    frames = joint_frames(model.robot)
    equations = [
        rf"\mathrm{{{name}}} &= {latex(value, frames)}"
        for name, value in program_to_sympy(model.program).items()
    ]
    return "$\\displaystyle\n\\begin{aligned}\n" + " \\\\\n".join(equations) + "\n\\end{aligned}$"
