"""What the report measures, section by section; each peer in the same run, beside ours."""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np
import pinocchio as pin

import symoro
from benchmarks import inverse_geometry
from benchmarks.build import BuildError, compilers
from benchmarks.contestants import Contestant, Inputs, casadi, our_model, ours, pinocchio
from benchmarks.lines import Line
from benchmarks.numbered import Numbered, numbered
from benchmarks.robots import chain
from benchmarks.rounds import Effort, least, least_each, time_processor, time_run
from benchmarks.timing import nanoseconds
from external import run
from symoro.compile.compiler import layout_for
from symoro.compile.llvm_kernel import machine_code
from symoro.compile.llvm_types import host
from symoro.compile.llvm_vectors import states_text
from symoro.compile.llvm_writer import state_text
from symoro.verify.sampling import sample_values

STATES = 128  # cycled through: more than a branch predictor remembers, less than a cache holds
AGREEMENT = 1e-10  # largest difference between contestants, relative to the largest result

_WORDS = {
    "inverse_dynamics": "inverse dynamics",
    "inertia": "inertia matrix",
    "direct_dynamics": "direct dynamics",
    "derivatives": "torque derivatives",
}
_TIMED = (
    ("rx90", "inverse_dynamics"),
    ("ur5", "inverse_dynamics"),
    ("panda", "inverse_dynamics"),
    ("rx90", "inertia"),
    ("rx90", "direct_dynamics"),
    ("rx90", "derivatives"),
)
_LOOPS = ("pinocchio g++", "CasADi C")  # over the states of a batch
_SHARED = 0.2  # what another processor adds at least: they share memory, and two may be one core
_FROM_PYTHON = 5.0  # promised for prepared calls from Python
_PINOCCHIO = {"g++": 7.0, "clang++": 5.5}  # promised for inverse dynamics, by compiler


def c_code(effort: Effort) -> Iterator[Line]:
    """Calls of compiled C and C++, and operations beside CasADi's."""
    for name, model in _TIMED:
        robot = numbered(name)
        states = robot.states(STATES)
        what = f"{name}, {_WORDS[model]}, a call"
        own = ours(robot, model)
        rivals, missing = _rivals(robot, model)
        everyone = [own, *(each for group in rivals.values() for each in group)]
        agree(everyone, states)
        times = dict(
            zip(map(id, everyone), nanoseconds(everyone, states, effort.rounds), strict=True)
        )
        mine = times[id(own)]
        for peer, group in rivals.items():
            theirs = min(times[id(each)] for each in group)
            promised = _promised(model, peer)
            above = peer == "CasADi C"
            yield Line(what, "ns", mine, peer, theirs, promised, above=above)
        for peer, reason in missing.items():
            yield Line(what, "ns", mine, peer, missing=reason)
        if "CasADi C" in rivals:
            total = min(_total(each) for each in rivals["CasADi C"])
            promised = 1.0 if model == "derivatives" else None
            yield Line(what, "operations", _total(own), "CasADi", total, promised, above=True)


def _rivals(robot: Numbered, model: str) -> tuple[dict[str, list[Contestant]], dict[str, str]]:
    """The peers that could be built, and why others could not."""
    builders = {"CasADi C": partial(casadi, robot, model)}
    for compiler in compilers(*_PINOCCHIO):
        builders[f"pinocchio {compiler}"] = partial(pinocchio, robot, model, compiler)
    found, missing = {}, {}
    for peer, build in builders.items():
        try:
            found[peer] = build()
        except BuildError as error:
            missing[peer] = error.reason
    return found, missing


def _promised(model: str, peer: str) -> float | None:
    if peer == "CasADi C":
        return 1.0 if model in ("inverse_dynamics", "derivatives") else None
    return _PINOCCHIO[peer.removeprefix("pinocchio ")] if model == "inverse_dynamics" else None


def _total(contestant: Contestant) -> int:
    return contestant.operations["add"] + contestant.operations["mul"]


def agree(contestants: list[Contestant], states: Inputs) -> None:
    """Refuse to time contestants that compute different things."""
    first = contestants[0].results(states)
    for each in contestants[1:]:
        worst = np.abs(each.results(states) - first).max() / np.abs(first).max()
        if not worst <= AGREEMENT:
            raise BuildError(f"{each.name} and {contestants[0].name} differ by {worst:.1e}")


