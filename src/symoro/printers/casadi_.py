"""CasADi: a Python module whose functions build and return ``casadi.Function`` objects over SX.

CasADi has matrices only: a vector is a column, and of an array with three indices the first two run
together over the rows. Linear systems are CasADi's own, by orthogonal factors, whose size does not
depend on the numbers; one that is singular gives results that are not finite. No such function can
refuse a number, so ``parameters``, which makes ``p`` of a mapping, does.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection
from functools import cached_property
from textwrap import wrap

from symoro.expressions.names import fresh_name
from symoro.ir.program import Output, Program, Solve
from symoro.printers.caller import rows_of
from symoro.printers.dialect import (
    FUNCTION_NAMES,
    Dialect,
    ExpressionPrinter,
    double_text,
    nested_list,
    power_stars,
)
from symoro.printers.document import Document
from symoro.printers.python import PythonCaller, PythonWriter
from symoro.printers.writer import Index, Indexing, Syntax, Writer, split_in_thousands

_WIDTH = 90
_TAKEN = frozenset({"null", "jac", "hess"})  # by CasADi, as names of functions and arguments

_PARAMETERS = '''

def parameters(values):
    """Return p of a mapping from symbol to number."""
    for name in PARAMETERS:
        if name not in values:
            raise KeyError(f"the parameter {name} is missing")
'''

_NONZERO = """        if name in NONZERO and values[name] == 0:
            raise ValueError(f"{name} must not be zero")
"""

_COLUMN = """    return ca.DM([values[name] for name in PARAMETERS])
"""

_FLAT = """

def flat(array):
    return array.full().ravel().tolist()
"""


def legal_name(wanted: str, others: Collection[str] = ()) -> str:
    """Return a name that CasADi takes for a function, an argument or a result."""
    name = re.sub("_+", "_", wanted).removeprefix("_")
    if not name[:1].isalpha() or name in _TAKEN:
        name = f"x_{name}"
    return fresh_name(name, others, "1")  # CasADi takes no two _ in a row


def argument_names(program: Program, *, p: bool = True) -> tuple[list[str], list[str]]:
    """Return the names that CasADi has for the arguments and the results of a program.

    ``p`` tells whether the parameters are an argument, where there are some.
    """
    names: list[str] = []
    arrays = [name for name, _ in program.arrays] + (["p"] if p and program.parameters else [])
    for wanted in (*arrays, *(output.name for output in program.outputs)):
        names.append(legal_name(wanted, names))
    return names[: len(arrays)], names[len(arrays) :]


def matrix_shape(output: Output) -> tuple[int, int]:
    """The rows and columns of an output: a vector is a column, the last of three indices a row."""
    rows, columns = rows_of(output)
    return (columns, rows) if len(output.shape) < 2 else (rows, columns)


def _tuple_lines(name: str, words: tuple[str, ...]) -> list[str]:
    """The assignment of a tuple of texts."""
    if len(words) == 1:
        return [f'{name} = ("{words[0]}",)']
    quoted = " ".join(f'"{word}",' for word in words)
    return [
        f"{name} = (",
        *(f"    {line}" for line in wrap(quoted, _WIDTH, break_long_words=False)),
        ")",
    ]


SYNTAX = Syntax(
    dialect=Dialect(
        number=double_text,
        power=power_stars,
        functions={n: f"ca.{n}" for n in FUNCTION_NAMES} | {"abs": "ca.fabs"},
        pi="ca.pi",
        reserved=frozenset(keyword.kwlist) | {"ca", "__debug__"},
    ),
    suffix="_casadi.py",
    element=Indexing("[", ", ", "]", 0),
    split_sum=split_in_thousands,
)


def files(document: Document) -> dict[str, str]:
    """Return a module with functions that build functions of CasADi's, and an example."""
    writer = _CasADi(document)
    return writer.files() | _Caller(writer).files()


