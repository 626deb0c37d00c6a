"""Parts of a robot say in one line what they are; nothing is shown as the raw fields of a class."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from types import ModuleType

import pytest

import symoro
from symoro.expressions import expression
from symoro.robot import Diagnostic, Limits
from symoro.robot.diagnostic import Diagnostics

MODULES: tuple[ModuleType, ...] = (symoro, symoro.robot)
SHOWN: dict[str, type] = {
    name: each
    for module in MODULES
    for name in dir(module)
    if inspect.isclass(each := getattr(module, name)) and dataclasses.is_dataclass(each)
}


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_a_public_class_has_a_line_of_its_own(shown: type) -> None:
    code = inspect.unwrap(shown.__repr__).__code__
    assert code.co_filename != "<string>", f"{shown.__name__} has the repr of dataclasses"


@pytest.mark.parametrize(
    ("part", "line"),
    [
        (lambda arm: symoro.freedoms(arm).ends[0], "<EndLink 3: N = 2, M = 2>"),
        (lambda arm: symoro.freedoms(arm).idle, "<IdleMotion: none>"),
        (lambda arm: symoro.base_parameters(arm).proof, "<Proof: rank 6>"),
        (lambda arm: symoro.base_parameters(arm).steps[0].reason, "<Reason: theorem 1>"),
        (
            lambda arm: symoro.triangular_blocks(symoro.regressor(arm)).blocks[0],
            "<Block: 1 row, 3 columns>",
        ),
        (
            lambda arm: symoro.workspace(arm, values="course", samples=100).ranges[0],
            "<JointRange: joint 1, -3.14159 to 3.14159, full turn>",
        ),
        (
            lambda arm: symoro.idm(arm, level="O1", verify=False).options,
            "<Options at O1: --no-verify>",
        ),
        (lambda arm: symoro.idm(arm).options, "<Options at O2: the usual ones>"),
        (
            lambda arm: symoro.idm(arm, level="O1").report.formulations[0],
            "<FormulationCost: the algorithm as its page has it, 42 operations, "
            "4 sines and cosines>",
        ),
        (
            lambda arm: symoro.lambda_matrix(arm, link=2),
            "<Model lambda-matrix of planar2r at O2: 1 addition, 8 multiplications, verified>",
        ),
    ],
)
def test_parts_of_results_are_lines(part: Callable[[symoro.Robot], object], line: str) -> None:
    assert repr(part(symoro.load("planar2r"))) == line


def test_lines_of_parts() -> None:
    platform = symoro.load("mobile3w")
    assert repr(platform.wheels[0]) == "<Wheel: link 5, radius RW>"
    assert repr(Limits(upper=expression("Pi/2"))) == "<Limits: upper = Pi/2>"
    assert repr(Limits()) == "<Limits: none>"
    axis = symoro.JointAxis("pin", "R", "a", "b", direction=(0, 0, 1), actuated=True)
    assert repr(axis) == "<JointAxis pin: revolute, actuated, a to b>"


def test_diagnostics_are_lines() -> None:
    assert repr(Diagnostics()) == "<Nothing suspicious>"
    both = Diagnostics([Diagnostic("too long", 2, "d"), Diagnostic("by the way", note=True)])
    assert repr(both) == "<Warning: frame 2, d: too long>\n<Note: by the way>"
