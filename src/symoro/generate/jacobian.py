"""The Jacobian matrix of a link, with the matrix L that moves it to the link's own origin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.errors import ModelError
from symoro.expressions import Arithmetic, Expression
from symoro.generate.motorised import Motorised, motorised
from symoro.generate.refusals import refuse_moving_tables
from symoro.generate.registry import JACOBIAN, Entry, OutputKind, Plan, Traced
from symoro.generate.transforms import closed_options, require_frame, world_poses
from symoro.models.kinematics.jacobian import jacobian, joints_to
from symoro.models.let import LetFunction, Renamed
from symoro.models.mechanism import mechanism
from symoro.numeric.reference.motion import cross, skew
from symoro.robot import JointType, Robot


@dataclass(frozen=True)
class Triple:
    """Which Jacobian iJr,j: link r, projection i, intermediate j."""

    r: int
    i: int
    j: int


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the Jacobian of a link."""
    triple = frames_of(robot, options)
    refuse_moving_tables(robot)
    driven = motorised(robot, options)
    joints = driven.active if driven else joints_to(robot, triple.r)

    def trace(scalar: Callable[[Expression], Any], let: LetFunction) -> Traced:
        J, L = traced_jacobian(robot, triple, driven, scalar, let)
        return {"J": J, "L": L, "JT": let("JT", None, L @ J)}

    def reference(values: Mapping[str, Any], arithmetic: Arithmetic[Any], dtype: Any) -> Traced:
        pose = world_poses(robot, values, arithmetic, dtype)
        J, L = basic_jacobian(robot, pose, triple, dtype)
        if driven:
            J = J @ driven.reference_slopes(values, joints_to(robot, triple.r))
        return {"J": J, "L": L, "JT": L @ J}

    r, i, j = triple.r, triple.i, triple.j
    listed = ", ".join(map(str, joints))
    said = closed_options(robot, driven)
    outputs = (
        OutputKind("J", f"{i}J{r},{j}, 6 rows; its columns are joints {listed}"),
        OutputKind("L", f"6x6: {i}J{r} = L J is the velocity at the origin of frame {r}"),
        OutputKind("JT", f"the product {i}J{r} = L J", options["total"]),
    )
    return Plan(
        robot,
        ("q",),
        outputs,
        trace,
        reference,
        "axes and moments in frame 0",
        **said
        | {"notes": (f"link {r}, frame of projection {i}, intermediate frame {j}", *said["notes"])},
    )


def traced_jacobian(
    robot: Robot, triple: Triple, driven: Motorised | None, scalar: Any, let: LetFunction
) -> tuple[Any, Any]:
    """J and L, in the motorised joints if ``driven``: Jc = J G."""
    dependent = driven.positions(scalar, let) if driven else {}
    m = mechanism(robot, scalar, dependent)
    if not driven:
        return jacobian(robot, m, triple.i, triple.r, triple.j, let)
    renamed = Renamed(let, {"J": "Jt"})
    J, L = jacobian(robot, m, triple.i, triple.r, triple.j, renamed)
    slopes = driven.slopes(scalar, dependent, let)
    G = np.array([slopes[k] for k in joints_to(robot, triple.r)], dtype=object)
    return let("J", None, J @ G), L


def frames_of(robot: Robot, options: Mapping[str, Any]) -> Triple:
    """The frames asked for; where none is, those of the simplest Jacobian ([Guide] 2.4.4)."""
    r = robot.n_links if options["link"] is None else options["link"]
    require_frame(robot, r)
    joints = joints_to(robot, max(r, 0))
    if not joints:
        raise ModelError(f"no joint moves between the base and frame {r}: there is no Jacobian")
    middle = (0, *joints)[len(joints) // 2]
    after = joints[min(len(joints) // 2, len(joints) - 1)]
    i = middle if options["projection"] is None else options["projection"]
    j = after if options["intermediate"] is None else options["intermediate"]
    for frame in (i, j):
        require_frame(robot, frame)
    return Triple(r, i, j)


def basic_jacobian(
    robot: Robot, pose: Mapping[int, Any], triple: Triple, dtype: Any
) -> tuple[Any, Any]:
    """The reference: axes and moments in frame 0, turned into frame i."""
    turn = pose[triple.i][:3, :3].T
    point = pose[triple.j][:3, 3]
    columns = []
    for k in joints_to(robot, triple.r):
        z, p = pose[k][:3, 2], pose[k][:3, 3]
        revolute = robot.frame(k).sigma is JointType.REVOLUTE
        pair = (cross(z, point - p), z) if revolute else (z, 0 * z)
        columns.append(np.concatenate([turn @ part for part in pair]))
    L = np.array(np.eye(6, dtype=int), dtype=dtype)
    L[:3, 3:] = -skew(turn @ (pose[triple.r][:3, 3] - point))
    return np.array(columns, dtype=dtype).T, L


ENTRY = Entry(
    **vars(JACOBIAN),
    page="symoro.models.kinematics.jacobian",
    documentation="models/jacobian.md",
    outputs=(
        OutputKind("J", "iJr,j, a column for each joint between the base and link r"),
        OutputKind("L", "6x6: iJr = L J is the velocity at the origin of frame r"),
        OutputKind("JT", "the product L J", False),
    ),
    plan=plan,
)
