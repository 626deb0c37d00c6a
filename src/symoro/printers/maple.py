"""Maple: procedures of lists and of a table of parameters; exact numbers.

Statements stand between the comments Equations and Outputs.
"""

from __future__ import annotations

import re
from textwrap import wrap

from symoro.ir.program import Program, Solve
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, nested
from symoro.printers.document import Document
from symoro.printers.writer import Syntax, Writer

_RESERVED = """
and assuming break by catch description do done elif else end error export fi finally for from
global if implies in intersect local minus mod module next not od option options or proc quit read
return save stop subset then to try union use uses while xor
D I O Pi Catalan FAIL GAMMA Matrix Vector LinearAlgebra abs arctan arctan2 args cos evalb exp false
gamma infinity list nargs procname psi set signum sin sqrt string table tan thisproc true type
undefined
"""

_ARCTAN2 = """# The angle of the direction (x, y), and 0 if there is none.
arctan2 := (y, x) -> `if`(x = 0 and y = 0, 0, arctan(y, x)):"""

SYNTAX = Syntax(
    dialect=Dialect(
        functions={**FUNCTION_NAMES, "atan2": "arctan2", "sign": "signum"},
        divides_pi=True,
        reserved=frozenset(_RESERVED.split()),
    ),
    suffix=".mpl",
    indent="  ",
    let="{name} := {value};",
    helpers={"atan2": _ARCTAN2},
    prefixes=re.compile("_"),  # Maple's own
)


def files(document: Document) -> dict[str, str]:
    """Return a file with one procedure, or with two for two parts."""
    return _Maple(document).files()


class _Maple(Writer):
    syntax = SYNTAX

    def head(self, part: Program) -> list[str]:
        return [f"{part.name} := proc({', '.join(self.names.arguments(part))})"]

    def declarations(self, part: Program) -> list[str]:
        variables = [*self.variables(part), *(self.systems[each.names] for each in part.systems)]
        return wrap(f"local {', '.join(variables)};", 90) if variables else []

    def refusal(self, part: Program, name: str) -> list[str]:
        given = self.parameter(self.names.p, name)
        return [f'if {given} = 0 then error "%1 must not be zero", "{name}"; end if;']

    def solve(self, part: Program, solve: Solve) -> list[str]:
        n, m, found = solve.unknowns, solve.right_hand_sides, self.systems[solve.names]
        matrix = nested((n, n), self.values(part, solve.matrix))
        right = nested((n, m), self.values(part, solve.right))
        lines = [f"{found} := LinearAlgebra:-LinearSolve(Matrix({matrix}), Matrix({right}));"]
        for i, (_, _, assigned) in enumerate(solve.rows, start=1):
            for k, name in enumerate(assigned, start=1):
                lines.append(self.let(self.names.of(name), f"{found}[{i}, {k}]"))
        return lines

    def outputs(self, part: Program) -> list[str]:
        results = [nested(o.shape, self.values(part, o.elements)) for o in part.outputs]
        return [f"return {', '.join(results)};"]

    def tail(self, part: Program) -> list[str]:
        return ["end proc:"]
