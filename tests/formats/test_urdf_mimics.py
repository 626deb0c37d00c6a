"""Joints of URDF files that follow joints that follow others."""

from __future__ import annotations

from formats.test_urdf import joint, link, urdf
from symoro.formats.urdf import read
from symoro.robot import Diagnostic, Robot

MIMIC = '<mimic joint="{}" multiplier="{}" offset="{}"/>'


def followers(**leaders: tuple[str, str, str]) -> tuple[Robot, list[str]]:
    """A chain of four joints p to s of which some mimic others, and what is said of it."""
    parts = [link(name) for name in "abcde"]
    for name, parent, child in zip("pqrs", "abcd", "bcde", strict=True):
        words = MIMIC.format(*leaders[name]) if name in leaders else ""
        parts.append(joint(name, parent, child, "continuous", inside=words))
    text = urdf(*parts)
    diagnostics: list[Diagnostic] = []
    robot = read(text, None, diagnostics)
    return robot, [each.message for each in diagnostics if "mimics" in each.message]


def test_a_mimic_of_a_mimic_follows_the_first_one() -> None:
    robot, told = followers(s=("r", "3", "0.2"), r=("p", "2", "0.1"))
    assert not told
    assert robot.coupling is not None
    assert [str(row[0]) for row in robot.coupling.K] == ["1", "0", "2", "6"]
    assert [str(each) for each in robot.coupling.q0] == ["0", "0", "0.1", "0.5"]
    assert [frame.mu for frame in robot.frames] == [True, True, False, False]


def test_mimics_in_a_circle_are_told_and_taken_as_independent() -> None:
    robot, told = followers(
        p=("q", "1", "0"), q=("p", "1", "0"), r=("q", "2", "0"), s=("s", "1", "0")
    )
    assert told == [
        "joint p mimics itself, by way of q; it is taken as independent",
        "joint q mimics itself, by way of p; it is taken as independent",
        "joint s mimics itself; it is taken as independent",
    ]
    assert robot.coupling is not None
    assert [str(row[1]) for row in robot.coupling.K] == ["0", "1", "2", "0"]
    assert [frame.mu for frame in robot.frames] == [True, True, False, True]
