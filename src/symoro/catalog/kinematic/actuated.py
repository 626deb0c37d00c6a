"""Models of closed robots in the rates of their actuated joints.

Where all loops have a closed form, positions of the actuated joints alone are the inputs, in one
assembly mode. Elsewhere positions of all joints are inputs, which must close the loops. Rates of
the passive joints follow from those of the actuated ones in both cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, vector
from symoro.catalog.kinematic.closed_states import ClosedStates
from symoro.catalog.kinematic.idle_joints import NO_IDLE_JOINTS, IdleJoints, select_with_idle
from symoro.catalog.kinematic.loop_kinematics import SINGULAR_LOOPS
from symoro.catalog.kinematic.loop_selection import select
from symoro.errors import UsageError, VerificationError
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
from symoro.expressions.names import fresh_name
from symoro.models.let import LetFunction, plain
from symoro.models.loops.assembly import chosen_modes, mode_labels
from symoro.models.loops.loop_geometry import solve_loops
from symoro.models.loops.loop_kinematics import (
    Constraints,
    Selection,
    constraints,
    cut_rates,
    motor_jacobian,
    passive_rates,
    velocity_terms,
)
from symoro.models.loops.recipes import LoopPlan, plan_loops
from symoro.models.mechanism import Motion, mechanism
from symoro.references.closed_loops import close_loops, loop_rows
from symoro.robot import Robot
from symoro.robot.active_joints import active_joints
from symoro.robot.arguments import Argument, joint_array
from symoro.verify.closing import Closing
from symoro.wording import noun_phrase

_FLOATS = FloatArithmetic()
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
        form: gives the positions of the passive joints; None if these are inputs.
        idle: the joints that no motor determines, which turn a link idly; their rates are zero.
    """

    robot: Robot
    active: tuple[int, ...]
    chosen: Selection
    form: ClosedForm | None = None
    idle: IdleJoints = NO_IDLE_JOINTS

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
        return self.robot.moving_joints if self.form is None else self.active

    @property
    def sums(self) -> dict[int, Expression]:
        """The passive joints as sums of active angles; empty unless all are.

        Empty too where an active joint's position depends on another's variable: rates are those
        of positions.
        """
        if self.form is None or any(len(self._variables(j)) > 1 for j in self.active):
            return {}
        sums = self.form.loops.sums(self.form.mode)
        return sums if len(sums) == len(self.robot.moving_joints) - len(self.active) else {}

    def _variables(self, j: int) -> set[str]:
        """The joint variables that the position of joint j depends on."""
        variables = {variable.name for variable in self.robot.variables.values()}
        return variables & self.robot.frame(j).position.symbols

    def positions(self, scalar: ScalarOf, let: LetFunction = plain) -> dict[int, Motion]:
        """The positions of the joints that are not inputs."""
        if self.form is None:
            return {}
        loops, mode = self.form.loops, self.form.mode
        return solve_loops(self.robot, loops.recipes, [mode], scalar, let)[mode]

    def slopes(
        self, scalar: ScalarOf, at: Mapping[int, Motion], let: LetFunction
    ) -> dict[int, Array]:
        """The velocity of every joint in those of the motors, the rows of G, at some positions."""
        if self.sums:
            unit = np.array(np.eye(len(self.active), dtype=int), dtype=object)
            rows: dict[int, Array] = {j: unit[k] for k, j in enumerate(self.active)}
            for j, angle in self.sums.items():
                names = [self.robot.variables[k].name for k in self.active]
                rows[j] = vector(angle.coefficient(name) or 0 for name in names)
            return rows
        system = constraints(self.robot, mechanism(self.robot, scalar, at), self.chosen, let)
        still = vector([0] * len(self.active))
        return motor_jacobian(system, self.chosen, let) | dict.fromkeys(self.held_joints, still)

    def velocities(self, scalar: ScalarOf, let: LetFunction) -> dict[int, Motion]:
        """Positions and velocities of all joints but the actuated ones."""
        at = self._still(scalar, let)
        qda = self._motors(scalar, "QP")
        if self.sums:
            slopes = self.slopes(scalar, at, let)
            return {j: replace(at[j], qd=slopes[j] @ qda) for j in at}
        return self._moving(at, self._constraints(scalar, at, let), qda, let)

    def motions(self, scalar: ScalarOf, let: LetFunction) -> dict[int, Motion]:
        """Positions, velocities and accelerations of all joints but the actuated ones."""
        robot, chosen = self.robot, self.chosen
        at = self._still(scalar, let)
        qda, qdda = (self._motors(scalar, tag) for tag in ("QP", "QDP"))
        if self.sums:
            slopes = self.slopes(scalar, at, let)
            return {j: replace(at[j], qd=slopes[j] @ qda, qdd=slopes[j] @ qdda) for j in at}
        system = self._constraints(scalar, at, let)
        moving = self._moving(at, system, qda, let)
        Psi, Phi = velocity_terms(robot, mechanism(robot, scalar, moving), chosen, let)
        right = -(system.Wa @ qdda + Psi)
        qddp = let("QDPp", None, passive_rates(system, chosen, right, "QDPp", let))
        qddc = let("QDPc", None, cut_rates(system, qdda, qddp, "QDPc", let, Phi))
        rates = zip(self.dependent, (*qddp, *qddc), strict=True)
        return moving | {j: replace(moving[j], qdd=rate) for j, rate in rates}

    def _still(self, scalar: ScalarOf, let: LetFunction) -> dict[int, Motion]:
        """The positions of all joints but the actuated ones, without rates."""
        at = self.positions(scalar, let)
        if self.form is None:
            passive = [j for j in self.robot.moving_joints if j not in self.active]
            at = {j: Motion(scalar(self.robot.frame(j).position)) for j in passive}
        return {j: Motion(motion.position, 0, 0) for j, motion in at.items()}

    def _motors(self, scalar: ScalarOf, tag: str) -> Array:
        return vector(scalar(getattr(self.robot.frame(j), tag)) for j in self.active)

    def _constraints(
        self, scalar: ScalarOf, at: Mapping[int, Motion], let: LetFunction
    ) -> Constraints:
        return constraints(self.robot, mechanism(self.robot, scalar, at), self.chosen, let)

    def _moving(
        self, at: Mapping[int, Motion], system: Constraints, qda: Array, let: LetFunction
    ) -> dict[int, Motion]:
        """The joints with their velocities (2.38)."""
        qdp = let("QPp", None, passive_rates(system, self.chosen, -(system.Wa @ qda), "QPp", let))
        qdc = let("QPc", None, cut_rates(system, qda, qdp, "QPc", let))
        rates = zip(self.dependent, (*qdp, *qdc), strict=True)
        return {**at, **{j: replace(at[j], qd=rate) for j, rate in rates}}

    @cached_property
    def reference_robot(self) -> Robot:
        """The robot with a symbol for each rate of a passive joint, which is a result.

        A table may have the number 0 there, or a symbol of another joint.
        """
        taken_names = set(self.robot.symbols)

        def fresh(name: str) -> Symbol:
            name = fresh_name(name, taken_names)
            taken_names.add(name)
            return Symbol(name)

        passive = (*self.dependent, *self.held_joints)
        frames = (
            replace(f, QP=fresh(f"QP{j}"), QDP=fresh(f"QDP{j}")) if j in passive else f
            for j, f in self.robot
        )
        return replace(self.robot, frames=tuple(frames))

    @cached_property
    def closing(self) -> Callable[[dict[str, float]], dict[str, float]]:
        """Turns drawn values into ones at which the loops close, in this mode if it has one."""
        if self.form is None:
            return ClosedStates(self.robot)
        return Closing(replace(self.form.loops, robot=self.robot), (self.form.mode,))

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
        qda, qdda = (np.array(self._motors(scalar, tag), dtype=dtype) for tag in ("QP", "QDP"))
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
        if self.form is None:
            return close_loops(robot, values, self.dependent, arithmetic, dtype)
        state = dict(values)
        for j, motion in self.positions(scalar).items():
            x = motion.position
            angle = getattr(x, "radians", x)
            offset = robot.frame(j).position - robot.variables[j]
            state[robot.variables[j].name] = angle - scalar(offset)
        return state

    def reference_slopes(
        self,
        values: Values,
        joints: Sequence[int],
        arithmetic: Arithmetic[Any] = _FLOATS,
        dtype: Any = float,
    ) -> Any:
        """The rows of G for some joints at a closed state, by the reference route."""
        loops = loop_rows(self.reference_robot, values, arithmetic, dtype)
        unit = np.array(np.eye(len(self.active), dtype=int), dtype=dtype)
        rows = dict(zip(self.active, unit, strict=True))
        slopes = loops.solve(self.dependent, -loops.columns_of(self.active))
        rows |= dict(zip(self.dependent, slopes, strict=True))
        rows |= dict.fromkeys(self.held_joints, 0 * unit[0])
        return np.array([rows[j] for j in joints], dtype=dtype)

    @property
    def arguments(self) -> tuple[Argument, ...] | None:
        """The arrays of a model whose inputs are all positions; None for those of the motors."""
        if self.form is not None:
            return None
        passive = [j for j in self.robot.moving_joints if j not in self.active]
        motors = noun_phrase("actuated joint", self.active)
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
    def undefined_where(self) -> str:
        """The clause that tells where a model in the actuated joints is undefined."""
        if self.form is None:
            return SINGULAR_LOOPS
        return "a loop cannot be closed in this assembly mode, or is at a dead point"

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes for a user."""
        motors = f"in the {noun_phrase('actuated joint', self.active)}"
        if self.form is not None:
            return (f"{motors}; assembly mode: {self.form.label}",)
        note = (
            f"{motors}; the loops have no closed form: positions of the passive joints are inputs "
            "too and must close the loops (symoro loop-solutions gives them)"
        )
        if not self.held_joints:
            return (note,)
        return (note, f"{self.idle.words}: held, with rates 0")


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


def actuated_robot(robot: Robot, mode: int | None) -> Actuated:
    """Return the robot as driven by its motors, in an assembly mode.

    Raises:
        ModelError: for a robot without loops, or whose motors do not determine its motion.
        UsageError: for a mode without a closed form.
    """
    active = active_joints(robot)
    loops = plan_loops(robot, active)
    if not loops.reasons:
        place, roots = next(iter(chosen_modes(robot, loops, 1 if mode is None else mode).items()))
        form = ClosedForm(loops, roots, mode_labels(loops)[place])
        return Actuated(robot, active, select(robot, active), form)
    if mode is not None:
        raise UsageError(
            f"{robot.name}: --mode names a root of a closed form, which its loops have not; the "
            "positions of the passive joints, which are inputs, tell the mode"
        )
    chosen, idle = select_with_idle(robot, active)
    return Actuated(robot, active, replace(chosen, active=active), idle=idle)
