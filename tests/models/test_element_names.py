"""The elements that a derivation names are those whose equations it takes."""

from __future__ import annotations

import random
import re
from functools import partial
from typing import Any

import numpy as np
import pytest

import symoro
from models.inverse_geometry_cases import FLOATS
from models.test_inverse_geometry_mutants import _value
from symoro.expressions import evaluate
from symoro.models.geometry.transforms import Chain
from symoro.models.inverse_geometry.derivation import UnknownScalars
from symoro.models.inverse_geometry.paul import Choice, derive_by_paul
from symoro.models.inverse_geometry.pose_columns import WHOLE, make_scene
from symoro.models.inverse_geometry.scene import Angle
from symoro.models.let import plain
from symoro.models.mechanism import mechanism
from symoro.references.poses import poses
from symoro.robot import Robot
from symoro.verify.sampling import sample_values

PRIMES = {"ur5": 4, "with a tool": 2}  # the point at r4 = 0; a tool that is turned about z6
CLOSE = 1e-12  # products of a few matrices whose lengths are about 1


def wrist_first() -> Robot:
    """Three axes that meet at the base: only backward equations solve it."""
    return Robot.from_mdh(
        [0, "Pi/2", "-Pi/2", "Pi/2", 0, "Pi/2"],
        [0, 0, 0, "d4", "d5", "d6"],
        [0] * 6,
        [0, 0, 0, "r4", 0, 0],
        [0] * 6,
    )


def with_tool() -> Robot:
    """An arm whose base, offsets and tool are no multiples of a quarter turn."""
    tool = np.eye(4)
    tool[:3, 3] = (0.1, 0.2, 0.3)
    tool[:3, :3] = np.array([[0.6, -0.8, 0], [0.8, 0.6, 0], [0, 0, 1]])
    return Robot.from_mdh(
        ["0.3", "-Pi/2", 0, "-Pi/2", "Pi/2", "-Pi/2"],
        [0.1, 0.05, 0.4, 0.02, 0, 0],
        [0.3, "-Pi/2", 0.1, 0, 0, 0],
        [0.5, 0, 0, 0.4, 0, 0.1],
        [0] * 6,
        tool=tool,
        name="with a tool",
    )


ROBOTS = {
    **{name: partial(symoro.load, name) for name in ("rx90", "ur5", "stanford", "scara", "kr5")},
    "wrist first": wrist_first,
    "with a tool": with_tool,
}


@pytest.mark.parametrize("make", ROBOTS.values(), ids=ROBOTS)
def test_named_elements_are_those_of_the_equations(make: Any) -> None:
    robot = make()
    derivation = derive_by_paul(robot, 0, robot.tip, (), WHOLE)
    chain = derivation.chain
    values = sample_values(robot, random.Random(1))
    T = poses(robot, values, FLOATS, float)
    pose = np.eye(4)
    pose[:3] = np.random.default_rng(1).normal(size=(3, 4))
    pose[:3, :3] = np.linalg.qr(pose[:3, :3])[0]
    scalar = partial(evaluate, values=values, arithmetic=FLOATS)
    geometry = Chain(robot, mechanism(robot, scalar))
    known = np.linalg.inv(pose) if derivation.backward else pose
    scene = make_scene(chain, geometry, known.astype(object), WHOLE, plain)
    unknowns = {k: angle_of(chain, k, values, robot) for k in chain.unknowns}
    named = skipped = 0
    for stage in derivation.stages:
        if isinstance(stage.equation, Choice):
            for place, name in zip(stage.equation.places, stage.elements.split(", "), strict=True):
                if "'" in name:
                    skipped += 1
                    continue
                wanted = element(name, T, known, chain)
                assert abs(_value(scene.equation(place), unknowns)) == pytest.approx(
                    abs(wanted), abs=CLOSE
                ), f"{name} of {place}"
                named += 1
        own = unknowns[stage.unknown]
        turns = chain.unknowns[stage.unknown].turns
        scene.learn(stage.unknown, Angle(own.S, own.C) if turns else own.x)
    assert named + skipped >= len(derivation.stages)
    assert skipped == PRIMES.get(robot.name, 0)


def angle_of(chain: Any, k: int, values: Any, robot: Robot) -> UnknownScalars:
    """An unknown at the values of its joints, offsets included."""
    for block in chain.blocks:
        angle = 0.0
        for turn in block.turns:
            before = sum(
                term.sign * evaluate(term.entry(robot), values, FLOATS) for term in turn.before
            )
            theta = evaluate(robot.frame(turn.joint).theta, values, FLOATS)
            angle += before + turn.sign * theta
            if turn.unknown == k:
                return UnknownScalars(np.sin(angle), np.cos(angle), angle)
        for slide in block.slides:
            if slide.unknown == k:
                return UnknownScalars(0, 1, evaluate(robot.frame(slide.joint).r, values, FLOATS))
    raise AssertionError(k)


def element(name: str, T: Any, pose: Any, chain: Any) -> float:
    """The difference of both sides of the element with a name: U1(2,4) or 1T4(2,4)."""
    found = re.fullmatch(r"(?:U(\d+)|(\d+)T(\d+))\((\d),(\d)\)", name)
    assert found is not None, name
    last = chain.blocks[-1]
    end = max(each.joint for each in (*last.turns, *last.slides))
    j = int(found[1] or found[2])
    k = end if found[1] else int(found[3])
    row, column = int(found[4]) - 1, int(found[5]) - 1
    start, tip = T[chain.start], T[chain.end]
    left = (
        np.linalg.inv(np.linalg.inv(start) @ T[j]) @ pose @ np.linalg.inv(np.linalg.inv(T[k]) @ tip)
    )
    right = np.linalg.inv(T[j]) @ T[k]
    return float((left - right)[row, column])
