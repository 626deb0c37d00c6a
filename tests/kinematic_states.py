"""Robots at random numbers, and trees of mostly parallel axes: geometry is tested on these."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.expressions import (
    ONE,
    PI,
    ZERO,
    Arithmetic,
    Expression,
    FloatArithmetic,
    call,
    evaluate,
    symbol,
)
from symoro.models.mechanism import Mechanism, mechanism
from symoro.references.poses import poses
from symoro.robot import JointType, Robot, Structure, general_link, joint_frame
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
FLOATS = FloatArithmetic()
WORLD = -1


@dataclass(frozen=True)
class State:
    """A robot at random numbers: the value of each symbol, and the tables as floats."""

    robot: Robot
    values: dict[str, float]
    m: Mechanism

    @property
    def frames(self) -> range:
        """All frames: the world, the base, links and cut frames."""
        return range(WORLD, self.robot.n_frames + 1)

    def poses(self) -> dict[int, Array]:
        """Where each frame is in the world, by the reference."""
        Z: Array = np.array(self.m.Z, dtype=float)
        found = poses(self.robot, self.values, FLOATS, float)
        return {WORLD: np.eye(4)} | {j: Z @ T for j, T in found.items()}


def at_random(robot: Robot, seed: int) -> State:
    """Draw a number for each symbol of a robot."""
    values = sample_values(robot, random.Random(seed))
    return State(robot, values, tables(robot, values, FLOATS))


def tables(robot: Robot, values: Mapping[str, Any], arithmetic: Arithmetic[Any]) -> Mechanism:
    """The tables of a robot over any scalars."""
    return mechanism(robot, scalars(values, arithmetic))


def scalars(values: Mapping[str, Any], arithmetic: Arithmetic[Any]) -> Callable[[Expression], Any]:
    """What turns an expression into a scalar."""
    return lambda entry: evaluate(entry, values, arithmetic)


def floats(array: Any) -> Array:
    """An array of numbers of any kind as one of floats."""
    return np.asarray(array, dtype=float)


def placed(robot: Robot) -> Robot:
    """The robot with its base anywhere in the world: Rz(zu) Rx(zv), and a shift."""
    zu, zv = symbol("zu"), symbol("zv")
    S, C, Sv, Cv = call("sin", zu), call("cos", zu), call("sin", zv), call("cos", zv)
    Z = (
        (C, -S * Cv, S * Sv, symbol("zx")),
        (S, C * Cv, -C * Sv, symbol("zy")),
        (ZERO, Sv, Cv, symbol("zz")),
        (ZERO, ZERO, ZERO, ONE),
    )
    return replace(robot, base=replace(robot.base, Z=Z))


def opened(robot: Robot) -> Robot:
    """A closed robot as a tree that keeps the frames of its cut joints, as massless links."""
    if robot.structure is not Structure.CLOSED:
        return robot
    spare = range(robot.n_links, robot.n_frames)
    links = (*robot.links, *(replace(robot.links[0], **_nothing(robot)) for _ in spare))
    return replace(robot, structure=Structure.TREE, links=links)


def _nothing(robot: Robot) -> dict[str, Any]:
    return dict.fromkeys((field.name for field in fields(robot.links[0])), ZERO)


_TWISTS = (ZERO, ZERO, PI, -PI, 2 * PI, PI / 2, -PI / 2, symbol("a"), PI - symbol("a"), PI / 3)


def parallel_tree(seed: int) -> Robot:
    """A tree of 3 to 12 frames: axes parallel and antiparallel, angles and lengths that cancel."""
    rng = random.Random(f"parallel {seed}")
    frames, links = [], []
    n = rng.randint(3, 12)
    kinds = [JointType.REVOLUTE] * 3 + [JointType.PRISMATIC] + [JointType.FIXED] * 2
    for j in range(1, n + 1):
        kind = rng.choice(kinds) if j > 1 else JointType.REVOLUTE
        g, b, d = symbol("g"), symbol("B"), symbol("D")
        theta = rng.choice((ZERO, ZERO, g, -g, PI))
        r = rng.choice((ZERO, ZERO, b, -b))
        geometry = {
            "gamma": rng.choice((ZERO, ZERO, g, -g, PI / 2, PI, symbol(f"g{j}"))),
            "b": rng.choice((ZERO, ZERO, b, -b)),
            "alpha": rng.choice(_TWISTS),
            "d": rng.choice((ZERO, ZERO, d, -d, symbol(f"D{j}"))),
            "theta": symbol(f"t{j}") + theta if kind is JointType.REVOLUTE else theta,
            "r": symbol(f"r{j}") + r if kind is JointType.PRISMATIC else r,
        }
        antecedent = rng.choice((j - 1, rng.randint(0, j - 1)))
        frames.append(joint_frame(j, antecedent, kind, **geometry))
        links.append(general_link(j))
    return placed(Robot(f"parallel{seed}", Structure.TREE, tuple(frames), tuple(links)))
