"""Julia: parsed by tree-sitter's grammar and evaluated by a reader of Julia."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from printers.julia_reader import Fields, Julia
from printers.toolchain import Array, Case
from printers.tree_cases import TreeCase, rows_of
from symoro.ir.tree_rows import Rows
from symoro.printers import print_document
from symoro.printers.printing import print_tree

_FIELD = re.compile(r"^    (\w+) = ", re.MULTILINE)


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Call each case once, after what prepares it."""
    del folder
    return [run_julia(case) for case in cases]


def run_julia(case: Case, to: type = np.float64) -> dict[str, Any]:
    """Call a case once, with numbers of a type; no result may have another."""
    document, program = case.document, case.document.program
    text, example = print_document("julia", document).values()
    julia = Julia()
    julia.run(text)
    p = Fields({})
    if document.parts[0].parameters:
        p = _fields(example, case.parameters, to)
    arrays: dict[str, Any] = {name: array.astype(to) for name, array in case.arrays.items()}
    results: Any = ()
    for part in document.parts:
        arguments = [arrays[name] for name, _ in part.arrays] + ([p] if part.parameters else [])
        results = julia.call(part.name, *arguments)
        arrays[part.outputs[0].name] = results
    if len(program.outputs) == 1:
        results = (results,)
    found = {}
    for output, result in zip(program.outputs, results, strict=True):
        assert np.shape(result) == output.shape
        assert np.asarray(result).dtype == to
        found[output.name] = np.asarray(result)
    return found


def _fields(example: str, parameters: Mapping[str, float], to: type) -> Fields:
    """The parameters, by the fields that an example has."""
    fields = _FIELD.findall(example[example.index("\np = (") : example.index("\n)")])
    given = zip(fields, parameters.values(), strict=True)
    return Fields({field: to(value) for field, value in given})


def run_trees(cases: Sequence[TreeCase], folder: Path) -> list[list[Rows]]:
    """Call the inverse geometric model of each case for each pose."""
    del folder
    found = []
    for case in cases:
        julia = Julia()
        text, example = print_tree("julia", case.document).values()
        julia.run(text)
        given = []
        if case.document.tree.parameters:
            given = [_fields(example, case.all_parameters, np.float64)]
        results = [julia.call(case.document.name, *each, *given) for each in case.arguments]
        found.append([rows_of(*each) for each in results])
    return found
