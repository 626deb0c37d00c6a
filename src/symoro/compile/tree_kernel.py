"""A solution tree in native code, made by LLVM in memory when it is first called for."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from symoro.compile.batch import processors
from symoro.compile.kernel import Array, Integers
from symoro.compile.llvm_kernel import machine_code
from symoro.compile.tree_text import MANY, ONE, PLAIN, tree_text
from symoro.ir.tree_routine import TreeRoutine

_Rows = TypeVar("_Rows", Array, Integers)

_INTEGER, _ADDRESS = ctypes.c_int64, ctypes.c_void_p
_ONE = ctypes.CFUNCTYPE(_INTEGER, *[_ADDRESS] * 4)
_MANY = ctypes.CFUNCTYPE(
    _INTEGER, _INTEGER, _ADDRESS, _ADDRESS, _INTEGER, *[_ADDRESS] * 6
)  # fmt: skip
_PLAIN = ctypes.CFUNCTYPE(_INTEGER, _INTEGER, *[_ADDRESS] * 2)

_SHARE = 512
"""Poses that a thread takes over at least, some 0.2 ms: starting it costs about as much."""


class TreeKernel:
    """The native code of a tree.

    Attributes:
        tree: the tree as a routine.
        columns: the columns of the pose that are read.
    """

    def __init__(self, tree: TreeRoutine, columns: Sequence[str]) -> None:
        self.tree, self.columns = tree, tuple(columns)

    @cached_property
    def engine(self) -> Any:
        """The code."""
        return machine_code(tree_text(self.tree, self.columns), loops=True)

    @property
    def one_address(self) -> int:
        """The address of the function for one pose, see `tree_text.ONE`."""
        address: int = self.engine.get_function_address(ONE)
        return address

    @cached_property
    def one(self) -> Callable[..., int]:
        """The solutions of one pose: ``one(T, qf, p, q) -> count``."""
        function: Callable[..., int] = _ONE(self.engine.get_function_address(ONE))
        return function

    @cached_property
    def _many(self) -> Callable[..., int]:
        function: Callable[..., int] = _MANY(self.engine.get_function_address(MANY))
        return function

    @cached_property
    def _plain(self) -> Callable[..., int]:
        function: Callable[..., int] = _PLAIN(self.engine.get_function_address(PLAIN))
        return function

    def plain(self, poses: Array) -> npt.NDArray[np.bool_]:
        """Tell which poses, in C order, are orthonormal and finite."""
        flags = np.empty(len(poses), dtype=np.bool_)
        self._plain(len(poses), address(poses), address(flags))
        return flags

    def many(
        self, poses: Array, fixed: Array, p: Array, threads: int | None
    ) -> tuple[Array, Integers, Integers, Integers, Integers]:
        """Return the rows of many poses: joints, labels, multiplicities; counts and statuses.

        Args:
            poses: (N, 4, 4) in C order.
            fixed: (N, f) in C order, or (f,).
            p: the parameters.
            threads: the number of threads; that of the processors by default.
        """
        tree, n = self.tree, len(poses)
        counts, statuses = np.empty((2, n), dtype=np.int64)
        q = np.empty((n * tree.rows, tree.columns))
        labels, multiplicity = np.empty((2, n * tree.rows), dtype=np.int64)
        step = fixed.shape[1] if fixed.ndim > 1 else 0

        def part(first: int, last: int) -> int:
            """Fill the rows of some poses, from the place that they have if all are needed."""
            return self._many(
                last - first,
                address(poses) + 128 * first,
                address(fixed) + 8 * step * first,
                step,
                address(p),
                address(q) + 8 * tree.columns * tree.rows * first,
                *(address(each) + 8 * tree.rows * first for each in (labels, multiplicity)),
                *(address(each) + 8 * first for each in (counts, statuses)),
            )

        shares = _shares(n, threads)
        if len(shares) == 1:
            rows = [part(*shares[0])]
        else:
            with ThreadPoolExecutor(len(shares)) as pool:
                rows = list(pool.map(part, *zip(*shares, strict=True)))
        starts = [tree.rows * first for first, _ in shares]
        return (
            _together(q, starts, rows),
            _together(labels, starts, rows),
            _together(multiplicity, starts, rows),
            counts,
            statuses,
        )


def address(array: npt.NDArray[Any]) -> int:
    """Return the address of an array."""
    place: int = array.__array_interface__["data"][0]
    return place


def _together(array: _Rows, starts: Sequence[int], rows: Sequence[int]) -> _Rows:
    """The rows that were filled, one behind the other; a copy if many were not."""
    if 2 * sum(rows) < len(array):
        return np.concatenate([array[k : k + n] for k, n in zip(starts, rows, strict=True)])
    total = 0
    for start, n in zip(starts, rows, strict=True):
        if total != start:
            array[total : total + n] = array[start : start + n]
        total += n
    return array[:total]


def _shares(size: int, threads: int | None) -> list[tuple[int, int]]:
    """The first pose and the one behind the last, for each thread."""
    count = min(size // _SHARE, processors()) if threads is None else threads
    count = max(1, min(count, size))
    ends = [size * k // count for k in range(count + 1)]
    return list(pairwise(ends))
