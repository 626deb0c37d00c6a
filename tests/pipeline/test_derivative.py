"""Models of derivatives: against finite differences, refused when wrong, said in words.

Central differences with a step of 1e-5 of compiled functions are wrong by 1e-10 of third
derivatives, and by rounding of 1e-15 of the largest effort (below 1e2) over the step: 1e-8 of the
largest derivative, not below 1, is above both.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from cli.commands import run
from random_robots import random_tree
from symoro import (
    accelerations,
    ddm,
    fast_transform,
    idm,
    inertia,
    linearize,
    operational,
)
from symoro.catalog.dynamic.lean import ROUTE
from symoro.catalog.generate import generate
from symoro.errors import UsageError, VerificationError
from symoro.expressions import FloatArithmetic
from symoro.ir import interpret
from symoro.ir.forward_derivatives import forward_derivatives
from symoro.ir.program import Output, Program
from symoro.library import robot
from symoro.pipeline import derivative
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.robot import Robot
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
STEP = 1e-5


def differences(model: Model, by: str, values: dict[str, float]) -> dict[str, Any]:
    """Central differences of the outputs, a column for each input of an argument."""
    symbols = [item.name for item in model.program.inputs if by in (item.array, item.name)]
    columns: dict[str, list[Any]] = {name: [] for name in model.outputs}
    for symbol in symbols:
        there, back = (
            interpret(model.program, values | {symbol: values[symbol] + h}, FLOATS)
            for h in (STEP, -STEP)
        )
        for name, column in columns.items():
            column.append((np.array(there[name]) - np.array(back[name])) / (2 * STEP))
    return {name: np.array(column).T for name, column in columns.items()}


def agree(model: Model, wrt: Sequence[str], values: dict[str, float], mode: str | None) -> None:
    found = model.derivative(*wrt, mode=mode)
    results = interpret(found.program, values, FLOATS)
    for by in wrt:
        for name, expected in differences(model, by, values).items():
            ours = np.array(results[f"d{name}_d{by}"]).reshape(expected.shape)
            scale = max(1.0, float(np.abs(expected).max(initial=0.0)))
            assert np.abs(ours - expected).max(initial=0.0) <= 1e-8 * scale, (name, by)


@pytest.mark.parametrize("mode", ["forward", "reverse"])
@pytest.mark.parametrize("level", ["O1", "O2"])
@pytest.mark.parametrize("seed", range(4))
def test_random_trees_have_the_slopes_of_finite_differences(
    seed: int, level: str, mode: str
) -> None:
    tree = random_tree(seed, links=3 + seed % 3)
    model = idm(tree, level=level, verify=False)
    agree(model, ["q", "QP", "QDP"], sample_values(tree, random.Random(seed)), mode)


@pytest.mark.parametrize("name", ["rrp", "stanford", "rx90"])
def test_library_robots_have_the_slopes_of_finite_differences(name: str) -> None:
    one = robot(name)
    values = sample_values(one, random.Random(name))
    agree(idm(one, verify=False), ["q", "QP", "QDP", "M2"], values, None)
    agree(inertia(one, verify=False), ["q"], values, None)


def test_a_derivative_is_a_model() -> None:
    model = idm(robot("rx90"), base_parameters=True, verify=False).derivative("q", "QP")
    assert model.outputs == ("dGAM_dq", "dGAM_dQP")
    assert [output.shape for output in model.program.outputs] == [(6, 6), (6, 6)]
    assert model.program.name == "rx90base_idm_dq_dQP"
    assert model.columns == ("t1", "t2", "t3", "t4", "t5", "t6")
    assert set(model.files("c")) >= {"rx90base_dyn_dq_dQP.c", "rx90base_dyn_dq_dQP.h"}
    header = model.code("c")
    assert "derivatives by q, QP" in header
    assert "mode; operations: forward" in header
    f = model.compile()
    state = np.linspace(-1, 1, 6)
    parameters = dict.fromkeys(model.program.parameters, 0.4)
    both = f(np.tile(state, (3, 1)), state, state, parameters=parameters)
    assert isinstance(both, dict)
    assert both["dGAM_dq"].shape == (3, 6, 6)


def test_both_modes_and_the_cheaper_one() -> None:
    model = idm(robot("stanford"), verify=False)
    found = {mode: model.derivative("q", "QP", mode=mode) for mode in ("forward", "reverse")}
    costs = {mode: each.operations.total for mode, each in found.items()}
    best = model.derivative("q", "QP")
    assert best.operations.total == min(costs.values())
    said = ", ".join(f"{mode} {total}" for mode, total in costs.items())
    assert f"; operations: {said};" in best.notes[-1]
    assert "in reverse mode" in found["reverse"].notes[-1]


def test_the_torque_derivatives_of_the_rx90_are_cheap() -> None:
    """CasADi's Jacobian of Newton-Euler in the same parameters has 3239 operations."""
    found = idm(robot("rx90"), base_parameters=True, verify=False).derivative("q", "QP", "QDP")
    assert found.operations.total <= 2500
    assert found.operations.trig == 10


