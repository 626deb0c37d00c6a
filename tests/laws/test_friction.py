"""Laws of friction: each as its formula has it, in every model and in every language.

The formulas here are written a second time, with NumPy, branch by branch.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from printers.toolchain import Case, assert_close, random_values, run_all
from random_robots import random_tree
from symoro import ModelError, Robot, RobotError, UsageError, library
from symoro.catalog.table import model_entries
from symoro.expressions import ZERO, FloatArithmetic, expression
from symoro.formats import load_file, save_file
from symoro.ir.interpreter import interpret
from symoro.printers import languages
from symoro.robot import Structure
from symoro.robot.link import FRICTION, LAW
from symoro.robot.variant import variant

LINEAR = "coulomb,viscous,offset,directions,stribeck,sqrt"
"""The laws in whose coefficients torques are linear."""

VELOCITIES = (-1.7, -0.4, -1e-3, 2e-3, 0.3, 2.2)


def law(v: float, load: float, **K: float) -> float:
    """The friction of a joint, branch by branch (docs/friction.md)."""
    width = K.get("VW", 0.0)
    s = math.tanh(v / width) if width else float(np.sign(v))
    total = K.get("FS", 0.0) * s + K.get("FV", 0.0) * v + K.get("FO", 0.0)
    total += K.get("FSP" if v > 0 else "FSN", 0.0) * s
    total += K.get("FVP" if v > 0 else "FVN", 0.0) * v
    if "FB" in K:
        total += K["FB"] * math.exp(-((v / K["VST"]) ** 2)) * s
    total += K.get("FR", 0.0) * math.sqrt(abs(v)) * s
    return total + K.get("FL", 0.0) * abs(load) * s


def pendulum(**drive: str) -> Robot:
    """One joint with a heavy link: the load is its weight and inertia."""
    robot = library.robot("planar2r")
    frame = replace(robot.frames[0], antecedent=0)
    link = replace(robot.links[0], **{name: expression(text) for name, text in drive.items()})
    return Robot("pendulum", Structure.SIMPLE, (frame,), (link,), base=robot.base)


def evaluate(model: Any, values: Mapping[str, float]) -> dict[str, list[float]]:
    """The outputs of a model in double precision."""
    return interpret(model.program, dict(values), FloatArithmetic())


CASES: dict[str, dict[str, float]] = {
    "coulomb": {"FS": 0.8},
    "viscous": {"FV": 0.3},
    "offset": {"FO": -0.2},
    "directions": {"FSP": 0.9, "FSN": 0.5},
    "directions,viscous": {"FVP": 0.4, "FVN": 0.7},
    "stribeck": {"FB": 0.6, "VST": 0.25},
    "sqrt": {"FR": 0.45},
    "load": {"FL": 0.12},
    "coulomb,smooth": {"FS": 0.8, "VW": 0.05},
    "directions,smooth": {"FSP": 0.9, "FSN": 0.5, "VW": 0.3},
    "all": dict.fromkeys(FRICTION, 0.4) | {"FL": 0.1, "VST": 0.3, "VW": 0.2},
}


@pytest.mark.parametrize("case", CASES)
def test_each_law_is_its_formula(case: str) -> None:
    K = CASES[case]
    free = symoro.idm(pendulum(), level="O1", verify=False)
    bound = symoro.idm(pendulum(**{n: f"{n}1" for n in K}), level="O1", verify=False)
    values = {"t1": 0.4, "QDP1": -0.7, "ZZ1": 1.3, "MX1": 0.6, "MY1": -0.2, "G2": -9.81}
    for v in VELOCITIES:
        state = values | {"QP1": v}
        (load,) = evaluate(free, state)["GAM"]
        (total,) = evaluate(bound, state | {f"{name}1": x for name, x in K.items()})["GAM"]
        assert total - load == pytest.approx(law(v, load, **K), rel=1e-12, abs=1e-12)


def test_the_friction_of_a_published_model() -> None:
    """Table I of [Canudas95]: 1 N of Coulomb, 1.5 N of static friction, 0.001 m/s, 0.4 N s/m."""
    robot = pendulum(FS="1", FB="1/2", VST="0.001", FV="0.4", ZZ="0", MX="0", MY="0", M="0")
    model = symoro.idm(robot, level="O1", verify=False)

    def force(v: float) -> float:
        return evaluate(model, {"t1": 0, "QP1": v, "QDP1": 0, "G2": 0})["GAM"][0]

    assert force(1e-9) == pytest.approx(1.5, abs=1e-8)  # breaks away at the static friction
    assert force(0.001) == pytest.approx(1 + 0.5 / math.e + 0.0004, rel=1e-14)
    assert force(0.01) == pytest.approx(1.004, abs=1e-12)  # Coulomb and viscous friction are left
    assert force(-0.01) == pytest.approx(-1.004, abs=1e-12)
    assert force(0.0) == 0.0


def test_words_put_in_the_coefficients_of_their_laws() -> None:
    def entries(text: str) -> dict[str, str]:
        link = variant(library.robot("planar2r"), {}, [text]).links[1]
        named = {name: str(getattr(link, name)) for name in (*FRICTION, *LAW)}
        return {name: entry for name, entry in named.items() if entry != "0"}

    assert entries("friction") == {"FV": "FV2", "FS": "FS2"}
    assert entries("friction=coulomb") == {"FS": "FS2"}
    assert entries("friction=directions") == {"FSP": "FSP2", "FSN": "FSN2"}
    assert set(entries("friction=viscous, directions")) == {"FVP", "FVN"}
    assert set(entries("friction=coulomb,viscous,directions")) == {"FSP", "FSN", "FVP", "FVN"}
    assert set(entries("friction=stribeck,smooth,load,sqrt,offset")) == {
        *("FB", "VST", "VW", "FL", "FR", "FO")
    }
    for wrong in ("friction=", "friction=dry", "friction=coulomb,ia"):
        with pytest.raises(UsageError, match="not a law of friction; friction= takes coulomb"):
            entries(wrong)
    with pytest.raises(UsageError, match="--with coulomb is not valid"):
        entries("coulomb")


def test_laws_with_commas_are_one_word_of_python_and_of_the_command() -> None:
    given = "ia,friction=coulomb,offset"
    model = symoro.idm(library.robot("planar2r"), include=given, level="O1", verify=False)
    assert {"IA1", "FS1", "FO1"} <= set(model.program.parameters)
    assert "FV1" not in model.program.parameters
    again = symoro.idm(
        library.robot("planar2r"), include=given.split(",", 1), level="O1", verify=False
    )
    assert again.program.parameters == model.program.parameters


MODELS: tuple[tuple[str, dict[str, object]], ...] = (
    ("idm", {}),
    ("idm", {"floating_base": True}),
    ("ddm", {}),
    ("ddm", {"method": "recursive"}),
    ("ccg", {}),
    ("ccg", {"only": ["friction"]}),
    ("ccg", {"only": ["gravity", "friction"]}),
    ("ccg", {"only": ["coriolis"]}),
    ("hybrid", {"free": [2]}),
    ("lagrange", {}),
    ("linearize", {"moving": True}),
    ("momentum", {}),
    ("regressor", {}),
    ("regressor", {"reference": True}),
    ("energy_model", {"power": True}),
    ("filtered_model", {}),
    ("operational", {}),
    ("operational_control", {}),
)


@pytest.mark.parametrize("laws", [LINEAR, f"{LINEAR},smooth"])
def test_every_model_with_friction_is_verified_with_all_laws(laws: str) -> None:
    robot = variant(library.robot("planar2r"), {}, [f"friction={laws}"])
    for name, options in MODELS:
        model = getattr(symoro, name)(robot, level="O1", **options)
        assert model.certificate.exact_points, name


def test_friction_that_depends_on_the_load_of_a_floating_robot() -> None:
    robot = variant(library.robot("rrp"), {}, ["friction=coulomb,load"])
    certificate = symoro.idm(robot, floating_base=True, level="O1").certificate
    assert certificate is not None
    assert certificate.exact_points


def test_wheels_that_roll_have_all_laws() -> None:
    robot = variant(library.robot("mobile3w"), {}, [f"friction={LINEAR},smooth"])
    assert "FB5" in symoro.rolling(robot, level="O1").program.parameters


@pytest.mark.parametrize("seed", range(4))
def test_random_trees_with_all_laws_are_verified(seed: int) -> None:
    robot = random_tree(seed, links=3)
    model = symoro.idm(robot, include=[f"friction={LINEAR},load,smooth"], level="O2")
    assert model.certificate is not None
    assert "FL1" in model.program.parameters or not robot.frame(1).moves


def test_columns_times_parameters_are_the_torques() -> None:
    robot = variant(library.robot("planar2r"), {}, [f"friction={LINEAR},smooth"])
    torque = symoro.idm(robot, level="O1", verify=False)
    regressor = symoro.regressor(robot, level="O1", verify=False)
    assert {"FO1", "FSP1", "FSN2", "FVP1", "FVN2", "FB1", "FR2"} <= set(regressor.columns)
    values = random_values(torque)
    D = np.array(evaluate(regressor, values)["DG"]).reshape(2, -1)
    K = np.array([values[label] for label in regressor.columns])
    assert pytest.approx(np.array(evaluate(torque, values)["GAM"]), abs=1e-12) == D @ K


@pytest.mark.parametrize("smooth", [False, True])
def test_directions_offset_and_coulomb_friction_are_grouped(smooth: bool) -> None:
    """F+ and F- are FS + FO and FS - FO: of four coefficients two show, three if s is smooth."""
    fields = ("FS", "FO", "FSP", "FSN", "FV", "FVP", "FVN", *(["VW"] if smooth else []))
    robot = pendulum(**{name: f"{name}1" for name in fields})
    base = symoro.base_parameters(robot)
    names = {p.name for p in base.parameters} & set(FRICTION)
    assert names == {"FSP", "FSN", "FVP", "FVN"} | ({"FO"} if smooth else set())
    told = "FO" if smooth else "F+ = FS + FO, F- = FS - FO"
    assert told in base.explain()
    rng = np.random.default_rng(0)
    K = {f"{name}1": float(rng.uniform(0.2, 1.0)) for name in fields}
    K |= {"ZZ1": 1.1, "MX1": 0.3, "MY1": 0.2, "G2": -9.81}
    grouped = base.values(K)
    regressor = symoro.regressor(base.robot, level="O1", verify=False)
    torque = symoro.idm(robot, level="O1", verify=False)
    rows = []
    for v in VELOCITIES:
        state = {"t1": 0.3, "QP1": v, "QDP1": 0.9} | K
        D = np.array(evaluate(regressor, state)["DG"])
        rows.append(D)
        known = [grouped[label] for label in regressor.columns]
        assert D @ known == pytest.approx(evaluate(torque, state)["GAM"][0], abs=1e-12)
    friction = [k for k, label in enumerate(regressor.columns) if label.startswith("F")]
    assert np.linalg.matrix_rank(np.array(rows)[:, friction]) == len(friction)


@pytest.mark.parametrize("fields", [("FS", "FO", "FSP"), ("FS", "FO", "FSN")])
def test_the_friction_of_one_direction_goes_into_both(fields: tuple[str, ...]) -> None:
    base = symoro.base_parameters(pendulum(**{name: f"{name}1" for name in fields}))
    assert {p.name for p in base.parameters} & set(FRICTION) == {"FS", "FO"}
    K = dict.fromkeys(("FS1", "FO1", "ZZ1", "MX1", "MY1"), 1.0) | {f"{fields[2]}1": 1.0}
    values = base.values(K)
    assert values["FS1R"] == pytest.approx(1.5)
    assert values["FO1R"] == pytest.approx(1.5 if fields[2] == "FSP" else 0.5)


def test_the_energy_lost_is_the_work_of_friction() -> None:
    """Along t1 = sin(2 t), by Simpson's rule; speeds change their sign where the pieces meet."""
    K = {name: x for name, x in CASES["all"].items() if name != "FL"}
    robot = pendulum(**{name: f"{name}1" for name in K})
    power = symoro.energy_model(robot, power=True, level="O1", verify=False)
    energy = symoro.energy_model(robot, level="O1", verify=False)
    values = {f"{name}1": x for name, x in K.items()}
    values |= {"ZZ1": 1.3, "MX1": 0.6, "MY1": -0.2, "G2": -9.81}

    def moment(t: float) -> dict[str, float]:
        motion = {"t1": math.sin(2 * t), "QP1": 2 * math.cos(2 * t), "QDP1": -4 * math.sin(2 * t)}
        return motion | values

    def rate(t: float) -> float:
        row = zip(power.columns, evaluate(power, moment(t))["HP"], strict=True)
        return sum(values[label] * x for label, x in row)

    def total(t: float) -> float:
        row = zip(energy.columns, evaluate(energy, moment(t))["H"], strict=True)
        return sum(values[label] * x for label, x in row)

    def simpson(f: Any, a: float, b: float, n: int = 400) -> float:
        t = np.linspace(a, b, n + 1)
        y = np.array([f(float(x)) for x in t])
        return float((b - a) / (3 * n) * (y[0] + y[-1] + 4 * y[1:-1:2].sum() + 2 * y[2:-1:2].sum()))

    turn = math.pi / 4
    pieces = [(0.0, turn), (turn, 3 * turn), (3 * turn, 3.0)]
    given = sum(simpson(rate, a, b) for a, b in pieces)
    rubbed = sum(
        simpson(lambda t: moment(t)["QP1"] * law(moment(t)["QP1"], 0.0, **K), a, b)
        for a, b in pieces
    )
    assert rubbed > 1.0
    assert given - (total(3.0) - total(0.0)) == pytest.approx(rubbed, rel=1e-8)


