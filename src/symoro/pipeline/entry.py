"""An entry of the table of models: what can be said of a kind of model, and how it is planned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symoro.pipeline.choices import Choice

if TYPE_CHECKING:
    from symoro.pipeline.plan import OutputKind, Plan
    from symoro.robot import Robot

DEFAULT: Mapping[str, Any] = {}
"""The form of a model without options of its own."""


@dataclass(frozen=True)
class Listed:
    """The facts of a kind of model that need no import of it.

    Attributes:
        name: the word on the command line and in Python.
        title: what it is, in one line.
        menu: SYMORO+'s menu.
        extension: SYMORO+'s file extension.
        where: the module and name of its `Entry`.
        choices: its own options.
        loops: True if it is a model of loops, which only closed robots have.
        wheels: True if it is a model of rolling wheels, which only robots with wheels have.
        symbolic: True if it is found by SymPy, which may take long, also when it is not expanded.
        forms: own options that make it another computation, of any robot.
    """

    name: str
    title: str
    menu: str
    extension: str
    where: str
    choices: tuple[Choice, ...] = ()
    loops: bool = False
    wheels: bool = False
    symbolic: bool = False
    forms: tuple[Mapping[str, Any], ...] = (DEFAULT,)

    def forms_of(self, robot: Robot) -> list[Mapping[str, Any]]:
        """All forms for a robot: ``verify`` compares each; flags of closed robots have one more."""
        flags = [{each.name: True} for each in self.choices if each.closed and robot.n_loops]
        return [*self.forms, *flags]

    @property
    def inertial(self) -> bool:
        """True if inertial parameters enter the model."""
        return self.menu in ("Dynamic", "Identification")


@dataclass(frozen=True, kw_only=True)
class Entry(Listed):
    """A kind of model with all that it takes to make one.

    Attributes:
        page: the module of the algorithm.
        documentation: its page in ``docs/``.
        outputs: what it offers; letters stand for frame numbers (``TiTj``).
        plan: takes a robot and the model's own options; refuses a robot, with the reason and a
            remedy, by raising ModelError.
    """

    page: str
    documentation: str
    outputs: tuple[OutputKind, ...]
    plan: Callable[[Robot, Mapping[str, Any]], Plan]
