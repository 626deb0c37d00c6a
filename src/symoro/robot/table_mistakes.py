"""Tables that look mistyped: a variable left in a fixed frame, columns of another convention."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from symoro.expressions import ZERO, Expression
from symoro.expressions.expression import multiple_of_pi
from symoro.robot.diagnostic import Diagnostic
from symoro.robot.frame import Frame, JointType
from symoro.robot.structure import Structure

if TYPE_CHECKING:
    from symoro.robot.robot import Robot

_NUMBERED = re.compile(r"([A-Za-z]+?)_?(\d+)")
_VARIABLES = {"theta": ("t", "q"), "r": ("q",)}
_WITH_DRIVE = {"theta": ("t", "q", "th", "theta"), "r": ("q", "r")}
"""The letters of variables; r3 may be the length of a tool, unless there is a drive."""


def stale_variables(robot: Robot) -> Iterator[Diagnostic]:
    """Find symbols that look like the variable of a joint that has another type now."""
    for j, frame in robot:
        if frame.sigma is JointType.FIXED and j <= robot.n_joints:  # no side of a cut joint
            yield from _stale_in_fixed(frame, j)
        elif frame.sigma is JointType.PRISMATIC:
            for name in _variables(frame, "theta", j):
                yield Diagnostic(
                    f"{name} is a constant here: joint {j} is prismatic, its variable is in r; "
                    "0 or an angle was probably meant",
                    j,
                    "theta",
                )
        elif frame.sigma is JointType.REVOLUTE and _has_strange_variable(robot, j):
            for name in sorted(frame.r.symbols):
                if _letters(name, j) in ("q", "r"):
                    yield Diagnostic(
                        f"{name} is a constant here: joint {j} is revolute (sigma 0), its variable "
                        f"is {robot.variables[j]}; sigma 1 makes it prismatic",
                        j,
                        "r",
                    )


def _stale_in_fixed(frame: Frame, j: int) -> Iterator[Diagnostic]:
    """The variable of a revolute joint, else that of a prismatic one."""
    for field, sigma in (("theta", JointType.REVOLUTE), ("r", JointType.PRISMATIC)):
        names = _variables(frame, field, j)
        for name in names:
            yield Diagnostic(
                f"{name} is a constant here: frame {j} is fixed (sigma 2); sigma {sigma:d} makes "
                f"joint {j} {sigma.name.lower()}, and a constant is better given another name",
                j,
                field,
            )
        if names:
            return


def _variables(frame: Frame, field: str, j: int) -> list[str]:
    """The symbols of theta or r that are called as the variable of joint j would be."""
    driven = not frame.moves and (frame.mu or frame.QP != ZERO or frame.QDP != ZERO)
    letters = (_WITH_DRIVE if driven else _VARIABLES)[field]
    return [name for name in sorted(getattr(frame, field).symbols) if _letters(name, j) in letters]


def _letters(name: str, j: int) -> str | None:
    """The letters before the number of a joint in a name; None if the name has another number."""
    match = _NUMBERED.fullmatch(name)
    return match[1].lower() if match and int(match[2]) == j else None


def _has_strange_variable(robot: Robot, j: int) -> bool:
    """True if the variables of all other revolute joints are called by one other letter."""
    turning = [k for k in robot.moving_joints if robot.frame(k).sigma is JointType.REVOLUTE]
    letters = {k: _letters(robot.variables[k].name, k) for k in turning}
    others = {letters[k] for k in turning if k != j}
    return len(others) == 1 and None not in others and letters[j] not in others


Normal = tuple[Expression, Expression]
"""The twist and the length of a common normal: alpha and d, in data sheets alpha and a."""


def bare_end(first: Normal, last: Normal) -> str | None:
    """Return which end row of a table has two axes on one line, if one of the two has.

    The first row of a modified (proximal) table has, where frame 0 is chosen so, and the last row
    of a classic (distal) one. The axes may have opposite directions.
    """
    bare = [is_bare(*row) for row in (first, last)]
    if bare[0] == bare[1]:
        return None
    return "first" if bare[0] else "last"


def is_bare(twist: Expression, length: Expression) -> bool:
    """True for the row between two axes on one line."""
    turns = multiple_of_pi(twist)
    return length == ZERO and turns is not None and turns.denominator == 1


def distal_table(robot: Robot) -> Iterator[Diagnostic]:
    """Find a chain whose alpha and d are shifted by a row, as in classic (distal) DH notation.

    There alpha and d of a row lead to the next axis: the last row has none, the first one has. In
    the notation of Khalil and Kleinfinger the first row places the base, which is free, so that
    zeros are the usual choice, and zeros in the last row say that the last two axes are one line.
    """
    if robot.structure is not Structure.SIMPLE or robot.n_dof < 3:
        return
    start, end = robot.moving_joints[0], robot.moving_joints[-1]
    if any(entry != ZERO for frame in robot.frames[:end] for entry in (frame.gamma, frame.b)):
        return  # of a tool they do not matter
    first, last = robot.frame(start), robot.frame(end)
    if bare_end((first.alpha, first.d), (last.alpha, last.d)) == "last":
        yield Diagnostic(
            "alpha and d of the last joint are zero and those of the first joint are not: as in a "
            "classic (distal) DH table, whose alpha and d belong one row further down; a base that "
            "is placed like that goes into Z or into a fixed frame before the first joint",
            start,
            "alpha" if first.alpha != ZERO else "d",
        )
