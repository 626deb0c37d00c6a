"""Maple: read back by a small reader of its text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printers.algebra_texts import run_algebra
from printers.toolchain import Array, Case, shaped


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Read each case and evaluate it."""
    del folder
    return [_run(case) for case in cases]


def _run(case: Case) -> dict[str, Array]:
    program = case.document.program
    arrays = list(case.arrays.values())
    given = {name: case.values[name] for name in program.parameters}
    return shaped(program, run_algebra(case.document, "maple", arrays, given))
