"""The functions of C and C++: flat arrays, and the name of a parameter that is zero returned."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from symoro.ir.program import Program, Solve
from symoro.printers.document import Document
from symoro.printers.writer import Writer


def solve_lines(
    solve: Solve,
    rows: str,
    scalar: str,
    solver: str,
    row: Callable[[Iterable[int]], str],
    let: Callable[[str, str], str],
) -> list[str]:
    """Return the rows of a linear system, the call of a helper, and its unknowns from the rows."""
    n, m = solve.unknowns, solve.right_hand_sides
    lines = [f"{scalar} {rows}[{n * (n + m)}] = {{"]
    lines += [f"    {row((*a, *b))}," for a, b, _ in solve.rows]
    lines += ["};", f"{solver}({n}, {n + m}, {rows});"]
    for i, (_, _, unknowns) in enumerate(solve.rows):
        for k, name in enumerate(unknowns):
            lines.append(let(name, f"{rows}[{i * (n + m) + n + k}]"))
    return lines


class CFamilyWriter(Writer):
    """The functions of a document.

    Attributes:
        scalar: the type of numbers.
        solver: the helper that solves linear systems.
        null: the pointer that a preparation without an error returns.
        struct: the type of the parameters.
    """

    scalar: str
    solver = "linear_solve"
    null: str

    def __init__(self, document: Document) -> None:
        self.struct = f"{document.family}_parameters"
        super().__init__(document)

    def comments(self, lines: Iterable[str]) -> list[str]:
        """Return lines as one comment."""
        return ["/*", *(f" * {line}".rstrip() for line in lines), " */"]

    def opening(self, part: Program) -> str:
        """The beginning of a signature, up to its parenthesis."""
        return f"{'const char *' if part is self.document.prepare else 'void '}{part.name}("

    def zero_check(self, part: Program, value: str, name: str) -> list[str]:
        """A test that returns the name."""
        zero = self.syntax.dialect.number(Fraction(0))
        return [f"if ({value} == {zero}) {{", f'    return "{name}";', "}"]

    def solve(self, part: Program, solve: Solve) -> list[str]:
        """A call of the helper."""
        return solve_lines(
            solve,
            self.systems[solve.names],
            self.scalar,
            self.solver,
            lambda edges: ", ".join(self.values(part, edges)),
            lambda name, value: self.let(self.names.of(name), value),
        )

    def outputs(self, part: Program) -> list[str]:
        """Assignments to the elements."""
        lines = [
            f"{self.names.array(output.name)}[{k}] = {self.value(part, edge)};"
            for output in part.outputs
            for k, edge in enumerate(output.elements)
        ]
        return [*lines, *([f"return {self.null};"] if part is self.document.prepare else [])]

    def tail(self, part: Program) -> list[str]:
        """The brace."""
        return ["}"]
