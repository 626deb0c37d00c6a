"""Symbolic work ends: under its limit from the first step, and with decimal angles."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

import symoro
from clock import at_most, endless
from symoro import ModelError, Robot
from symoro.catalog.kinematic import determinant as determinants
from symoro.catalog.kinematic import singularities as postures

SYMBOLIC: dict[str, Callable[..., Any]] = {
    "det": symoro.jacobian_det,
    "inverse": symoro.jacobian_inverse,
    "singularities": symoro.singularities,
}
STEPS = [
    ("det", determinants, "program_to_sympy"),
    ("det", determinants, "_vanishes"),
    ("det", determinants, "determinant"),
    ("inverse", determinants, "program_to_sympy"),
    ("inverse", determinants, "_vanishes"),
    ("inverse", determinants, "inverse"),
    ("singularities", determinants, "program_to_sympy"),
    ("singularities", determinants, "_vanishes"),
    ("singularities", postures, "determinant"),
    ("singularities", postures, "vanishing_posture"),
    ("singularities", postures, "condition"),
    ("singularities", postures, "expression_text"),
]

pytestmark = pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # rounded angles, on purpose


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # in a destructor
@pytest.mark.parametrize(("name", "module", "step"), STEPS)
def test_any_endless_step_is_stopped_in_time_and_leaves_nothing_running(
    monkeypatch: pytest.MonkeyPatch, name: str, module: Any, step: str
) -> None:
    monkeypatch.setattr(module, step, endless)
    for each in (determinants, postures):
        monkeypatch.setattr(each, "time_limit", lambda _options: 0.1)
    threads = threading.active_count()
    refusal = r"not practical symbolically within 0\.1 s; compile the Jacobian"
    with at_most(1), pytest.raises(ModelError, match=refusal):
        SYMBOLIC[name](symoro.load("rx90"))
    assert threading.active_count() == threads


def arm(*alpha: str, offset: str = "0") -> Robot:
    """An arm like the RX90 with decimal angles."""
    n = len(alpha)
    lengths = ["0", "0", "D3", "0", "0", "0"], ["0", "0", "0", "RL4", "0", "0"]
    return Robot.from_mdh(
        alpha, lengths[0][:n], ["0"] * (n - 1) + [offset], lengths[1][:n], [0] * n
    )


ROUNDED = arm("0", "1.5708", "0", "-1.5708", "1.5708", "-1.5708", offset="0.3")
UNLIKE = arm("0.1", "0.7854", "0.524", "0.7", "1.1", "1.3", offset="0.1234")


@pytest.mark.parametrize("robot", [ROUNDED, UNLIKE], ids=["rounded", "unlike"])
@pytest.mark.parametrize("name", ["det", "singularities"])
def test_decimal_angles_are_constants_like_any_other(name: str, robot: Robot) -> None:
    """The generated determinant is verified against elimination of the reference."""
    with at_most(3):
        SYMBOLIC[name](robot)


@pytest.mark.parametrize("function", [symoro.jacobian_det, symoro.jacobian_inverse])
def test_a_rounded_quarter_turn_costs_no_more_than_a_constant(function: Callable[..., Any]) -> None:
    with at_most(3):
        model = function(ROUNDED)
    assert model.certificate is not None
    assert model.operations.total < 300


def test_singularities_of_rounded_angles_are_those_of_the_exact_arm() -> None:
    found = symoro.singularities(ROUNDED).cases
    assert [item.condition for item in found][:2] == ["t3 = Pi/2 or -Pi/2", "t5 = 0 or Pi"]
