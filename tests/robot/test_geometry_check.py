"""Numbers with which an entry of the tables has no value are refused by its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import symoro
from symoro import Robot, UsageError, library
from symoro.plot import draw, workspace
from symoro.robot.geometry_check import require_geometry

NUMBERS = {"L": 1.0, "K": 0.0}


def divided(name: str, length: str, entry: str = "L/K") -> Robot:
    """A robot of the library with a quotient, or another expression, in the place of a length."""
    return library.robot(name).substitute({length: entry})


def test_a_quotient_by_zero_and_the_root_of_a_negative_number_are_refused() -> None:
    require_geometry(divided("planar2r", "d2"), {"L": 1.0, "K": 2.0, "d3": 1.0})
    with pytest.raises(UsageError, match=r"planar2r: frame 2, d is L/K, .* with K = 0, L = 1$"):
        require_geometry(divided("planar2r", "d2"), {**NUMBERS, "d3": 1.0})
    with pytest.raises(UsageError, match=r"frame 2, d is sqrt\(L\), .* with L = -1$"):
        require_geometry(divided("planar2r", "d2", "sqrt(L)"), {"L": -1.0, "d3": 1.0})


CLOSED = {**NUMBERS, "L1": 1.0, "L3": 1.0, "L4": 1.0}


@pytest.mark.parametrize(
    "call",
    [
        lambda: workspace(divided("planar2r", "d2"), values={**NUMBERS, "d3": 1.0}),
        lambda: symoro.loop_geometry(divided("fourbar", "L2")).solutions([1.0], CLOSED),
        lambda: symoro.singularities(divided("planar3r", "d2"), rows="1,2,6").rank_at(
            {"t1": 1, "t2": 1, "t3": 1}, {**NUMBERS, "d3": 1.0, "d4": 1.0}
        ),
    ],
)
def test_functions_of_numbers_refuse_them(call: Callable[[], Any]) -> None:
    with pytest.raises(UsageError, match=r"frame \d, d is L/K, which has no value with K = 0"):
        call()


def test_draw_refuses_them() -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(UsageError, match="frame 2, d is L/K, which has no value with K = 0"):
        draw(divided("planar2r", "d2"), values={**NUMBERS, "d3": 1.0})


def test_an_exact_zero_is_refused_with_the_entry() -> None:
    with pytest.raises(UsageError, match="planar2r: L/K with K = 0: division by zero"):
        symoro.idm(divided("planar2r", "d2"), substitute={"K": 0})
