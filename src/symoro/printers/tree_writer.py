"""Names in the text of an inverse geometric model, the same in every language."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from symoro.ir.program import Program
from symoro.ir.routine import FUNCTIONS, Routine, variable_types
from symoro.printers.names import LocalNames
from symoro.printers.renaming import new_names, program_names
from symoro.printers.writer import Syntax


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


def kernel_names(
    kernel: Routine, kernels: Sequence[Routine], syntax: Syntax
) -> Callable[[str], str]:
    """The names here of the variables of a kernel."""
    dialect = syntax.dialect
    functions = {dialect.functions.get(name, name) for name in FUNCTIONS}
    reserved = dialect.reserved | functions | {each.name for each in kernels}
    mapped = new_names(
        [*variable_types(kernel)], reserved, syntax.prefixes, syntax.fold, syntax.longest
    )
    return lambda name: mapped.get(name, name)
