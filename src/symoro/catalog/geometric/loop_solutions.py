"""All positions of a closed robot at given values of its active joints, by formula or by search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from symoro.analysis.loops import modes
from symoro.catalog.generate import generate
from symoro.catalog.tables.geometric import LOOP_GEOMETRY
from symoro.digits import bound_of, decimals
from symoro.errors import UsageError, short_list
from symoro.expressions import ExpressionLike, FloatArithmetic
from symoro.formats.values import Values
from symoro.models.loops.assembly import chosen_modes, mode_labels
from symoro.models.loops.recipes import LoopPlan, plan_loops
from symoro.pipeline.in_base import refuse_without_inertia
from symoro.pipeline.model import Model
from symoro.pipeline.option_spec import validate_options
from symoro.pipeline.options import Options
from symoro.references.poses import poses
from symoro.robot import Robot
from symoro.robot.active_joints import active_joints
from symoro.robot.doubts import warn_of
from symoro.robot.geometry_check import require_geometry
from symoro.robot.joint_values import JointValues, by_variable
from symoro.robot.values import missing_values, only_set
from symoro.wording import html_paragraph, html_table, noun_phrase, quantity

Array = npt.NDArray[np.float64]

_FLOATS = FloatArithmetic()
_ROUNDING = 1e-9  # the least bound on what is open: above the rounding of lengths in millimetres


@dataclass(frozen=True)
class LoopSolutions:
    """The assembly modes at one posture of the active joints.

    Attributes:
        joints: the names of the joint variables, in the order of the columns.
        q: a row for each mode that closes.
        residuals: by how much each mode leaves the loops open [m or 1], as this processor
            computes it.
        idle: joints that move while the active ones are held.
    """

    joints: tuple[str, ...]
    q: Array
    labels: tuple[str, ...]
    residuals: Array
    idle: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<LoopSolutions: {quantity(len(self), 'mode')} of {short_list(self.joints)}>"

    def __len__(self) -> int:
        return len(self.q)

    @property
    def open_by(self) -> tuple[float, ...]:
        """A bound on each residual: a power of ten, the same on every processor."""
        return tuple(bound_of(x, _ROUNDING) for x in self.residuals.tolist())

    def as_dict(self) -> dict[str, object]:
        """The modes as plain data, for JSON; positions to what loops are closed to."""
        rows = zip(self.labels, decimals(self.q, 12).tolist(), self.open_by, strict=True)
        return {
            "modes": [
                {"label": label, "q": dict(zip(self.joints, row, strict=True)), "residual": gap}
                for label, row, gap in rows
            ],
            "idle": list(self.idle),
        }

    def _repr_html_(self) -> str:
        """The modes as a table, for notebooks."""
        rows = zip(self.labels, decimals(self.q, 9), self.open_by, strict=True)
        return html_table(
            ("mode", *self.joints, "open by less than"),
            ((label, *(f"{x:.6g}" for x in row), f"{gap:.0e}") for label, row, gap in rows),
        ) + html_paragraph(
            [f"turning idly: {noun_phrase('joint', self.idle)}"] if self.idle else []
        )


@dataclass(frozen=True, eq=False)
class LoopGeometry:
    """The geometry of a closed robot's loops.

    Attributes:
        plan: which loops have a closed form, by which equations, and why others have not.
        options: with which the model is made, without those that have changed the robot.
    """

    robot: Robot
    plan: LoopPlan
    options: Options

    def __repr__(self) -> str:
        form = quantity(len(self.labels), "mode") if self.closed_form else "no closed form"
        return f"<LoopGeometry of {self.robot.name} by {noun_phrase('joint', self.active)}: {form}>"

    @property
    def active(self) -> tuple[int, ...]:
        """The joints that are known."""
        return self.plan.active

    @property
    def closed_form(self) -> bool:
        """True if all loops are solved by formulas."""
        return not self.plan.reasons

    @property
    def labels(self) -> list[str]:
        """The names of the modes of the closed form."""
        return mode_labels(self.plan)

    @cached_property
    def model(self) -> Model:
        """The closed form as a model; refused with the reason where there is none."""
        return generate("loop-geometry", self.robot, self.options)

    def _repr_html_(self) -> str:
        """The active joints and the assembly modes as a table, for notebooks."""
        names = [self.robot.variables[j].name for j in self.active]
        rows = [("active joints", ", ".join(names)), ("closed form", "yes")]
        if self.closed_form:
            rows += [(f"mode {k}", label) for k, label in enumerate(self.labels, start=1)]
        else:
            rows[-1] = ("closed form", f"no: {'; '.join(map(str, self.plan.reasons))}")
        return html_table(("loop geometry", self.robot.name), rows)

    def solutions(
        self,
        at: JointValues | Sequence[float],
        parameters: Mapping[str, float] | str | None = None,
    ) -> LoopSolutions:
        """Return all assembly modes at one posture of the active joints.

        Args:
            at: the values of the active joints, by variable, by the number of the joint, or in the
                order of ``active``.
            parameters: a number for each length and angle, or the name of a value set.

        Raises:
            CannotClose: if no mode exists; with the smallest distance and the limits.
            UsageError: for a missing or unknown name or number.
        """
        values = self._values(at, parameters)
        solutions = self._by_formula(values) if self.closed_form else None
        if solutions is not None and len(solutions):
            return solutions
        known = {j: values[self.robot.variables[j].name] for j in self.active}
        searched = modes(self.robot, values, known)
        labels = tuple(f"found {k}" for k in range(1, len(searched) + 1))
        return self._solutions(searched.positions, labels, values, searched.idle)

    def _by_formula(self, values: Mapping[str, float]) -> LoopSolutions:
        model = self.model
        names = [self.robot.variables[j].name for j in model.joints]
        parameters = {name: values[name] for name in model.program.parameters}
        rows = model.compile()([values[name] for name in names], parameters=parameters)
        assert isinstance(rows, np.ndarray)
        order = model.plan.order or self.robot.moving_joints
        rows = np.atleast_2d(rows)[:, [order.index(j) for j in self.robot.moving_joints]]
        real: npt.NDArray[np.bool_] = np.all(np.isfinite(rows), axis=1)
        labels = self.labels
        if self.options.own.get("mode") is not None:
            labels = [labels[self.options.own["mode"] - 1]]
        kept = tuple(label for label, fine in zip(labels, real.tolist(), strict=True) if fine)
        return self._solutions(rows[real], kept, values)

    def _solutions(
        self,
        rows: Array,
        labels: tuple[str, ...],
        values: Mapping[str, float],
        idle: tuple[int, ...] = (),
    ) -> LoopSolutions:
        names = tuple(self.robot.variables[j].name for j in self.robot.moving_joints)
        residuals = []
        for row in rows:
            state = dict(values) | dict(zip(names, row.tolist(), strict=True))
            pose = poses(self.robot, state, _FLOATS, float)
            gaps = (np.abs(pose[k] - pose[other]).max() for k, other in self.robot.loops())
            residuals.append(max(map(float, gaps)))
        return LoopSolutions(names, rows, labels, np.array(residuals), idle)

    def _values(
        self,
        at: JointValues | Sequence[float],
        parameters: Mapping[str, float] | str | None,
    ) -> dict[str, float]:
        robot = self.robot
        names = [robot.variables[j].name for j in self.active]
        if not isinstance(at, Mapping):
            positions = [float(x) for x in at]
            if len(positions) != len(names):
                raise UsageError(
                    f"{robot.name}: {len(names)} values are needed ({', '.join(names)}), not "
                    f"{len(positions)}"
                )
            at = dict(zip(names, positions, strict=True))
        at = by_variable(robot, at)
        numbers = robot.parameter_values(parameters)
        passive = {robot.variables[j].name for j in robot.moving_joints} - set(names)
        values = {k: float(v) for k, v in numbers.items() if k not in passive} | {
            name: float(value) for name, value in at.items()
        }
        unknown = sorted(set(at) - set(names))
        if unknown:
            raise UsageError(
                f"{', '.join(unknown)}: not an active joint of {robot.name}; active joints are "
                f"{', '.join(names)}"
            )
        if missing := robot.geometry_symbols - set(values) - passive:
            raise UsageError(missing_values(robot, missing, parameters))
        require_geometry(robot, values)
        return values


def loop_geometry(robot: Robot, options: Options) -> LoopGeometry:
    """Plan the loops of a closed robot.

    Raises:
        ModelError: if the robot has no loops.
        UsageError: for an assembly mode that is not there.
    """
    if options.base_parameters:
        refuse_without_inertia(LOOP_GEOMETRY)
    modelled = options.apply_to(robot)
    own = validate_options(LOOP_GEOMETRY.options, options.own)
    active = active_joints(modelled, own["active"])
    done = replace(options, own=own, substitute={}, include=(), values=None, param={})  # once
    loops = plan_loops(modelled, active)
    mode = own["mode"]
    if not loops.reasons:
        chosen_modes(modelled, loops, mode)  # refuses one that is not there
    elif mode is not None and mode < 1:
        raise UsageError(f"--mode counts from 1, not {mode}")
    return LoopGeometry(modelled, loops, done)


def loop_solutions(
    robot: Robot,
    at: JointValues | Sequence[float],
    *,
    values: Values | None = None,
    param: Mapping[str, ExpressionLike] | None = None,
    active: str | int | Sequence[int] = (),
    strict: bool = False,
) -> LoopSolutions:
    """Return all assembly modes of a closed robot at one posture of its active joints.

    Args:
        robot: a closed robot.
        at: the values of the active joints, by variable, by the number of the joint, or in their
            order.
        values: numbers of lengths and angles: of a value set, of a file, or by symbol; the
            robot's only value set by default.
        param: single numbers, which take precedence over ``values``.
        active: the joints taken as known; the actuated ones by default.
        strict: refuse a robot that `check` warns of.

    Raises:
        CannotClose: if no mode exists; with the smallest distance and the limits.
        UsageError: for a missing or unknown name or number.
        RobotError: if the robot is doubtful and ``strict`` is asked for.
    """
    chosen = only_set(robot) if values is None else values
    options = Options(values=chosen, param=param or {}, own={"active": active})
    geometry = loop_geometry(robot, options)
    warn_of(robot, geometry.robot, strict=strict)
    return geometry.solutions(at)
