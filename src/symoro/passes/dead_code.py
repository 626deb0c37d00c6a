"""Remove the assignments that no output needs: SYMORO+'s Optimizer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symoro.ir.program import Program, Statement
from symoro.passes.pass_ import Pass


@dataclass(frozen=True)
class DeadCode(Pass):
    """Keep what the outputs need, in the order it was; idempotent.

    A linear system of which one unknown is needed is kept whole.
    """

    name = "dead-code"

    def __call__(self, program: Program) -> Program:
        """Return the program without its unused assignments."""
        needed = {abs(edge) for output in program.outputs for edge in output.elements}
        kept: list[Statement] = []
        for statement, nodes in zip(
            reversed(program.statements), reversed(program.statement_nodes), strict=True
        ):
            if not needed.isdisjoint(statement.nodes):
                kept.append(statement)
                needed.update(nodes)
        if len(kept) == len(program.statements):
            return program
        return replace(program, statements=tuple(reversed(kept)))
