"""The check of the states that a compiled model is called with: a program of its own, and words.

It is made and compiled with the first call that is checked. Prepared models are not: their calls
are for loops that have no time for it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from symoro.errors import UsageError
from symoro.expressions import ScalarOf
from symoro.models.let import LetFunction
from symoro.verify.check import Arrays

if TYPE_CHECKING:
    from symoro.compile.compiled_model import CompiledModel
    from symoro.pipeline.plan import Plan

Floats = npt.NDArray[np.float64]


class StateCheck(Protocol):
    """The conditions on the states of a model."""

    def outputs(self, states: Collection[str], /) -> tuple[str, ...]:
        """The names of what `trace` gives for a model with these arguments."""

    def trace(self, states: Collection[str], scalar: ScalarOf, let: LetFunction, /) -> Arrays:
        """Run the page of the check over some scalars, for a model with these arguments."""

    def refusal(self, outputs: Mapping[str, Floats], batch: bool) -> str:
        """The reason why states are refused, from the outputs by state; empty if none is."""


class CheckedStates:
    """Raises an error for states that a model does not hold for."""

    def __init__(
        self,
        check: StateCheck,
        plan: Plan,
        states: Sequence[str],
        sets: Mapping[str, Mapping[str, float]],
    ) -> None:
        self._check, self._plan = check, plan
        self._states, self._sets = tuple(states), sets

    @cached_property
    def _function(self) -> CompiledModel:
        """The program of the check."""
        from symoro.compile.compiler import compile_program
        from symoro.pipeline.tracing import trace_at

        plan = self._plan.with_formulation(
            trace=partial(self._check.trace, self._states), elements=frozenset(), promised={}
        )
        name = f"{self._plan.robot.name}_state_check"
        program = trace_at("O2", plan, name, self._check.outputs(self._states))
        return compile_program(program, ())

    def __call__(
        self, arguments: Mapping[str, npt.ArrayLike], parameters: Mapping[str, float] | str | None
    ) -> None:
        """Check the arguments of a call that had results.

        Nothing is said where the model lacks parameters that the check needs, and of states that
        are not finite.

        Raises:
            UsageError: naming what was found and what was expected.
        """
        f = self._function
        numbers = self._sets[parameters] if isinstance(parameters, str) else parameters or {}
        if not numbers.keys() >= {*f.program.parameters}:
            return
        chosen = {name: numbers[name] for name in f.program.parameters}
        arrays = {name: np.asarray(arguments[name], float) for name, _ in f.program.arrays}
        results = f(**arrays, parameters=chosen)
        assert isinstance(results, dict)
        shapes = dict(f.program.shapes)
        batch = any(x.ndim > len(shapes[name]) for name, x in arrays.items())
        outputs = results if batch else {name: x[None] for name, x in results.items()}
        if self._check.refusal(outputs, batch=batch):
            count = len(next(iter(outputs.values())))
            finite = np.ones(count, dtype=bool)
            for name, x in arrays.items():
                rows = np.broadcast_to(x, (count, *shapes[name])).reshape(count, -1)
                finite &= np.isfinite(rows).all(axis=1)
            outputs = {name: np.where(finite[:, None], x, 0.0) for name, x in outputs.items()}
            if text := self._check.refusal(outputs, batch=batch):
                raise UsageError(text)
