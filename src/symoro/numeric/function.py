"""A model as a Python function: NumPy arrays in, NumPy arrays out, a batch axis allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from numbers import Real
from typing import Protocol

import numpy as np
import numpy.typing as npt

from symoro.errors import UsageError
from symoro.ir.program import Program

Array = npt.NDArray[np.float64]


class Kernel(Protocol):
    """What runs a program over a batch: arrays (N, size) and parameters (P,) to (N, size) each."""

    def __call__(self, size: int, arrays: Sequence[Array], parameters: Array) -> list[Array]:
        """Return one (N, size) array for each output."""
        ...


class Function:
    """Calls a kernel with checked arguments.

    ``f(q, QP, QDP, parameters={...}, FE=..., W0=...)``: joint arrays come first, in the model's
    order, or by name; all arrays may have a leading batch axis. One output is returned as an array,
    several as a dictionary by name. ``parameters`` may also be the name of one of the robot's value
    sets, if that has a number for each parameter.
    """

    def __init__(
        self,
        program: Program,
        states: Sequence[str],
        kernel: Kernel,
        sets: Mapping[str, Mapping[str, float]] | None = None,
    ) -> None:
        self.program = program
        self.states = tuple(states)
        self._kernel = kernel
        self._sets = dict(sets or {})
        self._shapes = dict(program.shapes)
        self._arrays = dict(program.arrays)
        self._absent = self._absent_elements()
        self._names = program.parameters
        self._possible = frozenset(item.name for item in program.inputs if item.array is None)

    def __call__(
        self,
        *states: npt.ArrayLike,
        parameters: Mapping[str, float] | str | None = None,
        **arrays: npt.ArrayLike,
    ) -> Array | dict[str, Array]:
        """Evaluate at one state or at a batch of states.

        Raises:
            UsageError: for a missing or unknown argument or parameter, or a wrong shape.
        """
        given = self._named(states, arrays)
        constants = self._parameters(parameters or {})
        batch, prepared = self._prepared(given)
        size = 1 if batch is None else batch
        results = self._kernel(size, prepared, constants)
        outputs: dict[str, Array] = {}
        for output, values in zip(self.program.outputs, results, strict=True):
            shape = output.shape if batch is None else (batch, *output.shape)
            outputs[output.name] = values.reshape(shape)
        return next(iter(outputs.values())) if len(outputs) == 1 else outputs

    def _named(
        self, states: tuple[npt.ArrayLike, ...], arrays: dict[str, npt.ArrayLike]
    ) -> dict[str, Array]:
        if len(states) > len(self.states):
            raise UsageError(
                f"{self.program.name} takes {', '.join(self.states)}; give the rest by name: "
                "FE=..., parameters={...}"
            )
        named: dict[str, npt.ArrayLike] = dict(zip(self.states, states, strict=False))
        for name, value in arrays.items():
            if name not in self._shapes:
                known = ", ".join(self._shapes)
                raise UsageError(f"{self.program.name} has no argument {name}; it has {known}")
            if name in named:
                raise UsageError(f"{self.program.name}: {name} is given twice")
            named[name] = value
        missing = [name for name in self._arrays if name not in named]
        if missing:
            raise UsageError(f"{self.program.name}: argument {', '.join(missing)} is missing")
        numbers = {name: self._numbers(name, value) for name, value in named.items()}
        for name, mask in self._absent.items():
            array = numbers.get(name)
            if array is None or array.shape[-mask.ndim :] != mask.shape:
                continue
            if array[..., mask].any():
                raise UsageError(
                    f"{self.program.name}: the robot has no symbols for what {name} gives here; "
                    "with_='wrench=J' puts them on link J, a moving base has its motion"
                )
        return numbers

    def _absent_elements(self) -> dict[str, npt.NDArray[np.bool_]]:
        """Where the arrays beside the joint state have elements that are no inputs."""
        masks = {}
        for name, shape in self._shapes.items():
            if name not in self.states:
                masks[name] = np.ones(shape, dtype=bool)
                for item in self.program.inputs:
                    if item.array == name:
                        masks[name][item.index] = False
        return masks

    def _parameters(self, parameters: Mapping[str, float] | str) -> Array:
        if not isinstance(parameters, Mapping | str):
            raise UsageError(
                f"{self.program.name}: parameters are a mapping from symbol to number, "
                f"not {type(parameters).__name__}"
            )
        if isinstance(parameters, str):
            if parameters not in self._sets:
                known = ", ".join(self._sets) or "none"
                raise UsageError(f"there is no value set {parameters}; value sets are: {known}")
            own = self._sets[parameters]
            parameters = {name: own[name] for name in self._names if name in own}
        missing = [name for name in self._names if name not in parameters]
        if missing:
            listed = ", ".join(missing)
            raise UsageError(f"{self.program.name}: no value for parameter {listed}")
        if not parameters.keys() <= self._possible:
            unknown = ", ".join(sorted(map(str, set(parameters) - self._possible)))
            raise UsageError(f"{self.program.name} has no parameter {unknown}")
        values = [parameters[name] for name in self._names]
        if not {float, int}.issuperset(map(type, values)):
            values = [self._number(name, parameters[name]) for name in self._names]
        try:
            return np.array(values, dtype=np.float64)
        except OverflowError:
            raise UsageError(f"{self.program.name}: a parameter is beyond doubles") from None

    def _number(self, name: str, value: npt.ArrayLike) -> float:
        number = self._numbers(name, value)
        if number.shape:
            raise UsageError(f"{self.program.name}: parameter {name} is not one number")
        return float(number)

    def _numbers(self, name: str, value: npt.ArrayLike) -> Array:
        try:
            given = np.asarray(value)
            real = given.dtype.kind in "biuf"
            if given.dtype.kind == "O":
                real = all(isinstance(item, Real) for item in given.ravel())
            if real:
                return np.asarray(given, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            pass
        raise UsageError(f"{self.program.name}: {name} is not made of real numbers")

    def _prepared(self, given: dict[str, Array]) -> tuple[int | None, list[Array]]:
        batch: int | None = None
        for name, value in given.items():
            shape = self._shapes[name]
            if value.shape == shape:
                continue
            if value.shape[1:] != shape:
                raise UsageError(
                    f"{self.program.name}: {name} has shape {value.shape}; "
                    f"expected {shape}, or (N, {', '.join(map(str, shape))}) for a batch"
                )
            if batch is not None and batch != len(value):
                raise UsageError(f"{self.program.name}: batches of {batch} and {len(value)} states")
            batch = len(value)
        size = 1 if batch is None else batch
        prepared = []
        for name, shape in self._arrays.items():
            whole = given[name]
            if batch is not None and whole.shape == shape:
                whole = np.broadcast_to(whole, (batch, *shape))
            prepared.append(np.ascontiguousarray(whole.reshape(size, prod(shape))))
        return batch, prepared
