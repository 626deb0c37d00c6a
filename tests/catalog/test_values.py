"""Numbers in the place of parameters: every function of a robot takes them, and computes the same.

The references are the models without numbers, evaluated at them: modulo a prime, and compiled.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from symoro import Model, Robot, UsageError
from symoro.catalog.table import function_entries, model_entries, python_names
from symoro.catalog.tables.options import COMMON, NUMBERS
from symoro.expressions import (
    ExpressionLike,
    ModularArithmetic,
    evaluate,
    expression,
    float_values,
)
from symoro.ir.interpreter import interpret
from symoro.pipeline.entry import ROBOT, FunctionInfo, ModelInfo
from symoro.pipeline.option_spec import OptionSpec

SUBJECTS = [entry for entry in function_entries() if entry.subject == ROBOT]
FUNCTIONS = [name for name, (entry, _) in python_names().items() if entry.subject == ROBOT]
POSTURES: dict[str, Any] = {"loop_solutions": {"t1": 1.0}, "linear_system": [0.0, 0.0]}


def robot_of(entry: FunctionInfo) -> Robot:
    """A small robot that has this function."""
    loops = entry.name == "loop-solutions" or (isinstance(entry, ModelInfo) and entry.loops)
    wheels = isinstance(entry, ModelInfo) and entry.wheels
    return symoro.load("fourbar" if loops else "mobile3w" if wheels else "planar2r")


def options_of(entry: FunctionInfo) -> tuple[OptionSpec, ...]:
    return (*entry.options, *(COMMON if isinstance(entry, ModelInfo) else ()))


# Every function


@pytest.mark.parametrize("entry", SUBJECTS, ids=lambda entry: entry.name)
def test_every_function_of_a_robot_takes_values_and_single_numbers(entry: FunctionInfo) -> None:
    for wanted in NUMBERS:
        (spec,) = (each for each in options_of(entry) if each.name == wanted.name)
        assert (spec.kind, spec.in_python, spec.command) == (wanted.kind, True, ())


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_in_python_reads_them(name: str) -> None:
    entry, _ = python_names()[name]
    robot, function = robot_of(entry), getattr(symoro, name)
    parameters = inspect.signature(function).parameters
    assert {"values", "param"} <= parameters.keys() or "options" in parameters
    posture = [POSTURES[name]] if name in POSTURES else []
    with pytest.raises(UsageError, match=f"{robot.name} has no value set mine"):
        function(robot, *posture, values="mine")
    with pytest.raises(UsageError, match=f"param: {robot.name} has no symbol K9"):
        function(robot, *posture, param={"K9": 1})
    with pytest.raises(UsageError, match=r"mine\.json: there is no such file"):
        function(robot, *posture, values="mine.json")


# The same numbers


def exact_outputs(
    model: Model, numbers: Mapping[str, ExpressionLike], field: ModularArithmetic
) -> object:
    """The outputs at a random state, exactly modulo a prime."""
    values: dict[str, Any] = {n: evaluate(expression(x), {}, field) for n, x in numbers.items()}
    for item in model.program.inputs:
        if item.array is not None:
            values[item.name] = field.symbol(item.name)
    return interpret(model.program, values, field)


CASES = [
    ("ur5", "maker", "idm", {}),
    ("ur5", "maker", "inertia", {}),
    ("puma560", "akb1986", "idm", {"base_parameters": True}),
    ("puma560", "lengths", "jacobian", {}),
    ("rx90", "lengths", "idm", {"include": "friction"}),
    ("stanford", "lengths", "fast_transform", {}),
    ("sr400", "example", "velocities", {}),
    ("sr400", "example", "regressor", {"equivalent_tree": True}),
    ("akr3000", "example", "jacobian", {"equivalent_tree": True}),
    ("planar2r", "course", "ddm", {}),
]


@pytest.mark.parametrize(("name", "own", "kind", "options"), CASES)
def test_a_model_with_numbers_is_the_model_at_these_numbers(
    name: str, own: str, kind: str, options: dict[str, Any]
) -> None:
    """Modulo a prime that of level O1, which has no roots; compiled that of level O2."""
    robot, function = symoro.load(name), getattr(symoro, kind)
    folded = function(robot, values=own, **options)
    assert folded.certificate is not None
    standard = {**options, "base_parameters": False, "verify": False}
    traced, compiled = (function(robot, level=level, **standard) for level in ("O1", "O2"))
    numbers: dict[str, ExpressionLike] = dict(robot.value_set(own).values)
    assert not set(folded.program.parameters) & numbers.keys()
    numbers |= {n: len(n) + 1 for n in traced.program.parameters if n not in numbers}
    field = ModularArithmetic(f"{name} {kind}", loose=True)
    assert exact_outputs(folded, numbers, field) == exact_outputs(traced, numbers, field)
    one, other = outputs(folded, numbers), outputs(compiled, numbers)
    assert one.keys() == other.keys()
    for key, value in other.items():
        np.testing.assert_allclose(one[key], value, rtol=1e-10, atol=1e-10)


def outputs(model: Model, numbers: Mapping[str, ExpressionLike]) -> dict[str, Any]:
    """The outputs of a compiled model at a random state."""
    floats = float_values((n, expression(numbers[n])) for n in model.program.parameters)
    state = {
        name: np.random.default_rng(len(name)).uniform(-1, 1, shape)
        for name, shape in model.program.arrays
    }
    found: Any = model.compile()(**state, parameters=floats)
    return found if isinstance(found, dict) else {model.outputs[0]: found}


def test_the_ways_to_put_numbers_in_give_one_text(tmp_path: Path) -> None:
    robot = symoro.load("ur5")
    path = tmp_path / "numbers.json"
    path.write_text(json.dumps({n: str(x) for n, x in robot.value_set("maker").values}))
    texts = {
        symoro.idm(each, **options).code("c").partition("*/")[2]
        for each, options in (
            (robot.substitute("maker"), {}),
            (robot, {"values": "maker"}),
            (robot, {"values": robot.value_set("maker")}),
            (robot, {"values": dict(robot.value_set("maker").values)}),
            (robot, {"values": path}),
            (robot, {"param": dict(robot.value_set("maker").values)}),
        )
    }
    assert len(texts) == 1


# Counts


def test_the_numbers_of_the_ur5_leave_270_of_432_operations() -> None:
    robot = symoro.load("ur5")
    assert symoro.idm(robot).operations.total == 432
    for base in (False, True):
        model = symoro.idm(robot, values="maker", base_parameters=base, verify=False)
        assert model.operations.total == 270
        assert model.program.parameters == ()
    assert symoro.idm(robot, values="lengths").operations.total == 432


def test_point_masses_in_the_ur5_leave_226_operations() -> None:
    """The maker's page has masses and centres of mass alone: without inertias about these."""
    robot = symoro.load("ur5")
    numbers = {n: Fraction(str(x)) for n, x in robot.value_set("maker").values}
    points: dict[str, Fraction] = {}
    for j in range(1, 7):
        M, x, y, z = (numbers[f"{n}{j}"] for n in ("M", "MX", "MY", "MZ"))
        points |= {f"XX{j}": (y * y + z * z) / M, f"XY{j}": -x * y / M, f"XZ{j}": -x * z / M}
        points |= {f"YY{j}": (x * x + z * z) / M, f"YZ{j}": -y * z / M}
        points[f"ZZ{j}"] = (x * x + y * y) / M
    model = symoro.idm(robot, values="maker", param=points)
    assert (model.operations.total, model.operations.trig) == (226, 8)


