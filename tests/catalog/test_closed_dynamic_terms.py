"""Models of closed robots beyond the five basic ones: shapes, notes, refusals; all are verified."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import symoro
from closed_robots import driven
from symoro import Model, ModelError, Robot, UsageError, library
from symoro.expressions import ZERO, symbol
from symoro.robot import BaseMotion

Make = Callable[..., Model]

FIVEBAR, RSUR, SR400 = map(library.robot, ("fivebar", "rsur", "sr400"))
ONE = driven(FIVEBAR, 1)


def sprung(robot: Robot, joint: int, mu: bool = False) -> Robot:
    """The robot with a spring at a joint."""
    fields = {"eta": True, "mu": mu, "k": symbol("k"), "rest": symbol("rest")}
    frames = (replace(f, **fields) if j == joint else f for j, f in robot)  # type: ignore[arg-type]
    return replace(robot, frames=tuple(frames))


def turning(robot: Robot) -> Robot:
    """The robot on a base of known motion."""
    spin = (symbol("WX"), ZERO, symbol("WZ"))
    base = replace(robot.base, motion=BaseMotion.MOVING, W0=spin, VP0=(symbol("VPX"), ZERO, ZERO))
    return replace(robot, base=base)


LOADED = {"include": ("friction", "wrench=all")}
AFLOAT = {"floating_base": True, "include": ("ia", "wrench=2")}


@pytest.mark.parametrize(
    ("make", "robot", "options"),
    [
        (symoro.momentum, SR400, {"base_parameters": True, "level": "O2"}),
        (symoro.momentum, RSUR, {"outputs": ("P", "BETA", "Q", "CTQP"), "floating_base": True}),
        (symoro.coriolis, FIVEBAR, {"outputs": ("C", "CV", "CTQP"), **AFLOAT}),
        (symoro.lagrange, RSUR, {"include": ("ia",)}),
        (symoro.lagrange, FIVEBAR, {"actuated": True}),
        (symoro.hybrid, ONE, {"free": 2, **AFLOAT}),
        (symoro.hybrid, sprung(FIVEBAR, 4), {"free": 3, "actuated": True, **LOADED}),
        (symoro.ddm, ONE, {"free": 5, "level": "O2"}),
        (symoro.ddm, sprung(ONE, 3, mu=True), {"outputs": ("QDP", "QPp", "QPc", "QDPp", "QDPc")}),
        (symoro.idm, RSUR, {"outputs": ("GAM", "QPp", "QPc", "QDPp", "QDPc")}),
        (symoro.linearize, RSUR, {"outputs": ("A", "B", "GAM")}),
        (symoro.linearize, sprung(FIVEBAR, 5), {"outputs": ("A", "B", "GAM"), **LOADED}),
        (symoro.linearize, turning(ONE), {"free": 3, "moving": True}),
        (symoro.operational, turning(FIVEBAR), {"rows": "1"}),
        (symoro.operational, SR400, {"link": 6, "rows": "1-3", "base_parameters": True}),
        (symoro.operational_control, sprung(FIVEBAR, 2), {"rows": "1", "near": True, **LOADED}),
        (symoro.operational_control, FIVEBAR, {"link": 2, "actuated": True}),
    ],
)
def test_models_of_closed_robots_agree_with_their_references(
    make: Make, robot: Robot, options: dict[str, Any]
) -> None:
    model = make(robot, **options)
    assert model.certificate is not None


def shapes(model: Model) -> dict[str, tuple[int, ...]]:
    return {output.name: output.shape for output in model.program.outputs}


def test_rows_are_the_actuated_joints_behind_a_floating_base() -> None:
    quick: dict[str, Any] = {"level": "O1"}
    assert shapes(symoro.momentum(FIVEBAR, **quick)) == {"P": (2,), "BETA": (2,)}
    afloat = symoro.momentum(FIVEBAR, floating_base=True, **quick)
    assert shapes(afloat) == {"P": (8,), "BETA": (8,)}
    both = symoro.coriolis(FIVEBAR, outputs=("C", "CV", "CTQP"), floating_base=True, **quick)
    assert shapes(both) == {"C": (8, 8), "CV": (8,), "CTQP": (8,)}
    assert dict(both.program.shapes)["v"] == (8,)
    lagrange = symoro.lagrange(SR400, **quick)
    assert shapes(lagrange) == {"A": (6, 6), "B": (6, 15), "C": (6, 6), "Q": (6,)}
    assert set(shapes(symoro.lagrange(RSUR, **quick))) == {"A", "C", "Q"}
    linear = symoro.linearize(FIVEBAR, **quick)
    assert shapes(linear) == {"A": (4, 4), "B": (4, 2), "C": (2, 4), "D": (2, 2)}
    assert linear.labels["A"] == ("t1", "t3", "QP1", "QP3")
    hybrid = symoro.hybrid(FIVEBAR, free=3, **quick)
    assert shapes(hybrid) == {"QDPF": (1,), "GAMD": (1,)}
    assert dict(hybrid.program.shapes).items() >= {"q": (5,), "QDP": (2,), "GAM": (2,)}.items()


def test_passive_joints_that_are_free_are_independent() -> None:
    model = symoro.hybrid(ONE, free=2)
    assert "passive joint 2: no effort" in model.notes
    assert "independent joints: 1, 2" in model.notes
    whole = symoro.hybrid(FIVEBAR, free=2, level="O1", verify=False)
    assert "motor 3 follows from the independent joints: GAM is read there" in whole.notes
    elastic = symoro.hybrid(sprung(ONE, 3, mu=True))
    assert "elastic joint 3: a spring acts by itself" in elastic.notes
    assert {item.name for item in elastic.program.used_inputs} >= {"k", "rest", "QDP1"}
    assert shapes(symoro.idm(sprung(ONE, 3, mu=True), level="O1", verify=False)) == {"GAM": (1,)}


def test_springs_beside_passive_joints_are_named_and_read() -> None:
    for make in (symoro.idm, symoro.ddm):
        model = make(sprung(FIVEBAR, 4), level="O1", verify=False)
        assert "springs of passive joint 4 act through the loops" in model.notes
        assert {"k", "rest"} <= {item.name for item in model.program.used_inputs}


@pytest.mark.parametrize("make", [symoro.idm, symoro.momentum, symoro.hybrid, symoro.linearize])
def test_too_few_motors_are_told_with_the_joints_that_would_do(make: Make) -> None:
    with pytest.raises(ModelError, match=r"cannot determine.*ddm, hybrid and .* such as joint 2"):
        make(ONE)


def test_free_joints_that_follow_from_others_are_refused() -> None:
    with pytest.raises(ModelError, match=r"joint 4 follows from joints 2, 3: .*mobility of 2"):
        symoro.ddm(FIVEBAR, free=(2, 3, 4))
    with pytest.raises(UsageError, match="no joint 9 that moves in fivebar"):
        symoro.ddm(FIVEBAR, free=9)


def test_bases_that_a_model_cannot_have_are_refused_for_closed_robots_too() -> None:
    for make in (symoro.momentum, symoro.coriolis):
        with pytest.raises(ModelError, match="fivebar has a base of known motion"):
            make(turning(FIVEBAR))
    with pytest.raises(ModelError, match=r"moving base.*base at rest"):
        symoro.lagrange(turning(FIVEBAR))
    for make in (symoro.linearize, symoro.operational, symoro.operational_control):
        with pytest.raises(ModelError, match="floating base"):
            make(FIVEBAR, floating_base=True)


def test_tasks_have_rows_that_are_independent_along_the_loops() -> None:
    with pytest.raises(ModelError, match=r"rows 1, 3 .* depend on each other .*rows 1, 6"):
        symoro.operational(FIVEBAR, link=2, rows="1,3")
    assert "task: rows 1, 2 of" in symoro.operational(FIVEBAR, verify=False).notes[0]
    with pytest.raises(UsageError, match="both are 2"):
        symoro.operational_control(FIVEBAR, near=True)


NUMBERS = {
    **{name: 0.0 for name in FIVEBAR.symbols if name[0] in "XYZM"},
    **{f"{name}{j}": 0.05 for name in ("XX", "YY", "ZZ") for j in range(1, 5)},
    **{f"M{j}": 1.0 for j in range(1, 5)},
    **{f"MX{j}": 0.15 for j in range(1, 5)},
    "G2": -9.81,
}


def test_linear_systems_of_closed_robots_have_numbers() -> None:
    options: dict[str, Any] = {"values": "example", "param": NUMBERS}
    posture = {"t1": 1.9, "t3": 1.2}
    system = symoro.linear_system(FIVEBAR, posture, actuated=True, **options)
    assert system.states == ("t1", "t3", "QP1", "QP3")
    assert system.inputs == ("GAM1", "GAM3")
    assert system.poles.real.max() > 0  # it stands upright
    free = symoro.linear_system(ONE, posture, actuated=True, free=3, **options)
    assert free.inputs == ("GAM1",)
    assert free.lacking["GAM3"] == pytest.approx(0.8788790794993491)
    assert np.allclose(free.A, system.A)
    numbers = {name: options[name] for name in ("values", "param")}
    q = symoro.loop_solutions(FIVEBAR, posture, **numbers).q[0]
    whole = symoro.linear_system(FIVEBAR, q, **options)
    assert np.allclose(whole.A, system.A)
    with pytest.raises(ModelError, match=r"its loops are open: .*actuated=True"):
        symoro.linear_system(FIVEBAR, posture, **options)
    with pytest.raises(UsageError, match="velocities of the joints open the loop of cut joint 5"):
        symoro.linear_system(FIVEBAR, q, QP=[1, 0, 0, 0, 0], **options)


def test_positions_of_motors_alone_do_not_tell_where_a_loop_without_closed_form_is_linearised() -> (
    None
):
    with pytest.raises(ModelError, match="has no closed form of its loops, so the actuated joints"):
        symoro.linearize(symoro.load("rssr"), actuated=True)
