"""The matrix that writes the inertial parameters of a link in another frame."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from symoro.catalog.frames import closed_interface, require_frame
from symoro.catalog.tables.geometric import LAMBDA_MATRIX
from symoro.errors import UsageError
from symoro.expressions import Arithmetic, ScalarOf, Values
from symoro.models.geometry.lambda_matrix import frame_lambda_matrix
from symoro.models.geometry.transforms import WORLD, Chain
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.references.lambda_matrix import lambda_matrix
from symoro.references.poses import rigid_inverse, world_poses
from symoro.robot import Robot
from symoro.robot.rotation import require_rotation, rotation_note
from symoro.verify.check import Arrays, Check

_ORDER = "XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M"


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the matrix of a link: from its own frame to that of its antecedent, or to another."""
    i, j = _frames(robot, options)
    interface = closed_interface(robot, None)
    if WORLD in (i, j):
        require_rotation(robot)
        interface["notes"] = (*interface["notes"], *rotation_note(robot))

    def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
        return {"LAM": frame_lambda_matrix(Chain(robot, mechanism(robot, scalar), let), i, j, let)}

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        pose = world_poses(robot, values, arithmetic, dtype)
        half = arithmetic.number(Fraction(1, 2))
        return {"LAM": lambda_matrix(rigid_inverse(pose[i]) @ pose[j], half, dtype)}

    return Plan(
        robot,
        Formulation(trace=trace),
        Check(robot, reference=reference, against="pseudo-inertias, multiplied from both sides"),
        Interface(
            states=("q",),
            outputs=(
                OutputKind(
                    "LAM", f"10x10: {_ORDER} of a body in frame {i} from those in frame {j}"
                ),
            ),
            **interface,
        ),
    )


def _frames(robot: Robot, options: Mapping[str, Any]) -> tuple[int, int]:
    """The frame in which the parameters are written, and that of the link."""
    j = robot.tip if options["link"] is None else options["link"]
    require_frame(robot, j)
    if j == WORLD:
        raise UsageError("frame -1 is the world, which is no link; links are 0 (the base) and on")
    i = options["frame"]
    if i is None:
        i = robot.frame(j).antecedent if j else WORLD
    require_frame(robot, i)
    return i, j


ENTRY = ModelDefinition(
    **vars(LAMBDA_MATRIX),
    outputs=(OutputKind("LAM", "10x10: inertial parameters in frame i from those in frame j"),),
    plan=plan,
)
