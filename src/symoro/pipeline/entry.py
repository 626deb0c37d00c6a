"""An entry of the table of functions: all that can be said of a function without running it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from symoro.pipeline.option_spec import FLAG, OptionSpec

if TYPE_CHECKING:
    from symoro.pipeline.plan import OutputKind, Plan
    from symoro.robot import Robot

DEFAULT: Mapping[str, Any] = {}
"""The form of a model without options of its own."""

ROBOT, FILE, NAME, NOTHING = "robot", "file", "name", ""
"""The subjects that a function may have."""


@dataclass(frozen=True, kw_only=True)
class FunctionInfo:
    """The facts of a function that need no import of it.

    Attributes:
        name: the word on the command line; in Python with ``_`` for ``-``.
        title: one line, for lists and for the help of the command.
        where: the module and name of the function in Python, of a model of its definition; empty
            for a command that has no function in Python.
        documentation: its page in ``docs/``.
        details: further help of the command.
        aliases: other names, with the options that each of them sets.
        subject: its first argument: a robot, a file, a name or nothing.
        command: True if it is a command; False for a function of Python alone.
        extension: of SYMORO+'s file; empty for a function that writes none.
    """

    name: str
    title: str
    menu: str
    documentation: str = ""
    where: str = ""
    details: str = ""
    options: tuple[OptionSpec, ...] = ()
    aliases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    subject: str = ROBOT
    command: bool = True
    extension: str = ""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}: {self.title}>"

    @property
    def identifier(self) -> str:
        """The name in Python."""
        return self.name.replace("-", "_")

    def load(self) -> Any:
        """Import the function, or the definition of a model."""
        module, _, attribute = self.where.partition(":")
        return getattr(import_module(module), attribute)


@dataclass(frozen=True, kw_only=True, repr=False)
class ModelInfo(FunctionInfo):
    """The facts of a kind of model that need no import of it.

    By default it is the ``ENTRY`` of the file with its name in its menu's folder of
    ``symoro.catalog``, and its page is the one with its name in ``docs/models/``.

    Attributes:
        description: the docstring in Python, without the list of arguments.
        loops: True if it is a model of loops, which only closed robots have.
        wheels: True if it is a model of rolling wheels, which only robots with wheels have.
        symbolic: True if it is found by SymPy, which may take long, also when it is not expanded.
        forms: own options that make it another computation, of any robot.
        maker: the module and name of the function that makes the result in Python from a robot and
            options, where that is more than a model.
        returns: the type of that result.
        numeric_options: options of the command that ask for numbers instead of a program.
        inertial: True if inertial parameters enter the model, as its menu tells.
    """

    description: str
    loops: bool = False
    wheels: bool = False
    symbolic: bool = False
    forms: tuple[Mapping[str, Any], ...] = (DEFAULT,)
    maker: str = ""
    returns: str = "Model"
    numeric_options: tuple[OptionSpec, ...] = ()
    inertial: bool = False

    def __post_init__(self) -> None:
        place = f"symoro.catalog.{self.menu.lower()}.{self.identifier}:ENTRY"
        object.__setattr__(self, "where", self.where or place)
        object.__setattr__(self, "documentation", self.documentation or f"models/{self.name}.md")
        object.__setattr__(self, "inertial", self.menu in ("Dynamic", "Identification"))

    def forms_of(self, robot: Robot) -> list[Mapping[str, Any]]:
        """All forms for a robot: ``verify`` compares each; flags of closed robots have one more."""
        own = (each for each in self.options if each.closed and each.kind is FLAG)
        flags = [{each.name: True} for each in own if robot.n_loops]
        return [*self.forms, *flags]


@dataclass(frozen=True, kw_only=True, repr=False)
class ModelDefinition(ModelInfo):
    """A kind of model with all that it takes to make one.

    Attributes:
        outputs: its outputs; letters stand for frame numbers (``TiTj``).
        plan: takes a robot and the model's own options; refuses a robot, with the reason and a
            remedy, by raising ModelError.
    """

    outputs: tuple[OutputKind, ...]
    plan: Callable[[Robot, Mapping[str, Any]], Plan]