def test_a_smooth_step_becomes_the_hard_one() -> None:
    laws = "coulomb,stribeck,sqrt"
    hard, smooth = (
        symoro.idm(variant(pendulum(), {}, [f"friction={text}"]), level="O1", verify=False)
        for text in (laws, f"{laws},smooth")
    )
    values = random_values(smooth) | {"QP1": 0.02}
    (limit,) = evaluate(hard, values)["GAM"]
    errors = [
        abs(evaluate(smooth, values | {"VW1": width})["GAM"][0] - limit)
        for width in (0.1, 0.02, 0.01, 0.002, 1e-4)
    ]
    assert errors == sorted(errors, reverse=True)
    assert errors[0] > 0.1
    assert errors[-1] <= 1e-15
    assert (
        evaluate(smooth, values | {"QP1": 0.0, "VW1": 0.01})["GAM"]
        == evaluate(hard, values | {"QP1": 0.0})["GAM"]
    )


@pytest.mark.parametrize("laws", [LINEAR, f"{LINEAR},smooth", f"{LINEAR},load,smooth"])
def test_derivatives_are_those_of_finite_differences(laws: str) -> None:
    """By a central difference of 1e-6, whose error is some 1e-9 of the third derivative."""
    robot = variant(library.robot("planar2r"), {}, [f"friction={laws}"])
    model = symoro.idm(robot, level="O1", verify=False)
    derivative = model.derivative("QP")
    values = random_values(model) | {"QP1": 0.3, "QP2": -0.2}
    found = np.array(evaluate(derivative, values)["dGAM_dQP"]).reshape(2, 2)
    for k, name in enumerate(("QP1", "QP2")):
        ends = [
            np.array(evaluate(model, values | {name: values[name] + h})["GAM"])
            for h in (1e-6, -1e-6)
        ]
        assert found[:, k] == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-6, abs=1e-6)


