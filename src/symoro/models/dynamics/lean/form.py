"""The form of a lean model: choices, joint by joint, that do not change the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

NONE: frozenset[int] = frozenset()


@dataclass(frozen=True)
class LeanForm:
    """Choices that counting makes.

    Attributes:
        grouped: move the inertia that a joint shares with its antecedent to the antecedent.
        reframed: terminal links whose frame is chosen anew: a revolute one without r and with its x
            axis along its first moments, a prismatic one with its origin at its centre of mass.
        merged: prismatic links whose inertia is added, variable, to that of their antecedents; a
            revolute antecedent may be re-framed if the slide goes along its axis.
        balanced: joints that take a mass from their antecedents, whose MX it clears; the way to
            such a joint has no y component, and one is enough for an antecedent.
        unspun: terminal revolute links, written over the axes that they have before they spin.
        parallel: joints that continue a run of parallel axes.
        ahead: joints whose r is taken in the frame of the antecedent, with d.
        lengths: the length by which the linear acceleration of a link is divided, and by which its
            force is multiplied; 1 where there is none.
    """

    grouped: bool = True
    reframed: frozenset[int] = NONE
    merged: frozenset[int] = NONE
    balanced: frozenset[int] = NONE
    unspun: frozenset[int] = NONE
    parallel: frozenset[int] = NONE
    ahead: frozenset[int] = NONE
    lengths: Mapping[int, Any] = field(default_factory=dict)
