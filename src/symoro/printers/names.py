"""The names in a file of a language that has functions with local variables."""

from __future__ import annotations

import re
from collections.abc import Iterable

from symoro.ir.program import Program
from symoro.printers.document import Document
from symoro.printers.renaming import Fold, free_name, new_names, program_names


class LocalNames:
    """The names of a document's program, of its arguments and of a printer's own variables.

    Attributes:
        mapped: new names, by those of the program that cannot be kept.
        parameters: all parameters that the robot has, by symbol.
        fields: names of fields of a structure, by the symbols that cannot be kept there.
        p: the argument that has the parameters.
    """

    def __init__(
        self,
        document: Document,
        reserved: Iterable[str],
        prefixes: re.Pattern[str] | None = None,
        fold: Fold = str,
        longest: int | None = None,
    ) -> None:
        self.prefixes, self.fold, self.longest = prefixes, fold, longest
        self.mapped = new_names(program_names(document.program), reserved, prefixes, fold, longest)
        names = (*map(self.of, program_names(document.program)), *reserved)
        self._taken = set(map(fold, names))
        self._arrays: dict[str, str] = {}
        self.parameters = [i.name for i in document.program.inputs if i.array is None]
        self.fields: dict[str, str] = {}
        self.p = self.fresh("p")

    def of(self, original: str) -> str:
        """The name of an input or of an assigned value."""
        return self.mapped.get(original, original)

    def field(self, parameter: str) -> str:
        """The field of a parameter."""
        return self.fields.get(parameter, parameter)

    def array(self, original: str) -> str:
        """The name of an array that is an argument; it gives way to all others."""
        if original not in self._arrays:
            self._arrays[original] = self.fresh(original)
        return self._arrays[original]

    def array_names(self, part: Program, *, outputs: bool) -> dict[str, str]:
        """The names of a part's argument arrays, and of its outputs if these are variables."""
        arrays = [name for name, _ in part.arrays]
        arrays += [output.name for output in part.outputs] if outputs else []
        return {name: self.array(name) for name in arrays}

    def fresh(self, wanted: str) -> str:
        """Return a name for a variable that a printer adds, and take it."""
        if self.prefixes is not None and self.prefixes.match(wanted):
            wanted = f"x{wanted}"
        name = free_name(wanted, self._taken, self.fold, self.longest)
        self._taken.add(self.fold(name))
        return name

    def arguments(self, part: Program) -> list[str]:
        """The arguments of a part: its arrays, then the parameters."""
        arrays = [self.array(name) for name, _ in part.arrays]
        return [*arrays, *([self.p] if part.parameters else [])]
