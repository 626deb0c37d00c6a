"""Facts about a robot's axes that the grouping rules ask for, decided exactly.

The robot is put at a random posture modulo a 61-bit prime; what is zero there is zero always.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, Z, cross
from symoro.expressions import ZERO, Expression, ModularArithmetic, evaluate
from symoro.expressions.points import at_random_point
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.kinematics.motion import Velocity, velocity
from symoro.models.let import plain
from symoro.models.mechanism import Mechanism, Motion, mechanism
from symoro.robot import BaseMotion, JointType, Robot

_UNIT: Array = np.array(np.eye(3, dtype=int), dtype=object)


@dataclass(frozen=True)
class _Posture:
    """The robot at a random posture: by link, in its own frame.

    Attributes:
        field: that of its scalars.
        m: the robot.
        moves: velocities; a base of known motion turns, its origin stands still.
        gravity: as it is felt in the accelerating base.
        axes: the directions about which the link turns, the base's first.
    """

    field: ModularArithmetic
    m: Mechanism
    moves: dict[int, Velocity]
    gravity: dict[int, Array]
    axes: dict[int, list[Array]]


@dataclass(frozen=True)
class Axes:
    """A robot's frames at a random posture."""

    robot: Robot

    @cached_property
    def _posture(self) -> _Posture:
        return at_random_point(f"{self.robot.name}|axes", self._sample_posture)

    def _sample_posture(self, field: ModularArithmetic) -> _Posture:
        values = {name: field.symbol(name) for name in self.robot.symbols}

        def scalar(entry: Expression) -> Any:
            return evaluate(entry, values, field)

        free = {
            j: Motion(scalar(self.robot.frame(j).position), field.symbol(f"|qd{j}"))
            for j in self.robot.moving_joints
        }
        axis = self.base_axis
        m = mechanism(self.robot, scalar, free)  # whatever velocities the tables name
        still = m.v0 * 0
        moves = {0: Velocity(still if axis is None else axis * field.symbol("|w0"), still)}
        toward: dict[int, Array] = {0: m.g - m.vd0}
        axes: dict[int, list[Array]] = {0: [] if axis is None else [axis]}
        for j in m.outward:
            body = m.body(j)
            A, P = link_transform(body, j)
            moves[j] = velocity(body, j, A, P, moves[body.i], plain)
            toward[j] = A.T @ toward[body.i]
            axes[j] = [A.T @ each for each in axes[body.i]] + [Z] * body.revolute
        return _Posture(field, m, moves, toward, axes)

    def is_zero(self, value: Any) -> bool:
        """Tell whether a scalar, or every element of an array, vanishes."""
        elements = value.ravel() if hasattr(value, "ravel") else [value]
        return all(getattr(element, "value", element) == 0 for element in elements)

    def constant(self, entry: Expression) -> Any:
        """An expression at the posture."""
        field = self._posture.field
        return evaluate(entry, {name: field.symbol(name) for name in entry.symbols}, field)

    @cached_property
    def base_turns(self) -> bool:
        """True if the base may turn about any axis: no direction is then the only one."""
        return self.robot.base.motion is BaseMotion.FLOATING or len(self._base_axes) > 1

    @property
    def base_axis(self) -> Array | None:
        """The axis of frame 0 about which a base of known motion turns; None if about none."""
        places = self._base_axes
        return _UNIT[places[0]] if len(places) == 1 else None

    @cached_property
    def _base_axes(self) -> list[int]:
        base = self.robot.base
        if base.motion is not BaseMotion.MOVING:
            return []
        return [k for k in range(3) if base.W0[k] != ZERO or base.WP0[k] != ZERO]

    def revolutes(self, j: int) -> tuple[int, ...]:
        """The revolute joints from the base to frame j."""
        frames = self.robot.ancestors(j)[1:]
        return tuple(k for k in frames if self.robot.frame(k).sigma is JointType.REVOLUTE)

    def turns(self, j: int) -> bool:
        """Tell whether link j turns at all."""
        return self.base_turns or bool(self._posture.axes[j])

    def is_along(self, j: int) -> bool:
        """Tell whether the axis of joint j is parallel to the first direction of rotation."""
        return self.is_zero(self._posture.axes[j][0][:2])

    def has_one_direction(self, j: int) -> bool:
        """Tell whether link j turns about one direction only, or not at all (r1 <= j < r2)."""
        if self.base_turns:
            return False
        axes = self._posture.axes[j]
        return all(self.is_zero(cross(axes[0], axis)) for axis in axes[1:])

    def is_still_across(self, j: int) -> bool:
        """Tell whether O_j moves along z_j only, and gravity has no part across it."""
        v, g = self._posture.moves[j].v, self._posture.gravity[j]
        return self.is_zero(v[:2]) and self.is_zero(g[:2])

    def turns_alone(self, j: int) -> bool:
        """Tell whether the angular velocity of link j along its axis is that of joint j alone."""
        w = self._posture.moves[j].w
        return not self.base_turns and self.is_zero(w[2] - self._posture.m.body(j).qd)

    def slides_alone(self, j: int) -> bool:
        """Tell whether joint j alone moves O_j along its axis, across gravity and about it."""
        v, w = self._posture.moves[j].v, self._posture.moves[j].w
        along = v[2] - self._posture.m.body(j).qd
        across = (along, w[0], w[1], self._posture.gravity[j][2])
        return not self.base_turns and all(map(self.is_zero, across))