# Order and precedence


def test_single_numbers_go_before_a_value_set_and_expressions_before_both() -> None:
    robot = symoro.load("ur5")
    model = symoro.idm(robot, values="maker", param={"M6": 0.4}, substitute={"M5": "2*M6"})
    assert str(model.robot.link(6).M) == "0.4"
    assert str(model.robot.link(5).M) == "0.8"  # the value set has one for M5, too
    assert str(model.robot.link(4).M) == "1.219"
    assert model.request == "--values maker --param M6=0.4 --set M5=2*M6"


def test_numbers_reach_the_symbols_that_options_add() -> None:
    robot = symoro.load("planar2r")
    model = symoro.idm(robot, include="friction", values="course", param={"FV1": 3, "FV2": "1/2"})
    assert (str(model.robot.link(1).FV), str(model.robot.link(2).FV)) == ("3", "0.5")
    assert model.program.parameters == ("FS1", "FS2")
    floating = symoro.inertia(robot, floating_base=True, param={"M0": 2}, verify=False)
    assert floating.robot.base.link is not None
    assert str(floating.robot.base.link.M) == "2"


def test_decimals_stay_decimals_and_multiples_of_pi_exact() -> None:
    robot = symoro.load("rrp")
    model = symoro.transform(robot, 0, 1, param={"a1": "Pi/2", "b1": 0.1, "g1": 0.3})
    assert [str(getattr(model.robot.frame(1), n)) for n in ("alpha", "b", "gamma")] == [
        "Pi/2",
        "0.1",
        "0.3",
    ]
    assert model.robot.frame(1).b.number == Fraction(1, 10)


# What is said


def test_a_model_names_what_a_value_set_leaves_as_symbols() -> None:
    model = symoro.idm(symoro.load("rx90"), values="lengths")
    (note,) = (each for each in model.notes if "without a value" in each)
    assert note.startswith("50 parameters without a value in lengths, left as symbols: ZZ1, XX2, ")
    assert f"Note: {note}" in model.code("c").replace("\n * ", "\n")
    whole = symoro.idm(symoro.load("ur5").substitute("maker"))
    assert not any("without a value" in each for each in whole.notes)
    single = symoro.idm(symoro.load("rx90"), param={"M6": 1})
    assert not any("without a value" in each for each in single.notes)  # nobody asked for all


