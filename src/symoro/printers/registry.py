"""The one table of languages, and those that other packages add."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from symoro.errors import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from symoro.printers.document import Document

GROUP = "symoro.languages"
"""The entry point by which a package adds a language: its name is the language's, its object a
`Language`."""

OWN, ANY, ONE = "--single", "any", "one"
"""Single precision: by a text of its own, in a text for any scalar type, or not at all."""


MAIN = "_main"
"""What the stem of an example caller's file ends with."""


class Printer(Protocol):
    """What a language's file offers."""

    def __call__(self, document: Document) -> dict[str, str]:
        """Return file names and texts, the main file first."""
        ...


@dataclass(frozen=True)
class Language:
    """A language.

    Attributes:
        name: on the command line.
        emits: what its files are.
        where: the module whose function ``files`` prints a document.
        tested: what runs its files in the tests.
        scalars: `OWN`, `ANY` or `ONE`.
    """

    name: str
    emits: str
    where: str
    tested: str
    scalars: str = ONE


_LANGUAGES = (
    Language(
        "listing",
        "SYMORO+'s listing: tables, statements, counts",
        "symoro.printers.listing",
        "read back by the parser of robot files",
    ),
    Language(
        "c",
        "C99: functions, a parameter struct, headers",
        "symoro.printers.c",
        "gcc -std=c99, warnings as errors",
        OWN,
    ),
    Language(
        "python",
        "Python with the math module, one state a call",
        "symoro.printers.python",
        "Python",
    ),
    Language("numpy", "Python with NumPy, any batch shape", "symoro.printers.numpy_", "NumPy", ANY),
    Language(
        "fortran",
        "Fortran 2008: modules with a type and subroutines",
        "symoro.printers.fortran",
        "gfortran -std=f2008, warnings as errors",
        OWN,
    ),
    Language(
        "mathematica", "Mathematica: functions of lists", "symoro.printers.mathematica", "Mathics"
    ),
    Language(
        "maple", "Maple: procedures of lists", "symoro.printers.maple", "giac in its Maple mode"
    ),
)


def languages() -> tuple[Language, ...]:
    """The languages of symoro itself."""
    return _LANGUAGES


def plugins() -> dict[str, Language | str]:
    """The languages that other packages add, by name; where one is unusable, why."""
    return {each.name: _loaded(each) for each in _entry_points()}


def language(name: str) -> Language:
    """Return a language by its name.

    Raises:
        UsageError: if there is none, or if the package that adds it is unusable.
    """
    for own in _LANGUAGES:
        if own.name == name:
            return own
    added = [each for each in _entry_points() if each.name == name]
    if not added:
        known = [own.name for own in _LANGUAGES] + [each.name for each in _entry_points()]
        raise UsageError(f"there is no language {name}; the languages are {', '.join(known)}")
    found = _loaded(added[0])
    if isinstance(found, str):
        raise UsageError(f"the language {name} cannot be used: {found}")
    return found


def printer(name: str) -> Printer:
    """Return the printer of a language by its name."""
    found: Printer = import_module(language(name).where).files
    return found


def printed(name: str, document: Document, *, single: bool = False) -> dict[str, str]:
    """Print a document.

    Args:
        name: of the language.
        document: which is printed.
        single: True for single precision.

    Returns:
        File names and texts, the main file first.

    Raises:
        UsageError: if there is no such language, or none with single precision.
    """
    if single and language(name).scalars == ONE:
        able = ", ".join(each.name for each in _LANGUAGES if each.scalars != ONE)
        raise UsageError(f"{name} has no single precision; these languages have it: {able}")
    own = single and language(name).scalars == OWN
    return printer(name)(document.in_single if own else document)


def is_example(file: str) -> bool:
    """True if a file is an example caller, by its name."""
    return file.rpartition(".")[0].endswith(MAIN)


def _entry_points() -> list[EntryPoint]:
    from importlib.metadata import entry_points

    return sorted(entry_points(group=GROUP), key=lambda each: each.name)


def _loaded(entry: EntryPoint) -> Language | str:
    """The language of an entry point, or why there is none."""
    if any(own.name == entry.name for own in _LANGUAGES):
        return f"symoro has a language {entry.name} of its own"
    try:
        found = entry.load()
        if not isinstance(found, Language):
            return f"{entry.value} is no symoro.printers.Language"
        if found.name != entry.name:
            return f"{entry.value} is called {found.name}, its entry point {entry.name}"
        import_module(found.where).files  # noqa: B018 - it must be there
    except Exception as error:  # whatever another package does
        return f"{entry.value}: {type(error).__name__}: {error}"
    return found
