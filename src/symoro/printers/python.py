"""Python: plain ``math`` here; the same text over NumPy arrays in `numpy_`."""

from __future__ import annotations

import keyword
from collections.abc import Callable
from dataclasses import dataclass

from symoro.ir.program import Output, Program
from symoro.printers.dialect import (
    FUNCTION_NAMES,
    Dialect,
    ExpressionPrinter,
    double_text,
    power_stars,
)
from symoro.printers.document import Document
from symoro.printers.renaming import free_name, map_lines, program_names, renamed

RESERVED = frozenset(keyword.kwlist) | {"math", "np", "sign", "float", "print", "__debug__"}


@dataclass(frozen=True)
class Flavour:
    """What differs between the two Pythons.

    Attributes:
        suffix: of the file name.
        imports: the import line.
        dialect: how expressions are written.
        helpers: functions that every file needs; may be empty.
        sign: the definition of the sign helper, where one is needed.
        element: how an element of an argument array is read.
        result: how an output array is returned.
    """

    suffix: str
    imports: str
    dialect: Dialect
    helpers: str
    sign: str | None
    element: Callable[[str, tuple[int, ...]], str]
    result: Callable[[Output, list[str]], str]


def _nested(output: Output, texts: list[str]) -> str:
    if len(output.shape) == 1:
        return f"[{', '.join(texts)}]"
    width = output.shape[1]
    rows = [texts[k : k + width] for k in range(0, len(texts), width)]
    return "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"


PLAIN = Flavour(
    suffix="",
    imports="import math",
    dialect=Dialect(
        number=double_text,
        power=power_stars,
        functions={n: f"math.{n}" for n in FUNCTION_NAMES} | {"abs": "abs", "sign": "sign"},
        pi="math.pi",
        reserved=RESERVED | {"abs"},
    ),
    helpers="",
    sign="def sign(x):\n    return float(x > 0.0) - float(x < 0.0)",
    element=lambda array, index: array + "".join(f"[{k}]" for k in index),
    result=_nested,
)


def files(document: Document) -> dict[str, str]:
    """Return a module with one function over plain floats."""
    return python_files(document, PLAIN)


def python_files(document: Document, flavour: Flavour) -> dict[str, str]:
    """Return a module with one function, in either Python."""
    program: Program = document.program
    file = f"{document.stem}_{document.extension}{flavour.suffix}.py"
    names = renamed(program_names(program), flavour.dialect.reserved | {program.name})
    taken = {names.get(i.name, i.name) for i in program.inputs}
    taken |= {names.get(let.name, let.name) for let in program.statements}
    p = free_name("p", taken)
    arrays = {name: free_name(name, taken | {p}) for name, _ in program.arrays}
    expressions = ExpressionPrinter(program.graph, flavour.dialect, names)
    header = [*document.header(file), *map_lines(names)]
    lines = [f"# {line}".rstrip() for line in header]
    lines += ["", flavour.imports, "", ""]
    if flavour.helpers:
        lines += [flavour.helpers, "", ""]
    if flavour.sign and program.calls("sign"):
        lines += [flavour.sign, "", ""]
    arguments = [*arrays.values(), *([p] if program.parameters else [])]
    lines.append(f"def {program.name}({', '.join(arguments)}):")
    described = [f"    {line}" for line in document.arguments()]
    lines += [f'    """{document.title}.', "", *described, '    """']
    for item in program.read:
        own = names.get(item.name, item.name)
        if item.array is None:
            lines.append(f'    {own} = {p}["{item.name}"]')
        else:
            lines.append(f"    {own} = {flavour.element(arrays[item.array], item.index)}")
    for let in program.statements:
        lines.append(f"    {names.get(let.name, let.name)} = {expressions.text(let.value)}")
    results = [
        flavour.result(output, [expressions.text(edge) for edge in output.elements])
        for output in program.outputs
    ]
    lines += [f"    return {', '.join(results)}", ""]
    return {file: "\n".join(lines)}