def test_the_derivative_by_accelerations_is_the_inertia_matrix() -> None:
    one = robot("puma560")
    values = sample_values(one, random.Random(5))
    rows = interpret(idm(one, verify=False).derivative("QDP").program, values, FLOATS)["dGAM_dQDP"]
    matrix = interpret(inertia(one, verify=False).program, values, FLOATS)["A"]
    assert np.allclose(rows, matrix, rtol=1e-12, atol=1e-12)


def test_second_derivatives() -> None:
    one = robot("planar2r")
    first = idm(one).derivative("q")
    second = first.derivative("q")
    assert second.outputs == ("ddGAM_dq_dq",)
    assert second.program.outputs[0].shape == (2, 2, 2)
    found = np.array(interpret(second.program, VALUES, FLOATS)["ddGAM_dq_dq"]).reshape(2, 2, 2)
    assert np.allclose(found, found.transpose(0, 2, 1), rtol=1e-12, atol=1e-12)
    agree(first, ["q"], VALUES, None)


VALUES = sample_values(robot("planar2r"), random.Random(9))


# Verification


def against(model: Model) -> str:
    assert model.certificate is not None
    assert model.certificate.states >= 20
    return model.certificate.against


@pytest.mark.parametrize(
    ("model", "wrt"),
    [
        (lambda: idm(robot("rrp")), ("q", "QP", "QDP")),
        (lambda: idm(robot("rrp"), base_parameters=True), ("q",)),
        (lambda: ddm(robot("planar2r")), ("q", "GAM")),
        (lambda: accelerations(robot("fourbar")), ("q",)),
        (lambda: linearize(robot("planar2r")), ("q",)),
        (lambda: operational(robot("planar2r")), ("q",)),
    ],
)
def test_the_reference_carries_slopes(model: Any, wrt: tuple[str, ...]) -> None:
    before = model()
    found = before.derivative(*wrt)
    assert against(found) == f"slopes along random directions of {before.plan.check.against}"
    assert found.certificate.exact_points >= 2


@pytest.mark.parametrize(
    ("model", "wrt", "exact"),
    [
        (lambda: idm(robot("rrp"), base_parameters=True), "ZZ2R", True),
        (lambda: idm(robot("planar2r")).derivative("q"), "q", True),
        (lambda: generate("loop-geometry", robot("fourbar"), Options()), "q", False),
    ],
)
def test_else_the_program_itself_does_and_this_is_said(model: Any, wrt: str, exact: bool) -> None:
    before = model()
    found = before.derivative(wrt)
    name = before.program.name
    assert f"of {name} itself, which was compared with" in against(found)
    assert bool(found.certificate.exact_points) is exact


def wrong(program: Program, wrt: Sequence[str], place: int) -> Program:
    """The derivatives in forward mode, one element with the wrong sign."""
    made = forward_derivatives(program, wrt)
    first, *others = made.outputs
    elements = list(first.elements)
    elements[place] = -elements[place]
    return replace(made, outputs=(Output(first.name, first.shape, tuple(elements)), *others))


