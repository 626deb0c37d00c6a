"""MATLAB: each function in a file of its own; parameters are a struct, vectors come out as columns.

Octave reads the same files. Numbers are single or double as the arguments are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

from symoro.ir.graph import Op
from symoro.ir.program import Output, Program, Solve
from symoro.printers.caller import Caller, rows_of
from symoro.printers.dialect import Dialect, double_text
from symoro.printers.document import Document
from symoro.printers.languages import MAIN
from symoro.printers.names import LocalNames
from symoro.printers.renaming import new_names, renaming_lines
from symoro.printers.writer import Index, Syntax, Writer, parentheses_from_one, size_in_words
from symoro.wording import plain_text

_WIDTH = 110
_LONGEST = 63  # characters of a name: namelengthmax
_ENDING = 16  # characters at the end of a function's name, which are kept where it is cut
_ADDED = len("_prepare")
CODEGEN = "%#codegen"
"""The line of a function that code can be generated from; not shown by ``help``."""

_MATLAB = """
arguments break case catch classdef continue else elseif end enumeration events for function global
if import methods otherwise parfor persistent properties return spmd switch try while
"""
_OCTAVE = """
do end_try_catch end_unwind_protect endarguments endclassdef endenumeration endevents endfor
endfunction endif endmethods endparfor endproperties endspmd endswitch endwhile until unwind_protect
unwind_protect_cleanup
"""
_MEANT = """
Inf NaN abs acos ans asin atan2 cast cat cos eps error exp false i inf j log nan nargin nargout
numel pi sign sin size sqrt tan tanh true varargin varargout zeros
"""
_KEYWORDS = frozenset(f"{_MATLAB} {_OCTAVE}".split())


def _number(value: Fraction) -> str:
    return double_text(value).removesuffix(".0")


def _break_line(line: str) -> list[str]:
    """Return the pieces of a line, carried on behind a comma, an operator or a product's sign."""
    if line.lstrip().startswith("%"):
        return [line]
    margin = " " * (len(line) - len(line.lstrip()) + 4)
    lines: list[str] = []
    while len(line) > _WIDTH:
        within = line[: _WIDTH - 4].partition("'")[0]  # no string is cut
        cuts = [m.end() for m in re.finditer(r"[-+,;=\\] (?!\.)", within)]
        cuts = cuts or [m.end() for m in re.finditer(r"[*/]", within)]
        if not cuts:
            break
        lines.append(f"{line[: cuts[-1]].rstrip()} ...")
        line = margin + line[cuts[-1] :]
    return [*lines, line]


SYNTAX = Syntax(
    dialect=Dialect(number=_number, pi="pi", reserved=_KEYWORDS.union(_MEANT.split())),
    suffix=".m",
    names_outputs=True,
    comment=("% ", ""),
    let="{name} = {value};",
    parameter="{p}.{field}",
    element=parentheses_from_one,
    prefixes=re.compile("_"),
    longest=_LONGEST,
    break_line=_break_line,
)


D = TypeVar("D", bound=Document)


def files(document: Document) -> dict[str, str]:
    """Return a function in a file, or two in two files, and an example script."""
    writer = MatlabWriter(with_legal_name(document))
    return writer.files() | MatlabCaller[MatlabWriter](writer).files()


def with_legal_name(document: D, variant: str = "") -> D:
    """Return a document whose functions are named as MATLAB allows, with an ending of their own."""
    name, longest = document.program.name, _LONGEST - _ADDED - len(variant)
    if len(name) > longest:
        name = name[: longest - _ENDING] + name[-_ENDING:]
    return document.rename(name + variant)


