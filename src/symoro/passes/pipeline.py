"""Passes one after the other."""

from __future__ import annotations

from dataclasses import dataclass

from symoro.ir.program import Program
from symoro.passes.pass_ import Observer, Pass


@dataclass(frozen=True)
class Pipeline(Pass):
    """A list of passes; the empty one leaves a program as it is."""

    passes: tuple[Pass, ...] = ()

    @property
    def name(self) -> str:
        """The names of the passes, in order."""
        return ", ".join(each.name for each in self.passes)

    def __call__(self, program: Program) -> Program:
        """Return the program after all passes."""
        return self.run(program)

    def run(self, program: Program, observe: Observer | None = None) -> Program:
        """Return the program after all passes; verify it before the first and after each.

        Raises:
            InternalError: if a program is not well formed.
        """
        program.verify()
        for each in self.passes:
            program = each.run(program, observe)
        return program
