"""Slotine and Li's regressor: its torques, and what it is at the robot's own motion."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from laws.moving import FLOATS, Moving, afloat, without_wrenches
from printers.toolchain import assert_close, expected, run
from random_robots import random_tree
from symoro import Model, ModelError, Robot, library
from symoro.expressions import ZERO
from symoro.ir import interpret
from symoro.references.tree_dynamics import TreeDynamics
from symoro.references.weight import weight_efforts
from symoro.robot import BaseMotion
from symoro.robot.floating_base import with_base_inputs

Array = npt.NDArray[np.float64]
TOLERANCE = 1e-11  # of the largest element: some hundred operations each


def references(model: Model, values: dict[str, Array]) -> dict[str, float]:
    """The arguments of these arrays, by the names of their elements."""
    found = {}
    for item in model.program.inputs:
        if item.array in values:
            found[item.name] = float(values[item.array][item.index])
    return found


def matrix(model: Model, values: dict[str, float]) -> Array:
    return np.array(interpret(model.program, values, FLOATS)["DG"]).reshape(
        model.program.outputs[0].shape
    )


def robot_at(seed: int) -> tuple[Robot, Moving]:
    robot = without_wrenches(random_tree(seed, moving_base=False, links=2 + seed % 5))
    robot = afloat(robot) if seed % 2 else robot
    return robot, Moving.drawn(with_base_inputs(robot), seed)


@pytest.mark.parametrize("seed", range(10))
def test_at_the_robots_own_motion_it_is_the_regressor(seed: int) -> None:
    """Of a floating base VP0r is the derivative of the components of V0: VP0 - W0 x V0."""
    robot, moving = robot_at(seed)
    model = symoro.regressor(robot, reference=True, verify=False)
    ordinary = symoro.regressor(robot, verify=False)
    assert model.columns == ordinary.columns
    frames = [robot.frame(j) for j in robot.moving_joints]
    arrays = {
        "QPr": moving.vector([frame.QP for frame in frames]),
        "QDPr": moving.vector([frame.QDP for frame in frames]),
    }
    base = moving.robot.base
    if base.motion is BaseMotion.FLOATING:
        W0, V0, WP0, VP0 = (moving.vector(e) for e in (base.W0, base.V0, base.WP0, base.VP0))
        arrays |= {"W0r": W0, "V0r": V0, "WP0r": WP0, "VP0r": VP0 - np.cross(W0, V0)}
    found = matrix(model, moving.now | references(model, arrays))
    wanted = matrix(ordinary, moving.now)
    assert found == pytest.approx(wanted, abs=TOLERANCE * max(1.0, float(np.abs(wanted).max())))


@pytest.mark.parametrize("seed", range(10))
def test_times_the_parameters_it_is_the_effort_of_the_reference(seed: int) -> None:
    """D K = A qddr + C(q, qd) qdr + Q + FV qdr + FS sign(qd), by matrices in the world frame."""
    robot, moving = robot_at(seed)
    model = symoro.regressor(robot, reference=True, verify=False)
    rng = np.random.default_rng(seed)
    n = robot.n_dof
    arrays = {"QPr": rng.normal(size=n), "QDPr": rng.normal(size=n)}
    qdr, qddr = arrays["QPr"], arrays["QDPr"]
    if robot.base.motion is BaseMotion.FLOATING:
        arrays |= {name: rng.normal(size=3) for name in ("V0r", "W0r", "VP0r", "WP0r")}
        qdr = np.concatenate([arrays["V0r"], arrays["W0r"], qdr])
        qddr = np.concatenate([arrays["VP0r"], arrays["WP0r"], qddr])
    D = matrix(model, moving.now | references(model, arrays))
    tree = TreeDynamics(moving.robot, moving.now, FLOATS, float)
    wanted = tree.inertia_matrix() @ qddr + tree.coriolis_matrix() @ qdr
    wanted += weight_efforts(moving.robot, moving.now, FLOATS, float)
    for k, j in enumerate(robot.moving_joints, start=len(qdr) - n):
        FV, FS, qd = moving.vector((robot.link(j).FV, robot.link(j).FS, robot.frame(j).QP))
        wanted[k] += FV * qdr[k] + FS * np.sign(qd)
    scale = max(1.0, float(np.abs(wanted).max()))
    assert D @ moving.parameters(model) == pytest.approx(wanted, abs=TOLERANCE * scale)


@pytest.mark.parametrize("floating", [False, True], ids=["fixed", "floating"])
def test_it_is_verified_with_base_parameters(floating: bool) -> None:
    robot = library.robot("rrp")
    options = {"base_parameters": True, "floating_base": floating, "include": ["ia", "friction"]}
    model = symoro.regressor(robot, reference=True, **options)  # type: ignore[arg-type]
    assert model.certificate is not None
    assert model.certificate.exact_points == 2
    assert model.columns == symoro.regressor(robot, verify=False, **options).columns  # type: ignore[arg-type]
    arrays = [name for name, _ in model.program.arrays]
    base = ["V0r", "W0r", "VP0r", "WP0r", "W0", "R0"] if floating else []
    assert arrays == ["q", "QP", "QPr", "QDPr", *base]
    assert (model.entry.name, model.entry.extension) == ("reference-regressor", "slr")


def test_a_user_may_have_the_names_of_the_references() -> None:
    robot = library.robot("planar2r").substitute({"d2": "QPr1 + QDPr2"})
    model = symoro.regressor(robot, reference=True)
    assert {"QPr1_", "QPr2", "QDPr1", "QDPr2_"} <= {item.name for item in model.program.inputs}


def test_a_joint_without_acceleration_in_its_table_has_one_of_reference() -> None:
    """The table's 0 leaves rotor inertia no column in the regressor, but it has one here."""
    robot = symoro.load("planar2r")
    frames = tuple(replace(frame, QDP=ZERO) for frame in robot.frames)
    still = replace(robot, frames=frames)
    ordinary = symoro.regressor(still, include="ia")
    assert "IA1" not in ordinary.columns
    assert "IA1" in symoro.regressor(still, include="ia", reference=True).columns


def test_closed_robots_and_bases_of_known_motion_are_refused() -> None:
    with pytest.raises(ModelError, match=r"closed robot.*equivalent_tree=True"):
        symoro.regressor(library.robot("fivebar"), reference=True)
    with pytest.raises(ModelError, match="base of known motion"):
        symoro.regressor(random_tree(1, moving_base=True), reference=True)


@pytest.mark.parametrize("language", ["c", "python", "numpy"])
def test_printed_code_takes_the_references(language: str, tmp_path: Path) -> None:
    model = symoro.regressor(library.robot("rrp"), reference=True, verify=False)
    rng = random.Random(4)
    values = {item.name: rng.uniform(-1, 1) for item in model.program.inputs}
    assert_close(run(model.document, language, values, tmp_path), expected(model.program, values))
