"""Friction coefficients of one joint that show only together.

With s = sign(v) and v not zero, the friction of the two directions is F+ = FS + FO for v > 0 and
F- = FS - FO for v < 0: of FS, FO, FSP and FSN two show. With a smooth step s = tanh(v/VW) the
offset is apart, and FS is FSP and FSN together; FV is FVP and FVN together in any case.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symoro.errors import ModelError
from symoro.expressions import ONE, ZERO, Expression, expression
from symoro.grouping.eliminations import Reason, Step
from symoro.robot import Robot
from symoro.robot.link import FRICTION, Link
from symoro.robot.parameter import Parameter

_HALF = expression(Fraction(1, 2))
_DIRECTIONS = Reason(
    "directions",
    "friction of the two directions: F+ = FS + FO, F- = FS - FO",
    r"F_j^{\pm} = F_{Sj} \pm F_{Oj}",
)
_BOTH = Reason(
    "directions",
    "friction that both directions have is that of each",
    r"\max(v, 0) + \min(v, 0) = v",
)


def direction_steps(robot: Robot) -> Iterator[Step]:
    """The eliminations among the friction coefficients of each joint."""
    for j in robot.moving_joints:
        for name, into, reason in _eliminations(robot.drive(j)):
            targets = tuple((Parameter(j, target), factor) for target, factor in into.items())
            yield Step(Parameter(j, name), targets, reason)


def _eliminations(link: Link) -> Iterator[tuple[str, dict[str, Expression], Reason]]:
    """The coefficients that go, with what they go into."""
    there = {name for name in FRICTION if getattr(link, name) != ZERO}
    hard = link.VW == ZERO
    if {"FSP", "FSN"} <= there:
        if "FS" in there:
            yield "FS", {"FSP": ONE, "FSN": ONE}, _DIRECTIONS if hard else _BOTH
        if "FO" in there and hard:
            yield "FO", {"FSP": ONE, "FSN": -ONE}, _DIRECTIONS
    elif hard and {"FS", "FO"} <= there:
        if "FSP" in there:
            yield "FSP", {"FS": _HALF, "FO": _HALF}, _DIRECTIONS
        if "FSN" in there:
            yield "FSN", {"FS": _HALF, "FO": -_HALF}, _DIRECTIONS
    if {"FV", "FVP", "FVN"} <= there:
        yield "FV", {"FVP": ONE, "FVN": ONE}, _BOTH


def refuse_friction(robot: Robot) -> None:
    """Refuse friction whose columns cannot be grouped.

    Raises:
        ModelError: for friction that depends on the load, and for laws of joints that loops relate.
    """
    for j, link in enumerate(robot.drives, start=1):
        if link.FL != ZERO:
            raise ModelError(
                f"{robot.name}: the friction of joint {j} depends on its load (FL), so the torques "
                f"are not linear in the parameters, which cannot be grouped; take the other laws "
                "(friction= without load, FL = 0)"
            )
        laws = [name for name in FRICTION[2:] if getattr(link, name) != ZERO]
        if robot.n_loops and laws:
            raise ModelError(
                f"{robot.name}: {', '.join(laws)} of joint {j}: on closed robots only Coulomb and "
                "viscous friction (FS, FV) are grouped, other laws of joints that move in "
                "proportion are not; --tree (equivalent_tree=True) takes the equivalent tree"
            )
