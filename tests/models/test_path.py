"""Paths between frames: what is merged, what it is called, and that nothing else changes.

Values are exact, modulo a prime or by equality of parts; robots are small enough to follow by hand.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from kinematic_states import Array, at_random, floats, parallel_tree, tables
from symoro import library
from symoro.catalog.generate import generate
from symoro.errors import ModelError
from symoro.expressions import PI, ModularArithmetic, symbol
from symoro.ir.program import Let
from symoro.models.geometry.path import (
    Screw,
    Term,
    Terms,
    XScrew,
    ZScrew,
    inverse_screws,
    is_quarter_turn,
    merge_screws,
    path,
    steps,
)
from symoro.models.geometry.transforms import Chain
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.robot import JointType, Robot, Structure, general_link, joint_frame

R, P, F = JointType.REVOLUTE, JointType.PRISMATIC, JointType.FIXED
MODELS = ("transform", "fast-transform", "jacobian", "velocities", "accelerations", "jdot-qdot")


def tree(*rows: Mapping[str, Any]) -> Robot:
    """A robot from rows of the table; joint variables and antecedents have their usual values."""
    frames = []
    for j, row in enumerate(rows, start=1):
        given = {"ant": j - 1, "sigma": R, **row}
        antecedent, sigma = given.pop("ant"), given.pop("sigma")
        own = {R: {"theta": symbol(f"t{j}")}, P: {"r": symbol(f"r{j}")}, F: {}}[sigma]
        frames.append(joint_frame(j, antecedent, sigma, **{**own, **given}))
    links = tuple(general_link(j) for j in range(1, len(rows) + 1))
    return Robot("tree", Structure.TREE, tuple(frames), links)


def theta(*frames: int) -> Terms:
    """Angles theta, those of negative numbers with a minus."""
    return tuple(Term(int(math.copysign(1, k)), "theta", abs(k)) for k in frames)


def d(*frames: int) -> Terms:
    return tuple(Term(int(math.copysign(1, k)), "d", abs(k)) for k in frames)


def z_screw(screws: list[Screw]) -> ZScrew:
    """The one screw of a path along parallel axes."""
    (only,) = screws
    assert isinstance(only, ZScrew)
    return only


def names(model: Model) -> list[str]:
    return [each.name for each in model.program.statements if isinstance(each, Let)]


def made(name: str, robot: Robot, **own: Any) -> Model:
    """A verified model."""
    return generate(name, robot, Options(own={k.rstrip("_"): v for k, v in own.items()}))


def listed(model: Model) -> list[str]:
    return [line for line in model.code().splitlines() if not line.startswith("(*")]


# What is merged


def test_parallel_axes_are_one_screw_with_the_distances_between_them() -> None:
    robot = tree({}, {"d": "D2"}, {"d": "D3"})
    screw = z_screw(path(robot, 0, 3))
    assert screw.turns == ((theta(1), d(2)), (theta(2), d(3)), (theta(3), ()))
    assert screw.shift == ()
    assert screw.start == 0


def test_an_axis_without_a_distance_before_it_is_added_to_the_one_before() -> None:
    robot = tree({}, {}, {"d": "D3"}, {})
    assert z_screw(path(robot, 0, 4)).turns == ((theta(1, 2), d(3)), (theta(3, 4), ()))


def test_antiparallel_axes_are_subtracted_and_the_half_turn_goes_to_the_end() -> None:
    robot = tree({}, {"d": "D2", "alpha": PI}, {"d": "D3", "alpha": -PI}, {"alpha": 3 * PI})
    there_and_back = z_screw(path(robot, 0, 3))
    assert there_and_back.turns == ((theta(1), d(2)), (theta(-2), d(3)), (theta(3), ()))
    screw, half = path(robot, 0, 2)
    assert isinstance(screw, ZScrew)
    assert screw.turns == ((theta(1), d(2)), (theta(-2), ()))
    assert half == XScrew((), (), half=True)
    assert path(robot, 0, 4)[1:] == [XScrew((), (), half=True)]


def test_distances_along_antiparallel_axes_are_subtracted() -> None:
    robot = tree({"r": "R1"}, {"alpha": PI, "r": "R2"}, {"sigma": P, "b": "B3"})
    screw, _ = path(robot, 0, 3)
    parts = [
        Term(1, "r", 1),
        Term(-1, "r", 2),
        Term(-1, "b", 3),
        Term(-1, "r", 3),
    ]
    assert screw.shift == tuple(parts)


def test_angles_gamma_and_fixed_frames_are_merged_too() -> None:
    tool = {"sigma": F, "gamma": "g2", "theta": "h2", "d": "D2"}
    robot = tree({"gamma": "g1"}, tool, {"gamma": "g3"})
    gammas = {k: Term(1, "gamma", k) for k in (1, 2, 3)}
    first = (gammas[1], *theta(1), gammas[2])
    second = (*theta(2), gammas[3], *theta(3))
    assert z_screw(path(robot, 0, 3)).turns == ((first, d(2)), (second, ()))


def test_a_prismatic_joint_between_parallel_axes_is_a_distance_along_them() -> None:
    robot = tree({}, {"sigma": P, "d": "D2"}, {"d": "D3"})
    screw = z_screw(path(robot, 0, 3))
    assert screw.turns == ((theta(1), d(2, 3)), (theta(3), ()))
    assert screw.shift == (Term(1, "r", 2),)


def test_branches_on_both_sides_of_a_root_meet_in_one_screw() -> None:
    """The SR400's joints 2 and 7 have one axis: between them is only the angle t7 - t2."""
    robot = library.robot("sr400")
    screw = z_screw(path(robot, 2, 7))
    assert screw == ZScrew(((theta(-2, 7), ()),), (), 2)
    there = z_screw(path(robot, 3, 8))
    assert there.turns == ((theta(-3), d(-3)), (theta(-2, 7), d(8)), (theta(8), ()))


