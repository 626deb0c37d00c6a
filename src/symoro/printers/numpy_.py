"""Python over NumPy arrays: the last axis is the joint, everything before it is a batch.

Linear systems are LAPACK's: one that is singular raises ``LinAlgError``, for the whole batch.
"""

from __future__ import annotations

from symoro.ir.program import Output
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, double_text, power_stars
from symoro.printers.document import Document
from symoro.printers.python import RESERVED, PythonCaller, PythonWriter
from symoro.printers.writer import Index, Syntax

_ARRAY = """

def array(shape, *elements):
    stacked = np.stack(np.broadcast_arrays(*elements), axis=-1)
    return stacked.reshape(stacked.shape[:-1] + shape)"""

_FLAT = """

def flat(array):
    return np.ravel(array).tolist()
"""

_SOLVE = """
def linear_solve(matrix, right):
    n, m = len(matrix), len(right[0])
    rows = array((n, n + m), *(x for a, b in zip(matrix, right) for x in (*a, *b)))
    found = np.linalg.solve(rows[..., :n], rows[..., n:])
    return np.moveaxis(found.reshape(found.shape[:-2] + (n * m,)), -1, 0)
"""


def _element(array: str, index: Index, shape: Index) -> str:
    del shape
    return f"{array}[..., {', '.join(map(str, index))}]"


SYNTAX = Syntax(
    dialect=Dialect(
        number=double_text,
        power=power_stars,
        functions={n: f"np.{n}" for n in FUNCTION_NAMES} | {"atan2": "np.arctan2"},
        pi="np.pi",
        reserved=RESERVED | {"array"},
    ),
    suffix="_numpy.py",
    element=_element,
    helpers={"solve": _SOLVE},
)


def files(document: Document) -> dict[str, str]:
    """Return a module with functions over arrays of any batch shape, and an example."""
    writer = _NumPy(document)
    return writer.files() | _Caller(writer).files()


class _NumPy(PythonWriter):
    syntax = SYNTAX
    imports = "import numpy as np"
    is_zero = "np.any({given} == 0.0)"

    def prologue(self) -> list[str]:
        return [*super().prologue(), *_ARRAY.splitlines()]

    def result(self, output: Output, texts: list[str]) -> str:
        if not texts:
            return f"np.zeros({output.shape})"
        return f"array({output.shape}, {', '.join(texts)})"


class _Caller(PythonCaller):
    array = "np.array({numbers})"
    flat = _FLAT

    def prologue(self) -> list[str]:
        return ["", "import numpy as np", *super().prologue()]
