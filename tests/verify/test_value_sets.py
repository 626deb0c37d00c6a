"""Value sets that no rigid bodies have: named by set, link and field."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

import symoro
from symoro import library
from symoro.cli.main import app
from symoro.expressions import expression
from symoro.robot import BaseMotion, Robot, ValueSet
from symoro.verify.value_sets import check_values

ARM = library.robot("planar2r")
COURSE = dict(ARM.values[0].values)


def with_set(robot: Robot, **values: object) -> Robot:
    exact = tuple((name, expression(value)) for name, value in values.items())  # type: ignore[arg-type]
    return replace(robot, values=(ValueSet("mine", exact),))


def places_of_diagnostics(**changed: object) -> list[tuple[int | None, str | None]]:
    diagnostics = check_values(with_set(ARM, **{**COURSE, **changed}))
    assert all(diagnostic.values == "mine" for diagnostic in diagnostics)
    return [(diagnostic.frame, diagnostic.field) for diagnostic in diagnostics]


def test_the_sets_of_the_library_are_those_of_bodies() -> None:
    """But for the measured link 3 of the Puma 560 and its link 1 without a mass: its source."""
    diagnostics = {name: check_values(library.robot(name)) for name in library.names()}
    said = {
        name: [(f.values, f.frame, f.field) for f in each] for name, each in diagnostics.items()
    }
    puma = [("akb1986", 1, "M"), ("akb1986", 3, "XX..ZZ")]
    assert said == {name: [] for name in library.names()} | {"puma560": puma}


def test_lengths_alone_pass_and_so_does_what_is_known_of_a_body() -> None:
    assert places_of_diagnostics() == []
    assert check_values(with_set(ARM, d2=1, d3=1)) == []
    assert check_values(with_set(ARM, d2=1, M1=3, ZZ1=2)) == []


@pytest.mark.parametrize(
    ("changed", "places"),
    [
        ({"M1": -1}, {(1, "M")}),
        ({"ZZ2": -0.1}, {(2, "ZZ")}),
        ({"MX2": 8}, {(2, "XX..ZZ")}),  # ZZ - MX^2 / M is negative
        ({"XX2": 20}, {(2, "XX..ZZ")}),  # XX > YY + ZZ
        ({"M2": 0}, {(2, "M")}),
    ],
)
def test_a_body_that_cannot_be_is_named(
    changed: dict[str, object], places: set[tuple[int, str]]
) -> None:
    assert places <= set(places_of_diagnostics(**changed))


def test_a_partial_set_is_tested_as_far_as_it_goes() -> None:
    diagnostics = check_values(with_set(ARM, d2=1, M1=-3))
    assert [(f.frame, f.field) for f in diagnostics] == [(1, "M")]


def test_a_joint_without_inertia_is_named() -> None:
    (diagnostic,) = check_values(with_set(ARM, **{**COURSE, "ZZ2": 0, "YY2": 0, "MX2": 0}))
    assert str(diagnostic).startswith("value set 'mine': joint 2 carries no inertia")
    assert "(ddm) refuse this set" in str(diagnostic)


def test_an_inertia_matrix_that_is_not_positive_is_found() -> None:
    grouped = symoro.base_parameters(ARM).robot
    numbers = {"d2": 1, "G2": -9.81, "ZZ1R": 10, "MX1R": 0, "MY1": 0, "ZZ2": 3, "MX2": 5, "MY2": 0}

    def matrix(**changed: object) -> list[str]:
        diagnostics = check_values(with_set(grouped, **{**numbers, **changed}))
        return [diagnostic.message for diagnostic in diagnostics if diagnostic.frame is None]

    assert matrix() == []
    (message,) = matrix(ZZ1R=1)
    assert message.startswith("the joint-space inertia matrix is not positive definite at t1 = ")
    (message,) = matrix(ZZ1R=-20)
    assert message.startswith("the inertia of joint 1 is -")


def test_a_floating_base_is_part_of_the_robot() -> None:
    floating = replace(ARM, base=replace(ARM.base, motion=BaseMotion.FLOATING))
    diagnostics = check_values(with_set(floating, **COURSE))
    assert ["base" in str(diagnostic) for diagnostic in diagnostics] == [True] * len(diagnostics)


def test_the_command_names_the_set(tmp_path: pytest.TempPathFactory) -> None:
    file = f"{tmp_path}/point.json"
    symoro.save(with_set(ARM, **{**COURSE, "ZZ2": 0, "YY2": 0, "MX2": 0}), file)
    printed = CliRunner().invoke(app, ["check", file])
    assert f"{file}: warning: value set 'mine': joint 2 carries no inertia" in printed.output
    data = json.loads(CliRunner().invoke(app, ["check", file, "--json"]).output)
    assert len(data["warnings"]) == 1
    assert data["valid"] is True
    assert [str(diagnostic) for diagnostic in symoro.check(symoro.load(file))] == [
        data["warnings"][0].partition("warning: ")[2]
    ]


def test_the_ur5_accelerates_with_the_makers_numbers() -> None:
    x = np.full(6, 0.1)
    found = symoro.ddm(symoro.load("ur5")).compile()(x, x, x, parameters="maker")
    assert np.isfinite(np.asarray(found)).all()
