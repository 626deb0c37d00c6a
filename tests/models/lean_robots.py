"""Random robots, and random admissible forms of their lean models, over plain floats."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

from dynamic_states import State, afloat, at_random
from kinematic_states import parallel_tree
from random_robots import names, random_tree
from symoro.algebra.vectors import Z
from symoro.expressions import PI, ZERO, expression, symbol
from symoro.models.dynamics.lean.form import NONE, LeanForm
from symoro.models.dynamics.lean.links import LeanLink, lean_links
from symoro.models.let import plain
from symoro.models.mechanism import Mechanism
from symoro.robot import Base, JointType, Link, Robot, Structure, general_link, joint_frame
from symoro.robot.link import INERTIAL, WRENCH

R, P = JointType.REVOLUTE, JointType.PRISMATIC


def lean_robot(seed: int) -> Robot:
    """A tree with runs of parallel axes, or one with everything; on any base, some links massless.

    One in three floats, and in one of four some links have no inertia.
    """
    rng = random.Random(f"lean {seed}")
    if seed % 2:
        robot = parallel_tree(seed)
        robot = replace(robot, base=replace(robot.base, G=names("G")))
    else:
        robot = random_tree(seed, links=rng.randint(2, 7))
    links = tuple(_lightened(rng, link, massless=seed % 4 == 0) for link in robot.links)
    robot = replace(robot, links=links)
    return afloat(replace(robot, base=Base(G=names("G")))) if seed % 3 == 0 else robot


def run_of_parallel_axes(n: int) -> Robot:
    """A joint, ``n`` parallel axes across it, the second with a branch, and a slide at the end."""
    frames = [joint_frame(1, 0, R, alpha=symbol("al1"), theta=symbol("t1"))]
    for j in range(2, n + 2):
        across = {"alpha": symbol("al2"), "gamma": symbol("g2")} if j == 2 else {}
        way = {"d": symbol(f"D{j}"), "r": symbol(f"RL{j}")}
        frames.append(joint_frame(j, j - 1, R, theta=symbol(f"t{j}"), **across, **way))
    frames.append(joint_frame(n + 2, 2, R, d=symbol("DB"), theta=symbol(f"t{n + 2}")))
    turn = {"alpha": symbol("al3"), "theta": symbol("th3")}
    frames.append(joint_frame(n + 3, n + 1, P, d=symbol("DP"), r=symbol(f"r{n + 3}"), **turn))
    links = tuple(general_link(j) for j in range(1, n + 4))
    return Robot("run", Structure.TREE, tuple(frames), links, Base(G=names("G")))


def parallel_axes(seed: int) -> Robot:
    """A tree of parallel axes, turning or sliding along them, with symbols or numbers as lengths.

    Gravity lies across the axes or along them; in one of three a joint across comes first.
    """
    rng = random.Random(f"parallel {seed}")
    frames = []
    if seed % 3 == 0:
        frames.append(joint_frame(1, 0, R, theta=symbol("t1"), r=symbol("RL1")))
    across = len(frames)
    for j in range(across + 1, across + rng.randint(3, 5)):
        way: dict[str, Any] = {"alpha": PI / 2} if across and j == across + 1 else {}
        if j > 1:
            way["d"] = symbol(f"D{j}") if seed % 2 else expression(Fraction(rng.randint(2, 9), 10))
        ant = j - 1 if j - across < 3 or rng.random() < 0.7 else j - 2
        if rng.random() < 0.3:
            frames.append(joint_frame(j, ant, P, r=symbol(f"r{j}"), **way))
        else:
            way |= {"r": symbol(f"RL{j}")} if rng.random() < 0.4 else {}
            frames.append(joint_frame(j, ant, R, theta=symbol(f"t{j}"), **way))
    links = tuple(general_link(j) for j in range(1, len(frames) + 1))
    G = (ZERO, symbol("G2"), ZERO) if rng.random() < 0.5 else (ZERO, ZERO, symbol("G3"))
    return Robot("parallel", Structure.TREE, tuple(frames), links, Base(G=G))


def _lightened(rng: random.Random, link: Link, *, massless: bool) -> Link:
    fields: dict[str, Any] = {}
    if massless and rng.random() < 0.4:
        fields |= dict.fromkeys(INERTIAL, ZERO)
    if rng.random() < 0.5:
        fields |= dict.fromkeys(WRENCH, ZERO)
    return replace(link, **fields)


def state_of(seed: int) -> State:
    """Every fifth has a run of 2 to 4 parallel axes and more."""
    robot = run_of_parallel_axes(2 + seed // 5 % 3) if seed % 5 == 4 else lean_robot(seed)
    return at_random(robot, seed)


class Admissible:
    """What a form may have, by the tables."""

    def __init__(self, m: Mechanism) -> None:
        self.m = m
        self.links: dict[int, LeanLink] = lean_links(m, LeanForm(grouped=False), plain)
        self.joints = [j for j in self.links if j]
        self.carried: dict[int, set[int]] = {j: set() for j in self.links}
        for j in reversed(self.joints):
            self.carried[self.links[j].i] |= {j, *self.carried[j]}
        self.slides = [j for j in self.joints if self.links[j].body.prismatic]

    def form(self, rng: random.Random, *, merging: bool, lengths: bool) -> LeanForm:
        """Draw a form; lengths are positive numbers."""
        merged = self._merged(rng) if merging else NONE
        drawn = {j: rng.uniform(0.3, 3) for j in self.links if rng.random() < 0.7}
        tips = [j for j in self.joints if self._unloaded_tip(j, merged)]
        return LeanForm(
            grouped=rng.random() < 0.8,
            reframed=_some(rng, [j for j in tips if self._has_frame(j)]),
            merged=merged,
            balanced=self._balanced(rng),
            unspun=_some(rng, [j for j in tips if self.links[j].body.revolute]),
            parallel=_some(rng, [j for j in self.joints if self._parallel(j)]),
            ahead=_some(rng, self.joints),
            lengths={j: x for j, x in drawn.items() if lengths and (j or not self.m.floating)},
        )

    def _unloaded_tip(self, j: int, merged: frozenset[int]) -> bool:
        """A link beyond which nothing moves but what is merged in it, and no wrench acts."""
        bodies = [self.links[k].body for k in (j, *self.carried[j])]
        moving = {k for k in self.carried[j] if self.links[k].body.moves}
        own = {k for k in merged if self.links[k].i == j}
        loaded = any(x for body in bodies for x in (*body.fe, *body.ne))
        return bool(self.links[j].body.moves and moving <= own and not loaded)

    def _has_frame(self, j: int) -> bool:
        """A slide needs a mass, all that is fixed on it too, and nothing merged in it."""
        beyond = [self.links[k] for k in self.carried[j]]
        mass = self.links[j].S[3, 3] + sum(link.S[3, 3] for link in beyond)
        alone = not any(link.body.moves for link in beyond)
        return bool(self.links[j].body.revolute or (mass and alone))

    def _balanced(self, rng: random.Random) -> frozenset[int]:
        """Revolute joints away from the axis before them, one to a link."""
        found: dict[int, int] = {}
        for j in rng.sample(self.joints, len(self.joints)):
            link = self.links[j]
            ways = (link.P, link.P + link.r * link.turn.tilt_inward(Z))  # re-framed, as it is
            away = min(abs(p[0]) for p in ways) > 0.1  # no rounding error
            if link.i and link.body.revolute and away and rng.random() < 0.6:
                found.setdefault(link.i, j)
        return frozenset(found.values())

    def _parallel(self, j: int) -> bool:
        link = self.links[j]
        run = link.i and link.body.revolute and self.links[link.i].body.revolute
        return bool(run and link.turn.parallel)

    def _merged(self, rng: random.Random) -> frozenset[int]:
        """Terminal slides on a link, one to a link."""
        found: dict[int, int] = {}
        for j in rng.sample(self.slides, len(self.slides)):
            if self.links[j].i and not self.carried[j] and rng.random() < 0.6:
                found.setdefault(self.links[j].i, j)
        return frozenset(found.values())


def _some(rng: random.Random, joints: list[int]) -> frozenset[int]:
    return frozenset(j for j in joints if rng.random() < 0.6)
