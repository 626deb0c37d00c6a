"""Python: imported and called, with lists of floats."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from printers.toolchain import Array, Case, folders, write
from printers.tree_cases import TreeCase, rows_of, write_tree
from symoro.ir.tree_rows import Rows

_numbers = count()


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Import each case and call it once, after what prepares it."""
    return [run_python(case, own, "python") for case, own in folders(cases, folder)]


def module(path: Path) -> ModuleType:
    """Import a Python file."""
    spec = importlib.util.spec_from_file_location(f"printed{next(_numbers)}", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def run_python(case: Case, folder: Path, language: str) -> dict[str, Array]:
    """Import a case in one of the Pythons and call it once, after what prepares it."""
    document, program = case.document, case.document.program
    made = module(write(document, language, folder)[0])
    arrays: dict[str, Any] = dict(case.arrays)
    if language == "python":
        arrays = {name: array.tolist() for name, array in arrays.items()}
    p = {name: case.values[name] for name in program.parameters}
    results: Any = ()
    for part in document.parts:
        given = [arrays[name] for name, _ in part.arrays] + ([p] if part.parameters else [])
        results = getattr(made, part.name)(*given)
        arrays[part.outputs[0].name] = results
    if len(program.outputs) == 1:
        results = (results,)
    return {
        output.name: np.array(result, dtype=float).reshape(output.shape)
        for output, result in zip(program.outputs, results, strict=True)
    }


def run_trees(cases: Sequence[TreeCase], folder: Path) -> list[list[Rows]]:
    """Import the inverse geometric model of each case, and call it for each pose."""
    found = []
    for case, own in folders(cases, folder):
        made = module(write_tree(case.document, "python", own)[0])
        p = [dict(case.parameters)] if case.document.tree.parameters else []
        function = getattr(made, case.document.name)
        results = [function(*(a.tolist() for a in each), *p) for each in case.arguments]
        found.append([rows_of(*each) for each in results])
    return found
