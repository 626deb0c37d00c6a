"""The example callers: what they are called with, and what they must print."""

from __future__ import annotations

import numpy as np

from printers.toolchain import expected
from symoro.printers.document import Document
from symoro.printers.example import example


def given(document: Document) -> dict[str, float]:
    """The numbers of an example, by input."""
    numbers, program = example(document), document.program
    values = dict(numbers.parameters)
    for item in program.inputs:
        if item.array in numbers.arrays:
            shape = dict(program.shapes)[item.array]
            values[item.name] = float(np.reshape(numbers.arrays[item.array], shape)[item.index])
    return values


def assert_printed(said: str, document: Document, tolerance: float = 1e-12) -> None:
    """An example prints each output: its name, then its rows; 15 digits of each number."""
    lines = said.splitlines()
    for output, array in expected(document.program, given(document)).items():
        if not array.size:
            continue
        assert lines.pop(0) == output
        rows = array.reshape(-1, array.shape[-1] if array.ndim else 1)
        found = [[float(text) for text in lines.pop(0).split()] for _ in rows]
        scale = max(1.0, float(np.abs(array).max()))
        np.testing.assert_allclose(found, rows, rtol=0, atol=tolerance * scale)
    assert lines == []
