"""Models of closed robots as functions of their motorised joints alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from symoro.algebra import linear
from symoro.algebra.vectors import Array, vector
from symoro.errors import UsageError, VerificationError
from symoro.expressions import Arithmetic, Expression, FloatArithmetic, Symbol, evaluate
from symoro.generate.geometric.loop_geometry import Closing
from symoro.generate.kinematic.loop_kinematics import constraint_reference
from symoro.generate.kinematic.loop_selection import select
from symoro.models.let import LetFunction, plain
from symoro.models.loops.assembly import active_joints, chosen_modes, mode_labels, solvable
from symoro.models.loops.geometry import solve_loops
from symoro.models.loops.kinematics import (
    Selection,
    constraints,
    cut_rates,
    motor_rates,
    passive_rates,
    velocity_terms,
)
from symoro.models.loops.recipes import LoopPlan
from symoro.models.mechanism import Motion, mechanism
from symoro.numeric.reference.poses import poses
from symoro.robot import Robot

Scalars = Callable[[Expression], Any]
_FLOATS = FloatArithmetic()
_CLOSED = 1e-9
_FAR = 1e3  # condition of Wp beyond which rounding errors reach the tolerance of 1e-9


@dataclass(frozen=True)
class Motorised:
    """A closed robot in one assembly mode, driven by its motors.

    Attributes:
        robot: the robot.
        loops: how its loops are solved.
        mode: a root for each loop.
        label: what the mode is called.
        chosen: the rows of its constraint equations.
    """

    robot: Robot
    loops: LoopPlan
    mode: tuple[int, ...]
    label: str
    chosen: Selection

    @property
    def active(self) -> tuple[int, ...]:
        """The motorised joints."""
        return self.loops.active

    @property
    def sums(self) -> dict[int, Expression]:
        """The passive joints as sums of active angles; empty unless all are.

        Empty too where an active joint's position depends on another's variable: rates are those
        of positions.
        """
        if any(len(self._variables(j)) > 1 for j in self.active):
            return {}
        found = self.loops.sums(self.mode)
        return found if len(found) == len(self.robot.moving) - len(self.active) else {}

    def _variables(self, j: int) -> set[str]:
        """The joint variables that the position of joint j depends on."""
        variables = {variable.name for variable in self.robot.variables.values()}
        return variables & self.robot.frame(j).position.symbols

    def positions(self, scalar: Scalars, let: LetFunction = plain) -> dict[int, Motion]:
        """The positions of the passive joints."""
        found = solve_loops(self.robot, self.loops.recipes, [self.mode], scalar, let)
        return found[self.mode]

    def slopes(
        self, scalar: Scalars, at: Mapping[int, Motion], let: LetFunction
    ) -> dict[int, Array]:
        """The velocity of every joint in those of the motors, the rows of G, at some positions."""
        if self.sums:
            unit = np.array(np.eye(len(self.active), dtype=int), dtype=object)
            rows: dict[int, Array] = {j: unit[k] for k, j in enumerate(self.active)}
            for j, angle in self.sums.items():
                names = [self.robot.variables[k].name for k in self.active]
                rows[j] = vector(angle.coefficient(name) or 0 for name in names)
            return rows
        found = constraints(self.robot, mechanism(self.robot, scalar, at), self.chosen, let)
        return motor_rates(found, self.chosen, let)

    def motions(self, scalar: Scalars, let: LetFunction) -> dict[int, Motion]:
        """Positions, velocities, and accelerations when no motor accelerates, of passive joints."""
        robot, chosen = self.robot, self.chosen
        at = self.positions(scalar, let)
        qda = vector(scalar(robot.frame(j).QP) for j in self.active)
        if self.sums:
            slopes = self.slopes(scalar, at, let)
            return {j: Motion(at[j].position, slopes[j] @ qda, 0) for j in at}
        still = {j: Motion(motion.position, 0, 0) for j, motion in at.items()}
        found = constraints(robot, mechanism(robot, scalar, still), chosen, let)
        qdp = let("QPp", None, passive_rates(found, chosen, -(found.Wa @ qda), "QPp", let))
        qdc = let("QPc", None, cut_rates(found, qda, qdp, "QPc", let))
        rates = zip((*chosen.passive, *chosen.cut), (*qdp, *qdc), strict=True)
        moving = still | {j: Motion(at[j].position, rate, 0) for j, rate in rates}
        Psi, Phi = velocity_terms(robot, mechanism(robot, scalar, moving), chosen, let)
        bias = let("QDPp", None, passive_rates(found, chosen, -Psi, "QDPp", let))
        more = let("QDPc", None, cut_rates(found, 0 * qda, bias, "QDPc", let, Phi))
        rates = zip((*chosen.passive, *chosen.cut), (*bias, *more), strict=True)
        return {j: replace(moving[j], qdd=rate) for j, rate in rates}

    @cached_property
    def closing(self) -> Closing:
        """Turns drawn values into ones at which the loops close in this mode."""
        return Closing(replace(self.loops, robot=self.robot), (self.mode,))

    def settle(self, values: dict[str, float]) -> dict[str, float]:
        """Close the loops: set positions, velocities and accelerations of the passive joints."""
        return self.refine(self.closing(values), _FLOATS, float)

    def refine(
        self, values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any
    ) -> dict[str, Any]:
        """Close the loops with the digits of some arithmetic, near a state where they do.

        Raises:
            VerificationError: if a loop is open, by the elementary matrices.
        """
        robot, chosen = self.robot, self.chosen

        def scalar(entry: Expression) -> Any:
            return evaluate(entry, values, arithmetic)

        found = dict(values)
        for j, motion in self.positions(scalar).items():
            x = motion.position
            angle = getattr(x, "radians", x)
            offset = robot.frame(j).position - robot.variables[j]
            found[robot.variables[j].name] = angle - scalar(offset)
        pose = poses(robot, found, arithmetic, dtype)
        for k, other in robot.loops():
            gap = float(np.abs(pose[k] - pose[other]).max())
            if gap > _CLOSED * max(1.0, float(np.abs(pose[k]).max())):
                raise VerificationError(f"{robot.name}: loop {k} is open by {gap:.2g}")
        rate = constraint_reference(robot, chosen, found, arithmetic, dtype)
        if rate["Wp"].size and np.linalg.cond(np.asarray(rate["Wp"], dtype=float)) > _FAR:
            raise ValueError("too near a dead point to compare digits")
        qda = np.array([scalar(robot.frame(j).QP) for j in self.active])
        qdp = _solved(rate["Wp"], -(rate["Wa"] @ qda))
        qdc = _solved(rate["Wc"], -(rate["Wac"] @ qda + rate["Wpc"] @ qdp))
        found |= _named(robot, (*chosen.passive, *chosen.cut), "QP", (*qdp, *qdc))
        rate = constraint_reference(robot, chosen, found, arithmetic, dtype)
        bias = _solved(rate["Wp"], -rate["Psi"])
        more = _solved(rate["Wc"], -(rate["Wpc"] @ bias + rate["Phi"]))
        return found | _named(robot, (*chosen.passive, *chosen.cut), "QDP", (*bias, *more))

    def reference_slopes(
        self,
        values: Mapping[str, Any],
        joints: Sequence[int],
        arithmetic: Arithmetic[Any] = _FLOATS,
        dtype: Any = float,
    ) -> Any:
        """The rows of G for some joints at a closed state, by the reference route."""
        rate = constraint_reference(self.robot, self.chosen, values, arithmetic, dtype)
        rows = dict(zip(self.active, np.eye(len(self.active)), strict=True))
        rows |= dict(zip(self.chosen.passive, rate["W"], strict=True))
        cut = _solved(rate["Wc"], -(rate["Wac"] + rate["Wpc"] @ rate["W"]))
        rows |= dict(zip(self.chosen.cut, cut, strict=True))
        return np.array([rows[j] for j in joints], dtype=dtype)

    @property
    def undefined_where(self) -> str:
        """Where a model in the motorised joints is undefined."""
        return "a loop cannot be closed in this assembly mode, or is at a dead point"

    @property
    def note(self) -> str:
        """What the user must know."""
        listed = ", ".join(map(str, self.active))
        return f"in the motorised joints {listed}; assembly mode: {self.label}"


def _solved(matrix: Any, right: Any) -> Any:
    """X of ``matrix`` X = ``right``, also where there is nothing to solve."""
    return linear.solve(matrix, right) if right.size else right


def _named(
    robot: Robot, joints: tuple[int, ...], field: str, rates: tuple[Any, ...]
) -> dict[str, Any]:
    entries = [getattr(robot.frame(j), field) for j in joints]
    return {
        entry.name: rate
        for entry, rate in zip(entries, rates, strict=True)
        if isinstance(entry, Symbol)
    }


def motorised(robot: Robot, options: Mapping[str, Any]) -> Motorised | None:
    """The robot as driven by its motors, if that is asked for.

    Raises:
        ModelError: for a robot without loops, or one whose loops have no closed form.
        UsageError: for a mode that is asked for without ``motorised``.
    """
    mode = options["mode"]
    if not options["motorised"]:
        if mode is not None:
            raise UsageError(f"{robot.name}: --mode belongs to --motorised")
        return None
    active = active_joints(robot)
    loops = solvable(robot, active)
    place, roots = next(iter(chosen_modes(robot, loops, 1 if mode is None else mode).items()))
    return Motorised(robot, loops, roots, mode_labels(loops)[place], select(robot, active))