@pytest.mark.parametrize("level", ["O1", "O2"])
@pytest.mark.parametrize("place", [1, 3])
def test_a_wrong_element_is_not_written(
    monkeypatch: pytest.MonkeyPatch, place: int, level: str
) -> None:
    broken = {"forward": lambda program, wrt: wrong(program, wrt, place)}
    for model in (idm(robot("planar2r"), level=level), ddm(robot("planar2r"), level=level)):
        right = model.derivative("q", mode="forward")
        assert right.certificate is not None
        if right.program.outputs[0].elements[place] == 0:
            continue
        monkeypatch.setattr(derivative, "MODES", broken)
        with pytest.raises(VerificationError, match="slopes along random directions"):
            model.derivative("q", mode="forward")
        monkeypatch.undo()


def test_a_wrong_element_shows_in_floating_point_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """States of loops must be settled: there is no exact test."""
    model = generate("loop-geometry", robot("fourbar"), Options())
    broken = {"forward": lambda program, wrt: wrong(program, wrt, 0)}
    monkeypatch.setattr(derivative, "MODES", broken)
    with pytest.raises(VerificationError, match=r"differs? from slopes"):
        model.derivative("q", mode="forward")


def test_arguments_that_share_an_input_are_compared_each_on_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = idm(robot("planar2r"))
    found = model.derivative("q", "t2")
    results = interpret(found.program, VALUES, FLOATS)
    assert results["dGAM_dt2"] == results["dGAM_dq"][1::2]
    broken = {"forward": lambda program, wrt: wrong(program, wrt, 1)}
    monkeypatch.setattr(derivative, "MODES", broken)
    for wrt in (("q", "t2"), ("t2", "q")):
        with pytest.raises(VerificationError):
            model.derivative(*wrt, mode="forward")


def test_verification_may_be_declined() -> None:
    assert idm(robot("planar2r"), verify=False).derivative("q").certificate is None


# Options and messages


def test_wrong_calls_are_usage_errors() -> None:
    model = idm(robot("planar2r"), verify=False)
    with pytest.raises(UsageError, match="has no input w; it has q, QP, QDP"):
        model.derivative("w")
    with pytest.raises(UsageError, match="no mode 'sideways'; modes are forward, reverse"):
        model.derivative("q", mode="sideways")
    with pytest.raises(UsageError, match="such as derivative"):
        model.derivative()
    with pytest.raises(UsageError, match="names of inputs, such as 'q', not 3"):
        model.derivative(["q", 3])  # type: ignore[list-item]
    with pytest.raises(UsageError, match="such as derivative"):
        model.derivative([])
    with pytest.raises(UsageError, match="take one"):
        idm(robot("planar2r"), expanded=True, derivative="q")


def test_a_list_of_names_counts_as_its_names() -> None:
    model = idm(robot("planar2r"), verify=False)
    several = model.derivative(["q", "QP"])
    assert several.outputs == model.derivative("q", "QP").outputs == ("dGAM_dq", "dGAM_dQP")
    assert model.derivative("q", ("QP", "q")).outputs == several.outputs


def test_a_derivative_says_what_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    model = idm(robot("planar2r"), verify=False)
    found = model.derivative("q", "QP")
    assert (model.name, found.name) == ("idm", "idm derivatives by q, QP")
    assert repr(model).startswith("<Model idm of planar2r at O2: ")
    assert repr(found).startswith("<Model idm derivatives by q, QP of planar2r at O2: ")
    assert found.as_dict()["model"] == model.as_dict()["model"] == "idm"
    assert found.as_dict()["derivative"] == ["q", "QP"]
    assert "derivative" not in model.as_dict()
    command = ["idm", "planar2r", "--derivative", "q", "--level", "O1"]
    assert "planar2r idm derivatives by q at O1: " in run(monkeypatch, capsys, *command).err
    data = json.loads(run(monkeypatch, capsys, *command, "--json").out)
    assert data["derivative"] == ["q"]


def test_the_keyword_is_the_method() -> None:
    one = robot("planar2r")
    found = symoro.idm(one, derivative=["q", "QP"], level="O1")
    method = symoro.idm(one, level="O1").derivative("q", "QP")
    assert found.code("python") == method.code("python")
    assert found.options.derivative == ("q", "QP")


