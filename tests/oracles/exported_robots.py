"""Robots with random numbers and states, and what symoro's references say of them."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from dynamic_states import Array, State, afloat, at_random
from kinematic_states import FLOATS, placed
from random_robots import random_tree
from symoro import Robot
from symoro.expressions import ZERO, expression
from symoro.references.inverse_dynamics import inverse_dynamics
from symoro.references.poses import poses as frame_poses
from symoro.references.poses import world_frame
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import Frame, Limits
from symoro.robot.link import WRENCH
from symoro.robot.values import fold_values
from symoro.robot.variables import state_names


@dataclass(frozen=True)
class Exported:
    """A robot with numbers at a state; rows are a floating base, then the joints that move."""

    state: State
    robot: Robot

    @property
    def floats(self) -> bool:
        return self.state.floats

    @property
    def joints(self) -> list[str]:
        """The names that joints without one of their own are given."""
        return [f"joint{j}" for j in self.robot.moving_joints]

    @property
    def q(self) -> Array:
        names = (self.robot.variables[j].name for j in self.robot.moving_joints)
        return np.array([self.state.values[name] for name in names])

    @property
    def Z(self) -> Array:
        found: Array = world_frame(self.state.robot, self.state.values, FLOATS, float)
        return found

    @property
    def poses(self) -> dict[int, Array]:
        """Every frame in the world."""
        found = frame_poses(self.state.robot, self.state.values, FLOATS, float)
        return {j: self.Z @ T for j, T in found.items()}

    @cached_property
    def dynamics(self) -> TreeDynamics:
        return TreeDynamics(self.state.robot, self.state.values, FLOATS, float)

    @property
    def efforts(self) -> Array:
        """The wrench on a floating base, then joint efforts, friction included."""
        found = inverse_dynamics(self.state.robot, self.state.values, FLOATS, float)
        return np.array([*(found.base if self.floats else []), *found.tau.values()])

    @property
    def base_rates(self) -> tuple[Array, Array, Array, Array]:
        """V0, W0, VP0, WP0 in frame 0."""
        base = self.state.robot.base
        V0, W0, VP0, WP0 = (self.state.vector(e) for e in (base.V0, base.W0, base.VP0, base.WP0))
        return V0, W0, VP0, WP0

    def at_rest(self) -> Exported:
        """The same posture without motion: what is left of efforts is gravity's."""
        names = [str(getattr(f, tag)) for _, f in self.robot for tag in ("QP", "QDP") if f.moves]
        base = self.state.robot.base
        names += [str(e) for v in (base.V0, base.W0, base.VP0, base.WP0) for e in v if e != ZERO]
        still = {**self.state.values, **dict.fromkeys(names, 0.0)}
        return Exported(replace(self.state, values=still), self.robot)


def exported(robot: Robot, seed: object) -> Exported:
    """Put random numbers into a robot and take a random state; nothing pushes its links."""
    nothing = dict.fromkeys(WRENCH, ZERO)
    bare = [replace(link, **nothing) for link in robot.links]
    base = robot.base
    if base.link:
        base = replace(base, link=replace(base.link, **nothing))
    robot = replace(robot, links=tuple(bare), base=base)
    state = at_random(robot, seed)
    names = state_names(state.robot)
    numbers = {n: expression(x) for n, x in state.values.items() if n not in names}
    return Exported(state, fold_values(state.robot, numbers))


def random_export(seed: int, *, floating: bool = False) -> Exported:
    """A random tree with numbers, anywhere in the world, some joints with limits."""
    robot = random_tree(seed, moving_base=False, links=5)
    rng = random.Random(f"limits {seed}")
    frames = [_with_limits(frame, rng) for frame in robot.frames]
    robot = replace(robot, frames=tuple(frames))
    return exported(afloat(robot) if floating else placed(robot), seed)


def _with_limits(frame: Frame, rng: random.Random) -> Frame:
    if not frame.moves or rng.random() < 0.5:
        return frame
    return replace(frame, limits=Limits(*map(expression, (-4, 4, 10, 1000))))
