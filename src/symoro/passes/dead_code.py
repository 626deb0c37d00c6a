"""Remove the assignments that no output needs: SYMORO+'s Optimizer."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symoro.ir.graph import Op
from symoro.ir.program import Let, Program


@dataclass(frozen=True)
class DeadCode:
    """Keep what the outputs need, in the order it was; idempotent."""

    name = "dead-code"

    def __call__(self, program: Program) -> Program:
        """Return the program without its unused assignments."""
        graph = program.graph
        needed = {abs(edge) for output in program.outputs for edge in output.elements}
        kept: list[Let] = []
        for let in reversed(program.statements):
            if let.node in needed:
                kept.append(let)
                leaves = graph.reachable([let.value], through_lets=False)
                needed.update(i for i in leaves if graph.nodes[i].op is Op.LET)
        return replace(program, statements=tuple(reversed(kept))).verify()