def test_the_linearised_model_at_rest_has_the_slope_of_the_smooth_step() -> None:
    robot = variant(pendulum(), {}, ["friction=coulomb,viscous,stribeck,offset,sqrt,smooth"])
    model = symoro.linearize(robot, level="O1")
    values = random_values(model)
    A = np.array(evaluate(model, values)["A"]).reshape(2, 2)
    slope = values["FV1"] + (values["FS1"] + values["FB1"]) / values["VW1"]
    assert A[1, 1] == pytest.approx(-slope / values["ZZ1"], rel=1e-12)
    reasons = {
        "directions,viscous": "the viscous friction of each direction",
        "directions,smooth": "the smooth Coulomb friction of each direction",
        "sqrt": "the square-root friction",
    }
    for laws, reason in reasons.items():
        with pytest.raises(ModelError, match=f"{reason} .* of joint 1 has no derivative at rest"):
            symoro.linearize(variant(pendulum(), {}, [f"friction={laws}"]))


def test_forward_dynamics_gives_back_the_accelerations() -> None:
    robot = variant(library.robot("planar2r"), {}, [f"friction={LINEAR},smooth"])
    torque = symoro.idm(robot, level="O1", verify=False)
    forward = symoro.ddm(robot, level="O1", verify=False)
    values = random_values(torque)
    GAM = evaluate(torque, values)["GAM"]
    found = evaluate(forward, values | {"GAM1": GAM[0], "GAM2": GAM[1]})["QDP"]
    assert found == pytest.approx([values["QDP1"], values["QDP2"]], abs=1e-11)


