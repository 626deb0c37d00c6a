"""The one table of models: the command line, the documentation and the tests iterate it.

Adding a model is one page under ``symoro/models``, one file here that traces it and names its
independent reference, and one line in `_ENTRIES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from symoro.errors import UsageError
from symoro.expressions import Arithmetic, Expression
from symoro.models.let import LetFunction
from symoro.robot import Robot

Traced = dict[str, Any]  # output name -> NumPy array of scalars
Trace = Callable[[Robot, Callable[[Expression], Any], LetFunction], Traced]
Reference = Callable[[Robot, Mapping[str, Any], Arithmetic[Any], Any], Traced]


@dataclass(frozen=True)
class OutputKind:
    """An output that a model offers: its name, what it is, whether it comes unasked."""

    name: str
    meaning: str
    default: bool = True


@dataclass(frozen=True)
class Listed:
    """What can be said of a kind of model without importing it.

    Attributes:
        name: the word on the command line and in Python.
        title: what it is, in one line.
        menu: SYMORO+'s menu.
        extension: SYMORO+'s file extension.
        where: the module and name of its `Entry`.
    """

    name: str
    title: str
    menu: str
    extension: str
    where: str


@dataclass(frozen=True)
class Entry(Listed):
    """A kind of model with all that it takes to make one.

    Attributes:
        page: the module of the algorithm.
        documentation: its page in ``docs/``.
        states: the joint arrays that a call takes first.
        outputs: what it offers.
        accept: refuses a robot, with the reason and a remedy, by raising ModelError.
        trace: runs the page and returns the outputs.
        reference: the same outputs by an independent route.
        against: what that route is, in words.
        notes: what a user must know about this robot's model.
    """

    page: str
    documentation: str
    states: tuple[str, ...]
    outputs: tuple[OutputKind, ...]
    accept: Callable[[Robot], None]
    trace: Trace
    reference: Reference
    against: str
    notes: Callable[[Robot], tuple[str, ...]]


IDM = Listed(
    "idm", "Inverse dynamic model, by Newton-Euler", "Dynamic", "dyn", "symoro.generate.idm:ENTRY"
)

_ENTRIES = (IDM,)


def listed() -> tuple[Listed, ...]:
    """All models, in the order of SYMORO+'s menus."""
    return _ENTRIES


def entry(name: str) -> Entry:
    """Return a model's entry by its name."""
    for item in _ENTRIES:
        if item.name == name:
            module, attribute = item.where.split(":")
            found: Entry = getattr(import_module(module), attribute)
            return found
    known = ", ".join(item.name for item in _ENTRIES)
    raise UsageError(f"there is no model {name}; the models are {known}")
