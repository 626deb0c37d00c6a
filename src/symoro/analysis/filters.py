"""Parallel filtering of measurements: the same low-pass filter on torques and on every column.

With torques = d/dt (D1 K) + D2 K and a filter F, (3.117) reads

    F torques = (F' D1 + F D2) K,   F(s) = a^n / (s + a)^n,   F'(s) = s F(s)      (3.118)

F' takes the rate and filters at once, so no acceleration is needed. Both are discretised by the
bilinear transformation s = 2 rate (z - 1) / (z + 1): what it does to a frequency w is the same in
F and F', an error of (w / rate)^2 / 12. F starts from zero and F' from its first sample, with which
(3.117) holds from the beginning whatever came before; the discretisation leaves a transient that
decays within some 1/a.

References: [Guide] section 3.6.3.3 and appendix 4.5.
"""

from __future__ import annotations

import math
from numbers import Integral, Real

import numpy as np
import numpy.typing as npt

from symoro.analysis.arrays import Floats, floats
from symoro.errors import UsageError

SETTLING = 10
"""Time constants 1/a after which the transient is small: (1 + 10) exp(-10) is 5e-4 of it."""


def parallel_filter(
    signals: npt.ArrayLike, rate: float, cutoff: float, order: int = 2, *, derivative: bool = False
) -> Floats:
    """Filter signals along their first axis by F, or by F' = s F; their shape stays.

    Args:
        signals: samples first, such as (N,), (N, rows) or (N, rows, columns).
        rate: samples a second [Hz].
        cutoff: a of (3.118) [rad/s], below half the sampling frequency, Pi rate.
        order: n of (3.118).
        derivative: apply F', which gives the filtered rate of the signals.

    Raises:
        UsageError: for signals that are no numbers or too few, or a filter that cannot be.
    """
    samples = _require_samples(signals, "signals")
    _check_filter(rate, cutoff, order)
    from scipy.signal import bilinear_zpk, sosfilt, zpk2sos  # slow to import

    discrete = bilinear_zpk([0.0] if derivative else [], [-cutoff] * order, cutoff**order, rate)
    start = samples[:1] if derivative else 0.0
    output: Floats = np.asarray(sosfilt(zpk2sos(*discrete), samples - start, axis=0), dtype=float)
    return output


def filtered_samples(
    D1: npt.ArrayLike,
    D2: npt.ArrayLike,
    torques: npt.ArrayLike,
    rate: float,
    cutoff: float,
    order: int = 2,
    discard: int | None = None,
) -> tuple[Floats, Floats]:
    """Return the filtered model of some samples, ready for least squares (3.117).

    ``numpy.linalg.lstsq(*filtered_samples(...))`` estimates the parameters.

    Args:
        D1: the output DEP of a filtered model, (N, rows, columns).
        D2: its output DLQ, of the same shape.
        torques: the torques measured at the same moments, (N, rows).
        rate: samples a second [Hz].
        cutoff: a of (3.118) [rad/s].
        order: n of (3.118).
        discard: samples dropped at the beginning, where the transient is; those of 10 time
            constants by default.

    Returns:
        The matrix, one row for each sample and joint in this order, and the filtered torques.

    Raises:
        UsageError: for shapes that do not fit, or if no sample is left.
    """
    first, second, measured = (
        _require_samples(x, name) for x, name in ((D1, "D1"), (D2, "D2"), (torques, "torques"))
    )
    if first.ndim != 3 or first.shape != second.shape or measured.shape != first.shape[:2]:
        raise UsageError(
            "D1 and D2 have the shape (samples, rows, columns) and torques (samples, rows), not "
            f"{first.shape}, {second.shape} and {measured.shape}"
        )
    _check_filter(rate, cutoff, order)
    skip = math.ceil(SETTLING * rate / cutoff) if discard is None else discard
    if not isinstance(skip, Integral) or skip < 0:
        raise UsageError(f"discard is a whole number of samples, not {discard}")
    if skip >= len(first):
        raise UsageError(
            f"{skip} of {len(first)} samples are to be discarded, so none is left; measure longer "
            "or give a smaller number (discard)"
        )
    columns = parallel_filter(first, rate, cutoff, order, derivative=True)
    columns += parallel_filter(second, rate, cutoff, order)
    right = parallel_filter(measured, rate, cutoff, order)
    return columns[skip:].reshape(-1, columns.shape[2]), right[skip:].reshape(-1)


def _require_samples(values: npt.ArrayLike, name: str) -> Floats:
    array = floats(values, name)
    if array.ndim < 1 or len(array) < 2:
        raise UsageError(f"{name} are at least 2 samples, not an array of shape {array.shape}")
    return array


def _check_filter(rate: float, cutoff: float, order: int) -> None:
    if not (isinstance(rate, Real) and math.isfinite(rate) and rate > 0):
        raise UsageError(f"the rate is a number of samples a second above 0, not {rate}")
    if not isinstance(cutoff, Real) or not 0 < cutoff < math.pi * rate:
        raise UsageError(
            f"the cutoff is between 0 and Pi rate = {math.pi * rate:.6g} rad/s, not {cutoff}"
        )
    if not isinstance(order, Integral) or order < 1:
        raise UsageError(f"the order is a whole number from 1, not {order}")
