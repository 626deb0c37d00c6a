"""Why a refusal of the sweep is right: what every refusal must be one of."""

from __future__ import annotations

import re

REASONS = {
    "a model of loops, and the robot has none": r"has no loops|every joint is free",
    "a model of rolling wheels, and the robot has none": r"has no wheels",
    "a model of a base at rest or of known motion": r"has a floating base",
    "a floating base has no equilibrium to linearise about": r"no torques hold it at a posture",
    "zeros leave a joint without inertia": r"carries no inertia",
    "zeros leave joints that move no mass": r"inertia matrix is singular in every posture",
    "a moment of inertia is zero while first moments are not": r"factor D of .* is zero in every",
    "zeros leave a floating base without inertia": r"have no inertia in some direction",
    "the inverse of a matrix that is not square": r"needs a square matrix",
    "zeros leave a Jacobian matrix singular": r"(is zero|each other|singular) in every posture",
    "loops that do not close with these lengths": r"do not close|cannot be closed|miss by",
    "the limit of five seconds for symbolic work": r"not practical symbolically|not done within",
    "zeros leave no parameter with an effect": r"has nothing to identify",
    "a loop without a closed form": r"no closed form",
    "a rod that spins, or lengths with which motors do not determine the rest": r"do not determine",
    "zeros leave a determinant of zero": r"determinant is zero for all values",
    "numbers in millimetres beside symbols of one metre": r"the rank is not clear",
}
"""Patterns of messages, by the reason why it is right."""


def reason(message: str) -> str | None:
    """Return why a refusal is right; None if that is not known."""
    return next((why for why, pattern in REASONS.items() if re.search(pattern, message)), None)
