"""The columns of identification models: which parameters they stand for, and under what names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from symoro.errors import ModelError
from symoro.expressions import Symbol
from symoro.robot import Robot
from symoro.robot.parameter import DYNAMIC, Parameter, present


def identified(robot: Robot, names: tuple[str, ...] = DYNAMIC) -> dict[Parameter, str]:
    """Return the parameters of some names that are not zero, with their labels.

    Raises:
        ModelError: if there are none, or if one of them changes with the motion, because a column
            stands for a constant.
    """
    parameters = present(robot, names)
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
                f"{p} is {p.entry(robot)}, which changes with {', '.join(moving)}; a column stands "
                "for a constant parameter"
            )
    return column_labels(robot, parameters)


def column_labels(robot: Robot, parameters: Sequence[Parameter]) -> dict[Parameter, str]:
    """Return a label for each parameter, no two alike.

    It is the parameter's symbol (``ZZ1R``) where its entry is a symbol of its own, else its place
    (``MX3``).
    """
    entries = {p: p.entry(robot) for p in parameters}
    uses = Counter(entry.name for entry in entries.values() if isinstance(entry, Symbol))
    own = {
        p: entry.name
        for p, entry in entries.items()
        if isinstance(entry, Symbol) and uses[entry.name] == 1
    }
    taken = set(own.values())
    found = {}
    for p in parameters:
        label = own.get(p, str(p))
        while p not in own and label in taken:
            label += "_"
        taken.add(label)
        found[p] = label
    return found
