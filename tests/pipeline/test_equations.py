"""Equations of models for people: what stands on the page is true, short, and the book's."""

from __future__ import annotations

import math
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from printers.runners.latex import CARRIED_ON, Reader, equations
from symoro import Model
from symoro.expressions import FloatArithmetic
from symoro.ir.interpreter import interpret
from symoro.passes import count
from symoro.pipeline import equations as module
from symoro.pipeline.equations import (
    LONGEST,
    MOST_STATEMENTS,
    READABLE,
    WIDTH,
    model_equations,
    readable_program,
)
from symoro.pipeline.expand import joint_frames
from symoro.printers.latex_lines import width
from symoro.verify.expanded_size import expanded_size
from symoro.verify.same_program import verify_same

SHORT_NAME = re.compile(r"(?<![A-Za-z{])([CS])_\{(\d[\d,-]*)\}")
ELEMENT = re.compile(r"\\mathbf\{([\w\\]+)\}_\{(\d+(?:,\d+)*)\}")


def made(name: str, function: str, **options: Any) -> Model:
    return getattr(symoro, function)(symoro.load(name), verify=False, **options)  # type: ignore[no-any-return]


def short_names(model: Model, text: str, values: dict[str, float]) -> dict[str, float]:
    """The sines and cosines of sums that the text uses and does not assign."""
    variables = {frame: name for name, frame in joint_frames(model.robot).items()}
    long = max(variables) >= 10
    found = {}
    for letter, label in SHORT_NAME.findall(text):
        if rf"{letter}_{{{label}}} &=" in text:
            continue
        parts = re.findall(r"(-?)(\d+)" if long else r"(-?)(\d)", label)
        angle = sum((-1 if sign else 1) * values[variables[int(frame)]] for sign, frame in parts)
        name = letter + label.replace(",", "_")
        found[name] = math.cos(angle) if letter == "C" else math.sin(angle)
    return found


def evaluated(model: Model, text: str, values: dict[str, float]) -> dict[str, np.ndarray]:
    """The outputs of a model as a reader of the page computes them."""
    body = text.removeprefix("$\\displaystyle\n\\begin{aligned}").removesuffix("\\end{aligned}$")
    body = CARRIED_ON.sub(" ", body)
    body = ELEMENT.sub(r"\\mathit{\1of}_{\2}", body)
    body = re.sub(r"\\(sin|cos)\{?\(\{?([^{}()]*(?:\{\w+\})?[^{}()]*)\)\}?", r"\\\1(\2)", body)
    reader = Reader({**values, **short_names(model, text, values)})
    for equation in equations(body):
        if r"\text{ elsewhere}" not in equation:
            reader.equation(equation)
    outputs: dict[str, np.ndarray] = {}
    for output in model.program.outputs:
        if output.name in reader.whole:
            outputs[output.name] = reader.whole[output.name].reshape(output.shape)
            continue
        outputs[output.name] = np.zeros(output.shape)
        for index in np.ndindex(output.shape):
            label = "_".join(str(k + 1) for k in index)
            outputs[output.name][index] = reader.known.get(f"{output.name}of{label}", 0.0)
    return outputs


CASES = [
    ("planar2r", "idm", {}),
    ("planar2r", "ddm", {}),
    ("planar2r", "idm", {"base_parameters": True}),
    ("planar2r", "regressor", {}),
    ("planar2r", "ccg", {"derivative": ["q"]}),
    ("scara", "idm", {}),
    ("scara", "inertia", {}),
    ("rrp", "idm", {}),
    ("rx90", "jacobian", {}),
    ("rx90", "transform", {"from_": 0, "to": 6}),
    ("rx90", "jacobian_det", {}),
    ("akr3000", "transform", {"from_": 0, "to": 10}),
    ("fourbar", "loop_kinematics", {}),
    ("fourbar", "jacobian", {"actuated": True}),
]


@pytest.mark.parametrize(("name", "function", "options"), CASES, ids=str)
def test_equations_fit_a_notebook_and_give_the_numbers_of_the_program(
    name: str, function: str, options: dict[str, Any]
) -> None:
    model = made(name, function, **options)
    text = model_equations(model)
    assert text is not None
    rng = random.Random(name)
    values = {item.name: rng.uniform(0.3, 1.2) for item in readable_program(model).inputs}
    expected = interpret(model.program, values, FloatArithmetic())
    for output, array in evaluated(model, text, values).items():
        assert array.ravel() == pytest.approx(expected[output], rel=1e-9, abs=1e-9)
    assert len(text) <= LONGEST
    assert text.count(r"\\") < MOST_STATEMENTS
    assert max(width(line.rpartition("&")[2]) for line in text.splitlines()) <= WIDTH


