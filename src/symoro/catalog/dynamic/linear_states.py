"""States, slopes and notes that linearised models of trees and of closed robots share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.catalog.dynamic.trees import coupling_note, wheel_note
from symoro.errors import InternalError
from symoro.expressions import ZERO, Expression, Symbol
from symoro.ir.forward_derivatives import ForwardMode
from symoro.ir.scalar import Scalar
from symoro.ir.tracer import Tracer
from symoro.models.factored_rotation import FactoringLet
from symoro.models.let import LetFunction
from symoro.robot import Robot
from symoro.wording import noun_phrase


def input_joints(robot: Robot) -> tuple[int, ...]:
    """The joints whose effort is an input: those with a motor and without a spring."""
    return tuple(j for j in robot.moving_joints if robot.frame(j).mu and not robot.frame(j).eta)


def state_labels(robot: Robot, joints: Sequence[int] | None = None) -> tuple[str, ...]:
    """The names of the states: positions, then velocities, of all joints or of some."""
    joints = robot.moving_joints if joints is None else joints
    velocities = (robot.frame(j).QP for j in joints)
    rate_names = (
        str(entry) if isinstance(entry, Symbol) else f"QP{j}"
        for j, entry in zip(joints, velocities, strict=True)
    )
    return (*(robot.variables[j].name for j in joints), *rate_names)


def stiffness(robot: Robot, j: int) -> Expression:
    """The stiffness of an elastic joint, else zero."""
    frame = robot.frame(j)
    return frame.k if frame.eta else ZERO


def at_rest(robot: Robot) -> Robot:
    """Return the robot whose joints neither move nor accelerate."""
    return replace(robot, frames=tuple(replace(frame, QP=ZERO, QDP=ZERO) for frame in robot.frames))


def traced_slopes(let: LetFunction, values: Sequence[Scalar], symbols: Sequence[str]) -> Any:
    """The derivatives of traced values, a column for each symbol; their statements are recorded."""
    let = let.recorder if isinstance(let, FactoringLet) else let
    if not isinstance(let, Tracer):
        raise InternalError("a derivative is taken of what a tracer has recorded")
    forward = ForwardMode(let.graph, let.names, symbols)
    let.statements.extend(forward.statements(tuple(let.statements)))
    slopes = np.empty((len(values), len(symbols)), dtype=object)
    for (r, c), _ in np.ndenumerate(slopes):
        slopes[r, c] = Scalar(let.graph, forward.derivative(values[r].edge, symbols[c]))
    return slopes


def linear_notes(robot: Robot, moving: bool, joints: Sequence[int]) -> tuple[str, ...]:
    """Say about what it is linearised, which joints have no input, and what is left out."""
    where = "a motion that the efforts GAM cause" if moving else "a posture at rest that GAM holds"
    remarks = [
        f"linearised about {where}: d(x)/dt = A x + B u, with x the deviations of q, then of QP",
        "A = [0, 1; AQ, AV], B = [0; BG], C = [1, 0], D = 0; BG is symmetric, elements that are "
        "not assigned are 0",
    ]
    springs = [j for j in joints if robot.frame(j).eta]
    if springs:
        remarks.append(
            f"no input for elastic {noun_phrase('joint', springs)}: springs are in the system"
        )
    passive = [j for j in joints if not robot.frame(j).mu and j not in springs]
    if passive:
        remarks.append(f"no input for passive {noun_phrase('joint', passive)}")
    if springs or passive:
        remarks.append(
            "joints without an input are in balance where GAM is zero, or what the spring exerts"
        )
    links = map(robot.link, jointed_links(robot))
    steps = [link for link in links if link.VW == ZERO]
    if any(getattr(link, name) != ZERO for link in steps for name in ("FS", "FSP", "FSN", "FB")):
        remarks.append("Coulomb friction is left out: it has no derivative where velocities are 0")
    return (*remarks, *coupling_note(robot), *wheel_note(robot))


def jointed_links(robot: Robot) -> list[int]:
    """The links with a joint that moves; cut joints have none."""
    return [j for j in robot.outward() if robot.frame(j).moves]
