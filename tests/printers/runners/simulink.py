"""Simulink's variant of MATLAB: run by Octave, all cases in one process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from printers.runners.matlab import calls, literal, numbers, run_octave
from printers.toolchain import Array, Case, shaped
from symoro.ir import Program


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Call each case once, after what prepares it, with all arrays in one column."""
    return run_octave(cases, folder, _called, _outputs)


def _called(case: Case, folder: Path) -> list[str]:
    flat = [array.ravel() for array in case.arrays.values()]
    u = np.concatenate([np.zeros(0), *flat])[:, None]
    return [
        f"u = {literal(u)};",
        *calls(case, "simulink", folder, "u", "y"),
        "show(y);",
    ]


def _outputs(program: Program, shown: Iterator[str]) -> dict[str, Array]:
    size, elements = numbers(shown)
    assert size == [len(elements), 1]
    return shaped(program, elements.tolist())
