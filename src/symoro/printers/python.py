"""Python: plain ``math`` here; the same text over NumPy arrays in `numpy_`."""

from __future__ import annotations

import keyword
from collections.abc import Sequence

from symoro.ir.program import Output, Program, Solve
from symoro.printers.caller import Caller, rows_of
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, double_text, nested_list, power_stars
from symoro.printers.document import Document
from symoro.printers.writer import (
    Index,
    Syntax,
    Writer,
    brackets_from_zero,
    size_in_words,
    split_in_thousands,
)
from symoro.wording import plain_text

RESERVED = frozenset(keyword.kwlist) | {
    *(
        "math",
        "np",
        "sign",
        "log",
        "linear_solve",
        "float",
        "len",
        "any",
        "print",
        "KeyError",
        "ValueError",
    ),
    "__debug__",
}

_QUOTED = str.maketrans({"\\": "/", '"': "'"})  # signs that could end a docstring

_SIGN = """
def sign(x):
    return float(x > 0.0) - float(x < 0.0)
"""

_LOG = """
def log(x):
    return math.log(x) if x > 0.0 else -math.inf if x == 0.0 else math.nan
"""

_SOLVE = """
def linear_solve(matrix, right):
    rows = [[*a, *b] for a, b in zip(matrix, right)]
    n, width = len(rows), len(rows[0])
    for c in range(n):
        best = max(range(c, n), key=lambda r: abs(rows[r][c]))
        rows[c], rows[best] = rows[best], rows[c]
        if rows[c][c] == 0.0:
            raise ZeroDivisionError("a singular linear system")
        for row in rows[c + 1:]:
            factor = row[c] / rows[c][c]
            for k in range(c + 1, width):
                row[k] -= factor * rows[c][k]
    for c in reversed(range(n)):
        for k in range(n, width):
            known = sum(rows[c][i] * rows[i][k] for i in range(c + 1, n))
            rows[c][k] = (rows[c][k] - known) / rows[c][c]
    return [x for row in rows for x in row[n:]]
"""

_FLAT = """

def flat(array):
    return [x for each in array for x in flat(each)] if isinstance(array, list) else [array]
"""

_SHOW = """

def show(name, array, columns):
    print(name)
    numbers = flat(array)
    for k in range(0, len(numbers), columns):
        print("", *(f"{x:.15g}" for x in numbers[k:k + columns]))

"""


SYNTAX = Syntax(
    dialect=Dialect(
        number=double_text,
        power=power_stars,
        functions={n: f"math.{n}" for n in FUNCTION_NAMES} | {n: n for n in ("abs", "sign", "log")},
        pi="math.pi",
        reserved=RESERVED | {"abs"},
    ),
    suffix=".py",
    element=brackets_from_zero,
    helpers={"sign": _SIGN, "log": _LOG, "solve": _SOLVE},
    split_sum=split_in_thousands,
)


def files(document: Document) -> dict[str, str]:
    """Return a module with functions over plain floats, and an example."""
    writer = PythonWriter(document)
    return writer.files() | PythonCaller(writer).files()


class PythonWriter(Writer):
    """Functions of Python, whatever their number type."""

    syntax = SYNTAX
    imports = "import math"
    is_zero = "{given} == 0.0"

    @property
    def module(self) -> str:
        """The name that the file is imported by."""
        return self.file.removesuffix(".py")

    def prologue(self) -> list[str]:
        """The import."""
        return ["", self.imports]

    def function(self, part: Program) -> list[str]:
        """As everywhere, behind another empty line."""
        return ["", *super().function(part)]

    def documentation(self, part: Program) -> list[str]:
        """Nothing: the docstring describes the arguments."""
        return []

    def head(self, part: Program) -> list[str]:
        """The line of the definition, and the docstring."""
        described = [f"    {line}" for line in self.describe_arguments(part)]
        title = plain_text(self.document.title).translate(_QUOTED)
        head = f"def {part.name}({', '.join(self.names.arguments(part))}):"
        return [head, f'    """{title}.', "", *described, '    """']

    def inputs(self, part: Program) -> list[str]:
        """The assignments that read the arguments; a parameter that is missing is named."""
        items = [item for item in part.used_inputs if item.array is None]
        nonzero = self.document.nonzero if part is self.document.prepare else ()
        reads = [self.let(self.names.of(each.name), self.input_text(part, each)) for each in items]
        for name in nonzero:
            reads += self.zero_check(part, self.parameter(self.names.p, name), name)
        if reads:
            error = self.names.fresh("error")
            text = f'f"the parameter {{{error}.args[0]}} is missing"'
            reads = ["try:", *(f"    {line}" for line in reads), f"except KeyError as {error}:"]
            reads.append(f"    raise KeyError({text}) from None")
        arrays = [item for item in part.used_inputs if item.array is not None]
        return reads + [self.let(self.names.of(i.name), self.input_text(part, i)) for i in arrays]

    def size_check(self, name: str, shape: Index) -> list[str]:
        """An error."""
        test = f"len({name}) != {shape[0]}"
        if len(shape) > 1:
            test += f" or any(len(row) != {shape[1]} for row in {name})"
        return [f"if {test}:", f'    raise ValueError("{name} must {size_in_words(shape)}")']

    def parameter_checks(self, part: Program) -> list[str]:
        """None here: they are where parameters are read."""
        return []

    def zero_check(self, part: Program, value: str, name: str) -> list[str]:
        """An error."""
        test = self.is_zero.format(given=value)
        return [f"if {test}:", f'    raise ValueError("{name} must not be zero")']

    def solve(self, part: Program, solve: Solve) -> list[str]:
        """A call of the helper."""
        assigned = [self.names.of(name) for name in solve.names]
        left = ", ".join(assigned) if len(assigned) > 1 else f"({assigned[0]},)"
        sides = (
            nested_list((solve.unknowns, size), self.values(part, edges))
            for size, edges in (
                (solve.unknowns, solve.matrix),
                (solve.right_hand_sides, solve.right),
            )
        )
        return [f"{left} = linear_solve({', '.join(sides)})"]

    def outputs(self, part: Program) -> list[str]:
        """The results; several are a tuple."""
        results = [self.result(each, self.values(part, each.elements)) for each in part.outputs]
        return [f"return {', '.join(results)}"]

    def result(self, output: Output, texts: list[str]) -> str:
        """An output array: lists within lists."""
        return nested_list(output.shape, texts)


class PythonCaller(Caller[PythonWriter]):
    """The example of a module."""

    command = "python {main}"
    array = "{numbers}"
    flat = _FLAT

    def prologue(self) -> list[str]:
        """The imports, and the function that prints numbers."""
        functions = ", ".join(part.name for part in self.document.parts)
        helpers = self.flat.splitlines() + _SHOW.splitlines()
        return ["", f"from {self.writer.module} import {functions}", *helpers, ""]

    def parameters(self) -> list[str]:
        """A dictionary."""
        pairs = (f'    "{name}": {value!r},' for name, value in self.numbers.parameters.items())
        return ["p = {", *pairs, "}"]

    def declare_argument(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """Lists within lists."""
        return [
            f"{name} = {self.array.format(numbers=nested_list(shape, list(map(repr, numbers))))}"
        ]

    def print_output(self, output: Output, name: str) -> list[str]:
        """A call of ``show``."""
        return [f'show("{output.name}", {name}, {rows_of(output)[1]})']
