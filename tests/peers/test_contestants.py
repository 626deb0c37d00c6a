"""What the benchmarks compare computes the same: CasADi's recursions, pinocchio, and our C."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import casadi as ca
import numpy as np
import numpy.typing as npt
import pinocchio as pin
import pytest
from benchmarks import build
from benchmarks.casadi_derivatives import derivatives
from benchmarks.casadi_peer import Recursions, dense, operations
from benchmarks.contestants import casadi, our_model, ours
from benchmarks.measures import agree
from benchmarks.numbered import Numbered, numbered
from benchmarks.timing import nanoseconds

from printers.toolchain import tool
from symoro.expressions import FloatArithmetic
from symoro.ir import interpret

Array = npt.NDArray[np.float64]

ROBOTS = ("rx90", "panda", "stanford")  # right angles, seven joints, a prismatic one
TOLERANCE = 1e-12  # of the largest result: rounding of some thousand operations

robot_of = cache(numbered)


def pinocchio_row(robot: Numbered, model: str, q: Array, v: Array, a: Array) -> Array:
    """What pinocchio gives for a state, in one row."""
    data = robot.peer.createData()
    if model == "inverse_dynamics":
        found = [pin.rnea(robot.peer, data, q, v, a)]
    elif model == "inertia":
        found = [_symmetric(pin.crba(robot.peer, data, q))]
    elif model == "direct_dynamics":
        found = [pin.aba(robot.peer, data, q, v, a)]
    else:
        by_q, by_v, by_a = pin.computeRNEADerivatives(robot.peer, data, q, v, a)
        found = [by_q, by_v, _symmetric(by_a)]
    return np.concatenate([np.asarray(each).ravel() for each in found])


def _symmetric(upper: Array) -> Array:
    return np.asarray(np.triu(upper) + np.triu(upper, 1).T)


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize(
    "model", ["inverse_dynamics", "inertia", "direct_dynamics", "derivatives", "recursive"]
)
def test_casadi_computes_what_pinocchio_does(name: str, model: str) -> None:
    robot = robot_of(name)
    recursions = Recursions(robot)
    taken = model != "recursive"
    outputs = getattr(recursions, model)() if taken else derivatives(recursions)
    function = recursions.function(model, outputs, shared=True)
    for q, v, a in zip(*robot.states(3), strict=True):
        found = ca.vertcat(*(part.nz[:] for part in function.call([q, v, a])))
        row = dense(function, np.array(found).reshape(1, -1))[0]
        wanted = pinocchio_row(robot, model if taken else "derivatives", q, v, a)
        assert np.abs(row - wanted).max() <= TOLERANCE * np.abs(wanted).max()


@pytest.mark.parametrize("name", ROBOTS)
def test_ours_is_the_same_robot(name: str) -> None:
    robot = robot_of(name)
    model = our_model(robot, "inverse_dynamics")
    items = {(i.array, i.index): i.name for i in model.program.inputs if i.array is not None}
    for q, v, a in zip(*robot.states(3), strict=True):
        values = dict(robot.values)
        for array, row in (("q", q), ("QP", v), ("QDP", a)):
            values |= {items[array, (k,)]: x for k, x in enumerate(row) if (array, (k,)) in items}
        found = np.array(interpret(model.program, values, FloatArithmetic())["GAM"])
        wanted = pinocchio_row(robot, "inverse_dynamics", q, v, a)
        assert np.abs(found - wanted).max() <= TOLERANCE * np.abs(wanted).max()


def test_casadi_is_written_well() -> None:
    """No more operations than pinocchio's own algorithms give on CasADi's scalars."""
    recursions = Recursions(robot_of("rx90"))
    published = {"inverse_dynamics": 455 + 359, "inertia": 264 + 227, "direct_dynamics": 812 + 660}
    for name, most in published.items():
        function = recursions.function(name, getattr(recursions, name)(), shared=True)
        count = operations(function)
        assert count["add"] + count["mul"] <= most


@pytest.mark.parametrize("model", ["inverse_dynamics", "inertia"])
def test_the_timer_times_equal_things(
    model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool("gcc")
    monkeypatch.setattr(build, "CACHE", tmp_path)
    robot = robot_of("rx90")
    states = robot.states(16)
    both = [ours(robot, model), casadi(robot, model)[0]]
    agree(both, states)
    mine, theirs = nanoseconds(both, states, rounds=5)
    assert theirs > 0.1 * mine  # ours is the faster one; a tenth of that allows for a busy machine


def test_contestants_that_differ_are_not_timed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool("gcc")
    monkeypatch.setattr(build, "CACHE", tmp_path)
    robot = robot_of("rx90")
    inverse, direct = (casadi(robot, name)[0] for name in ("inverse_dynamics", "direct_dynamics"))
    with pytest.raises(build.BuildError, match="differ by"):
        agree([inverse, direct], robot.states(4))


def test_a_missing_compiler_is_named() -> None:
    with pytest.raises(build.BuildError, match="no_such_compiler"):
        build.library({"empty.c": ""}, "no_such_compiler")


def test_a_failing_compiler_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool("gcc")
    monkeypatch.setattr(build, "CACHE", tmp_path)
    with pytest.raises(build.BuildError, match="expected"):
        build.library({"wrong.c": "int f( {"})
    assert not list(tmp_path.rglob("*.so"))


def test_the_file_for_the_peer_holds_the_robot() -> None:
    robot = robot_of("stanford")
    first, *rest = robot.text().splitlines()
    assert first.split()[0] == "6"
    assert [line.split()[0] for line in rest] == list("RRPRRR")
    for line, joint in zip(rest, robot.joints, strict=True):
        assert int(line.split()[1]) == joint.parent
        numbers = np.array(line.split()[2:], dtype=float)
        assert len(numbers) == 22
        assert np.array_equal(numbers[:9].reshape(3, 3), joint.R)
        assert np.array_equal(numbers[9:16], [*joint.p, joint.M, *joint.c])
