"""A model whose results are not finite at some states says so, and says where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from symoro.catalog.generate import generate
from symoro.catalog.table import model_entries
from symoro.errors import SymoroError
from symoro.expressions import FloatArithmetic, parse
from symoro.ir import interpret
from symoro.passes.undefined_outputs import undefined_outputs
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options

DOCS = Path(__file__).parents[2] / "docs"
ROBOTS = ("planar2r", "rrp", "mobile3w", "fourbar", "slidercrank")
OWN: tuple[dict[str, Any], ...] = (
    {},
    {"actuated": True},
    {"orientation": "euler"},
    {"orientation": "rpy"},
    {"orientation": "quaternion"},
    {"orientation": "axis-angle"},
    {"rows": (1,)},
    {"rows": (1, 2), "link": 3, "intermediate": 3},
    {"actuated": True, "rows": (6,)},
    {"free": (1,)},
    {"reference": True},
    {"power": True},
    {"moving": True},
)
UNDEFINED = {
    "transform",
    "fast-transform",
    "loop-geometry",
    "jacobian",
    "jacobian-det",
    "jacobian-inverse",
    "velocities",
    "accelerations",
    "jdot-qdot",
    "loop-kinematics",
    "idm",
    "ddm",
    "hybrid",
    "rolling",
    "operational",
    "operational-control",
    "linearize",
    "regressor",
    "filtered-model",
    "inertia",
    "ccg",
    "energy",
    "coriolis",
    "momentum",
    "lagrange",
}
"""Models that are undefined somewhere, of some robot with some option: the program told so."""


def models(name: str) -> Iterator[Model]:
    """Every model of a robot, with each option that changes what is divided by."""
    robot = symoro.load(name)
    for kind in model_entries():
        known = {spec.name for spec in kind.options}
        for own in OWN:
            if kind.symbolic and len(own) < 2:
                continue  # of all rows it takes seconds
            for floating in (False, True) if kind.inertial and not own else (False,):
                options = Options(level="O1", verify=False, own=own, floating_base=floating)
                if own.keys() <= known:
                    try:
                        yield generate(kind.name, robot, options)
                    except SymoroError:
                        continue  # not every robot has every model


@pytest.fixture(scope="module")
def every() -> dict[str, list[Model]]:
    """The models of each robot."""
    return {name: list(models(name)) for name in ROBOTS}


def test_every_model_with_undefined_results_says_where(every: dict[str, list[Model]]) -> None:
    tried, undefined = set(), set()
    for model in (model for each in every.values() for model in each):
        tried.add(model.entry.name)
        names = undefined_outputs(model.program)
        told = [note for note in model.notes if "undefined where" in note]
        if not names:
            assert not told
            continue
        undefined.add(model.entry.name)
        where = model.plan.interface.undefined_where
        assert where, f"{model.program.name} divides by the state: its plan must say where"
        (note,) = told
        assert note.startswith(f"{', '.join(names)} ")
        assert f" undefined where {where}: NaN, infinite" in note
        assert f"Note: {note}" in " ".join(model.document.header("test"))
        page = (DOCS / model.entry.documentation).read_text(encoding="utf-8")
        assert "## Singular states" in page, f"{model.entry.documentation} says nothing"
    assert {kind.name for kind in model_entries()} - tried == set()
    assert undefined == UNDEFINED


@pytest.mark.parametrize("name", ROBOTS)
def test_other_models_are_finite_in_quarter_turns(every: dict[str, list[Model]], name: str) -> None:
    rng = np.random.default_rng(7)
    for model in every[name]:
        if undefined_outputs(model.program):
            continue
        for _ in range(3):
            values = {
                item.name: float(rng.integers(-2, 3) * np.pi / 2) if item.array else rng.uniform()
                for item in model.program.inputs
            }
            found = interpret(model.program, values, FloatArithmetic())  # an error where undefined
            assert all(np.isfinite(elements).all() for elements in found.values())


def test_derivatives_say_where_they_are_undefined() -> None:
    model = symoro.loop_geometry(symoro.load("fourbar"), verify=False).model
    (note,) = [each for each in model.notes if "undefined where" in each]
    derivative = model.derivative("q")
    assert note not in derivative.notes
    assert derivative.notes[-1].startswith(
        "dQ_dq is undefined where a loop cannot be closed in that assembly mode, or is at a dead "
        "point, or the derivative does not exist: "
    )
    again = symoro.ddm(symoro.load("planar2r"), verify=False).derivative("q")
    assert again.notes[-1].startswith("dQDP_dq is undefined where the inertia matrix is singular:")


def test_tables_that_divide_by_the_state_are_told() -> None:
    robot = symoro.load("planar2r")
    *links, last = robot.links
    robot = replace(robot, links=(*links, replace(last, CZ=parse("1/t1"))))
    (note,) = [each for each in symoro.idm(robot).notes if "undefined" in each]
    assert note.startswith("GAM is undefined where a denominator is zero or a square root is taken")
