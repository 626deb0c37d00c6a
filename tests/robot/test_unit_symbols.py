"""Numbers with units behind them, which are read as products with symbols."""

from __future__ import annotations

from dataclasses import replace

import pytest

import symoro
from symoro.expressions import expression
from symoro.robot import Robot
from symoro.robot.check import check


def robot(**entries: str) -> Robot:
    """The planar arm without value sets, some of its entries replaced."""
    planar = symoro.load("planar2r")
    return replace(planar, values=()).substitute(entries)


@pytest.mark.parametrize(
    ("symbol", "entry", "found", "meant"),
    [
        ("d2", "0.3m", "frame 2, d: 0.3*m has the symbol m", "0.3"),
        ("d3", "400 mm", "frame 3, d: 400*mm has the symbol mm", "0.4"),
        ("d3", "d3 + 3 cm", "frame 3, d: 3*cm has the symbol cm", "0.03"),
        ("d3", "0.2*Cos[30 deg]", "frame 3, d: 30*deg has the symbol deg", "Pi/6"),
        ("M1", "2 kg", "frame 1, M: 2*kg has the symbol kg", "2"),
        ("M1", "1 kg", "frame 1, M: kg has the symbol kg", "1"),
        ("M1", "500 g", "frame 1, M: 500*g has the symbol g", "0.5"),
        ("ZZ1", "0.1 kg m^2", "frame 1, ZZ: 0.1*kg*m^2 has the symbols kg, m", "0.1"),
        ("G2", "-9.81 m/s^2", "G: -9.81*m/s^2 has the symbols m, s", "-9.81"),
    ],
)
def test_a_number_with_a_unit_is_warned_of(symbol: str, entry: str, found: str, meant: str) -> None:
    (warning,) = check(robot(**{symbol: entry}))
    assert str(warning) == f"{found}, and units are not read; write {meant} if a unit was meant"
    assert not warning.note


def test_lengths_are_those_of_a_robot_in_millimetres() -> None:
    (warning,) = check(robot(d2="0.3 m", G2="-9810"))
    assert "write 300 if" in str(warning)


@pytest.mark.parametrize(
    "entries",
    [
        {"M1": "m", "MX1": "0.5*m*d2", "MX2": "0.25*m"},  # a mass m
        {"G2": "-g", "MX1": "2*g"},
        {"d2": "2*L", "ZZ1": "m*L^2/12"},
        {"d2": "s", "d3": "m"},
    ],
)
def test_symbols_of_the_users_own_are_not_warned_of(entries: dict[str, str]) -> None:
    assert check(robot(**entries)) == []


def test_a_symbol_with_a_value_is_a_parameter() -> None:
    planar = symoro.load("planar2r")
    (course,) = planar.values
    data = {**dict(course.values), "m": expression(2)}
    valued = planar.substitute({"d2": "2*m"})
    assert len(check(valued)) == 1
    assert check(replace(valued, values=(replace(course, values=tuple(data.items())),))) == []
