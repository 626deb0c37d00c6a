"""A model as a Python function: NumPy arrays in, NumPy arrays out, a batch axis allowed."""

from __future__ import annotations

import ctypes
import reprlib
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import log10
from numbers import Real
from sys import float_info
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.compile.batch import new_results, run_batch
from symoro.compile.finite_results import FiniteResults
from symoro.compile.kernel import Kernel, Layout
from symoro.compile.result_memory import ResultMemory
from symoro.errors import UsageError, short_list
from symoro.ir.program import Program

Array = npt.NDArray[np.float64]

Refusal = Callable[[Mapping[str, float]], None]
"""Raises an error for values of the parameters, by name, that cannot be used."""

_DOUBLE = np.dtype(np.float64)


class PreparedModel:
    """A model with its parameters: the constants that they determine; see `CompiledModel.prepare`.

    Attributes:
        k: the results of the constant part of the program, read only.
    """

    __slots__ = ("_address", "_owner", "k")

    def __init__(self, owner: CompiledModel, k: Array) -> None:
        self._owner = owner
        self.k = k
        self.k.flags.writeable = False
        self._address: int = k.__array_interface__["data"][0]

    def __repr__(self) -> str:
        return f"<parameters of {self._owner.program.name}, {len(self.k)} constants>"


class CompiledModel:
    """Calls native code with checked arguments.

    ``f(q, QP, QDP, parameters={...}, FE=..., W0=...)``: joint arrays come first, in the model's
    order, or by name; all arrays may have a leading batch axis. One output is returned as an array,
    several as a dictionary by name. ``parameters`` may also be the name of one of the robot's value
    sets, if that has a number for each parameter, or the result of ``f.prepare(parameters)``.
    """

    def __init__(
        self,
        program: Program,
        states: Sequence[str],
        layout: Layout,
        kernel: Kernel,
        sets: Mapping[str, Mapping[str, float]] | None = None,
        nonzero: Sequence[str] = (),
        refuse: Refusal | None = None,
        finite: FiniteResults | None = None,
    ) -> None:
        self.program = program
        self.states = tuple(states)
        self._layout, self._kernel = layout, kernel
        self._finite = finite
        self._memory = ResultMemory(len(program.outputs))
        self._room = layout.n_inputs + layout.n_outputs + 1  # never empty
        self._sets = dict(sets or {})
        self._shapes = dict(program.shapes)
        self._needed = tuple(name for name, _ in program.arrays)
        self._absent = self._absent_elements()
        self._names = program.parameters
        self._nonzero = [(k, name) for k, name in enumerate(self._names) if name in nonzero]
        self._refuse, self._accepted = refuse, b""  # the last values that were not refused
        self._possible = frozenset(item.name for item in program.inputs if item.array is None)
        self._ready: dict[str, PreparedModel] = {}  # value sets and, under no name, no parameters
        readings = {reading.name: reading for reading in layout.readings}
        known = [name for name in self.states if name in self._shapes]
        self._direct = tuple((self._shapes[name], readings.get(name)) for name in known)
        self._complete = set(self._needed) <= set(self.states) and len(known) == len(self.states)

    def prepare(self, parameters: Mapping[str, float] | str | None = None) -> PreparedModel:
        """Return parameters ready for use, so that calls need not read and check them again.

        Raises:
            UsageError: for a missing or unknown parameter, one that is NaN or infinite, or one that
                must not be zero and is.
            ModelError: for values that leave a joint without inertia, where the model divides by
                it.
        """
        if parameters is None or isinstance(parameters, str):
            name = parameters or ""
            if name not in self._ready:
                self._ready[name] = self._prepare_values(self._values(parameters or {}))
            return self._ready[name]
        return self._prepare_values(self._values(parameters))

    def __call__(
        self,
        *states: npt.ArrayLike,
        parameters: Mapping[str, float] | str | PreparedModel | None = None,
        threads: npt.ArrayLike | None = None,
        out: npt.ArrayLike | Mapping[str, Array] | None = None,
        **arrays: npt.ArrayLike,
    ) -> Array | dict[str, Array]:
        """Evaluate at one state or at a batch of states.

        Args:
            states: the joint arrays, in order.
            parameters: the constant parameters, a value set, or the result of `prepare`.
            threads: the number that may share a batch; by default that of the processors.
            out: the arrays that the results of a batch are written to, one or a dictionary by
                output; new ones by default, which costs time for the system's memory.
            arrays: arguments by name.

        Returns:
            The output, or a dictionary of outputs. Those of a batch are in Fortran order, each
            element of all states together, if the arrays given are; else in C order.

        Raises:
            UsageError: for a missing or unknown argument or parameter, or a wrong shape.
            SingularError: if the function was compiled with ``errors="raise"`` and a result is NaN
                or infinite; ``out`` has all results then.
        """
        shared = None if threads is None else self._thread_count(threads)
        if not isinstance(parameters, PreparedModel):
            parameters = self.prepare(parameters)
        elif parameters._owner is not self:
            raise UsageError(
                f"{self.program.name}: these parameters were prepared by another function, "
                f"{parameters._owner.program.name}; use prepare of this one"
            )
        if not arrays and out is None and self._complete and len(states) == len(self._direct):
            room = self._gather_inputs(states)
            if room is not None:
                return self._evaluate_state(room, parameters)
        arguments = self._argument_arrays(states, arrays)
        size = self._batch_size(arguments)
        if size is None:
            if out is not None:
                raise UsageError(
                    f"{self.program.name}: out takes the results of a batch; found one state"
                )
            room = np.empty(self._room)
            for reading in self._layout.readings:
                room[reading.start : reading.stop] = arguments[reading.name].ravel()[reading.flat]
            return self._evaluate_state(room, parameters)
        aligned = {name: np.require(array, requirements="A") for name, array in arguments.items()}
        if out is None:
            results = new_results(self._layout, aligned, size, self._memory)
        else:
            results = self._targets(out, size, aligned)
        run_batch(self._kernel, self._layout, aligned, parameters._address, results, shared)
        if self._finite is not None:
            self._finite.require_batch(results, arguments, parameters.k)
        names = (output.name for output in self.program.outputs)
        return results[0] if len(results) == 1 else dict(zip(names, results, strict=True))

    def _thread_count(self, threads: object) -> int:
        if isinstance(threads, int | np.integer) and not isinstance(threads, bool) and threads > 0:
            return int(threads)
        raise UsageError(
            f"{self.program.name}: threads is a positive integer, not {reprlib.repr(threads)}"
        )

    # One state

    def _gather_inputs(self, states: tuple[npt.ArrayLike, ...]) -> Array | None:
        """The inputs, with room for the outputs, if arrays need no check but of their shape."""
        room = np.empty(self._room)
        for value, (shape, reading) in zip(states, self._direct, strict=True):
            if type(value) is not np.ndarray or value.dtype != _DOUBLE or value.shape != shape:
                return None
            if reading is not None:
                flat = value if value.ndim == 1 else value.ravel()
                room[reading.start : reading.stop] = flat[reading.flat]
        return room

    def _evaluate_state(self, room: Array, parameters: PreparedModel) -> Array | dict[str, Array]:
        address = ctypes.addressof(ctypes.c_char.from_buffer(room.data))  # the quickest way to it
        first = self._layout.n_inputs
        self._kernel.state(address, parameters._address, address + 8 * first)
        if self._finite is not None and not self._finite.are_finite(room[first:-1]):
            raise self._finite.error(room[first:-1], self._inputs_read(room), parameters.k)
        outputs = self.program.outputs
        if len(outputs) == 1:
            return room[first:-1].reshape(outputs[0].shape)
        results = {}
        for output in outputs:
            last = first + len(output.elements)
            results[output.name] = room[first:last].reshape(output.shape)
            first = last
        return results

    def _inputs_read(self, room: Array) -> dict[str, Array]:
        """The elements of each argument that are read."""
        return {each.name: room[each.start : each.stop] for each in self._layout.readings}

    # Arguments

    def _argument_arrays(
        self, states: tuple[npt.ArrayLike, ...], arrays: dict[str, npt.ArrayLike]
    ) -> dict[str, Array]:
        if len(states) > len(self.states):
            raise UsageError(
                f"{self.program.name} takes {', '.join(self.states)}; give the rest by name: "
                "FE=..., parameters={...}"
            )
        arguments: dict[str, npt.ArrayLike] = dict(zip(self.states, states, strict=False))
        for name, value in arrays.items():
            if name not in self._shapes:
                known = ", ".join(self._shapes)
                raise UsageError(f"{self.program.name} has no argument {name}; it has {known}")
            if name in arguments:
                raise UsageError(f"{self.program.name}: {name} is given twice")
            arguments[name] = value
        missing = [name for name in self._needed if name not in arguments]
        if missing:
            raise UsageError(f"{self.program.name}: argument {', '.join(missing)} is missing")
        numbers = {name: self._numbers(name, value) for name, value in arguments.items()}
        for name, mask in self._absent.items():
            array = numbers.get(name)
            if array is None or array.shape[-mask.ndim :] != mask.shape:
                continue
            if array[..., mask].any():
                raise UsageError(
                    f"{self.program.name}: the robot has no symbols for what {name} gives here; "
                    "include='wrench=J' puts them on link J, a moving base has its motion"
                )
        return numbers

    def _absent_elements(self) -> dict[str, npt.NDArray[np.bool_]]:
        """Masks of the elements, of arrays beside the joint state, that are no inputs."""
        masks = {}
        for name, shape in self._shapes.items():
            if name not in self.states:
                masks[name] = np.ones(shape, dtype=bool)
                for item in self.program.inputs:
                    if item.array == name:
                        masks[name][item.index] = False
        return masks

    def _batch_size(self, arguments: dict[str, Array]) -> int | None:
        """The size of the batch; None for one state."""
        batch: int | None = None
        first = ""
        for name, value in arguments.items():
            shape = self._shapes[name]
            if value.shape == shape:
                continue
            if value.shape[1:] != shape:
                raise UsageError(
                    f"{self.program.name}: {name} has shape {value.shape}; "
                    f"expected {shape}, or (N, {', '.join(map(str, shape))}) for a batch"
                )
            if batch is not None and batch != len(value):
                raise UsageError(
                    f"{self.program.name}: {first} has batch size {batch} but {name} has "
                    f"{len(value)}; batch sizes must agree"
                )
            batch, first = len(value), name
        return batch

    def _targets(
        self, out: npt.ArrayLike | Mapping[str, Array], size: int, arguments: dict[str, Array]
    ) -> list[Array]:
        """The arrays that results are written to."""
        outputs = self.program.outputs
        targets: Mapping[str, Any] = out if isinstance(out, Mapping) else {outputs[0].name: out}
        if targets.keys() != {output.name for output in outputs}:
            listed = ", ".join(output.name for output in outputs)
            raise UsageError(f"{self.program.name}: out has to give an array for each of {listed}")
        for output in outputs:
            array, shape = targets[output.name], (size, *output.shape)
            fits = isinstance(array, np.ndarray) and array.dtype == _DOUBLE
            if not fits or array.shape != shape or not array.flags.behaved:
                raise UsageError(
                    f"{self.program.name}: out of {output.name} has to be an array of doubles of "
                    f"shape {shape} that can be written to"
                )
            if any(np.shares_memory(array, other) for other in arguments.values()):
                raise UsageError(f"{self.program.name}: out of {output.name} overlaps an argument")
        for one, other in combinations(targets, 2):
            if np.shares_memory(targets[one], targets[other]):
                raise UsageError(f"{self.program.name}: out of {one} overlaps that of {other}")
        return [targets[output.name] for output in outputs]

    # Parameters

    def _prepare_values(self, values: Array) -> PreparedModel:
        if self._refuse is not None and values.tobytes() != self._accepted:
            self._refuse(dict(zip(self._names, values.tolist(), strict=True)))
            self._accepted = values.tobytes()
        for k, name in self._nonzero:  # after the refusals of all levels
            if values[k] == 0.0:
                raise UsageError(
                    f"{self.program.name}: {name} is zero, but this program divides by it; "
                    "level O1 or assume='none' does without"
                )
        constants = np.empty(self._layout.n_constants)
        addresses = [array.__array_interface__["data"][0] for array in (values, constants)]
        self._kernel.prepare(addresses[0], 0, addresses[1])
        return PreparedModel(self, constants)

    def _values(self, parameters: Mapping[str, float] | str) -> Array:
        if not isinstance(parameters, Mapping | str):
            raise UsageError(
                f"{self.program.name}: parameters are a mapping from symbol to number, "
                f"not {type(parameters).__name__}"
            )
        chosen = parameters if isinstance(parameters, str) else ""
        if isinstance(parameters, str):
            if parameters not in self._sets:
                known = ", ".join(self._sets) or "none"
                raise UsageError(
                    f"{self.program.name}: there is no value set {parameters}; value sets of the "
                    f"robot are: {known}"
                )
            own = self._sets[parameters]
            parameters = {name: own[name] for name in self._names if name in own}
        try:
            values = [parameters[name] for name in self._names]
        except KeyError:
            raise UsageError(self._missing_values(parameters, chosen)) from None
        if not parameters.keys() <= self._possible:
            unknown = ", ".join(sorted(map(str, set(parameters) - self._possible)))
            raise UsageError(f"{self.program.name} has no parameter {unknown}")
        if not {float, int}.issuperset(map(type, values)):
            values = [self._number(name, parameters[name]) for name in self._names]
        try:
            array = np.array(values, dtype=np.float64)
        except OverflowError:
            raise UsageError(
                f"{self.program.name}: {self._first_overflow(values)} is too large for double "
                "precision"
            ) from None
        finite = np.isfinite(array)
        if not finite.all():
            first = int(np.argmin(finite))
            raise UsageError(
                f"{self.program.name}: parameter {self._names[first]} is {array[first]}; it must "
                "be a finite number"
            )
        return array

    def _missing_values(self, parameters: Mapping[str, float], chosen: str) -> str:
        """The message on parameters without a value, and on those that a value set has."""
        names = [name for name in self._names if name not in parameters]
        count = (
            f"{len(names)} of {len(self._names)} parameters {'has' if len(names) == 1 else 'have'}"
        )
        text = f"{self.program.name}: {count} no value ({short_list(names)})"
        if chosen:
            provided = f"only {short_list(parameters)}" if parameters else "none of its parameters"
            text += f"; value set '{chosen}' provides {provided}"
        return f"{text}; pass parameters={{name: number}} (--param NAME=NUMBER)"

    def _first_overflow(self, values: Sequence[float]) -> str:
        """The first parameter that no double holds, with its size."""
        pairs = zip(self._names, values, strict=True)
        name, value = next(pair for pair in pairs if abs(pair[1]) > float_info.max)
        return f"parameter {name} (about {'-' * (value < 0)}1e{round(log10(abs(value)))})"

    def _number(self, name: str, value: npt.ArrayLike) -> float:
        number = self._numbers(name, value)
        if number.shape:
            raise UsageError(f"{self.program.name}: parameter {name} is not one number")
        return float(number)

    def _numbers(self, name: str, value: npt.ArrayLike) -> Array:
        try:
            array = np.asarray(value)
            real = array.dtype.kind in "biuf"
            if array.dtype.kind == "O":
                real = all(isinstance(item, Real) for item in array.ravel())
            if real:
                return np.asarray(array, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            pass
        raise UsageError(
            f"{self.program.name}: {name} is not made of real numbers: {reprlib.repr(value)}"
        )
