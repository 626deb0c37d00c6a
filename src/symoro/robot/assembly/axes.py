"""A simple chain from the axes of its joints, as in a product of exponentials."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from symoro.errors import RobotError
from symoro.expressions import ZERO, symbol
from symoro.robot.assembly.numbers import ROUNDING, exact_direction, exact_pose, exact_vector
from symoro.robot.assembly.parts import Assembly, Body, Joint
from symoro.robot.assembly.tables import assembly_fields
from symoro.robot.frame import JointType

GRAVITY = (ZERO, ZERO, symbol("G3"))


def axes_fields(
    points: Iterable[Any],
    directions: Iterable[Any],
    sigma: Iterable[int],
    tool: Any,
    name: str,
    tolerance: float,
) -> dict[str, Any]:
    """Return the fields of the chain; see `Robot.from_axes`, which calls this."""
    columns: dict[str, list[Any]] = {}
    for field, column in {"sigma": sigma, "points": points, "directions": directions}.items():
        if isinstance(column, str) or not hasattr(column, "__iter__"):
            raise RobotError("not a list", field=field, found=repr(column), expected="a list")
        columns[field] = list(column)
        if len(columns[field]) != len(columns["sigma"]):
            raise RobotError(
                "one entry a joint is needed",
                field=field,
                found=f"{len(columns[field])}",
                expected=f"{len(columns['sigma'])}, as sigma has",
            )
    require_tolerance(tolerance)
    bodies = [Body("base", unknown=True)]
    joints: list[Joint] = []
    for j, (kind, point, u) in enumerate(zip(*columns.values(), strict=True)):
        if kind not in (JointType.REVOLUTE, JointType.PRISMATIC):
            raise RobotError(
                f"joint {j + 1} is neither revolute nor prismatic",
                field="sigma",
                found=repr(kind),
                expected="0 or 1; tool takes a pose for a fixed frame",
            )
        point = exact_vector(point, f"points[{j}]")
        direction = exact_direction(u, f"directions[{j}]")
        joints.append(Joint("", JointType(kind), j, j + 1, point, direction))
        bodies.append(Body(f"link{j + 1}", unknown=True))
    if tool is not None:
        last = len(bodies)
        bodies.append(Body("tool", exact_pose(tool, "tool")))
        joints.append(Joint("tool", JointType.FIXED, last - 1, last, tool=True))
    assembly = Assembly(name, tuple(bodies), tuple(joints), rounding=ROUNDING, gravity=GRAVITY)
    return assembly_fields(assembly, tolerance=tolerance)


def require_tolerance(tolerance: float) -> None:
    """Refuse a tolerance that is no small length or angle."""
    if not 0 <= tolerance < 0.1:
        raise RobotError(
            "not a small length or angle", field="tolerance", found=tolerance, expected="0 to 0.1"
        )
