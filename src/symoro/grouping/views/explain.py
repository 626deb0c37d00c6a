"""The reason why each standard parameter stays, goes into others, or has no effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from symoro.errors import UsageError
from symoro.expressions import ONE
from symoro.grouping.views.latex import expression_latex, parameter_latex
from symoro.robot.parameter import DYNAMIC, nonzero_parameters

if TYPE_CHECKING:
    from symoro.grouping.eliminations import Step
    from symoro.grouping.result import BaseParameters
    from symoro.robot.parameter import Parameter

FORMS = ("text", "latex")


def explanation(base_set: BaseParameters, form: str) -> str:
    """Return a line of text for each standard parameter, or the relations of the steps as LaTeX.

    Raises:
        UsageError: for another form.
    """
    if form not in FORMS:
        raise UsageError(f"explain takes {' or '.join(FORMS)}, not {form}")
    return "\n".join(_lines(base_set)) if form == "text" else _relations(base_set)


def _lines(base_set: BaseParameters) -> Iterator[str]:
    steps = {step.eliminated: step for step in base_set.steps}
    own = nonzero_parameters(base_set.standard, DYNAMIC)
    for p in own:
        if p in steps:
            lost = ", which has no effect" if p in base_set.no_effect and steps[p].into else ""
            yield _elimination_line(p, steps[p], lost)
        elif p in base_set.names:
            yield f"{p}: kept, with others grouped into it as {base_set.names[p]}"
        else:
            yield f"{p}: kept as it is"
    for p in sorted({*base_set.parameters, *steps} - set(own)):  # zero in the robot's tables
        if p in steps:
            yield _elimination_line(
                p, steps[p], "; it was zero, and others were grouped into it first"
            )
        else:
            yield f"{p}: zero in the table, but others are grouped into it as {base_set.names[p]}"


def _elimination_line(p: Parameter, step: Step, more: str) -> str:
    reason = f"{step.reason.rule}: {step.reason.text}"
    if not step.into:
        return f"{p}: no effect{more} ({reason})"
    targets = (
        str(target) if factor == ONE else f"{target} times {factor}" for target, factor in step.into
    )
    return f"{p}: grouped into {', '.join(targets)}{more} ({reason})"


def _relations(base_set: BaseParameters) -> str:
    """Each eliminated parameter's energy function in terms of the others', with the rule.

    The rule's general form stands where it is used first.
    """
    lines = []
    shown: set[str] = set()
    for step in base_set.steps:
        reason = step.reason
        general = f":\\ {reason.latex}" if reason.latex and reason.latex not in shown else ""
        shown.add(reason.latex)
        rule = rf"\text{{{reason.rule}}}{general}"
        lines.append(f"{_energy(step.eliminated)} &= {_right_side(step)} && {rule}")
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def _right_side(step: Step) -> str:
    text = ""
    for target, factor in step.into:
        sign = "-" if str(factor).startswith("-") and len(factor.terms()) == 1 else "+"
        size = -factor if sign == "-" else factor
        scale = "" if size == ONE else expression_latex(size)
        if len(size.terms()) > 1:
            scale = rf"\left({scale}\right)"
        lead = f" {sign} " if text else sign.strip("+")
        text += f"{lead}{scale}{' ' if scale else ''}{_energy(target)}"
    return text or r"\text{constant}"


def _energy(p: Parameter) -> str:
    """The energy function of a parameter."""
    return f"h_{{{parameter_latex(p)}}}"
