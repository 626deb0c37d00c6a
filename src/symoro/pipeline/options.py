"""The options that every model function takes, and what they do to the robot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from numbers import Real
from typing import TYPE_CHECKING, Any

from symoro.errors import UsageError

if TYPE_CHECKING:  # the program starts without robots
    from symoro.expressions import ExpressionLike
    from symoro.formats.values import Values
    from symoro.robot import Robot

LEVELS = ("O0", "O1", "O2")
ONE_PART = ("O0", "O1")
"""The levels whose text is one part, like SYMORO+'s; the others tell offline from online."""

READING, RUNNING = "O1", "O2"
"""The levels by default: of a listing or of what is written out, and of code."""

ASSUME = ("nonzero", "none")


@dataclass(frozen=True)
class Options:
    """The options of every model.

    Attributes:
        level: O0 (the trace), O1 (without what the outputs do not need) or O2 (the cheapest
            formulation, each value once, constants apart).
        assume: ``nonzero`` (a symbol that stands alone as a length or a mass is not zero: level O2
            may divide by it) or ``none``.
        order: the order of the joints in vectors: one of the robot's file by its name, or the names
            of all moving joints; empty for frame order.
        outputs: names or patterns (``GAM``, ``E*``) of the outputs wanted; empty for the default.
        equivalent_tree: take the equivalent tree of a closed robot.
        include: ``ia``, ``friction``, ``friction=LAWS`` or ``wrench=J``: general symbols where the
            robot has zeros.
        substitute: expressions to put in the place of symbols, before anything else.
        values: numbers to put in the place of parameters: of a value set, of a file or by symbol.
        param: single numbers, which take precedence over those.
        floating_base: let the base float.
        base_parameters: use base inertial parameters, those of the robot after all other changes.
        derivative: the inputs by which all outputs are differentiated; empty for the outputs
            themselves.
        expanded: write outputs without intermediate variables, simplified.
        timeout: seconds that symbolic work may take; None for the usual limit.
        verify: compare the result with the independent reference.
        strict: refuse a robot that `check` warns of.
        own: the options that only some models have, by name.
    """

    level: str = READING
    assume: str = ASSUME[0]
    order: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    equivalent_tree: bool = False
    include: tuple[str, ...] = ()
    substitute: Mapping[str, ExpressionLike] = field(default_factory=dict)
    values: Values | None = None
    param: Mapping[str, ExpressionLike] = field(default_factory=dict)
    floating_base: bool = False
    base_parameters: bool = False
    derivative: tuple[str, ...] = ()
    expanded: bool = False
    timeout: float | None = None
    verify: bool = True
    strict: bool = False
    own: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise UsageError(f"there is no level {self.level}; levels are {', '.join(LEVELS)}")
        if self.assume not in ASSUME:
            raise UsageError(f"--assume is {' or '.join(ASSUME)}, not {self.assume}")
        if self.expanded and self.level not in ONE_PART:
            raise UsageError(
                f"--expanded writes outputs without intermediate variables, level {self.level} "
                f"introduces them: take {' or '.join(ONE_PART)}"
            )
        if self.expanded and self.derivative:
            raise UsageError(
                "--expanded writes a model out, --derivative differentiates its program: take one; "
                "in Python model.derivative(...).expand() writes the derivatives out"
            )
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(each.default, bool) and not isinstance(value, bool):
                raise UsageError(f"{each.name} is True or False, not {value!r}")
        if self.timeout is not None:
            if isinstance(self.timeout, bool) or not isinstance(self.timeout, Real):
                raise UsageError(f"timeout is a number of seconds, not {self.timeout!r}")
            if not self.timeout >= 1:
                raise UsageError(f"--time is at least 1 second, not {self.timeout:g}")

    def __repr__(self) -> str:
        return f"<Options at {self.level}: {self.command_text or 'the usual ones'}>"

    @property
    def changes(self) -> dict[str, Any]:
        """The changes of the robot that are asked for, by the arguments of `variant`."""
        return {
            "substitute": self.substitute,
            "include": self.include,
            "equivalent_tree": self.equivalent_tree,
            "floating_base": self.floating_base,
            "values": self.values,
            "param": self.param,
        }

    def apply_to(self, robot: Robot) -> Robot:
        """Return the robot that these options ask for, in standard inertial parameters."""
        from symoro.robot.variant import asks_for_changes

        changes = self.changes
        if not asks_for_changes(changes):
            return robot
        from symoro.formats.values import changed_robot

        return changed_robot(robot, **changes)

    @property
    def command_text(self) -> str:
        """The options that differ from the defaults, as the command line has them.

        ``values`` and ``param`` are not among them: `Robot.folded` says which numbers it has.
        """
        from symoro.request import written_options

        options = {
            "assume": self.assume if self.assume != ASSUME[0] else None,
            "order": self.order,
            "outputs": self.outputs,
            "tree": self.equivalent_tree,
            "floating-base": self.floating_base,
            "base": self.base_parameters,
            **{name.replace("_", "-"): value for name, value in self.own.items()},
            "expanded": self.expanded,
            "no-verify": not self.verify,
        }
        each = [*(("set", f"{name}={value}") for name, value in self.substitute.items())]
        each += [("with", name) for name in self.include]
        each += [("derivative", name) for name in self.derivative]
        return written_options([*each, *options.items()])
