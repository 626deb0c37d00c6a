"""Inverse geometric models in Fortran 2008: one subroutine, pose in, all solutions out."""

from __future__ import annotations

from collections.abc import Callable

from symoro.ir.routine import Routine
from symoro.ir.tree_ends import COUNT, LABEL, MULTIPLICITY, STATUS, Q
from symoro.printers.fortran_main import FortranCaller
from symoro.printers.fortran_module import FortranWriter, dimensions, short_name
from symoro.printers.fortran_routines import FortranRoutinePrinter
from symoro.printers.tree_caller import TreeCaller
from symoro.printers.tree_document import TreeDocument
from symoro.printers.tree_writer import TreeWriter

_RESULTS = (Q, LABEL, MULTIPLICITY, STATUS, COUNT)


def files(document: TreeDocument) -> dict[str, str]:
    """Return the module, that of the parameters' type, and an example."""
    writer = FortranTreeWriter(document)
    return writer.files() | FortranTreeCaller(writer).files()


class FortranTreeWriter(TreeWriter, FortranWriter):
    """The module."""

    def rows_constant(self, name: str) -> str:
        """A constant of the module."""
        return short_name(f"{name}_rows")

    def prologue(self) -> list[str]:
        """The head of the module, with the constant and the function of labels."""
        self.label_function = short_name(self.label_function)
        *lines, contains = super().prologue()
        return [
            *lines,
            f"  public :: {self.label_function}",
            f"  integer, parameter, public :: {self.rows_name} = {self.tree.rows}",
            contains,
        ]

    def kernel(self, kernel: Routine, names: Callable[[str], str]) -> list[str]:
        """A function of the module."""
        lines = FortranRoutinePrinter(kernel, names, {}).function_lines()
        return [f"  {line}" if line else "" for line in lines]

    def label_lines(self) -> list[str]:
        """A function with a table."""
        texts, name = self.label_texts(), self.label_function
        longest = max(map(len, texts))
        table = ", ".join(f"'{text}'" for text in texts)
        return [
            f"  pure function {name}(label) result(text)",
            "    integer, intent(in) :: label",
            f"    character(len={longest}) :: text",
            f"    character(len={longest}), parameter :: texts(0:{len(texts) - 1}) = "
            f"[character(len={longest}) :: {table}]",
            "    text = ''",
            f"    if (label >= 0 .and. label < {len(texts)}) text = texts(label)",
            f"  end function {name}",
        ]

    def main_lines(self) -> list[str]:
        """The subroutine of the model."""
        names, tree, roles = self.names, self.tree, self.roles
        routine, name = tree.routine, short_name(self.document.name)
        results = [roles[each] for each in _RESULTS]
        printer = FortranRoutinePrinter(
            routine,
            self.local,
            self.formula_names,
            scalars=frozenset((tree.roles[STATUS],)),
            ends=(),
        )
        declared = [
            f"real(wp), intent(in) :: {names.array(each)}{dimensions(shape)}"
            for each, shape in tree.arrays
        ]
        if tree.parameters:
            declared.append(f"type({self.type}), intent(in) :: {names.p}")
        rows = f"0:{self.rows_name} - 1"
        declared += [
            f"real(wp), intent(out) :: {roles[Q]}({rows}, 0:{tree.columns - 1})",
            f"integer, intent(out) :: {roles[LABEL]}({rows}), {roles[MULTIPLICITY]}({rows})",
            f"integer, intent(out) :: {roles[STATUS]}, {roles[COUNT]}",
        ]
        inputs = [self.local(each) for each in tree.inputs]
        declared += [
            f"real(wp) :: {', '.join(inputs[k : k + 10])}" for k in range(0, len(inputs), 10)
        ]
        declared += printer.local_declarations([tree.roles[COUNT]])
        body = [
            *(f"  {line}" for line in (*declared, *self.read_lines())),
            *printer.inside(routine.body),
        ]
        described = [*self.input_lines(), *self.result_lines()]
        lines = [
            *self.comments(described),
            f"subroutine {name}({', '.join([*self.input_names(), *results])})",
            *body,
            f"end subroutine {name}",
        ]
        return [f"  {line}" if line else "" for line in lines]


class FortranTreeCaller(TreeCaller[FortranTreeWriter], FortranCaller):
    """A program that calls the subroutine of the module."""

    def prologue(self) -> list[str]:
        """The head of the program and its declarations."""
        writer, tree = self.writer, self.document.tree
        used = ", ".join([short_name(self.document.name), writer.label_function, writer.rows_name])
        lines = [f"program {self.name}", writer.kind_line()]
        if tree.parameters:
            lines.append(f"  use {writer.modules[1]}, only: {writer.type}")
        lines += [f"  use {writer.modules[0]}, only: {used}", "  implicit none"]
        if tree.parameters:
            lines.append(f"  type({writer.type}) :: {self.variable('p')}")
        lines += [
            f"  real(wp) :: {self.variable(f'given_{name}')}{dimensions(shape)}"
            for name, shape in tree.arrays
        ]
        rows = writer.rows_name
        q, label, multiplicity, status, count, k = map(self.variable, (*_RESULTS, "k"))
        return [
            *lines,
            f"  real(wp) :: {q}({rows}, {tree.columns})",
            f"  integer :: {label}({rows}), {multiplicity}({rows}), {status}, {count}, {k}",
        ]

    def solve_lines(self) -> list[str]:
        """The call, and a line for each solution."""
        columns = self.document.tree.columns
        q, label, multiplicity, status, count, k = map(self.variable, (*_RESULTS, "k"))
        arguments = [
            *map(self.variable, self.call_arguments()),
            q,
            label,
            multiplicity,
            status,
            count,
        ]
        words = f"trim({self.writer.label_function}({label}({k})))"
        return [
            f"call {short_name(self.document.name)}({', '.join(arguments)})",
            f"print '(a, i0)', 'status ', {status}",
            f"do {k} = 1, {count}",
            f"  print '({columns}(1x, es22.14e3), 2x, i0, 2x, a)', {q}({k}, :), "
            f"{multiplicity}({k}), {words}",
            "end do",
        ]