def test_the_header_and_the_data_say_which_numbers_are_inside() -> None:
    robot = symoro.load("ur5")
    by_name = symoro.idm(robot.substitute("maker"))
    assert "Options: --values maker" in by_name.code("python")
    assert by_name.as_dict()["options"] == "--values maker"
    by_symbol = symoro.jacobian(robot, values={"D3": -0.5, "D4": "-2/5"}, param={"D4": "-0.3"})
    assert by_symbol.request == "--param D3=-0.5,D4=-0.3"
    assert symoro.jacobian(robot.substitute({"D3": 1})).request == ""  # an edit of the tables
    four = symoro.load("fourbar")
    assert symoro.loop_geometry(four, values="example").model.request == "--values example"
    assert symoro.base_parameters(four, values="example").options == "--values example"


def test_files_of_other_numbers_are_kept(tmp_path: Path) -> None:
    robot = symoro.load("planar2r")
    (path,) = symoro.transform(robot, values="course").write(tmp_path)
    kept = path.read_text()
    for options in ({}, {"values": "course", "param": {"d2": 2}}, {"values": {"d2": 1, "d3": 1}}):
        with pytest.raises(UsageError, match="was made at level O2 with --values course, this one"):
            symoro.transform(robot, **options).write(tmp_path)
    assert path.read_text() == kept
    symoro.transform(robot.substitute("course")).write(tmp_path)  # the same request


def test_bodies_that_cannot_be_are_warned_of_and_refused() -> None:
    robot = symoro.load("planar2r")
    with pytest.warns(symoro.RobotWarning, match="frame 2, M: "):
        symoro.inertia(robot, values="course", param={"M2": -1})
    with pytest.raises(symoro.RobotError, match="strict=True refuses it"):
        symoro.inertia(robot, values="course", param={"M2": -1}, strict=True)
    light = dict.fromkeys(("ZZ2", "YY2", "MX2", "M2"), 0)
    with pytest.raises(symoro.ModelError, match="joint 2 carries no inertia"):
        symoro.ddm(robot, values="course", param=light)


# Functions that are no models


def test_the_checks_of_a_robot_are_those_of_the_numbers_that_are_chosen() -> None:
    robot = symoro.load("planar2r")
    assert symoro.check(robot) == symoro.check(robot, values="course") == []
    (found, *_) = symoro.check(robot, values="course", param={"M2": -1})
    assert str(found).startswith("value set 'course with M2 = -1', frame 2, M: ")
    assert symoro.freedoms(robot, values="course").ends[0].M == 2


def test_singular_postures_are_those_of_the_numbers() -> None:
    robot = symoro.load("planar2r")
    found = symoro.singularities(robot, values="course")
    assert found.determinant == "det(J) = sin(t2)"
    assert found.rank_at({"t1": 0.3, "t2": 0.0})[0] == 1
    with pytest.raises(UsageError, match=r"planar2r: no number for d2, d3; give numbers \(param="):
        symoro.singularities(robot).rank_at({"t1": 0.3, "t2": 0.0})


def test_base_parameters_of_numbers_are_numbers() -> None:
    robot = symoro.load("planar2r")
    for method in ("symbolic", "numeric"):
        found = symoro.base_parameters(robot, method, values="course")
        assert {str(each) for each in found.relations} >= {"ZZ1R=13.37", "MX1R=15"}
    lengths = symoro.base_parameters(robot, values={"d2": 0.5})
    assert "ZZ1R=M2/4 + ZZ1" in {str(each) for each in lengths.relations}


def test_relations_between_joints_take_the_numbers_too() -> None:
    robot = symoro.load("sr400")
    relations = {"t3": "Pi/2 - t2 + t7 + d8 - 0.4", "t8": "t2 - t7"}
    found = symoro.base_parameters(robot, "numeric", values="example", constraints=relations)
    assert len(found.inertial) == 39


def test_results_that_are_numbers_take_the_only_value_set() -> None:
    four, arm = symoro.load("fourbar"), symoro.load("planar2r")
    default = symoro.loop_solutions(four, {"t1": 1.0})
    assert np.array_equal(default.q, symoro.loop_solutions(four, {"t1": 1.0}, values="example").q)
    longer = symoro.loop_solutions(four, {"t1": 1.0}, param={"L2": 0.55})
    assert not np.allclose(longer.q, default.q)
    system = symoro.linear_system(arm, [0.1, 0.2])
    assert np.array_equal(system.A, symoro.linear_system(arm, [0.1, 0.2], values="course").A)
    with pytest.raises(UsageError, match=r"ur5: no number for D3, D4, .* sets of ur5: lengths"):
        symoro.linear_system(symoro.load("ur5"), [0] * 6, verify=False)
    with pytest.raises(UsageError, match=r"ur5: no number for .*; lengths has only D3, D4, RL1"):
        symoro.linear_system(symoro.load("ur5"), [0] * 6, values="lengths", verify=False)


def test_models_stay_symbolic_unless_numbers_are_asked_for() -> None:
    """The robot has one value set: a model does not take it by itself."""
    for entry in model_entries():
        robot = robot_of(entry)
        assert len(robot.values) == 1
    assert "d2" in symoro.idm(symoro.load("planar2r"), verify=False).program.parameters
