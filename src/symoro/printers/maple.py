"""Maple: procedures of lists and of a table of parameters; exact numbers.

Statements stand between the comments Equations and Outputs.
"""

from __future__ import annotations

import re
from textwrap import wrap

from symoro.ir.program import Program, Solve, Statement
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, ExpressionPrinter, nested
from symoro.printers.document import Document
from symoro.printers.names import LocalNames
from symoro.printers.renaming import map_lines

_RESERVED = """
and assuming break by catch description do done elif else end error export fi finally for from
global if implies in intersect local minus mod module next not od option options or proc quit read
return save stop subset then to try union use uses while xor
D I O Pi Catalan FAIL GAMMA Matrix Vector LinearAlgebra abs arctan arctan2 args cos evalb exp false
gamma infinity list nargs procname psi set signum sin sqrt string table tan thisproc true type
undefined
"""

DIALECT = Dialect(
    functions={**FUNCTION_NAMES, "atan2": "arctan2", "sign": "signum"},
    divides_pi=True,
    reserved=frozenset(_RESERVED.split()),
)

_ARCTAN2 = """# The angle of the direction (x, y), and 0 if there is none.
arctan2 := (y, x) -> `if`(x = 0 and y = 0, 0, arctan(y, x)):"""

_PREFIXES = re.compile("_")  # Maple's own


def files(document: Document) -> dict[str, str]:
    """Return a file with one procedure, or with two for two parts."""
    name = f"{document.stem}_{document.extension}.mpl"
    ours = {document.program.name, *(part.name for part in document.parts)}
    names = LocalNames(document, DIALECT.reserved | ours, _PREFIXES)
    said = [*document.header(name), *map_lines(names.mapped)]
    lines = [f"# {line}".rstrip() for line in said]
    if document.program.calls("atan2"):
        lines += ["", _ARCTAN2]
    for part in document.parts:
        lines += ["", *_procedure(document, part, names)]
    return {name: "\n".join([*lines, ""])}


def _procedure(document: Document, part: Program, names: LocalNames) -> list[str]:
    expressions = ExpressionPrinter(part.graph, DIALECT, names.mapped)
    found = {each.names: names.fresh(f"X{k}") for k, each in enumerate(part.systems, start=1)}
    lines = [f"# {line}" for line in document.arguments(part)]
    lines.append(f"{part.name} := proc({', '.join(names.arguments(part))})")
    variables = [names.of(name) for name in (*(i.name for i in part.read), *part.assigned)]
    if variables:
        text = f"local {', '.join([*variables, *found.values()])};"
        lines += [f"  {line}" for line in wrap(text, 90)]
    if part is document.prepare:
        lines += [
            f'  if {names.p}["{name}"] = 0 then error "%1 must not be zero", "{name}"; end if;'
            for name in document.nonzero
        ]
    lines.append("  # Inputs")
    for item in part.read:
        if item.array is None:
            where = f'{names.p}["{item.name}"]'
        else:
            where = names.array(item.array) + "".join(f"[{k + 1}]" for k in item.index)
        lines.append(f"  {names.of(item.name)} := {where};")
    lines.append("  # Equations")
    for statement in part.statements:
        lines += [f"  {line}" for line in _assignment(statement, expressions, names, found)]
    lines.append("  # Outputs")
    results = [
        nested(output.shape, [expressions.text(edge) for edge in output.elements])
        for output in part.outputs
    ]
    return [*lines, f"  return {', '.join(results)};", "end proc:"]


def _assignment(
    statement: Statement,
    expressions: ExpressionPrinter,
    names: LocalNames,
    found: dict[tuple[str, ...], str],
) -> list[str]:
    if not isinstance(statement, Solve):
        return [f"{names.of(statement.name)} := {expressions.text(statement.value)};"]
    n, m, array = statement.unknowns, statement.right_hand_sides, found[statement.names]
    sides = (
        f"Matrix({nested(shape, [expressions.text(edge) for edge in edges])})"
        for shape, edges in (((n, n), statement.matrix), ((n, m), statement.right))
    )
    lines = [f"{array} := LinearAlgebra:-LinearSolve({', '.join(sides)});"]
    for place, name in enumerate(statement.names):
        i, k = divmod(place, m)
        lines.append(f"{names.of(name)} := {array}[{i + 1}, {k + 1}];")
    return lines
