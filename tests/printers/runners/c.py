"""C: compiled by gcc with warnings as errors, called through ctypes."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from printers.toolchain import Array, Case, Values, done, folders, tool, write
from printers.tree_cases import TreeCase, rows_of, write_tree
from symoro.ir import Program
from symoro.ir.tree_rows import Rows
from symoro.printers.document import Document

WARNINGS = ("-Wall", "-Wextra", "-Werror", "-pedantic")
_numbers = count()


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Compile each case and call it once, after what prepares it."""
    return [run_c(case.document, case.values, own) for case, own in folders(cases, folder)]


def build(source: Path, *options: str) -> Path:
    """Compile a C file to a shared library."""
    library = source.with_name(f"{source.stem}{next(_numbers)}.so")
    flags = ("-std=c99", *WARNINGS, "-O1", *options, "-shared", "-fPIC")
    assert done(tool("gcc"), *flags, "-o", library, source, "-lm") == ""
    return library


def run_c(document: Document, values: Values, folder: Path, *options: str) -> dict[str, Array]:
    """Compile the C of a document and call it once, after what prepares it."""
    case, program = Case(document, values), document.program
    kind = np.float32 if document.single else np.float64
    library = ctypes.CDLL(str(build(write(document, "c", folder)[0], *options)))
    p = np.array(list(case.parameters.values()), dtype=kind)
    arrays = {name: array.astype(kind) for name, array in case.arrays.items()}
    if document.prepare is not None and document.constants is not None:
        k = arrays[document.constants[0]] = np.full(document.constants[1], np.nan, dtype=kind)
        zero = _called(library, document.prepare, {}, p, [k], ctypes.c_char_p)
        assert zero is None, zero
    step = document.parts[-1]
    outputs = {o.name: np.full(o.shape, np.nan, dtype=kind) for o in program.outputs}
    _called(library, step, arrays, p, [each for each in outputs.values() if each.size], None)
    return {name: array.astype(float) for name, array in outputs.items()}


def _called(
    library: ctypes.CDLL,
    part: Program,
    arrays: Mapping[str, Any],
    p: Any,
    outputs: list[Any],
    returns: Any,
) -> Any:
    function = getattr(library, part.name)
    function.restype = returns
    given = [arrays[name] for name, _ in part.arrays] + ([p] if part.parameters else [])
    return function(*(ctypes.c_void_p(array.ctypes.data) for array in (*given, *outputs)))


def run_trees(cases: Sequence[TreeCase], folder: Path) -> list[list[Rows]]:
    """Compile the inverse geometric models of all cases, and call them once for each pose."""
    return [_run_tree(case, own) for case, own in folders(cases, folder)]


def _run_tree(case: TreeCase, folder: Path) -> list[Rows]:
    tree, document = case.document.tree, case.document
    source = write_tree(document, "c", folder)[0]
    library = ctypes.CDLL(str(build(source, "-Wconversion")))
    function = getattr(library, document.name)
    p = np.array(list(case.all_parameters.values()))
    found = []
    for arguments in case.arguments:
        q = np.full((tree.rows, tree.columns), np.nan)
        labels, multiplicity = (np.full(tree.rows, -1, dtype=np.intc) for _ in range(2))
        status = np.full(1, -1, dtype=np.intc)
        given = [np.ascontiguousarray(each, dtype=float) for each in arguments]
        given += [p] if tree.parameters else []
        results = (q, labels, multiplicity, status)
        count = function(*(ctypes.c_void_p(each.ctypes.data) for each in (*given, *results)))
        found.append(rows_of(q[:count], labels[:count], multiplicity[:count], status[0]))
    return found
