"""The description of a model's call as a table of integers, which `fast_call_text` reads.

The table has a head, the names of the arguments, a record for each argument and one for each
output, each word 64 bits wide::

    head      POSITIONAL  how many arguments may be given by position
              ARRAYS      how many arguments there are
              INPUTS      how many doubles the native code reads
              DOUBLES     how many it reads and writes
              CHECKED     1 if results must be finite
              OUTPUTS     how many outputs there are
              NAMES, ARGUMENT_RECORDS, OUTPUT_RECORDS   where these parts are
    names     the address of each argument's name, then that of "out"
    argument  SIZE of the record, NEEDED, START among the inputs, READ: how many elements are read,
              ZERO: how many must be zero, AXES, the shape, the elements read, those that are zero
    output    NAME, COUNT of elements, OUTPUT_AXES, the shape
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Mapping
from itertools import chain
from math import prod

import numpy as np
import numpy.typing as npt

from symoro.compile.kernel import Layout

POSITIONAL, ARRAYS, INPUTS, DOUBLES, CHECKED, OUTPUTS = range(6)
NAMES, ARGUMENT_RECORDS, OUTPUT_RECORDS, HEAD = range(6, 10)
SIZE, NEEDED, START, READ, ZERO, AXES, SHAPE = range(7)
NAME, COUNT, OUTPUT_AXES, OUTPUT_SHAPE = range(4)

OUT = sys.intern("out")
"""The keyword of the array for the results; native code compares names by their addresses."""

MOST_ARRAYS = 15
"""Arguments that native code has room for, beside ``out``."""

Masks = Mapping[str, npt.NDArray[np.bool_]]


class CallTable:
    """The description of a model's call.

    Args:
        layout: the program's inputs and outputs.
        positional: how many arguments may be given by position: the first ones.
        shapes: of all arguments, in order.
        needed: the arguments that must be given.
        absent: masks of elements that must be zero, for some arguments.
        checked: results must be finite.
    """

    def __init__(
        self,
        layout: Layout,
        positional: int,
        shapes: Mapping[str, tuple[int, ...]],
        needed: Collection[str],
        absent: Masks,
        *,
        checked: bool,
    ) -> None:
        outputs = layout.parts.step.outputs
        readings = {reading.name: reading for reading in layout.readings}
        arguments = []
        for name, shape in shapes.items():
            places, start = np.zeros(0, np.int64), 0
            if (reading := readings.get(name)) is not None:
                places, start = np.arange(prod(shape))[reading.flat], reading.start
            zero = np.flatnonzero(absent[name]) if name in absent else places[:0]
            counts = (start, len(places), len(zero), len(shape))
            own = [name in needed, *counts, *shape, *places.tolist(), *zero.tolist()]
            arguments.append([1 + len(own), *own])
        self._names = [*map(sys.intern, shapes), OUT, *(sys.intern(each.name) for each in outputs)]
        addresses = [id(name) for name in self._names]  # which stay, since the names are kept
        results = [
            [address, len(output.elements), len(output.shape), *output.shape]
            for address, output in zip(addresses[len(shapes) + 1 :], outputs, strict=True)
        ]
        doubles = layout.n_inputs + layout.n_outputs
        head = [positional, len(shapes), layout.n_inputs, doubles, checked, len(outputs)]
        parts = [addresses[: len(shapes) + 1], [*chain(*arguments)], [*chain(*results)]]
        words = [*head, 0, 0, 0, *chain(*parts)]
        self._words = np.array(words, dtype=np.int64)
        self.address: int = self._words.__array_interface__["data"][0]
        ends = np.cumsum([HEAD, *map(len, parts)])[:-1]
        self._words[NAMES:HEAD] = self.address + 8 * ends
