"""A derivation in words and formulas: SYMORO+'s files .pau and .pie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symoro.ir.graph import NAMED
from symoro.ir.program import Let
from symoro.ir.tree import SolutionTree, Step
from symoro.models.inverse_geometry.unknowns import Kind
from symoro.pipeline.equations import WIDTH
from symoro.printers.dialect import ExpressionPrinter
from symoro.printers.latex import Equations, Row, aligned_lines
from symoro.printers.latex_names import escape_text, name_text
from symoro.printers.listing import DIALECT, assignment

_ROOTS = {1: "one root", 2: "two roots", 4: "up to four roots"}


@dataclass(frozen=True)
class StepText:
    """One step in words.

    Attributes:
        title: the unknown, its meaning, the type and the elements.
        formulas: assignments of what the equation is made of.
        equation: the equation, in the names of its coefficients.
        roots: how many roots it has, and what they tell apart.
        degenerate: where it has none, or every value is one.
        latex: formulas and equation as rows of LaTeX.
    """

    title: str
    formulas: tuple[str, ...]
    equation: str
    roots: str
    degenerate: str
    latex: tuple[Row, ...] = ()

    def lines(self) -> list[str]:
        """The step, a line each."""
        body = [*self.formulas, self.equation, self.roots, self.degenerate]
        return [self.title, *(f"  {line}" for line in body if line)]


@dataclass(frozen=True)
class Explanation:
    """A derivation in words.

    Attributes:
        title: the robot, the method, the joints.
        steps: in order.
        joints: the joints that are not unknowns themselves, as formulas.
    """

    title: str
    steps: tuple[StepText, ...]
    joints: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Explanation: {self.title}>"

    def __str__(self) -> str:
        return "\n".join([self.title, *self.lines()])

    def lines(self) -> list[str]:
        """The steps and the joints, a line each."""
        lines = [line for step in self.steps for line in step.lines()]
        return [*lines, *(["Joints:"] if self.joints else []), *(f"  {x}" for x in self.joints)]

    def _repr_latex_(self) -> str:
        """The equations, for notebooks."""
        rows = [
            row
            for step in self.steps
            for row in (("", "", rf"\text{{{escape_text(step.title)}}}"), *step.latex)
        ]
        return "\n".join(
            ["$\\displaystyle", r"\begin{aligned}", *aligned_lines(rows, WIDTH), r"\end{aligned}$"]
        )


def step_texts(tree: SolutionTree) -> list[StepText]:
    """Return the steps of a tree in words; formulas are those of its program."""
    printer = ExpressionPrinter(tree.program.graph, DIALECT, {})
    equations = Equations(tree.program)
    printed: set[str] = set()
    texts = []
    for number, (step, names) in enumerate(zip(tree.steps, tree.names, strict=True), 1):
        formulas: list[str] = []
        coefficients: list[str] = []
        rows: list[Row] = []
        own = [names.S, names.C, names.x]
        if step.kind is not None:
            elements = tree.output(step.coefficients).elements
            for statement in _statements_for(tree, elements, printed):
                formulas.append(assignment(statement, printer, " = ").rstrip(";"))
                rows.append(equations.assignment(statement))
            coefficients = [printer.text(edge) for edge in elements]
            latex = [equations.expressions.text(edge) for edge in elements]
            for each in _equations(step, latex, [name_text(each) for each in own]):
                left, right = each.split(" = ")
                rows.append((left, "=", right))
        texts.append(
            StepText(
                title=_title(number, step),
                formulas=tuple(formulas),
                equation=",  ".join(_equations(step, coefficients, own)),
                roots=_roots(step),
                degenerate=_degenerate(step, coefficients),
                latex=tuple(rows),
            )
        )
    return texts


def joint_lines(tree: SolutionTree) -> list[str]:
    """The joints in the unknowns, a line each."""
    printer = ExpressionPrinter(tree.program.graph, DIALECT, {})
    elements = tree.output(tree.solution).elements
    return [
        assignment(statement, printer, " = ").rstrip(";")
        for statement in _statements_for(tree, elements, set())
    ]


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


def _equations(step: Step, k: list[str], names: Sequence[str]) -> list[str]:
    """The equations of a step, in its coefficients and the names of its unknown."""
    S, C, x = names
    match step.kind:
        case None:
            return [f"any {x}"]
        case Kind.LINEAR:
            return [_equation(k[:1], [x], k[1])]
        case Kind.QUADRATIC:
            return [f"{_sum((k[0], f'{x}^2'), (k[1], x), (k[2], ''))} = 0"]
        case Kind.QUARTIC:
            powers = [(k[n], f"{x}^{4 - n}") for n in range(3)]
            return [f"{_sum(*powers, (k[3], x), (k[4], ''))} = 0"]
        case Kind.ANGLE:
            return [_equation(k[:2], [S, C], k[2])]
        case Kind.DIRECTION:
            return [_equation(k[n : n + 2], [S, C], k[n + 2]) for n in (0, 3)]
    letters = [f"{S}^2", f"{C} {S}", C, S, ""]
    return [f"{_sum(*zip(k, letters, strict=True))} = 0"]


def _equation(factors: Sequence[str], letters: Sequence[str], right: str) -> str:
    """An equation whose first term has no minus sign."""
    first = next((factor for factor in factors if factor != "0"), "0")
    if first.startswith("-"):
        factors, right = [_negate(factor) for factor in factors], _negate(right)
    return f"{_sum(*zip(factors, letters, strict=True))} = {right}"


def _negate(text: str) -> str:
    return text if text == "0" else text[1:] if text.startswith("-") else f"-{text}"


def _sum(*terms: tuple[str, str]) -> str:
    """A sum of coefficients times names, without zeros and ones."""
    text = ""
    for factor, name in terms:
        if factor == "0":
            continue
        sign = "-" if factor.startswith("-") else "+"
        bare = factor.removeprefix("-")
        term = name if bare == "1" and name else " ".join(x for x in (bare, name) if x)
        text += f" {sign} {term}" if text else f"{'-' if sign == '-' else ''}{term}"
    return text or "0"


def _vanishing(k: list[str]) -> str:
    """The condition that both factors of an angle are zero."""
    names = [each.removeprefix("-") for each in k[:2] if each != "0"]
    return f"{' = '.join(dict.fromkeys(names))} = 0"


def _roots(step: Step) -> str:
    if step.kind is None:
        return ""
    telling = f": {step.meaning} + and -" if step.meaning else ""
    return f"{_ROOTS[step.most]}{telling}"


def _degenerate(step: Step, k: list[str]) -> str:
    match step.kind:
        case Kind.LINEAR:
            bare = k[0].removeprefix("-")
            return "" if bare == "1" else f"degenerate where {bare} = 0"
        case Kind.ANGLE if k[2] == "0":
            return f"every angle is a root where {_vanishing(k)}"
        case Kind.ANGLE:
            return (
                f"no root where {k[2]}^2 > {k[0]}^2 + {k[1]}^2, a double one where they are equal; "
                f"degenerate where {_vanishing(k)}"
            )
        case Kind.DIRECTION:
            products = [_sum((k[0], k[4])), _sum((k[3], k[1]))]
            factors = {k[0], k[1], k[3], k[4]}
            if factors <= {"0", "1", "-1"}:
                return ""
            if "0" in (k[0], k[4]) or "0" in (k[1], k[3]):
                pair = (k[1], k[3]) if "0" in (k[0], k[4]) else (k[0], k[4])
                names = [each.removeprefix("-") for each in dict.fromkeys(pair)]
                zero = [each for each in dict.fromkeys(names) if each != "1"]
                return f"degenerate where {' = 0 or '.join(zero)} = 0"
            return f"degenerate where {products[0]} = {products[1]}"
        case Kind.QUADRATIC:
            return f"no root where {k[1]}^2 < 4 {k[0]} {k[2]}"
    return "no root where the polynomial has no real one" if step.kind else ""
