"""Laws that the torques of any robot obey, on seeded random trees."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from laws.energy import mass_matrix, potential_energy, torques
from random_robots import random_tree
from symoro import idm
from symoro.expressions import ZERO, Symbol
from symoro.pipeline.model import Model
from symoro.robot import INERTIAL, Robot
from symoro.robot.link import DRIVE, WRENCH
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
SEEDS = range(500, 512)


class Case(NamedTuple):
    robot: Robot
    model: Model
    values: Mapping[str, float]
    q: Array
    qd: Array
    qdd: Array


def conservative(robot: Robot) -> Robot:
    """The robot without friction and wrenches; rotor inertia stays."""
    none = dict.fromkeys(("FV", "FS", *WRENCH), ZERO)
    return replace(robot, links=tuple(replace(link, **none) for link in robot.links))


@pytest.fixture(scope="module", params=SEEDS, ids=lambda seed: f"tree{seed}")
def case(request: pytest.FixtureRequest) -> Case:
    seed: int = request.param
    robot = conservative(random_tree(seed, moving_base=False, links=2 + seed % 5))
    rng = np.random.default_rng(seed)
    n = robot.n_dof
    q, qd, qdd = rng.uniform(-1.5, 1.5, (3, n))
    return Case(
        robot, idm(robot, verify=False), sample_values(robot, random.Random(seed)), q, qd, qdd
    )


def test_the_mass_matrix_is_symmetric_and_positive_definite(case: Case) -> None:
    M = mass_matrix(case.model, case.values, case.q)
    assert pytest.approx(M.T, abs=1e-9 * np.abs(M).max()) == M
    assert np.linalg.eigvalsh((M + M.T) / 2).min() > 0


def test_power_is_the_rate_of_energy(case: Case) -> None:
    """qd . tau = d/dt (kinetic + potential), by central differences: error of order h^2."""
    _, model, values, q, qd, qdd = case
    h = 1e-4

    def energy(t: float) -> float:
        at, v = q + qd * t + qdd * t * t / 2, qd + qdd * t
        kinetic = v @ mass_matrix(model, values, at) @ v / 2
        return float(kinetic) + potential_energy(case.robot, values, at)

    rate = (energy(h) - energy(-h)) / (2 * h)
    assert qd @ torques(model, values, q, qd, qdd) == pytest.approx(rate, rel=1e-5, abs=1e-4)


def test_velocity_torques_follow_from_the_mass_matrix(case: Case) -> None:
    """c_i = sum_jk (dM_ij/dq_k - dM_jk/dq_i / 2) v_j v_k: sees torques that do no work."""
    _, model, values, q, v, _ = case
    n, h = len(q), 1e-4
    zero = np.zeros(n)
    slopes = [
        (mass_matrix(model, values, q + h * e) - mass_matrix(model, values, q - h * e)) / (2 * h)
        for e in np.eye(n)
    ]
    dM = np.stack(slopes, axis=2)
    expected = np.einsum("ijk,j,k", dM, v, v) - np.einsum("jki,j,k", dM, v, v) / 2
    actual = torques(model, values, q, v, zero) - torques(model, values, q, zero, zero)
    assert actual == pytest.approx(expected, rel=1e-5, abs=1e-5 * max(1, np.abs(expected).max()))


def test_the_rate_of_the_mass_matrix_less_twice_coriolis_is_skew(case: Case) -> None:
    """With Christoffel's C, every x has x (M' - 2 C) x = 0."""
    _, model, values, q, v, _ = case
    n, h = len(q), 1e-4
    slopes = [
        (mass_matrix(model, values, q + h * e) - mass_matrix(model, values, q - h * e)) / (2 * h)
        for e in np.eye(n)
    ]
    dM = np.stack(slopes, axis=2)
    C = (dM @ v + np.einsum("ikj,k->ij", dM, v) - np.einsum("jki,k->ij", dM, v)) / 2
    zero = np.zeros(n)
    velocity = torques(model, values, q, v, zero) - torques(model, values, q, zero, zero)
    scale = max(1.0, float(np.abs(C @ v).max()))
    assert C @ v == pytest.approx(velocity, rel=1e-5, abs=1e-5 * scale)
    skew = dM @ v - 2 * C
    assert pytest.approx(-skew.T, abs=1e-6 * max(1, np.abs(skew).max())) == skew


def test_torques_at_rest_are_the_gradient_of_the_potential_energy(case: Case) -> None:
    robot, model, values, q, _, _ = case
    zero, h = np.zeros(len(q)), 1e-5
    gradient = [
        (potential_energy(robot, values, q + h * e) - potential_energy(robot, values, q - h * e))
        / (2 * h)
        for e in np.eye(len(q))
    ]
    assert torques(model, values, q, zero, zero) == pytest.approx(
        np.array(gradient), rel=1e-6, abs=1e-6
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_torques_are_linear_in_the_inertial_and_drive_parameters(seed: int) -> None:
    robot = random_tree(seed)
    model = idm(robot, verify=False)
    rng = random.Random(seed)
    first, second = sample_values(robot, rng), sample_values(robot, rng)
    linear = {
        entry.name
        for link in robot.links
        for name in (*INERTIAL, *DRIVE, *WRENCH)
        if isinstance(entry := getattr(link, name), Symbol)
    }
    q, qd, qdd = np.random.default_rng(seed).uniform(-1, 1, (3, robot.n_dof))

    def with_parameters(a: float, b: float) -> Array:
        mixed = {n: a * first[n] + b * second[n] if n in linear else first[n] for n in first}
        return torques(model, mixed, q, qd, qdd)

    expected = 2 * with_parameters(1, 0) - 3 * with_parameters(0, 1)
    assert with_parameters(2, -3) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_gravity_is_an_acceleration_of_the_base(seed: int) -> None:
    """A base that accelerates upwards with g feels twice the weight: VP0 - G is all that counts."""
    robot = random_tree(seed, moving_base=True)
    model = idm(robot, verify=False)
    values = sample_values(robot, random.Random(seed))
    q, qd, qdd = np.random.default_rng(seed).uniform(-1, 1, (3, robot.n_dof))
    swapped = values | {f"VP{x}": values[f"VP{x}"] - values[f"G{x}"] for x in "XYZ"}
    swapped |= {f"G{x}": 0.0 for x in "XYZ"}
    assert torques(model, swapped, q, qd, qdd) == pytest.approx(
        torques(model, values, q, qd, qdd), rel=1e-10, abs=1e-10
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_the_velocity_of_the_base_has_no_effect(seed: int) -> None:
    model = idm(random_tree(seed, moving_base=True), verify=False)
    assert not {"VX", "VY", "VZ"} & {item.name for item in model.program.used_inputs}
