"""Level O2: rotations kept in factors, where an axis is oblique."""

from __future__ import annotations

from symoro.expressions import Expression
from symoro.expressions.expression import multiple_of_pi
from symoro.models.factored_rotation import FactoringLet
from symoro.pipeline.plan import Trace
from symoro.robot import Robot


def has_oblique_axes(robot: Robot) -> bool:
    """True if a rotation has factors that no right angle makes trivial."""
    angles = (angle for _, frame in robot for angle in (frame.alpha, frame.gamma))
    return any(_oblique(angle) for angle in angles)


def _oblique(angle: Expression) -> bool:
    turns = multiple_of_pi(angle)
    return turns is None or (2 * turns).denominator != 1


def factored(trace: Trace) -> Trace:
    """Return a trace whose rotations are kept in factors."""
    return lambda scalar, let: trace(scalar, FactoringLet(let))
