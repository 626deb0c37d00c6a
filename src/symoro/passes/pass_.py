"""The pass: a step from a program to one with the same outputs, verified and observed."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from typing import Protocol

from symoro.ir.program import Program


class Observer(Protocol):
    """A listener that is told of each pass that ran."""

    def __call__(self, name: str, before: Program, after: Program, seconds: float, /) -> None:
        """Take the name of the pass, its program and result, and its time with verification."""


class Pass(ABC):
    """A frozen dataclass whose fields are the options of the pass."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the pass in reports."""

    @abstractmethod
    def __call__(self, program: Program) -> Program:
        """Return the changed program, not verified."""

    def run(self, program: Program, observe: Observer | None = None) -> Program:
        """Return the changed program; verify it, and the one before.

        Raises:
            InternalError: if a program is not well formed.
        """
        before = program.verify()
        start = time.perf_counter()
        after = self(before).verify()
        if observe is not None:
            observe(self.name, before, after, time.perf_counter() - start)
        return after
