"""Run native code over a batch of states, on several threads.

A result does not depend on the thread that computes it, nor on the states beside it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Literal

import numpy as np

from symoro.compile.kernel import Array, Integers, Kernel, Layout
from symoro.compile.result_memory import ResultMemory

_BLOCK = 64
"""The states of a thread's share are a multiple of this, but for the last."""

_SHARE = 2_000_000
"""Operations that a thread takes over at least, some 0.1 ms: starting it costs about as much."""

_DOUBLE = 8
"""Bytes of a double."""


def run_batch(
    kernel: Kernel,
    layout: Layout,
    arguments: Mapping[str, Array],
    k: int,
    results: Sequence[Array],
    threads: int | None = None,
) -> None:
    """Compute the outputs of a batch: fill the results, an array (N, ...) for each output."""
    if not layout.n_outputs:
        return
    inputs, columns = layout.n_inputs, layout.n_inputs + layout.n_outputs
    tables = np.empty((2, columns), dtype=np.int64)  # addresses in the first state, strides
    for reading in layout.readings:
        array = arguments[reading.name]
        batched = array.ndim > len(reading.shape)
        _fill_columns(tables[:, reading.start : reading.stop], array, batched, reading.table)
    start = inputs
    for array, indices in zip(results, layout.written, strict=True):
        _fill_columns(tables[:, start : start + len(indices)], array, True, indices)
        start += len(indices)
    loop = kernel.batch(bool((tables[1] == _DOUBLE).all()))
    width, size = kernel.width, len(results[0])

    def part(first: int, last: int) -> None:
        own = tables if not first else tables + np.outer((first, 0), tables[1])
        scratch = np.empty((width + 2) * columns)
        at, step = _address(own), _DOUBLE * columns
        read = (inputs, at, at + step)
        written = (columns - inputs, at + _DOUBLE * inputs, at + step + _DOUBLE * inputs)
        loop(last - first, k, *read, *written, _address(scratch), width)

    shares = _shares(size, threads, len(layout.parts.step.graph.nodes))
    if len(shares) == 1:
        part(*shares[0])
    elif shares:
        with ThreadPoolExecutor(len(shares)) as pool:
            list(pool.map(part, *zip(*shares, strict=True)))


def new_results(
    layout: Layout, arguments: Mapping[str, Array], size: int, memory: ResultMemory
) -> list[Array]:
    """Return arrays for the outputs of a batch, with its elements in the order of the inputs."""
    order: Literal["F", "C"] = "F" if _is_by_columns(layout, arguments) else "C"
    shapes = [(size, *output.shape) for output in layout.parts.step.outputs]
    return [memory.array(place, shape, order) for place, shape in enumerate(shapes)]


def processors() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _shares(size: int, threads: int | None, operations: int) -> list[tuple[int, int]]:
    """The first state and the one behind the last, for each thread; whole blocks but at the end."""
    worth = max(1, size * operations // _SHARE)
    count = min(worth, processors()) if threads is None else threads
    blocks = -(-size // _BLOCK)
    count = max(1, min(count, blocks))
    ends = [min(size, blocks * i // count * _BLOCK) for i in range(count + 1)]
    return [(a, b) for a, b in pairwise(ends) if a < b]


def _is_by_columns(layout: Layout, arguments: Mapping[str, Array]) -> bool:
    """True if the arrays with a batch axis hold each element of all states together."""
    batched = [
        arguments[reading.name]
        for reading in layout.readings
        if arguments[reading.name].ndim > len(reading.shape)
    ]
    together = all(array.strides[0] == array.itemsize for array in batched)
    return together and not all(array.flags.c_contiguous for array in batched)


def _fill_columns(table: Integers, array: Array, batched: bool, indices: Integers) -> None:
    """Fill in the addresses of elements in the first state, and the strides to the next one.

    ``table`` has a row of addresses and one of strides, in bytes; ``indices`` an element a row.
    """
    inner = array.strides[1:] if batched else array.strides
    np.dot(indices, inner, out=table[0])
    table[0] += _address(array)
    table[1] = array.strides[0] if batched else 0


def _address(array: Array | Integers) -> int:
    """The address of an array."""
    address: int = array.__array_interface__["data"][0]
    return address
