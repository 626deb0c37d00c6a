"""The evaluation of a compiled program: arguments checked, one state or a batch computed."""

from __future__ import annotations

import ctypes
import reprlib
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.compile.batch import new_results, run_batch
from symoro.compile.call_table import MOST_ARRAYS, CallTable
from symoro.compile.finite_results import FiniteResults
from symoro.compile.kernel import Array, Kernel, Layout
from symoro.compile.real_numbers import real_numbers
from symoro.compile.result_memory import ResultMemory
from symoro.errors import UsageError
from symoro.ir.program import Program
from symoro.wording import shaped_names

Out = npt.ArrayLike | Mapping[str, Array]
"""An array for the results, or one by output."""

_DOUBLE = np.dtype(np.float64)


class Constants:
    """The results of the constant part of a program.

    Attributes:
        k: the results, read only.
        address: where they are.
    """

    __slots__ = ("address", "k")

    def __init__(self, k: Array) -> None:
        self.k = k
        self.k.flags.writeable = False
        self.address: int = k.__array_interface__["data"][0]


class Evaluator:
    """A program with its native code.

    Args:
        program: the program.
        states: the arrays that a call takes first.
        layout: the program in two parts.
        kernel: their native code.
        finite: raises an error where a result is not finite; None if such results are returned.
    """

    def __init__(
        self,
        program: Program,
        states: Sequence[str],
        layout: Layout,
        kernel: Kernel,
        finite: FiniteResults | None,
    ) -> None:
        self.program = program
        self.states = tuple(states)
        self._layout, self._kernel = layout, kernel
        self._finite = finite
        self._memory = ResultMemory(len(program.outputs))
        self._room = layout.n_inputs + layout.n_outputs + 1  # never empty
        self._shapes = dict(program.shapes)
        self._needed = tuple(name for name, _ in program.arrays)
        self._absent = self._absent_elements()
        readings = {reading.name: reading for reading in layout.readings}
        known = [name for name in self.states if name in self._shapes]
        self._direct = tuple((self._shapes[name], readings.get(name)) for name in known)
        self._complete = set(self._needed) <= set(self.states) and len(known) == len(self.states)

    def describe(self, note: str) -> str:
        """Return name, arguments and outputs: ``rx90_ccg: q[6], QP[6] -> H[6] (note)``."""
        others = [name for name in self._needed if name not in self.states]
        inputs = [(name, self._shapes.get(name, ())) for name in (*self.states, *others)]
        outputs = [(output.name, output.shape) for output in self.program.outputs]
        signature = f"{self.program.name}: {shaped_names(inputs)} -> {shaped_names(outputs)}"
        return f"{signature} ({note})" if note else signature

    def constants(self, values: Array) -> Constants:
        """Return the constants that the values of the parameters determine."""
        k = np.empty(self._layout.n_constants)
        addresses = [array.__array_interface__["data"][0] for array in (values, k)]
        self._kernel.prepare(addresses[0], 0, addresses[1])
        return Constants(k)

    @property
    def state_address(self) -> int:
        """The address of the native code for one state; 0 until it is made."""
        return self._kernel.state_address

    @cached_property
    def call_table(self) -> CallTable | None:
        """The description of a call for `fast_call`; None if it has too many arguments."""
        others = [name for name in self._shapes if name not in self.states]
        if len(self._shapes) > MOST_ARRAYS or not self._shapes.keys() >= set(self.states):
            return None
        shapes = {name: self._shapes[name] for name in (*self.states, *others)}
        checked = self._finite is not None
        return CallTable(
            self._layout, len(self.states), shapes, self._needed, self._absent, checked=checked
        )

    def evaluate(
        self,
        constants: Constants,
        states: tuple[npt.ArrayLike, ...],
        arrays: Mapping[str, npt.ArrayLike],
        threads: npt.ArrayLike | None = None,
        out: Out | None = None,
    ) -> Array | dict[str, Array]:
        """Evaluate at one state or at a batch of states; `CompiledModel` says how."""
        shared = None if threads is None else self._thread_count(threads)
        if not arrays and self._complete and len(states) == len(self._direct):
            room = self._gather_inputs(states)
            if room is not None:
                return self._evaluate_state(room, constants, out)
        arguments = self._argument_arrays(states, arrays)
        size = self._batch_size(arguments)
        if size is None:
            room = np.empty(self._room)
            for reading in self._layout.readings:
                room[reading.start : reading.stop] = arguments[reading.name].ravel()[reading.flat]
            return self._evaluate_state(room, constants, out)
        aligned = {name: np.require(array, requirements="A") for name, array in arguments.items()}
        if out is None:
            results = new_results(self._layout, aligned, size, self._memory)
        else:
            results = self._targets(out, (size,))
            self._require_apart(results, aligned)
        run_batch(self._kernel, self._layout, aligned, constants.address, results, shared)
        if self._finite is not None:
            self._finite.require_batch(results, arguments, constants.k)
        return self._by_name(results)

    def _thread_count(self, threads: object) -> int:
        if isinstance(threads, int | np.integer) and not isinstance(threads, bool) and threads > 0:
            return int(threads)
        raise UsageError(
            f"{self.program.name}: threads is a positive integer, not {reprlib.repr(threads)}"
        )

    def _by_name(self, results: list[Array]) -> Array | dict[str, Array]:
        names = (output.name for output in self.program.outputs)
        return results[0] if len(results) == 1 else dict(zip(names, results, strict=True))

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

    def _evaluate_state(
        self, room: Array, constants: Constants, out: Out | None
    ) -> Array | dict[str, Array]:
        targets = None if out is None else self._targets(out, ())
        address = ctypes.addressof(ctypes.c_char.from_buffer(room.data))  # the quickest way to it
        first = self._layout.n_inputs
        self._kernel.state(address, constants.address, address + 8 * first)
        values = room[first:-1]
        results = []
        for output in self.program.outputs:
            last = first + len(output.elements)
            results.append(room[first:last].reshape(output.shape))
            first = last
        if targets is not None:
            for target, result in zip(targets, results, strict=True):
                target[...] = result
            results = targets
        if self._finite is not None and not self._finite.are_finite(values):
            raise self._finite.error(values, self._inputs_read(room), constants.k)
        return self._by_name(results)

    def _inputs_read(self, room: Array) -> dict[str, Array]:
        """The elements of each argument that are read."""
        return {each.name: room[each.start : each.stop] for each in self._layout.readings}

    # Arguments

    def _argument_arrays(
        self, states: tuple[npt.ArrayLike, ...], arrays: Mapping[str, npt.ArrayLike]
    ) -> dict[str, Array]:
        if len(states) > len(self.states):
            raise UsageError(
                f"{self.program.name} takes {', '.join(self.states)}; give the rest by name: "
                "FE=..., out=..., parameters={...}"
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
            one = len(missing) == 1
            raise UsageError(
                f"{self.program.name}: argument{'' if one else 's'} {', '.join(missing)} "
                f"{'is' if one else 'are'} missing"
            )
        numbers = {
            name: real_numbers(self.program.name, name, value) for name, value in arguments.items()
        }
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

    def _targets(self, out: Out, leading: tuple[int, ...]) -> list[Array]:
        """The arrays that results are written to, with the leading axes of a batch or none."""
        outputs = self.program.outputs
        targets: Mapping[str, Any] = out if isinstance(out, Mapping) else {outputs[0].name: out}
        if targets.keys() != {output.name for output in outputs}:
            listed = ", ".join(output.name for output in outputs)
            raise UsageError(f"{self.program.name}: out has to give an array for each of {listed}")
        for output in outputs:
            array, shape = targets[output.name], (*leading, *output.shape)
            fits = isinstance(array, np.ndarray) and array.dtype == _DOUBLE
            if not fits or array.shape != shape or not array.flags.behaved:
                raise UsageError(
                    f"{self.program.name}: out of {output.name} has to be an array of doubles of "
                    f"shape {shape} that can be written to"
                )
        for one, other in combinations(targets, 2):
            if np.shares_memory(targets[one], targets[other]):
                raise UsageError(f"{self.program.name}: out of {one} overlaps that of {other}")
        return [targets[output.name] for output in outputs]

    def _require_apart(self, targets: list[Array], arguments: Mapping[str, Array]) -> None:
        """Refuse to write the results of a batch over arguments that are still to be read."""
        for output, array in zip(self.program.outputs, targets, strict=True):
            if any(np.shares_memory(array, other) for other in arguments.values()):
                raise UsageError(f"{self.program.name}: out of {output.name} overlaps an argument")
