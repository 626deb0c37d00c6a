"""The one table of languages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symoro.printers.document import Document

SCALARS = BY_OPTION, ANY_TYPE, DOUBLE_ONLY = "--single", "any", "one"
"""Single precision: by a text of its own, in a text for any scalar type, or not at all."""

ORDERS = AS_TRACED, FASTEST, PAIRS_FIRST = "as traced", "fastest", "pairs first"
"""The order of a step's statements: that of the algorithm, the fastest, or the fastest behind the
angles whose sines and cosines a text computes together in double precision."""

MAIN = "_main"
"""The end of the stem of an example caller's file."""

SHARED = "_parameters"
"""The end of the stem of a file that all models of a robot share."""


Printer = Callable[["Document"], dict[str, str]]
"""The function ``files`` of a language's module: file names and texts, the main file first."""


@dataclass(frozen=True)
class Language:
    """A language.

    Attributes:
        name: on the command line.
        emits: its files in words.
        module: the module whose function ``files`` prints a document.
        tested: the tools that run its files in the tests.
        scalars: `BY_OPTION`, `ANY_TYPE` or `DOUBLE_ONLY`.
        order: `AS_TRACED`, `FASTEST` or `PAIRS_FIRST`.
        trees: the module whose function ``files`` prints an inverse geometric model; empty for a
            language that has none.
    """

    name: str
    emits: str
    module: str
    tested: str
    scalars: str = DOUBLE_ONLY
    order: str = AS_TRACED
    trees: str = ""


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
        BY_OPTION,
        PAIRS_FIRST,
        trees="symoro.printers.c_trees",
    ),
    Language(
        "cpp",
        "C++17: a header of templates for any scalar type",
        "symoro.printers.cpp",
        "g++ -std=c++17, warnings as errors",
        ANY_TYPE,
        FASTEST,
        trees="symoro.printers.cpp_trees",
    ),
    Language(
        "fortran",
        "Fortran 2008: modules with a type and subroutines",
        "symoro.printers.fortran",
        "gfortran -std=f2008, warnings as errors",
        BY_OPTION,
        trees="symoro.printers.fortran_trees",
    ),
    Language(
        "matlab",
        "MATLAB: function files with a parameter struct, ready for code generation",
        "symoro.printers.matlab",
        "Octave",
        ANY_TYPE,
        trees="symoro.printers.matlab_trees",
    ),
    Language(
        "simulink",
        "MATLAB functions of one vector, for blocks of Simulink",
        "symoro.printers.simulink",
        "Octave",
        ANY_TYPE,
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
        trees="symoro.printers.python_trees",
    ),
    Language(
        "numpy",
        "Python with NumPy, any batch shape",
        "symoro.printers.numpy_",
        "NumPy",
        ANY_TYPE,
        trees="symoro.printers.numpy_trees",
    ),
    Language(
        "julia",
        "Julia: functions for any number type",
        "symoro.printers.julia",
        "tree-sitter's grammar and a reader of Julia",
        ANY_TYPE,
        trees="symoro.printers.julia_trees",
    ),
    Language(
        "rust",
        "Rust: functions for any scalar type, a parameter struct",
        "symoro.printers.rust",
        "rustc, warnings as errors",
        ANY_TYPE,
        trees="symoro.printers.rust_trees",
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
