"""The order of the moving joints in vectors: frame order, that of the robot's file, or by names."""

from __future__ import annotations

from collections.abc import Sequence

from symoro.errors import UsageError, near_names, short_list
from symoro.robot.frame import JointType
from symoro.robot.robot import Robot


def ordered_joints(robot: Robot, words: Sequence[str]) -> tuple[int, ...]:
    """Return the frame numbers of the moving joints in an order.

    Args:
        robot: a robot whose joints have names.
        words: the name of an order of the robot's file, or the names of all moving joints.

    Raises:
        UsageError: if the joints have no names, or the order lacks, repeats or invents one.
    """
    numbers = {robot.frame(j).name: j for j in robot.moving_joints}
    if "" in numbers or not numbers:
        raise UsageError(
            f"{robot.name}: --order goes by the joints' names, and not every moving joint has "
            "one; a robot from a URDF has them, or Frame(name=...); without --order "
            "vectors run in frame order"
        )
    orders = dict(robot.origin.orders) if robot.origin is not None else {}
    names = orders.get(words[0], tuple(words)) if len(words) == 1 else tuple(words)
    known = short_list([*orders, "or the names of all moving joints"])
    for name in names:
        if name not in numbers:
            hint = near_names(name, [*numbers, *orders])
            raise UsageError(
                f"--order: {robot.name} has no moving joint {name!r}; {hint}an order is {known}"
            )
        if names.count(name) > 1:
            raise UsageError(f"--order names the joint {name!r} twice")
    if missing := [name for name in numbers if name not in names]:
        raise UsageError(
            f"--order lacks the joint{'s' * (len(missing) > 1)} {short_list(missing)}; it names "
            "every moving joint once"
        )
    return tuple(numbers[name] for name in names)


def joint_table(robot: Robot, joints: Sequence[int]) -> list[dict[str, object]]:
    """Return the joints in vectors, a row each; none for a robot whose joints have no names.

    A row has the place in the vectors, the joint's name, its frame, its variable, its kind and its
    position in the tables, ``theta = t3 + Pi/2``, which tells its zero.
    """
    if not any(robot.frame(j).name for j in joints):
        return []
    rows: list[dict[str, object]] = []
    for place, j in enumerate(joints, start=1):
        frame = robot.frame(j)
        field = "r" if frame.sigma is JointType.PRISMATIC else "theta"
        rows.append(
            {
                "place": place,
                "joint": frame.name,
                "frame": j,
                "variable": robot.variables[j].name,
                "kind": frame.sigma.name.lower(),
                "position": f"{field} = {frame.position}",
            }
        )
    return rows
