"""Python: plain ``math`` here; the same text over NumPy arrays in `numpy_`."""

from __future__ import annotations

import keyword
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from symoro.ir.program import Output, Program, Solve, Statement
from symoro.printers.dialect import (
    FUNCTION_NAMES,
    Dialect,
    ExpressionPrinter,
    double_text,
    nested,
    power_stars,
)
from symoro.printers.document import Document, plain
from symoro.printers.renaming import free_name, map_lines, program_names, renamed

RESERVED = frozenset(keyword.kwlist) | {
    *("math", "np", "sign", "linear_solve", "float", "print", "KeyError", "ValueError"),
    "__debug__",
}

_QUOTED = str.maketrans({"\\": "/", '"': "'"})  # what could end a docstring

_SOLVE = """def linear_solve(matrix, right):
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
    return [x for row in rows for x in row[n:]]"""


@dataclass(frozen=True)
class Flavour:
    """What differs between the two Pythons.

    Attributes:
        suffix: of the file name.
        imports: the import line.
        dialect: how expressions are written.
        helpers: functions that every file needs; may be empty.
        sign: the definition of the sign helper, where one is needed.
        solve: the definition of the helper that solves linear systems.
        element: how an element of an argument array is read.
        result: how an output array is returned.
        is_zero: how a parameter is compared with zero.
    """

    suffix: str
    imports: str
    dialect: Dialect
    helpers: str
    sign: str | None
    solve: str
    element: Callable[[str, tuple[int, ...]], str]
    result: Callable[[Output, list[str]], str]
    is_zero: Callable[[str], str]


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
    solve=_SOLVE,
    element=lambda array, index: array + "".join(f"[{k}]" for k in index),
    result=lambda output, texts: nested(output.shape, texts),
    is_zero=lambda given: f"{given} == 0.0",
)


def files(document: Document) -> dict[str, str]:
    """Return a module with functions over plain floats."""
    return python_files(document, PLAIN)


def python_files(document: Document, flavour: Flavour) -> dict[str, str]:
    """Return a module with one function, or with two for two parts, in either Python."""
    program: Program = document.program
    file = f"{document.stem}_{document.extension}{flavour.suffix}.py"
    ours = {program.name, *(part.name for part in document.parts)}
    names = renamed(program_names(program), flavour.dialect.reserved | ours)
    lines = [f"# {line}".rstrip() for line in [*document.header(file), *map_lines(names)]]
    lines += ["", flavour.imports, "", ""]
    if flavour.helpers:
        lines += [flavour.helpers, "", ""]
    if flavour.sign and program.calls("sign"):
        lines += [flavour.sign, "", ""]
    if program.systems:
        lines += [flavour.solve, "", ""]
    texts = ["\n".join(_function(document, part, flavour, names)) for part in document.parts]
    return {file: "\n".join([*lines, "\n\n\n".join(texts), ""])}


def _function(
    document: Document, part: Program, flavour: Flavour, names: Mapping[str, str]
) -> list[str]:
    taken = {names.get(name, name) for name in program_names(document.program)}
    p = free_name("p", taken)
    arrays = {name: free_name(name, taken | {p}) for name, _ in part.arrays}
    expressions = ExpressionPrinter(part.graph, flavour.dialect, names)
    arguments = [*arrays.values(), *([p] if part.parameters else [])]
    lines = [f"def {part.name}({', '.join(arguments)}):"]
    described = [f"    {line}" for line in document.arguments(part)]
    title = plain(document.title).translate(_QUOTED)
    lines += [f'    """{title}.', "", *described, '    """']
    given = {i.name: f'{p}["{i.name}"]' for i in part.read if i.array is None}
    nonzero = document.nonzero if part is document.prepare else ()
    if given or nonzero:
        error = free_name("error", {p, *taken, *arrays.values()})
        lines.append("    try:")
        lines += [f"        {names.get(name, name)} = {where}" for name, where in given.items()]
        for name in nonzero:
            is_zero = flavour.is_zero(f'{p}["{name}"]')
            lines.append(f"        if {is_zero}:")
            lines.append(f'            raise ValueError("{name} must not be zero")')
        lines.append(f"    except KeyError as {error}:")
        said = f'f"the parameter {{{error}.args[0]}} is missing"'
        lines.append(f"        raise KeyError({said}) from None")
    for item in part.read:
        if item.array is not None:
            element = flavour.element(arrays[item.array], item.index)
            lines.append(f"    {names.get(item.name, item.name)} = {element}")
    lines += [f"    {_assignment(each, expressions, names)}" for each in part.statements]
    results = [
        flavour.result(output, [expressions.text(edge) for edge in output.elements])
        for output in part.outputs
    ]
    return [*lines, f"    return {', '.join(results)}"]


def _assignment(
    statement: Statement, expressions: ExpressionPrinter, names: Mapping[str, str]
) -> str:
    assigned = [names.get(name, name) for name in statement.names]
    if not isinstance(statement, Solve):
        return f"{assigned[0]} = {expressions.text(statement.value)}"
    left = ", ".join(assigned) if len(assigned) > 1 else f"({assigned[0]},)"
    matrix = ", ".join(f"[{expressions.row(row)}]" for row, _, _ in statement.rows)
    right = ", ".join(f"[{expressions.row(row)}]" for _, row, _ in statement.rows)
    return f"{left} = linear_solve([{matrix}], [{right}])"