def test_what_cancels_leaves_no_screw() -> None:
    """Two branches with the same twist, distance and angle: their frames coincide."""
    row = {"ant": 1, "alpha": "a", "d": "D", "gamma": "g", "b": "B"}
    robot = tree({}, row | {"theta": "t2"}, row | {"theta": "t3"})
    assert path(robot, 1, 1) == []
    assert z_screw(path(robot, 2, 3)).turns == ((theta(-2, 3), ()),)
    same = tree({}, row | {"sigma": F, "theta": "h"}, row | {"sigma": F, "theta": "h"})
    assert path(same, 2, 3) == []


def test_twists_that_add_up_to_a_multiple_of_pi_are_seen() -> None:
    """Rx(a) Rx(Pi - a) is a half turn, Rx(Pi/2) Rx(-Pi/2) nothing at all."""
    robot = tree(
        {}, {"sigma": F, "alpha": "a"}, {"alpha": PI - symbol("a"), "d": "D3"}, {"alpha": PI}
    )
    assert z_screw(path(robot, 0, 4)).turns == ((theta(1), d(3)), (theta(-3, 4), ()))
    robot = tree({}, {"sigma": F, "alpha": PI / 2, "d": "D2"}, {"alpha": -PI / 2, "d": "D3"})
    assert z_screw(path(robot, 0, 3)).turns == ((theta(1), d(2, 3)), (theta(3), ()))


def test_a_general_twist_is_never_merged() -> None:
    robot = tree({}, {"alpha": "a2"}, {"alpha": PI / 2})
    kinds = [type(screw) for screw in path(robot, 0, 3)]
    assert kinds == [ZScrew, XScrew, ZScrew, XScrew, ZScrew]
    quarters = [is_quarter_turn(robot, s) for s in path(robot, 0, 3) if isinstance(s, XScrew)]
    assert quarters == [False, True]


@pytest.mark.parametrize("seed", range(40))
def test_merging_changes_no_product(seed: int) -> None:
    """The steps one after another and merged, modulo a prime; also there and back again."""
    robot = parallel_tree(seed)
    field = ModularArithmetic(robot.name)
    values = {name: field.symbol(name) for name in robot.symbols}
    chain = Chain(robot, tables(robot, values, field))
    for end in range(1, robot.n_frames + 1):
        way = robot.chain(seed % robot.n_frames, end)
        plain = steps(robot, way)
        back = steps(robot, way[::-1])
        merged = merge_screws(robot, plain)
        inverse = chain.product(inverse_screws(robot, merged))
        assert_equal(inverse @ chain.product(plain), np.eye(4, dtype=int).astype(object))
        assert_equal(chain.product(merge_screws(robot, plain)), chain.product(plain))
        assert_equal(
            chain.product(merge_screws(robot, [*plain, *back])), np.eye(4, dtype=int).astype(object)
        )


def assert_equal(found: Any, expected: Any) -> None:
    assert found.shape == expected.shape
    assert all(a == b for a, b in zip(found.ravel(), expected.ravel(), strict=True))


# What it is called


def test_the_rx90_has_the_sum_of_its_parallel_axes() -> None:
    for name in ("transform", "fast-transform"):
        model = made(name, library.robot("rx90"))
        assert "C23=cos(t2 + t3);" in listed(model)
        assert "S23=sin(t2 + t3);" in listed(model)
        assert not {"C3", "S3"} & set(names(model))
    assert "C23" in names(made("jacobian", library.robot("rx90"), projection=0))


def test_signs_of_the_angles_are_in_the_name() -> None:
    robot = tree({}, {"alpha": PI, "d": "D2"}, {"alpha": PI, "d": "D3"})
    model = made("fast-transform", robot)
    assert listed(model).count("Cpm12=cos(t1 - t2);") == 1
    assert listed(model).count("Cpmp123=cos(t1 - t2 + t3);") == 1
    between = made("transform", library.robot("sr400"), from_=2, to=7)
    assert "Spm_2_7=sin(t2 - t7);" in listed(between)
    assert len([n for n in names(between) if n[0] in "SC"]) == 2


