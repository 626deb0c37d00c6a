"""Outputs and notes that hybrid models of trees and of closed robots share."""

from __future__ import annotations

from collections.abc import Sequence

from symoro.catalog.dynamic.inverse_dynamics import BASE_OUTPUTS
from symoro.catalog.dynamic.trees import coupling_note, wheel_note
from symoro.expressions import ZERO
from symoro.pipeline.plan import OutputKind
from symoro.robot import BaseMotion, Robot
from symoro.robot.efforts import given_effort
from symoro.robot.floating_base import DYNAMIC_NOTE
from symoro.wording import noun_phrase


def free_outputs(
    free: Sequence[int], driven: Sequence[int], floats: bool
) -> tuple[OutputKind, ...]:
    """Return the outputs over free and driven joints."""
    outputs = []
    if free:
        words = f"accelerations of the free {noun_phrase('joint', free)}"
        outputs.append(OutputKind("QDPF", words, axes=(tuple(free),)))
    if driven:
        words = f"efforts of the driven {noun_phrase('joint', driven)}"
        outputs.append(OutputKind("GAMD", words, axes=(tuple(driven),)))
    return (*outputs, *(BASE_OUTPUTS if floats else ()))


def free_notes(robot: Robot, free: Sequence[int], driven: Sequence[int]) -> tuple[str, ...]:
    """Say what acts at free joints, and what is read."""
    kinds = {
        "passive {}: no effort": [j for j in free if given_effort(robot, j) == ZERO],
        "elastic {}: a spring acts by itself": [j for j in free if robot.frame(j).eta],
        "free {}: GAM is read": [j for j in free if is_motor(robot, j)],
        "driven {}: QDP is read": driven,
    }
    remarks = [text.format(noun_phrase("joint", which)) for text, which in kinds.items() if which]
    if not free:
        remarks.append("no joint is free: all have motors, none is elastic; --free J names some")
    remarks += [*coupling_note(robot), *wheel_note(robot)]
    if robot.base.motion is BaseMotion.FLOATING:
        remarks.append(DYNAMIC_NOTE)
    return tuple(remarks)


def is_motor(robot: Robot, j: int) -> bool:
    """Return True if the effort of a free joint is a motor's."""
    return robot.frame(j).mu and not robot.frame(j).eta
