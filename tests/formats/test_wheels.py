"""Wheels in files: written and read without loss, and mistakes have a place."""

from __future__ import annotations

from dataclasses import replace

import pytest

import symoro
from symoro.errors import ParseError
from symoro.formats import json_format, par
from symoro.robot import Wheel

MOBILE = symoro.load("mobile3w")


def test_both_formats_keep_wheels() -> None:
    robot = replace(MOBILE, wheels=(Wheel(7, "2*R/3"), Wheel(5, "0.25")))  # type: ignore[arg-type]
    assert par.read(par.write(robot)) == robot
    assert json_format.read(json_format.write(robot)) == robot


def test_a_robot_without_wheels_says_nothing_of_them() -> None:
    robot = replace(MOBILE, wheels=())
    assert "wheel" not in par.write(replace(robot, provenance=""))
    assert '"wheels"' not in json_format.write(robot)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('{"link": 5, "radius": "RW"}', '{"link": 55, "radius": "RW"}', "there is no such link"),
        ('{"link": 5, "radius": "RW"}', '{"link": 6, "radius": "RW"}', "listed twice"),
        ('{"link": 5, "radius": "RW"}', '{"link": 1, "radius": "RW"}', "revolute"),
        ('{"link": 5, "radius": "RW"}', '{"link": 5, "radius": "RW +"}', "radius"),
        ('{"link": 5, "radius": "RW"}', '{"link": 5, "radius": "0"}', "not positive"),
        ('{"link": 5, "radius": "RW"}', '{"link": "5", "radius": "RW"}', "expected an integer"),
        ('{"link": 5, "radius": "RW"}', '{"link": 5}', "radius is missing"),
        ('{"link": 5, "radius": "RW"}', '{"link": 5, "radius": "RW", "width": 1}', "unknown key"),
    ],
)
@pytest.mark.parametrize("form", [par, json_format], ids=["par", "json"])
def test_a_mistake_in_a_wheel_is_refused_at_its_place(
    form: object, old: str, new: str, words: str
) -> None:
    source = form.write(MOBILE)  # type: ignore[attr-defined]
    assert old in source
    with pytest.raises(ParseError, match=words) as caught:
        form.read(source.replace(old, new))  # type: ignore[attr-defined]
    assert caught.value.line is not None
