"""The one table of languages, and those that other packages add."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from symoro.errors import UsageError

if TYPE_CHECKING:
    from symoro.printers.document import Document

OWN, ANY, ONE = "--single", "any", "one"
"""Single precision: by a text of its own, in a text for any scalar type, or not at all."""

MAIN = "_main"
"""What the stem of an example caller's file ends with."""

SHARED = "_parameters"
"""What the stem of a file ends with that all models of a robot share."""


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
        "cpp",
        "C++17: a header of templates for any scalar type",
        "symoro.printers.cpp",
        "g++ -std=c++17, warnings as errors",
        ANY,
    ),
    Language(
        "fortran",
        "Fortran 2008: modules with a type and subroutines",
        "symoro.printers.fortran",
        "gfortran -std=f2008, warnings as errors",
        OWN,
    ),
    Language(
        "matlab",
        "MATLAB: function files with a parameter struct, ready for code generation",
        "symoro.printers.matlab",
        "Octave",
        ANY,
    ),
    Language(
        "simulink",
        "MATLAB functions of one vector, for blocks of Simulink",
        "symoro.printers.simulink",
        "Octave",
        ANY,
    ),
    Language(
        "mathematica", "Mathematica: functions of lists", "symoro.printers.mathematica", "Mathics"
    ),
    Language(
        "maple", "Maple: procedures of lists", "symoro.printers.maple", "giac in its Maple mode"
    ),
    Language(
        "python",
        "Python with the math module, one state a call",
        "symoro.printers.python",
        "Python",
    ),
    Language("numpy", "Python with NumPy, any batch shape", "symoro.printers.numpy_", "NumPy", ANY),
    Language(
        "julia",
        "Julia: functions for any number type",
        "symoro.printers.julia",
        "tree-sitter's grammar and a reader of Julia",
        ANY,
    ),
    Language(
        "rust",
        "Rust: functions for any scalar type, a parameter struct",
        "symoro.printers.rust",
        "rustc, warnings as errors",
        ANY,
    ),
    Language(
        "casadi",
        "Python that builds a casadi.Function over SX",
        "symoro.printers.casadi_",
        "CasADi",
    ),
    Language(
        "latex",
        "LaTeX: equations to paste, and a document",
        "symoro.printers.latex",
        "pdflatex and a reader of its mathematics",
    ),
)


def languages() -> tuple[Language, ...]:
    """The languages of symoro itself."""
    return _LANGUAGES


def language(name: str) -> Language:
    """Return a language by its name, in which capitals do not matter.

    Raises:
        UsageError: if there is none, or if the package that adds it is unusable.
    """
    if not isinstance(name, str):
        raise UsageError(f"a language is one name, such as 'c', not {name!r}")
    for own in _LANGUAGES:
        if own.name == name.lower():
            return own
    from symoro.printers.extensions import plugin_names, plugins

    for added in plugins(name) or plugins(name.lower()):
        if added.language is not None:
            return added.language
        whose = f"the language {name} of the package {added.package}"
        raise UsageError(f"{whose} cannot be used: {added.reason}")
    known = [*(own.name for own in _LANGUAGES), *plugin_names()]
    raise UsageError(f"there is no language {name}; the languages are {', '.join(known)}")


def checked(name: str, *, single: bool) -> Language:
    """Return a language by its name, of which single precision may be asked.

    Raises:
        UsageError: if there is no such language, or none with single precision.
    """
    found = language(name)
    if single and found.scalars == ONE:
        able = ", ".join(each.name for each in _LANGUAGES if each.scalars != ONE)
        raise UsageError(f"{name} has no single precision; these languages have it: {able}")
    return found


def printer(name: str) -> Printer:
    """Return the printer of a language by its name."""
    found = language(name)
    if found not in _LANGUAGES:
        from symoro.printers.extensions import plugin_printer

        return plugin_printer(found)
    files: Printer = import_module(found.where).files
    return files


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
    own = checked(name, single=single).scalars == OWN
    return printer(name)(document.in_single if single and own else document)


def is_example(file: str) -> bool:
    """True if a file is an example caller, by its name."""
    return file.rpartition(".")[0].endswith(MAIN)


def is_shared(file: str) -> bool:
    """True if all models of a robot share a file, by its name."""
    return file.rpartition(".")[0].endswith(SHARED)
