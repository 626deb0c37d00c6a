"""A model as equations for people: its outputs written out, or SYMORO+'s statements.

Both are those of the algorithm as the book has it. What level O2 makes of it is cheap to run, and
hard to read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symoro.ir.forward_derivatives import forward_derivatives
from symoro.ir.graph import Op
from symoro.ir.program import Let, Output, Program
from symoro.passes import LEVELS, count
from symoro.pipeline.options import ONE_PART, READING
from symoro.pipeline.tracing import trace
from symoro.printers.latex import Equations, Matrix, Row, aligned_lines
from symoro.printers.latex_lines import width
from symoro.printers.latex_names import array_text
from symoro.printers.writer import index_of
from symoro.verify.expanded_size import expanded_size

if TYPE_CHECKING:
    from symoro.pipeline.model import Model

READABLE = 300
"""Operations beyond which a model is not written as equations."""

LONGEST = 12_000
"""Letters beyond which equations are not shown: some pages."""

MOST_LINES = 32
"""Lines of outputs written out beyond which SYMORO+'s statements are easier to read."""

MOST_STATEMENTS = 60
"""Lines of statements beyond which a model has no equations."""

WIDTH = 430.0
"""The width of a notebook, in points of letters at 10 points."""

LARGEST = 1200
"""Operations of all elements without intermediate variables beyond which none is written out.

The library's models that are short enough to show have at most 1066; those below this limit take
less than four seconds, on a busy machine. No clock decides: a notebook is the same everywhere.
"""

_MATRIX = 20.0  # of a notebook, for the parentheses of a matrix and the sign before it


def model_equations(model: Model) -> str | None:
    """Return a model as LaTeX; None if it is too long to read.

    Outputs are written out in sines and cosines such as C23 where that is short; else each
    statement of level O1 is an equation.
    """
    program = readable_program(model)
    if program.systems or count(program).total > READABLE:
        return None
    return _outputs(model, program) or _statements(program)


def readable_program(model: Model) -> Program:
    """Return the program of a model at level O1, traced from its algorithm as the book has it."""
    if model.source is not None:
        program = forward_derivatives(readable_program(model.source), model.derivatives[-1])
    elif model.level in ONE_PART:
        program = model.program
    else:
        plan = model.plan
        page = plan.formulation.smooth or plan.formulation.trace
        program = trace(plan.with_formulation(trace=page), model.program.name, model.outputs)
    return LEVELS[READING].run(program)


def _outputs(model: Model, program: Program) -> str | None:
    """The outputs of a program, each written out; None if that is long."""
    from symoro.symbolic.limits import TooLarge

    if expanded_size(program) > LARGEST:
        return None
    try:
        texts = _element_texts(model, program)
    except TooLarge:
        return None
    rows: list[Row] = []
    for output, own in zip(program.outputs, texts, strict=True):
        rows += _output_rows(output, own)
    return _alignment(rows, MOST_LINES)


def _element_texts(model: Model, program: Program) -> list[list[str]]:
    """LaTeX of the elements of each output."""
    from symoro.pipeline.expand import joint_frames
    from symoro.pipeline.reading import reading_order
    from symoro.symbolic.latex import latex
    from symoro.symbolic.to_sympy import edges_to_sympy

    edges = [edge for output in program.outputs for edge in output.elements]
    elements = edges_to_sympy(program.graph, edges)
    order = reading_order(model.robot, program)
    texts = iter(latex(elements, joint_frames(model.robot), order))
    return [[next(texts) for _ in output.elements] for output in program.outputs]


def _output_rows(output: Output, texts: list[str]) -> list[Row]:
    """An output: one equation, or one for each different element if its matrix is too wide."""
    name, shape = array_text(output.name), output.shape
    if not texts:
        sizes = r" \times ".join(map(str, shape))
        return [(name, r"\in", rf"\mathbf{{R}}^{{{sizes}}}")]
    if not shape:
        return [(name, "=", texts[0])]
    if len(shape) < 3:
        matrix = Matrix(texts, shape[1] if len(shape) == 2 else 1, WIDTH)
        if matrix.fits(WIDTH - _MATRIX):
            return [(name, "=", "\n".join(matrix.lines()))]
    rows: list[Row] = []
    first: dict[str, str] = {}
    for k, text in enumerate(texts):
        if text == "0":
            continue
        element = array_text(output.name, ",".join(str(i + 1) for i in index_of(k, shape)))
        rows.append((element, "=", first.get(text, text)))
        first.setdefault(text, element)
    if len(rows) < len(texts):
        rows.append((name, "=", r"0 \text{ elsewhere}"))
    return rows


def _statements(program: Program) -> str | None:
    """The statements of a program, then its outputs; numbers stand in these alone."""
    equations = Equations(program)
    numbers = _element_numbers(program)
    rows = [
        equations.assignment(statement)
        for statement in program.statements
        if isinstance(statement, Let) and statement.node not in numbers
    ]
    for output in program.outputs:
        edges = [numbers.get(e, -numbers.get(-e, -e)) for e in output.elements]
        rows += _output_rows(output, equations.values(edges))
    return _alignment(rows, MOST_STATEMENTS)


def _element_numbers(program: Program) -> dict[int, int]:
    """The numbers that are elements of outputs and nothing else, by their nodes, as edges."""
    used = {node for nodes in program.statement_nodes for node in nodes}
    numbers: dict[int, int] = {}
    for statement in program.statements:
        if isinstance(statement, Let) and statement.node not in used:
            value = statement.value
            if value == 0 or program.graph.nodes[abs(value)].op is Op.NUMBER:
                numbers[statement.node] = value
    return numbers


def _alignment(rows: list[Row], most: int) -> str | None:
    """Equations below each other; None if they take too many lines or letters, or too wide ones."""
    lines = aligned_lines(rows, WIDTH)
    text = "\n".join(["$\\displaystyle", r"\begin{aligned}", *lines, r"\end{aligned}$"])
    wide = any(width(line.rpartition("&")[2]) > WIDTH for line in lines)
    return None if wide or text.count(r"\\") >= most or len(text) > LONGEST else text
