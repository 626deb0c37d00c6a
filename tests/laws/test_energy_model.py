"""The rate of the energy model is the power model, and that is the power of the torques.

Rates are exact (see `laws.duals`): 1e-11 is left for the rounding of some thousand operations.
"""

from __future__ import annotations

import numpy as np
import pytest

import symoro
from laws.moving import Moving, afloat, without_wrenches
from random_robots import random_tree
from symoro import Robot, library
from symoro.expressions import ZERO
from symoro.robot import BaseMotion
from symoro.robot.floating_base import with_base_inputs, with_position
from symoro.robot.variant import variant

DRIVES = ("ia", "friction")


def assert_law(robot: Robot, seed: object) -> None:
    energy = symoro.energy_model(robot, level="O1", verify=False)
    power = symoro.energy_model(robot, power=True, level="O1", verify=False)
    moving = Moving.drawn(with_position(with_base_inputs(robot)), seed)

    given = dict(zip(power.columns, moving.outputs(power)["HP"], strict=True))
    rates = dict(zip(energy.columns, moving.rates(energy)["H"], strict=True))
    friction = {label for label in given if label.startswith(("FV", "FS"))}
    assert rates.keys() == given.keys() - friction
    for label, rate in rates.items():
        assert rate == pytest.approx(given[label], rel=1e-11, abs=1e-11)

    torque = symoro.regressor(robot, equivalent_tree=True, level="O1", verify=False)
    efforts = moving.outputs(torque)["DG"] @ moving.parameters(torque)
    base = robot.base.motion is BaseMotion.FLOATING
    speeds = [moving.vector(moving.robot.base.V0), moving.vector(moving.robot.base.W0)]
    expected = efforts * np.concatenate([*(speeds if base else []), moving.speeds])
    terms = moving.outputs(power)["HP"] * moving.parameters(power)
    scale = max(1.0, float(np.abs(expected).max()), float(np.abs(terms).max()))
    power_of_all = expected.sum() + power_of_cut_drives(moving)
    assert terms.sum() == pytest.approx(power_of_all, abs=1e-11 * scale)


def power_of_cut_drives(moving: Moving) -> float:
    """The power of rotors and friction of cut joints, which the equivalent tree does not have."""
    robot, total = moving.robot, 0.0
    for k, _ in robot.loops():
        drive, frame = robot.drive(k), robot.frame(k)
        if frame.moves:
            entries = (drive.IA, drive.FV, drive.FS, frame.QP, frame.QDP)
            IA, FV, FS, qd, qdd = moving.vector(entries)
            total += (IA * qdd + FV * qd + FS * np.sign(qd)) * qd
    return total


@pytest.mark.parametrize("name", library.names())
def test_the_energy_of_a_library_robot_changes_by_its_power(name: str) -> None:
    robot = variant(library.robot(name), {}, DRIVES, equivalent_tree=False)
    assert_law(robot, name)


@pytest.mark.parametrize("seed", range(40))
def test_the_energy_of_a_random_tree_changes_by_its_power(seed: int) -> None:
    robot = without_wrenches(random_tree(seed, moving_base=False, links=2 + seed % 6))
    assert_law(robot, seed)


@pytest.mark.parametrize("seed", range(6))
def test_the_energy_of_a_floating_robot_changes_by_the_power_of_joints_and_base(seed: int) -> None:
    robot = afloat(without_wrenches(random_tree(seed, moving_base=False, links=3)))
    assert_law(robot, seed)


@pytest.mark.parametrize("name", ["rx90", "stanford"])
def test_base_parameters_have_the_energy_of_standard_ones_but_for_a_constant(name: str) -> None:
    found = symoro.base_parameters(library.robot(name))
    ours = symoro.energy_model(found.robot, level="O1", verify=False)
    theirs = symoro.energy_model(found.standard, level="O1", verify=False)
    differences = []
    for moving in (Moving.drawn(found.standard, name), Moving.drawn(found.standard, f"{name}|2")):
        state = {str(v): moving.now[str(v)] for v in found.standard.variables.values()}
        first = Moving.drawn(found.standard, name).now | state  # one set of parameters, two states
        there = Moving(found.standard, first)
        grouped = found.values(there.now)
        K = np.array([grouped[label] for label in ours.columns])
        mine = there.outputs(ours)["H"] @ K
        differences.append(mine - there.outputs(theirs)["H"] @ there.parameters(theirs))
    assert differences[0] == pytest.approx(differences[1], abs=1e-11)
    assert found.robot.link(1).M == ZERO
