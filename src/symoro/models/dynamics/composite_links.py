"""Composite links: a link together with all that it carries, as one rigid body.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``; J, MS and M of body ``j`` are its
inertia matrix about Oj, first moments and mass, in frame ``j``; a plus marks those of the composite
link, which start as those of link ``j`` itself.

    backward, tips to base                                             SYMORO name
      (3.100) s  = iAj MS+                                               AS
      (3.98)  MS'= s + M+ P: the moments about Oi                        ASP
              MS+_i = MS_i + sum of MS'                                  MSP
      (3.97)  J+_i = J_i + sum of iAj J+ jAi + 2 (P . s) 1 - s P^T - P s^T
                     + M+ ((P . P) 1 - P P^T)                            AJ, AJA, PAS, JP
      (3.99)  M+_i = M_i + sum of M+                                     MP

The translation of (3.97) needs few products: its diagonal is made of Pk (sk + MS'k), its other
elements are -(MS'a Pb + sb Pa).

References: [Guide] section 3.6.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, vector
from symoro.models.geometry.link_transforms import Transforms
from symoro.models.let import LetFunction, name_symmetric
from symoro.models.mechanism import Mechanism


@dataclass(frozen=True)
class CompositeLink:
    """Inertia matrix about the origin, first moments and mass, in the frame of the first link.

    Attributes:
        J, MS, M: the ten parameters.
        AJ, AS: iAj J and iAj MS, on the way to the antecedent; None if that is a base that stands.
    """

    J: Array
    MS: Array
    M: Any
    AJ: Array | None = None
    AS: Array | None = None


def composite_links(m: Mechanism, frames: Transforms, let: LetFunction) -> dict[int, CompositeLink]:
    """Return the composite link of each body; under 0 the whole robot, if its base floats."""
    A, P = frames
    J = {j: m.body(j).J for j in m.bodies_outward}
    MS = {j: m.body(j).MS for j in J}
    M = {j: m.body(j).M for j in J}
    links: dict[int, CompositeLink] = {}
    for j in reversed(J):
        J[j], MS[j] = name_symmetric("JP", j, J[j], let), let("MSP", j, MS[j])
        M[j] = let("MP", j, M[j])
        links[j] = CompositeLink(J[j], MS[j], M[j])
        i = m.body(j).i
        if j == 0 or i not in J:
            continue
        s = let("AS", j, A[j] @ MS[j])  # (3.100)
        moments = let("ASP", j, s + M[j] * P[j])  # (3.98)
        AJ = let("AJ", j, A[j] @ J[j])
        links[j] = CompositeLink(J[j], MS[j], M[j], AJ, s)
        turned = name_symmetric("AJA", j, AJ @ A[j].T, let)
        J[i] = J[i] + turned + shift_terms(s, moments, P[j], j, let)  # (3.97)
        MS[i] = MS[i] + moments
        M[i] = M[i] + M[j]  # (3.99)
    return links


def shift_terms(s: Array, moments: Array, P: Array, j: int, let: LetFunction) -> Array:
    """Return the terms that moving its point by ``P`` adds to an inertia matrix (3.97)."""
    x, y, z = let("PAS", j, vector(P[k] * (s[k] + moments[k]) for k in range(3)))
    XY = -(moments[0] * P[1] + s[1] * P[0])
    XZ = -(moments[0] * P[2] + s[2] * P[0])
    YZ = -(moments[1] * P[2] + s[2] * P[1])
    return np.array([[y + z, XY, XZ], [XY, x + z, YZ], [XZ, YZ, x + y]], dtype=object)
