"""Fortran 2008: a module of the parameters' type, and one of subroutines without state.

Capitals do not matter there: of names that differ only by them, the later ones get ``_`` appended.
Statements stand between the comments Equations and Outputs.
"""

from __future__ import annotations

import re
from fractions import Fraction
from textwrap import wrap

from symoro.ir.program import Input, Program, Solve
from symoro.printers.dialect import (
    FUNCTION_NAMES,
    Dialect,
    ExpressionPrinter,
    double_text,
    power_stars,
)
from symoro.printers.document import Document
from symoro.printers.names import LocalNames
from symoro.printers.renaming import map_lines, renamed

_WIDTH = 132
_LONGEST = 63  # characters of a name
_RESERVED = """
allocatable associate call case character class close complex contains cycle deallocate do double
else elseif end endif enddo exit function goto if implicit in inout integer intent intrinsic logical
module none only open out parameter pointer precision print private procedure program public pure
read real recursive result return save select stop subroutine target then type use where while write
abs arctan2 atan2 cos kind linear_solve matmul maxloc reshape sign signum sin size sqrt
"""

_SIGNUM = """  pure double precision function signum(x)
    double precision, intent(in) :: x
    signum = merge(sign(1.0d0, x), 0.0d0, abs(x) > 0.0d0)
  end function signum"""

_ARCTAN2 = """  ! The angle of the direction (x, y), and 0 if there is none.
  pure double precision function arctan2(y, x)
    double precision, intent(in) :: y, x
    arctan2 = 0.0d0
    if (.not. (abs(y) <= 0.0d0 .and. abs(x) <= 0.0d0)) arctan2 = atan2(y, x)
  end function arctan2"""

_SOLVE = """  ! Replace B by X in the rows of [A | B], where A X = B; not finite if A is singular.
  pure subroutine linear_solve(rows)
    double precision, intent(inout) :: rows(:, :)
    double precision :: kept(size(rows, 2))
    integer :: n, c, r, best
    n = size(rows, 1)
    do c = 1, n
      best = c - 1 + maxloc(abs(rows(c:n, c)), dim=1)
      kept = rows(c, :)
      rows(c, :) = rows(best, :)
      rows(best, :) = kept
      do r = c + 1, n
        rows(r, :) = rows(r, :) - rows(r, c)/rows(c, c)*rows(c, :)
      end do
    end do
    do r = n, 1, -1
      rows(r, n+1:) = (rows(r, n+1:) - matmul(rows(r, r+1:n), rows(r+1:n, n+1:)))/rows(r, r)
    end do
  end subroutine linear_solve"""


def _number(value: Fraction) -> str:
    text = double_text(value)
    return text.replace("e", "d") if "e" in text else f"{text}d0"


DIALECT = Dialect(
    number=_number,
    power=power_stars,
    functions={**FUNCTION_NAMES, "sign": "signum", "atan2": "arctan2"},
    pi="3.141592653589793d0",
    reserved=frozenset(_RESERVED.split()),
)

_PREFIXES = re.compile("_")


def files(document: Document) -> dict[str, str]:
    """Return the module of subroutines, and the one of the parameters' type."""
    return _Writer(document).files()


