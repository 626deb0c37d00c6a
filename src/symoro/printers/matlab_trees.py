"""Inverse geometric models in MATLAB: a function file, pose in, all solutions out."""

from __future__ import annotations

from collections.abc import Callable

from symoro.ir.routine import Routine
from symoro.ir.tree_ends import COUNT, LABEL, MULTIPLICITY, STATUS, Q
from symoro.printers.matlab import CODEGEN, MatlabCaller, MatlabWriter, with_legal_name
from symoro.printers.matlab_routines import MatlabRoutinePrinter
from symoro.printers.tree_caller import TreeCaller
from symoro.printers.tree_document import TreeDocument
from symoro.printers.tree_writer import TreeWriter
from symoro.wording import plain_text


def files(document: TreeDocument) -> dict[str, str]:
    """Return the function, the function of labels, and an example script."""
    writer = MatlabTreeWriter(with_legal_name(document))
    return writer.files() | MatlabTreeCaller(writer).files()


class MatlabTreeWriter(TreeWriter, MatlabWriter):
    """The function files."""

    def files(self) -> dict[str, str]:
        """Return the function and the function of labels."""
        suffix = self.syntax.suffix
        labels = self.join_lines(self._label_file())
        return {self.file: self.text(), f"{self.label_function}{suffix}": labels}

    def text(self) -> str:
        """Return the main file: the function, and the root kernels behind it."""
        lines = self.main_lines()
        for kernel in self.tree.kernels:
            lines += ["", *self.kernel(kernel, self.kernel_names(kernel))]
        return self.join_lines(lines)

    def kernel(self, kernel: Routine, names: Callable[[str], str]) -> list[str]:
        """A function of the file."""
        return MatlabRoutinePrinter(kernel, names, {}).function_lines()

    def label_lines(self) -> list[str]:
        """Nothing: labels have a file of their own."""
        return []

    def _label_file(self) -> list[str]:
        name = self.label_function
        texts = (text.replace("'", '"') for text in self.label_texts())
        return [
            f"function text = {name}(label)",
            f"% {name.upper()}  The words of a label of {self.document.name}",
            "",
            CODEGEN,
            "",
            "switch label",
            *(
                line
                for k, text in enumerate(texts)
                for line in (f"    case {k}", f"        text = '{text}';")
            ),
            "    otherwise",
            "        text = '';",
            "end",
            "end",
        ]

    def main_lines(self) -> list[str]:
        """The function of the model."""
        document, tree, roles = self.document, self.tree, self.roles
        routine, count = tree.routine, roles[COUNT]
        q, label, multiplicity, status = (roles[e] for e in (Q, LABEL, MULTIPLICITY, STATUS))
        results = ", ".join((q, label, multiplicity, status))
        usage = f"[{results}] = {document.name}({', '.join(self.input_names())})"
        printer = MatlabRoutinePrinter(
            routine,
            self.local,
            self.formula_names,
            scalars=frozenset((tree.roles[STATUS],)),
            ends=[
                f"{q} = {q}(1:{count}, :);",
                f"{label} = {label}(1:{count});",
                f"{multiplicity} = {multiplicity}(1:{count});",
            ],
        )
        described = [*self.input_lines(), *self.result_lines(COUNT)]
        shown = [f"  {line}".rstrip() for line in (usage, "", *described)]
        checks = [
            line
            for name, shape in tree.arrays
            for line in self.size_check(self.names.array(name), shape)
        ]
        return [
            f"function {usage}",
            *self.comments([f"{document.name.upper()}  {plain_text(document.title)}", *shown]),
            "",
            CODEGEN,
            "",
            *self.header(self.file),
            "",
            *self.indent_lines([*checks, *self.read_lines()]),
            f"    {q} = zeros({tree.rows}, {tree.columns});",
            f"    {label} = zeros({tree.rows}, 1);",
            f"    {multiplicity} = zeros({tree.rows}, 1);",
            *printer.inside(routine.body),
            "end",
        ]


class MatlabTreeCaller(TreeCaller[MatlabTreeWriter], MatlabCaller[MatlabTreeWriter]):
    """The example script."""

    def solve_lines(self) -> list[str]:
        """The call, and a line for each solution."""
        inputs = ", ".join(self.call_arguments())
        words = f"{self.writer.label_function}(label(k))"
        return [
            f"[q, label, multiplicity, status] = {self.document.name}({inputs});",
            "fprintf('status %d\\n', status);",
            "for k = 1:numel(label)",
            "    fprintf(' %.15g', q(k, :));",
            f"    fprintf('  %d  %s\\n', multiplicity(k), {words});",
            "end",
        ]
