"""Every URDF of the example robots of pinocchio's makers: its tables against pinocchio itself.

The differences are those of doubles and of angles of 12 digits that were made exact (5e-12 rad), in
trees of up to a hundred joints: 1e-10.
"""

from __future__ import annotations

import sys
import warnings
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import symoro
from oracles.pinocchio_urdf import Comparison
from symoro.errors import ParseError, RobotWarning
from symoro.formats.urdf import read, write
from symoro.robot import Link, Robot, general_link

SHARE = "python3*/site-packages/cmeel.prefix/share/example-robot-data"
FOLDERS = sorted(Path(sys.prefix, "lib").glob(SHARE))
FILES = sorted(file for folder in FOLDERS for file in folder.rglob("*.urdf"))
REFUSED = {"quadrotor_base": "no joint", "iris_simple": "no joint", "ur3": "no <link>"}
TOLERANCE = 1e-10


@cache
def robot_of(file: Path) -> Robot:
    return read(file.read_text(), file.name)


def test_the_example_robots_are_installed() -> None:
    assert len(FILES) == 69


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_tables_of_a_urdf_file_are_pinocchios_robot(file: Path) -> None:
    if file.stem in REFUSED:
        with pytest.raises(ParseError, match=REFUSED[file.stem]):
            robot_of(file)
        return
    fixed, floating = (
        Comparison(file.read_text(), robot_of(file), floats=floats) for floats in (False, True)
    )
    assert fixed.pose_error() < TOLERANCE
    for each in (fixed, floating):
        assert each.inertia_error() < TOLERANCE
        assert each.torque_error() < TOLERANCE
        assert each.torque_error(moving=False) < TOLERANCE
        assert each.energy_error() < TOLERANCE


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_as_many_base_parameters_as_the_rank_of_pinocchios_regressor(file: Path) -> None:
    if file.stem in REFUSED:
        return
    model = pin.buildModelFromXML(file.read_text())
    data = model.createData()
    rng = np.random.default_rng(0)
    rows = []
    for _ in range(30):  # three rows for each of the ten parameters of a joint
        v, a = rng.uniform(-2, 2, (2, model.nv))
        q = pin.randomConfiguration(model, -np.ones(model.nq), np.ones(model.nq))
        rows.append(pin.computeJointTorqueRegressor(model, data, q, v, a))
    rank = np.linalg.matrix_rank(np.vstack(rows), tol=1e-6)
    robot = robot_of(file)
    links = tuple(general_link(j) if frame.moves else Link() for j, frame in robot)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RobotWarning)  # of angles in the file
        grouping = symoro.base_parameters(replace(robot, links=links))
    assert len(grouping.parameters) == rank


@pytest.mark.parametrize("stem", ["anymal", "icub", "panda", "talos_full_v2", "tiago"])
@pytest.mark.filterwarnings("ignore:.*which some programs refuse")
def test_a_urdf_file_that_was_read_is_written_again(stem: str) -> None:
    file = next(each for each in FILES if each.stem == stem)
    robot = robot_of(file)
    text = write(robot)
    again = Comparison(text, robot, floats=False)
    assert again.pose_error() < TOLERANCE
    assert again.inertia_error() < TOLERANCE
    assert again.torque_error() < TOLERANCE
    own, back = (each.origin for each in (robot, read(text)))
    assert own is not None
    assert back is not None
    assert dict(own.orders)["file"] == dict(back.orders)["file"]


def test_talos_on_a_floating_base_needs_at_most_1_4_times_the_operations() -> None:
    file = next(each for each in FILES if each.stem == "talos_full_v2")
    robot = symoro.load(file, tolerance=None)
    fixed, floating = (
        symoro.idm(robot, floating_base=floats, verify=False).operations for floats in (False, True)
    )
    assert (fixed.total, floating.total) == (3916, 5480)
    assert floating.total <= 1.4 * fixed.total
