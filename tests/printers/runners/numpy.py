"""Python over NumPy: imported and called, with arrays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from printers.runners.python import module, run_python
from printers.toolchain import Array, Case, folders
from printers.tree_cases import TreeCase, rows_of, write_tree
from symoro.ir.tree_rows import Rows


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Import each case and call it once, after what prepares it."""
    return [run_python(case, own, "numpy") for case, own in folders(cases, folder)]


def run_trees(cases: Sequence[TreeCase], folder: Path) -> list[list[Rows]]:
    """Import the inverse geometric model of each case, and call it once for all its poses."""
    found = []
    for case, own in folders(cases, folder):
        function = getattr(module(write_tree(case.document, "numpy", own)[0]), case.document.name)
        p = [dict(case.parameters)] if case.document.tree.parameters else []
        arrays = map(np.array, zip(*case.arguments, strict=True))
        q, valid, label, multiplicity, status = function(*arrays, *p)
        assert not q[~valid].any()
        found.append(
            [
                rows_of(q[k, own_rows], label[k, own_rows], multiplicity[k, own_rows], status[k])
                for k, own_rows in enumerate(valid)
            ]
        )
    return found
