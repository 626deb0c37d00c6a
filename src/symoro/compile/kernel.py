"""The functions of a compiled program, whoever compiled it, and the layout of its arguments."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import numpy.typing as npt

from symoro.passes import SplitProgram

Array = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

STATE = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)
"""``state(inputs, k, outputs)``."""

BATCH = ctypes.CFUNCTYPE(
    None,
    *[ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p],
    *[ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p] * 2,
    *[ctypes.c_void_p, ctypes.c_int64],
)
"""``batch(body, n, k, inputs and outputs: number, addresses, strides; scratch, width)``.

Element i of state s is at ``addresses[i] + s * strides[i]``, in bytes. The scratch has
``(width + 2) * (inputs + outputs)`` doubles.
"""


def function_address(function: object) -> int:
    """Return the address of a function of ctypes."""
    return int(ctypes.cast(function, ctypes.c_void_p).value or 0)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Reading:
    """The elements of an argument array that a program reads, and their positions in the inputs.

    Attributes:
        shape: of the array, for one state.
        start: the position of the first.
        indices: an index into the array for each.
    """

    name: str
    shape: tuple[int, ...]
    start: int
    indices: tuple[tuple[int, ...], ...]

    @property
    def stop(self) -> int:
        """The position behind the last."""
        return self.start + len(self.indices)

    @cached_property
    def table(self) -> Integers:
        """The indices, one a row."""
        return np.array(self.indices, dtype=np.int64).reshape(len(self.indices), len(self.shape))

    @cached_property
    def flat(self) -> slice | Integers:
        """Their positions in the array, row by row: a slice if they lie one behind the other."""
        places: Integers = np.ravel_multi_index(tuple(self.table.T), self.shape).astype(np.int64)
        if (np.diff(places) == 1).all():
            return slice(int(places[0]), int(places[-1]) + 1)
        return places


class Layout:
    """A program in two parts, with the positions of its inputs.

    The first part takes the parameters that the program reads, in order; the second part takes the
    elements that it reads of the arrays, in order, and the results of the first part.
    """

    def __init__(self, parts: SplitProgram) -> None:
        self.parts, step = parts, parts.step
        own = [item for item in step.used_inputs if item.array not in (None, parts.k)]
        names = [name for name, _ in step.arrays if name != parts.k]
        shapes = dict(step.shapes)
        self.places: dict[str, int] = {}
        readings = []
        for name in names:
            items = [item for item in own if item.array == name]
            start = len(self.places)
            readings.append(Reading(name, shapes[name], start, tuple(item.index for item in items)))
            self.places.update((item.name, start + i) for i, item in enumerate(items))
        self.readings = tuple(readings)
        names = list(parts.prepare.parameters) if parts.prepare is not None else []
        self.parameters: Mapping[str, int] = {name: i for i, name in enumerate(names)}
        self.n_inputs = len(self.places)
        self.written = tuple(
            np.array([*np.ndindex(output.shape)], np.int64).reshape(-1, len(output.shape))
            if output.shape
            else np.zeros((1, 0), np.int64)
            for output in step.outputs
        )
        """The indices of each output's elements, one a row."""
        self.n_outputs = sum(len(output.elements) for output in step.outputs)
        self.n_constants = len(parts.prepare.outputs[0].elements) if parts.prepare else 0


class Kernel(Protocol):
    """Native code of a program; arguments are addresses.

    Attributes:
        width: the number of states that are computed together.
    """

    width: int

    @property
    def state_address(self) -> int:
        """The address of the code for one state; 0 until it is made."""

    def prepare(self, parameters: int, none: int, k: int) -> None:
        """Compute the constants from the parameters."""

    def state(self, inputs: int, k: int, outputs: int) -> None:
        """Compute one state."""

    def batch(self, together: bool) -> Callable[..., None]:
        """Return the function of a batch; it takes the arguments of `BATCH` from ``n`` on.

        If all is ``together``, all strides are those of doubles one behind the other.
        """
