"""The columns of identification models: which parameters they stand for, and under what names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from symoro.catalog.dynamic.trees import refuse_load_friction
from symoro.errors import ModelError
from symoro.expressions import ZERO
from symoro.robot import Robot
from symoro.robot.parameter import DYNAMIC, Parameter, labels, nonzero_parameters


def identifiable_parameters(
    robot: Robot, names: tuple[str, ...] = DYNAMIC, springs: tuple[Parameter, ...] = ()
) -> dict[Parameter, str]:
    """Return the parameters of some names that are not zero, then springs, with their labels.

    Raises:
        ModelError: if there are none, or if one of them changes with the motion, because a column
            stands for a constant.
    """
    if names == DYNAMIC:
        refuse_load_friction(robot, "so the torques are not linear in the parameters")
    parameters = (*nonzero_parameters(robot, names), *springs)
    if not parameters:
        raise ModelError(
            f"{robot.name} has no parameters to identify: {', '.join(names)} of all links are "
            "zero; give its links inertial parameters such as M1"
        )
    state = {variable.name for variable in robot.variables.values()}
    state |= {name for _, frame in robot for name in (frame.QP.symbols | frame.QDP.symbols)}
    for p in parameters:
        if moving := sorted(p.entry(robot).symbols & state):
            raise ModelError(
                f"{robot.name}: {p} is {p.entry(robot)}, which changes with {', '.join(moving)}; "
                "a column stands for a constant parameter"
            )
    return labels(robot, parameters)


def left_out(
    robot: Robot, every: Mapping[Parameter, str], columns: Mapping[Parameter, str]
) -> Iterator[str]:
    """Say which parameters, and what else of the robot, have no column."""
    idle = [label for p, label in every.items() if p not in columns]
    if idle:
        yield f"no column, because without effect on the torques: {', '.join(idle)}"
    if any(entry != ZERO for link in robot.links for entry in link.wrench):
        yield "external wrenches have no column: subtract their torques (idm) first"
