"""The columns of the parameters against torques and energies found another way."""

from __future__ import annotations

from functools import cache
from types import ModuleType

import numpy as np
import pytest

import symoro.grouping.exact.scalar_columns as page
from grouping.small_robots import arm, moving
from grouping.torques import FLOATS, Array, Values, states
from models.mutants import mutants
from symoro.expressions import evaluate
from symoro.models.mechanism import Mechanism, mechanism
from symoro.references.poses import poses
from symoro.references.regressor import torque_columns
from symoro.robot import Robot
from symoro.robot.parameter import Parameter, all_parameters

JOINTS = (
    "R gamma=g1 alpha=a1 d=D1 b=B1 r=h1",
    "P gamma=g2 alpha=a2 d=D2 theta=f2",
    "F gamma=g3 alpha=a3 d=D3 theta=f3 r=h3",
    "R alpha=a4 d=D4 r=h4",
    "P a=1 alpha=a5 d=D5",
)
STANDING = arm(*JOINTS, g="GX GY GZ", name="standing")
DRIVEN = moving(STANDING, W0="WX WY WZ", WP0="AX AY AZ", V0="VX VY VZ", VP0="BX BY BZ")


@cache
def drawn(robot: Robot) -> Values:
    return states(robot, 1, seed=5)[0]


def velocities_only(robot: Robot, values: Values) -> Values:
    """The state with accelerations equal to the velocities, and no velocities."""
    found = dict(values)
    for j in robot.moving_joints:
        frame = robot.frame(j)
        found[str(frame.QDP)], found[str(frame.QP)] = values[str(frame.QP)], 0.0
    return found | {"GX": 0.0, "GY": 0.0, "GZ": 0.0}


def expected_energy(robot: Robot, p: Parameter, values: Values) -> float:
    """Twice the energy: qd . A qd, with A qd the torques of that acceleration; and the height."""
    state = velocities_only(robot, values)
    torque = torque_columns(robot, [p], state, FLOATS, float)[p]
    kinetic = sum(
        values[str(robot.frame(j).QP)] * t for j, t in zip(robot.moving_joints, torque, strict=True)
    )
    g = np.array([values[name] for name in ("GX", "GY", "GZ")])
    pose = poses(robot, values, FLOATS, float)[p.link]
    arms = {"MX": pose[:3, 0], "MY": pose[:3, 1], "MZ": pose[:3, 2], "M": pose[:3, 3]}
    return float(kinetic - 2 * g @ arms[p.name]) if p.name in arms else float(kinetic)


@cache
def energies() -> dict[Parameter, float]:
    return {p: expected_energy(STANDING, p, drawn(STANDING)) for p in all_parameters(STANDING)}


@cache
def efforts() -> dict[Parameter, Array]:
    return torque_columns(DRIVEN, all_parameters(DRIVEN), drawn(DRIVEN), FLOATS, float)


def same_energies(module: ModuleType) -> bool:
    found = module.energy_columns(tables(drawn(STANDING)), all_parameters(STANDING))
    return all(found[p] == pytest.approx(e, rel=1e-11, abs=1e-11) for p, e in energies().items())


def same_torques(module: ModuleType) -> bool:
    values = drawn(DRIVEN)
    m = mechanism(DRIVEN, lambda entry: evaluate(entry, values, FLOATS))
    found = module.torque_columns(m, all_parameters(DRIVEN))
    if any(found[p].keys() - set(DRIVEN.moving_joints) for p in found):
        return False
    for p, column in efforts().items():
        own = [float(found[p].get(j, 0)) for j in DRIVEN.moving_joints]
        if not np.allclose(own, column, rtol=1e-11, atol=1e-11):
            return False
    return True


def test_energy_columns() -> None:
    assert same_energies(page)


def test_energy_columns_without_gravity_are_quadratic_in_the_velocities() -> None:
    values = drawn(STANDING)
    rates = [str(STANDING.frame(j).QP) for j in STANDING.moving_joints]
    once, thrice = (
        page.energy_columns(tables(at), all_parameters(STANDING), gravity=False)
        for at in (values, values | {name: 3 * values[name] for name in rates})
    )
    for p in all_parameters(STANDING):
        assert thrice[p] == pytest.approx(9 * once[p], rel=1e-12, abs=1e-12)


def tables(values: Values) -> Mechanism:
    return mechanism(STANDING, lambda entry: evaluate(entry, values, FLOATS))


def test_torque_columns_on_a_base_of_known_motion() -> None:
    assert same_torques(page)


def test_every_mutant_of_the_columns_is_caught() -> None:
    made = list(mutants(page))
    alive = []
    for mutant in made:
        try:
            if same_energies(mutant.module) and same_torques(mutant.module):
                alive.append(f"{mutant.line}: {mutant.what}: {mutant.text}")
        except (TypeError, ValueError, LookupError, AttributeError):
            continue
    assert len(made) > 30
    assert alive == []