def matrix_lines(before: str, texts: Sequence[str], columns: int, behind: str) -> list[str]:
    """Return a matrix, each of its rows on a line, or a column on one line."""
    rows = [", ".join(texts[k : k + columns]) for k in range(0, len(texts), columns)]
    if columns == 1 or len(rows) == 1:
        return [f"{before}[{'; '.join(rows)}]{behind}"]
    first, *others = rows
    margin = " " * (len(before) + 1)
    lines = [f"{before}[{first}", *(margin + row for row in others)]
    return [*(f"{line}; ..." for line in lines[:-1]), f"{lines[-1]}]{behind}"]


class MatlabWriter(Writer):
    """The functions of a document, whatever their arguments."""

    syntax = SYNTAX

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.stem = self.program.name

    def local_names(self, reserved: frozenset[str]) -> LocalNames:
        """As everywhere; a field may have any name but a keyword."""
        names, syntax = super().local_names(reserved), self.syntax
        names.fields = new_names(
            names.parameters, _KEYWORDS, syntax.prefixes, syntax.fold, syntax.longest
        )
        return names

    @property
    def file(self) -> str:
        """The file of the function that each sample calls: MATLAB finds it by this name."""
        return self.document.parts[-1].name + self.syntax.suffix

    def files(self) -> dict[str, str]:
        """Return the texts by file name: that of the step, then that of the preparation."""
        parts = reversed(self.document.parts)
        return {
            part.name + self.syntax.suffix: self.join_lines(self.function(part)) for part in parts
        }

    def text(self) -> str:
        """Return the main file."""
        return self.files()[self.file]

    def header(self, file: str) -> list[str]:
        """The document's lines, and the names and fields that were changed."""
        changed = [*renaming_lines(self.names.mapped), *renaming_lines(self.names.fields, "Field")]
        return self.comments([*self.document.header(file), *changed])

    def documentation(self, part: Program) -> list[str]:
        """Nothing: help is behind the head."""
        return []

    def head(self, part: Program) -> list[str]:
        """The signature, the text for ``help``, and the header."""
        title = plain_text(self.document.title)
        if part is self.document.prepare:
            title += ": the constants"
        shown = [
            f"  {line}".rstrip() for line in (self.usage(part), "", *self.describe_arguments(part))
        ]
        return [
            f"function {self.usage(part)}",
            *self.comments([f"{part.name.upper()}  {title}", *shown]),
            "",
            CODEGEN,
            "",
            *self.header(part.name + self.syntax.suffix),
            "",
        ]

    def usage(self, part: Program) -> str:
        """A call of a part, as its signature has it."""
        results = self.result_names(part)
        left = results[0] if len(results) == 1 else f"[{', '.join(results)}]"
        return f"{left} = {part.name}({', '.join(self.argument_names(part))})"

    def argument_names(self, part: Program) -> list[str]:
        """The names of the arguments of a part."""
        return self.names.arguments(part)

    def result_names(self, part: Program) -> list[str]:
        """The names of the results of a part."""
        return [self.names.array(output.name) for output in part.outputs]

    def size_check(self, name: str, shape: Index) -> list[str]:
        """An error with an identifier."""
        test = f"numel({name}) ~= {shape[0]}"
        if len(shape) > 1:
            test = f"size({name}, 1) ~= {shape[0]} || size({name}, 2) ~= {shape[1]}"
        error = f"error('symoro:size', '{name} must {size_in_words(shape)}');"
        return [f"if {test}", f"    {error}", "end"]

    def zero_check(self, part: Program, value: str, name: str) -> list[str]:
        """An error with an identifier."""
        error = f"error('symoro:zero', '{name} must not be zero');"
        return [f"if {value} == 0", f"    {error}", "end"]

    def solve(self, part: Program, solve: Solve) -> list[str]:
        """A division from the left."""
        n, m, solution = solve.unknowns, solve.right_hand_sides, self.systems[solve.names]
        *above, last = matrix_lines(f"{solution} = ", self.values(part, solve.matrix), n, " \\ ")
        if len(last) > _WIDTH // 2:
            above, last = [*above, f"{last}..."], "    "
        lines = [*above, *matrix_lines(last, self.values(part, solve.right), m, ";")]
        element = self.syntax.element
        return [*lines, *self.unknowns(solve, lambda i, k: element(solution, (i, k)[:m], (n, m)))]

    def outputs(self, part: Program) -> list[str]:
        """An assignment to each output."""
        pairs = zip(self.result_names(part), part.outputs, strict=True)
        return [line for name, output in pairs for line in self.result(part, output, name)]

    def result(self, part: Program, output: Output, name: str) -> list[str]:
        """The assignment to an output: a column, a matrix, or matrices behind each other.

        One that depends on no input has the type of an argument nonetheless.
        """
        texts, shape = self.values(part, output.elements), output.shape
        like = self.type_argument(part)
        if all(text == "0" for text in texts):
            sizes = (*shape, *(1,) * (2 - len(shape)))
            return [f"{name} = zeros({', '.join(map(str, sizes))}{like});"]
        before, behind = f"{name} = ", ";"
        if like and not _depends(part, output):
            before, behind = f"{before}cast(", f"{like});"
        if len(shape) < 3:
            if len(texts) == 1:
                return [f"{before}{texts[0]}{behind}"]
            return matrix_lines(before, texts, shape[1] if len(shape) == 2 else 1, behind)
        _, columns, depth = shape
        slices = [matrix_lines("    ", texts[k::depth], columns, ", ...") for k in range(depth)]
        lines = [f"{before}cat(3, ...", *(line for each in slices for line in each)]
        return [*lines[:-1], f"{lines[-1].removesuffix(', ...')}){behind}"]

    def type_argument(self, part: Program) -> str:
        """The arguments of ``zeros`` that give a constant the type of an argument, if any."""
        if part.arrays:
            return f", 'like', {self.names.array(part.arrays[0][0])}"
        if part.parameters:
            return f", 'like', {self.parameter(self.names.p, part.parameters[0])}"
        return ""

    def tail(self, part: Program) -> list[str]:
        """The end."""
        return ["end"]


