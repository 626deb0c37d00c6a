"""Inverse geometry of the RX90, all solutions: generated C and calls from Python, beside peers."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

import symoro
from benchmarks.build import NATIVE, BuildError, library
from symoro.catalog.geometric.inverse_solutions import InverseGeometry, chain_and_size
from symoro.references.inverse_geometry import distance, numeric_chain

Array = npt.NDArray[np.float64]

LENGTHS = {"D3": 0.45, "RL4": 0.35}
MOST = 8  # solutions of a pose
AGREEMENT = 1e-8  # of two solutions: a pose near a singular one is among many

_WRAPPER = """{include}
#include "timing.h"
{before}
__attribute__((visibility("default")))
double run(long repeats, long poses, const double *T, double *out, int *counts)
{{
    double room[8][6];
    {more}
    TIMED(repeats, poses, {{
        double (*q)[6] = out ? (double (*)[6])(out + 48 * i) : room;
        const int count = {call};
        if (counts)
            counts[i] = count;
    }});
}}
"""


@dataclass(frozen=True)
class Solver:
    """Compiled C that gives all solutions of many poses.

    Attributes:
        name: who it is.
        run: the native function.
    """

    name: str
    run: Callable[..., float]

    def seconds(self, poses: Array, repeats: int = 1) -> float:
        """The processor time of some passes over the poses."""
        return self.run(repeats, len(poses), poses.ctypes.data, None, None)

    def solutions(self, poses: Array) -> list[Array]:
        """The solutions of each pose, one a row."""
        q, counts = np.full((len(poses), MOST, 6), np.nan), np.zeros(len(poses), np.int32)
        self.run(1, len(poses), poses.ctypes.data, q.ctypes.data, counts.ctypes.data)
        return [rows[:count] for rows, count in zip(q, counts, strict=True)]


def solver(name: str, sources: dict[str, str], before: str, call: str, more: str = "") -> Solver:
    """C sources with a header, and the call of their function."""
    headers = (f'#include "{file}"' for file in sources if file.endswith(".h"))
    text = _WRAPPER.format(include="\n".join(headers), before=before, call=call, more=more)
    run = library({**sources, "wrapper.c": text}).run
    run.restype = ctypes.c_double
    run.argtypes = [ctypes.c_long, ctypes.c_long, *[ctypes.c_void_p] * 3]
    return Solver(name, run)


def written_by_hand() -> Solver:
    """The C of ``native/rx90_inverse.c``."""
    files = {f"rx90_inverse.{end}": "" for end in "hc"}
    sources = {name: (NATIVE / name).read_text(encoding="utf-8") for name in files}
    lengths = ", ".join(LENGTHS[name].hex() for name in ("D3", "RL4"))
    return solver("C by hand", sources, "", f"rx90_inverse(T + 16 * i, {lengths}, q)")


def model() -> InverseGeometry:
    """The RX90's inverse geometric model."""
    return symoro.igm(symoro.load("rx90"))


def random_poses(count: int) -> tuple[Array, Array]:
    """Postures of the RX90, and their poses."""
    chain, _ = chain_and_size(symoro.igm(symoro.load("rx90"), verify=False), LENGTHS)
    q = np.random.default_rng(1).uniform(-np.pi, np.pi, (count, 6))
    return q, np.ascontiguousarray(chain.poses(q))


def eaik() -> Any:
    """The RX90 as a robot of EAIK; its method ``calculate_IK`` takes a pose.

    The binding itself is called: the class around it imports more packages, and costs a call.
    """
    try:
        binding = import_module("eaik.pybindings.EAIK")
    except ImportError as error:
        raise BuildError(f"{error}; pip install --no-deps EAIK") from error
    robot, zero = symoro.load("rx90"), np.zeros((1, 6))
    frames = [numeric_chain(robot, 0, j, LENGTHS).poses(zero[:, :j])[0] for j in range(1, 7)]
    axes = np.array([T[:3, 2] for T in frames])
    points = np.array([T[:3, 3] for T in frames])
    offsets = np.vstack([points[0], np.diff(points, axis=0), np.zeros(3)])
    return binding.Robot(axes.T, offsets.T, frames[-1][:3, :3], [], True)


def require_same_sets(name: str, ours: Array, theirs: Array) -> None:
    """Refuse to time solvers that give different solutions."""
    turns = np.ones(6, dtype=bool)
    for one, other in ((ours, theirs), (theirs, ours)):
        for row in one:
            gap = min((distance(row, each, turns, 1.0) for each in other), default=np.inf)
            if not gap <= AGREEMENT:
                raise BuildError(f"{name} and symoro differ by {gap:.1e}")
