"""Inverse dynamics at accelerations that a model has found: how direct models are checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from symoro.algebra.linear import solve
from symoro.algebra.vectors import Array
from symoro.catalog.dynamic.trees import joints_with_load_friction, without_load_friction
from symoro.expressions import Arithmetic, FloatArithmetic, Symbol, Values, evaluate, symbol
from symoro.expressions.names import fresh_name
from symoro.references.friction import JointFriction
from symoro.references.inverse_dynamics import Efforts, inverse_dynamics
from symoro.references.tree_dynamics import TreeDynamics
from symoro.robot import BaseMotion, Robot
from symoro.robot.efforts import effort

_FLOATS = FloatArithmetic()


class Probe:
    """A robot whose accelerations are put in: those of a floating base, then of the joints."""

    def __init__(self, robot: Robot) -> None:
        """Take a tree robot; a floating base has no acceleration in its tables."""
        self._taken_names = set(robot.symbols)
        self.floats = robot.base.motion is BaseMotion.FLOATING
        self.joints = tuple(j for j in robot.outward() if robot.frame(j).moves)
        self.names: list[str] = []
        base = robot.base
        if self.floats:
            vd, wd = self._vector("VP0"), self._vector("WP0")
            base = replace(base, VP0=vd, WP0=wd)
        frames = tuple(
            replace(frame, QDP=self._symbol(f"QDP{j}")) if j in self.joints else frame
            for j, frame in robot
        )
        self.robot = robot
        self.probed = replace(robot, frames=frames, base=base)

    def _symbol(self, wanted: str) -> Symbol:
        name = fresh_name(wanted, self._taken_names)
        self._taken_names.add(name)
        self.names.append(name)
        return symbol(name)

    def _vector(self, name: str) -> tuple[Symbol, Symbol, Symbol]:
        return self._symbol(f"{name}1"), self._symbol(f"{name}2"), self._symbol(f"{name}3")

    def efforts(
        self,
        accelerations: Iterable[Any],
        values: Values,
        arithmetic: Arithmetic[Any] = _FLOATS,
        dtype: Any = float,
    ) -> Efforts:
        """Return what the robot needs to accelerate like this."""
        known = {**values, **dict(zip(self.names, accelerations, strict=True))}
        return inverse_dynamics(self.probed, known, arithmetic, dtype)

    def given_efforts(self, values: Values, arithmetic: Arithmetic[Any] = _FLOATS) -> list[Any]:
        """The efforts of the joints as the robot's tables give them."""
        return [evaluate(effort(self.robot, j), values, arithmetic) for j in self.joints]

    def balance(
        self, efforts: Efforts, values: Values, arithmetic: Arithmetic[Any], dtype: Any
    ) -> tuple[Array, Array]:
        """Return what accelerates the robot, and what is left of its efforts to do so.

        Both are less the efforts of its velocities and weights: these may be large, and so then is
        what rounding leaves of their sum with small torques.
        """
        zero = arithmetic.number(Fraction(0))
        still = self.efforts([zero] * len(self.names), values, arithmetic, dtype)
        needed, holding = (
            np.array([*(each.base if self.floats else ()), *each.tau.values()], dtype=dtype)
            for each in (efforts, still)
        )
        base = [zero] * (len(needed) - len(self.joints))
        torques = np.array([*base, *self.given_efforts(values, arithmetic)], dtype=dtype)
        return needed - holding, torques - holding

    def accelerations(
        self,
        values: Values,
        arithmetic: Arithmetic[Any],
        dtype: Any,
        known: Mapping[int, Any],
        efforts: Mapping[int, Any],
    ) -> Array:
        """Return all accelerations from some of them and the efforts of the other joints."""
        tree = TreeDynamics(self.robot, values, arithmetic, dtype)
        A, H = tree.inertia_matrix(), tree.bias()
        first = 6 if self.floats else 0
        rows = [*range(first), *(first + self.joints.index(j) for j in efforts)]
        others = [first + self.joints.index(j) for j in known]
        zero = 0 * H[0]
        right = np.array([*[zero] * first, *efforts.values()], dtype=dtype) - H[rows]
        if others:
            right = right - A[np.ix_(rows, others)] @ np.array([*known.values()], dtype=dtype)
        accelerations = np.full(len(H), zero, dtype=dtype)
        accelerations[others] = [*known.values()]
        if rows:
            accelerations[rows] = solve(A[np.ix_(rows, rows)], right)
        return accelerations


class LoadProbe(Probe):
    """A robot in which efforts are the loads they move, where friction depends on the load."""

    def __init__(self, robot: Robot) -> None:
        """Take a tree robot, whose joints with such friction have none in the probe."""
        super().__init__(without_load_friction(robot))
        self._rubbing = robot
        self._loaded = joints_with_load_friction(robot)

    def given_efforts(self, values: Values, arithmetic: Arithmetic[Any] = _FLOATS) -> list[Any]:
        """The efforts of the joints as the robot's tables give them, or the loads they move."""
        tau = super().given_efforts(values, arithmetic)
        return [
            JointFriction(self._rubbing, j, values, arithmetic).load(each)
            if j in self._loaded
            else each
            for j, each in zip(self.joints, tau, strict=True)
        ]


def reactions(efforts: Efforts, arrays: Collection[str]) -> dict[str, Array]:
    """Return the rows of E and N, by link, as a model has them."""
    links = sorted(j for j in efforts.f if j)
    rows = {"E": efforts.f, "N": efforts.n}
    return {name: np.array([rows[name][j] for j in links]) for name in rows if name in arrays}
