"""The matrix that writes the inertial parameters of a link in another frame of the robot.

Notation (docs/notation.md): K are the ten parameters XX XY XZ YY YZ ZZ MX MY MZ M of a body, about
the origin and along the axes of a frame; ``j`` is the frame of the link, ``i`` another one.

    (2.1)    iTj = [iAj iPj; 0 1]                                    SYMORO name  TiTj
    [A6.26]  iK = iLj jK, with the 10x10 matrix iLj of iAj and iPj   LAM

References: [KD02] appendix 6; [Guide] table 3.1.
"""

from __future__ import annotations

from symoro.algebra.lambda_matrix import lambda_matrix
from symoro.algebra.vectors import Array
from symoro.models.geometry.product_form import INWARD
from symoro.models.geometry.transforms import Chain
from symoro.models.let import LetFunction


def frame_lambda_matrix(chain: Chain, i: int, j: int, let: LetFunction) -> Array:
    """Return the matrix that takes the parameters of a body from frame j to frame i, 10x10."""
    T = chain.transform(i, j, INWARD)  # (2.1)
    LAM: Array = let("LAM", None, lambda_matrix(T[:3, :3], T[:3, 3]))  # [A6.26]
    return LAM
