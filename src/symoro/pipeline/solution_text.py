"""A derivation in words and formulas: SYMORO+'s files .pau and .pie."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symoro.ir.graph import NAMED
from symoro.ir.program import Let
from symoro.ir.tree import SolutionTree, Step
from symoro.pipeline.equation_text import degenerate_text, equations, root_formulas
from symoro.pipeline.equations import WIDTH
from symoro.printers.dialect import ExpressionPrinter
from symoro.printers.latex import Equations, Row, aligned_lines
from symoro.printers.latex_names import escape_text, name_text
from symoro.printers.listing import DIALECT, assignment

_ROOTS = {1: "one root", 2: "two roots", 4: "up to four roots"}
_SIGNS = ("+: ", "-: ")
_PHRASES = re.compile(
    r"no root where the polynomial has no real one|, a double one where they are equal|"
    r"(no root|every angle is a root|degenerate) where | or |; "
)


@dataclass(frozen=True)
class StepText:
    """One step in words.

    Attributes:
        title: the unknown, its meaning, the type and the elements.
        formulas: assignments of what the equation is made of.
        equation: the equation, in the names of its coefficients.
        roots: how many roots it has, and what they tell apart.
        solutions: the roots as formulas, where they are no polynomial's.
        degenerate: where it has none, or every value is one.
        latex: formulas, equation and roots as rows of LaTeX.
    """

    title: str
    formulas: tuple[str, ...]
    equation: str
    roots: str
    solutions: tuple[str, ...]
    degenerate: str
    latex: tuple[Row, ...] = ()

    def lines(self) -> list[str]:
        """The step, a line each."""
        body = [*self.formulas, self.equation, self.roots]
        body += [f"  {line}" for line in self.solutions]
        return [self.title, *(f"  {line}" for line in (*body, self.degenerate) if line)]


@dataclass(frozen=True)
class Explanation:
    """A derivation in words.

    Attributes:
        title: the robot, the method, the joints.
        steps: in order.
        joints: the joint variables that are no unknowns themselves, as formulas.
    """

    title: str
    steps: tuple[StepText, ...]
    joints: StepText

    def __repr__(self) -> str:
        return f"<Explanation: {self.title}>"

    def __str__(self) -> str:
        return "\n".join([self.title, *self.lines()])

    def lines(self) -> list[str]:
        """The steps and the joints, a line each."""
        return [line for step in self._parts for line in step.lines()]

    @property
    def _parts(self) -> tuple[StepText, ...]:
        return (*self.steps, *((self.joints,) if self.joints.formulas else ()))

    def _repr_latex_(self) -> str:
        """The equations, for notebooks."""
        rows = [("", "", _text(self.title))]
        for step in self._parts:
            rows += [("", "", rf"\textbf{{{escape_text(step.title)}}}"), *step.latex]
        lines = aligned_lines(rows, WIDTH)
        return "\n".join(["$\\displaystyle", r"\begin{aligned}", *lines, r"\end{aligned}$"])


def _text(line: str) -> str:
    return rf"\text{{{escape_text(line)}}}"


def step_texts(tree: SolutionTree) -> list[StepText]:
    """Return the steps of a tree in words; formulas are those of its program."""
    printer = ExpressionPrinter(tree.program.graph, DIALECT, {})
    in_latex = Equations(tree.program)
    printed: set[str] = set()
    texts = []
    for number, (step, names) in enumerate(zip(tree.steps, tree.names, strict=True), 1):
        own = [names.S, names.C, names.x]
        if step.kind is None:
            free = f"any {names.x}: no equation contains it"
            texts.append(StepText(_title(number, step), (), free, "", (), ""))
            continue
        elements = tree.output(step.coefficients).elements
        statements = list(_statements_for(tree, elements, printed))
        k = [printer.text(edge) for edge in elements]
        k_latex = [in_latex.expressions.text(edge) for edge in elements]
        own_latex = [name_text(each) for each in own]
        rows = [in_latex.assignment(statement) for statement in statements]
        for formula in equations(step.kind, k_latex, own_latex):
            rows += _rows(formula)
        rows.append(("", "", _text(_roots(step))))
        for formula in root_formulas(step.kind, k_latex, own_latex):
            rows += _rows(formula)
        words = degenerate_text(step.kind, k_latex)
        rows += [_words(each) for each in words.split("; ") if each]
        texts.append(
            StepText(
                title=_title(number, step),
                formulas=tuple(_line(printer, statement) for statement in statements),
                equation=",  ".join(equations(step.kind, k, own)),
                roots=_roots(step),
                solutions=tuple(root_formulas(step.kind, k, own)),
                degenerate=degenerate_text(step.kind, k),
                latex=tuple(rows),
            )
        )
    return texts


def _rows(formula: str) -> list[Row]:
    """Equations as rows: what is left of each first sign, and the rest."""
    sign = formula[0] if formula.startswith(_SIGNS) else ""
    plain = formula.removeprefix(f"{sign}: ")
    plain = re.sub(r"sqrt\((.*)\)$", r"\\sqrt{\1}", plain).replace("atan2", r"\operatorname{atan2}")
    mark = rf"\quad ({sign})" if sign else ""
    if " = " not in plain:
        return [("", "", rf"\text{{{plain.removesuffix('-D')}}}{{-D}}{mark}")]
    rows = [tuple(each.split(" = ")) for each in re.split(r", (?=\S+ = )", plain)]
    return [(left, "=", right + (mark if left not in "HD" else "")) for left, right in rows]


def _words(line: str) -> Row:
    """A line of words and formulas as a row."""
    return "", "", _PHRASES.sub(r"\\text{\g<0>}", line)


def joint_text(tree: SolutionTree, variables: Sequence[str]) -> StepText:
    """Return the joint variables that are no unknowns themselves as formulas."""
    printer = ExpressionPrinter(tree.program.graph, DIALECT, {})
    in_latex = Equations(tree.program)
    elements = tree.output(tree.solution).elements
    texts = [printer.text(edge) for edge in elements]
    lets = {each.name: each for each in _statements_for(tree, elements, set())}
    before = [each for name, each in lets.items() if name not in texts]
    lines = [_line(printer, each) for each in before]
    rows = [in_latex.assignment(each) for each in before]
    unknowns = {names.x for names in tree.names}
    for variable, edge, text in zip(variables, elements, texts, strict=True):
        if text not in unknowns:
            value = lets[text].value if text in lets else edge
            lines.append(f"{variable} = {printer.text(value)}")
            rows.append((name_text(variable), "=", in_latex.expressions.text(value)))
    return StepText("Joints", tuple(lines), "", "", (), "", tuple(rows))


def _line(printer: ExpressionPrinter, statement: Let) -> str:
    return assignment(statement, printer, " = ").rstrip(";")


def _statements_for(
    tree: SolutionTree, elements: tuple[int, ...], printed: set[str]
) -> Iterator[Let]:
    """The statements that some elements need and that are not printed yet, in order."""
    graph = tree.program.graph
    needed = {
        graph.node(index).name
        for index in graph.reachable(elements)
        if graph.nodes[index].op in NAMED
    }
    for statement in tree.program.statements:
        if isinstance(statement, Let) and statement.name in needed - printed:
            printed.add(statement.name)
            yield statement


def _title(number: int, step: Step) -> str:
    meaning = f" ({step.meaning})" if step.meaning else ""
    where = f", from {step.elements}" if step.elements else ""
    return f"{number}. {step.unknown.text}{meaning}: {step.table}{where}"


def _roots(step: Step) -> str:
    signs = f": {step.meaning} + and -" if step.meaning else ""
    return f"{_ROOTS[step.most]}{signs}"
