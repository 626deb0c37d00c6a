"""Seeded random robots on which every rule of the base parameters is met now and then."""

from __future__ import annotations

import random
from dataclasses import replace

from closed_robots import (
    coaxial,
    cylindrical,
    driven,
    parallelogram,
    six_bar,
    two_parallelograms,
    wheels,
)
from grouping.small_robots import floating, vector
from random_loops import planar_loop, spherical_loop
from symoro.expressions import PI, ZERO, Expression, expression, symbol
from symoro.library import robot as read
from symoro.robot import (
    Base,
    BaseMotion,
    JointType,
    Link,
    Robot,
    Structure,
    general_link,
    joint_frame,
)
from symoro.robot.link import INERTIAL

GRAVITIES = ("0 0 G3", "0 G2 0", "G1 0 0", "0 0 0", "G1 G2 G3", "0 1/2 9.81")


def small_tree(seed: int) -> Robot:
    """A tree of 1 to 6 frames; half of them have exact angles only, the others general ones too."""
    rng = random.Random(f"small tree {seed}")
    exact = rng.random() < 0.5
    frames, links = [], []
    for j in range(1, rng.randint(1, 6) + 1):
        weights = (4, 4, 1) if j > 1 else (1, 1, 0)  # something moves
        kind = rng.choices(list(JointType), weights=weights)[0]
        antecedent = rng.choice((j - 1, j - 1, rng.randint(0, j - 1)))
        frames.append(joint_frame(j, antecedent, kind, **_geometry(rng, j, kind, exact)))
        links.append(_link(rng, j, kind))
    robot = Robot(f"small{seed}", Structure.TREE, tuple(frames), tuple(links))
    return _based(robot, rng)


def _geometry(rng: random.Random, j: int, kind: JointType, exact: bool) -> dict[str, Expression]:
    def angle(name: str) -> Expression:
        number = expression(round(rng.uniform(-2, 2), 2))
        general: tuple[Expression, ...] = (symbol(f"{name}{j}c"), number)
        special: tuple[Expression, ...] = (ZERO, ZERO, PI / 2, -PI / 2, PI)
        return rng.choice((*special, *((PI / 2, ZERO) if exact else general)))

    def length(name: str) -> Expression:
        return rng.choice((ZERO, symbol(f"{name}{j}c"), expression(round(rng.uniform(-1, 1), 2))))

    theta, r = angle("th"), length("rl")
    if kind is JointType.REVOLUTE:
        theta = symbol(f"t{j}") + rng.choice((ZERO, ZERO, theta))
    elif kind is JointType.PRISMATIC:
        r = symbol(f"r{j}") + rng.choice((ZERO, ZERO, r))
    found = {"alpha": angle("al"), "d": length("d"), "theta": theta, "r": r}
    if rng.random() < 0.3:
        found |= {"gamma": angle("g"), "b": length("b")}
    return found


def _link(rng: random.Random, j: int, kind: JointType) -> Link:
    link = thinned(general_link(j), rng, 0.15, 0.3)
    if rng.random() < 0.15:  # entries of other kinds: a number, an expression, a shared symbol
        link = replace(link, XX=expression("0.3"), MY=symbol("K") * 2, ZZ=symbol("K"))
    if kind is not JointType.FIXED and rng.random() < 0.5:
        link = replace(link, IA=symbol(f"IA{j}"))
    return link


def thinned(link: Link, rng: random.Random, empty: float, some: float) -> Link:
    """The link without inertia, or without some of its parameters, with these chances."""
    chance = rng.random()
    if chance < empty:
        return Link()
    if chance < some:
        return replace(link, **dict.fromkeys(rng.sample(INERTIAL, rng.randint(1, 9)), ZERO))
    return link


def _based(robot: Robot, rng: random.Random) -> Robot:
    """The robot on a fixed, moving or floating base, with some gravity."""
    robot = replace(robot, base=Base(G=vector(rng.choice(GRAVITIES))))
    chance = rng.random()
    if chance < 0.7:
        return robot
    if chance < 0.85:
        return replace(robot, base=_motion(robot.base, rng))
    return floating(robot)


def _motion(base: Base, rng: random.Random) -> Base:
    def entries(name: str) -> tuple[Expression, Expression, Expression]:
        x, y, z = (f"{name}{axis}" for axis in "XYZ")
        return vector(rng.choice((f"{x} {y} {z}", f"{x} {y} {z}", f"0 0 {z}", "0 0 0")))

    W0, WP0, V0, VP0 = map(entries, ("W", "WP", "V", "VP"))
    return Base(motion=BaseMotion.MOVING, G=base.G, W0=W0, WP0=WP0, V0=V0, VP0=VP0)


def small_loops(seed: int) -> Robot:
    """A closed robot: one drawn at random, or a known one with other masses, motors and base."""
    rng = random.Random(f"small loops {seed}")
    robot = _random_loop(rng, seed) if rng.random() < 0.5 else rng.choice(_KNOWN)(rng)
    links = (thinned(link, rng, 0.1, 0.3) for link in robot.links)
    robot = replace(robot, name=f"{robot.name}_{seed}", links=tuple(links))
    rotors = {j: symbol(f"IA{j}") for j in range(1, robot.n_links + 1) if robot.frame(j).moves}
    links = (
        replace(link, IA=rotors[j]) if j in rotors and rng.random() < 0.3 else link
        for j, link in enumerate(robot.links, start=1)
    )
    return _based(replace(robot, links=tuple(links)), rng)


def _random_loop(rng: random.Random, seed: int) -> Robot:
    """A planar or spherical loop on a fixed frame, a motor or the base."""
    lead = rng.choice(("", "", "R", "P", "F"))
    if rng.random() < 0.2:
        robot, around = spherical_loop(4, rng.randint(1, 2), seed, lead.replace("P", ""))
    else:
        kinds = rng.choice(("RRRR", "RRRP", "RRPR", "RPRP", "RRRRR", "RRRRP"))
        robot, around = planar_loop(kinds, rng.randint(1, 2), seed, lead)
    before = [j for j in robot.moving_joints if j not in around]
    return driven(robot, *before, *around[: len(around) - 3])


_KINDS = ("plain", "rhombus", "offsets", "symbol", "gamma", "antiparallel", "cut at the base")
_KNOWN = (
    lambda rng: parallelogram(rng.choice(_KINDS)),
    lambda rng: read(rng.choice(("fourbar", "slidercrank", "fivebar"))),
    lambda rng: rng.choice((six_bar, wheels, coaxial, cylindrical))(),
    lambda rng: two_parallelograms(),
)
