"""Parts of a robot say in one line what they are; nothing is shown as the raw fields of a class."""

from __future__ import annotations

import dataclasses
import inspect
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
