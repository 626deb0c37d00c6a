"""The numbers of an example call: gravity pulls down, as the page of inverse dynamics has it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import symoro
from symoro import library
from symoro.expressions import parse
from symoro.printers.example import example

CASES = {
    ("0", "0", "G3"): {"G3": -9.81},
    ("0", "G2", "0"): {"G2": -9.81},
    ("G1", "G2", "G3"): {"G1": 0.0, "G2": 0.0, "G3": -9.81},
    ("0", "0", "-g"): {"g": 9.81},
    ("0", "0", "2*g"): {"g": -4.905},
    ("GX", "0", "-9.81"): {"GX": 0.0},
}


@pytest.mark.parametrize("gravity", CASES)
def test_gravity_points_against_the_last_axis(gravity: tuple[str, str, str]) -> None:
    robot = library.robot("rx90")
    base = replace(robot.base, G=tuple(map(parse, gravity)))  # type: ignore[arg-type]
    model = symoro.idm(replace(robot, base=base), verify=False)
    found = example(model.document).parameters
    assert {name: found[name] for name in CASES[gravity]} == CASES[gravity]


@pytest.mark.parametrize("name", library.names())
def test_no_example_of_the_library_pulls_upwards(name: str) -> None:
    robot = library.robot(name)
    model = symoro.idm(robot, equivalent_tree=bool(robot.n_loops), verify=False, level="O1")
    numbers = example(model.document).parameters
    assert all(numbers[e.name] < -9 for e in robot.base.G if e.symbols and e.name in numbers)  # type: ignore[attr-defined]