def _depends(part: Program, output: Output) -> bool:
    """True if an output depends on an input."""
    graph = part.graph
    return any(graph.nodes[k].op is Op.SYMBOL for k in graph.reachable(output.elements))


M = TypeVar("M", bound=MatlabWriter)


class MatlabCaller(Caller[M]):
    """The example script."""

    command = "matlab -batch {stem}_main\noctave-cli {main}"

    def file_name(self) -> str:
        """The name of the file; a script is called by it too."""
        return f"{self.writer.stem}{MAIN}{self.writer.syntax.suffix}"

    def parameters(self) -> list[str]:
        """A struct."""
        pairs = self.numbers.parameters.items()
        fields = (f"{self.writer.parameter('p', name)} = {value!r};" for name, value in pairs)
        return ["p = struct();", *fields]

    def declare_argument(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """A column or a matrix."""
        columns = shape[1] if len(shape) == 2 else 1
        return matrix_lines(f"{name} = ", list(map(repr, numbers)), columns, ";")

    def call(self, part: Program, arguments: list[str], results: list[str]) -> list[str]:
        """An assignment to one name, or to several."""
        left = results[0] if len(results) == 1 else f"[{', '.join(results)}]"
        return [f"{left} = {part.name}({', '.join(arguments)});"]

    def print_output(self, output: Output, name: str) -> list[str]:
        """Row by row: elements are printed as they are stored, the first index fastest."""
        if len(output.shape) == 2:
            name = f"{name}.'"
        elif len(output.shape) == 3:
            name = f"permute({name}, [3, 2, 1])"
        return print_rows(output, name)


def print_rows(output: Output, elements: str) -> list[str]:
    """The lines that print the name of an output and its elements, which come row by row."""
    form = f"[repmat(' %.15g', 1, {rows_of(output)[1]}), '\\n']"
    return [f"disp('{output.name}')", f"fprintf({form}, {elements});"]