@pytest.mark.parametrize("words", ["load", "coulomb,viscous,load", "directions,load,smooth"])
@pytest.mark.parametrize(("name", "floating"), [("stanford", False), ("planar2r", True)])
def test_forward_dynamics_finds_the_load_that_torques_move(
    name: str, floating: bool, words: str
) -> None:
    robot = variant(library.robot(name), {}, [f"friction={words}"])
    torques = symoro.idm(robot, floating_base=floating).compile()
    rng = np.random.default_rng(4)
    for method in ("recursive", "matrix", None):
        model = symoro.ddm(robot, floating_base=floating, method=method)
        assert model.certificate
        assert any("FL is below 1" in note for note in model.notes)
        constants = {k: rng.uniform(0.1, 0.9) for k in model.program.parameters}
        q, QP, QDP = rng.normal(size=(3, 20, robot.n_dof))
        base = {"R0": np.eye(3)[[1, 2, 0]], "W0": rng.normal(size=3)} if floating else {}
        found: Any = torques(q, QP, QDP, **base, parameters=constants)
        efforts = found["GAM"] if floating else found
        outputs: Any = model.compile()(q, QP, efforts, **base, parameters=constants)
        accelerations = outputs["QDP"] if floating else outputs
        np.testing.assert_allclose(accelerations, QDP, rtol=1e-6, atol=1e-8)


