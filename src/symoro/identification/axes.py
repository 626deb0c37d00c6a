"""Facts about a robot's axes that the grouping rules ask for, decided exactly.

The robot is put at a random posture modulo a 61-bit prime; what is zero there is zero always.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from symoro.algebra.vectors import Array, Z, cross
from symoro.expressions import ZERO, Expression, ModularArithmetic, evaluate
from symoro.expressions.modular import NoRoot
from symoro.identification.samples import driven
from symoro.models.geometry.transform import transform
from symoro.models.kinematics.motion import Velocity, velocity
from symoro.models.let import plain
from symoro.models.mechanism import Mechanism, mechanism
from symoro.robot import BaseMotion, JointType, Robot

_DRAWS = 50


@dataclass(frozen=True)
class Axes:
    """A robot's frames at a random posture."""

    robot: Robot

    @cached_property
    def _point(self) -> tuple[ModularArithmetic, Mechanism, dict[int, Any]]:
        for attempt in range(_DRAWS):
            field = ModularArithmetic(f"{self.robot.name}|axes|{attempt}")
            try:
                return field, *self._placed(field)
            except NoRoot:
                continue
        field = ModularArithmetic(f"{self.robot.name}|axes", loose=True)
        return field, *self._placed(field)

    def _placed(self, field: ModularArithmetic) -> tuple[Mechanism, dict[int, Any]]:
        values = {name: field.symbol(name) for name in self.robot.symbols}

        def scalar(entry: Expression) -> Any:
            return evaluate(entry, values, field)

        m = mechanism(self.robot, scalar)
        moves = {0: Velocity(m.w0 * 0, m.v0 * 0)}
        toward: dict[int, Any] = {0: m.g - m.vd0}
        zs: dict[int, dict[int, Array]] = {0: {}}
        for j in m.outward:
            body = m.body(j)
            A, P = transform(body, j)
            moves[j] = velocity(body, j, A, P, moves[body.i], plain)
            toward[j] = A.T @ toward[body.i]
            zs[j] = {k: A.T @ z for k, z in zs[body.i].items()}
            zs[j][j] = Z
        return m, {"moves": moves, "gravity": toward, "axes": zs}

    def zero(self, value: Any) -> bool:
        """Tell whether a scalar, or every element of an array, vanishes."""
        elements = value.ravel() if hasattr(value, "ravel") else [value]
        return all(_residue(element) == 0 for element in elements)

    def constant(self, entry: Expression) -> Any:
        """An expression at the posture."""
        field = self._point[0]
        return evaluate(entry, {name: field.symbol(name) for name in entry.symbols}, field)

    @cached_property
    def turning(self) -> bool:
        """True if the base itself may turn: no axis is then the only one."""
        base = self.robot.base
        given = any(entry != ZERO for entry in (*base.W0, *base.WP0))
        return base.motion is BaseMotion.FLOATING or (driven(self.robot) and given)

    def revolutes(self, j: int) -> tuple[int, ...]:
        """The revolute joints from the base to frame j."""
        frames = self.robot.ancestors(j)[1:]
        return tuple(k for k in frames if self.robot.frame(k).sigma is JointType.REVOLUTE)

    def parallel(self, j: int, k: int) -> bool:
        """Tell whether the axes of joints j and k, k before j, are parallel at every posture."""
        axis = self._facts["axes"][j][k]
        return self.zero(axis[0]) and self.zero(axis[1])

    def one_direction(self, j: int) -> bool:
        """Tell whether link j turns about one direction only, or not at all (r1 <= j < r2)."""
        if self.turning:
            return False
        axes = [self._facts["axes"][j][k] for k in self.revolutes(j)]
        return all(self.zero(cross(axes[0], axis)) for axis in axes[1:])

    @property
    def _facts(self) -> Mapping[str, Any]:
        return self._point[2]

    def still_across(self, j: int) -> bool:
        """Tell whether O_j moves along z_j only, and gravity has no part across it."""
        v, g = self._facts["moves"][j].v, self._facts["gravity"][j]
        return self.zero(v[:2]) and self.zero(g[:2])

    def turns_alone(self, j: int) -> bool:
        """Tell whether the angular velocity of link j along its axis is that of joint j alone."""
        w = self._facts["moves"][j].w
        return not self.turning and self.zero(w[2] - self._point[1].body(j).qd)

    def slides_alone(self, j: int) -> bool:
        """Tell whether joint j alone moves O_j, across gravity."""
        v, g = self._facts["moves"][j].v, self._facts["gravity"][j]
        along = v[2] - self._point[1].body(j).qd
        return not self.turning and self.zero(v[:2]) and self.zero(along) and self.zero(g[2])


def _residue(element: Any) -> int:
    return int(element) if isinstance(element, int) else int(element.value)
