"""Python over NumPy arrays: the last axis is the joint, everything before it is a batch.

Outputs have the batch and the number type that all inputs have together, constant ones too. Whole
numbers are made double when they are read, since those of an array wrap around.
Linear systems are LAPACK's: one that is singular raises ``LinAlgError``, for the whole batch.
"""

from __future__ import annotations

from symoro.ir.program import Input, Output, Program
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, double_text, power_stars
from symoro.printers.document import Document
from symoro.printers.python import RESERVED, PythonCaller, PythonWriter
from symoro.printers.writer import Index, Indexing, Syntax, split_in_thousands

GIVEN = """

def given(name, x, shape=()):
    # Python's numbers are taken as they are; whole numbers of an array become double.
    if not shape and isinstance(x, (int, float, complex)):
        return x
    x = np.asarray(x)
    if x.shape[x.ndim - len(shape):] != shape:
        raise ValueError(f"{name} must have {shape} as its last axes; its shape is {x.shape}")
    return x.astype(np.float64) if x.dtype.kind in "biu" else x"""
"""The function that reads an argument."""

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


SYNTAX = Syntax(
    dialect=Dialect(
        number=double_text,
        power=power_stars,
        functions={n: f"np.{n}" for n in FUNCTION_NAMES}
        | {f"a{n}": f"np.arc{n}" for n in ("sin", "cos", "tan2")},
        pi="np.pi",
        reserved=RESERVED | {"array", "given"},
    ),
    suffix="_numpy.py",
    element=Indexing("[..., ", ", ", "]", 0),
    helpers={"solve": _SOLVE},
    split_sum=split_in_thousands,
)


def files(document: Document) -> dict[str, str]:
    """Return a module with functions over arrays of any batch shape, and an example."""
    writer = _NumPy(document)
    return writer.files() | _Caller(writer).files()


class _NumPy(PythonWriter):
    syntax = SYNTAX
    imports = "import numpy as np"
    is_zero = "np.any(np.equal({given}, 0.0))"

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.read = self.names.fresh("inputs")

    def prologue(self) -> list[str]:
        reads = any(part.used_inputs for part in self.document.parts)
        helper = GIVEN.splitlines() if reads else []
        return [*super().prologue(), *helper, *_ARRAY.splitlines()]

    def size_check(self, name: str, shape: Index) -> list[str]:
        return []  # `given` refuses it

    def inputs(self, part: Program) -> list[str]:
        arrays = self.arrays(part)
        lines = [self.let(name, f'given("{name}", {name}, {shape})') for name, shape in arrays]
        texts = [self.syntax.element(name, (0,) * len(shape), shape) for name, shape in arrays]
        texts += [self.names.of(name) for name in part.parameters]
        every = self.let(self.read, f"[{', '.join(texts or ['0.0'])}]")
        return [*lines, *super().inputs(part), every]

    def input_text(self, part: Program, item: Input) -> str:
        place = super().input_text(part, item)
        return place if item.array is not None else f'given("{item.name}", {place})'

    def result(self, output: Output, texts: list[str]) -> str:
        return f"array({self.read}, {output.shape}, [{', '.join(texts)}])"


class _Caller(PythonCaller):
    array = "np.array({numbers})"
    flat = _FLAT

    def prologue(self) -> list[str]:
        return ["", "import numpy as np", *super().prologue()]
