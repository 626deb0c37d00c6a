"""The errors of results of a compiled model that are NaN or infinite, with their reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from symoro.errors import SingularError
from symoro.ir.program import Program
from symoro.passes.undefined_outputs import undefined_outputs

Array = npt.NDArray[np.float64]

_STRANGE_CONSTANTS = (
    "the parameters give a constant that is not finite: a divisor made of them is zero, or it is "
    "too large for double precision"
)
"""The reason that is the same at all states."""

_BLOCK = 1 << 14
"""States that are looked at together, so that they stay in the cache."""


class FiniteResults:
    """Raises an error where an output of a program is not finite.

    Args:
        program: the program of the outputs.
        where: the states at which the model is undefined, as a clause; may be empty.
    """

    def __init__(self, program: Program, where: str) -> None:
        self._program = program
        self._where = where

    @staticmethod
    def are_finite(elements: Array) -> bool:
        """True if all elements are finite; the quickest way for a few of them."""
        return False not in np.isfinite(elements).tolist()

    def error(self, elements: Array, inputs: Mapping[str, Array], k: Array) -> SingularError:
        """Return the error for one state at which an element is not finite."""
        names = [o.name for o in self._program.outputs for _ in o.elements]
        output = names[int(np.argmin(np.isfinite(elements)))]
        return self._error(output, None, inputs, k)

    def require_batch(self, results: Sequence[Array], batch: Mapping[str, Array], k: Array) -> None:
        """Check the outputs at a batch of states: arrays with a leading axis.

        Raises:
            SingularError: for the first state at which an element is not finite.
        """
        states = [first for array in results if (first := _first(array)) is not None]
        if not states:
            return
        state = min(states)
        name = next(
            output.name
            for output, array in zip(self._program.outputs, results, strict=True)
            if not np.isfinite(array[state]).all()
        )
        shapes = dict(self._program.shapes)
        here = {
            name: array if array.shape == shapes[name] else array[state]
            for name, array in batch.items()
        }
        raise self._error(name, state, here, k)

    def _error(
        self, output: str, state: int | None, inputs: Mapping[str, Array], k: Array
    ) -> SingularError:
        here = "at this state" if state is None else "there"
        strange = [name for name, array in inputs.items() if not np.isfinite(array).all()]
        if strange:
            reason = f"so {'is' if len(strange) == 1 else 'are'} {', '.join(strange)} {here}"
        elif not np.isfinite(k).all():
            reason = _STRANGE_CONSTANTS
        elif output not in undefined_outputs(self._program):
            reason = f"{_TOO_LARGE} {here}"
        else:
            reason = f"{self._where or _DIVISION} {here}, or {_TOO_LARGE}"
        return SingularError(self._program.name, output, state, reason)


_TOO_LARGE = "a value is too large for double precision"
_DIVISION = "a denominator is zero or a square root is taken of a negative number"


def _first(array: Array) -> int | None:
    """The first state at which an element is not finite."""
    for start in range(0, len(array), _BLOCK):
        finite = np.isfinite(array[start : start + _BLOCK])
        if not finite.all():
            return start + int(np.argmin(finite.reshape(len(finite), -1).all(axis=1)))
    return None
