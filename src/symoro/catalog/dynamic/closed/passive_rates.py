"""The rates of passive and cut joints, which models of closed robots return on request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from symoro.algebra.vectors import vector
from symoro.catalog.kinematic.actuated import Actuated
from symoro.models.let import LetFunction
from symoro.pipeline.plan import OutputKind
from symoro.references.closed_dynamics import ClosedDynamics
from symoro.verify.check import Arrays
from symoro.wording import noun_phrase


def rate_outputs(driven: Actuated) -> tuple[OutputKind, ...]:
    """Return the outputs on request: velocities and accelerations that the motors give."""
    return tuple(
        OutputKind(
            f"{rate}{suffix}",
            f"{what} of {noun_phrase(f'{word} joint', joints)}",
            default=False,
            axes=(joints,),
        )
        for rate, what in (("QP", "velocities"), ("QDP", "accelerations"))
        for suffix, word, joints in _groups(driven)
    )


def rate_arrays(
    driven: Actuated, QP: Mapping[int, Any], QDP: Mapping[int, Any], let: LetFunction
) -> Arrays:
    """Return them from the rates by joint."""
    return {
        f"{tag}{suffix}": let(f"{tag}{suffix}", None, vector(rates[j] for j in joints))
        for tag, rates in (("QP", QP), ("QDP", QDP))
        for suffix, _, joints in _groups(driven)
    }


def reference_rate_arrays(
    driven: Actuated, dynamics: ClosedDynamics, qdda: Sequence[Any]
) -> Arrays:
    """Return the same by the reference route."""
    arrays: Arrays = {}
    qda = dynamics.velocity()[-len(driven.active) :]
    for suffix, _, joints in _groups(driven):
        G = dynamics.slopes(joints)
        arrays[f"QP{suffix}"] = G @ qda
        accelerations = G @ np.array(qdda, dtype=dynamics.dtype) + dynamics.biases(joints)
        arrays[f"QDP{suffix}"] = accelerations
    return arrays


def _groups(driven: Actuated) -> list[tuple[str, str, tuple[int, ...]]]:
    """Passive and cut joints, those that there are, with the letter of their rates."""
    groups = (("p", "passive", driven.chosen.passive), ("c", "cut", driven.chosen.cut))
    return [group for group in groups if group[2]]
