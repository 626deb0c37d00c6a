"""C++17: a header of function templates over any scalar type, one of parameters, an example.

Numbers are converted by ``T(0.5)`` and functions found by argument-dependent lookup, so a scalar
may be a float, a double, or a type of automatic differentiation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from textwrap import wrap

from symoro.ir.program import Input, Output, Program
from symoro.printers.c_dialect import DIALECT, PREFIXES
from symoro.printers.c_family import APART, WIDTH, CFamilyWriter, wrap_items
from symoro.printers.caller import Caller, rows_of
from symoro.printers.cpp_helpers import PRINT, SIGN, SOLVE
from symoro.printers.dialect import (
    FUNCTION_NAMES,
    Dialect,
    call_parentheses,
    double_text,
    power_product,
)
from symoro.printers.document import Document
from symoro.printers.writer import Index, Syntax, flat_from_zero

NAMESPACE = "symoro"

_OURS = {"T", "K", "abs", "std"}


def _number(value: Fraction) -> str:
    return f"T({double_text(value)})"


def _call(function: str, arguments: list[str]) -> str:
    """A call; expressions may be of other types than T where those of two arguments must agree."""
    if function in ("atan2", "sign"):
        arguments = [each if re.fullmatch(r"\w+", each) else f"T({each})" for each in arguments]
    return call_parentheses(function, arguments)


SYNTAX = Syntax(
    dialect=Dialect(
        number=_number,
        power=power_product,
        power_is_product=True,
        functions=FUNCTION_NAMES,
        call=_call,
        pi="T(3.141592653589793)",
        reserved=DIALECT.reserved | _OURS,
    ),
    suffix=".hpp",
    names_outputs=True,
    let="const T {name} = {value};",
    parameter="{p}.{field}",
    element=flat_from_zero,
    helpers={"sign": SIGN, "solve": SOLVE},
    system="rows",
    prefixes=PREFIXES,
)


def files(document: Document) -> dict[str, str]:
    """Return the header, the header of the parameter struct, and an example caller."""
    writer = CppWriter(document)
    return writer.files() | CppCaller(writer).files()


class CppWriter(CFamilyWriter):
    """Function templates in a header.

    Attributes:
        size: the constant of the size of the array between prepare and step.
        inside: the namespace of the helpers.
    """

    syntax = SYNTAX
    scalar = "T"
    null = "nullptr"

    def __init__(self, document: Document) -> None:
        self.size = f"{document.program.name}_k"
        self.inside = f"{document.program.name}_detail"
        self.solver = f"{self.inside}::linear_solve"
        super().__init__(document)
        self._unread = {self.names.of(name) for part in document.parts for name in part.unread}

    def own_names(self) -> frozenset[str]:
        """The names of functions, the struct, the size of ``k`` and the helpers' namespace."""
        return super().own_names() | {self.struct, self.size, self.inside}

    # The files

    def files(self) -> dict[str, str]:
        """Return the two headers."""
        shared = {f"{self.struct}.hpp": self.parameter_file()} if self.names.parameters else {}
        return super().files() | shared

    def parameter_file(self) -> str:
        """The struct of the parameters, which all models of the robot have."""
        family = self.document.family
        lines = self.comments([f"The constant parameters of {family}, for all models."])
        lines += ["#pragma once", "", f"namespace {NAMESPACE} {{", ""]
        lines += ["template <typename T>", f"struct {self.struct} {{"]
        lines += [f"    T {self.names.field(name)}{{}};" for name in self.names.parameters]
        return self.join_lines([*lines, "};", *self.epilogue()])

    def comments(self, lines: Iterable[str]) -> list[str]:
        """One line as it is, several as a block: a backslash at their ends does nothing there."""
        texts = list(lines)
        return [f"// {texts[0]}"] if len(texts) == 1 else super().comments(texts)

    def prologue(self) -> list[str]:
        """Includes, the namespace, and the number of constants."""
        lines = ["#pragma once", "", "#include <cmath>", *super().prologue(), ""]
        if self.names.parameters:
            lines += [f'#include "{self.struct}.hpp"', ""]
        lines += [f"namespace {NAMESPACE} {{"]
        if self.document.constants is not None:
            lines += ["", f"inline constexpr int {self.size} = {self.document.constants[1]};"]
        return lines

    def helpers(self) -> list[str]:
        """The helpers, in a namespace of their own: other models have some as well."""
        lines = super().helpers()
        if not lines:
            return []
        return ["", f"namespace {self.inside} {{", *lines, "", f"}} // namespace {self.inside}"]

    def epilogue(self) -> list[str]:
        """The end of the namespace."""
        return ["", f"}} // namespace {NAMESPACE}"]

    # A function

    def has_constants(self, part: Program) -> bool:
        """True if a part has constants of a type of their own."""
        arrays = {name for name, _ in part.arrays}
        return part is not self.document.prepare and (
            bool(part.parameters)
            or (self.document.constants is not None and self.document.constants[0] in arrays)
        )

    def documentation(self, part: Program) -> list[str]:
        """The descriptions of arguments and outputs, with their sizes."""
        outputs = [(output.name, output.shape) for output in part.outputs]
        sizes = {
            self.names.array(name): "*".join(map(str, shape)) or "1"
            for name, shape in (*part.arrays, *outputs)
        }
        if self.document.constants is not None:
            sizes[self.names.array(self.document.constants[0])] = self.size
        lines = []
        for line in self.describe_arguments(part):
            name, meaning = line.split(": ", 1)
            lines.append(f"{name}[{sizes[name]}]: {meaning}" if name in sizes else line)
        if part is self.document.prepare:
            lines.append(
                "Returns nullptr, or the name of a parameter or inertia that must not be zero "
                "and is."
            )
        return self.comments(lines)

    def head(self, part: Program) -> list[str]:
        """The template's head and the signature."""
        declared = self.arguments(part)
        results = [self.names.array(output.name) for output in part.outputs]
        arguments = [text for name, text in declared.items() if name not in results]
        arguments += [declared.get(name, "T *") for name in results]
        return [self._template(part), *wrap_items(self.opening(part), arguments, ")"), "{"]

    def _template(self, part: Program) -> str:
        constant = ", typename K" if self.has_constants(part) else ""
        return f"template <typename T{constant}>"

    def piece_head(self, part: Program, name: str, arguments: list[str]) -> list[str]:
        """The head of a template; the types of its arguments may not tell all of its own."""
        return [self._template(part), *wrap_items(f"{APART} void {name}(", arguments, ")"), "{"]

    def piece_call(self, part: Program, name: str) -> str:
        """The name with the types that the template takes."""
        return f"{name}<T{', K' if self.has_constants(part) else ''}>"

    def arguments(self, part: Program) -> dict[str, str]:
        """The declarations of the arguments that have elements, by name."""
        constant = self.has_constants(part)
        k = self.document.constants[0] if self.document.constants is not None else None
        arguments = {
            self.names.array(name): f"const {'K' if name == k else 'T'} *{self.names.array(name)}"
            for name, _ in part.arrays
        }
        if part.parameters:
            kind = "K" if constant else "T"
            arguments[self.names.p] = f"const {self.struct}<{kind}> &{self.names.p}"
        results = (self.names.array(output.name) for output in part.outputs if output.elements)
        return arguments | {name: f"T *{name}" for name in results}

    def declarations(self, part: Program) -> list[str]:
        """The functions that are called: those of the standard, unless the scalar has its own."""
        called = [name for name in sorted(FUNCTION_NAMES) if name in part.functions]
        homes = [(self.inside if name == "sign" else "std", name) for name in called]
        return sorted(f"using {home}::{name};" for home, name in homes)

    def let(self, name: str, value: str) -> str:
        """An assignment; compilers are told of one that nothing reads."""
        text = super().let(name, value)
        return f"[[maybe_unused]] {text}" if name in self._unread else text

    def input_text(self, part: Program, item: Input) -> str:
        """The text that reads an input; constants are converted to the scalar type."""
        text = super().input_text(part, item)
        constants = self.document.constants
        kept = item.array is None or (constants is not None and item.array == constants[0])
        return f"T({text})" if kept and self.has_constants(part) else text


