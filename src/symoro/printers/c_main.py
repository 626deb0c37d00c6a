"""The example caller of C: a whole program that compiles and runs as it is."""

from __future__ import annotations

from fractions import Fraction
from textwrap import wrap

from symoro.ir.program import Output
from symoro.printers.c_names import CNames
from symoro.printers.caller import rows_of
from symoro.printers.document import Document
from symoro.printers.example import example

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


def _print(document: Document) -> str:
    """What prints numbers, with the digits that they have."""
    if not document.single:
        return _PRINT
    text = _PRINT.replace("const double", "const float").replace("%.15g", "%.9g")
    return text.replace(" values[", " (double)values[")


def main_text(document: Document, names: CNames) -> str:
    """Return a program that calls the model once and prints its outputs."""
    numbers, scalar = example(document), names.scalar
    said = [f"An example that calls {document.program.name}; run it with"]
    binary = names.main.removesuffix(".c")
    said += [f"    cc {names.source} {names.main} -o {binary} -lm && ./{binary}"]
    said += [line for text in numbers.source for line in wrap(text, 90)]
    lines = ["/*", *(f" * {line}" for line in said), " */"]
    lines += [f'#include "{names.header}"', "", "#include <stdio.h>", "", _print(document)]
    lines += ["int main(void)", "{"]
    whole = document.parts[0]  # the one that takes the parameters
    if whole.parameters:
        lines.append(f"    const {names.struct} p = {{")
        lines += [
            f"        .{names.field(name)} = {_number(names, value)},"
            for name, value in numbers.parameters.items()
        ]
        lines.append("    };")
    step = document.parts[-1]
    call: list[str] = []
    for name, _ in document.program.arrays:
        texts = wrap(", ".join(_number(names, x) for x in numbers.arrays[name]), 86)
        local = f"given_{name}"
        lines.append(f"    const {scalar} {local}[] = {{")
        lines += [*(f"        {text}" for text in texts), "    };"]
    for name, _ in step.arrays:
        call.append(f"given_{name}" if name in numbers.arrays else "k")
    if step.parameters:
        call.append("&p")
    outputs = [output for output in step.outputs if output.elements]
    for output in outputs:
        lines.append(f"    {scalar} found_{output.name}[{len(output.elements)}];")
        call.append(f"found_{output.name}")
    if document.prepare is not None:
        lines += [f"    {scalar} k[{names.size}];"]
        first = "&p, " if whole.parameters else ""
        lines += [
            f"    const char *zero = {whole.name}({first}k);",
            "    if (zero != NULL) {",
            '        fprintf(stderr, "the parameter %s must not be zero\\n", zero);',
            "        return 1;",
            "    }",
        ]
    lines += ["", f"    {step.name}({', '.join(call)});"]
    lines += [f"    {_printed(output)}" for output in outputs]
    return "\n".join([*lines, "    return 0;", "}", ""])


def _number(names: CNames, value: float) -> str:
    return names.dialect.number(Fraction(value))


def _printed(output: Output) -> str:
    rows, columns = rows_of(output)
    return f'print("{output.name}", {rows}, {columns}, found_{output.name});'