def test_a_header_says_what_makes_its_file() -> None:
    """Options where a command does it; else the calls, as one command makes another file."""
    model = idm(robot("planar2r"))
    for found, said in (
        (model.derivative("q", "QP"), "--derivative q --derivative QP"),
        (model.derivative("q").derivative("QP"), "--derivative q; in Python: .derivative('QP')"),
        (
            model.derivative("q", mode="reverse").derivative("QP", "M2"),
            "in Python: .derivative('q', mode='reverse').derivative('QP', 'M2')",
        ),
    ):
        assert f" * Options: {said}\n" in found.code("c")
        assert found.as_dict()["options"] == said


@pytest.mark.parametrize("level", ["O1", "O2"])
def test_derivatives_by_state_and_parameter_are_the_same_in_either_order(level: str) -> None:
    model = idm(robot("planar2r"), level=level)
    one, two = model.derivative("q").derivative("M2"), model.derivative("M2").derivative("q")
    values = sample_values(model.robot, random.Random(1))
    (a,), (b,) = (interpret(each.program, values, FLOATS).values() for each in (one, two))
    assert np.ravel(a) == pytest.approx(np.ravel(b), rel=1e-12)
    assert np.any(a)


def test_an_unverified_file_of_the_same_calls_is_replaced(tmp_path: Path) -> None:
    unverified = idm(robot("planar2r"), verify=False).derivative("q", mode="forward")
    unverified.write(tmp_path)
    with pytest.warns(UserWarning, match="it is replaced by one made at level O2 with in Python"):
        idm(robot("planar2r")).derivative("q", mode="forward").write(tmp_path)


def test_derivatives_keep_remarks_and_lose_the_note_of_a_route_they_do_not_take() -> None:
    model = fast_transform(robot("rx90"), level="O1", verify=False)
    assert model.notes == model.plan.formulation.route_notes
    assert model.notes[0].startswith(model.plan.formulation.route)
    remark = f"{model.plan.formulation.route}, says a user"
    assert replace(model, remarks=(remark,)).derivative("q").notes[:-1] == (remark,)
    lean = idm(robot("planar2r"), level="O2", verify=False)
    assert lean.notes == (ROUTE,)
    assert lean.derivative("q").notes[0] == ROUTE
    assert ROUTE not in lean.derivative("M2").notes


def test_the_command_line_writes_derivatives(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    command = ["idm", "planar2r", "--derivative", "q", "--derivative", "QP", "--lang", "c"]
    done = run(monkeypatch, capsys, *command, "-o", str(tmp_path))
    assert done.status == 0
    assert (tmp_path / "planar2r_dyn_dq_dQP.c").exists()
    assert "derivatives of GAM by q, QP in" in done.err
    refused = run(monkeypatch, capsys, "idm", "planar2r", "--derivative", "w")
    assert refused.status == 2
    assert "has no input w; it has q, QP, QDP" in refused.err


def test_a_robot_that_stands_has_derivatives_by_its_parameters() -> None:
    one: Robot = robot("planar2r")
    found = inertia(one, verify=False).derivative("MX2")
    assert found.outputs == ("dA_dMX2",)
    assert found.program.outputs[0].shape == (2, 2)


@pytest.mark.parametrize("make", [idm, inertia])
@pytest.mark.parametrize("by", ["MX6", "MY6", "M6"])
def test_a_sensitivity_is_defined_where_first_moments_are_zero(make: Any, by: str) -> None:
    """The angle to the first moments of the last link, which level O2 takes, has no derivative."""
    model = make(robot("rx90"), level="O2", verify=False)
    values = sample_values(model.robot, random.Random(7)) | {"MX6": 0.0, "MY6": 0.0}
    found = model.derivative(by)
    plain = make(robot("rx90"), level="O1", verify=False).derivative(by)
    assert found.nonzero == ()
    ours, theirs = (interpret(each.program, values, FLOATS) for each in (found, plain))
    for name, wanted in theirs.items():
        assert np.allclose(ours[name], wanted, rtol=1e-12, atol=1e-12)