@pytest.mark.parametrize(
    ("name", "function", "options"),
    [
        ("rx90", "idm", {}),
        ("rx90", "idm", {"base_parameters": True}),
        ("rx90", "regressor", {}),
        ("scara", "ddm", {}),
        ("rrp", "inertia", {"derivative": ["q"]}),
        ("planar2r", "transform", {"level": "O1", "expanded": True}),
    ],
    ids=str,
)
def test_the_readable_program_computes_the_same(
    name: str, function: str, options: dict[str, Any]
) -> None:
    model = made(name, function, **options)
    program = readable_program(model)
    assert [each.name for each in program.outputs] == list(model.outputs)
    verify_same(model.program, program, "the readable program")


def test_the_form_of_the_cheapest_program_is_not_shown() -> None:
    """Level O2 takes the angle to the first moments of the last link; people do not."""
    model = made("planar2r", "idm")
    assert "atan2" in model.code("listing")
    text = model_equations(model)
    assert text is not None
    assert "atan" not in text
    assert r"\sqrt" not in text
    assert text == model_equations(made("planar2r", "idm", level="O1"))


def test_what_is_long_when_written_out_has_the_statements_of_symoro(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_LINES", 10)
    model = made("scara", "idm")
    text = model_equations(model)
    assert text is not None
    listing = made("scara", "idm", level="O1").program
    assert r"\mathit{WP}_{32} &= \mathit{QDP}_{1} + \mathit{QDP}_{2}" in text
    assert text.count("=") == len(listing.statements) + len(listing.outputs)


def test_numbers_are_no_statements_but_elements() -> None:
    text = model_equations(made("fourbar", "jacobian", actuated=True))
    assert text is not None
    assert r"\mathit{SL}_{2} &=" in text
    assert "L_{11} &=" not in text
    assert "  1 & 0 & 0 & 0 & 0 & 0" in text


def test_equal_elements_are_written_once_and_zeros_together() -> None:
    text = model_equations(made("scara", "inertia"))
    assert text is not None
    assert r"\mathbf{A}_{2,1} &= \mathbf{A}_{1,2}" in text
    assert r"\mathbf{A} &= 0 \text{ elsewhere}" in text
    assert "_{4,1}" not in text


@pytest.mark.parametrize(
    ("name", "function"), [("rx90", "idm"), ("scara", "operational"), ("rx90", "velocities")]
)
def test_what_is_too_long_to_read_has_no_equations(name: str, function: str) -> None:
    model = made(name, function)
    assert model_equations(model) is None
    if name == "rx90" and function == "idm":
        assert count(readable_program(model)).total > READABLE


def test_the_size_decides_what_is_written_out_and_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    model = made("planar2r", "idm")
    size = expanded_size(readable_program(model))
    monkeypatch.setattr(module, "LARGEST", size)
    assert r"\mathbf{GAM}_{1} &= \mathit{QDP}_{1}" in str(model_equations(model))
    monkeypatch.setattr(module, "LARGEST", size - 1)
    monkeypatch.setattr(module, "_element_texts", None)  # nothing is even tried
    assert r"S_{1} &= \sin(t_{1})" in str(model_equations(model))  # the statements instead
    assert "time_limit" not in Path(module.__file__).read_text()


def test_equations_longer_than_some_pages_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    model = made("rx90", "jacobian")
    text = model_equations(model)
    assert text is not None
    monkeypatch.setattr(module, "LONGEST", len(text) - 1)
    monkeypatch.setattr(module, "MOST_STATEMENTS", 0)
    assert model_equations(model) is None


def test_a_robots_own_names_are_set_apart_from_products() -> None:
    robot = symoro.load("planar2r").substitute({"d2": symoro.expression("upper_arm")})
    text = model_equations(symoro.inertia(replace(robot, values=()), verify=False))
    assert text is not None
    assert r"\mathit{upper\_arm}" in text
