"""The options that every model function takes, and what they do to the robot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from numbers import Real
from typing import Any

from symoro.errors import UsageError
from symoro.expressions import ExpressionLike
from symoro.robot import Robot
from symoro.robot.variant import variant

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
        floating_base: let the base float.
        base: use base inertial parameters, those of the robot after all other changes.
        expanded: write outputs without intermediate variables, simplified.
        time: seconds that symbolic work may take; None for the usual limit.
        verify: compare the result with the independent reference.
        own: the options that only some models have, by name.
    """

    level: str = DEFAULT_LEVEL
    outputs: tuple[str, ...] = ()
    tree: bool = False
    with_: tuple[str, ...] = ()
    set_: Mapping[str, ExpressionLike] = field(default_factory=dict)
    floating_base: bool = False
    base: bool = False
    expanded: bool = False
    time: float | None = None
    verify: bool = True
    own: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise UsageError(f"there is no level {self.level}; levels are {', '.join(LEVELS)}")
        if self.time is not None:
            if isinstance(self.time, bool) or not isinstance(self.time, Real):
                raise UsageError(f"time is a number of seconds, not {self.time!r}")
            if not self.time >= 1:
                raise UsageError(f"--time is at least 1 second, not {self.time:g}")

    def applied(self, robot: Robot) -> Robot:
        """Return the robot that these options ask for, in standard inertial parameters."""
        return variant(robot, self.set_, self.with_, self.tree, self.floating_base)
