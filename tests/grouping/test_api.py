"""What may be asked of `base_parameters`, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

import symoro
from symoro import ModelError, Robot, RobotWarning, UsageError
from symoro.expressions import expression


def changed(robot: Robot, j: int, **entries: str) -> Robot:
    links = list(robot.links)
    links[j - 1] = replace(links[j - 1], **{k: expression(v) for k, v in entries.items()})
    return replace(robot, links=tuple(links))


def test_options_change_the_robot_first() -> None:
    rrp = symoro.load("rrp")
    assert len(symoro.base_parameters(rrp).inertial) == 14
    found = symoro.base_parameters(rrp, include=["ia"], substitute={"XY3": 0})
    assert str(found.standard.link(3).IA) == "IA3"
    assert "XY3" not in found.standard.symbols
    assert all("XY3" not in str(relation) for relation in found.relations)


def test_the_equivalent_tree_is_noted_and_has_more_parameters() -> None:
    sr400 = symoro.load("sr400")
    tree = symoro.base_parameters(sr400, equivalent_tree=True)
    assert len(tree.inertial) == 50
    assert tree.notes == ("base parameters of the equivalent tree; loops cut: 1",)
    assert tree.mode == ""
    assert len(symoro.base_parameters(sr400).inertial) == 39
    assert len(symoro.base_parameters(sr400, assembly_mode=2).inertial) == 47


def test_zero_gravity_is_noted() -> None:
    found = symoro.base_parameters(symoro.load("rrp"), substitute={"G3": 0})
    assert found.notes == ("gravity is zero: what only gravity would show has no effect",)
    assert len(found.inertial) == 10


def test_wrong_calls_are_refused_with_what_would_be_right() -> None:
    rrp = symoro.load("rrp")
    with pytest.raises(UsageError, match="a Robot is needed, not str"):
        symoro.base_parameters("rrp")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="the methods are symbolic and numeric, not exact"):
        symoro.base_parameters(rrp, "exact")
    with pytest.raises(UsageError, match="rrp has no loops, so there are no assembly modes"):
        symoro.base_parameters(rrp, assembly_mode=1)
    with pytest.raises(UsageError, match="constraints belong to the numeric method"):
        symoro.base_parameters(rrp, constraints={"q3": "q2"})
    with pytest.raises(UsageError, match="ia, friction, friction=LAWS"):
        symoro.base_parameters(rrp, include="luck")
    with pytest.raises(UsageError, match="rrp has no symbol zz"):
        symoro.base_parameters(rrp, substitute={"zz": 1})


def test_a_symbol_of_both_kinds_is_refused_by_place() -> None:
    rrp = symoro.load("rrp")
    with pytest.raises(ModelError, match=r"link 3, MX: b1 is also in frame 1, b, so .* MX3 a sym"):
        symoro.base_parameters(changed(rrp, 3, MX="M3*b1"))
    with pytest.raises(ModelError, match=r"link 3, MX depends on q3, the variable of joint 3"):
        symoro.base_parameters(changed(rrp, 3, MX="M3*q3"))
    with pytest.raises(ModelError, match=r"link 2, FV: d1 is also in frame 1, d"):
        symoro.base_parameters(changed(rrp, 2, FV="d1"))


def test_entries_that_are_expressions_of_inertial_symbols_are_grouped_as_they_are() -> None:
    found = symoro.base_parameters(changed(symoro.load("rrp"), 2, YY="I2 + m2/4", ZZ="I2"))
    relations = {relation.name: str(relation.expression) for relation in found.relations}
    assert relations["ZZ1R"] == "I2 + ZZ1 + ZZ3 + m2/4"
    assert relations["ZZ2R"] == "I2 + YY3"


@pytest.mark.parametrize("name", ["rssr", "rsur"])
def test_loops_without_closed_form_are_completed_in_floating_point(name: str) -> None:
    """The result says so, and is that of the numeric method."""
    robot = symoro.load(name)
    found = symoro.base_parameters(robot)
    assert found.method == "symbolic"
    assert found.notes == (
        "the loops have no closed form: completeness was checked in floating point",
    )
    assert "singular values" in found.proof.text
    assert found.parameters == symoro.base_parameters(robot, "numeric").parameters
    assert found.proof.rank == len(found.inertial) == 12


def test_angles_that_were_read_as_exact_are_told_in_floating_point_too() -> None:
    robot = symoro.load("rssr")
    first, second, *others = robot.frames
    rounded = replace(second, alpha=expression("1.57079632679"))
    with pytest.warns(RobotWarning, match="write Pi/2 for the exact angle"):
        by_numbers = symoro.base_parameters(replace(robot, frames=(first, rounded, *others)))
    assert "floating point" in by_numbers.notes[0]
    assert "frame 2, alpha" in by_numbers.notes[1]


def test_an_exact_proof_has_no_note() -> None:
    found = symoro.base_parameters(symoro.load("fourbar"))
    assert found.notes == ()
    assert "exact" in found.proof.text