def test_gamma_and_alpha_have_their_letters() -> None:
    robot = tree({"gamma": "g1"}, {"alpha": "a2"}, {"gamma": "g3", "alpha": PI / 2})
    assert {"Cg1", "Ca2", "Cg23", "C3"} <= set(names(made("fast-transform", robot)))


def test_equal_labels_of_different_sums_are_told_apart() -> None:
    """g3 + t2 and g3 + t2 + h3 have the letters g, 2 and 3: the second name gives way."""
    robot = tree({}, {}, {"sigma": F, "gamma": "g3", "d": "D3", "theta": "h3"}, {"d": "D4"})
    text = listed(made("transform", robot))
    assert "Cg123=cos(t1 + t2 + g3);" in text
    assert "Cg123_=cos(t1 + t2 + g3 + h3);" in text


def test_from_ten_frames_on_an_underscore_stands_before_each_frame() -> None:
    rows = [{"d": f"D{j}", "alpha": 0 if j % 2 == 0 else PI / 2} for j in range(1, 13)]
    robot = tree(*rows)
    transform = names(made("fast-transform", robot))
    assert {"C_1_2", "S_11_12", "T10T12_14", "T0T12_34"} <= set(transform)
    assert len(set(transform)) == len(transform)
    jacobian = names(made("jacobian", robot, projection=0))
    assert {"LJ1_11", "C_11", "J_11", "J_612", "L_66"} <= set(jacobian)
    motion = names(made("jdot-qdot", robot))
    assert {"WPJ1_12", "VPJ3_11"} <= set(motion)


TAKEN = ("C23", "S1", "T0T611", "L", "J", "J11", "L11", "LJ12", "V16", "WP11", "VPJ36", "T4T611")


@pytest.mark.parametrize("model", MODELS)
def test_symbols_of_the_user_are_never_taken(model: str) -> None:
    """Joint variables, lengths and inertias named like our own results keep their names."""
    rx90 = library.robot("rx90")
    own = ("D3", "RL4", *(f"t{j}" for j in range(1, 7)), *(f"XX{j}" for j in range(1, 5)))
    renamed = rx90.substitute({a: symbol(b) for a, b in zip(own, TAKEN, strict=True)})
    found, plain = made(model, renamed), made(model, rx90)
    assert not set(TAKEN) & set(names(found))
    assert len(set(names(found))) == len(names(found))
    assert found.operations == plain.operations
    assert found.code("c") != plain.code("c")


@pytest.mark.parametrize("model", MODELS)
def test_a_length_may_be_called_q(model: str) -> None:
    robot = library.robot("rx90").substitute({"D3": symbol("q"), "RL4": symbol("QP")})
    values = {"q": 0.45, "QP": 0.4}
    at = np.linspace(-1, 1, 6)
    wanted = made(model, library.robot("rx90"))
    found = made(model, robot).compile()
    expected = wanted.compile()
    states = [at] * len(wanted.states)
    given, plain = values, {"D3": 0.45, "RL4": 0.4}
    assert_same(found(*states, parameters=given), expected(*states, parameters=plain))


def assert_same(found: Any, expected: Any) -> None:
    pairs = [(found[k], expected[k]) for k in expected] if isinstance(expected, dict) else None
    for a, b in pairs or [(found, expected)]:
        assert np.array_equal(a, b)


# Odd cases


def test_frames_that_only_turn_by_multiples_of_pi_need_no_function() -> None:
    """A tool of half turns costs nothing at all."""
    robot = tree({}, {"sigma": F, "alpha": PI, "theta": PI, "gamma": PI, "d": "D2"})
    model = made("transform", robot, from_=1, to=2)
    assert (model.operations.add, model.operations.mul, model.operations.trig) == (0, 0, 0)
    T = floats(Chain(robot, at_random(robot, 1).m).transform(1, 2))
    assert [T[k, k] for k in range(3)] == pytest.approx([1, -1, -1])


def test_the_base_in_the_world_is_its_matrix_and_back() -> None:
    robot = parallel_tree(1)
    state = at_random(robot, 1)
    chain = Chain(robot, state.m)
    Z: Array = floats(state.m.Z)
    assert np.array_equal(floats(chain.transform(-1, 0)), Z)
    assert floats(chain.transform(0, -1)) == pytest.approx(np.linalg.inv(Z))
    assert np.array_equal(floats(chain.transform(-1, -1)), np.eye(4))


@pytest.mark.parametrize("model", ["transform", "fast-transform", "jacobian"])
def test_the_place_of_the_base_may_have_symbols(model: str) -> None:
    robot = parallel_tree(3)
    own = {"projection": -1, "intermediate": -1} if model == "jacobian" else {"from_": -1, "to": 6}
    assert {"zx", "zu"} <= set(made(model, robot, **own).program.parameters)


def test_a_base_that_moves_with_a_joint_is_refused() -> None:
    """Its pose is a table like the others: with t1 in it the Jacobian would be another."""
    robot = parallel_tree(3)
    moving = robot.substitute({"zx": robot.variables[1]})
    with pytest.raises(ModelError, match="Z depends on t1"):
        made("jacobian", moving, projection=-1)
