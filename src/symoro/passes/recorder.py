"""The passes that ran, kept for a report."""

from __future__ import annotations

from dataclasses import dataclass, field

from symoro.ir.program import Program


@dataclass(frozen=True)
class PassStep:
    """A pass that ran.

    Attributes:
        name: the pass.
        before: the program that it took.
        after: the program that it returned.
        seconds: its time, with verification.
    """

    name: str
    before: Program
    after: Program
    seconds: float

    def __repr__(self) -> str:
        return f"<PassStep: {self.name}, {self.seconds:.3g} s>"


@dataclass
class PassRecorder:
    """An observer of passes that keeps them.

    Attributes:
        steps: the passes so far.
    """

    steps: list[PassStep] = field(default_factory=list)

    def __call__(self, name: str, before: Program, after: Program, seconds: float, /) -> None:
        """Take a pass that ran."""
        self.steps.append(PassStep(name, before, after, seconds))
