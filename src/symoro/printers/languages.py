"""The one table of languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from symoro.printers.document import Document

OWN, ANY, ONE = "--single", "any", "one"
"""Single precision: by a text of its own, in a text for any scalar type, or not at all."""

MAIN = "_main"
"""The end of the stem of an example caller's file."""

SHARED = "_parameters"
"""The end of the stem of a file that all models of a robot share."""


class Printer(Protocol):
    """The function that a language's file offers."""

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


def is_example(file: str) -> bool:
    """True if a file is an example caller, by its name."""
    return file.rpartition(".")[0].endswith(MAIN)


def is_shared(file: str) -> bool:
    """True if all models of a robot share a file, by its name."""
    return file.rpartition(".")[0].endswith(SHARED)
