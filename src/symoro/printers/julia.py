"""Julia: functions of arrays that count from 1, for any type of numbers.

The number type ``T`` of a call is the floating-point type that its arguments have together, so
that single precision stays single and dual numbers stay dual. Arguments are converted to it, and so
are numbers of the text, but for whole ones next to something that is a ``T``: no operation is one
of whole numbers alone, which wrap around.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from textwrap import wrap
from typing import ClassVar

from symoro.ir.program import Input, Output, Program, Solve
from symoro.printers.caller import Caller
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, ExpressionPrinter, double_text
from symoro.printers.document import Document
from symoro.printers.writer import Index, Indexing, Syntax, Writer, flat_index, size_in_words
from symoro.wording import plain_text

_WIDTH = 88
_EXACT = 2**53  # whole numbers up to here are doubles
_TERMS = 16  # a sum is one call: slow with more arguments, and thousands may overflow the stack

_RESERVED_WORDS = """
abstract baremodule begin break catch const continue do else elseif end export false finally for
function global if import in isa let local macro module mutable primitive public quote return struct
true try using where while ccall
T Float64 abs acos asin atan cos eltype exp float iszero length log real_log pi promote_type reshape
sign sin size sqrt tan tanh throw typeof zeros ArgumentError DimensionMismatch LinearAlgebra
"""
RESERVED = frozenset(_RESERVED_WORDS.split())
"""The words that cannot be names."""

_UNREADABLE = re.compile("_+$")  # a name of underscores alone can be assigned but not read
_WHOLE = re.compile(r"[\w.]+|T\([\w.+-]+\)")  # texts that need no parentheses between spaces
_INTEGER = re.compile(r"-?\d+")
_FACTORS = re.compile(r"^\d+(?=\*\d)")  # the first number of several, which come first
QUOTED = str.maketrans({"\\": "/", '"': "'", "$": " "})
"""The signs with a meaning in a string, and others in their place."""

_SHOW = """
function show_rows(name, rows)
    println(name)
    for row in rows
        println(" ", join([@sprintf("%.15g", x) for x in row], " "))
    end
end
"""


_LOG = """
function real_log(x)
    return x < 0 ? oftype(x, NaN) : log(x)
