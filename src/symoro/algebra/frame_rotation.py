"""A rotation in three factors: Rz(gamma) Rx(alpha), constant, then Rz(theta).

A vector goes through a factor by four products and two sums, or for nothing where the angle is a
multiple of a right angle; the nine elements of the whole matrix are never formed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symoro.algebra.scalars import is_number
from symoro.algebra.vectors import Array, vector


@dataclass(frozen=True)
class FrameRotation:
    """The rotation iAj of a frame in its antecedent, by sines and cosines of its three angles."""

    S: Any
    C: Any
    Sa: Any
    Ca: Any
    Sg: Any
    Cg: Any

    @property
    def parallel(self) -> bool:
        """True if z is z of the antecedent, whatever the values of symbols."""
        return is_number(self.Ca, 1) and is_number(self.Cg, 1)

    def rotate_outward(self, v: Array, scale: Any = 1) -> Array:
        """Return jAi v, a vector of the antecedent's frame in frame ``j``, times a constant."""
        return self.spin_outward(self.tilt_outward(v, scale))

    def rotate_inward(self, v: Array, scale: Any = 1) -> Array:
        """Return iAj v, a vector of frame ``j`` in the antecedent's frame, times a constant."""
        return self.tilt_inward(self.spin_inward(v), scale)

    def spin_outward(self, v: Array) -> Array:
        """Return Rz(theta)^T v."""
        return rotate_about_z(self.C, -self.S, v)

    def spin_inward(self, v: Array) -> Array:
        """Return Rz(theta) v."""
        return rotate_about_z(self.C, self.S, v)

    def tilt_outward(self, v: Array, scale: Any = 1) -> Array:
        """Return (Rz(gamma) Rx(alpha))^T v, times a constant."""
        x, y, z = rotate_about_z(self.Cg, -self.Sg, v)
        Sa, Ca = scale * self.Sa, scale * self.Ca
        return vector((scale * x, Ca * y + Sa * z, Ca * z - Sa * y))

    def tilt_inward(self, v: Array, scale: Any = 1) -> Array:
        """Return Rz(gamma) Rx(alpha) v, times a constant."""
        Sa, Ca = scale * self.Sa, scale * self.Ca
        turned = vector((scale * v[0], Ca * v[1] - Sa * v[2], Sa * v[1] + Ca * v[2]))
        return rotate_about_z(self.Cg, self.Sg, turned)


def rotate_about_z(C: Any, S: Any, v: Array) -> Array:
    """Return a vector turned about z by an angle of cosine ``C`` and sine ``S``."""
    return vector((C * v[0] - S * v[1], S * v[0] + C * v[1], v[2]))
