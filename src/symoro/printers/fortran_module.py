"""The modules of Fortran: one of the parameters' type, and one of subroutines without state.

All real numbers have the kind ``wp``, which is decided in one line of each file. Capitals do not
matter there: of names that differ only by them, the later ones get ``_`` appended. Statements stand
between the comments Equations and Outputs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from textwrap import wrap

from symoro.errors import ModelError
from symoro.ir.program import Let, Program, Solve
from symoro.printers.c_dialect import single
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, double_text, power_stars
from symoro.printers.document import Document
from symoro.printers.spellings import spell_suffix
from symoro.printers.writer import Index, Syntax, Writer, index_of, parentheses_from_one

_WIDTH = 132
_MARGIN = " " * 8  # of lines that carry another on
_LINES = 256  # of a statement
_SUM = 8000  # characters, which never take more lines than that
_LONGEST = 63  # characters of a name
_ENDING = 32  # of them, at the end, which are kept where a name is cut
_CUTS = [re.compile(signs) for signs in (r"(?<!\*)\*(?!\*)|/(?![/=])|,", r"\*\*|\(")]
_TEXT = re.compile("'[^']*'")
_RESERVED = """
allocatable associate block call case character class close complex contains cycle deallocate do
double else elseif end endif enddo exit function goto if implicit in inout integer intent intrinsic
logical module none only open out parameter pointer precision print private procedure program public
pure read real recursive result return save select stop subroutine target then type use where while
write wp abs acos arctan2 asin atan2 cos exp linear_solve log reshape sign signum sin size sqrt tan
tanh
"""

_SIGNUM = """  pure real(wp) function signum(x)
    real(wp), intent(in) :: x
    signum = merge(sign(1.0_wp, x), 0.0_wp, abs(x) > 0.0_wp)
  end function signum"""

_ARCTAN2 = """  ! The angle of the direction (x, y), and 0 if there is none.
  pure real(wp) function arctan2(y, x)
    real(wp), intent(in) :: y, x
    arctan2 = 0.0_wp
    if (.not. (abs(y) <= 0.0_wp .and. abs(x) <= 0.0_wp)) arctan2 = atan2(y, x)
  end function arctan2"""

_SOLVE = """  ! Replace B by X in the rows of [A | B], where A X = B; not finite if A is singular.
  pure subroutine linear_solve(rows)
    real(wp), intent(inout) :: rows(:, :)
    real(wp) :: kept(size(rows, 2))
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


def _real_text(value: Fraction) -> str:
    """A number of the kind that all have."""
    return f"{double_text(value)}_wp"


def _single_text(value: Fraction) -> str:
    """The same for a number that single precision must have."""
    single(value)
    return _real_text(value)


def break_line(line: str) -> list[str]:
    """Return the pieces of a line that is too long for Fortran, carried on by ``&``."""
    if len(line) <= _WIDTH:
        return [line]
    if line.lstrip().startswith("!"):
        return wrap(line, _WIDTH, subsequent_indent=line[: line.index("!")] + "!   ")
    pieces: list[str] = []
    while len(line) > _WIDTH:
        cut = _cut(line)
        if cut is None:  # amid a word, which goes on right behind the second sign
            pieces.append(f"{line[: _WIDTH - 1]}&")
            line = f"{_MARGIN}&{line[_WIDTH - 1 :]}"
        else:
            pieces.append(f"{line[:cut]} &")
            line = f"{_MARGIN}{line[cut:].lstrip()}"
    return [*pieces, line]


def _cut(line: str) -> int | None:
    """The last place to cut a line at: a space, else behind a sign, the better ones first.

    A text between quotation marks is left whole: compilers warn of one that is carried on.
    """
    line = _TEXT.sub(lambda text: "'" * len(text[0]), line)
    begin, end = len(line) - len(line.lstrip()) + 1, _WIDTH - 2
    space = line.rfind(" ", begin, end + 1)
    if space > 0:
        return space
    for signs in _CUTS:
        cuts = [m.end() for m in signs.finditer(line, begin, end + 1) if m.end() <= end]
        if cuts:
            return cuts[-1]
    return None


def _split_sum(terms: list[str]) -> list[list[str]]:
    """Divide the terms of a sum that takes too many lines."""
    pieces: list[list[str]] = [[]]
    size = 0
    for term in terms:
        size += len(term) + 1
        if size > _SUM and pieces[-1]:
            pieces.append([])
            size = len(term) + 1
        pieces[-1].append(term)
    return pieces


