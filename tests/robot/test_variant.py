"""General symbols that options put in: the motion of the base, wrenches on every link."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

import symoro
from symoro.errors import UsageError
from symoro.expressions import ZERO, symbol
from symoro.robot import Base, BaseMotion
from symoro.robot.base import BASE_MOTION
from symoro.robot.link import WRENCH
from symoro.robot.variant import variant

PLANAR = symoro.load("planar2r")


def test_a_base_that_moves_has_a_symbol_for_each_component() -> None:
    base = variant(PLANAR, include=["base"]).base
    assert base.motion is BaseMotion.MOVING
    names = {array: [str(entry) for entry in getattr(base, array)] for array in BASE_MOTION}
    assert names == {array: [f"{array}{k}" for k in (1, 2, 3)] for array in BASE_MOTION}
    assert base.G == PLANAR.base.G


def test_motion_that_is_there_stays_and_a_name_of_the_user_is_never_taken() -> None:
    known = Base(BaseMotion.MOVING, W0=(ZERO, ZERO, symbol("spin")), G=(ZERO, symbol("W01"), ZERO))
    base = variant(replace(PLANAR, base=known), include=["base"]).base
    assert [str(entry) for entry in base.W0[1:]] == ["W02", "spin"]
    assert str(base.W0[0]) != "W01"


def test_a_floating_base_has_no_motion_of_its_own() -> None:
    with pytest.raises(UsageError, match="planar2rfloating has a floating base"):
        variant(PLANAR, include=["base"], floating_base=True)


@pytest.mark.parametrize(("floating", "first"), [(False, 1), (True, 0)])
def test_wrenches_on_every_link_are_those_of_each(floating: bool, first: int) -> None:
    every = variant(PLANAR, include=["wrench=all"], floating_base=floating)
    one_by_one = [f"wrench={j}" for j in range(first, PLANAR.n_links + 1)]
    assert every == variant(PLANAR, include=one_by_one, floating_base=floating)
    assert {f"{name}{j}" for name in WRENCH for j in (1, 2, 3)} <= every.symbols
    assert ("FX0" in every.symbols) is floating


def test_wrenches_of_a_closed_robot_are_those_of_its_links() -> None:
    robot = symoro.load("sr400")
    names = variant(robot, include=["wrench=all"]).symbols - robot.symbols
    assert names == {f"{name}{j}" for name in WRENCH for j in range(1, robot.n_links + 1)}


@pytest.mark.parametrize("word", ["bases", "wrench=every", "wrench="])
def test_another_word_is_refused_with_those_there_are(word: str) -> None:
    with pytest.raises(UsageError, match=r"wrench=J \(J: the number of a link\), wrench=all or ba"):
        variant(PLANAR, include=[word])


def test_torques_on_a_base_that_moves_are_those_of_gravity_and_of_a_joint() -> None:
    """The acceleration of a base is gravity upside down; a base that spins is a joint before.

    Joint 1 of planar2r turns about z of frame 0 at the origin, so a base with W0 = (0, 0, w) and
    WP0 = (0, 0, a) does what joint 1 does with QP1 = w and QDP1 = a.
    """
    fixed, moving = (symoro.idm(PLANAR, include=word) for word in ("", "base"))
    constants = dict.fromkeys(moving.program.parameters, 0.5)
    QP, QDP = np.array([1.0, 2.0]), np.array([0.5, -1.0])
    state = {"q": np.array([0.3, -0.8]), "QP": QP, "QDP": QDP}
    one = np.array([1.0, 0.0])

    def torques(model: symoro.Model, G2: float, **arrays: Any) -> Any:
        names = model.program.parameters
        values = {name: constants[name] for name in names} | {"G2": G2}
        return model.compile()(**state | arrays, parameters=values)

    def on_moving_base(w: float, a: float, v: float) -> Any:
        base = {"W0": (0, 0, w), "WP0": (0, 0, a), "VP0": (0, v, 0)}
        return torques(moving, -9.81, **{name: np.array(x, float) for name, x in base.items()})

    near = partial(pytest.approx, rel=1e-13)  # a dozen terms of size 10
    assert on_moving_base(0, 0, 2.5) == near(torques(fixed, -9.81 - 2.5))
    spun = torques(fixed, -9.81, QP=QP + 0.7 * one, QDP=QDP - 0.4 * one)
    assert on_moving_base(0.7, -0.4, 0) == near(spun)
