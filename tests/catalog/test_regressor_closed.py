"""The regressor of closed robots: the motors give the power of the tree's torques.

At closed states, whatever the parameters, the power of the motors is that of the torques of the
equivalent tree: qd_motors . (D K) = qd_tree . tau_tree. Tolerance 1e-9 of the largest term: the
postures close to 1e-12 and their conditioning is above 0.02, so rates are good to 1e-10.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

import symoro
from closed_robots import driven, without_inertia
from laws.closing import (
    Array,
    Compiled,
    Values,
    consistent_motion,
    drawn_posture,
    motors,
)
from symoro import Model, ModelError, Robot, library
from symoro.expressions import FloatArithmetic, evaluate
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.robot.parameter import DYNAMIC, nonzero_parameters

FLOATS = FloatArithmetic()
CLOSED = ("akr3000", "fivebar", "fourbar", "rsur", "slidercrank", "spherical4r", "sr400")
BASE = tuple(name for name in CLOSED if name != "rsur")  # its loops have no closed form


def state(robot: Robot, rng: random.Random) -> tuple[Values, dict[str, Array]]:
    """Numbers, and a motion of all joints that keeps the loops closed."""
    values, posture = drawn_posture(robot, rng)
    rates, more = ({j: rng.uniform(-1, 1) for j in motors(robot)} for _ in range(2))
    motion = consistent_motion(robot, values, posture, rates, more)
    rows = {"q": motion.q, "QP": motion.qd, "QDP": motion.qdd}
    for k, j in enumerate(robot.moving_joints):
        frame = robot.frame(j)
        values[robot.variables[j].name] = float(motion.q[k])
        values[str(frame.QP)], values[str(frame.QDP)] = float(motion.qd[k]), float(motion.qdd[k])
    return values, rows


def powers(robot: Robot, values: Values, rows: dict[str, Array]) -> Array:
    """The power of each torque of the equivalent tree, and of the drives of cut joints."""
    tau = inverse_dynamics(robot.equivalent_tree(), values, FLOATS, float).tau
    speed = dict(zip(robot.moving_joints, rows["QP"], strict=True))
    change = dict(zip(robot.moving_joints, rows["QDP"], strict=True))
    for k, _ in robot.loops():
        IA, FV, FS = (
            evaluate(getattr(robot.drive(k), name), values, FLOATS) for name in ("IA", "FV", "FS")
        )
        tau[k] = IA * change[k] + FV * speed[k] + FS * np.sign(speed[k])
    return np.array([tau[j] * speed[j] for j in tau])


def assert_same_power(
    form: Compiled, K: Array, robot: Robot, values: Values, rows: dict[str, Array]
) -> None:
    D = form(values, *rows.values())["DG"]
    speed = dict(zip(robot.moving_joints, rows["QP"], strict=True))
    given = np.array([speed[j] for j in motors(robot)])
    theirs = powers(robot, values, rows)
    scale = max(1.0, float(np.abs(theirs).max()))
    assert float(given @ D @ K) == pytest.approx(float(theirs.sum()), abs=1e-9 * scale)


@pytest.mark.parametrize("name", CLOSED)
def test_the_motors_give_the_power_of_the_tree(name: str) -> None:
    robot = library.robot(name)
    form = Compiled(symoro.regressor(robot, include=["ia", "friction"], verify=False))
    modelled = form.model.robot
    rng = random.Random(name)
    left = 2
    while left:
        values, rows = state(modelled, rng)
        if in_mode(name, values):
            entries = {str(p): p.entry(modelled) for p in nonzero_parameters(modelled, DYNAMIC)}
            K = np.array([evaluate(entries[label], values, FLOATS) for label in form.model.columns])
            assert_same_power(form, K, modelled, values, rows)
            left -= 1


def in_mode(name: str, values: Values) -> bool:
    """True in the assembly mode of the model; others than SR400's hold in every mode."""
    return name != "sr400" or np.sin(values["t2"] + values["t3"] - values["t7"]) > 1 - 1e-9


@pytest.mark.parametrize("name", BASE)
def test_base_parameters_of_a_closed_robot_give_the_same_power(name: str) -> None:
    robot = library.robot(name)
    form = Compiled(symoro.regressor(robot, base_parameters=True, verify=False))
    grouped = symoro.base_parameters(robot)
    rng = random.Random(name)
    left = 2
    while left:
        values, rows = state(robot, rng)
        if in_mode(name, values):
            numbers = grouped.values({n: values[n] for n in robot.symbols if n in values})
            K = np.array([numbers[label] for label in form.model.columns])
            assert_same_power(form, K, robot, values, rows)
            left -= 1


@pytest.mark.parametrize("name", ["fivebar", "slidercrank"])
def test_the_program_equals_its_reference_exactly(name: str) -> None:
    certificate = symoro.regressor(library.robot(name)).certificate
    assert certificate is not None
    assert certificate.exact_points == 2


def test_rows_are_the_motors_and_columns_all_parameters() -> None:
    robot = library.robot("fivebar")
    model: Model = symoro.regressor(robot, verify=False)
    assert model.program.outputs[0].shape == (len(motors(robot)), len(model.columns))
    assert [shape for _, shape in model.program.arrays] == [(len(robot.moving_joints),)] * 3
    assert any(note.startswith("closed robot: rows are the actuated") for note in model.notes)
    tree = symoro.regressor(robot, equivalent_tree=True, verify=False)
    assert tree.program.outputs[0].shape[0] == robot.n_links
    assert set(tree.columns) == set(model.columns)


def test_motors_that_do_not_determine_the_motion_are_refused() -> None:
    robot = driven(library.robot("fivebar"), 1)
    with pytest.raises(ModelError, match="cannot determine"):
        symoro.regressor(robot)


def test_a_closed_robot_without_inertia_is_refused() -> None:
    with pytest.raises(ModelError, match="no parameters to identify"):
        symoro.regressor(without_inertia(library.robot("fourbar")))