class _CasADi(PythonWriter):
    syntax = SYNTAX
    imports = "import casadi as ca"

    @cached_property
    def places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.program.parameters)}

    @property
    def nonzero(self) -> tuple[str, ...]:
        names = self.document.nonzero if self.document.prepare is not None else ()
        return tuple(name for name in self.program.parameters if name in names)

    def prologue(self) -> list[str]:
        lines = super().prologue()
        if self.program.parameters:
            lines += ["", *_tuple_lines("PARAMETERS", self.program.parameters)]
            lines += _tuple_lines("NONZERO", self.nonzero) if self.nonzero else []
            text = _PARAMETERS + (_NONZERO if self.nonzero else "")
            lines += [*text.splitlines(), *self.value_checks(), *_COLUMN.splitlines()]
        return lines

    def value_checks(self) -> list[str]:
        prepare = self.document.prepare
        lines: list[str] = []
        for guard in self.document.guards if prepare is not None else ():
            names = {name: f'values["{name}"]' for name in guard.parameters}
            value = ExpressionPrinter(guard.graph, self.syntax.dialect, names).text(guard.value)
            lines += [f"    {line}" for line in self.zero_check(self.program, value, guard.name)]
        return lines

    def guard_checks(self, part: Program) -> list[str]:
        return []  # `parameters` has them

    def size_check(self, name: str, shape: Index) -> list[str]:
        return []  # a casadi.Function refuses it

    def head(self, part: Program) -> list[str]:
        arguments, results = argument_names(part)
        described = self.document.describe_arguments(part)
        if part.parameters:
            meaning = "the robot's constant parameters, a column in the order of PARAMETERS"
            described[len(part.arrays)] = f"p: {meaning}"
        meanings = (line.partition(": ")[2] for line in described)
        called = zip((*arguments, *results), meanings, strict=True)
        described = [f"{name}: {meaning}" for name, meaning in called]
        _, title, *_ = super().head(part)
        lines = [f"{title.removesuffix('.')}: the casadi.Function.", ""]
        return [f"def {part.name}():", *lines, *(f"    {each}" for each in described), '    """']

    def declarations(self, part: Program) -> list[str]:
        arrays = [(name, self.names.array(name), shape) for name, shape in part.arrays]
        if part.parameters:
            arrays.append(("p", self.names.p, (len(self.program.parameters),)))
        called = argument_names(part)[0]
        return [
            f'{variable} = ca.SX.sym("{name}", {", ".join(map(str, shape))})'
            for name, (_, variable, shape) in zip(called, arrays, strict=True)
        ]

    def parameter(self, p: str, name: str) -> str:
        return f"{p}[{self.places[name]}]"

    def inputs(self, part: Program) -> list[str]:
        return Writer.inputs(self, part)  # nothing is missing: it is read when `p` is made

    def solve(self, part: Program, solve: Solve) -> list[str]:
        n, m, solution = solve.unknowns, solve.right_hand_sides, self.systems[solve.names]
        matrix = nested_list((n, n), self.values(part, solve.matrix))
        right = nested_list((n, m), self.values(part, solve.right))
        lines = [f"{solution} = ca.solve(ca.blockcat({matrix}), ca.blockcat({right}))"]
        return [*lines, *self.unknowns(solve, lambda i, k: f"{solution}[{i}, {k}]")]

    def outputs(self, part: Program) -> list[str]:
        arguments = {name for name, _ in part.arrays}
        lines, variables = [], []
        for output in part.outputs:
            new = self.names.fresh if output.name in arguments else self.names.array
            variables.append(new(output.name))
            value = self.result(output, self.values(part, output.elements))
            lines.append(self.let(variables[-1], value))
        names = [[f'"{name}"' for name in each] for each in argument_names(part)]
        lists = (self.names.arguments(part), variables, *names)
        lines += ["return ca.Function(", f'    "{legal_name(part.name)}",']
        return [*lines, *(f"    [{', '.join(each)}]," for each in lists), ")"]

    def result(self, output: Output, texts: list[str]) -> str:
        rows, columns = matrix_shape(output)
        if not texts:
            return f"ca.SX({rows}, {columns})"
        if columns == 1:
            return f"ca.vertcat({', '.join(texts)})"
        return f"ca.blockcat({nested_list((rows, columns), texts)})"


class _Caller(PythonCaller):
    array = "ca.DM({numbers})"
    flat = _FLAT

    def prologue(self) -> list[str]:
        first, second, *rest = super().prologue()
        if self.document.program.parameters:
            second = f"{second}, parameters"
        matrices = ["", "import casadi as ca"] if self.document.program.arrays else []
        return [*matrices, first, second, *rest]

    def arguments(self, part: Program) -> list[str]:
        return ["parameters(p)" if each == "p" else each for each in super().arguments(part)]

    def call(self, part: Program, arguments: list[str], results: list[str]) -> list[str]:
        if not arguments:  # a call without any returns a dictionary
            return [f"{', '.join(results)}, = {part.name}().call([])"]
        return [f"{', '.join(results)} = {part.name}()({', '.join(arguments)})"]
