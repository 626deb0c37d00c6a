"""Run a pass again while that pays."""

from __future__ import annotations

import time
from dataclasses import dataclass

from symoro.ir.program import Program
from symoro.passes.count import call_cost
from symoro.passes.pass_ import Observer, Pass


@dataclass(frozen=True)
class Repeat(Pass):
    """Run a pass while a call of the result costs less, and keep the cheapest program.

    Attributes:
        rounds: the greatest number of runs: a shorter program may have common parts that the longer
            one had not.
        large: the number of operations of a call beyond which one round must do.
    """

    inner: Pass
    rounds: int = 3
    large: int = 1000

    @property
    def name(self) -> str:
        """The name of the pass, and how often it may run."""
        return f"{self.inner.name}, up to {self.rounds} times"

    def __call__(self, program: Program) -> Program:
        """Return the cheapest program."""
        return self.run(program)

    def run(self, program: Program, observe: Observer | None = None) -> Program:
        """Return the cheapest program; each round is observed, with what is kept of it."""
        for _ in range(self.rounds):
            start = time.perf_counter()
            result = self.inner.run(program)
            gained = call_cost(result) < call_cost(program)
            kept = result if gained else program
            if observe is not None:
                observe(self.inner.name, program, kept, time.perf_counter() - start)
            program = kept
            if not gained or call_cost(program)[0] > self.large:
                break
        return program
