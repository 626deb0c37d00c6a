"""Every equation of the pages of rolling wheels and of hybrid dynamics matters.

Rolling: floats on a robot that has everything, a fixed wheel and a steered one behind a slide, all
in general places, with rotor inertia, friction and a spring. Hybrid: a tree that has everything on
a moving and on a floating base, some joints free.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro.models.dynamics.hybrid as hybrid_page
import symoro.models.dynamics.rolling as rolling_page
import symoro.models.loops.wheels as wheels_page
from models.mutants import mutants
from models.test_mutants import everything
from models.test_regressor_mutants import floating
from symoro.catalog.dynamic.probe import Probe
from symoro.catalog.dynamic.rolling import rolling_reference
from symoro.catalog.dynamic.rolling_rows import rolling_rows
from symoro.expressions import Expression, FloatArithmetic, evaluate, parse, symbol
from symoro.models.loops.loop_kinematics import Selection
from symoro.models.mechanism import mechanism
from symoro.robot import Base, Frame, JointType, Robot, Structure, Wheel, general_link
from symoro.robot.floating_base import unknown_acceleration
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
FLOATS = FloatArithmetic()
BROKEN = (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError)
WHEELS = ("contacts", "carrier_rates", "rolling_columns", "rolling_rates")
R, P = JointType.REVOLUTE, JointType.PRISMATIC


def frame(j: int, antecedent: int, sigma: JointType, mu: bool = True, **fields: str) -> Frame:
    entries: dict[str, Any] = {k: parse(v) for k, v in fields.items()}
    entries |= {tag: symbol(f"{tag}{j}") for tag in ("QP", "QDP", "GAM")}
    return Frame(antecedent, sigma, mu, **entries)


def wheeled() -> Robot:
    """Joints 1 to 3 move the body.

    4 pitches about the axle of wheel 5, 6 is a slide, 7 a fixed frame, 8 steers wheel 9.
    """
    frames = (
        frame(1, 0, P, False, alpha="-Pi/2", theta="-Pi/2", r="y"),
        frame(2, 1, P, False, alpha="-Pi/2", theta="-Pi/2", r="x"),
        frame(3, 2, R, False, alpha="-Pi/2", theta="t3"),
        frame(4, 3, R, gamma="g4", b="b4", alpha="Pi/2", d="d4", theta="t4", r="r4"),
        frame(5, 4, R, gamma="g5", b="b5", alpha="Pi", theta="t5", r="r5"),
        frame(6, 3, P, gamma="g6", b="b6", alpha="Pi/2", d="d6", r="r6"),
        Frame(6, JointType.FIXED, b=symbol("b7"), d=symbol("d7"), r=symbol("r7")),
        frame(8, 7, R, b="b8", alpha="Pi/2", d="d8", theta="t8", r="r8"),
        frame(9, 8, R, False, gamma="g9", b="b9", alpha="-Pi/2", d="d9", theta="t9", r="r9"),
    )
    drives = [{n: symbol(f"{n}{j}") for n in ("IA", "FV", "FS") if j != 7} for j in range(10)]
    spring = replace(frames[8], eta=True, k=symbol("K9"), rest=symbol("Q9"))
    return Robot(
        "wheeled",
        Structure.TREE,
        (*frames[:8], spring),
        tuple(general_link(j, **drives[j]) for j in range(1, 10)),
        Base(G=(symbol("GX"), symbol("GY"), symbol("GZ"))),
        wheels=(Wheel(5, symbol("R5")), Wheel(9, symbol("R9"))),
    )


class Rolling:
    """The robot with numbers, and what the pages must give."""

    def __init__(self) -> None:
        self.robot = wheeled()
        self.values = sample_values(self.robot, random.Random(4))
        self.chosen = rolling_rows(self.robot).chosen
        expected = rolling_reference(self.robot, self.chosen, self.values, FLOATS, float)
        names = ("GAM", "LAMBDA", "QPp", "QDPp")
        self.expected = np.concatenate([expected[n].astype(float) for n in names])

    def scalar(self, entry: Expression) -> float:
        return evaluate(entry, self.values, FLOATS)

    def agrees(self, rolling: Callable[..., Any], chosen: Selection | None = None) -> bool:
        try:
            found = rolling(self.robot, self.scalar, chosen or self.chosen)
            parts = (found.tau, found.force, found.qdp, found.qddp)
            values = np.array([x for part in parts for x in part.values()], dtype=float)
            return bool(np.allclose(values, self.expected, rtol=1e-9, atol=1e-9))
        except BROKEN:
            return False


@pytest.fixture(scope="module")
def rolling() -> Rolling:
    return Rolling()


def alive(made: Iterator[Any], survives: Callable[[ModuleType], bool], least: int) -> list[str]:
    every = list(made)
    assert len(every) >= least
    return [f"{m.line}: {m.what}: {m.text}" for m in every if survives(m.module)]


def test_the_pages_of_wheels_agree(rolling: Rolling) -> None:
    assert rolling.agrees(rolling_page.rolling_dynamics)
    assert len(rolling.chosen.rows) == 4


def test_every_mutant_of_the_dynamic_page_is_caught(rolling: Rolling) -> None:
    found = alive(mutants(rolling_page), lambda page: rolling.agrees(page.rolling_dynamics), 11)
    assert found == []


def test_every_mutant_of_the_contact_page_is_caught(
    rolling: Rolling, monkeypatch: pytest.MonkeyPatch
) -> None:
    def survives(page: ModuleType) -> bool:
        for name in WHEELS:
            monkeypatch.setattr(rolling_page, name, getattr(page, name))
        return rolling.agrees(rolling_page.rolling_dynamics)

    assert alive(mutants(wheels_page), survives, 18) == []


class Hybrid:
    """A tree with numbers and free joints, and what the page must give."""

    def __init__(self, robot: Robot, free: tuple[int, ...]) -> None:
        robot = unknown_acceleration(robot)
        values = sample_values(robot, random.Random(6))
        probe = Probe(robot)
        self.m = mechanism(robot, lambda entry: evaluate(entry, values, FLOATS))
        self.tau = {j: 0.3 * j for j in free}
        driven = [j for j in robot.moving_joints if j not in free]
        known = {j: values[f"QDP{j}"] for j in driven}
        found = probe.accelerations(values, FLOATS, float, known, self.tau)
        efforts = probe.efforts(found, values).tau
        base = found[:6] if probe.floats else np.zeros(0)
        qdd = dict(zip(probe.joints, found[len(base) :], strict=True))
        self.floats = probe.floats
        rows = [*base, *(qdd[j] for j in free), *(efforts[j] for j in driven)]
        self.expected = np.array(rows, dtype=float)

    def agrees(self, hybrid: Callable[..., Any]) -> bool:
        try:
            found = hybrid(self.m, self.tau)
            base = (*found.vd0, *found.wd0) if self.floats else ()
            values = np.array([*base, *found.qdd.values(), *found.tau.values()], dtype=float)
            return bool(np.allclose(values, self.expected, rtol=1e-9, atol=1e-9))
        except BROKEN:
            return False


def test_every_mutant_of_the_hybrid_page_is_caught() -> None:
    cases = [
        Hybrid(everything(), (1, 3, 7)),
        Hybrid(everything(), (2, 5)),
        Hybrid(everything(), ()),
        Hybrid(floating(), (3, 6)),
    ]
    assert all(case.agrees(hybrid_page.hybrid_dynamics) for case in cases)
    found = alive(
        mutants(hybrid_page), lambda page: all(c.agrees(page.hybrid_dynamics) for c in cases), 15
    )
    assert found == []
