"""The space that positions fill, by cells: a cell that holds one of them counts as reached.

Random joint positions are rarely near the ends of the reach: an arm of four links is hardly ever
stretched. So the search goes on from the outermost cells, with steps that get shorter.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats

_PER_CELL = 20  # samples of a cell, on average over the box
_GROWTH = 1.05  # by which the side of the cells is raised until they are few enough
_MARGIN = 0.25  # cells beyond the samples on each side, in parts of their extent
_ROUNDS, _SHRINK = 40, 0.85  # of the search from the outermost cells
_TRIES, _LEAST = 10, 600  # postures beside that of a cell, and beside those of all outermost ones


@dataclass(frozen=True, eq=False)
class PostureSearch:
    """The joint positions of some places, and a search beside them.

    Attributes:
        q: joint positions (N, n).
        low, high: the ends of the joints.
        place: joint positions to coordinates (N, d), a row of NaN where the robot cannot be.
    """

    q: Floats
    low: Floats
    high: Floats
    place: Callable[[Floats], Floats]
    rng: np.random.Generator

    def sample_beside(self, q: Floats, step: float) -> tuple[Floats, Floats]:
        """Sample joint positions beside others, and return these with their coordinates."""
        tries = max(_TRIES, _LEAST // len(q))
        away = self.rng.normal(size=(len(q), tries, q.shape[1]))
        trial = (q[:, None] + step * (self.high - self.low) * away).reshape(-1, q.shape[1])
        trial = np.clip(trial, self.low, self.high)
        there = self.place(trial)
        closed = np.isfinite(there).all(axis=1)
        return trial[closed], there[closed]


class Cells:
    """Cells of one side that hold some places, whose coordinates are (N, d)."""

    def __init__(self, coordinates: Floats) -> None:
        count, self.dimension = coordinates.shape
        extent = np.ptp(coordinates, axis=0)
        self.side = float(extent.max()) / count
        while np.prod(extent / self.side + 1) > max(count / _PER_CELL, 1.0) + 2**self.dimension:
            self.side *= _GROWTH
        cell = np.floor(coordinates / self.side).astype(np.int64)
        margin = np.ceil(_MARGIN * np.ptp(cell, axis=0)).astype(np.int64) + 1
        self._first = cell.min(axis=0) - margin
        self.reached = np.zeros(cell.max(axis=0) - self._first + margin + 1, dtype=bool)
        self.reached[tuple((cell - self._first).T)] = True

    @property
    def inner(self) -> npt.NDArray[np.bool_]:
        """The cells that reached ones surround; SciPy's erosion takes 0.1 s to import."""
        inner = self.reached.copy()
        for k in range(self.dimension):
            for shift in (-1, 1):
                inner &= np.roll(self.reached, shift, axis=k)
        return inner

    def fill(self, coordinates: Floats, postures: PostureSearch) -> None:
        """Reach more cells from the outermost ones, by postures beside theirs."""
        cell = self._cell(coordinates)
        owner = np.zeros(self.reached.shape, dtype=np.intp)
        owner[tuple(cell.T)] = np.arange(len(cell))
        q, step = postures.q, 0.1
        for _ in range(_ROUNDS):
            outermost = owner[self.reached & ~self.inner]
            trial, there = postures.sample_beside(q[outermost], step)
            cell = self._cell(there)
            inside = np.all((cell > 0) & (cell < np.array(self.reached.shape) - 1), axis=1)
            trial, cell = trial[inside], cell[inside]
            new = np.flatnonzero(~self.reached[tuple(cell.T)])
            owner[tuple(cell[new].T)] = len(q) + np.arange(len(new))
            self.reached[tuple(cell[new].T)] = True
            q = np.concatenate([q, trial[new]])
            step *= _SHRINK

    def _cell(self, coordinates: Floats) -> npt.NDArray[np.int64]:
        cell: npt.NDArray[np.int64] = np.floor(coordinates / self.side).astype(np.int64)
        cell -= self._first
        return cell

    def size(self, some: npt.NDArray[np.bool_], *, turned: bool) -> float:
        """The size of some cells; turned about an axis, the first coordinate is the radius."""
        size: float = self.side**self.dimension
        if not turned:
            return size * float(some.sum())
        radius = (np.arange(some.shape[0]) + self._first[0] + 0.5) * self.side
        weight = 2 * math.pi * size * radius.clip(min=0.0)
        return float(weight @ some.sum(axis=tuple(range(1, self.dimension))))
