"""The columns of a pose from which a chain is solved.

With the whole pose the chain may be shortened at both ends. With some columns only (fewer than six
joints) the matrices behind the last joint stay on the right: a direction s, n or a is the image of
a constant vector, P that of a point; points on the lines along given directions are known as well.

References: [Guide] section 2.3.5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symoro.algebra.vectors import Array, identity, vector
from symoro.models.inverse_geometry.joint_chain import JointChain
from symoro.models.inverse_geometry.sample import SampledChain
from symoro.models.inverse_geometry.scene import AXES, Column, Scene, scalars
from symoro.models.let import LetFunction, plain

WHOLE = (*AXES, "P")


def sampled_pose(samples: SampledChain) -> Array:
    """The pose of the end of a chain at the random positions of its joints."""
    scene = Scene(samples.chain, samples.geometry, [], False, plain)
    scene.known.update(samples.values)
    T: Array = identity(4)
    for b, K in enumerate(scene.constants):
        T = T if K is None else T @ K
        if b < len(samples.chain.blocks):
            T = T @ scalars(scene.block(b))
    return T


def make_scene(
    chain: JointChain, geometry: Any, pose: Array, elements: Sequence[str], let: LetFunction
) -> Scene:
    """The first stage of a chain whose end has some columns of a pose."""
    unit = identity(4)
    if set(WHOLE) <= set(elements):
        columns = [Column(n, pose[:3, k], unit[:3, k], False) for k, n in enumerate(AXES)]
        columns.append(Column("P", pose[:3, 3], vector((0, 0, 0)), True))
        return Scene(chain, geometry, columns, True, let)
    columns = [
        Column(n, pose[:3, k], unit[:3, k], False) for k, n in enumerate(AXES) if n in elements
    ]
    if "P" in elements:
        columns.append(Column("P", pose[:3, 3], vector((0, 0, 0)), True))
        columns += _shifted_points(chain, geometry, pose, elements)
    return Scene(chain, geometry, columns, False, let)


def _shifted_points(
    chain: JointChain, geometry: Any, pose: Array, elements: Sequence[str]
) -> list[Column]:
    """The points of the lines along s, n and a that come nearest to the last joint."""
    K = geometry.product(chain.constants[-1])
    points = []
    for k, name in enumerate(AXES):
        if name in elements:
            along = -(K[:3, 3] @ K[:3, k])
            if not _is_zero(along):
                right = vector([along if i == k else 0 for i in range(3)])
                left = pose[:3, 3] + along * pose[:3, k]
                points.append(Column(f"P{name}", left, right, True))
    return points


def _is_zero(x: Any) -> bool:
    return bool(x.is_number(0)) if hasattr(x, "is_number") else x == 0
