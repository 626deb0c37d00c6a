"""Seeded random trees: revolute, prismatic and fixed frames, everything that a link can have."""

from __future__ import annotations

import math
import random

from symoro.expressions import PI, ZERO, Expression, Symbol, expression, symbol
from symoro.robot import (
    Base,
    BaseMotion,
    Frame,
    JointType,
    Link,
    Robot,
    Structure,
    general_link,
    joint_frame,
)
from symoro.robot.link import WRENCH

ANGLES = (ZERO, PI / 2, -PI / 2, PI, PI / 4)


def random_tree(seed: int, *, moving_base: bool | None = None, links: int | None = None) -> Robot:
    """Return a tree of 2 to 12 joints that move, with fixed frames among them.

    A third of the geometric parameters are zero or exact angles, a third numbers, a third symbols.
    """
    rng = random.Random(seed)
    target = links or rng.randint(2, 12)
    frames: list[Frame] = []
    bodies: list[Link] = []
    moving = 0
    while moving < target:
        j = len(frames) + 1
        kind = rng.choices(list(JointType), weights=(5, 3, 1))[0]
        moving += kind is not JointType.FIXED
        antecedent = rng.choice((j - 1, rng.randint(0, j - 1)))
        frames.append(joint_frame(j, antecedent, kind, **_geometry(rng, j, kind)))
        bodies.append(_link(rng, j, kind))
    moves = rng.random() < 0.5 if moving_base is None else moving_base
    return Robot(f"tree{seed}", Structure.TREE, tuple(frames), tuple(bodies), _base(moves))


def _geometry(rng: random.Random, j: int, kind: JointType) -> dict[str, object]:
    def length(name: str) -> Expression:
        number = expression(round(rng.uniform(-1, 1), 3))
        return rng.choice((ZERO, number, symbol(f"{name}{j}c")))

    def angle(name: str) -> Expression:
        value = round(rng.uniform(-3, 3), 3)
        looks_exact = abs(abs(value) - math.pi / 2) < 2e-3  # symoro would warn of 1.571
        number = expression(round(value + 0.01, 3) if looks_exact else value)
        return rng.choice((rng.choice(ANGLES), number, symbol(f"{name}{j}c")))

    theta, r = angle("th"), length("rl")
    if kind is JointType.REVOLUTE:
        theta = symbol(f"t{j}") + rng.choice((ZERO, theta))
    elif kind is JointType.PRISMATIC:
        r = symbol(f"r{j}") + rng.choice((ZERO, r))
    return {
        "gamma": angle("g"),
        "b": length("b"),
        "alpha": angle("al"),
        "d": length("d"),
        "theta": theta,
        "r": r,
    }


def _link(rng: random.Random, j: int, kind: JointType) -> Link:
    fields: dict[str, Expression] = {}
    if kind is not JointType.FIXED:
        fields |= {name: symbol(f"{name}{j}") for name in ("IA", "FV", "FS") if rng.random() < 0.6}
    if rng.random() < 0.4:
        fields |= {name: symbol(f"{name}{j}") for name in WRENCH}
    return general_link(j, **fields)


def names(prefix: str) -> tuple[Symbol, Symbol, Symbol]:
    """Three symbols: the prefix with X, Y, Z."""
    return symbol(f"{prefix}X"), symbol(f"{prefix}Y"), symbol(f"{prefix}Z")


def _base(moves: bool) -> Base:
    if not moves:
        return Base(G=names("G"))
    return Base(
        motion=BaseMotion.MOVING,
        W0=names("W"),
        WP0=names("WP"),
        V0=names("V"),
        VP0=names("VP"),
        G=names("G"),
    )