def batch(effort: Effort) -> Iterator[Line]:
    """Many states of the RX90 through ``compile()``, beside loops over the peers."""
    robot = numbered("rx90")
    rows = robot.states(effort.batch)
    columns = tuple(np.asfortranarray(each) for each in rows)
    cores = len(os.sched_getaffinity(0))
    function = our_model(robot, "inverse_dynamics").compile()
    prepared = function.prepare({name: robot.values[name] for name in function.program.parameters})
    rivals, missing = _rivals(robot, "inverse_dynamics")
    by_row = np.empty((effort.batch, robot.n))
    by_column = np.asfortranarray(by_row)

    def call(
        states: tuple[np.ndarray, ...], threads: int, out: np.ndarray | None
    ) -> Callable[[], float]:
        run = partial(function, *states, parameters=prepared, threads=threads, out=out)
        return time_run(run, time.process_time if threads == 1 else time.perf_counter)

    loops = {name: group[0] for name, group in rivals.items() if name in _LOOPS}
    timed: dict[str, Callable[[], float]] = {
        name: partial(peer.seconds, rows, 1, by_row) for name, peer in loops.items()
    }
    timed |= {
        "columns": call(columns, 1, by_column),
        "rows": call(rows, 1, by_row),
        "new": call(columns, 1, None),
        "columns, all": call(columns, cores, by_column),
        "rows, all": call(rows, cores, by_row),
    }
    best = least_each(effort.repeats, timed)
    for name, peer in loops.items():
        if not (worst := _difference(by_column[:STATES], peer, rows)) <= AGREEMENT:
            raise BuildError(f"compile() and {name} differ by {worst:.1e}")
    each = {name: 1e9 * seconds / effort.batch for name, seconds in best.items()}
    what = f"rx90, a state of {effort.batch:,}"

    def beside(peer: str, own: str, words: str, promised: float | None = None) -> Line:
        line = (f"{what}, {words}, 1 thread", "ns", each[own], f"{peer} loop")
        if peer in each:
            return Line(*line, each[peer], promised)
        return Line(*line, missing=missing.get(peer, "its compiler is not installed"))

    yield beside("pinocchio g++", "columns", "columns", 40.0)
    yield beside("pinocchio g++", "rows", "rows")
    yield beside("pinocchio g++", "new", "columns, new results")
    yield beside("CasADi C", "columns", "columns")
    for layout in ("columns", "rows"):
        one = ("symoro, 1 thread", each[layout])
        own = each[f"{layout}, all"]
        yield Line(f"{what}, {layout}, {cores} threads", "ns", own, *one, 1 + _SHARED * (cores - 1))


def _difference(found: np.ndarray, peer: Contestant, rows: Inputs) -> float:
    few = (rows[0][:STATES], rows[1][:STATES], rows[2][:STATES])
    wanted = peer.results(few)
    return float(np.abs(found - wanted).max() / np.abs(wanted).max())


def python_call(effort: Effort) -> Iterator[Line]:
    """One state from Python, beside pinocchio's Python: new results, and an array for them."""
    robot = numbered("rx90")
    function = our_model(robot, "inverse_dynamics").compile()
    f = function.prepare({name: robot.values[name] for name in function.program.parameters})
    model, data = robot.peer, robot.peer.createData()
    states, out = list(zip(*robot.states(STATES), strict=True)), np.empty(robot.n)

    def new() -> None:
        for q, v, a in states:
            f(q, v, a)

    def into() -> None:
        for q, v, a in states:
            f(q, v, a, out=out)

    def unprepared() -> None:
        for q, v, a in states:
            function(q, v, a, parameters=f)

    def theirs() -> None:
        for q, v, a in states:
            pin.rnea(model, data, q, v, a)

    for q, v, a in states:
        wanted = pin.rnea(model, data, q, v, a)
        if not (worst := np.abs(f(q, v, a) - wanted).max() / np.abs(wanted).max()) <= AGREEMENT:
            raise BuildError(f"compile() and pinocchio differ by {worst:.1e}")
    timed = {run.__name__: time_processor(run) for run in (new, into, unprepared, theirs)}
    best = least_each(100 * effort.repeats, timed)
    each = {name: 1e9 * seconds / STATES for name, seconds in best.items()}
    peer = ("pinocchio, Python", each["theirs"])
    yield Line("rx90, a prepared call from Python", "ns", each["new"], *peer, _FROM_PYTHON)
    yield Line("rx90, a prepared call with out", "ns", each["into"], *peer, _FROM_PYTHON)
    yield Line("rx90, a call with parameters=prepared", "ns", each["unprepared"], *peer)