SYNTAX = Syntax(
    dialect=Dialect(
        number=_real_text,
        power=power_stars,
        functions={**FUNCTION_NAMES, "sign": "signum", "atan2": "arctan2"},
        pi="3.141592653589793_wp",
        reserved=frozenset(_RESERVED.split()),
    ),
    suffix=".f90",
    names_outputs=True,
    comment=("! ", ""),
    indent="  ",
    parameter="{p}%{field}",
    element=parentheses_from_one,
    helpers={"sign": _SIGNUM, "atan2": _ARCTAN2, "solve": _SOLVE},
    system="rows",
    prefixes=re.compile("_"),
    fold=str.lower,
    longest=_LONGEST,
    break_line=break_line,
    split_sum=_split_sum,
)
SINGLE = replace(SYNTAX, dialect=replace(SYNTAX.dialect, number=_single_text))


def short_name(name: str) -> str:
    """A name of ours that is as long as Fortran allows: the middle of a longer one is left out."""
    return name if len(name) <= _LONGEST else name[: _LONGEST - _ENDING] + name[-_ENDING:]


def dimensions(shape: Index) -> str:
    """The text behind the name of an array in its declaration."""
    return f"({', '.join(map(str, shape))})" if shape else ""


def string_text(text: str) -> str:
    """A text between signs, in pieces that fit on a line."""
    return " // ".join(f"'{piece}'" for piece in wrap(text, 60, drop_whitespace=False))


def _check_lengths(statements: Iterable[str], name: str) -> list[str]:
    """Return the statements that give this name its value, if none takes too many lines."""
    lines = list(statements)
    for line in lines:
        size = len(break_line(f"    {line}")) if len(line) > _SUM else 1
        if size > _LINES:
            raise ModelError(
                f"the value of {name} takes {size} lines, and a statement of Fortran may have "
                f"{_LINES}; take a level with intermediate variables (O2), without --expanded "
                "(expanded=True)"
            )
    return lines


