"""Joints that no motor determines because a link turns idly, as a rod between spherical joints."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symoro.analysis.loops import CannotClose, Closure
from symoro.analysis.loops.postures import closed_rows
from symoro.analysis.mobility import idle_motion_at
from symoro.catalog.kinematic.loop_selection import select
from symoro.catalog.kinematic.parallelograms import NO_SUMS
from symoro.errors import ModelError
from symoro.expressions import Expression
from symoro.models.loops.loop_kinematics import Selection
from symoro.robot import Robot
from symoro.verify.closable_lengths import with_closable_lengths
from symoro.wording import noun_phrase

_POSTURES = 12  # of which the largest rank counts: a singular one does not matter


@dataclass(frozen=True)
class IdleJoints:
    """The joints that turn idly when the motors are held.

    Attributes:
        held_joints: the first joints that stop all of it when they are held too; none if nothing
            turns idly, or more than single links move.
    """

    held_joints: tuple[int, ...] = ()
    links: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        """The links that turn idly, in words."""
        turn = "turns" if len(self.links) == 1 else "turn"
        links = f"{noun_phrase('link', self.links)} {turn} idly"
        return f"no motor determines {noun_phrase('joint', self.held_joints)} ({links})"


NO_IDLE_JOINTS = IdleJoints()


def select_with_idle(
    robot: Robot, active: Sequence[int], sums: Mapping[int, Expression] = NO_SUMS
) -> tuple[Selection, IdleJoints]:
    """Choose joints and rows of the constraint equations; joints that turn idly count as active.

    Raises:
        ModelError: if the active joints do not determine the others, and no link turns idly.
    """
    try:
        return select(robot, active, sums), NO_IDLE_JOINTS
    except ModelError:
        idle = idle_joints(robot, active)
        if not idle.held_joints:
            raise
        return select(robot, sorted((*active, *idle.held_joints)), sums), idle


def idle_joints(robot: Robot, active: Sequence[int]) -> IdleJoints:
    """Return the joints to hold beside the motors, by rank at random closed postures."""

    def find(values: dict[str, float], rng: random.Random) -> IdleJoints:
        closure = Closure(robot, values)
        rows = closed_rows(closure, _POSTURES, rng)
        whole = left = idle_motion_at(closure, rows, active)
        if not whole.freedom or not whole.harmless:
            return NO_IDLE_JOINTS
        held_joints: list[int] = []
        for j in whole.joints:
            less = idle_motion_at(closure, rows, (*active, *held_joints, j))
            if less.freedom < left.freedom:
                held_joints.append(j)
                left = less
        return IdleJoints(tuple(held_joints), whole.links)

    try:
        return with_closable_lengths(robot, find, f"{robot.name}|idle")
    except (CannotClose, ModelError):  # the choice of rows says why the loops do not close
        return NO_IDLE_JOINTS