def generation(effort: Effort) -> Iterator[Line]:
    """Generating at O2 without verification: the RX90, and chains of n general joints."""
    robot = symoro.load("rx90")
    for words, base in (("", False), (", base parameters", True)):
        run = partial(symoro.idm, robot, base_parameters=base, level="O2", verify=False)
        took = least(effort.repeats, time_processor(run))
        yield Line(f"rx90{words}, generated", "ms", 1e3 * took, most=300.0)
    times = {}
    for n in (6, 12, 25, 50, 100):
        run = partial(symoro.idm, chain(n), level="O2", verify=False)
        times[n] = least(min(effort.repeats, 50 // n), time_processor(run))
        yield Line(f"chain of {n} joints, generated", "ms", 1e3 * times[n])
    long, short = 1e3 * times[100] / 100, 1e3 * times[25] / 25
    yield Line("a joint of a chain of 100, generated", "ms", long, "symoro, of 25", short, 0.5)


def compilation(effort: Effort) -> Iterator[Line]:
    """LLVM alone, and from a model to its first result, for one state and for a batch; chains."""
    robot = numbered("rx90")
    model = our_model(robot, "inverse_dynamics")
    one, many = robot.states(1), robot.states(STATES)
    single = tuple(each[0] for each in one)
    for words, states in (("one state", single), ("a batch", many)):
        run = partial(_first_result, model, states, robot.values)
        took = least(effort.repeats, time_processor(run))
        yield Line(f"rx90, to the first result of {words}", "ms", 1e3 * took)
    layout, processor = layout_for(model.program, "llvm"), host()
    texts = {
        "one state": state_text(
            layout.parts.step, layout.places, layout.parts.k, fma=processor.fma
        ),
        "a batch": states_text(layout, processor.width, fma=processor.fma, together=True),
    }
    for words, text in texts.items():
        took = least(4 * effort.repeats, time_processor(partial(machine_code, text)))
        yield Line(f"rx90, compiled by LLVM for {words}", "ms", 1e3 * took, most=50.0)
    each = {}
    for n in (25, 100):
        long = symoro.idm(chain(n), level="O2", verify=False)
        run = partial(
            _first_result, long, (np.ones(n),) * 3, sample_values(long.robot, random.Random(1))
        )
        each[n] = 1e3 * least(1, time_processor(run)) / n
        yield Line(f"chain of {n} joints, compiled for one state", "ms", n * each[n])
    peer = ("symoro, of 25", each[25])
    yield Line("a joint of a chain of 100, compiled", "ms", each[100], *peer, 0.5)


def _first_result(
    model: symoro.Model, states: tuple[np.ndarray, ...], values: Mapping[str, float]
) -> None:
    parameters = {name: values[name] for name in model.program.parameters}
    model.compile()(*states, parameters=parameters)


def start_up(effort: Effort) -> Iterator[Line]:
    """From the shell's prompt to the answer, beside the import of pinocchio."""
    programs = {
        "import symoro": ("import symoro",),
        "symoro --help": ("from symoro.cli import main; main()", "--help"),
        "import pinocchio": ("import pinocchio",),
    }
    runs = {
        words: time_run(partial(_python, *program), time.perf_counter)
        for words, program in programs.items()
    }
    best = {words: 1e3 * took for words, took in least_each(4 * effort.repeats, runs).items()}
    peer = ("import pinocchio", best.pop("import pinocchio"))
    for words, took in best.items():
        yield Line(words, "ms", took, *peer, most=500.0)


def _python(*program: str) -> None:
    run([sys.executable, "-c", *program], check=True)


SECTIONS: dict[str, Callable[[Effort], Iterator[Line]]] = {
    "c": c_code,
    "batch": batch,
    "python": python_call,
    "inverse": inverse_geometry.section,
    "generate": generation,
    "compile": compilation,
    "start": start_up,
}
