"""Positions and rates that do not close the loops of a closed robot are told.

Calls of compiled models refuse them, in words; `loop-kinematics` has the gaps as outputs.
"""

from __future__ import annotations

import math
import random
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from closed_robots import parallelogram_beside_a_spatial_loop
from laws.closing import consistent_motion, drawn_posture, motors
from library.kinematics import closure, joint_values
from symoro import library
from symoro.catalog.generate import generate
from symoro.compile.compiled_model import CompiledModel
from symoro.errors import UsageError
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.robot import Robot
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]


@cache
def model(name: str, robot: str, mode: int | None = None, outputs: tuple[str, ...] = ()) -> Model:
    options = Options(level="O1", own={"mode": mode}, outputs=outputs, verify=False)
    made = parallelogram_beside_a_spatial_loop() if robot == "beside" else library.robot(robot)
    return generate(name, made, options)


def compiled(
    name: str, robot: str, mode: int | None = None
) -> tuple[CompiledModel, dict[str, float]]:
    """A model, and a number for each of its symbols that is no argument."""
    made = model(name, robot, mode)
    f = made.compile()
    return f, numbers(f, sample_values(made.robot, random.Random(robot)))


def numbers(f: CompiledModel, values: dict[str, float]) -> dict[str, float]:
    """The parameters of all of the robot: lengths that only the check needs, too."""
    return {item.name: values[item.name] for item in f.program.inputs if item.array is None}


def sr400(t2: float = 0.4, t7: float = 1.1) -> Array:
    """A posture of the parallelogram: t3 = Pi/2 - t2 + t7, t8 = t2 - t7, t9 = Pi/2 - t2 + t7."""
    q = np.array([0.3, t2, 0.0, 0.5, 0.6, 0.7, t7, 0.0, 0.0])
    text = library.robot("sr400")
    found = generate("loop-geometry", text, Options(verify=False, own={"mode": 1}))
    g = found.compile()
    lengths = dict.fromkeys(g.program.parameters, 1.0)
    row: Any = g(q[[0, 1, 3, 4, 5, 6]], parameters=lengths)
    return np.asarray(row)


@pytest.mark.parametrize("name", ["idm", "regressor", "inertia", "loop-kinematics"])
def test_a_posture_of_another_mode_is_told(name: str) -> None:
    f, p = compiled(name, "sr400")
    q = sr400()
    states = [q, *(np.zeros(9) for _ in f.states[1:])]
    f(*states, parameters=p)
    f(q + 2 * math.pi, *states[1:], parameters=p)
    wrong = q.copy()
    wrong[2] = -0.5
    with pytest.raises(UsageError, match=r"joint 3 \(t3\) is at -0.5; .*loop 9 parallelogram") as e:
        f(wrong, *states[1:], parameters=p)
    assert f"put it at {q[2]:.6g}"[:12] in str(e.value)
    f.prepare(p)(wrong, *states[1:])  # does not look
    f(wrong, *states[1:], parameters=f.prepare(p))
    other, p = compiled(name, "sr400", 2)
    if name == "loop-kinematics":  # rows of loops hold in every mode, and open or not
        other(*states, parameters=p)
        return
    with pytest.raises(UsageError, match=r"joint 3 .*antiparallelogram"):
        other(*states, parameters=p)


def test_the_first_bad_state_of_a_batch_is_named() -> None:
    f, p = compiled("idm", "sr400")
    batch = np.array([sr400(0.1 * k, 1.0) for k in range(5)])
    assert np.asarray(f(batch, np.zeros((5, 9)), np.zeros(9), parameters=p)).shape == (5, 6)
    batch[3, 7] += 0.01
    with pytest.raises(UsageError, match=r"joint 8 .* in state 3;"):
        f(batch, np.zeros(9), np.zeros(9), parameters=p)
    batch[3] = np.nan
    f(batch, np.zeros(9), np.zeros(9), parameters=p)  # nothing to be said of these


def test_rates_that_are_no_sums_are_told() -> None:
    f, p = compiled("idm", "sr400")
    q, still = sr400(), np.zeros(9)
    along = np.array([1.0, 2, 1, 0, 0, 0, 3, -1, 1])
    f(q, along, along, parameters=p)
    along[8] = 0.5
    with pytest.raises(UsageError, match=r"the velocity of joint 9 is 0.5; that of .* is 1,"):
        f(q, along, still, parameters=p)
    with pytest.raises(UsageError, match=r"the acceleration of joint 9 is 0.5; that of .* is 1,"):
        f(q, still, along, parameters=p)


