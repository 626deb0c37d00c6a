"""A task of a link: its Jacobian matrix, and its acceleration when no joint accelerates.

Notation (docs/notation.md): the task is some rows of (velocity of O_r; angular velocity of link r),
written in frame ``i``; k is the first frame whose origin is O_r whatever the posture.

    forward, base to tips, qdd = 0                                     SYMORO name
      (3.136)  Psi = jAi Psi_i + sigma-bar (wi x qd a)                   WPJ
      (3.137)  U*  = hat(Psi) + hat(w) hat(w)                            DV, UJ
      (3.138)  Phi = jAi (Phi_i + U*_i P) + 2 sigma (wi x qd a)          VSJ, VPJ
    task
      (2.21)   J   = rows of iJr, see symoro.models.kinematics.jacobian  J
      (3.135)  Jdot qd = rows of (iAk Phi_k; iAr Psi_r)                  VPI, WPI, JPQP

The recursion starts from the base: Psi_0 = wd_0 and Phi_0 = vd_0, which are zero if it stands. Its
velocities and their products serve the dynamic model of the same robot. Gravity is no part of it.

References: [Guide] section 3.6.4.3.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from symoro.algebra.vectors import Array, zeros
from symoro.expressions import ZERO
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.geometry.transforms import WORLD, Chain
from symoro.models.kinematics.jacobian import chain_jacobian
from symoro.models.kinematics.motion import Acceleration, acceleration, base_acceleration
from symoro.models.let import LetFunction, RenamingLet
from symoro.models.let_cache import MemoizedLet
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot

BIAS_TAGS = {"WP": "WPJ", "VP": "VPJ", "U": "UJ", "VSP": "VSJ"}
"""The tags of accelerations where no joint accelerates."""


@dataclass(frozen=True)
class Task:
    """The controlled rows, from 1, of the velocity of link ``r`` at O_r, in frame ``i``."""

    r: int
    i: int
    rows: tuple[int, ...]


class BiasMotion:
    """A robot whose joints do not accelerate: transformations, motion, and its tasks.

    Attributes:
        robot, m: the robot, in expressions and in scalars.
        let: names each quantity once, so that pages which share a step share its variables.
        frames: rotation A and position P of each frame in its antecedent.
        moves: the motion of each link, by `BIAS_TAGS`'s names.
    """

    def __init__(self, robot: Robot, m: Mechanism, let: LetFunction) -> None:
        """Find the motion: (3.136) to (3.138)."""
        self.robot, self.m, self.let = robot, m, MemoizedLet(let)
        self.frames = A, P = link_transforms(m, self.let)
        still = RenamingLet(self.let, BIAS_TAGS)
        self.moves: dict[int, Acceleration] = {0: base_acceleration(m, m.vd0, still)}
        for j in m.outward:
            body = m.body(j)
            self.moves[j] = acceleration(body, j, A[j], P[j], self.moves[body.i], still)

    def jacobian(self, task: Task) -> Array:
        """Return the chosen rows of iJr: a column for each joint that moves."""
        robot = self.robot
        columns, _ = chain_jacobian(Chain(robot, self.m, self.let), task.i, task.r, task.r)
        J = zeros(6, robot.n_dof)
        J[:, [robot.moving_joints.index(k) for k in robot.joints_to(task.r)]] = columns
        return J[[row - 1 for row in task.rows]]  # (2.21)

    def bias(self, task: Task) -> Array:
        """Return the chosen rows of Jdot qd."""
        k = frame_at_origin(self.robot, task.r)
        Phi = self.rotate(self.moves[k].vd, k, task.i, "VPI")
        Psi = self.rotate(self.moves[task.r].wd, task.r, task.i, "WPI")
        return np.concatenate([Phi, Psi])[[row - 1 for row in task.rows]]  # (3.135)

    def rotate(self, v: Array, start: int, end: int, tag: str) -> Array:
        """Return a vector of frame ``start`` in frame ``end``, named in each frame on the way."""
        A, _ = self.frames
        if start == WORLD:
            v = self.let(tag, 0, self.m.Z[:3, :3].T @ v)
        for here, there in pairwise(self.robot.chain(max(start, 0), max(end, 0))):
            inward = there < here
            v = self.let(tag, there, A[here] @ v if inward else A[there].T @ v)
        return self.let(tag, None, self.m.Z[:3, :3] @ v) if end == WORLD else v


def frame_at_origin(robot: Robot, r: int) -> int:
    """The first frame whose origin is that of frame ``r`` in every posture."""
    frame = robot.frame(r)
    while r and frame.antecedent and frame.d == frame.b == frame.r == ZERO:
        r = frame.antecedent
        frame = robot.frame(r)
    return r


def turning_links(robot: Robot, task: Task) -> tuple[int, ...]:
    """The links whose Psi the task needs, from the base on."""
    return robot.ancestors(task.r)[1:] if max(task.rows) > 3 else sliding_links(robot, task)[:-1]


def sliding_links(robot: Robot, task: Task) -> tuple[int, ...]:
    """The links whose Phi a task with a velocity needs, from the base on."""
    return robot.ancestors(frame_at_origin(robot, task.r))[1:]
