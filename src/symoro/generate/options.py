"""The options that every model function takes, and what they do to the robot."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from symoro.errors import UsageError
from symoro.expressions import ZERO, Expression, ExpressionLike, symbol
from symoro.robot import WRENCH, Link, Robot

LEVELS = ("O0", "O1")
DEFAULT_LEVEL = "O1"


@dataclass(frozen=True)
class Options:
    """What a user may ask of any model.

    Attributes:
        level: O0 (the trace) or O1 (without what the outputs do not need).
        outputs: names or patterns (``GAM``, ``E*``) of the outputs wanted; empty for the default.
        tree: take the equivalent tree of a closed robot.
        with_: ``ia``, ``friction`` or ``wrench=J``: general symbols where the robot has zeros.
        set_: expressions to put in the place of symbols, before anything else.
        expanded: write outputs without intermediate variables, simplified.
        verify: compare the result with the independent reference.
        own: the options that only some models have, by name.
    """

    level: str = DEFAULT_LEVEL
    outputs: tuple[str, ...] = ()
    tree: bool = False
    with_: tuple[str, ...] = ()
    set_: Mapping[str, ExpressionLike] = field(default_factory=dict)
    expanded: bool = False
    verify: bool = True
    own: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise UsageError(f"there is no level {self.level}; levels are {', '.join(LEVELS)}")

    def applied(self, robot: Robot) -> Robot:
        """Return the robot that these options ask for."""
        if self.set_:
            robot = robot.substitute(dict(self.set_))
        for item in self.with_:
            robot = _with(robot, item)
        return robot.equivalent_tree() if self.tree else robot


def _with(robot: Robot, item: str) -> Robot:
    wrench = re.fullmatch(r"wrench=(\d{1,9})", item)
    if wrench:
        chosen, fields = int(wrench.group(1)), WRENCH
        robot.link(chosen)
        return _filled(robot, (chosen,), fields)
    if item == "ia":
        return _filled(robot, robot.outward(), ("IA",))
    if item == "friction":
        return _filled(robot, robot.outward(), ("FV", "FS"))
    raise UsageError(f"what can be put in is ia, friction or wrench=J (J a link), not {item}")


def _filled(robot: Robot, links: Sequence[int], fields: Sequence[str]) -> Robot:
    """Put general symbols where these fields are zero; a user's symbol is never taken."""

    def general(j: int, name: str, value: Expression) -> Expression:
        drives = name not in WRENCH
        if value != ZERO or (drives and not robot.frame(j).moves):
            return value
        wanted = f"{name}{j}"
        while wanted in robot.symbols:
            wanted += "_"
        return symbol(wanted)

    changed: list[Link] = []
    for j in robot.outward():
        link = robot.link(j)
        if j in links:
            new = {name: general(j, name, getattr(link, name)) for name in fields}
            link = replace(link, **new)
        changed.append(link)
    return replace(robot, links=tuple(changed))
