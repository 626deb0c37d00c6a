"""Numbers of base parameters that were published or computed elsewhere, by rank of a regressor."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grouping.small_robots import arm, floating, moving, with_rotors
from symoro import base_parameters
from symoro.formats import load_file
from symoro.library import robot as read
from symoro.robot import BaseMotion, Robot

RANKS = Path(__file__).parents[3] / "shared" / "oracles" / "base_parameter_ranks.md"
"""A table of ranks beside the clone, one line for each robot file."""

RRP = arm("R gamma=g1 b=b1 alpha=a1 d=d1 r=h1", "R alpha=Pi/2", "P alpha=Pi/2", name="rrp")
VERTICAL = arm("R", "R d=D2", g="0 G2 0", name="vertical")
HORIZONTAL = arm("R", "R d=D2", name="horizontal")
UPRIGHT = arm("R alpha=Pi/2", "R d=D2", name="upright")
WITH_TOOL = arm("R", "R d=D2", "F d=D3", g="0 G2 0", name="with_tool")
BENT_TOOL = arm("R", "R alpha=Pi/2 d=D2", "F alpha=a3 d=D3 theta=f3 r=R3", name="bent_tool")
RRR = arm("R alpha=Pi/2", "R d=D2", "R d=D3", name="rrr")
SCARA = arm("R", "R d=D2", "P d=D3", "R", name="scara")
STANFORD = ("R", "R alpha=-Pi/2 r=R2", "P alpha=Pi/2", "R", "R alpha=-Pi/2", "R alpha=Pi/2")
FOUR = arm(*STANFORD[:4], name="stanford4")
GENERAL = arm(*(f"R alpha=a{j} d=d{j} r=h{j}" for j in range(1, 7)), name="general")
FLAT = arm("R", *(f"R alpha=a{j} d=d{j} r=h{j}" for j in range(2, 7)), name="flat")
CARRIED = moving(HORIZONTAL, W0="WX WY WZ", WP0="AX AY AZ", VP0="BX BY BZ")
TWO_ARMS = arm("R", "R alpha=Pi/2 d=D2", "R a=0 alpha=Pi/2 d=D3", "R d=D4", name="two_arms")
RPP = arm("R", "P", "P alpha=-Pi/2", name="rpp")
RPR = arm("R", "P d=D2", "R alpha=Pi/2", name="rpr")
RPR_ACROSS = arm("R", "P alpha=Pi/2 d=D2", "R alpha=-Pi/2 d=D3", name="rpr_across")
PRR = arm("P", "R d=D2", "R alpha=Pi/2 d=D3", name="prr")

COUNTS: dict[str, tuple[Robot, int]] = {
    "RRP": (RRP, 14),
    "planar 2R, vertical": (VERTICAL, 6),
    "planar 2R, vertical, rotors": (with_rotors(VERTICAL), 7),
    "planar 2R, upright, rotors": (with_rotors(UPRIGHT), 7),
    "planar 2R, horizontal": (HORIZONTAL, 4),
    "planar 2R, horizontal, rotors": (with_rotors(HORIZONTAL), 5),
    "planar 2R with a tool": (WITH_TOOL, 6),
    "2R with a bent tool": (BENT_TOOL, 8),
    "RRR, vertical, rotors": (with_rotors(RRR), 11),
    "SCARA": (SCARA, 8),
    "SCARA, rotors": (with_rotors(SCARA), 11),
    "Stanford, four joints": (FOUR, 19),
    "Stanford, four joints, rotors": (with_rotors(FOUR), 21),
    "Stanford": (arm(*STANFORD, name="stanford"), 33),
    "Stanford, rotors": (with_rotors(arm(*STANFORD, name="stanford")), 37),
    "general 6R": (GENERAL, 38),
    "general 6R, first frame plain": (FLAT, 36),
    "2R on a base of known motion": (CARRIED, 14),
    "2R on a base of known motion, rotors": (with_rotors(CARRIED), 16),
    "2R on a floating base": (floating(HORIZONTAL), 24),
    "two arms": (TWO_ARMS, 14),
    "RPP, rotors": (with_rotors(RPP), 7),
    "RPR": (RPR, 9),
    "RPR across, rotors": (with_rotors(RPR_ACROSS), 9),
    "PRR, rotors": (with_rotors(PRR), 10),
    "PPP": (arm("P", "P alpha=Pi/2", "P alpha=Pi/2", name="ppp"), 3),
    "rx90": (read("rx90"), 36),
    "rx90, rotors": (with_rotors(read("rx90")), 40),
    "stanford of the library": (read("stanford"), 33),
    "puma560": (read("puma560"), 36),
    "general6r": (read("general6r"), 36),
    "rrp": (read("rrp"), 14),
    "sr400": (read("sr400"), 39),
    "sr400, rotors": (with_rotors(read("sr400")), 43),
    "akr3000": (read("akr3000"), 54),
    "akr3000, rotors": (with_rotors(read("akr3000")), 60),
}


@pytest.mark.parametrize("name", COUNTS)
def test_published_numbers(name: str) -> None:
    robot, expected = COUNTS[name]
    found = base_parameters(robot)
    assert len(found.inertial) == expected
    assert found.proof.rank == expected


@pytest.mark.parametrize(("name", "expected"), [("sr400", 50), ("akr3000", 58)])
def test_equivalent_trees(name: str, expected: int) -> None:
    assert len(base_parameters(read(name), equivalent_tree=True).inertial) == expected


def test_the_antiparallelogram_of_the_sr400_has_eight_more() -> None:
    found = base_parameters(read("sr400"), assembly_mode=2)
    assert "antiparallelogram" in found.mode
    assert len(found.inertial) == 47


@pytest.mark.parametrize(
    ("motion", "expected"),
    [
        ({"VP0": "0 0 Z"}, "ZZ1 ZZ2 MX2 MY2 IA2"),
        ({"VP0": "X 0 0"}, "ZZ1 MX1 MY1 ZZ2 MX2 MY2 IA2"),
        ({"W0": "0 0 Z"}, "ZZ1 ZZ2 MX2 MY2 IA2"),
        ({"W0": "X 0 0"}, "XX1 XY1 ZZ1 XX2 XY2 ZZ2 MX2 MY2 IA2"),
        ({"WP0": "0 0 Z"}, "ZZ1 IA1 ZZ2 MX2 MY2 IA2"),
        ({"WP0": "X 0 0"}, "XZ1 YZ1 ZZ1 XZ2 YZ2 ZZ2 MX2 MY2 IA2"),
    ],
)
def test_which_motion_of_the_base_matters(motion: dict[str, str], expected: str) -> None:
    """A horizontal 2R with rotors: only what the torques feel of this motion is left.

    An acceleration along the axes is not felt, nor a steady turn about them; one across them shows
    MX1 and MY1. The rotor of joint 1 does not turn with an accelerated base, its link does.
    """
    found = base_parameters(moving(with_rotors(HORIZONTAL), **motion))
    assert " ".join(map(str, found.inertial)) == expected


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # files may be doubtful
def test_robot_files(robot_file: Path) -> None:
    """Extra: the files beside the clone, against the table there."""
    if not RANKS.is_file():
        pytest.skip("no table of ranks beside the clone")
    text = RANKS.read_text(encoding="utf-8")
    line = rf"^\| {re.escape(robot_file.name)} \|.*\| (\d+)( \(equivalent tree\))? \|$"
    row = re.search(line, text, re.MULTILINE)
    if row is None:
        pytest.skip(f"{robot_file.name} is not in the table of ranks")
    robot = load_file(robot_file)
    assert isinstance(robot, Robot)
    if robot.base.motion is BaseMotion.FLOATING:
        pytest.skip("the table counts the torques of the joints, without the force on the base")
    found = base_parameters(robot, equivalent_tree=bool(row[2]))
    assert len(found.inertial) == int(row[1])
