"""The Python functions of the models: one for each entry, with its options, and what is refused."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import symoro
from symoro import Model, UsageError
from symoro.catalog.geometric.loop_solutions import LoopGeometry
from symoro.catalog.table import model_definition, model_entries
from symoro.catalog.tables.options import COMMON
from symoro.pipeline.entry import ModelInfo
from symoro.pipeline.option_spec import FLAG, FRAME, FRAMES, JOINTS, PLACES, WORD, WORDS
from symoro.pipeline.options import Options

ENTRIES = pytest.mark.parametrize("item", model_entries(), ids=lambda item: item.name)


def function_of(item: ModelInfo) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(symoro, item.name.replace("-", "_"))
    return found


def robot_for(item: ModelInfo) -> symoro.Robot:
    return symoro.load("fourbar" if item.loops else "mobile3w" if item.wheels else "planar3r")


@ENTRIES
def test_every_model_has_a_function_with_its_options(item: ModelInfo) -> None:
    function = function_of(item)
    assert item.name.replace("-", "_") in symoro.__all__
    robot, *others = inspect.signature(function).parameters.values()
    assert robot.name == "robot"
    own = {p.name for p in others if p.kind is not p.VAR_KEYWORD}
    assert own == {spec.keyword for spec in item.options}
    assert any(p.kind is p.VAR_KEYWORD for p in others)
    assert inspect.getdoc(function)


@ENTRIES
def test_options_of_a_function_are_empty_unless_given(item: ModelInfo) -> None:
    defaults = {
        p.name: p.default
        for p in inspect.signature(function_of(item)).parameters.values()
        if p.default is not p.empty
    }
    for spec in item.options:
        assert defaults[spec.keyword] == spec.empty


@ENTRIES
def test_every_option_reaches_the_model(item: ModelInfo) -> None:
    """A value of the wrong kind is refused by the option's own name."""
    wrong = {FLAG: 3, FRAME: "x", WORD: 4, WORDS: [4]}
    wrong |= {FRAMES: [1.5], JOINTS: [None], PLACES: [None]}
    for spec in item.options:
        with pytest.raises(UsageError, match=rf"^{spec.name} (is|takes) "):
            function_of(item)(robot_for(item), **{spec.keyword: wrong[spec.kind]})


@ENTRIES
def test_an_unknown_option_is_refused_with_the_list(item: ModelInfo) -> None:
    with pytest.raises(UsageError) as refused:
        function_of(item)(robot_for(item), colour="red", shape=1)
    message = str(refused.value)
    assert message.startswith("there is no option colour, shape; options of this model are ")
    named = message.rpartition(" are ")[2].split(", ")
    assert named == [*(spec.keyword for spec in item.options), *(spec.keyword for spec in COMMON)]


@ENTRIES
@pytest.mark.parametrize("thing", ["rx90", None, 3, {"name": "rx90"}, Model])
def test_what_is_no_robot_is_refused(item: ModelInfo, thing: Any) -> None:
    with pytest.raises(UsageError, match=rf"a Robot is needed, not {type(thing).__name__}; symoro"):
        function_of(item)(thing)


@ENTRIES
def test_a_function_makes_the_model_of_its_name(item: ModelInfo) -> None:
    made = function_of(item)(robot_for(item), verify=False, **needed(item))
    model = made.model if isinstance(made, LoopGeometry) else made
    assert isinstance(model, Model)
    assert (model.entry.name, model.entry.plan) == (item.name, model_definition(item.name).plan)
    assert model.outputs
    assert model.certificate is None


def needed(item: ModelInfo) -> dict[str, Any]:
    if "transform" in item.name:
        return {"from_": 0, "to": 3}
    return {}


def test_common_options_are_those_of_the_options() -> None:
    fields = set(Options.__dataclass_fields__) - {"own"}
    assert {spec.keyword for spec in COMMON} == fields


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": "O5"}, "no level O5"),
        ({"outputs": 5}, "names are texts, not 5"),
        ({"outputs": ["J", 5]}, "names are texts"),
        ({"outputs": "Q"}, "no output Q; its outputs are J, L, JT"),
        ({"include": 3}, "names are texts, not 3"),
        ({"substitute": ["d2=1"]}, "substitute is a mapping from symbol to expression, not list"),
        ({"substitute": {"zz": 1}}, "planar3r has no symbol zz"),
        ({"link": 1.0}, "link is a number, not 1.0"),
        ({"link": 8}, "no frame 8 in planar3r"),
    ],
)
def test_wrong_values_are_usage_errors(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        symoro.jacobian(symoro.load("planar3r"), **options)


def test_frames_may_be_one_number_or_several_of_any_kind() -> None:
    robot = symoro.load("planar3r")
    one = symoro.transform(robot, 0, 3, verify=False)
    for from_, to in (([0], [3]), ((0,), (3,)), (np.array([0]), np.array([3]))):
        same = symoro.transform(robot, from_, to, verify=False)  # type: ignore[arg-type]
        assert same.outputs == one.outputs
        assert same.code() == one.code()
    with pytest.raises(UsageError, match=r"from takes numbers, .*, not 1\.5"):
        symoro.transform(robot, 1.5, 3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="link is a number, not '3'"):
        symoro.jacobian(robot, "3")
    assert symoro.jacobian(robot, np.int64(3), verify=False).notes  # type: ignore[arg-type]


def test_outputs_may_be_one_text_with_commas() -> None:
    robot = symoro.load("planar3r")
    assert symoro.jacobian(robot, outputs="L, J", verify=False).outputs == ("J", "L")


def test_loop_geometry_puts_values_in_once() -> None:
    """L1 -> 2 L1 with half the length is the same linkage."""
    robot = symoro.load("fourbar")
    numbers = {"L1": 0.2, "L2": 0.5, "L3": 0.4, "L4": 0.5}
    plain = symoro.loop_geometry(robot).solutions([0.5], numbers)
    half = symoro.loop_geometry(robot, substitute={"L1": "2*L1"})
    np.testing.assert_allclose(half.solutions([0.5], numbers | {"L1": 0.1}).q, plain.q, atol=1e-14)
    fixed = symoro.loop_geometry(robot, substitute={"L1": "0.2"}, include="ia")
    np.testing.assert_allclose(fixed.solutions([0.5], numbers).q, plain.q, atol=1e-14)
    assert "L1" not in fixed.model.program.parameters


def test_active_joints_of_loop_geometry_may_be_one_number() -> None:
    robot = symoro.load("fourbar")
    assert symoro.loop_geometry(robot, active=3).active == (3,)
    assert symoro.loop_geometry(robot, active=[3]).active == (3,)
    assert symoro.loop_geometry(robot, active="3").active == (3,)
    with pytest.raises(UsageError, match="active takes numbers, or a text"):
        symoro.loop_geometry(robot, active=[1.5])  # type: ignore[list-item]
    with pytest.raises(UsageError, match="active takes numbers such as 1-3,6, not 'three'"):
        symoro.loop_geometry(robot, active="three")
