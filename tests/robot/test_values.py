"""Numbers for the parameters of a robot: their names, their order, and what is refused."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from symoro import UsageError, library
from symoro.expressions import expression
from symoro.robot import ValueSet
from symoro.robot.values import exact_values, fold_values, missing_values, only_set
from symoro.robot.variant import variant

ARM = library.robot("planar2r")


def test_a_value_set_is_put_in_by_its_name() -> None:
    folded = ARM.substitute("course")
    assert str(folded.frame(2).d) == "1"
    assert folded.link(2).ZZ.number == Fraction(337, 100)
    assert folded.folded == (("values", "course"),)
    assert folded.values == ARM.values
    assert folded == ARM.substitute(dict(ARM.value_set("course").values))  # but for `folded`
    assert ARM.folded == ()


def test_decimals_are_exact_whoever_writes_them() -> None:
    for written in (0.1, "0.1", "1/10", Fraction(1, 10), expression("0.1"), "1e-1"):
        assert exact_values(ARM, param={"M2": written})["M2"].number == Fraction(1, 10)
    assert str(exact_values(ARM, param={"d2": "Pi/2"})["d2"]) == "Pi/2"


def test_single_numbers_take_precedence() -> None:
    mixed = exact_values(ARM, {"d2": 1, "d3": 2}, {"d3": 3})
    assert {name: str(x) for name, x in mixed.items()} == {"d2": "1", "d3": "3"}
    assert fold_values(ARM, "course", {"d3": 0.3}).folded == (
        ("values", "course"),
        ("param", "d3=0.3"),
    )


def test_the_only_value_set_of_a_robot_is_its_nominal_one() -> None:
    assert ARM.value_set("nominal") == ARM.value_set("course")
    assert ARM.substitute("nominal").links == ARM.substitute("course").links
    other = ValueSet("other", (("d2", expression(1)),))
    with pytest.raises(UsageError, match="no value set nominal; its value sets are: course, other"):
        replace(ARM, values=(*ARM.values, other)).value_set("nominal")
    mine = ValueSet("nominal", (("d2", expression(1)),))
    assert replace(ARM, values=(*ARM.values, mine)).value_set("nominal") == mine


def test_a_set_of_the_robot_may_hold_more_than_its_parameters() -> None:
    """It serves all variants: base parameters, friction, a posture of the file's author."""
    own = ValueSet("mine", (("d2", expression(1)), ("other", expression(2)), ("t1", expression(3))))
    robot = replace(ARM, values=(own,))
    assert exact_values(robot, "mine").keys() == {"d2"}
    assert exact_values(robot, own).keys() == {"d2"}
    with pytest.raises(UsageError, match=r"^mine: planar2r has no symbol other"):
        exact_values(ARM, own)  # which is another's


@pytest.mark.parametrize(
    ("values", "param", "message"),
    [
        ("cours", None, r"planar2r has no value set cours; did you mean course\? its value sets"),
        ("x", None, "planar2r has no value set x; its value sets are: course "),
        ({"m2": 1}, None, r"values: planar2r has no symbol m2; did you mean M2"),
        (None, {"K": 1, "zz": 2}, "param: planar2r has no symbol K, zz; "),
        (None, {"t2": 0}, "param: t2 is the variable of joint 2 of planar2r, not a parameter"),
        ({"QP1": 0}, None, "values: QP1 is QP of joint 1 of planar2r, not a parameter"),
        (None, {"GAM1": 0}, "GAM1 is GAM of joint 1 of planar2r"),
        (
            None,
            {"M2": "M1/2"},
            r"param: M2: M1/2 is no number \(M1/2 has the symbol M1; .*substitute=\.\.\.",
        ),
        (None, {"M2": math.nan}, "param: M2: nan is no number"),
        (None, {"M2": -math.inf}, "param: M2: -inf is no number"),
        (None, {"M2": True}, "param: M2: True is no number"),
        (None, {"M2": None}, "param: M2: None is no number"),
        (None, {"M2": "1/0"}, "param: M2: division by zero"),
        (None, {"M2": "2 +"}, "param: M2: .*column"),
        (None, {"M2": 10**400}, "param: M2: .*beyond the range of double precision"),
        (None, {"M2": 1e-320}, "param: M2: 1e-320 is no number .nearer to zero than .* write 0"),
        (None, 3, "param is a mapping from symbol to number, not int"),
        (3, None, "values is a mapping from symbol to number, the name of a value set or a .json"),
        (["M2"], None, "values is a mapping .*not list"),
    ],
)
def test_wrong_numbers_are_refused_by_name(values: Any, param: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        exact_values(ARM, values, param)


def test_what_is_no_mapping_cannot_be_substituted() -> None:
    with pytest.raises(UsageError, match=r"values is a mapping .*name of a value set .*not int"):
        ARM.substitute(3)  # type: ignore[arg-type]


def test_a_power_of_the_tables_takes_a_negative_base_with_an_integer_exponent() -> None:
    arm = ARM.substitute({"d2": "D^K"})
    assert str(variant(arm, param={"D": -2, "K": 2}).frame(2).d) == "4"
    assert str(variant(arm, param={"K": "1/3"}).frame(2).d) == "D^(1/3)"
    with pytest.raises(UsageError, match=r"planar2r: D\^K with D = -2: .*base must be positive"):
        variant(arm, param={"D": -2})


def test_an_expression_and_a_number_for_one_symbol_are_too_many() -> None:
    with pytest.raises(UsageError, match=r"param: M2: substitute=\.\.\. has put an expression"):
        variant(ARM, substitute={"M2": 1}, param={"M2": 2})
    again = variant(ARM, substitute={"M2": "2*M2"}, param={"M2": 2})
    assert str(again.link(2).M) == "4"
    both = variant(ARM, substitute={"M2": "m"}, values={"M2": 1, "m": 3})
    assert str(both.link(2).M) == "3"  # the value of M2 has nowhere to go


def test_a_number_without_a_value_in_the_tables_is_refused() -> None:
    divided = ARM.substitute({"d2": "1/K"})
    with pytest.raises(UsageError, match="planar2r: 1/K with K = 0: division by zero"):
        variant(divided, param={"K": 0})


def test_the_only_set_is_that_of_a_robot_that_has_one_and_needs_it() -> None:
    only = only_set(ARM)
    assert only is not None
    assert only.name == "course"
    assert only_set(library.robot("ur5")) is None
    assert only_set(library.robot("rrp")) is None
    assert only_set(ARM.substitute("course")) is None


def test_missing_numbers_are_named_with_those_that_there_are() -> None:
    robot = library.robot("ur5")
    text = missing_values(robot, ["M2", "M1"], "lengths")
    assert text.startswith("ur5: no number for M1, M2; lengths has only D3, D4, RL1, RL4, RL5, RL6")
    assert "(--param M1=NUMBER, param={'M1': ...}) or a value set (--values NAME" in text
    assert text.endswith("value sets of ur5: lengths, maker")
    assert "lengths has only" in missing_values(robot.substitute("lengths"), ["M1"])
    assert "none" in missing_values(library.robot("rrp"), ["a1"])
