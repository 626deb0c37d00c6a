"""CasADi: imported, built and called, with matrices of CasADi's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import casadi as ca

from printers.runners.python import module
from printers.toolchain import Array, Case, folders, write


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Build each case and call it once, after what prepares it."""
    return [_run(case, own) for case, own in folders(cases, folder)]


def _run(case: Case, folder: Path) -> dict[str, Array]:
    document = case.document
    made = module(write(document, "casadi", folder)[0])
    arrays: dict[str, Any] = {name: ca.DM(array) for name, array in case.arrays.items()}
    results: list[Any] = []
    for part in document.parts:
        given = [arrays[name] for name, _ in part.arrays]
        given += [made.parameters(case.values)] if part.parameters else []
        function = getattr(made, part.name)()
        results = function.call(given)
        arrays[part.outputs[0].name] = results[0]
    return {
        output.name: result.full().reshape(output.shape)
        for output, result in zip(document.program.outputs, results, strict=True)
    }
