"""Closed robots as their motors drive them, and the states at which their models are compared.

Where all loops have a closed form, positions of the actuated joints alone may be the inputs, in one
assembly mode. Elsewhere positions of all joints are inputs, which must close the loops. Rates of
the passive joints follow from those of the actuated ones; models that take the rates of all joints
need them only where the robot's table has no symbol for a rate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from symoro.catalog.kinematic.actuated_notes import notes_of
from symoro.catalog.kinematic.closed_states import ClosedStates
from symoro.catalog.kinematic.idle_joints import NO_IDLE_JOINTS, IdleJoints
from symoro.catalog.kinematic.loop_check import LoopCheck, check_of_states
from symoro.catalog.kinematic.loop_motion import LoopMotion
from symoro.catalog.kinematic.loop_selection import SINGULAR_LOOPS
from symoro.catalog.kinematic.parallelograms import (
    Parallelograms,
)
from symoro.errors import VerificationError
from symoro.expressions import (
    ZERO,
    Arithmetic,
    Expression,
    FloatArithmetic,
    ScalarOf,
    Symbol,
    Values,
    evaluate,
)
from symoro.expressions.expression import sum_of
from symoro.expressions.names import fresh_name
from symoro.models.let import LetFunction, plain
from symoro.models.loops.loop_kinematics import Selection
from symoro.models.loops.recipes import LoopPlan
from symoro.references.closed_dynamics import ClosedDynamics
from symoro.references.closed_loops import close_loops, loop_rows
from symoro.robot import Robot
from symoro.robot.arguments import Argument, joint_array
from symoro.verify.closing import Closing
from symoro.wording import noun_phrase

_FLOATS = FloatArithmetic()
_NO_PARALLELOGRAMS = Parallelograms()
_CLOSED = 1e-9  # largest gap of a closed loop: position by the robot's extent, rotation in rad
_FAR = 1e3  # condition of the loops beyond which rounding errors reach the tolerance of 1e-9


@dataclass(frozen=True)
class ClosedForm:
    """One assembly mode of loops that have a closed form.

    Attributes:
        mode: a root for each loop.
    """

    loops: LoopPlan
    mode: tuple[int, ...]
    label: str


@dataclass(frozen=True)
class Actuated:
    """A closed robot, driven by its motors.

    Attributes:
        active: the actuated joints.
        chosen: the rows of its constraint equations.
        form: an assembly mode of loops that have a closed form; None if one of them has none.
        idle: the joints that no motor determines, which turn a link idly; their rates are zero.
        consistent: True if positions and rates of all joints are inputs, which agree by contract.
        parallelograms: the joints that are sums of others, in the assembly mode.
        free: the active joints that are passive, or whose motor gives a known effort.
    """

    robot: Robot
    active: tuple[int, ...]
    chosen: Selection
    form: ClosedForm | None = None
    idle: IdleJoints = NO_IDLE_JOINTS
    consistent: bool = False
    parallelograms: Parallelograms = _NO_PARALLELOGRAMS
    free: tuple[int, ...] = ()

    @property
    def kind(self) -> str:
        """The word for an active joint."""
        return "independent joint" if self.free else "actuated joint"

    @property
    def held_joints(self) -> tuple[int, ...]:
        """The joints whose rates are zero."""
        return self.idle.held_joints

    @property
    def dependent(self) -> tuple[int, ...]:
        """The joints whose rates follow from those of the motors."""
        return (*self.chosen.passive, *self.chosen.cut)

    @property
    def inputs(self) -> tuple[int, ...]:
        """The joints whose positions are inputs."""
        return self.active if self.has_passive_positions else self.robot.moving_joints

    @property
    def by_sums(self) -> Actuated:
        """The robot with passive joints as sums of actuated ones, if they are; else itself."""
        return replace(self, consistent=False) if self.sums else self

    @property
    def has_passive_positions(self) -> bool:
        """True if the closed form gives the positions of the passive joints."""
        return self.form is not None and not self.consistent

    def results(self, tag: str) -> tuple[int, ...]:
        """The joints whose rate of a kind, QP or QDP, is no input; all but the actuated ones."""
        joints = [j for j in self.robot.moving_joints if j not in self.active]
        if self.consistent:
            joints = [j for j in joints if not self._has_own(j, tag)]
        return tuple(joints)

    def _has_own(self, j: int, tag: str) -> bool:
        """True if a rate of a joint is a symbol that no other joint has."""
        name = getattr(self.robot.frame(j), tag)
        others = (f for k, f in self.robot if k != j)
        return isinstance(name, Symbol) and not any(
            name.name in getattr(f, field).symbols for f in others for field in ("QP", "QDP")
        )

    @property
    def sums(self) -> dict[int, Expression]:
        """The passive joints as sums of active angles; empty unless all are."""
        sums = dict(self.parallelograms.sums)
        return sums if set(sums) == set(self.dependent) and not self.held_joints else {}

    @property
    def follows_sums(self) -> bool:
        """True if positions and rates of all passive joints are inputs, and sums of others."""
        return self.consistent and bool(self.sums) and not self.results("QP") + self.results("QDP")

    def values_of_sums(self, values: Values, arithmetic: Arithmetic[Any]) -> dict[str, Any]:
        """The values of positions and rates of joints that are sums."""
        robot = self.robot

        def scalar(entry: Expression) -> Any:
            return evaluate(entry, values, arithmetic)

        numbers = {}
        for j, angle in self.sums.items():
            variable = robot.variables[j]
            numbers[variable.name] = scalar(angle - (robot.frame(j).position - variable))
            for tag in ("QP", "QDP"):
                rates = ((k, getattr(robot.frame(k), tag)) for k in self.chosen.sums[j])
                sum_ = sum_of((rate, Fraction(self.chosen.sums[j][k])) for k, rate in rates)
                numbers[str(getattr(robot.frame(j), tag))] = scalar(sum_)
        return numbers

    def with_sums(self, values: Values, arithmetic: Arithmetic[Any]) -> Values:
        """The values with those of sums, if all passive joints are such."""
        if not self.follows_sums:
            return values
        return {**values, **self.values_of_sums(values, arithmetic)}

    def motion(self, scalar: ScalarOf, let: LetFunction = plain) -> LoopMotion:
        """The motion of the joints that are not inputs, over some scalars."""
        return LoopMotion(self, scalar, let)

    @cached_property
    def reference_robot(self) -> Robot:
        """The robot with a symbol for each rate that is a result.

        A table may have the number 0 there, or a symbol of another joint.
        """
        taken_names = set(self.robot.symbols)

        def fresh(name: str) -> Symbol:
            name = fresh_name(name, taken_names)
            taken_names.add(name)
            return Symbol(name)

        velocities, accelerations = self.results("QP"), self.results("QDP")
        frames = []
        for j, frame in self.robot:
            if j in velocities:
                frame = replace(frame, QP=fresh(f"QP{j}"))
            if j in accelerations:
                frame = replace(frame, QDP=fresh(f"QDP{j}"))
            frames.append(frame)
        return replace(self.robot, frames=tuple(frames))

    @cached_property
    def closing(self) -> Callable[[dict[str, float]], dict[str, float]]:
        """Turns drawn values into ones at which the loops close, in this mode if it has one."""
        if not self._follows_form:
            return ClosedStates(self.robot, self.parallelograms.sums)
        assert self.form is not None
        return Closing(replace(self.form.loops, robot=self.robot), (self.form.mode,))

    @property
    def _follows_form(self) -> bool:
        """True if models hold in one assembly mode only."""
        partly = self.form is not None and bool(self.parallelograms.sums)
        return self.has_passive_positions or partly

    def settle(self, values: dict[str, float]) -> dict[str, float]:
        """Close the loops: set positions, velocities and accelerations of the passive joints."""
        return self.refine(self.closing(values), _FLOATS, float)

    def refine(self, values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> dict[str, Any]:
        """Close the loops with the digits of some arithmetic, near a state where they do.

        Rates come from all rows of all loops, not from those that the model keeps.

        Raises:
            VerificationError: if a loop is open, by the elementary matrices.
        """
        robot = self.reference_robot

        def scalar(entry: Expression) -> Any:
            return evaluate(entry, values, arithmetic)

        still = (*self.held_joints, *self.dependent)
        rest = _values_by_symbol(robot, still, ("QP", "QDP"), [scalar(ZERO)] * len(still))
        values = {**values, **rest}
        state = self._close_loops(values, scalar, arithmetic, dtype)
        rows = loop_rows(robot, state, arithmetic, dtype)
        if (gap := rows.largest_gap) > _CLOSED:
            raise VerificationError(f"{robot.name}: a loop is open by {gap:.2g}")
        if rows.condition(self.dependent) > _FAR:
            raise ValueError("too near a dead point to compare digits")
        qda, qdda = (
            np.array([scalar(getattr(robot.frame(j), tag)) for j in self.active], dtype=dtype)
            for tag in ("QP", "QDP")
        )
        qd = rows.solve(self.dependent, -(rows.columns_of(self.active) @ qda))
        state |= _values_by_symbol(robot, self.dependent, ("QP",), qd)
        rows = loop_rows(robot, state, arithmetic, dtype)
        qdd = rows.solve(self.dependent, -(rows.columns_of(self.active) @ qdda + rows.bias))
        return state | _values_by_symbol(robot, self.dependent, ("QDP",), qdd)

    def _close_loops(
        self, values: Values, scalar: ScalarOf, arithmetic: Arithmetic[Any], dtype: Any
    ) -> dict[str, Any]:
        """The values with positions at which the loops close."""
        robot = self.reference_robot
        if not self._follows_form:
            return close_loops(robot, values, self.dependent, arithmetic, dtype)
        state = dict(values)
        for j, motion in replace(self, consistent=False).motion(scalar).positions.items():
            x = motion.position
            angle = getattr(x, "radians", x)
            offset = robot.frame(j).position - robot.variables[j]
            state[robot.variables[j].name] = angle - scalar(offset)
        return state

    def reference_dynamics(
        self, values: Values, arithmetic: Arithmetic[Any] = _FLOATS, dtype: Any = float
    ) -> ClosedDynamics:
        """The robot at a closed state, by the reference route."""
        robot = self.reference_robot
        return ClosedDynamics(robot, self.active, self.dependent, values, arithmetic, dtype)

    def reference_slopes(
        self,
        values: Values,
        joints: Sequence[int],
        arithmetic: Arithmetic[Any] = _FLOATS,
        dtype: Any = float,
    ) -> Any:
        """The rows of G for some joints at a closed state, by the reference route."""
        return self.reference_dynamics(values, arithmetic, dtype).slopes(joints)

    @property
    def arguments(self) -> tuple[Argument, ...] | None:
        """The arrays of a model of all positions and the motors' rates; None for other models."""
        if self.form is not None or self.consistent:
            return None
        passive = [j for j in self.robot.moving_joints if j not in self.active]
        motors = noun_phrase(self.kind, self.active)
        every = noun_phrase("joint", self.robot.moving_joints)
        meanings = {
            "q": f"positions of all {every} that move; those of the "
            f"{noun_phrase('passive joint', passive)} must close the loops",
            "QP": f"velocities of the {motors}",
            "QDP": f"accelerations of the {motors}",
        }
        over = {"q": self.robot.moving_joints}
        return tuple(
            replace(joint_array(self.robot, name, over.get(name, self.active)), meaning=meaning)
            for name, meaning in meanings.items()
        )

    @property
    def state_check(self) -> LoopCheck | None:
        """The check of given positions and rates; None if the passive ones follow from others."""
        return check_of_states(self)

    @property
    def undefined_where(self) -> str:
        """The clause that tells where a model that needs rates of passive joints is undefined."""
        if self.sums and not self.has_passive_positions:
            return ""
        return self.dead_points

    @property
    def dead_points(self) -> str:
        """The clause that tells where loops determine neither these rates nor their wrenches."""
        if not self.has_passive_positions:
            return SINGULAR_LOOPS
        return "a loop cannot be closed in this assembly mode, or is at a dead point"

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes for a user."""
        return notes_of(self)

    @property
    def mode_label(self) -> str:
        """The assembly mode in which models of all positions hold; any if it is empty.

        Parallelograms have one; other loops only where it is asked for.
        """
        return self.parallelograms.label


def _values_by_symbol(
    robot: Robot, joints: Sequence[int], fields: Sequence[str], rates: Iterable[Any]
) -> dict[str, Any]:
    """The symbols of rates with their values."""
    return {
        entry.name: rate
        for j, rate in zip(joints, rates, strict=True)
        for field in fields
        if isinstance(entry := getattr(robot.frame(j), field), Symbol)
    }
