"""Every model there is, of three robots or more, and all robots, in every language."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import numpy as np
import pytest

import symoro
from laws.test_rolling import turned, two_wheels
from printers.toolchain import Array, Case, assert_close, run_all
from symoro import library
from symoro.catalog.generate import generate
from symoro.catalog.table import model_entries
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.printers import languages
from symoro.robot import Robot

LANGUAGES = [language.name for language in languages()]
OPEN = ("planar2r", "scara", "rrp")
LOOPS = ("fourbar", "slidercrank", "fivebar")
OTHERS = {
    "loop-geometry": LOOPS,
    "loop-kinematics": LOOPS,
    "jacobian-inverse": ("planar2r", "scara", "stanford"),  # as many columns as rows
}


def robots(model: str) -> Iterator[Robot]:
    """Three robots that have a model of this name."""
    if model == "rolling":
        mobile = library.robot("mobile3w")
        yield from (mobile, turned(mobile), two_wheels())
        return
    for name in OTHERS.get(model, OPEN):
        yield library.robot(name)


def case(model: Model) -> Case:
    """A model at random values of all its inputs, at which it has a value."""
    for seed in count():
        rng = random.Random(seed)
        values = {item.name: rng.uniform(0.3, 1.5) for item in model.program.inputs}
        found = Case(model.document, values)
        try:
            finite = all(np.isfinite(array).all() for array in found.expected.values())
        except (ArithmeticError, ValueError):  # loops that cannot be closed
            continue
        if finite:
            return found
    raise AssertionError


@cache
def models() -> dict[str, Case]:
    """Every model of three robots, at level O2, by name and robot."""
    options, found = Options(level="O2", verify=False), {}
    for item in model_entries():
        for k, robot in enumerate(robots(item.name), start=1):
            made = generate(item.name, robot, options)
            found[f"{item.name} of {k}, {robot.name}"] = case(made)
    return found


@cache
def one_joint() -> dict[str, Case]:
    """Dynamic models of one joint, with all outputs, in one part: matrices of one element."""
    robot = Robot.from_mdh([0], [0], [0], [0], [0])
    options = Options(level="O1", outputs=("*",), verify=False)
    names = [
        item.name for item in model_entries() if item.menu == "Dynamic" and item.name != "rolling"
    ]
    return {name: case(generate(name, robot, options)) for name in names}


@cache
def library_robots() -> dict[str, Case]:
    """The inverse dynamic model of every robot of the library, of closed ones as trees."""
    found = {}
    for name in library.names():
        robot = library.robot(name)
        found[name] = case(symoro.idm(robot, equivalent_tree=robot.n_loops > 0, verify=False))
    return found


def assert_all_close(cases: dict[str, Case], found: list[dict[str, Array]]) -> None:
    """Compare every case with the interpreter; all that are wrong are named."""
    wrong = []
    for (name, each), outputs in zip(cases.items(), found, strict=True):
        try:
            assert_close(outputs, each.expected)
        except AssertionError as error:
            wrong.append(f"{name}: {error}")
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_model_means_the_same_in_every_language(language: str, tmp_path: Path) -> None:
    assert_all_close(models(), run_all(language, list(models().values()), tmp_path))


@pytest.mark.parametrize("language", LANGUAGES)
def test_models_of_one_joint_mean_the_same_in_every_language(language: str, tmp_path: Path) -> None:
    assert_all_close(one_joint(), run_all(language, list(one_joint().values()), tmp_path))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_robot_means_the_same_in_every_language(language: str, tmp_path: Path) -> None:
    cases = library_robots()
    assert len(cases) == len(library.names())
    assert_all_close(cases, run_all(language, list(cases.values()), tmp_path))


def test_every_model_is_there_three_times() -> None:
    for item in model_entries():
        assert sum(name.startswith(f"{item.name} of ") for name in models()) >= 3


def test_linear_systems_and_outputs_of_all_ranks_are_among_them() -> None:
    programs = [each.document.program for each in (models() | one_joint()).values()]
    assert any(program.systems for program in programs)
    shapes = {output.shape for program in programs for output in program.outputs}
    assert {len(shape) for shape in shapes} == {0, 1, 2}  # cubes have tests of their own
    assert {(), (1,), (1, 1)} <= shapes
