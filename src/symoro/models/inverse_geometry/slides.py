"""Three prismatic joints among six: the position is linear in them once the angles are known.

Notation (docs/notation.md): z1, z2, z3 are the directions of the prismatic joints in the frame of
the first joint of the chain, t the point of U less that of the last joint where they are zero:

    t = r1 z1 + r2 z2 + r3 z3
    z1 . (z2 x z3) r1 = t . (z2 x z3)                                                        (1)
    (z2 x z3)^2 r2 = ((t - r1 z1) x z3) . (z2 x z3)                                          (2)
    r3 = (t - r1 z1 - r2 z2) . z3                                                            (3)

References: [Guide] section 2.3.6.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symoro.algebra.vectors import Array, cross, vector
from symoro.models.inverse_geometry.joint_chain import Slide
from symoro.models.inverse_geometry.joint_scene import JointScene


@dataclass(frozen=True)
class SlideEquation:
    """One of the equations (1) to (3).

    Attributes:
        joints: the places of the prismatic joints along the chain.
        number: 1, 2 or 3.
    """

    joints: tuple[int, int, int]
    number: int

    def coefficients(self, scene: JointScene) -> list[Any]:
        """The factor of the position and the right side."""
        (z1, z2, z3), t = directions(scene, self.joints)
        across = self._across(scene, z2, z3)
        if self.number == 1:
            return [z1 @ across, t @ across]  # (1)
        t = self._rest(scene, 1, t, z1)
        if self.number == 2:
            return [across @ across, cross(t, z3) @ across]  # (2)
        return [1, self._rest(scene, 2, t, z2) @ z3]  # (3)

    def sides(self, scene: JointScene) -> list[Any]:
        """None: no lengths are compared."""
        del scene
        return []

    def _across(self, scene: JointScene, z2: Array, z3: Array) -> Array:
        """z2 x z3, named."""
        key = ("z2 x z3", self.joints)
        if key not in scene.results:
            scene.results[key] = _name(scene, "d", self.joints[0], cross(z2, z3))
        across: Array = scene.results[key]
        return across

    def _rest(self, scene: JointScene, number: int, t: Array, z: Array) -> Array:
        """The rest of t behind a known position, named."""
        key = ("t", number, self.joints)
        if key not in scene.results:
            joint = scene.joint(self.joints[number - 1])
            scene.results[key] = _name(
                scene, "t", self.joints[number - 1], t - scene.known[joint.unknown] * z
            )
        rest: Array = scene.results[key]
        return rest


def directions(scene: JointScene, joints: tuple[int, int, int]) -> tuple[list[Array], Array]:
    """z1, z2 and z3, signs included, and t; all angles are known."""
    key = ("directions", joints)
    if key not in scene.results:
        axes = [vector((0, 0, 0))] * 3
        point = vector((0, 0, 0))
        for k in reversed(range(1, len(scene.chain.blocks) + 1)):
            joint = scene.joint(k)
            if isinstance(joint, Slide):
                axes[joints.index(k)] = vector((0, 0, joint.sign))
            else:
                point = scene.move(k, point)
                axes = [scene.move(k, z) for z in axes]
            if k > 1:
                A, P = scene.K[k - 1][:3, :3], scene.K[k - 1][:3, 3]
                point, axes = A @ point + P, [A @ z for z in axes]
        axes = [_name(scene, "z", k, z) for k, z in zip(joints, axes, strict=True)]
        scene.results[key] = axes, _name(scene, "t", None, scene.U[:3, 3] - point)
    result: tuple[list[Array], Array] = scene.results[key]
    return result


def _name(scene: JointScene, tag: str, k: int | None, values: Array) -> Array:
    frame = None if k is None else scene.frame(k)
    return vector([scene.let(f"{tag}{r}", frame, x) for r, x in enumerate(values, 1)])
