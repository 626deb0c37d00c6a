"""Memory for the results of large batches: that of earlier results again, once nobody holds them.

A new array of a million states costs more time in the system, page by page, than the states do.
So the memory of the last results is kept; while an array over it is alive, there is a new one.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import prod
from threading import Lock
from typing import Literal

import numpy as np

from symoro.compile.kernel import Array

_LARGE = 1 << 17
"""Doubles, a megabyte: below it memory comes from the process itself."""


def _reference_count(kept: Sequence[Array | None], output: int) -> int:
    return sys.getrefcount(kept[output])


_UNHELD = _reference_count([np.empty(0)], 0) if hasattr(sys, "getrefcount") else 0
"""References to memory that no array uses; counted, because interpreters differ."""


class ResultMemory:
    """Gives out arrays, and remembers the memory of large ones."""

    def __init__(self, outputs: int) -> None:
        self._kept: list[Array | None] = [None] * outputs
        self._lock = Lock()

    def array(self, output: int, shape: tuple[int, ...], order: Literal["F", "C"]) -> Array:
        """Return an array for an output, its elements not set."""
        size = prod(shape)
        if size < _LARGE or not _UNHELD:
            return np.empty(shape, order=order)
        with self._lock:
            is_held = _reference_count(self._kept, output) > _UNHELD
            memory = self._kept[output]
            if memory is None or memory.size < size or is_held:
                self._kept[output] = memory = np.empty(size)
            return memory[:size].reshape(shape, order=order)