class _Writer:
    def __init__(self, document: Document) -> None:
        self.document, self.program = document, document.program
        self.stem = f"{document.stem}_{document.extension}"
        self.shared = f"{document.stem}_parameters"
        self.type = _short(self.shared)
        self.modules = (_short(f"{self.program.name}_mod"), _short(f"{self.shared}_mod"))
        ours = {self.program.name, self.type, *self.modules}
        ours |= {_short(part.name) for part in document.parts}
        self.names = LocalNames(document, DIALECT.reserved | ours, _PREFIXES, str.lower, _LONGEST)
        self.parameters = [i.name for i in self.program.inputs if i.array is None]
        self.fields = renamed(self.parameters, (), _PREFIXES, str.lower, _LONGEST)

    def files(self) -> dict[str, str]:
        texts = {f"{self.stem}.f90": self._module()}
        if self.parameters:
            texts[f"{self.shared}.f90"] = self._shared()
        return texts

    def _module(self) -> str:
        document, module = self.document, self.modules[0]
        said = [*document.header(f"{self.stem}.f90"), *map_lines(self.fields | self.names.mapped)]
        lines = [f"! {line}".rstrip() for line in said]
        lines.append(f"module {module}")
        if document.parts[0].parameters:
            lines.append(f"  use {self.modules[1]}, only: {self.type}")
        public = ", ".join(_short(part.name) for part in document.parts)
        lines += ["  implicit none", "  private", f"  public :: {public}", "contains"]
        for part in document.parts:
            lines += ["", *self._subroutine(part)]
        if self.program.calls("sign"):
            lines += ["", _SIGNUM]
        if self.program.calls("atan2"):
            lines += ["", _ARCTAN2]
        if self.program.systems:
            lines += ["", _SOLVE]
        return "\n".join([*(_carried(line) for line in lines), f"end module {module}", ""])

    def _shared(self) -> str:
        lines = [f"! The constant parameters of {self.document.stem}, for all its models."]
        lines += [f"module {self.modules[1]}", "  implicit none", f"  type :: {self.type}"]
        lines += [f"    double precision :: {self._field(name)}" for name in self.parameters]
        return "\n".join([*lines, f"  end type {self.type}", f"end module {self.modules[1]}", ""])

    def _field(self, name: str) -> str:
        return self.fields.get(name, name)

    def _subroutine(self, part: Program) -> list[str]:
        names, expressions = self.names, ExpressionPrinter(part.graph, DIALECT, self.names.mapped)
        prepares = part is self.document.prepare
        outputs = [names.array(output.name) for output in part.outputs]
        zero = [names.fresh("zero")] if prepares else []
        arguments = [*names.arguments(part), *outputs, *zero]
        described = self.document.arguments(part)
        if prepares:
            described.append("zero: the name of a parameter that must not be zero and is, or blank")
        lines = [f"  ! {line}" for line in described]
        lines.append(f"  subroutine {_short(part.name)}({', '.join(arguments)})")
        lines += [f"    {line}" for line in self._declarations(part, zero)]
        rows = {each.names: names.fresh(f"rows{k}") for k, each in enumerate(part.systems, 1)}
        lines += [
            f"    double precision :: {rows[each.names]}"
            f"({each.unknowns}, {each.unknowns + each.right_hand_sides})"
            for each in part.systems
        ]
        if prepares:
            lines.append(f"    {zero[0]} = ''")
            for name in self.document.nonzero:
                test = f".not. abs({names.p}%{self._field(name)}) > 0.0d0"
                lines.append(f"    if ({test}) {zero[0]} = '{name}'")
        lines.append("    ! Inputs")
        lines += [f"    {names.of(item.name)} = {self._where(item)}" for item in part.read]
        lines.append("    ! Equations")
        for statement in part.statements:
            if isinstance(statement, Solve):
                lines += self._solve(statement, rows[statement.names], expressions)
            else:
                value = expressions.text(statement.value)
                lines.append(f"    {names.of(statement.name)} = {value}")
        lines.append("    ! Outputs")
        for output, name in zip(part.outputs, outputs, strict=True):
            for place, edge in enumerate(output.elements):
                element = name + _indices(place, output.shape)
                lines.append(f"    {element} = {expressions.text(edge)}")
        return [*lines, f"  end subroutine {_short(part.name)}"]

    def _declarations(self, part: Program, zero: list[str]) -> list[str]:
        names = self.names
        lines = [
            f"double precision, intent(in) :: {names.array(name)}{_shape(shape)}"
            for name, shape in part.arrays
        ]
        if part.parameters:
            lines.append(f"type({self.type}), intent(in) :: {names.p}")
        lines += [
            f"double precision, intent(out) :: {names.array(output.name)}{_shape(output.shape)}"
            for output in part.outputs
        ]
        lines += [f"character(len=*), intent(out) :: {name}" for name in zero]
        variables = [names.of(name) for name in (*(i.name for i in part.read), *part.assigned)]
        for k in range(0, len(variables), 10):
            lines.append(f"double precision :: {', '.join(variables[k : k + 10])}")
        return lines

    def _where(self, item: Input) -> str:
        if item.array is None:
            return f"{self.names.p}%{self._field(item.name)}"
        return f"{self.names.array(item.array)}({', '.join(str(k + 1) for k in item.index)})"

    def _solve(self, solve: Solve, rows: str, expressions: ExpressionPrinter) -> list[str]:
        n, m = solve.unknowns, solve.right_hand_sides
        lines = [
            f"    {rows}({i}, :) = [{expressions.row((*a, *b))}]"
            for i, (a, b, _) in enumerate(solve.rows, start=1)
        ]
        lines.append(f"    call linear_solve({rows})")
        for place, name in enumerate(solve.names):
            i, k = divmod(place, m)
            lines.append(f"    {self.names.of(name)} = {rows}({i + 1}, {n + k + 1})")
        return lines


def _short(name: str) -> str:
    """A name of ours that is as long as Fortran allows: the middle of a longer one is left out."""
    return name if len(name) <= _LONGEST else name[: _LONGEST - 32] + name[-32:]


def _shape(shape: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, shape))})" if shape else ""


def _indices(place: int, shape: tuple[int, ...]) -> str:
    """The indices, from 1, of an element in the order of rows."""
    indices: list[int] = []
    for extent in reversed(shape):
        place, index = divmod(place, extent)
        indices.insert(0, index + 1)
    return _shape(tuple(indices))


def _carried(line: str) -> str:
    """Carry a line on where it is too long for Fortran."""
    if "\n" in line or len(line) <= _WIDTH:
        return line
    if line.lstrip().startswith("!"):
        margin = line[: line.index("!")] + "!   "
        return "\n".join(wrap(line, _WIDTH, subsequent_indent=margin))
    pieces: list[str] = []
    while len(line) > _WIDTH:
        cut = line.rfind(" ", len(line) - len(line.lstrip()) + 1, _WIDTH - 1)
        if cut < 0:
            cut = max(line.rfind(sign, 12, _WIDTH - 2) for sign in "*/,") + 1
        pieces.append(f"{line[:cut]} &")
        line = f"        {line[cut:].lstrip()}"
    return "\n".join([*pieces, line])
