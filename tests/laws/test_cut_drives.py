"""The dynamics of a closed robot do not depend on the joint at which its loop is cut."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import symoro
from laws.closing import Array, consistent_motion, motors
from laws.test_loop_reactions import closed_state, run
from symoro import Robot
from symoro.errors import ParseError, RobotError
from symoro.expressions import ZERO, FloatArithmetic, evaluate, expression, symbol
from symoro.formats import json_format, par
from symoro.library import robot as read
from symoro.robot import INERTIAL, Diagnostic, Link
from symoro.robot.joint_axis import JointAxis
from symoro.robot.variant import variant

UP, ACROSS = (0, 0, 1), (0, 1, 0)
FLOATS = FloatArithmetic()
DRIVES = {"IA": "0.3", "FV": "0.7", "FS": "0.4", "FO": "0.1", "FSP": "0.2", "FR": "0.3"}


def palletiser(cut: str) -> Robot:
    """A turntable with a parallelogram, numbers like those of the SR400, cut at one of its joints.

    Every joint has a rotor, friction by several laws, and a spring if it has no motor.
    """
    joints = [
        JointAxis("j1", "R", "base", "b1", (0, 0, 0), UP, actuated=True),
        JointAxis("j2", "R", "b1", "b2", (0.1, 0, 0), ACROSS, actuated=True),
        JointAxis("j3", "R", "b2", "b3", (0.1, 0, 0.8), ACROSS),
        JointAxis("j7", "R", "b1", "b7", (0.1, 0, 0), ACROSS, actuated=True),
        JointAxis("j8", "R", "b7", "b8", (-0.3, 0, 0.1), ACROSS),
        JointAxis("j9", "R", "b8", "b3", (-0.3, 0, 0.9), ACROSS),
    ]
    rng = random.Random(4)
    bodies = {
        name: Link.from_com(
            round(rng.uniform(1, 9), 3),
            [round(rng.uniform(-0.4, 0.8), 3) for _ in range(3)],
            [round(rng.uniform(0.9, 1.1), 3) for _ in range(3)],
        )
        for name in ("b1", "b2", "b3", "b7", "b8")
    }
    robot = Robot.from_joints(joints, bodies=bodies, cut=[cut], name="palletiser")
    links, drives = list(robot.links), [Link()] * robot.n_loops
    frames = list(robot.frames)
    for j in robot.moving_joints:
        number = int(robot.frame(j).name[1:])
        own = {name: expression(text) * number for name, text in DRIVES.items()}
        if j <= robot.n_links:
            links[j - 1] = replace(links[j - 1], **own)
        else:
            drives[j - robot.n_links - 1] = Link(**own)
        if not robot.frame(j).mu:
            k, rest = expression(number), expression("0.2")
            frames[j - 1] = replace(frames[j - 1], eta=True, k=k, rest=rest)
    robot = replace(robot, frames=tuple(frames), links=tuple(links), cut_drives=tuple(drives))
    return replace(robot, origin=None).substitute({"G3": "-9.81"})


def state_by_name(robot: Robot) -> dict[str, tuple[float, float, float]]:
    """Position, velocity and acceleration of each joint, by its name, in the parallelogram."""
    rng = random.Random(2)
    rates, more = ({j: rng.uniform(-1.5, 1.5) for j in motors(robot)} for _ in range(2))
    positions = {"j1": 0.3, "j2": 0.4, "j3": 0.5, "j7": 0.9, "j8": -0.5, "j9": 0.5}
    posture = {j: positions[robot.frame(j).name] for j in robot.moving_joints}
    motion = consistent_motion(robot, {}, posture, rates, more)
    columns = zip(motion.q, motion.qd, motion.qdd, strict=True)
    pairs = zip(robot.moving_joints, columns, strict=True)
    return {robot.frame(j).name: tuple(map(float, each)) for j, each in pairs}  # type: ignore[misc]


def evaluate_model(kind: str, robot: Robot, *states: Any) -> Array:
    """The only output of a model; of energies the kinetic one."""
    wanted = ["E"] if kind == "energy" else []
    model = getattr(symoro, kind)(robot, level="O1", outputs=wanted, verify=False)
    return np.atleast_1d(model.compile()(*states))


@pytest.mark.parametrize("cut", ["j3", "j8", "j9"])
def test_torques_do_not_depend_on_the_joint_that_is_cut(cut: str) -> None:
    first = palletiser("j9")
    motion = state_by_name(first)
    results = []
    for robot in (first, palletiser(cut)):
        q, qd, qdd = zip(*(motion[robot.frame(j).name] for j in robot.moving_joints), strict=True)
        GAM = evaluate_model("idm", robot, q, qd, qdd)
        A = evaluate_model("inertia", robot, q)
        H = evaluate_model("ccg", robot, q, qd)
        E = evaluate_model("energy", robot, q, qd)
        found = evaluate_model("ddm", robot, q, qd, GAM)
        names = [robot.frame(j).name for j in robot.moving_joints]
        accelerations = dict(zip(names, found, strict=True))
        assert found == pytest.approx([motion[name][2] for name in names], abs=1e-9)
        results.append((GAM, A, H, E, np.array([accelerations[name] for name in sorted(motion)])))
    for one, other in zip(*results, strict=True):
        scale = np.abs(one).max()
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-9 * scale)


@pytest.mark.parametrize("laws", ["coulomb,viscous,offset", "directions,stribeck,sqrt,load,smooth"])
def test_motors_give_what_friction_takes(laws: str) -> None:
    """The power of motors at rest without inertia is that of friction, cut and passive joints too.

    The friction of a load takes its power at the joint that rubs.
    """
    robot = variant(read("fourbar"), include=(f"friction={laws}",))
    massless = tuple(replace(link, **dict.fromkeys(INERTIAL, ZERO)) for link in robot.links)
    robot = replace(robot, links=massless)
    values = closed_state(robot, 3)
    tau = run(symoro.idm(robot, level="O0", verify=False), values)["GAM"][0]
    qd = {j: evaluate(robot.frame(j).QP, values, FLOATS) for j in robot.moving_joints}
    power = 0.0
    for j in robot.moving_joints:
        power += friction_of(robot, j, qd[j], values, tau if robot.frame(j).mu else None) * qd[j]
    assert tau * qd[1] == pytest.approx(power)


def friction_of(
    robot: Robot, j: int, v: float, values: dict[str, float], effort: float | None
) -> float:
    """The friction of a joint by its laws, by iteration where it depends on the load."""
    K = {name: evaluate(getattr(robot.drive(j), name), values, FLOATS) for name in vars(Link())}
    s = np.tanh(v / K["VW"]) if K["VW"] else np.sign(v)
    own = K["FS"] * s + K["FV"] * v + K["FO"]
    own += (K["FSP"] if v > 0 else K["FSN"]) * s
    own += (K["FVP"] if v > 0 else K["FVN"]) * v
    own += K["FR"] * np.sqrt(abs(v)) * s
    if K["FB"]:
        own += K["FB"] * np.exp(-((v / K["VST"]) ** 2)) * s
    load = 0.0
    for _ in range(400):  # what a joint transmits is its effort less its friction
        load = (effort or 0.0) - own - K["FL"] * abs(load) * s
    return float(own + K["FL"] * abs(load) * s)


@pytest.mark.parametrize("place", [par, json_format])
@pytest.mark.parametrize("include", [("friction", "ia"), ("friction=stribeck,load", "base")])
def test_drives_of_cut_joints_are_written_and_read(place, include) -> None:  # type: ignore[no-untyped-def]
    robot = variant(read("sr400"), include=include)
    assert robot.cut_drives
    again = place.read(place.write(robot))
    assert again == robot
    assert place.read(place.write(read("sr400"))).cut_drives == ()


def test_lists_of_a_file_may_go_on_with_cut_joints() -> None:
    text = par.write(read("fourbar"))
    lines = [
        "        0,0,FV3,FV4}" if before.startswith("FV") else line
        for before, line in zip(["", *text.splitlines()], text.splitlines(), strict=False)
    ]
    robot = par.read("\n".join(lines))
    assert symbol("FV3") == robot.link(3).FV
    assert symbol("FV4") == robot.drive(4).FV
    assert "FV4" in str(symoro.robot.sections.robot_sections(robot)[2].rows[3])


def test_drives_that_no_cut_joint_has_are_refused() -> None:
    robot = read("fourbar")
    with pytest.raises(RobotError, match="each cut joint has a drive"):
        replace(robot, cut_drives=(Link(FV=symbol("f")),) * 2)
    with pytest.raises(RobotError, match="rotor and friction alone"):
        replace(robot, cut_drives=(Link(M=symbol("m")),))
    assert replace(robot, cut_drives=(Link(),)) == robot
    assert robot.equivalent_tree().cut_drives == ()


def sprung(robot: Robot, *joints: int) -> Robot:
    """The robot with springs beside some joints."""
    frames = (
        replace(frame, eta=True, k=symbol(f"K{j}"), rest=symbol(f"rest{j}"))
        if j in joints
        else frame
        for j, frame in robot
    )
    return replace(robot, frames=tuple(frames))


@pytest.mark.parametrize("base", [False, True])
def test_torques_are_the_regressor_times_parameters(base: bool) -> None:
    """Springs beside passive and cut joints have columns, and so have drives of cut joints."""
    robot = variant(sprung(read("fourbar"), 3, 4), include=("ia", "friction=viscous,coulomb"))
    regressor = symoro.regressor(robot, base_parameters=base, level="O0", verify=False)
    assert {"K3", "K4", "FV4", "FS4"} <= set(regressor.columns)
    values = closed_state(robot, 5)
    tau = run(symoro.idm(robot, level="O0", verify=False), values)["GAM"]
    if base:
        values |= symoro.base_parameters(robot).values(values)
    D = run(regressor, values)["DG"]
    K = [values[name] for name in regressor.columns]
    assert pytest.approx(tau, rel=1e-9) == D @ K


def test_joints_in_proportion_share_their_drives() -> None:
    relations = symoro.base_parameters(read("sr400"), include=["ia", "friction"]).relations
    texts = set(map(str, relations))
    assert {"IA3R=IA3 + IA8 + IA9", "FV3R=FV3 + FV8 + FV9", "FS3R=FS3 + FS8 + FS9"} <= texts


def test_a_model_in_base_parameters_has_drives_of_cut_joints() -> None:
    model = symoro.idm(read("fivebar"), include=["ia", "friction"], base_parameters=True)
    assert {"FV5", "FS5"} <= set(model.program.parameters)
    assert model.certificate is not None


@pytest.mark.parametrize(
    ("kind", "columns"),
    [("filtered_model", {"IA4", "FV4", "FS4"}), ("energy_model", {"IA4"})],
)
def test_identification_models_have_columns_of_cut_joints(kind: str, columns: set[str]) -> None:
    model = getattr(symoro, kind)(read("slidercrank"), include=["ia", "friction"], level="O1")
    assert model.certificate.states > 10
    assert {"IA4", "FV4", "FS4"} & set(model.columns) == columns


def test_faults_of_drives_of_cut_joints_are_located() -> None:
    data = json.loads(json_format.write(read("fourbar")))
    data["cut_drives"] = [{"FB": "f"}]
    text = json.dumps(data, indent=1)
    with pytest.raises(ParseError, match="Stribeck") as error:
        json_format.read(text)
    assert error.value.line == text[: text.index('"FB": "f"')].count("\n")
    text = text.replace('"FB": "f"', '"FV": "-1"')
    diagnostics: list[Diagnostic] = []
    json_format.read(text, "x.json", diagnostics)
    (warning,) = diagnostics
    assert warning.line == text[: text.index('"FV": "-1"')].count("\n") + 1
