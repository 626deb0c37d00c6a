"""Numbers as they are shown."""

from __future__ import annotations

import math

import numpy as np
import pytest

from symoro.digits import bound_of, decimals, significant


@pytest.mark.parametrize(
    ("error", "bound"),
    [(0.0, 1e-9), (4.4e-16, 1e-9), (1e-9, 1e-9), (2e-9, 1e-8), (0.9, 1.0), (3.0, 10.0)],
)
def test_a_bound_is_a_power_of_ten_and_never_below_the_least(error: float, bound: float) -> None:
    assert bound_of(error, 1e-9) == bound


@pytest.mark.parametrize("power", [-8, -3, 0, 3])
def test_rounding_does_not_move_a_power_of_ten_to_the_next(power: int) -> None:
    exact = float(f"1e{power}")
    near = (math.nextafter(exact, 0), exact, math.nextafter(exact, math.inf))
    assert {bound_of(error, 1e-9) for error in near} == {exact}


def test_no_zero_is_negative() -> None:
    assert math.copysign(1, significant(-0.0, 12)) == 1
    assert np.copysign(1, decimals(np.array([-1e-17, -0.0]), 12)).tolist() == [1, 1]
    assert significant(1 / 3, 3) == 0.333
