"""The joint variable: the one symbol of theta (revolute) or r (prismatic) that the joint moves.

Its coefficient is +1; the rest of the expression is an offset. Of several such symbols it is the
one that occurs nowhere else in the robot, else the one whose name ends in the joint's number.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from symoro.errors import ModelError, RobotError
from symoro.expressions import Expression, Symbol
from symoro.robot.frame import GEOMETRY, Frame, JointType
from symoro.robot.link import DRIVE, INERTIAL, LAW
from symoro.robot.opposite_joint import opposite_remedy

if TYPE_CHECKING:
    from symoro.robot.robot import Robot


def joint_variables(robot: Robot) -> dict[int, Symbol]:
    """Return the joint variable of every frame that moves.

    Raises:
        RobotError: for a joint without a variable, or with several candidates.
    """
    uses = _uses(robot)
    return {j: _variable(robot, j, uses) for j, frame in robot if frame.moves}


def position_field(frame: Frame) -> str:
    """The name of the field that holds the joint variable."""
    return "theta" if frame.sigma is JointType.REVOLUTE else "r"


def state_names(robot: Robot, tags: Sequence[str] = ("QP", "QDP", "GAM")) -> dict[str, str]:
    """Return the symbols of the joints' state with their meanings, such as ``QP of joint 2``."""
    state = {str(getattr(f, tag)): f"{tag} of joint {j}" for j, f in robot for tag in tags}
    state |= {v.name: f"the variable of joint {j}" for j, v in reversed(robot.variables.items())}
    return state


def moving_tables(robot: Robot) -> Iterator[tuple[int | None, str, str]]:
    """Find geometry, inertia, gravity or base that depends on a joint's motion.

    Yields (frame, field, what it depends on). The position of a joint itself may depend on others'.
    """
    state = state_names(robot, ("QP", "QDP"))

    def uses(entry: Expression) -> Iterator[str]:
        return (f"{name}, {state[name]}" for name in sorted(entry.symbols & state.keys()))

    for j, frame in robot:
        for field in GEOMETRY:
            if not (frame.moves and field == position_field(frame)):
                yield from ((j, field, what) for what in uses(getattr(frame, field)))
    for j, link in enumerate((robot.base.link, *robot.links)):
        for field in INERTIAL if link else ():
            yield from ((j, field, what) for what in uses(getattr(link, field)))
    for wheel in robot.wheels:
        yield from ((wheel.link, "radius", what) for what in uses(wheel.radius))
    for field in ("G", "W0", "WP0", "V0", "VP0"):
        for entry in getattr(robot.base, field):
            yield from ((None, field, what) for what in uses(entry))
    for row in robot.base.Z:
        for entry in row:
            yield from ((None, "Z", what) for what in uses(entry))


def _variable(robot: Robot, j: int, uses: Counter[str]) -> Symbol:
    frame = robot.frames[j - 1]
    field, position = position_field(frame), frame.position
    kind = frame.sigma.name.lower()
    if not position.symbols:
        raise RobotError(
            f"a {kind} joint needs its variable here",
            frame=j,
            field=field,
            found=position,
            expected=f"a symbol such as {'t' if field == 'theta' else 'r'}{j}",
        )
    candidates = sorted(n for n in position.symbols if position.coefficient(n) == 1)
    opposite = [n for n in position.symbols if position.coefficient(n) == -1]
    variables = [n for n in opposite if uses[n] == 1 and _is_variable(n, frame, j)]
    remedy = len(opposite) == 1 or bool(variables)
    if not candidates or (variables and not any(ends_in(n, j) for n in candidates)):
        raise RobotError(
            "the joint variable must stand alone with coefficient 1",
            frame=j,
            field=field,
            found=position,
            expected=opposite_remedy(robot, j) if remedy else "variable + offset",
        )
    own = [name for name in candidates if uses[name] == 1] or candidates
    if len(own) > 1:
        own = [name for name in own if ends_in(name, j)] or own
    if len(own) > 1:
        raise RobotError(
            f"which symbol is the joint variable? candidates are {', '.join(candidates)}",
            frame=j,
            field=field,
            found=position,
            expected=f"one that occurs nowhere else, or one whose name ends in {j}",
        )
    return Symbol(own[0])


def _is_variable(name: str, frame: Frame, j: int) -> bool:
    """Tell whether a symbol is called as variables of joint j are: t2, q2, th2, theta2, r2."""
    letters = {JointType.REVOLUTE: ("t", "q", "th", "theta"), JointType.PRISMATIC: ("r", "q")}
    return ends_in(name, j) and name.rstrip("_0123456789").lower() in letters[frame.sigma]


def ends_in(name: str, j: int) -> bool:
    """True if the last digits of a name are the number of a joint."""
    digits = re.search(r"(\d+)_*\Z", name)  # an underscore after a name of ours avoids a clash
    return digits is not None and int(digits.group(1)) == j


def _uses(robot: Robot) -> Counter[str]:
    """Count the fields in which each symbol occurs."""
    tables: list[Expression] = []
    for _, frame in robot:
        tables.extend(getattr(frame, name) for name in (*GEOMETRY, "k", "rest"))
    for link in (*robot.drives, *([robot.base.link] if robot.base.link else [])):
        tables.extend(value for value in vars(link).values() if isinstance(value, Expression))
    tables.extend(wheel.radius for wheel in robot.wheels)
    base = robot.base
    for vector in (base.W0, base.WP0, base.V0, base.VP0, base.G, *base.Z):
        tables.extend(vector)
    return Counter(name for entry in tables for name in entry.symbols)


def table_place(j: int | None, field: str) -> str:
    """Say where an entry of the tables stands: a frame's geometry, a link's parameter, the base."""
    if j is None:
        return field
    kinds = {"radius": "wheel"} | dict.fromkeys((*INERTIAL, *DRIVE, *LAW), "link")
    return f"{kinds.get(field, 'frame')} {j}, {field}"


def refuse_moving_tables(robot: Robot) -> None:
    """Refuse tables that depend on a joint's position or velocity."""
    for j, field, what in moving_tables(robot):
        raise ModelError(
            f"{robot.name}: {table_place(j, field)} depends on {what}; tables that move with the "
            "robot are not modelled"
        )