class CppCaller(Caller[CppWriter]):
    """A program that includes the header."""

    command = "c++ -std=c++17 {main} -o {stem}_main && ./{stem}_main"
    indent = "    "

    def file_name(self) -> str:
        """As that of the header, with the ending of a source."""
        return super().file_name().removesuffix(".hpp") + ".cpp"

    def prologue(self) -> list[str]:
        """The includes, the function that prints, and the head of the program."""
        shown = any(output.elements for output in self.document.program.outputs)
        includes = ["array", "cstddef", "iomanip", "iostream"]
        lines = [f'#include "{self.writer.file}"', "", *(f"#include <{x}>" for x in includes), ""]
        return [*lines, *((*PRINT.splitlines(), "") if shown else ()), "int main()", "{"]

    def parameters(self) -> list[str]:
        """A field after the other."""
        field = self.writer.names.field
        values = (f"p.{field(name)} = {x!r};" for name, x in self.numbers.parameters.items())
        return [f"{NAMESPACE}::{self.writer.struct}<double> p;", *values]

    def declare_argument(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """An array, flat."""
        head = f"const std::array<double, {len(numbers)}> {name} = {{"
        rows = wrap(", ".join(map(repr, numbers)), WIDTH - 8)
        if len(rows) == 1 and len(head + rows[0]) < WIDTH - 6:
            return [f"{head}{rows[0]}}};"]
        return [head, *(f"    {row}" for row in rows), "};"]

    def call(self, part: Program, arguments: list[str], results: list[str]) -> list[str]:
        """Arrays for the results, and the call; that of `prepare` is tested."""
        lines = []
        for output, name in zip(part.outputs, results, strict=True):
            prepares = part is self.document.prepare
            size = f"{NAMESPACE}::{self.writer.size}" if prepares else str(len(output.elements))
            lines.append(f"std::array<double, {size}> {name};")
        pointers = [each if each == "p" else f"{each}.data()" for each in (*arguments, *results)]
        opening = f"{NAMESPACE}::{part.name}("
        if part is not self.document.prepare:
            return lines + wrap_items(opening, pointers, ");")
        return [
            *lines,
            f"if (const char *zero = {opening}{', '.join(pointers)})) {{",
            '    std::cerr << zero << " must not be zero\\n";',
            "    return 1;",
            "}",
        ]

    def print_output(self, output: Output, name: str) -> list[str]:
        """A call of ``print``."""
        return [f'print("{output.name}", {name}, {rows_of(output)[1]});']

    def epilogue(self) -> list[str]:
        """The end of the program."""
        return ["}"]
