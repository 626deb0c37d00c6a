r"""LaTeX: a fragment to ``\input``, its statements as aligned equations, and a document with it.

Constants, equations and outputs stand under headings of their own. Arrays are bold. A linear system
is written with its matrices, A X = B; X are its unknowns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import ClassVar

from symoro.expressions.reading_order import ReadingOrder
from symoro.expressions.text import number_text
from symoro.ir.program import Let, Output, Program, Solve, Statement
from symoro.printers.dialect import Dialect, ExpressionPrinter
from symoro.printers.document import Document
from symoro.printers.languages import MAIN
from symoro.printers.latex_lines import PAGE, break_lines, width
from symoro.printers.latex_names import array_text, escape_text, name_text
from symoro.printers.renaming import program_names
from symoro.printers.writer import index_of

_EQUALS = 13.3  # points, with the space around it
_COLUMN = 10.0  # between the columns of a matrix
_TOGETHER = 100  # equations
_MOST_ROWS = 30  # of a matrix, which stands on one page
_MOST_COLUMNS = 10  # of a matrix of amsmath unless it is told otherwise

Row = tuple[str, str, str]
"""An equation: its left-hand side, its sign, its right-hand side."""

_NOTES = r"""Needs \usepackage{amsmath}; \allowdisplaybreaks lets equations run over pages.
Digits at the end of a name are a subscript there, _ behind them is a prime; arrays are bold."""


def _number(value: Fraction) -> str:
    text = number_text(value)
    above, _, below = text.partition("/")
    return rf"\frac{{{above}}}{{{below}}}" if below else text


def _power(base: str, exponent: int) -> str:
    for function in (r"\sin", r"\cos", r"\tanh", r"\tan"):
        if base.startswith(function):
            return f"{function}^{{{exponent}}}{base.removeprefix(function)}"
    if base.startswith((r"\frac", r"\sqrt", r"\operatorname", r"\exp", r"\ln", r"\arc")):
        base = _parenthesise(base)
    return f"{base}^{{{exponent}}}"


def _call(function: str, arguments: list[str]) -> str:
    inside = ", ".join(arguments)
    if function == r"\sqrt":
        return rf"\sqrt{{{inside}}}"
    if function == "|":
        return rf"\left|{inside}\right|"
    return function + _parenthesise(inside)


def _parenthesise(text: str) -> str:
    return rf"\left({text}\right)" if r"\frac" in text else f"({text})"


DIALECT = Dialect(
    number=_number,
    power=_power,
    functions={
        **{name: rf"\{name}" for name in ("sin", "cos", "tan", "sqrt", "exp", "tanh")},
        **{name: rf"\operatorname{{{name}}}" for name in ("sign", "atan2")},
        **{"log": r"\ln", "asin": r"\arcsin", "acos": r"\arccos", "abs": "|"},
    },
    call=_call,
    pi=r"\pi",
    divides_pi=True,
)


class LatexExpressions(ExpressionPrinter):
    """Products by thin spaces, quotients by bars."""

    times: ClassVar[str] = r" \, "

    def _within(self, edge: int, binding: int) -> str:
        text, own = self._print(edge)
        return text if own >= binding else _parenthesise(text)

    def _product(self, edge: int) -> str:
        above, *below = super()._product(edge).split("/")  # factors are in LaTeX, without signs
        factors = above.split("*")
        if not below:
            return self.times.join(factors)
        return (
            rf"\frac{{{self._without_parentheses(factors)}}}{{{self._without_parentheses(below)}}}"
        )

    def _without_parentheses(self, factors: list[str]) -> str:
        """A product on one side of a bar, where a factor that is alone needs no parentheses."""
        if len(factors) == 1:
            for left, right in ((r"\left(", r"\right)"), ("(", ")")):
                if factors[0].startswith(left) and factors[0].endswith(right):
                    return factors[0].removeprefix(left).removesuffix(right)
        return self.times.join(factors)


def files(document: Document) -> dict[str, str]:
    """Return a fragment, and a document that has it."""
    stem = document.code_stem
    fragment, main = f"{stem}.tex", f"{stem}{MAIN}.tex"
    return {fragment: _Fragment(document).text(fragment), main: _document(document, fragment, main)}


def _document(document: Document, fragment: str, main: str) -> str:
    robot = rf"Robot \texttt{{{escape_text(document.stem)}}}, level" if document.robot else "Level"
    lines = [
        f"% An example that shows {document.program.name}; run it with",
        f"%     pdflatex {main}",
        r"\documentclass{article}",
        r"\usepackage{amsmath}",
        r"\allowdisplaybreaks",
        r"\setlength{\emergencystretch}{3em}",
        r"\begin{document}",
        rf"\section*{{\raggedright {escape_text(document.title)}}}",
        rf"\noindent {robot} {document.level}: {escape_text(str(document.operations))}.",
        rf"\input{{{fragment}}}",
        r"\end{document}",
    ]
    return "\n".join([*lines, ""])


class Equations:
    """The equations of a program."""

    def __init__(self, program: Program, order: ReadingOrder | None = None) -> None:
        self.program = program
        self.names = {name: name_text(name) for name in program_names(program)}
        self.expressions = LatexExpressions(program.graph, DIALECT, self.names, order)

    def assignment(self, statement: Let) -> Row:
        """An assignment."""
        return self.names[statement.name], "=", self.expressions.text(statement.value)

    def values(self, edges: Iterable[int]) -> list[str]:
        """Expressions."""
        return [self.expressions.text(edge) for edge in edges]


class _Fragment(Equations):
    """The equations of one document."""

    def __init__(self, document: Document) -> None:
        super().__init__(document.program, document.order)
        self.document = document

    def text(self, file: str) -> str:
        """Return the file."""
        document = self.document
        header = [*document.header(file), "", *document.describe_arguments(self.program, p=None)]
        lines = [f"% {line}".rstrip() for line in [*header, "", *_NOTES.splitlines()]]
        prepare = document.prepare
        once = prepare.statements if prepare is not None else ()
        columns = max((solve.unknowns for solve in self.program.systems), default=0)
        if columns > _MOST_COLUMNS:
            lines.append(rf"\setcounter{{MaxMatrixCols}}{{{columns}}}")
        if once:
            nonzero = ", ".join(rf"${name_text(name)} \neq 0$" for name in document.nonzero)
            assumed = f"; {nonzero} by assumption" if nonzero else ""
            lines += _heading("Constants", f"computed once, from the parameters{assumed}.")
            lines += self.statements(once)
        done = set(once)
        each = [statement for statement in self.program.statements if statement not in done]
        if each:
            lines += _heading("Equations", "computed at each call." if document.two_part else "")
            lines += self.statements(each)
        meanings = (
            f"${array_text(output.name)}$: {escape_text(document.meanings[output.name])}"
            for output in self.program.outputs
        )
        lines += _heading("Outputs", "; ".join(meanings) + ".")
        rows = [row for output in self.program.outputs for row in self.output(output)]
        return "\n".join([*lines, *_alignment(rows), ""])

    def statements(self, statements: Sequence[Statement]) -> Iterator[str]:
        """Assignments, aligned together as far as no linear system comes between them."""
        rows: list[Row] = []
        for statement in statements:
            if isinstance(statement, Solve):
                yield from (*_alignment(rows), *self.solve(statement))
                rows = []
            else:
                rows.append(self.assignment(statement))
        yield from _alignment(rows)

    def solve(self, solve: Solve) -> list[str]:
        """A linear system, on as many lines as it takes."""
        n, m = solve.unknowns, solve.right_hand_sides
        a = Matrix(self.values(solve.matrix), n)
        x = Matrix([self.names[name] for name in solve.names], m)
        b = Matrix(self.values(solve.right), m)
        first = r" \\" if a.width + x.width > PAGE else ""
        second = r" \\" if a.width + x.width + _EQUALS + b.width > PAGE else ""
        lines = [*a.lines(first), *x.lines(second), "=", *b.lines()]
        return [r"\begin{gather*}", *(f"  {line}" for line in lines), r"\end{gather*}"]

    def output(self, output: Output) -> list[Row]:
        """An output: one equation, or one for each row of an array that is too wide."""
        texts, shape = self.values(output.elements), output.shape
        name = array_text(output.name)
        if not texts:
            sizes = r" \times ".join(map(str, shape))
            return [(name, r"\in", rf"\mathbf{{R}}^{{{sizes}}}")]
        if not shape:
            return [(name, "=", texts[0])]
        columns = shape[-1]
        if len(shape) == 2:
            matrix = Matrix(texts, columns)
            if matrix.fits(PAGE - width(name) - _EQUALS):
                return [(name, "=", "\n".join(matrix.lines()))]
        rows: list[Row] = []
        for k in range(0, len(texts), columns):
            places = [str(i + 1) for i in index_of(k // columns, shape[:-1])]
            row = array_text(output.name, ",".join([*places, r"\cdot"])) if places else name
            rows.append((row, "=", f"({', '.join(texts[k : k + columns])})"))
        return rows


class Matrix:
    """A matrix, its elements row by row, and its approximate width."""

    def __init__(self, texts: list[str], columns: int, page: float = PAGE) -> None:
        self.rows = [texts[k : k + columns] for k in range(0, len(texts), columns)]
        self.width = self._width()
        if self.width > page:
            room = page / columns - _COLUMN
            self.rows = [[_folded_element(text, room) for text in row] for row in self.rows]

    def _width(self) -> float:
        widest = (max(map(width, column)) for column in zip(*self.rows, strict=True))
        return sum(widest) + _COLUMN * len(self.rows[0])

    def fits(self, room: float) -> bool:
        """Tell whether it can be printed as a matrix, in a width in points."""
        rows, columns = len(self.rows), len(self.rows[0])
        return self.width <= room and columns <= _MOST_COLUMNS and rows <= _MOST_ROWS

    def lines(self, behind: str = "") -> list[str]:
        """Return it in parentheses."""
        rows = [" & ".join(row) for row in self.rows]
        body = [f"  {row} \\\\" for row in rows[:-1]] + [f"  {rows[-1]}"]
        return [r"\begin{pmatrix}", *body, rf"\end{{pmatrix}}{behind}"]


def _folded_element(text: str, room: float) -> str:
    """An element of a matrix, on several lines if it is too wide."""
    lines = break_lines(text, room)
    return (
        text
        if len(lines) == 1
        else r"\begin{aligned} &" + _continued_lines(lines) + r" \end{aligned}"
    )


def _continued_lines(lines: Sequence[str]) -> str:
    """The lines of one expression; all but the first are indented."""
    signed = (f"{{}} {line}" if line[0] in "+-" else line for line in lines[1:])
    return " \\\\\n    &\\quad ".join([lines[0], *signed])


def _heading(title: str, text: str) -> list[str]:
    return ["", rf"\paragraph*{{{title}}} {text}".rstrip()]


def _alignment(rows: Sequence[Row]) -> Iterator[str]:
    """Equations with their signs below each other, in pieces that TeX has room for."""
    for start in range(0, len(rows), _TOGETHER):
        lines = aligned_lines(rows[start : start + _TOGETHER])
        yield from (r"\begin{align*}", *(f"  {line}" for line in lines), r"\end{align*}")


def aligned_lines(rows: Sequence[Row], page: float = PAGE) -> list[str]:
    """Return equations with their signs below each other, broken to fit a width in points."""
    room = max(page - _EQUALS - max(width(left) for left, _, _ in rows), page / 2)
    lines: list[str] = []
    for left, sign, value in rows:
        whole = value if "\n" in value else _continued_lines(break_lines(value, room))
        lines += f"{left} &{sign} {whole}".splitlines()
        lines[-1] += r" \\"
    lines[-1] = lines[-1].removesuffix(r" \\")
    return lines
