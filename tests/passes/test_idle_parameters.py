"""Parameters that cancel out are not read; those that matter are."""

from __future__ import annotations

import pytest

import symoro
from symoro.listings import read
from symoro.passes import LEVELS

CASES = {
    "y = (a + b)*q - a*q;": {"b"},
    "y = (a + b)*(a - b)*q + b^2*q;": {"a"},
    "y = (cos(a)^2 + sin(a)^2 + b)*q;": {"a", "b"},  # functions count as needed
    "y = a/b*b*q;": {"a"},
    "y = (a*b + c)*q - a*(b*q) - c*q + d;": {"d"},
}


@pytest.mark.parametrize("text", CASES)
def test_what_cancels_is_not_read(text: str) -> None:
    program = read(text, name="f", file=None, language=None, states=("q",)).program
    assert set(LEVELS["O2"].run(program).parameters) <= CASES[text]


@pytest.mark.parametrize("name", ["planar2r", "planar3r", "scara", "rx90", "crane", "mobile3w"])
def test_inverse_dynamics_reads_no_more_parameters_than_level_o1(name: str) -> None:
    robot = symoro.load(name)
    plain, lean = (symoro.idm(robot, level=level, verify=False) for level in ("O1", "O2"))
    assert set(lean.program.parameters) <= set(plain.program.parameters)