def test_forward_dynamics_refuses_a_rotor_beside_the_load_and_a_joint_that_locks() -> None:
    arm = symoro.load("planar2r")
    with pytest.raises(ModelError, match=r"joint 1 .*\(FL\), and its rotor \(IA\) takes a part"):
        symoro.ddm(arm, include=["ia", "friction=load"])
    with pytest.raises(ModelError, match=r"joint 2 locks: friction of 1\.5 times its load"):
        symoro.ddm(arm, include=["friction=load"], param={"FL2": 1.5})


WITHOUT_FRICTION = ("lagrange", "momentum", "operational", "energy", "inertia", "coriolis")
LOAD_REFUSED = ("hybrid", "ccg", "rolling", "operational-control", "linearize", "regressor")


def test_every_dynamic_or_identification_model_takes_the_load_lacks_friction_or_refuses() -> None:
    """So a new model must be put into one of the rows of docs/friction.md."""
    entries = {each.name for each in model_entries() if each.menu in ("Dynamic", "Identification")}
    others = ("filtered-model", "energy-model")
    assert entries == {"idm", "ddm", *WITHOUT_FRICTION, *LOAD_REFUSED, *others}
    for name in entries - {"idm", "ddm", *WITHOUT_FRICTION}:
        robot = symoro.load("mobile3w" if name == "rolling" else "planar2r")
        options = {"power": True} if name == "energy-model" else {}
        with pytest.raises(
            ModelError, match=r"\(FL\).* take the other laws \(friction= without load"
        ):
            getattr(symoro, name.replace("-", "_"))(robot, include=["friction=load"], **options)
    for name in WITHOUT_FRICTION:
        model = getattr(symoro, name)(symoro.load("planar2r"), include=["friction=load"])
        assert not {"FL1", "FL2"} & {item.name for item in model.program.used_inputs}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("ccg", "depends on accelerations"),
        ("hybrid", "depends on accelerations"),
        ("operational_control", "depends on accelerations"),
        ("linearize", "no derivative where a load changes its sign"),
        ("regressor", "not linear in the parameters"),
        ("filtered_model", "not linear in the parameters"),
        ("base_parameters", "cannot be grouped"),
    ],
)
def test_friction_of_the_load_is_refused_with_the_reason(name: str, reason: str) -> None:
    robot = variant(library.robot("planar2r"), {}, ["friction=load"])
    with pytest.raises(ModelError, match=f"joint 1 depends on its load .*{reason}"):
        getattr(symoro, name)(robot)


