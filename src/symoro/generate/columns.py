"""The columns of identification models: which parameters they stand for, and under what names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from symoro.expressions import Symbol
from symoro.robot import Robot
from symoro.robot.parameter import Parameter


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
