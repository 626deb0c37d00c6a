"""Inertial parameters of a body in another frame, by its pseudo-inertia: S' = T S T^T.

The pseudo-inertia S = [L MS; MS^T M], with L the integral of x x^T dm, is that of the points
(x, 1), so that a change of frame multiplies it from both sides. J = tr(L) 1 - L takes it back.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from symoro.algebra.vectors import AnyArray

_PLACES = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))  # of XX XY XZ YY YZ ZZ
_IDENTITY = np.eye(3, dtype=int)


def lambda_matrix(T: AnyArray, half: Any, dtype: Any) -> AnyArray:
    """Return the 10x10 matrix of a pose: its columns are unit parameters, moved.

    ``half`` is 1/2 in the arithmetic of the pose.
    """
    columns = []
    for unit in np.eye(10, dtype=int).tolist():
        S = T @ _pseudo_inertia(unit, half, dtype) @ T.T
        J = (S[0, 0] + S[1, 1] + S[2, 2]) * _IDENTITY.astype(dtype) - S[:3, :3]
        columns.append([*(J[place] for place in _PLACES), *S[:3, 3], S[3, 3]])
    return np.array(columns, dtype=dtype).T


def _pseudo_inertia(parameters: list[int], half: Any, dtype: Any) -> AnyArray:
    S = np.zeros((4, 4), dtype=dtype)
    trace = sum(value for (a, b), value in zip(_PLACES, parameters[:6], strict=True) if a == b)
    for (a, b), value in zip(_PLACES, parameters[:6], strict=True):
        S[a, b] = S[b, a] = half * trace - value if a == b else -value  # L = tr(J)/2 1 - J
    S[:3, 3] = S[3, :3] = parameters[6:9]
    S[3, 3] = parameters[9]
    return S
