"""Python over NumPy arrays: the last axis is the joint, everything before it is a batch.

Linear systems are LAPACK's: one that is singular raises ``LinAlgError``, for the whole batch.
"""

from __future__ import annotations

from symoro.ir.program import Output
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, double_text, power_stars
from symoro.printers.document import Document
from symoro.printers.python import RESERVED, Flavour, python_files

_ARRAY = """def array(shape, *elements):
    stacked = np.stack(np.broadcast_arrays(*elements), axis=-1)
    return stacked.reshape(stacked.shape[:-1] + shape)"""

_SOLVE = """def linear_solve(matrix, right):
    n, m = len(matrix), len(right[0])
    rows = array((n, n + m), *(x for a, b in zip(matrix, right) for x in (*a, *b)))
    found = np.linalg.solve(rows[..., :n], rows[..., n:])
    return np.moveaxis(found.reshape(found.shape[:-2] + (n * m,)), -1, 0)"""


def _stacked(output: Output, texts: list[str]) -> str:
    if not texts:
        return f"np.zeros({output.shape})"
    return f"array({output.shape}, {', '.join(texts)})"


VECTORISED = Flavour(
    suffix="_numpy",
    imports="import numpy as np",
    dialect=Dialect(
        number=double_text,
        power=power_stars,
        functions={n: f"np.{n}" for n in FUNCTION_NAMES} | {"atan2": "np.arctan2"},
        pi="np.pi",
        reserved=RESERVED | {"array"},
    ),
    helpers=_ARRAY,
    sign=None,
    solve=_SOLVE,
    element=lambda array, index: f"{array}[..., {', '.join(map(str, index))}]",
    result=_stacked,
    is_zero=lambda given: f"np.any({given} == 0.0)",
)


def files(document: Document) -> dict[str, str]:
    """Return a module with functions over arrays of any batch shape."""
    return python_files(document, VECTORISED)
