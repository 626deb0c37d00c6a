"""Python over NumPy arrays: the last axis is the joint, everything before it is a batch.

Outputs have the batch and the number type that all inputs have together, constant ones too.
Linear systems are LAPACK's: one that is singular raises ``LinAlgError``, for the whole batch.
"""

from __future__ import annotations

from symoro.ir.program import Output, Program
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, double_text, power_stars
from symoro.printers.document import Document
from symoro.printers.python import RESERVED, PythonCaller, PythonWriter
from symoro.printers.writer import Index, Syntax, in_thousands

_ARRAY = """

def array(inputs, shape, elements):
    # The batch and the floating-point type are those that all inputs have together.
    batch = np.broadcast_shapes(*map(np.shape, inputs))
    made = np.empty(batch + shape, np.result_type(np.float16, np.result_type(*inputs)))
    flat = made.reshape(batch + (len(elements),))
    for k, element in enumerate(elements):
        flat[..., k] = element
    return made"""

_FLAT = """

def flat(array):
    return np.ravel(array).tolist()
"""

_SOLVE = """
def linear_solve(matrix, right):
    n, m = len(matrix), len(right[0])
    elements = [x for a, b in zip(matrix, right) for x in (*a, *b)]
    rows = array(elements, (n, n + m), elements)
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
    divided=in_thousands,
)


def files(document: Document) -> dict[str, str]:
    """Return a module with functions over arrays of any batch shape, and an example."""
    writer = _NumPy(document)
    return writer.files() | _Caller(writer).files()


class _NumPy(PythonWriter):
    syntax = SYNTAX
    imports = "import numpy as np"
    is_zero = "np.any({given} == 0.0)"

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.given = self.names.fresh("inputs")

    def prologue(self) -> list[str]:
        return [*super().prologue(), *_ARRAY.splitlines()]

    def inputs(self, part: Program) -> list[str]:
        texts = [
            _element(self.names.array(name), (0,) * len(shape), shape)
            for name, shape in part.arrays
        ]
        texts += [self.names.of(name) for name in part.parameters]
        return [*super().inputs(part), self.let(self.given, f"[{', '.join(texts or ['0.0'])}]")]

    def result(self, output: Output, texts: list[str]) -> str:
        return f"array({self.given}, {output.shape}, [{', '.join(texts)}])"


class _Caller(PythonCaller):
    array = "np.array({numbers})"
    flat = _FLAT

    def prologue(self) -> list[str]:
        return ["", "import numpy as np", *super().prologue()]
