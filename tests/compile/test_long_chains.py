"""A hundred joints: time, names, linear size, no deep recursion."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import pytest

import symoro
from clock import at_most
from symoro.pipeline.model import Model
from symoro.robot import Robot


def chain(n: int) -> Robot:
    """A chain of revolute joints with general twists, lengths and inertias."""
    columns = {name: [f"{name}{j}" for j in range(1, n + 1)] for name in ("alpha", "d", "r")}
    return Robot.from_mdh(
        columns["alpha"], columns["d"], [0] * n, columns["r"], [0] * n, name=f"chain{n}"
    )


@pytest.fixture
def shallow_stack() -> Iterator[None]:
    """A recursion limit that a depth of one call a joint would break."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(250)
    yield
    sys.setrecursionlimit(limit)


def torques(model: Model, n: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    parameters = dict.fromkeys(model.program.parameters, 0.3)
    state = np.linspace(-1.0, 1.0, n)
    found = model.compile()(state, state, state, parameters=parameters)
    assert isinstance(found, np.ndarray)
    return found


def test_a_hundred_joints_take_less_than_five_seconds_to_the_first_torque() -> None:
    with at_most(5):
        found = torques(symoro.idm(chain(100), level="O1", verify=False), 100)
    assert found.shape == (100,)
    assert np.isfinite(found).all()


@pytest.mark.usefixtures("shallow_stack")
def test_a_hundred_joints_need_no_deep_stack() -> None:
    model = symoro.idm(chain(100), level="O1", verify=False)
    assert np.isfinite(torques(model, 100)).all()
    assert len(model.code("c")) > 100_000


def test_a_hundred_joints_have_unique_names() -> None:
    names = symoro.idm(chain(100), level="O1", verify=False).program.assigned_names
    assert len(set(names)) == len(names)
    assert "U12_100" in names


def test_the_cost_is_linear_in_the_number_of_joints() -> None:
    """From the third joint on, every general joint costs the same."""
    totals = {}
    for n in (10, 20, 50, 51, 100):
        operations = symoro.idm(chain(n), level="O1", verify=False).operations
        totals[n] = (operations.add, operations.mul, operations.trig)
    for k in range(3):
        step = totals[51][k] - totals[50][k]
        assert totals[20][k] - totals[10][k] == 10 * step
        assert totals[100][k] - totals[50][k] == 50 * step
