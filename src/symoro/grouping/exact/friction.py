"""Friction of joints that loops make move in proportion: only the sum of it shows.

Viscous friction takes the power FV qd^2, dry friction FS |qd|. Where qd_j^2 is a combination of
others' squares the viscous coefficients group; where it is one other's, so do the dry ones, with
the ratio of the speeds. That of a joint that the loops hold has no effect.
"""

from __future__ import annotations

from collections.abc import Iterator

from symoro.expressions import call
from symoro.grouping.eliminations import Reason, Step
from symoro.grouping.exact.completeness import Completeness
from symoro.robot.parameter import nonzero_parameters

_REASON = Reason(
    "proportion", "the loops make these joints move in proportion", r"\dot q_j = c\,\dot q_k"
)


def friction_steps(complete: Completeness) -> Iterator[Step]:
    """The eliminations among the friction parameters of a closed robot."""
    for step in complete.steps(nonzero_parameters(complete.robot, ("FV",))):
        yield Step(step.eliminated, step.into, _REASON)
    depend = complete.dependencies(list(nonzero_parameters(complete.robot, ("FS",))))
    for p, others in depend.items():
        if len(others) <= 1:
            squares = complete.coefficients(depend, p)
            yield Step(p, tuple((k, call("sqrt", square)) for k, square in squares), _REASON)
