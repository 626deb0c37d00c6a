"""SYMORO+'s listing: ``name=expression;``, tables and counts in Mathematica comments.

A linear system is Mathematica's too: ``{x,y}=LinearSolve[{{a,b},{c,d}},{e,f}];``, with nested
lists for several right-hand sides. In a text that is made to be read the elements that are zero are
assigned together, ``A12=A13=0;``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from symoro.ir.graph import NAMED
from symoro.ir.program import Let, Program, Solve, Statement
from symoro.printers.dialect import Dialect, ExpressionPrinter, nested_list
from symoro.printers.document import Document

DIALECT = Dialect(divides_pi=True)

_WIDTH = 90


def files(document: Document) -> dict[str, str]:
    """Return the listing under SYMORO+'s file name; in two parts, the constants first."""
    name = document.listing_file
    program = document.program
    expressions = ExpressionPrinter(program.graph, DIALECT, {}, document.order)
    lines = [f"(* {line} *)" if line else "" for line in document.header(name)]
    described = [*document.describe_arguments(program, p=None), *_output_lines(program)]
    lines += ["", *(f"(* {line} *)" for line in described)]
    once = document.prepare.statements if document.prepare is not None else ()
    if once:
        lines += ["", "(* Constants: once for all calls *)"]
        lines += [assignment(statement, expressions) for statement in once]
    lines += ["", "(* Equations: at each call *)" if document.two_part else "(* Equations *)"]
    each = [statement for statement in program.statements if statement not in set(once)]
    zero = [] if document.order is None else _zero_names(each)
    lines += [
        assignment(statement, expressions) for statement in each if statement.names[0] not in zero
    ]
    lines += _zero_lines(zero)
    return {name: "\n".join([*lines, ""])}


def _output_lines(program: Program) -> list[str]:
    """The variables that are outputs, for `optimize`; elements that are constant have none."""
    nodes = [program.graph.node(edge) for each in program.outputs for edge in each.elements]
    names = dict.fromkeys(node.name for node in nodes if node.op in NAMED)
    folded = wrap(", ".join(names), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"Outputs: {line.rstrip(',')}" for line in folded]


def _zero_names(statements: Iterable[Statement]) -> list[str]:
    """The variables that are zero, if there are several."""
    names = [each.name for each in statements if isinstance(each, Let) and each.value == 0]
    return names if len(names) > 1 else []


def _zero_lines(names: Sequence[str]) -> list[str]:
    """Assignments of zero to many variables on few lines, as Mathematica has them: ``a=b=0;``."""
    lines = wrap(" ".join(names), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f"{line.replace(' ', '=')}=0;" for line in lines]


def assignment(statement: Statement, expressions: ExpressionPrinter, equals: str = "=") -> str:
    """Return a statement, in Mathematica's words where it is a linear system."""
    comma = "," if equals == "=" else ", "
    names = [expressions.names.get(name, name) for name in statement.names]
    if not isinstance(statement, Solve):
        return f"{names[0]}{equals}{expressions.text(statement.value)};"
    n, m = statement.unknowns, statement.right_hand_sides
    shape = (n,) if m == 1 else (n, m)
    matrix = nested_list((n, n), [expressions.text(edge) for edge in statement.matrix], "{}", comma)
    right = nested_list(shape, [expressions.text(edge) for edge in statement.right], "{}", comma)
    left = nested_list(shape, names, "{}", comma)
    return f"{left}{equals}LinearSolve[{matrix}{comma}{right}];"
