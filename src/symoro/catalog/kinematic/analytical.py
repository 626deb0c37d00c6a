"""The analytical Jacobian: rates of operational coordinates from joint velocities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from symoro.algebra.vectors import cross
from symoro.analysis.orientation import representation
from symoro.catalog.frames import closed_check, closed_interface
from symoro.catalog.kinematic.drive import drive_by_motors
from symoro.catalog.kinematic.jacobian_parts import Triple, frames_of, traced_jacobian
from symoro.errors import ModelError, UsageError
from symoro.expressions import Arithmetic, ModularArithmetic, Values, evaluate
from symoro.expressions.points import at_random_point
from symoro.models.geometry.product_form import INWARD
from symoro.models.geometry.transforms import Chain
from symoro.models.kinematics.analytical_jacobian import analytical_jacobian
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.jacobian import basic_jacobian
from symoro.references.poses import world_poses
from symoro.robot import Robot
from symoro.verify.check import Arrays, Check, Pairs

_SINGULAR = {
    "euler": "theta is 0 or Pi",
    "rpy": "theta is Pi/2 or -Pi/2",
    "axis-angle": "theta is 0 or Pi",
}
"""The cases in which rates of orientations are undefined; those of others never are."""

_AXES = {"matrix": slice(0, 3), "matrix-na": slice(1, 3)}
"""The columns of s, n, a that are coordinates: direction cosines, which are compared exactly."""


def analytical_plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the coordinates X of a link in frame 0 and their Jacobian JX."""
    kind = options["orientation"]
    if options["projection"] not in (None, 0) or options["intermediate"] is not None:
        raise UsageError(
            "the analytical Jacobian is written in frame 0, at the origin of the link; "
            "--projection and --intermediate do not go with --orientation"
        )
    if options["total"]:
        raise UsageError(
            "J is at the origin of the link here, the product L J itself; --total does not go with "
            "--orientation"
        )
    r = frames_of(robot, options).r
    triple = Triple(r, 0, r)
    absent = _zero_components(robot, r, kind)
    driven = drive_by_motors(robot, options)
    joints = driven.active if driven else robot.joints_to(r)

    def trace(scalar: Any, let: LetFunction) -> Arrays:
        chain, J, _ = traced_jacobian(robot, triple, driven, scalar, let)
        X, JX = analytical_jacobian(chain.transform(0, r, INWARD), J, kind, let, absent)
        return {"X": X, "JX": JX, "J": J}

    def basic(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> tuple[Any, Any]:
        """The pose of frame r in frame 0, and the Jacobian there."""
        pose = world_poses(robot, values, arithmetic, dtype)
        J, _ = basic_jacobian(robot, pose, triple.frames, dtype)
        if driven:
            J = J @ driven.reference_slopes(values, robot.joints_to(r), arithmetic, dtype)
        return pose[r], J

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        """Direction cosines: the rate of a direction s is w x s."""
        T, J = basic(values, arithmetic, dtype)
        axes = T[:3, _AXES[kind]].T
        rates = [np.stack([cross(w, axis) for w in J[3:].T], axis=-1) for axis in axes]
        return {
            "X": np.concatenate([T[:3, 3], *axes]),
            "JX": np.concatenate([J[:3], *rates]),
            "J": J,
        }

    def compare_outputs(
        outputs: Mapping[str, Any], values: Values, arithmetic: Arithmetic[Any], dtype: Any
    ) -> Pairs:
        """The coordinates of the pose; these are formed in double precision, whatever it is in."""
        T, J = (np.asarray(array, dtype=float) for array in basic(values, arithmetic, dtype))
        way = representation(kind)
        x = way.from_matrix(T[:3, :3])
        if "X" in outputs and kind in ("euler", "rpy"):  # -Pi and Pi are one angle
            turns = (np.asarray(outputs["X"], dtype=float)[3:] - x) / (2 * np.pi)
            x = x + 2 * np.pi * np.round(turns)
        expected = {
            "X": np.concatenate([T[:3, 3], x]),
            "JX": np.vstack([J[:3], way.rates(x) @ J[3:]]),
            "J": J,
        }
        return [
            (np.asarray(outputs[name], dtype=float).ravel(), array.ravel())
            for name, array in expected.items()
            if name in outputs
        ]

    compared: dict[str, Any] = {
        "reference": None,
        "against": "trigonometric formulas of the coordinates, axes and moments in frame 0",
        "approximate": True,
        "compare_outputs": compare_outputs,
    }
    if kind in _AXES:
        compared = {"reference": reference, "against": "axes and moments in frame 0"}
    interface = closed_interface(robot, driven)
    where = (_SINGULAR.get(kind), interface.get("undefined_where"))
    names = ", ".join(("Px", "Py", "Pz", *representation(kind).components))
    listed, axes = ", ".join(map(str, joints)), (None, joints)
    return Plan(
        robot,
        Formulation(trace=trace),
        Check(robot, **compared, **closed_check(driven)),
        Interface(
            states=("q",),
            outputs=(
                OutputKind("X", f"{names} of frame {r} in frame 0"),
                OutputKind("JX", f"rates of X; its columns are joints {listed}", axes=axes),
                OutputKind(
                    "J", f"0J{r}: velocity and angular velocity in frame 0", False, axes=axes
                ),
            ),
            **interface | {"undefined_where": ", or ".join(filter(None, where))},
        ),
    )


def _zero_components(robot: Robot, r: int, kind: str) -> tuple[int, ...]:
    """The components of a quaternion that are zero in every posture, from 1.

    Raises:
        ModelError: if coordinates do not exist in any posture.
    """
    if kind in _AXES:
        return ()

    def matrix(field: ModularArithmetic) -> Any:
        values = {name: field.symbol(name) for name in robot.symbols}
        m = mechanism(robot, lambda entry: evaluate(entry, values, field))
        return Chain(robot, m).matrix(0, r)

    A = at_random_point(f"{robot.name}|orientation", matrix)
    s, n, a = A[0, 0], A[1, 1], A[2, 2]
    squares = (s + n + a + 1, s - n - a + 1, n - s - a + 1, a - s - n + 1)
    vectors = {
        "euler": (A[0, 2], A[1, 2]),
        "rpy": (A[0, 0], A[1, 0]),
        "quaternion": squares[:1],  # half a turn in every posture: nothing gives the signs
        "axis-angle": (A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]),
    }
    fine = [name for name, vector in vectors.items() if any(x != 0 for x in vector)]
    if kind not in fine:
        raise ModelError(
            f"{robot.name}: {kind} coordinates of frame {r} are degenerate in every posture; "
            f"those that are not: {', '.join([*fine, *_AXES])}"
        )
    if kind != "quaternion":
        return ()
    return tuple(k for k, square in enumerate(squares, start=1) if square == 0)
