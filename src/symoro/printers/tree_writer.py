"""The file of an inverse geometric model, the same in every language of functions.

Behind the header stand the root kernels, the function that gives the words of a label, and the
function of the model, whose inputs are read as those of any model.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence

from symoro.ir.program import Program
from symoro.ir.routine import FUNCTIONS, Call, Routine, all_expressions, variable_types
from symoro.printers.names import LocalNames
from symoro.printers.renaming import new_names, program_names
from symoro.printers.tree_document import TreeDocument, fold_lines
from symoro.printers.writer import Writer
from symoro.wording import plain_text


class TreeNames:
    """The names of the function: those of the program, and others that give way to them."""

    def __init__(self, names: LocalNames, program: Program) -> None:
        self._names = names
        self._program = frozenset(program_names(program))
        self._others: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """The name here of a variable of the routine."""
        if name in self._program:
            return self._names.of(name)
        if name not in self._others:
            self._others[name] = self._names.fresh(name)
        return self._others[name]


class TreeWriter(Writer):
    """The text of an inverse geometric model; it is put before the writer of its language.

    Attributes:
        tree: the routine.
        local: the names here of the variables of the function.
        label_function: the function that gives the words of a label.
        rows_name: the constant of the number of rows.
    """

    document: TreeDocument

    def __init__(self, document: TreeDocument) -> None:
        self.tree = document.tree
        self.label_function = f"{document.name}_label"
        self.rows_name = self.rows_constant(document.name)
        super().__init__(document)
        self.local = TreeNames(self.names, self.tree.program)
        self.roles = {role: self.local(name) for role, name in self.tree.roles.items()}

    def rows_constant(self, name: str) -> str:
        """The name of the constant of the number of rows."""
        return f"{name}_rows"

    def own_names(self) -> frozenset[str]:
        """The names of functions, constants and kernels too."""
        kernels = {kernel.name for kernel in self.tree.kernels}
        return super().own_names() | kernels | {self.rows_name, self.label_function}

    def text(self) -> str:
        """Return the main file."""
        lines = [*self.header(self.file), *self.prologue(), *self.helpers()]
        for kernel in self.tree.kernels:
            lines += ["", *self.kernel(kernel, self.kernel_names(kernel))]
        for each in (self.label_lines(), self.main_lines()):
            lines += ["", *each] if each else []
        return self.join_lines([*lines, *self.epilogue()])

    def kernel_names(self, kernel: Routine) -> Callable[[str], str]:
        """The names here of the variables of a kernel."""
        syntax, kernels = self.syntax, self.tree.kernels
        functions = {syntax.dialect.functions.get(name, name) for name in FUNCTIONS}
        reserved = syntax.dialect.reserved | functions | {each.name for each in kernels}
        mapped = new_names(
            [*variable_types(kernel)], reserved, syntax.prefixes, syntax.fold, syntax.longest
        )
        return lambda name: mapped.get(name, name)

    def needs(self, helper: str) -> bool:
        """True if the program or a kernel calls a helper."""
        return super().needs(helper) or any(
            isinstance(each, Call) and each.function == helper
            for kernel in self.tree.kernels
            for each in all_expressions(kernel.body)
        )

    def read_lines(self) -> list[str]:
        """The assignments that read the arguments of the function of the model."""
        inputs = {item.name: item for item in self.program.inputs}
        return [
            self.let(self.local(name), self.input_text(self.program, inputs[name]))
            for name in self.tree.inputs
        ]

    @property
    def formula_names(self) -> Mapping[str, str]:
        """The names in formulas that are not kept."""
        return self.names.mapped

    def input_names(self) -> list[str]:
        """The names of the arguments: arrays, then the parameters."""
        arrays = [self.names.array(name) for name, _ in self.tree.arrays]
        return [*arrays, *([self.names.p] if self.tree.parameters else [])]

    def input_lines(self) -> list[str]:
        """The meanings of the arguments, by their names here."""
        meanings, names = self.document.argument_meanings, self.names
        lines = [f"{names.array(name)}: {meanings[name]}" for name, _ in self.tree.arrays]
        if self.tree.parameters:
            lines.append(f"{names.p}: the robot's constant parameters, by symbol")
        return fold_lines(lines)

    def result_lines(self, *without: str) -> list[str]:
        """The meanings of the results but for some, by their names here."""
        meanings = self.document.result_meanings.items()
        return fold_lines(
            f"{self.roles[role]}: {text}" for role, text in meanings if role not in without
        )

    def label_texts(self) -> list[str]:
        """The words of the labels."""
        return [plain_text(text) for text in self.document.labels_of_branches]

    def indent_lines(self, lines: Sequence[str]) -> list[str]:
        """Lines of a function."""
        return [f"{self.syntax.indent}{line}" if line else "" for line in lines]

    @abstractmethod
    def kernel(self, kernel: Routine, names: Callable[[str], str]) -> list[str]:
        """A root kernel as a function."""

    @abstractmethod
    def label_lines(self) -> list[str]:
        """The function that gives the words of a label; nothing if it has a file of its own."""

    @abstractmethod
    def main_lines(self) -> list[str]:
        """The function of the model."""
