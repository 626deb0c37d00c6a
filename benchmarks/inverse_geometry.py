"""Inverse geometry of the RX90, all solutions: generated C and calls from Python, beside peers."""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

import symoro
from benchmarks.build import NATIVE, BuildError, library
from benchmarks.lines import Line
from benchmarks.rounds import Effort, least_each, time_run
from symoro.catalog.geometric.inverse_solutions import InverseGeometry, chain_and_size
from symoro.references.inverse_geometry import distance, numeric_chain

Array = npt.NDArray[np.float64]

LENGTHS = {"D3": 0.45, "RL4": 0.35}
MOST = 8  # solutions of a pose
STATES = 128  # cycled through: more than a branch predictor remembers, less than a cache holds
SLOWER = 1.2  # than C by hand: what generated C may be
BATCH_MICROSECONDS = 1.5  # promised for a pose of a batch
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


def ours(ik: InverseGeometry) -> Solver:
    """The C of the model, as ``--lang c`` writes it."""
    files = {file: text for file, text in ik.files("c").items() if "_main" not in file}
    fields = ", ".join(f".{name} = {x.hex()}" for name, x in LENGTHS.items())
    before = f"static const {ik.robot.name}_parameters p = {{{fields}}};"
    more = f"int label[{MOST}], multiplicity[{MOST}], status[1];"
    call = f"{ik.tree.program.name}(T + 16 * i, &p, q, label, multiplicity, status)"
    return solver("symoro", files, before, call, more)


def section(effort: Effort) -> Iterator[Line]:
    """C beside C written by hand, one pose from Python beside EAIK, batches, the rich result."""
    ik = model()
    _, poses = random_poses(STATES)
    yield _c_line(ik, poses, effort)
    f = ik.compile().prepare(LENGTHS)
    timed = {"ours": _calls(f, poses), "rich": _calls(_rich(ik), poses[:16])}
    missing = ""
    try:
        peer = eaik()
        for pose in poses:
            require_same_sets("EAIK", np.asarray(f(pose)), np.array(peer.calculate_IK(pose).Q))
        timed["peer"] = _calls(peer.calculate_IK, poses)
    except BuildError as error:
        missing = error.reason
    best = least_each(10 * effort.repeats, timed)
    each = {name: 1e9 * took / (16 if name == "rich" else STATES) for name, took in best.items()}
    what = "rx90, inverse geometry, a prepared call"
    yield Line(what, "ns", each["ours"], "EAIK", each.get("peer"), 1.0, above=True, missing=missing)
    yield Line("rx90, inverse geometry, solutions()", "us", each["rich"] / 1e3)
    yield from _batches(f, effort)


def _c_line(ik: InverseGeometry, poses: Array, effort: Effort) -> Line:
    """Nanoseconds a pose, both taking turns."""
    both = (ours(ik), written_by_hand())
    for one, other in zip(*(each.solutions(poses) for each in both), strict=True):
        require_same_sets("C by hand", one, other)
    timed = {each.name: partial(each.seconds, poses) for each in both}
    best = least_each(effort.rounds, timed)
    mine, by_hand = (1e9 * best[each.name] / len(poses) for each in both)
    what = "rx90, inverse geometry, all solutions, C"
    return Line(what, "ns", mine, "C by hand", by_hand, ratio_promised=round(1 / SLOWER, 2))


def _batches(f: Any, effort: Effort) -> Iterator[Line]:
    """A batch on one thread and on all."""
    count = min(effort.batch, 100_000)
    _, poses = random_poses(count)
    cores = len(os.sched_getaffinity(0))
    clocks = {1: time.process_time, cores: time.perf_counter}
    timed = {str(n): time_run(partial(f, poses, threads=n), clock) for n, clock in clocks.items()}
    for n, took in least_each(effort.repeats, timed).items():
        words = f"rx90, inverse geometry, a pose of {count:,}, {n} thread{'s' * (n != '1')}"
        yield Line(words, "us", 1e6 * took / count, most=BATCH_MICROSECONDS)


def _calls(function: Callable[[Any], object], poses: Array) -> Callable[[], float]:
    each = list(poses)

    def run() -> None:
        for pose in each:
            function(pose)

    return time_run(run, time.process_time)


def _rich(ik: InverseGeometry) -> Callable[[Any], object]:
    return partial(ik.solutions, parameters=LENGTHS)
