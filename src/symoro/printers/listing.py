"""SYMORO+'s listing: ``name=expression;``, tables and counts in Mathematica comments.

A linear system is Mathematica's too: ``{x,y}=LinearSolve[{{a,b},{c,d}},{e,f}];``, with nested
lists for several right-hand sides.
"""

from __future__ import annotations

from collections.abc import Iterable

from symoro.ir.program import Solve, Statement
from symoro.printers.dialect import Dialect, ExpressionPrinter
from symoro.printers.document import Document

DIALECT = Dialect(divides_pi=True)


def files(document: Document) -> dict[str, str]:
    """Return the listing under SYMORO+'s file name."""
    name = f"{document.stem}.{document.extension}"
    program = document.program
    expressions = ExpressionPrinter(program.graph, DIALECT, {})
    lines = [f"(* {line} *)" if line else "" for line in document.header(name)]
    lines += ["", *(f"(* {line} *)" for line in document.arguments(parameters=False))]
    lines += ["", "(* Equations *)"]
    lines += [_assignment(statement, expressions) for statement in program.statements]
    return {name: "\n".join([*lines, ""])}


def _assignment(statement: Statement, expressions: ExpressionPrinter) -> str:
    if not isinstance(statement, Solve):
        return f"{statement.name}={expressions.text(statement.value)};"
    matrix = _list(_list(map(expressions.text, row)) for row, _, _ in statement.rows)
    right = [[expressions.text(edge) for edge in row] for _, row, _ in statement.rows]
    names = [list(row) for _, _, row in statement.rows]
    left, given = (_columns(rows) for rows in (names, right))
    return f"{left}=LinearSolve[{matrix},{given}];"


def _list(items: Iterable[str]) -> str:
    return "{" + ",".join(items) + "}"


def _columns(rows: list[list[str]]) -> str:
    """A vector, or a matrix of several columns."""
    return _list(row[0] if len(row) == 1 else _list(row) for row in rows)
