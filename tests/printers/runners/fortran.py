"""Fortran: all cases compiled by gfortran at once, warnings as errors, and called by ctypes."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from printers.toolchain import Array, Case, done, tool
from printers.tree_cases import TreeCase, rows_of
from symoro.ir import Program
from symoro.ir.tree_rows import Rows
from symoro.printers import is_example, print_document
from symoro.printers.printing import print_tree

WARNINGS = ("-std=f2008", "-Wall", "-Wextra", "-Werror")
_MODULE = re.compile(r"(?<=^module )\w+|(?<=^end module )\w+|(?<=^  use )\w+", re.MULTILINE)
_PUBLIC = re.compile(r"public :: ((?:[\w, ]|&\n)+)")
_numbers = count()


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Compile all cases, their modules under names of their own, and call each once."""
    texts = [
        _texts(print_document("fortran", case.document), f"case{k}") for k, case in enumerate(cases)
    ]
    loaded = _library(texts, folder)
    return [_run(case, loaded, f"case{k}", texts[k][-1]) for k, case in enumerate(cases)]


def run_trees(cases: Sequence[TreeCase], folder: Path) -> list[list[Rows]]:
    """Compile the inverse geometric models of all cases at once, and call them for each pose."""
    texts = [
        _texts(print_tree("fortran", case.document), f"case{k}") for k, case in enumerate(cases)
    ]
    loaded = _library(texts, folder)
    return [_run_tree(case, loaded, f"case{k}") for k, case in enumerate(cases)]


def _library(texts: Sequence[Sequence[str]], folder: Path) -> ctypes.CDLL:
    source = folder / f"cases{next(_numbers)}.f90"
    source.write_text("\n".join(text for each in texts for text in each), encoding="utf-8")
    library = source.with_suffix(".so")
    options = ("-O0", "-shared", "-fPIC", f"-J{folder}")
    assert done(tool("gfortran"), *WARNINGS, *options, "-o", library, source) == ""
    return ctypes.CDLL(str(library))


def _run_tree(case: TreeCase, library: ctypes.CDLL, name: str) -> list[Rows]:
    tree = case.document.tree
    function = getattr(library, f"__{name}_0_MOD_{case.document.name}")
    p = np.array(list(case.all_parameters.values()))
    found = []
    for arguments in case.arguments:
        q = np.full((tree.rows, tree.columns), np.nan, order="F")
        labels, multiplicity = (np.full(tree.rows, -1, dtype=np.intc) for _ in range(2))
        status, count = (np.full(1, -1, dtype=np.intc) for _ in range(2))
        given = [np.asfortranarray(each, dtype=float) for each in arguments]
        given += [p] if tree.parameters else []
        results = (q, labels, multiplicity, status, count)
        function(*(each.ctypes.data_as(ctypes.c_void_p) for each in (*given, *results)))
        n = int(count[0])
        found.append(rows_of(q[:n], labels[:n], multiplicity[:n], status[0]))
    return found


def _texts(files: Mapping[str, str], name: str) -> list[str]:
    """The modules of a case, that of the parameters first."""
    texts = [text for file, text in files.items() if not is_example(file)]
    modules = [_MODULE.search(text) for text in texts]
    ours = {found.group(): f"{name}_{k}" for k, found in enumerate(modules) if found is not None}
    return [_MODULE.sub(lambda m: ours[m.group()], text) for text in reversed(texts)]


def _run(case: Case, library: ctypes.CDLL, name: str, text: str) -> dict[str, Array]:
    document, program = case.document, case.document.program
    kind = np.float32 if document.single else np.float64
    p = np.array(list(case.parameters.values()), dtype=kind)
    arrays = {each: np.asfortranarray(array, dtype=kind) for each, array in case.arrays.items()}
    public = _PUBLIC.search(text)
    assert public is not None
    functions = re.findall(r"\w+", public[1])

    def call(part: Program, *more: Any) -> None:
        outputs = {o.name: np.full(o.shape, np.nan, kind, order="F") for o in part.outputs}
        given = [arrays[array] for array, _ in part.arrays] + ([p] if part.parameters else [])
        function = functions[document.parts.index(part)].lower()
        pointers = (each.ctypes.data_as(ctypes.c_void_p) for each in (*given, *outputs.values()))
        getattr(library, f"__{name}_0_MOD_{function}")(*pointers, *more)
        arrays.update(outputs)

    if document.prepare is not None:
        zero = ctypes.create_string_buffer(b"?", 200)
        call(document.prepare, zero, ctypes.c_size_t(len(zero)))
        assert not zero.value.strip(), zero.value
    call(document.parts[-1])
    return {output.name: arrays[output.name].astype(float) for output in program.outputs}
