"""The values of a program's parameters: read from a mapping or a value set, and checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log10
from sys import float_info

import numpy as np
import numpy.typing as npt

from symoro.compile.kernel import Array
from symoro.compile.real_numbers import real_numbers
from symoro.errors import UsageError, short_list
from symoro.ir.program import Program

Refusal = Callable[[Mapping[str, float]], None]
"""Raises an error for values of the parameters, by name, that cannot be used."""


class Parameters:
    """Reads the values of a program's parameters.

    Args:
        program: the program.
        sets: the value sets that can be named.
        nonzero: the parameters that must not be zero.
        refuse: raises an error for values that the program has no result for.
    """

    def __init__(
        self,
        program: Program,
        sets: Mapping[str, Mapping[str, float]],
        nonzero: Sequence[str],
        refuse: Refusal | None,
    ) -> None:
        self.names = program.parameters
        self._program = program.name
        self.sets = dict(sets)
        self._nonzero = [(k, name) for k, name in enumerate(self.names) if name in nonzero]
        self._refuse, self._accepted = refuse, b""  # the last values that were not refused
        self._possible = frozenset(item.name for item in program.inputs if item.array is None)

    def values(self, parameters: Mapping[str, float] | str) -> Array:
        """Return the values in the program's order, all finite.

        Raises:
            UsageError: for a missing or unknown parameter, one that is NaN or infinite, or one that
                must not be zero and is.
            ModelError: for values that leave a joint without inertia, where the model divides by
                it.
        """
        values = self._finite_values(parameters)
        if self._refuse is not None and values.tobytes() != self._accepted:
            self._refuse(dict(zip(self.names, values.tolist(), strict=True)))
            self._accepted = values.tobytes()
        for k, name in self._nonzero:  # after the refusals of all levels
            if values[k] == 0.0:
                raise UsageError(
                    f"{self._program}: {name} is zero, but this program divides by it; "
                    "level O1 or assume='none' does without"
                )
        return values

    def _finite_values(self, parameters: Mapping[str, float] | str) -> Array:
        if not isinstance(parameters, Mapping | str):
            raise UsageError(
                f"{self._program}: parameters are a mapping from symbol to number, "
                f"not {type(parameters).__name__}"
            )
        chosen = parameters if isinstance(parameters, str) else ""
        if isinstance(parameters, str):
            if parameters not in self.sets:
                known = ", ".join(self.sets) or "none"
                raise UsageError(
                    f"{self._program}: there is no value set {parameters}; value sets of the "
                    f"robot are: {known}"
                )
            own = self.sets[parameters]
            parameters = {name: own[name] for name in self.names if name in own}
        try:
            values = [parameters[name] for name in self.names]
        except KeyError:
            raise UsageError(self._missing_values(parameters, chosen)) from None
        if not parameters.keys() <= self._possible:
            unknown = ", ".join(sorted(map(str, set(parameters) - self._possible)))
            raise UsageError(f"{self._program} has no parameter {unknown}")
        if not {float, int}.issuperset(map(type, values)):
            values = [self._number(name, parameters[name]) for name in self.names]
        try:
            array = np.array(values, dtype=np.float64)
        except OverflowError:
            raise UsageError(
                f"{self._program}: {self._first_overflow(values)} is too large for double precision"
            ) from None
        finite = np.isfinite(array)
        if not finite.all():
            first = int(np.argmin(finite))
            raise UsageError(
                f"{self._program}: parameter {self.names[first]} is {array[first]}; it must "
                "be a finite number"
            )
        return array

    def _missing_values(self, parameters: Mapping[str, float], chosen: str) -> str:
        """The message on parameters without a value, and on those that a value set has."""
        names = [name for name in self.names if name not in parameters]
        count = (
            f"{len(names)} of {len(self.names)} parameters {'has' if len(names) == 1 else 'have'}"
        )
        text = f"{self._program}: {count} no value ({short_list(names)})"
        if chosen:
            provided = f"only {short_list(parameters)}" if parameters else "none of its parameters"
            text += f"; value set '{chosen}' provides {provided}"
        return f"{text}; pass --param NAME=NUMBER (parameters={{name: number}})"

    def _first_overflow(self, values: Sequence[float]) -> str:
        """The first parameter that no double holds, with its size."""
        pairs = zip(self.names, values, strict=True)
        name, value = next(pair for pair in pairs if abs(pair[1]) > float_info.max)
        return f"parameter {name} (about {'-' * (value < 0)}1e{round(log10(abs(value)))})"

    def _number(self, name: str, value: npt.ArrayLike) -> float:
        number = real_numbers(self._program, name, value)
        if number.shape:
            raise UsageError(f"{self._program}: parameter {name} is not one number")
        return float(number)
