"""The example caller of C: a whole program that compiles and runs as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from textwrap import wrap

from symoro.ir.program import Output, Program
from symoro.printers.c_names import CNames
from symoro.printers.caller import Caller, rows_of
from symoro.printers.document import Document
from symoro.printers.writer import Index

_PRINT = """static void print(const char *name, int rows, int columns, const double *values)
{
    printf("%s\\n", name);
    for (int i = 0; i < rows; i++) {
        for (int k = 0; k < columns; k++) {
            printf(" %.15g", values[i * columns + k]);
        }
        printf("\\n");
    }
}
"""


class CText:
    """The source of a document, as its example sees it."""

    def __init__(self, document: Document, names: CNames) -> None:
        self.document = document
        self.names = names
        self.file = names.source
        self.stem = names.source.removesuffix(".c")

    def comments(self, lines: Iterable[str]) -> list[str]:
        """Return lines as one comment."""
        return ["/*", *(f" * {line}".rstrip() for line in lines), " */"]

    def joined(self, lines: Iterable[str]) -> str:
        """Return lines as a text."""
        return "\n".join([*lines, ""])


class CCaller(Caller[CText]):
    """A program that includes the header."""

    command = "cc {file} {main} -o {stem}_main -lm && ./{stem}_main"
    indent = "    "

    def prologue(self) -> list[str]:
        """The includes, what prints, and the head of the program."""
        includes = [f'#include "{self.writer.names.header}"', "", "#include <stdio.h>", ""]
        shown = any(output.elements for output in self.document.program.outputs)
        return [*includes, *([self._print()] if shown else []), "int main(void)", "{"]

    def _print(self) -> str:
        """What prints numbers, with the digits that they have."""
        if not self.document.single:
            return _PRINT
        text = _PRINT.replace("const double", "const float").replace("%.15g", "%.9g")
        return text.replace(" values[", " (double)values[")

    def parameters(self) -> list[str]:
        """A field a line."""
        names = self.writer.names
        fields = (
            f"    .{names.field(name)} = {self._number(x)},"
            for name, x in self.numbers.parameters.items()
        )
        return [f"const {names.struct} p = {{", *fields, "};"]

    def given(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """An array, flat."""
        del shape
        rows = wrap(", ".join(map(self._number, numbers)), 86)
        return [
            f"const {self.writer.names.scalar} {name}[] = {{",
            *(f"    {row}" for row in rows),
            "};",
        ]

    def call(self, part: Program, arguments: list[str], results: list[str]) -> list[str]:
        """Arrays for the results, and the call; what prepares says whether it could."""
        names, prepares = self.writer.names, part is self.document.prepare
        outputs = [
            (result, names.size if prepares else len(output.elements))
            for result, output in zip(results, part.outputs, strict=True)
            if output.elements
        ]
        lines = [f"{names.scalar} {result}[{size}];" for result, size in outputs]
        given = ["&p" if name == "p" else name for name in arguments]
        call = f"{part.name}({', '.join([*given, *(result for result, _ in outputs)])});"
        if not prepares:
            return [*lines, call]
        return [
            *lines,
            f"const char *zero = {call}",
            "if (zero != NULL) {",
            '    fprintf(stderr, "%s must not be zero\\n", zero);',
            "    return 1;",
            "}",
        ]

    def shown(self, output: Output, name: str) -> list[str]:
        """A call of what prints."""
        rows, columns = rows_of(output)
        return [f'print("{output.name}", {rows}, {columns}, {name});']

    def epilogue(self) -> list[str]:
        """The end of the program."""
        return ["    return 0;", "}"]

    def _number(self, value: float) -> str:
        return self.writer.names.dialect.number(Fraction(value))
