"""SYMORO+'s listing: ``name=expression;``, tables and counts in Mathematica comments."""

from __future__ import annotations

from symoro.printers.dialect import Dialect, ExpressionPrinter
from symoro.printers.document import Document

DIALECT = Dialect()


def files(document: Document) -> dict[str, str]:
    """Return the listing under SYMORO+'s file name."""
    name = f"{document.stem}.{document.extension}"
    program = document.program
    expressions = ExpressionPrinter(program.graph, DIALECT, {})
    lines = [f"(* {line} *)" if line else "" for line in document.header(name)]
    lines += ["", *(f"(* {line} *)" for line in document.arguments(parameters=False))]
    lines += ["", "(* Equations *)"]
    lines += [f"{let.name}={expressions.text(let.value)};" for let in program.statements]
    return {name: "\n".join([*lines, ""])}
