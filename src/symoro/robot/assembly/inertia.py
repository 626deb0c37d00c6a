"""The ten inertial parameters of bodies that are fixed to one another, in one frame."""

from __future__ import annotations

from collections.abc import Iterable

from symoro.expressions import Expression
from symoro.robot.assembly.decimals import Decimals, largest
from symoro.robot.assembly.parts import Body
from symoro.robot.assembly.space import DIGITS, Number, Pose, dot, product, transpose
from symoro.robot.inertia_matrix import MOMENTS, parallel_axis


def inertial_parameters(
    bodies: Iterable[Body], frame: Pose, decimals: Decimals
) -> dict[str, Expression]:
    """Return the inertial parameters, about the origin of a frame, of bodies taken together.

    With C the centre of mass of a body in the frame and I its inertia about C,

        J = sum of R I R^T + M (C.C 1 - C C^T)                                     (1)
        MS = sum of M C                                                            (2)
    """
    zero = DIGITS.mpf(0)
    J = [[zero] * 3 for _ in range(3)]
    MS, M = [zero] * 3, zero
    place = frame.inverse()
    for body in bodies:
        pose = place @ body.pose
        C = pose.point(body.center)
        matrix = product(product(pose.R, body.inertia), transpose(pose.R))
        shift = parallel_axis(body.mass, C)
        J = [[J[i][j] + matrix[i][j] + shift[i][j] for j in range(3)] for i in range(3)]  # (1)
        MS = [total + body.mass * c for total, c in zip(MS, C, strict=True)]  # (2)
        M += body.mass
    moments: list[Number] = [J[i][j] for i in range(3) for j in range(i, 3)]
    reach = DIGITS.sqrt(dot((MS[0], MS[1], MS[2]), (MS[0], MS[1], MS[2])))
    entries = (
        *decimals.beside(moments, largest(moments)),
        *decimals.beside(MS, max(reach, M * decimals.noise * 2**52)),
        *decimals.beside((M,), M),
    )
    return dict(zip((*MOMENTS, "MX", "MY", "MZ", "M"), entries, strict=True))
