"""The tables of a joint that moves the other way.

Coefficients of joint variables are +1. With the variable q of joint j and X = Rx(Pi), which is its
own inverse,

    Rz(c - q) = X Rz(q - c) X,    Tz(c - q) = X Tz(q - c) X,    X Rz(g) Tz(b) = Rz(-g) Tz(-b) X

so that X goes into alpha of frame j, and into alpha of each frame that follows it. Frame j is then
turned by Pi about its x axis: what link j has along or about y and z changes sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from symoro.expressions import PI, Expression
from symoro.expressions.expression import multiple_of_pi
from symoro.robot.frame import Frame, JointType

if TYPE_CHECKING:
    from symoro.robot.robot import Robot


def opposite_tables(frames: Sequence[Frame], j: int) -> dict[int, dict[str, Expression]]:
    """Return the entries, by frame and field, with which the variable of joint j has coefficient 1.

    Only entries that change are in it. The position of joint j is an offset minus its variable.
    """
    frame = frames[j - 1]
    own = {"alpha": _flip(frame.alpha), "theta": -frame.theta, "r": -frame.r}
    changed = {j: _changes(frame, own)}
    for k, follower in enumerate(frames, start=1):
        if follower.antecedent == j:
            own = {"gamma": -follower.gamma, "b": -follower.b, "alpha": _flip(follower.alpha)}
            changed[k] = _changes(follower, own)
    return changed


def opposite_remedy(robot: Robot, j: int) -> str:
    """Say in words how to describe a joint that moves the other way."""
    kind = "turns" if robot.frames[j - 1].sigma is JointType.REVOLUTE else "slides"
    if j > robot.n_links:
        return "a variable with the other sign: its joint is cut, and nothing depends on the sign"
    tables = opposite_tables(robot.frames, j)
    rows = [
        f"in frame {k} {', '.join(f'{field} = {value}' for field, value in entries.items())}"
        for k, entries in tables.items()
    ]
    if len(tables) == 1:
        rows.append(f"a fixed frame with alpha = Pi after frame {j} if the old axes matter")
    return (
        f"variable + offset; for a joint that {kind} the other way write {'; '.join(rows)} (alpha "
        f"+ Pi here, undone in the next frame), and change the sign of XY, XZ, MY, MZ of link {j}"
    )


def _flip(alpha: Expression) -> Expression:
    """The angle plus Pi, between -Pi and Pi where it is a multiple of Pi."""
    turns = multiple_of_pi(alpha)
    return alpha + PI if turns is None else PI * (turns - 1 if turns > 0 else turns + 1)


def _changes(frame: Frame, entries: dict[str, Expression]) -> dict[str, Expression]:
    return {field: entry for field, entry in entries.items() if entry != getattr(frame, field)}