def test_further_laws_are_not_grouped_on_closed_robots() -> None:
    robot = variant(library.robot("fourbar"), {}, ["friction=offset"])
    with pytest.raises(ModelError, match="only Coulomb and viscous friction"):
        symoro.base_parameters(robot)


def test_a_stribeck_effect_needs_a_velocity() -> None:
    with pytest.raises(RobotError, match="frame 1, VST: a Stribeck coefficient FB without"):
        pendulum(FB="FB1")


@pytest.mark.parametrize("kind", ["par", "json"])
def test_the_formats_keep_every_coefficient(kind: str, tmp_path: Path) -> None:
    robot = variant(library.robot("planar2r"), {}, [f"friction={LINEAR},load,smooth"])
    file = tmp_path / f"robot.{kind}"
    save_file(robot, file)
    text = file.read_text(encoding="utf-8")
    back = load_file(file)
    assert isinstance(back, Robot)
    assert back.links == robot.links
    if kind == "par":
        assert "FO1" in text.split("(* symoro:")[1].split("*)")[0]
        assert "\nFO" not in text  # no key of SYMORO+'s


LANGUAGES = [language.name for language in languages()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_laws_mean_the_same_in_every_language(language: str, tmp_path: Path) -> None:
    cases = []
    for laws in (f"{LINEAR},load", f"{LINEAR},load,smooth"):
        robot = variant(library.robot("planar2r"), {}, [f"friction={laws}"])
        model = symoro.idm(robot, level="O2", verify=False)
        cases.append(Case(model.document, random_values(model)))
    for case, found in zip(cases, run_all(language, cases, tmp_path), strict=True):
        assert_close(found, case.expected)


def test_compiled_batches_have_the_bits_of_single_states() -> None:
    robot = variant(library.robot("planar2r"), {}, [f"friction={LINEAR},load,smooth"])
    model = symoro.idm(robot, verify=False)
    values = random_values(model)
    function = model.compile()
    prepared = function.prepare({name: values[name] for name in model.program.parameters})
    rng = np.random.default_rng(1)
    q, QP, QDP = rng.uniform(-2, 2, (3, 37, 2))
    batch = np.array(function(q, QP, QDP, parameters=prepared))
    for k in range(37):
        alone = np.array(function(q[k], QP[k], QDP[k], parameters=prepared))
        assert np.array_equal(batch[k], alone)
    order = ("t1", "t2", "QP1", "QP2", "QDP1", "QDP2")
    names = dict(zip(order, map(float, (*q[0], *QP[0], *QDP[0])), strict=True))
    assert batch[0] == pytest.approx(np.array(evaluate(model, values | names)["GAM"]), abs=1e-12)


def test_a_width_without_a_step_is_refused() -> None:
    """It would change nothing: neither viscous friction nor the offset has a step."""
    robot = library.robot("planar2r")
    for laws in ("smooth", "viscous,smooth", "offset,smooth"):
        with pytest.raises(UsageError, match="no joint of planar2r has one; name them too"):
            variant(robot, {}, [f"friction={laws}"])
    rough = variant(robot, {}, ["friction=coulomb"])
    assert variant(rough, {}, ["friction=smooth"]).link(1).VW != ZERO
    variant(robot, {}, ["friction=smooth", "friction=sqrt"])  # the order says nothing
