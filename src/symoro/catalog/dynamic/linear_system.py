"""Linear systems as numbers, from the linearised model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from symoro.analysis.linear_system import LinearSystem
from symoro.catalog.dynamic.linear_states import input_joints
from symoro.catalog.generate import generate
from symoro.catalog.python import common_options, require_robot
from symoro.errors import ModelError, SingularError, UsageError
from symoro.expressions import FloatArithmetic, evaluate
from symoro.pipeline.model import Model
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.efforts import effort
from symoro.robot.values import missing_values, only_set
from symoro.verify.pivots import SINGULAR_INERTIA

_OPEN = (
    "; or its loops are open: q has the positions of all joints, with --actuated (actuated=True) "
    "those of the actuated joints alone"
)
_ROUNDING = 1e-9  # of the largest effort: what counts as balance

Positions = npt.ArrayLike | Mapping[str, float]


def linear_system(
    robot: Robot,
    q: Positions,
    *,
    QP: npt.ArrayLike | None = None,
    QDP: npt.ArrayLike | None = None,
    arrays: Mapping[str, npt.ArrayLike] | None = None,
    actuated: bool = False,
    assembly_mode: int | None = None,
    free: int | Sequence[int] = (),
    **options: Any,
) -> LinearSystem:
    """Return the linear system of a robot about a posture at rest, or about a motion.

    Args:
        robot: any robot whose base does not float.
        q: the positions of the joints that move, or values by name; those not named are zero. Those
            of a closed robot must close its loops.
        QP: velocities; given, with or without accelerations, the system is that about a motion.
        QDP: accelerations.
        arrays: wrenches ``FE`` and the motion of the base, by name.
        actuated: closed robots: ``q``, ``QP`` and ``QDP`` are those of the actuated joints.
        assembly_mode: the mode of the loops, with ``actuated``.
        free: closed robots: joints that are independent beside the motors.
        options: those of every model, but for ``outputs``; ``values`` and ``param`` give a number
            for each symbol of the model, by default those of the robot's only value set.

    Raises:
        UsageError: for a missing or unknown name.
        ModelError: where the system is not defined, or the loops are open.
    """
    require_robot(robot)
    moving = QP is not None or QDP is not None or robot.base.motion is BaseMotion.MOVING
    joints = (free,) if isinstance(free, int) else tuple(free)
    own = {"moving": moving, "actuated": actuated, "mode": assembly_mode, "free": joints}
    chosen = common_options(options, own)
    if chosen.values is None:
        chosen = replace(chosen, values=only_set(robot))
    if chosen.outputs:
        raise UsageError("outputs are for programs; a linear system has all its matrices")
    outputs = _outputs(chosen.apply_to(robot), joints)
    model = generate("linearize", robot, replace(chosen, outputs=outputs))
    if model.program.parameters:
        raise UsageError(missing_values(model.robot, model.program.parameters))
    rest = np.zeros(len(model.joints))
    state = {"q": _positions(model, q)}
    if moving:
        state["QP"] = np.asarray(rest if QP is None else QP)
        state["QDP"] = np.asarray(rest if QDP is None else QDP)
    arguments: dict[str, Any] = {**state, **(arrays or {})}
    try:
        matrices = model.compile(errors="raise")(**arguments)
    except SingularError as error:
        loops = model.robot.structure is Structure.CLOSED and not actuated
        hint = _OPEN if loops else ""
        raise ModelError(f"{model.robot.name}: {_reason_undefined(error)}{hint}") from error
    assert isinstance(matrices, dict)
    names = model.labels["A"]
    n = len(names) // 2
    none = np.zeros((2 * n, 0))
    return LinearSystem(
        A=matrices["A"],
        B=matrices.get("B", none),
        C=matrices["C"],
        D=matrices.get("D", none[:n]),
        states=names,
        inputs=model.labels.get("B", ()),
        outputs=names[:n],
        lacking=_lacking(model, names[:n], state["q"], matrices.get("GAM")),
    )


def _outputs(robot: Robot, free: Sequence[int]) -> tuple[str, ...]:
    """The matrices, and the efforts where a joint has no motor that gives them."""
    motors = len(input_joints(robot))
    closed = robot.structure is Structure.CLOSED
    springs = any(frame.eta and frame.mu for _, frame in robot)
    passive = bool(free) or springs if closed else robot.n_dof > motors
    return ("A", "C", *(("B", "D") if motors else ()), *(("GAM",) if passive else ()))


def _positions(model: Model, q: Positions) -> npt.NDArray[np.float64]:
    if not isinstance(q, Mapping):
        return np.asarray(q)
    names = _variables(model)
    unknown = [str(name) for name in q if name not in names]
    if unknown:
        raise UsageError(
            f"{model.robot.name} has no joint variable {', '.join(unknown)}; "
            f"it has {', '.join(names)}"
        )
    return np.array([q.get(name, 0.0) for name in names])


def _variables(model: Model) -> list[str]:
    return [model.robot.variables[j].name for j in model.joints]


def _lacking(
    model: Model,
    names: Sequence[str],
    q: npt.NDArray[np.float64],
    needed: npt.NDArray[np.float64] | None,
) -> dict[str, float]:
    """The efforts that joints without an input need beyond those of their springs."""
    if needed is None:
        return {}
    robot = model.robot
    known = dict(zip(_variables(model), q.tolist(), strict=True))
    joints = {variable.name: j for j, variable in robot.variables.items()}
    size = _ROUNDING * max(1.0, float(np.abs(needed).max()))
    lacking: dict[str, float] = {}
    for name, effort_needed in zip(names, needed, strict=True):
        j = joints[name]
        if j in input_joints(robot):
            continue
        frame = robot.frame(j)
        spring = evaluate(effort(robot, j), known, FloatArithmetic()) if frame.eta else 0.0
        if abs(effort_needed - spring) > size:
            lacking[str(frame.GAM)] = float(effort_needed - spring)
    return lacking


def _reason_undefined(error: SingularError) -> str:
    """Say why the matrices are not finite, and what would help."""
    if error.reason.startswith(SINGULAR_INERTIA):
        return (
            "its inertia matrix is singular with these numbers, or one of them is too large for "
            "double precision; a joint needs inertia, of its links or of its motor (IA)"
        )
    return f"matrix {error.output} is NaN or infinite: {error.reason}"
