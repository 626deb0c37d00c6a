"""Python over NumPy: imported and called, with arrays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printers.runners.python import run_python
from printers.toolchain import Array, Case, folders


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Import each case and call it once, after what prepares it."""
    return [run_python(case, own, "numpy") for case, own in folders(cases, folder)]