class FortranWriter(Writer):
    """The modules.

    Attributes:
        shared: the file of the parameters' type.
        type: its name.
        modules: the names of the modules of subroutines and of that type.
        zero: the argument by which the first part refuses a parameter.
    """

    syntax = SYNTAX

    def __init__(self, document: Document) -> None:
        self.type = short_name(f"{document.family}_parameters")
        suffix = spell_suffix(self.syntax.suffix, document.names)
        self.shared = f"{document.family}_parameters{suffix}"
        self.modules = short_name(f"{document.program.name}_mod"), short_name(f"{self.type}_mod")
        super().__init__(document)
        self.zero = self.names.fresh("zero")

    def own_names(self) -> frozenset[str]:
        """The names of functions, modules and the type."""
        functions = {short_name(part.name) for part in self.document.parts}
        return super().own_names() | functions | {self.type, *self.modules}

    def files(self) -> dict[str, str]:
        """Return the module of subroutines, and that of the parameters' type if there are any."""
        texts = super().files()
        return texts | {self.shared: self._parameter_file()} if self.names.parameters else texts

    def kind_line(self) -> str:
        """The line that decides the kind of real numbers."""
        size = "real32" if self.document.single else "real64"
        return f"  use, intrinsic :: iso_fortran_env, only: wp => {size}"

    def _parameter_file(self) -> str:
        module = self.modules[1]
        lines = self.comments(
            [f"The constant parameters of {self.document.family}, for all its models."]
        )
        lines += [f"module {module}", self.kind_line(), "  implicit none", f"  type :: {self.type}"]
        lines += [f"    real(wp) :: {self.names.field(name)}" for name in self.names.parameters]
        return self.join_lines([*lines, f"  end type {self.type}", f"end module {module}"])

    def prologue(self) -> list[str]:
        """The head of the module."""
        lines = [f"module {self.modules[0]}", self.kind_line()]
        if self.document.parts[0].parameters:
            lines.append(f"  use {self.modules[1]}, only: {self.type}")
        public = ", ".join(short_name(part.name) for part in self.document.parts)
        return [*lines, "  implicit none", "  private", f"  public :: {public}", "contains"]

    def epilogue(self) -> list[str]:
        """The end of the module."""
        return ["", f"end module {self.modules[0]}"]

    def function(self, part: Program) -> list[str]:
        """As everywhere, inside the module."""
        return [f"  {line}" if line else "" for line in super().function(part)]

    def documentation(self, part: Program) -> list[str]:
        """The descriptions of arguments, that of the error too."""
        lines = self.describe_arguments(part)
        if part is self.document.prepare:
            lines.append(
                f"{self.zero}: a parameter or inertia that must not be zero and is, or blank"
            )
        return self.comments(lines)

    def head(self, part: Program) -> list[str]:
        """The line of the subroutine."""
        outputs = [self.names.array(output.name) for output in part.outputs]
        zero = [self.zero] if part is self.document.prepare else []
        arguments = ", ".join([*self.names.arguments(part), *outputs, *zero])
        return [f"subroutine {short_name(part.name)}({arguments})"]

    def declarations(self, part: Program) -> list[str]:
        """The arguments, the variables and the systems."""
        names = self.names
        lines = [
            f"real(wp), intent(in) :: {names.array(name)}{dimensions(shape)}"
            for name, shape in part.arrays
        ]
        if part.parameters:
            lines.append(f"type({self.type}), intent(in) :: {names.p}")
        lines += [
            f"real(wp), intent(out) :: {names.array(each.name)}{dimensions(each.shape)}"
            for each in part.outputs
        ]
        if part is self.document.prepare:
            lines.append(f"character(len=*), intent(out) :: {self.zero}")
        variables = self.variables(part)
        for k in range(0, len(variables), 10):
            lines.append(f"real(wp) :: {', '.join(variables[k : k + 10])}")
        for each in part.systems:
            rows = f"{each.unknowns}, {each.unknowns + each.right_hand_sides}"
            lines.append(f"real(wp) :: {self.systems[each.names]}({rows})")
        return lines

    def parameter_checks(self, part: Program) -> list[str]:
        """Blank, or the first parameter that is zero, which is the last to be looked at.

        Nothing is computed then: a division by it would stop a program that traps these.
        """
        if part is not self.document.prepare:
            return []
        tests = super().parameter_checks(part)[::-1]
        leave = [f"if ({self.zero} /= '') return"] if tests else []
        return [f"{self.zero} = ''", *tests, *leave]

    def guard_checks(self, part: Program) -> list[str]:
        """The same, where parameters are read; a value may divide by those that come before it."""
        leave = f"if ({self.zero} /= '') return"
        return [line for test in super().guard_checks(part) for line in (test, leave)]

    def zero_check(self, part: Program, value: str, name: str) -> list[str]:
        """A statement that names the value; equality of reals is a warning of compilers."""
        return [f"if (abs({value}) <= 0.0_wp) {self.zero} = {string_text(name)}"]

    def assignment(self, part: Program, let: Let) -> list[str]:
        """As everywhere, unless it takes too many lines."""
        return _check_lengths(super().assignment(part, let), let.name)

    def solve(self, part: Program, solve: Solve) -> list[str]:
        """A call of the helper."""
        rows, n = self.systems[solve.names], solve.unknowns
        assignments = [
            f"{rows}({i}, :) = [{', '.join(self.values(part, (*a, *b)))}]"
            for i, (a, b, _) in enumerate(solve.rows, start=1)
        ]
        lines = _check_lengths(assignments, ", ".join(solve.names))
        lines.append(f"call linear_solve({rows})")
        return [*lines, *self.unknowns(solve, lambda i, k: f"{rows}({i + 1}, {n + k + 1})")]

    def outputs(self, part: Program) -> list[str]:
        """An assignment for each element; one for an array without any, which must be set too."""
        lines: list[str] = []
        for output in part.outputs:
            array = self.names.array(output.name)
            lines += [] if output.elements else [self.let(array, "0.0_wp")]
            for place, value in enumerate(self.values(part, output.elements)):
                index = index_of(place, output.shape)
                lines.append(self.let(self.syntax.element(array, index, output.shape), value))
        return lines

    def tail(self, part: Program) -> list[str]:
        """The end of the subroutine."""
        return [f"end subroutine {short_name(part.name)}"]


class SingleWriter(FortranWriter):
    """The same in single precision, which does not have all numbers."""

    syntax = SINGLE
