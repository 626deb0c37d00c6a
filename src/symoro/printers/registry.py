"""The one table of languages."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from symoro.errors import UsageError

if TYPE_CHECKING:
    from symoro.printers.document import Document


class Printer(Protocol):
    """What a language's file offers."""

    def __call__(self, document: Document) -> dict[str, str]:
        """Return file names and texts, the main file first."""
        ...


@dataclass(frozen=True)
class Language:
    """A language: its name on the command line, what it emits, and where its printer is."""

    name: str
    emits: str
    where: str


_LANGUAGES = (
    Language("listing", "SYMORO+'s listing: tables, statements, counts", "symoro.printers.listing"),
    Language("c", "C99: functions, a parameter struct, headers, an example", "symoro.printers.c"),
    Language("python", "Python with the math module, one state a call", "symoro.printers.python"),
    Language("numpy", "Python with NumPy, any batch shape", "symoro.printers.numpy_"),
    Language(
        "fortran", "Fortran 2008: modules with a type and subroutines", "symoro.printers.fortran"
    ),
    Language("mathematica", "Mathematica: functions of lists", "symoro.printers.mathematica"),
    Language("maple", "Maple: procedures of lists", "symoro.printers.maple"),
)


def languages() -> tuple[Language, ...]:
    """All languages."""
    return _LANGUAGES


def printer(name: str) -> Printer:
    """Return the printer of a language by its name."""
    for language in _LANGUAGES:
        if language.name == name:
            found: Printer = import_module(language.where).files
            return found
    known = ", ".join(language.name for language in _LANGUAGES)
    raise UsageError(f"there is no language {name}; the languages are {known}")
