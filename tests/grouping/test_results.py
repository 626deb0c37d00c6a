"""What a result says of itself: contents, values, names, relations written out and in steps."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import symoro
from grouping.chains import general_chain
from symoro import ModelError, Robot, UsageError
from symoro.expressions import ONE, ZERO, Expression, FloatArithmetic, evaluate, expression, symbol
from symoro.grouping.eliminations import Reason, Step
from symoro.grouping.regrouping import MOST_TERMS
from symoro.grouping.result import BaseParameters, Proof
from symoro.robot import ValueSet
from symoro.robot.parameter import DYNAMIC, Parameter, nonzero_parameters
from symoro.verify.sampling import sample_values

FLOATS = FloatArithmetic()
WHY = Reason("rule", "a reason")


def step(gone: str, **into: str) -> Step:
    """A step such as ``step("YY2", XX2="-1", ZZ1="d2^2")``."""

    def place(text: str) -> Parameter:
        return Parameter(int(text[-1]), text[:-1])

    return Step(place(gone), tuple((place(k), expression(value)) for k, value in into.items()), WHY)


def made(robot: Robot, *steps: Step) -> BaseParameters:
    return BaseParameters(robot, steps, "symbolic", Proof(0, "by hand"))


@pytest.fixture
def planar() -> Robot:
    return symoro.load("planar2r")


def numbers_of(robot: Robot, seed: int = 1) -> dict[str, float]:
    return sample_values(robot, random.Random(seed))


def computed(found: BaseParameters, numbers: dict[str, float]) -> dict[str, float]:
    """The base parameters from the printed relations, one after the other."""
    known = dict(numbers)
    for relation in found.relations:
        known[relation.name] = evaluate(relation.expression, known, FLOATS)
    return known


# Chains of eliminations


def test_what_goes_takes_with_it_what_it_received(planar: Robot) -> None:
    found = made(planar, step("M2", M1="1", ZZ1="d2^2"), step("M1", MX1="3"), step("YY1"))
    parts = {str(k): str(c) for k, c in found.coefficients[Parameter(1, "MX")].items()}
    assert parts == {"MX1": "1", "M1": "3", "M2": "3"}
    assert [str(p) for p in found.no_effect] == ["YY1"]
    assert str(found.groupings[0]) == "ZZ1R = ZZ1 + M2*d2^2"
    assert found.parameters == tuple(p for p in found.parameters if p not in found.eliminated)


def test_terms_that_cancel_are_no_members_whatever_their_form(planar: Robot) -> None:
    found = made(
        planar,
        step("YY2", XX2="1", ZZ2="cos(d2)^2"),
        step("XX2", ZZ2="sin(d2)^2 - 1"),
    )
    assert Parameter(2, "YY") in found.no_effect
    assert found.members[Parameter(2, "ZZ")] == (Parameter(2, "XX"), Parameter(2, "ZZ"))
    assert Parameter(2, "YY") not in found.coefficients[Parameter(2, "ZZ")]


def test_a_parameter_that_was_zero_may_receive(planar: Robot) -> None:
    links = (replace(planar.link(1), MX=ZERO), *planar.links[1:])
    found = made(replace(planar, links=links), step("M2", MX1="d2"))
    assert found.names[Parameter(1, "MX")] == "MX1R"
    assert symbol("MX1R") == found.robot.link(1).MX
    assert str(found.relations[0]) == "MX1R=M2*d2"


# Names


def test_a_users_symbol_is_never_taken(planar: Robot) -> None:
    links = (replace(planar.link(1), MX=symbol("ZZ1R")), *planar.links[1:])
    found = made(replace(planar, links=links), step("M2", ZZ1="d2^2"))
    assert found.names == {Parameter(1, "ZZ"): "ZZ1R_"}
    assert symbol("ZZ1R") == found.robot.link(1).MX


def test_labels_are_symbols_or_places_and_differ(planar: Robot) -> None:
    first = replace(planar.link(1), MX=expression("2*u"), MY=symbol("MX1"), M=symbol("m"))
    found = made(replace(planar, links=(first, *planar.links[1:])), step("M2", ZZ1="1"))
    labels = [found.labels[Parameter(1, name)] for name in ("ZZ", "MX", "MY", "M")]
    assert labels == ["ZZ1R", "MX1_", "MX1", "m"]


def test_totals_never_take_a_users_symbol() -> None:
    robot = general_chain(9)
    links = list(robot.links)
    links[0] = replace(links[0], ZZ=symbol("YYR5"))
    found = symoro.base_parameters(replace(robot, links=tuple(links)))
    names = [relation.name for relation in found.relations]
    assert len(set(names)) == len(names)
    assert "YYR5_" in names
    assert "YYR5" not in names


# Numbers


def test_values_are_what_the_relations_say(planar: Robot) -> None:
    found = symoro.base_parameters(planar)
    numbers = numbers_of(planar)
    known = computed(found, numbers)
    for label, value in found.values(numbers).items():
        assert value == pytest.approx(known[label], rel=1e-14)
    assert set(found.values(numbers)) == set(found.labels.values())


def test_values_name_what_is_missing_unknown_or_no_number(planar: Robot) -> None:
    found = symoro.base_parameters(planar)
    numbers = {name: numbers_of(planar)[name] for name in found.required_symbols}
    del numbers["d2"], numbers["M2"]
    with pytest.raises(UsageError, match="planar2r: no number for M2, d2; all of them"):
        found.values(numbers)
    with pytest.raises(UsageError, match="has no symbol mass"):
        found.values(numbers, mass=1.0)
    for wrong in ("1", None, True, float("nan"), 1j):
        with pytest.raises(UsageError, match="a finite number is needed, not d2 = "):
            found.values(numbers, M2=1.0, d2=wrong)  # type: ignore[arg-type]


def test_values_come_from_a_value_set_by_its_name(planar: Robot) -> None:
    found = symoro.base_parameters(planar)
    pairs = tuple((name, expression(value)) for name, value in numbers_of(planar).items())
    robot = replace(planar, values=(ValueSet("mine", (*pairs, ("other", ONE))),))
    again = symoro.base_parameters(robot)
    assert again.values("mine") == found.values(numbers_of(planar))
    with pytest.raises(UsageError, match="no value set yours; its value sets are: mine"):
        again.values("yours")
    assert again.robot.parameter_values("mine")["ZZ1R"] == again.values("mine")["ZZ1R"]


def test_a_value_set_without_inertia_is_kept_as_it_is() -> None:
    rx90 = symoro.load("rx90")
    assert rx90.values
    assert symoro.base_parameters(rx90).robot.values == rx90.values


def test_a_robot_of_numbers_needs_none(planar: Robot) -> None:
    numbers = numbers_of(planar)
    constant = {
        name for p in nonzero_parameters(planar, DYNAMIC) for name in p.entry(planar).symbols
    } | {
        "d2",
        "d3",
    }
    robot = planar.substitute({name: numbers[name] for name in sorted(constant)})
    found = symoro.base_parameters(robot)
    assert found.required_symbols == frozenset()
    general = symoro.base_parameters(planar).values({n: numbers[n] for n in constant})
    assert list(found.values().values()) == pytest.approx(list(general.values()), rel=1e-12)


def test_a_value_that_is_not_defined_is_a_usage_error(planar: Robot) -> None:
    found = made(planar, step("M2", ZZ1="1/d2"))
    numbers = {**dict.fromkeys(found.required_symbols, 1.0), "d2": 0.0}
    with pytest.raises(UsageError, match="the groupings have no value at these numbers"):
        found.values(numbers)


def test_parameters_without_effect_need_no_number(planar: Robot) -> None:
    found = symoro.base_parameters(planar)
    assert found.required_symbols == {"d2", "M2", "ZZ1", "MX1", "MY1", "ZZ2", "MX2", "MY2"}
    with pytest.raises(UsageError, match="no number for MX1"):
        found.values(dict.fromkeys(found.required_symbols - {"MX1"}, 1.0))


# Long relations


@pytest.mark.parametrize("n", [6, 7, 9])
def test_relations_in_steps_and_written_out_give_the_same_numbers(n: int) -> None:
    """The relations of 7 joints and more come in steps, those of 6 are written out."""
    robot = general_chain(n)
    found = symoro.base_parameters(robot)
    assert any(relation.total for relation in found.relations) == (n > 6)
    numbers = numbers_of(robot)
    known = computed(found, numbers)
    values = found.complete(numbers, FLOATS)
    for p, name in found.names.items():
        assert known[name] == pytest.approx(values[p], rel=1e-12, abs=1e-12)


def test_what_is_too_long_to_write_out_is_refused_with_the_remedy() -> None:
    found = symoro.base_parameters(general_chain(9))
    with pytest.raises(ModelError, match=f"more than {MOST_TERMS} terms; relations gives them"):
        _ = found.groupings
    with pytest.raises(ModelError, match="members says what they contain"):
        _ = found.coefficients
    zz = found.members[Parameter(1, "ZZ")]
    assert {Parameter(j, "M") for j in range(2, 10)} <= set(zz)


def test_totals_are_used_by_later_lines_and_only_those_are_printed() -> None:
    found = symoro.base_parameters(general_chain(12))
    later: set[str] = set()
    for relation in reversed(found.relations):
        if relation.total:
            assert relation.name in later
        later |= relation.expression.symbols
    totals = {relation.name for relation in found.relations if relation.total}
    seen: set[str] = set()
    for relation in found.relations:
        assert relation.expression.symbols & totals <= seen
        seen.add(relation.name)


# The robot


def test_the_base_robot_holds_base_parameters_and_zeros() -> None:
    standard = symoro.load("rx90")
    found = symoro.base_parameters(standard)
    assert found.robot.name == "rx90base"
    assert set(nonzero_parameters(found.robot, DYNAMIC)) == set(found.parameters)
    assert found.robot.frames == standard.frames
    assert found.robot.base == standard.base
    for p in found.parameters:
        kept: Expression = p.entry(standard)
        assert p.entry(found.robot) == (symbol(found.names[p]) if p in found.names else kept)


def test_a_base_robot_is_its_own_base_robot() -> None:
    """Base parameters of base parameters: nothing is left to group."""
    base = symoro.base_parameters(symoro.load("rx90")).robot
    again = symoro.base_parameters(base)
    assert again.steps == ()
    assert replace(again.robot, name=base.name) == base


def test_friction_stays_and_is_not_counted() -> None:
    found = symoro.base_parameters(symoro.load("rx90"), include=["ia", "friction"])
    assert len(found.inertial) == 40
    assert len(found.parameters) == 40 + 12
    assert symbol("FS1") == found.robot.link(1).FS
