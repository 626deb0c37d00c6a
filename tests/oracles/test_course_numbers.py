"""A planar 2R arm in the vertical plane: numbers of a course on modelling and control.

Both links: mass 10 kg, length 1 m, centre of mass in the middle, 0.87 kg m2 about it. The course
gives the extreme eigenvalues of the inertia matrix with two decimals, and bounds of A and of the
gravity torques; torques, a free fall and its end are recomputed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy.integrate import solve_ivp

import symoro

Array = npt.NDArray[np.float64]

BODY = {"ZZ": 0.87 + 10 * 0.5**2, "MX": 10 * 0.5, "MY": 0.0}
PARAMETERS = {f"{name}{j}": value for name, value in BODY.items() for j in (1, 2)}
PARAMETERS |= {"M2": 10.0, "d2": 1.0, "G2": -9.81}


def function(name: str, **options: Any) -> Any:
    model = getattr(symoro, name)(symoro.load("planar2r"), **options)
    compiled = model.compile()
    known = {each: PARAMETERS[each] for each in model.program.parameters}
    return lambda *states: compiled(*states, parameters=known)


def test_bounds_of_the_inertia_matrix() -> None:
    A = function("inertia")
    matrices = [A([0.3, q2]) for q2 in np.linspace(-np.pi / 2, np.pi / 2, 181)]
    eigenvalues = np.linalg.eigvalsh(matrices)
    assert eigenvalues.min() == pytest.approx(0.681548, abs=5e-7)  # six decimals are given
    assert eigenvalues.max() == pytest.approx(29.428452, abs=5e-7)
    norms = [np.linalg.norm(matrix, 1) for matrix in matrices]
    assert min(norms) == pytest.approx(20.11, rel=1e-12)
    assert max(norms) == pytest.approx(35.11, rel=1e-12)


def test_bound_of_the_gravity_torques() -> None:
    gravity = function("ccg", only="gravity")
    steps = np.linspace(-np.pi / 2, np.pi / 2, 41)
    norms = [np.abs(gravity([q1, q2])).sum() for q1 in steps for q2 in steps]
    assert max(norms) == pytest.approx(245.25, rel=1e-12)


def test_torques_of_a_motion() -> None:
    q, qd, qdd = [np.pi / 6, np.pi / 3], [0.5, -0.3], [1.0, 2.0]
    assert function("inertia")(q) == pytest.approx(np.array([[21.74, 5.87], [5.87, 3.37]]))
    coriolis = function("ccg", only="coriolis")(q, qd)
    gravity = function("ccg", only="gravity")(q)
    assert coriolis == pytest.approx([0.9093267, 1.0825318], abs=5e-8)  # seven decimals are given
    assert gravity == pytest.approx([127.4356382, 0.0], abs=5e-8)
    assert function("ccg")(q, qd) == pytest.approx(coriolis + gravity, rel=1e-13)
    assert function("idm")(q, qd, qdd) == pytest.approx([161.8249648, 13.6925318], abs=5e-8)


@pytest.mark.parametrize("method", ["matrix", "recursive"])
def test_free_fall(method: str) -> None:
    accelerate = function("ddm", method=method)
    still = np.zeros(2)
    expected = [-2506455 / 200569, 3305970 / 200569]
    assert accelerate(still, still, still) == pytest.approx(expected, rel=1e-13)

    def rate(_: float, x: Array) -> Array:
        return np.concatenate([x[2:], accelerate(x[:2], x[2:], still)])

    path = solve_ivp(rate, (0, 1), np.zeros(4), method="DOP853", rtol=1e-11, atol=1e-11)
    end = [-2.7631645, 0.3522873, -3.5146375, 3.2476068]
    assert path.y[:, -1] == pytest.approx(end, abs=2e-7)  # seven decimals of a step of 1e-4
