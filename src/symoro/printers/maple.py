"""Maple: procedures of lists and of a table of parameters; exact numbers.

Statements stand between the comments Equations and Outputs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap

from symoro.ir.program import Output, Program, Solve
from symoro.printers.caller import Caller
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, nested_list
from symoro.printers.document import Document
from symoro.printers.maple_words import FAMILIES, RESERVED
from symoro.printers.names import LocalNames
from symoro.printers.renaming import program_names
from symoro.printers.writer import Index, Syntax, Writer

_ARCTAN2 = """# The angle of the direction (x, y), and 0 if there is none.
arctan2 := (y, x) -> argument(x + I*y):"""

_SHOW = """
print_rows := proc(rows)
  local each, text, x;
  for each in rows do
    text := "";
    for x in each do
      text := cat(text, sprintf(" %.15g", evalf(x)));
    end do;
    writeline(terminal, text);
  end do;
end proc:
"""


def files(document: Document) -> dict[str, str]:
    """Return a file with one procedure, or with two for two parts, and an example."""
    writer = _Maple(document)
    return writer.files() | _Caller(writer).files()


class _Maple(Writer):
    syntax = Syntax(
        dialect=Dialect(
            functions=FUNCTION_NAMES
            | {f"a{name}": f"arc{name}" for name in ("sin", "cos", "tan2")}
            | {"sign": "signum"},
            number=str,  # a decimal would not be exact there
            divides_pi=True,
            reserved=RESERVED,
        ),
        suffix=".mpl",
        indent="  ",
        let="{name} := {value};",
        helpers={"atan2": _ARCTAN2},
        prefixes=re.compile("_"),  # Maple's own
    )

    def local_names(self, reserved: frozenset[str]) -> LocalNames:
        names = program_names(self.program)
        return super().local_names(reserved | {name for name in names if FAMILIES.fullmatch(name)})

    def head(self, part: Program) -> list[str]:
        return [f"{part.name} := proc({', '.join(self.names.arguments(part))})"]

    def declarations(self, part: Program) -> list[str]:
        variables = [*self.variables(part), *(self.systems[each.names] for each in part.systems)]
        text = f"local {', '.join(variables)};"
        return wrap(text, 90, break_long_words=False) if variables else []

    def zero_check(self, part: Program, value: str, name: str) -> list[str]:
        return [f'if {value} = 0 then error "%1 must not be zero", "{name}"; end if;']

    def solve(self, part: Program, solve: Solve) -> list[str]:
        n, m, solution = solve.unknowns, solve.right_hand_sides, self.systems[solve.names]
        matrix = nested_list((n, n), self.values(part, solve.matrix))
        right = nested_list((n, m), self.values(part, solve.right))
        lines = [f"{solution} := LinearAlgebra[LinearSolve](Matrix({matrix}), Matrix({right}));"]
        return [*lines, *self.unknowns(solve, lambda i, k: f"{solution}[{i + 1}, {k + 1}]")]

    def outputs(self, part: Program) -> list[str]:
        results = [nested_list(o.shape, self.values(part, o.elements)) for o in part.outputs]
        return [f"return {', '.join(results)};"]

    def tail(self, part: Program) -> list[str]:
        return ["end proc:"]


class _Caller(Caller[_Maple]):
    command = "maple -q {main}"

    def prologue(self) -> list[str]:
        return ["", "Digits := 17:", f'read "{self.writer.file}":', *_SHOW.splitlines(), ""]

    def parameters(self) -> list[str]:
        pairs = [f'"{name}" = {value!r}' for name, value in self.numbers.parameters.items()]
        return ["p := table([", *(f"  {pair}," for pair in pairs[:-1]), f"  {pairs[-1]}", "]):"]

    def declare_argument(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        return [f"{name} := {nested_list(shape, list(map(repr, numbers)))}:"]

    def call(self, part: Program, arguments: list[str], results: list[str]) -> list[str]:
        return [f"{', '.join(results)} := {part.name}({', '.join(arguments)}):"]

    def print_output(self, output: Output, name: str) -> list[str]:
        if len(output.shape) == 3:
            rows = [f"{name}[{k + 1}]" for k in range(output.shape[0])]
        else:
            rows = [(f"[[{name}]]", f"[{name}]", name)[len(output.shape)]]
        return [f'writeline(terminal, "{output.name}"):', *(f"print_rows({r}):" for r in rows)]
