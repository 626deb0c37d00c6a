"""Why each standard parameter stays, goes into others, or has no effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symoro.errors import UsageError
from symoro.expressions import ONE
from symoro.identification.latex import expression_latex, parameter_latex
from symoro.robot.parameter import DYNAMIC, present

if TYPE_CHECKING:
    from symoro.identification.grouping import Step
    from symoro.identification.result import BaseParameters
    from symoro.robot.parameter import Parameter

FORMS = ("text", "latex")


def explanation(found: BaseParameters, form: str) -> str:
    """Return a line of text for each standard parameter, or the relations of the steps as LaTeX.

    Raises:
        UsageError: for another form.
    """
    if form not in FORMS:
        raise UsageError(f"explain takes {' or '.join(FORMS)}, not {form}")
    return "\n".join(_lines(found)) if form == "text" else _relations(found)


def _lines(found: BaseParameters) -> Iterator[str]:
    steps = {step.eliminated: step for step in found.steps}
    own = present(found.standard, DYNAMIC)
    activated = sorted({*found.parameters, *steps} - set(own))
    for p in own:
        if p in steps:
            yield _gone(p, steps[p])
        elif p in found.names:
            yield f"{p}: kept, with others grouped into it as {found.names[p]}"
        else:
            yield f"{p}: kept as it is"
    for p in activated:  # zero in the robot's tables
        into = f"as {found.names[p]}" if p in found.names else "for a while"
        yield f"{p}: zero in the table, but others are grouped into it {into}"
        if p in steps:
            yield _gone(p, steps[p])


def _gone(p: Parameter, step: Step) -> str:
    reason = f"{step.reason.rule}: {step.reason.text}"
    if not step.into:
        return f"{p}: no effect ({reason})"
    targets = (
        str(target) if factor == ONE else f"{target} times {factor}" for target, factor in step.into
    )
    return f"{p}: grouped into {', '.join(targets)} ({reason})"


def _relations(found: BaseParameters) -> str:
    """Each eliminated parameter's energy function in terms of the others', with the rule."""
    lines = []
    for step in found.steps:
        terms = [
            f"h_{{{parameter_latex(target)}}}"
            if factor == ONE
            else rf"\left({expression_latex(factor)}\right) h_{{{parameter_latex(target)}}}"
            for target, factor in step.into
        ]
        right = " + ".join(terms) or r"\text{constant}"
        rule = rf"\text{{{step.reason.rule}}}"
        general = f":\\ {step.reason.latex}" if step.reason.latex else ""
        lines.append(f"h_{{{parameter_latex(step.eliminated)}}} &= {right} && {rule}{general}")
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"
