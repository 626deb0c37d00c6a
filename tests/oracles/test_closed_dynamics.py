"""The dynamics of six closed robots, computed elsewhere in maximal coordinates.

The numbers are those of six velocity components of every body in the world frame, a coordinate for
every joint, six rows a joint and Lagrange multipliers; they share nothing with the models here but
the tables of the robots. Tolerance 1e-9 of the larger of 1 and the largest value: states close the
loops to 1e-15.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from symoro.formats.par import read
from symoro.robot import Robot

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_suffix("").with_name("closed_dynamics.json").read_text(encoding="utf-8")
)
BY_NAME = {case["name"]: case for case in CASES}
TOLERANCE = 1e-9

MODELS: dict[str, tuple[str, ...]] = {
    "idm": ("q", "QP", "QDP"),
    "inertia": ("q",),
    "ccg": ("q", "QP"),
    "energy": ("q", "QP"),
    "ddm": ("q", "QP", "GAM"),
}


@cache
def robot_of(name: str) -> Robot:
    return read(BY_NAME[name]["par"])


@pytest.mark.parametrize("name", BY_NAME)
@pytest.mark.parametrize("kind", MODELS)
def test_numbers_of_maximal_coordinates(kind: str, name: str) -> None:
    case = BY_NAME[name]
    model = getattr(symoro, kind)(robot_of(name), level="O2", verify=False)
    function = model.compile()
    for state in case["states"]:
        given = state | state["direct"] if kind == "ddm" else state
        answer = function(*(given[array] for array in MODELS[kind]), parameters=case["parameters"])
        expected = {
            "idm": state["GAM"],
            "inertia": state["A"],
            "ccg": state["H"],
            "energy": [state["E"], state["U"]],
            "ddm": state["direct"]["QDP"],
        }[kind]
        values = [*answer.values()] if isinstance(answer, dict) else answer
        size = max(1.0, float(np.abs(expected).max()))
        assert np.array(values) == pytest.approx(np.array(expected), abs=TOLERANCE * size)
