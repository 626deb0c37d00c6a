"""How near postures are to a singularity."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from symoro.references.inverse_geometry import NumericChain

Array = npt.NDArray[np.float64]


def least_rates(chain: NumericChain, q: Array, size: float) -> Array:
    """The smallest singular value of the derivative of the pose, of each posture."""
    _, rates = chain.columns_and_rates(q, ("s", "n", "a", "P"))
    rows = np.repeat([1.0, 1.0, 1.0, 1 / size], 3)
    columns = np.where(chain.turns, 1.0, size)
    least: Array = np.linalg.svd(rates * rows[:, None] * columns, compute_uv=False)[:, -1]
    return least
