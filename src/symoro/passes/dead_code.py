"""Remove the assignments that no output needs: SYMORO+'s Optimizer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symoro.ir.program import Program
from symoro.passes.pass_ import Pass


@dataclass(frozen=True)
class DeadCode(Pass):
    """Keep what the outputs need, in the order it was; idempotent.

    A linear system of which one unknown is needed is kept whole.
    """

    name = "dead-code"

    def __call__(self, program: Program) -> Program:
        """Return the program without its unused assignments."""
        unneeded = frozenset(program.needed_nodes).isdisjoint
        kept = tuple([each for each in program.statements if not unneeded(each.nodes)])
        if len(kept) == len(program.statements):
            return program
        return replace(program, statements=kept)
