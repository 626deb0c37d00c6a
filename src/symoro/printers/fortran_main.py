"""The example program of Fortran."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from textwrap import wrap

from symoro.ir.program import Output, Program
from symoro.printers.caller import Caller
from symoro.printers.fortran_module import FortranWriter, dimensions, short_name
from symoro.printers.renaming import free_name
from symoro.printers.writer import Index

_NUMBERS = 500  # that one statement gives: its lines are limited


class FortranCaller(Caller[FortranWriter]):
    """A program that calls the subroutines of a module."""

    command = "gfortran {file} {main} -o {stem}_main\n./{stem}_main"
    indent = "  "

    def __init__(self, writer: FortranWriter) -> None:
        super().__init__(writer)
        self.name = short_name(self.file.rpartition(".")[0])
        self._taken = {name.lower() for name in (*writer.own_names(), self.name)}
        self._own: dict[str, str] = {}

    def variable(self, name: str) -> str:
        """A variable: capitals do not tell ``found_K`` from ``found_k``."""
        if name not in self._own:
            syntax = self.writer.syntax
            self._own[name] = free_name(name, self._taken, syntax.fold, syntax.longest)
            self._taken.add(self._own[name].lower())
        return self._own[name]

    def usage_comment(self) -> list[str]:
        """As everywhere; the module of the parameters is compiled first."""
        first, command, *others = super().usage_comment()
        if self.writer.names.parameters:
            command = command.replace("gfortran", f"gfortran {self.writer.shared}")
        if self.file.endswith(".f"):  # which compilers take for fixed form
            command = command.replace("gfortran", "gfortran -ffree-form")
        pieces = wrap(command.strip(), 120, initial_indent="    ", subsequent_indent="        ")
        return [first, *(f"{piece} \\" for piece in pieces[:-1]), pieces[-1], *others]

    def prologue(self) -> list[str]:
        """The head of the program and its declarations."""
        writer, document = self.writer, self.document
        functions = ", ".join(short_name(part.name) for part in document.parts)
        lines = [f"program {self.name}", writer.kind_line()]
        if document.prepare is not None:
            lines[1] += ", error_unit"
        if document.parts[0].parameters:
            lines.append(f"  use {writer.modules[1]}, only: {writer.type}")
        lines += [f"  use {writer.modules[0]}, only: {functions}", "  implicit none"]
        printed = [output for output in document.program.outputs if output.elements]
        if printed:
            lines.append("  character(len=*), parameter :: row = '(*(1x, es22.14e3))'")
        if document.parts[0].parameters:
            lines.append(f"  type({writer.type}) :: {self.variable('p')}")
        arrays = [(f"given_{name}", shape) for name, shape in document.program.arrays]
        arrays += [(f"found_{o.name}", o.shape) for part in document.parts for o in part.outputs]
        lines += [
            f"  real(wp) :: {self.variable(name)}{dimensions(shape)}" for name, shape in arrays
        ]
        if document.prepare is not None:
            reported = (*document.nonzero, *(guard.name for guard in document.guards))
            longest = max(map(len, reported), default=1)
            lines.append(f"  character(len={longest}) :: {self.variable('zero')}")
        loops = "ij"[: max((len(output.shape) for output in printed), default=1) - 1]
        return [*lines, f"  integer :: {', '.join(map(self.variable, loops))}"] if loops else lines

    def parameters(self) -> list[str]:
        """Each field."""
        writer, p = self.writer, self.variable("p")
        return [
            f"{writer.parameter(p, name)} = {self._number(value)}"
            for name, value in self.numbers.parameters.items()
        ]

    def declare_argument(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """The numbers row by row, some at a time; Fortran stores columns."""
        columns = prod(shape[1:])
        rows = max(1, _NUMBERS // columns)
        if shape[0] <= rows:
            return [f"{self.variable(name)} = {self._array(shape, numbers)}"]
        lines = []
        for k in range(0, shape[0], rows):
            part = numbers[k * columns : (k + rows) * columns]
            some = (len(part) // columns, *shape[1:])
            where = ", ".join([f"{k + 1}:{k + some[0]}", *":" * len(shape[1:])])
            lines.append(f"{self.variable(name)}({where}) = {self._array(some, part)}")
        return lines

    def _array(self, shape: Index, numbers: Sequence[float]) -> str:
        array = f"[{', '.join(map(self._number, numbers))}]"
        if len(shape) == 1:
            return array
        order = ", ".join(map(str, range(len(shape), 0, -1)))
        return f"reshape({array}, [{', '.join(map(str, shape))}], order=[{order}])"

    def _number(self, value: float) -> str:
        return self.writer.syntax.dialect.number(Fraction(value))

    def call(self, part: Program, arguments: list[str], results: list[str]) -> list[str]:
        """The call, and a stop at a value that must not be zero."""
        variables = [self.variable(name) for name in (*arguments, *results)]
        if part is not self.document.prepare:
            return [f"call {short_name(part.name)}({', '.join(variables)})"]
        zero = self.variable("zero")
        return [
            f"call {short_name(part.name)}({', '.join([*variables, zero])})",
            f"if ({zero} /= '') then",
            f"  write (error_unit, '(2a)') trim({zero}), ' must not be zero'",
            "  stop 1",
            "end if",
        ]

    def print_output(self, output: Output, name: str) -> list[str]:
        """The name, and the rows in loops over all indices but the last."""
        *before, _ = output.shape or (1,)
        loops = [self.variable(each) for each in "ij"[: len(before)]]
        row = f"print row, {self.variable(name)}"
        lines = [f"{row}({', '.join([*loops, ':'])})" if loops else row]
        for index, extent in reversed(list(zip(loops, before, strict=True))):
            lines = [f"do {index} = 1, {extent}", *(f"  {line}" for line in lines), "end do"]
        return [f"print '(a)', '{output.name}'", *lines]

    def epilogue(self) -> list[str]:
        """The end."""
        return [f"end program {self.name}"]