end"""


def _number(value: Fraction) -> str:
    if value.denominator == 1 and abs(value) <= _EXACT:
        return str(value)
    return f"T({double_text(value)})"


def _split_sum(terms: list[str]) -> list[list[str]]:
    return [terms[k : k + _TERMS] for k in range(0, len(terms), _TERMS)]


def array_text(shape: Index, texts: Sequence[str], kind: str = "") -> str:
    """An array whose elements are given row by row, on several lines if it is large."""
    if not texts:
        return f"zeros({kind or 'Float64'}, {', '.join(map(str, shape))})"
    if len(shape) == 1:
        return _wrapped_list(f"{kind}[", texts, "]")
    if len(shape) == 2 and shape[1] > 1:
        items = [text if _WHOLE.fullmatch(text) else f"({text})" for text in texts]
        rows = [" ".join(items[k : k + shape[1]]) for k in range(0, len(items), shape[1])]
        line = f"{kind}[{'; '.join(rows)}]"
        if len(line) <= _WIDTH // 2 or len(rows) == 1:
            return line
        return "\n".join([f"{kind}[", *(f"    {row}" for row in rows), "]"])
    indices = (index[::-1] for index in product(*map(range, reversed(shape))))
    by_columns = [texts[flat_index(index, shape)] for index in indices]
    return _wrapped_list(f"reshape({kind}[", by_columns, f"], {', '.join(map(str, shape))})")


def _wrapped_list(before: str, texts: Sequence[str], behind: str) -> str:
    """Texts with commas between them, on several lines if they are many."""
    line = f"{before}{', '.join(texts)}{behind}"
    if len(line) <= _WIDTH:
        return line
    joined = ", ".join(text.replace(" ", "\xa0") for text in texts)
    lines = wrap(joined, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([before, *(f"    {each}" for each in lines), behind]).replace("\xa0", " ")


def files(document: Document) -> dict[str, str]:
    """Return a file with one function, or with two for two parts, and an example."""
    writer = JuliaWriter(document)
    return writer.files() | JuliaCaller(writer).files()


class _Expressions(ExpressionPrinter):
    """Expressions of the type ``T``."""

    def text(self, edge: int) -> str:
        text = super().text(edge)
        return f"T({text})" if _INTEGER.fullmatch(text) else text

    def terms(self, edge: int) -> list[str]:
        first, *others = super().terms(edge)
        if others and _INTEGER.fullmatch(first) and others[0][2:].isdecimal():
            first = f"T({first})"
        return [first, *others]

    def _product(self, edge: int) -> str:
        return _FACTORS.sub(r"T(\g<0>)", super()._product(edge))

    def _parts_of_pi(self, above: list[int], below: list[str]) -> tuple[list[int], list[str]]:
        above, below = super()._parts_of_pi(above, below)
        return above, [_number(Fraction(each)) if each.isdecimal() else each for each in below]


def _number_type(kinds: Sequence[str]) -> list[str]:
    """The assignments of ``T``: calls of few types each, since many are slow to infer."""
    if not kinds:
        return ["T = Float64"]
    line = f"T = float(promote_type({', '.join(kinds)}))"
    if len(line) <= _WIDTH:
        return [line]
    before = "T = promote_type(T, "
    groups = wrap(", ".join(kinds), _WIDTH - len(before), break_long_words=False)
    first, *others = (group.removesuffix(",") for group in groups)
    return [
        f"T = promote_type({first})",
        *(f"{before}{group})" for group in others),
        "T = float(T)",
    ]


class JuliaWriter(Writer):
    """The functions of a file."""

    expressions: ClassVar[type[ExpressionPrinter]] = _Expressions
    syntax = Syntax(
        dialect=Dialect(
            number=_number,
            functions=FUNCTION_NAMES | {"atan2": "atan", "log": "real_log"},
            pi="T(pi)",
            divides_pi=True,
            reserved=RESERVED,
        ),
        suffix=".jl",
        names_outputs=True,
        parameter="{p}.{field}",
        element=Indexing("[", ", ", "]", 1),
        helpers={"log": _LOG},
        prefixes=_UNREADABLE,
        split_sum=_split_sum,
    )

    def prologue(self) -> list[str]:
        """The package of linear algebra, where it is needed."""
        return ["", "using LinearAlgebra"] if self.program.systems else []

    def documentation(self, part: Program) -> list[str]:
        """The text for help."""
        call = f"{part.name}({', '.join(self.names.arguments(part))})"
        results = ", ".join(self.names.array(output.name) for output in part.outputs)
        title = plain_text(self.document.title).translate(QUOTED)
        lines = [f"- {line}".translate(QUOTED) for line in self.describe_arguments(part)]
        return ['"""', f"    {call} -> {results}", "", f"{title}.", "", *lines, '"""']

    def head(self, part: Program) -> list[str]:
        """The line of the function."""
        return [f"function {part.name}({', '.join(self.names.arguments(part))})"]

    def size_check(self, name: str, shape: Index) -> list[str]:
        """An error."""
        extent = f"length({name}) == {shape[0]}" if len(shape) == 1 else f"size({name}) == {shape}"
        error = f'DimensionMismatch("{name} must {size_in_words(shape)}")'
        return [f"{extent} || throw({error})"]

    def zero_check(self, part: Program, value: str, name: str) -> list[str]:
        """An error."""
        return [f'iszero({value}) && throw(ArgumentError("{name} must not be zero"))']

    def inputs(self, part: Program) -> list[str]:
        """The number type, and the assignments that read the arguments."""
        kinds = [f"eltype({self.names.array(name)})" for name, _ in part.arrays]
        kinds += [f"typeof({self.parameter(self.names.p, name)})" for name in part.parameters]
        return [*_number_type(kinds), *super().inputs(part)]

    def input_text(self, part: Program, item: Input) -> str:
        """The text that reads an input, as a number of the type."""
        return f"T({super().input_text(part, item)})"

    def values(self, part: Program, edges: Iterable[int]) -> list[str]:
        """The elements of an array, which converts numbers by itself."""
        numbers = ((edge, part.graph.value(edge)) for edge in edges)
        return [self.value(part, e) if x is None else _number(x) for e, x in numbers]

    def solve(self, part: Program, solve: Solve) -> list[str]:
        """A division from the left."""
        n, m, solution = solve.unknowns, solve.right_hand_sides, self.systems[solve.names]
        left = array_text((n, n), self.values(part, solve.matrix), "T")
        right = array_text((n,) if m == 1 else (n, m), self.values(part, solve.right), "T")
        lines = self.let(solution, f"{left} \\ {right}").splitlines()
        element = self.syntax.element
        return [*lines, *self.unknowns(solve, lambda i, k: element(solution, (i, k)[:m], (n, m)))]

    def outputs(self, part: Program) -> list[str]:
        """The results."""
        lines = []
        for output in part.outputs:
            if output.shape:
                value = array_text(output.shape, self.values(part, output.elements), "T")
            else:
                value = self.value(part, output.elements[0])
            lines += self.let(self.names.array(output.name), value).splitlines()
        return [*lines, f"return {', '.join(self.names.array(o.name) for o in part.outputs)}"]

    def tail(self, part: Program) -> list[str]:
        """The end."""
        return ["end"]


class JuliaCaller(Caller[JuliaWriter]):
    """The example."""

    command = "julia {main}"

    def prologue(self) -> list[str]:
        """The file that is included, and the function that prints rows."""
        include = f'include("{self.writer.file}")'
        return ["", "using Printf", "", include, *_SHOW.splitlines(), ""]

    def parameters(self) -> list[str]:
        """A named tuple."""
        pairs = self.numbers.parameters.items()
        fields = [f"    {self.writer.names.field(name)} = {value!r}," for name, value in pairs]
        return ["p = (", *fields, ")"]

    def declare_argument(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """An array."""
        return f"{name} = {array_text(shape, [repr(x) for x in numbers])}".splitlines()

    def print_output(self, output: Output, name: str) -> list[str]:
        """A call of ``show_rows``."""
        rows = f"[{name}]"
        if len(output.shape) == 2:
            rows = f"eachrow({name})"
        elif len(output.shape) == 3:
            first, second, _ = output.shape
            rows = f"[{name}[i, j, :] for i in 1:{first} for j in 1:{second}]"
        return [f'show_rows("{output.name}", {rows})']
