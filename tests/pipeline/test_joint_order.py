"""A model takes and returns its joints in another order: the same program, other places."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from symoro import Model, Robot, UsageError
from symoro.errors import VerificationError
from symoro.pipeline import joint_order
from symoro.verify.joint_order import require_places
from two_arms import FILE, PINOCCHIO, write_two_arms

OPTIONS: dict[str, dict[str, Any]] = {
    "idm": {},
    "ddm": {"outputs": "QDP"},
    "inertia": {},
    "ccg": {},
    "lagrange": {},
    "coriolis": {"outputs": "C,CV,CTQP"},
    "momentum": {},
    "hybrid": {},
    "linearize": {},
    "energy": {},
    "operational": {"outputs": "LAMBDA,MU,P,JT,JBAR,NT"},
    "operational_control": {"near": True, "outputs": "GAM,QDP"},
}
"""Models whose outputs do not depend on the numbers of frames."""

_TASKS = ("operational", "operational_control")


@pytest.fixture(scope="module")
def robots(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, Robot]:
    """The robot with its frames in the order of FILE, and in that of PINOCCHIO."""
    folder = tmp_path_factory.mktemp("urdf")
    return {first: symoro.load(write_two_arms(folder, left_first=first)) for first in (False, True)}


@pytest.fixture
def robot(robots: dict[bool, Robot]) -> Robot:
    return robots[False]


def joint(robot: Robot, name: str) -> int:
    return next(j for j, frame in robot if frame.name == name)


def make(name: str, robot: Robot, **more: Any) -> Model:
    options = dict(OPTIONS[name])
    if name in _TASKS:
        options |= {"link": joint(robot, "left_elbow"), "rows": "1,2"}
    if name == "hybrid":
        options |= {"free": [joint(robot, "left_elbow"), joint(robot, "right_shoulder")]}
    model: Model = getattr(symoro, name)(robot, **options, **more)
    return model


def compiled(model: Model, backend: str = "llvm") -> Any:
    return model.compile(backend)


def results(model: Model, seed: int) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    arrays = {name: rng.uniform(-1, 1, shape) for name, shape in model.program.arrays}
    numbers = dict.fromkeys(model.program.parameters, 1.5)
    found = model.compile()(**arrays, parameters=numbers)
    return found if isinstance(found, dict) else {model.outputs[0]: found}


@pytest.mark.parametrize("name", OPTIONS)
def test_the_order_of_joints_is_that_of_a_robot_numbered_so(
    name: str, robots: dict[bool, Robot]
) -> None:
    """Other frames, another program: what the vectors mean is all that they have in common."""
    ordered = make(name, robots[False], order=PINOCCHIO, level="O1")
    numbered = make(name, robots[True], level="O1", verify=False)
    assert ordered.joint_names == numbered.joint_names == PINOCCHIO
    assert ordered.program.arrays == numbered.program.arrays
    for seed in range(2):
        expected = results(numbered, seed)
        for output, found in results(ordered, seed).items():
            np.testing.assert_allclose(found, expected[output], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(("name", "level"), [("idm", "O2"), ("lagrange", "O1"), ("ddm", "O0")])
def test_an_order_changes_no_statement_and_no_count(name: str, level: str, robot: Robot) -> None:
    usual = make(name, robot, level=level, verify=False)
    ordered = make(name, robot, level=level, order="pinocchio", verify=False)
    assert ordered.operations == usual.operations
    assert [s.names for s in ordered.program.statements] == [
        s.names for s in usual.program.statements
    ]
    assert ordered.program.parameters == usual.program.parameters


def test_the_order_of_the_frames_changes_nothing(robot: Robot) -> None:
    texts = [symoro.ccg(robot, order=order, verify=False).code("c") for order in ("file", FILE, ())]
    assert texts[0].replace("--order file ", "") == texts[2]
    assert texts[0].replace("order file", f"order {','.join(FILE)}") == texts[1]


@pytest.mark.parametrize("name", ["idm", "inertia"])
def test_a_permuted_vector_gives_permuted_results_in_compiled_c(name: str, robot: Robot) -> None:
    order = ("left_elbow", "right_slide", "waist", "right_shoulder", "left_shoulder")
    own = [FILE.index(each) for each in order]
    usual, ordered = (compiled(make(name, robot, order=each), "c") for each in (FILE, order))
    states = np.random.default_rng(3).uniform(-1, 1, (len(make(name, robot).program.arrays), 7, 5))
    expected = usual(*states)
    expected = expected[..., own] if name == "idm" else expected[..., own, :][..., own]
    np.testing.assert_array_equal(ordered(*states[..., own]), expected)
    np.testing.assert_array_equal(ordered.prepare()(*states[:, 0, own]), expected[0])


def test_derivatives_have_a_column_for_each_joint_in_the_order(robot: Robot) -> None:
    model = symoro.ccg(robot, order="pinocchio")
    by_q = model.derivative("q")
    variables = [robot.variables[j].name for j in model.joints]
    assert by_q.labels == {"dH_dq": tuple(variables)}
    q, v = np.random.default_rng(5).uniform(-1, 1, (2, 5))
    step = 1e-6 * np.eye(5)
    f = compiled(model)
    slopes = np.transpose([(f(q + e, v) - f(q - e, v)) / 2e-6 for e in step])
    # central differences: the third derivative times 1e-12, and rounding over the step
    np.testing.assert_allclose(compiled(by_q)(q, v), slopes, atol=1e-7)


@pytest.mark.parametrize("name", ["inertia", "regressor"])
def test_the_base_comes_first_in_any_order(name: str, robot: Robot) -> None:
    own = [*range(6), *(6 + FILE.index(each) for each in PINOCCHIO)]
    usual, ordered = (
        getattr(symoro, name)(
            robot, order=order, floating_base=True, level="O1", verify=bool(first)
        )
        for first, order in enumerate((FILE, PINOCCHIO))
    )
    rng = np.random.default_rng(2)
    arrays = {array: rng.uniform(-1, 1, shape) for array, shape in usual.program.arrays}
    joints = [k - 6 for k in own[6:]]
    moved = {n: x[joints] if n in ("q", "QP", "QDP") else x for n, x in arrays.items()}
    numbers = dict.fromkeys(usual.program.parameters, 0.7)
    expected = compiled(usual)(**arrays, parameters=numbers)[own]
    expected = expected[:, own] if name == "inertia" else expected
    np.testing.assert_array_equal(compiled(ordered)(**moved, parameters=numbers), expected)


def test_base_parameters_keep_the_order(robot: Robot) -> None:
    model = symoro.idm(robot, order="pinocchio", base_parameters=True)
    assert model.certificate is not None
    assert model.joint_names == PINOCCHIO


def test_an_expanded_model_has_the_order_too(robot: Robot) -> None:
    robot, names = named("planar2r")
    expanded = symoro.inertia(robot, order=names, expanded=True)
    usual = symoro.inertia(robot, order=names, verify=False)
    inputs = results(expanded, 4), results(usual, 4)
    np.testing.assert_allclose(inputs[0]["A"], inputs[1]["A"], rtol=1e-9)


# Closed robots: names are given to those of the library


def named(name: str) -> tuple[Robot, tuple[str, ...]]:
    robot = symoro.load(name)
    frames = tuple(replace(f, name=f"joint_{j}") if f.moves else f for j, f in robot)
    robot = replace(robot, frames=frames)
    names = [robot.frame(j).name for j in robot.moving_joints]
    random.Random(name).shuffle(names)
    return robot, tuple(names)


@pytest.mark.parametrize(
    ("function", "options"),
    [
        ("loop_kinematics", {}),
        ("velocities", {"actuated": True}),
        ("jacobian", {"actuated": True}),
        ("jacobian", {"orientation": "rpy"}),
        ("filtered_model", {}),
        ("jacobian_inverse", {"actuated": True}),
    ],
)
def test_models_of_a_closed_robot_are_verified_in_an_order(
    function: str, options: dict[str, Any]
) -> None:
    robot, names = named("fivebar")
    model = getattr(symoro, function)(robot, order=names, **options)
    assert model.certificate is not None
    assert list(model.joint_names) == [name for name in names if name in model.joint_names]


def test_assembly_modes_are_the_same_in_any_order() -> None:
    robot, names = named("fivebar")
    usual = symoro.loop_geometry(robot)
    at = [1.2, 2.0]
    variables = {each.name for each in robot.variables.values()}
    values = dict.fromkeys(robot.geometry_symbols - variables, 1.0)
    ordered = symoro.loop_geometry(robot, order=names)
    expected = usual.solutions(at, values)
    found = ordered.solutions(at, values)
    np.testing.assert_allclose(found.q, expected.q, atol=1e-12)


# What is said, and refused


def test_the_header_and_the_json_list_the_joints_with_their_zeros(robot: Robot) -> None:
    model = symoro.idm(robot, order="pinocchio")
    rows: Any = model.as_dict()["joints"]
    assert [row["joint"] for row in rows] == [*PINOCCHIO]
    assert rows[0]["position"] == "theta = t1 + 0.3"
    assert rows[4]["kind"] == "prismatic"
    for lang in ("listing", "c", "python", "matlab"):
        head = model.code(lang)
        start = head.index("Joints in the order of vectors")
        places = [head.index(f"  {name} ", start) for name in PINOCCHIO]
        assert places == sorted(places)
        assert "t1 + 0.3" in head[start:]


def test_a_robot_without_names_has_no_table_of_joints() -> None:
    model = symoro.inertia(symoro.load("planar2r"))
    assert "Joints in" not in model.code("c")
    assert "joints" not in model.as_dict()
    assert model.joint_names == ("", "")


def test_meanings_and_columns_follow_the_order(robot: Robot) -> None:
    meanings = {k.name: k.meaning for k in symoro.regressor(robot, order="pinocchio").kinds}
    assert meanings["DG"].endswith("rows: joints 1, 4, 5, 2, 3")
    model = symoro.linearize(robot, order="pinocchio")
    assert model.labels["A"][:5] == ("t1", "t4", "t5", "t2", "r3")
    assert model.labels["B"] == ("GAM1", "GAM4", "GAM5", "GAM2", "GAM3")
    assert "in the order of the table of joints" in model.code("python")


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ("alphabetic", "no moving joint 'alphabetic'; an order is file, pinocchio, or the names"),
        (PINOCCHIO[1:], "order lacks the joint waist;"),
        ((*PINOCCHIO, "waist"), "order names the joint 'waist' twice"),
        (("wast", *PINOCCHIO[1:]), "no moving joint 'wast'; did you mean waist"),
    ],
)
def test_an_order_names_every_moving_joint_once(order: Any, message: str, robot: Robot) -> None:
    with pytest.raises(UsageError, match=message):
        symoro.idm(robot, order=order)


def test_a_robot_without_names_has_no_order() -> None:
    with pytest.raises(UsageError, match="not every moving joint has one; a robot from a URDF"):
        symoro.idm(symoro.load("rx90"), order="file")


# Broken on purpose


def test_outputs_at_the_places_of_other_joints_are_caught(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joint_order, "_arrange_output", lambda output, *_: output)
    for name in ("idm", "ddm"):
        with pytest.raises(VerificationError):
            make(name, robot, order="pinocchio", level="O0")


def test_inputs_at_the_places_of_other_joints_are_caught(
    robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joint_order, "_arrange_inputs", lambda program, *_: program.inputs)
    with pytest.raises(VerificationError, match="t2, which is joint right_shoulder's, is at the"):
        symoro.idm(robot, order="pinocchio")
    require_places(symoro.idm(robot).program, robot, FILE)


def test_files_of_another_order_replace_none(robot: Robot, tmp_path: Path) -> None:
    symoro.idm(robot).write(tmp_path, "c")
    with pytest.raises(UsageError, match="--order pinocchio"):
        symoro.idm(robot, order="pinocchio").write(tmp_path, "c")