def closed_motion(robot: Robot, seed: int) -> tuple[dict[str, float], Array, Array, Array]:
    rng = random.Random(seed)
    values, posture = drawn_posture(robot, rng)
    rates, more = ({j: rng.uniform(-1, 1) for j in motors(robot)} for _ in range(2))
    motion = consistent_motion(robot, values, posture, rates, more)
    return values, motion.q, motion.qd, motion.qdd


@pytest.mark.parametrize("name", ["fivebar", "akr3000", "rsur"])
def test_open_loops_are_told_where_no_mode_counts(name: str) -> None:
    f, p = compiled("idm", name)
    values, q, qd, qdd = closed_motion(library.robot(name), 3)
    p = numbers(f, values)
    f(q, qd, qdd, parameters=p)
    f(np.round(q, 4), np.round(qd, 4), np.round(qdd, 4), parameters=p)
    with pytest.raises(UsageError, match=r"the loop of cut joint \d+ is open by .*, 0 expected"):
        f(q + np.linspace(0.02, 0.1, len(q)), qd, qdd, parameters=p)
    with pytest.raises(UsageError, match=r"the velocities of the joints open the loop of cut"):
        f(q, qd + np.linspace(0.1, 0.5, len(q)), qdd, parameters=p)
    with pytest.raises(UsageError, match=r"the accelerations of the joints open the loop of cut"):
        f(q, qd, qdd + np.linspace(0.1, 0.5, len(q)), parameters=p)


def test_a_turn_by_half_of_a_cut_joint_is_told() -> None:
    """Both sides are at the same place then, and their axes are parallel."""
    f, p = compiled("inertia", "fivebar")
    values, q, _, _ = closed_motion(library.robot("fivebar"), 3)
    p = numbers(f, values)
    f(q, parameters=p)
    q[4] += math.pi
    with pytest.raises(UsageError, match=r"cut joint 5 is open by .* \(rotation\)"):
        f(q, parameters=p)


def test_parallelograms_and_other_loops_of_one_robot_are_told_apart() -> None:
    f, p = compiled("inertia", "beside")
    made = model("inertia", "beside").robot
    for seed in range(20):
        values, q, _, _ = closed_motion(made, seed)
        p = numbers(f, values)
        try:
            f(q, parameters=p)
        except UsageError:  # of the other mode
            continue
        q[made.moving_joints.index(8)] += 0.1
        with pytest.raises(UsageError, match="the loop of cut joint 11 is open"):
            f(q, parameters=p)
        return
    raise AssertionError("no posture in the mode")


@pytest.mark.parametrize(("name", "mode"), [("sr400", None), ("sr400", 2), ("fivebar", None)])
def test_gaps_are_outputs_on_request(name: str, mode: int | None) -> None:
    """Positions less their gaps close the loops, as products of matrices say."""
    made = model("loop-kinematics", name, mode, ("GAP", "GAPP"))
    f = made.compile()
    values, q, qd, _ = closed_motion(made.robot, 5)
    p = numbers(f, values)
    off = q + np.linspace(0.1, 0.2, len(q))
    found: Any = f(off, qd, parameters=p)
    shapes = {"sr400": ((3,), (3,)) if mode is None else ((3,), (6,)), "fivebar": ((6,), (6,))}
    assert (found["GAP"].shape, found["GAPP"].shape) == shapes[name]
    if name == "sr400":
        off[[2, 7, 8]] -= found["GAP"]
        robot = made.robot
        assert np.abs(closure(robot, values | joint_values(robot, off.tolist()))).max() < 1e-12
    else:
        here: Any = f(q, qd, parameters=p)
        assert here["GAP"] == pytest.approx(0, abs=1e-12)
        assert here["GAPP"] == pytest.approx(0, abs=1e-12)
        assert np.abs(found["GAP"]).max() > 0.01


def test_verified_gaps() -> None:
    for robot, mode in (("sr400", None), ("sr400", 2), ("fivebar", 1), ("akr3000", None)):
        options = Options(own={"mode": mode}, outputs=("GAP", "GAPP"))
        assert generate("loop-kinematics", library.robot(robot), options).certificate
