"""Parallel filters: what they do to sinusoids, ramps and identification."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from symoro import UsageError, filtered_samples, library, parallel_filter

Array = npt.NDArray[np.float64]


@pytest.mark.parametrize("order", [1, 2, 4])
@pytest.mark.parametrize("derivative", [False, True])
def test_a_sinusoid_gets_the_gain_and_phase_of_the_filter(order: int, derivative: bool) -> None:
    """F(s) = (a / (s + a))^n at s = 2 rate (z - 1) / (z + 1), z = exp(i w / rate), exactly."""
    rate, a, w = 500.0, 30.0, 17.0
    t = np.arange(0, 4, 1 / rate)
    s = 2j * rate * np.tan(w / 2 / rate)
    gain = (a / (s + a)) ** order * (s if derivative else 1)
    found = parallel_filter(np.sin(w * t), rate, a, order, derivative=derivative)
    late = t > 3  # the transient is below exp(-90) (90)^3 by then
    assert found[late] == pytest.approx(np.imag(gain * np.exp(1j * w * t))[late], abs=1e-12)


def test_the_discretisation_is_of_second_order() -> None:
    def error(rate: float) -> float:
        w, a = 9.0, 20.0
        t = np.arange(0, 3, 1 / rate)
        exact = np.imag((1j * w) * (a / (1j * w + a)) ** 2 * np.exp(1j * w * t))
        found = parallel_filter(np.sin(w * t), rate, a, derivative=True)
        return float(np.abs(found - exact)[t > 2].max())

    assert error(200.0) / error(400.0) == pytest.approx(4.0, rel=0.02)
    assert error(400.0) < 9.0 * (9.0 / 400.0) ** 2 / 10  # (w / rate)^2 / 12 of the amplitude


def test_a_constant_has_no_rate_and_a_ramp_has_its_slope() -> None:
    t = np.arange(0, 2, 1e-3)
    assert np.all(parallel_filter(np.full_like(t, 7.0), 1000, 40, derivative=True) == 0)
    assert parallel_filter(7 + 3 * t, 1000, 40, derivative=True)[-1] == pytest.approx(3, abs=1e-12)
    assert parallel_filter(np.full_like(t, 7.0), 1000, 40)[-1] == pytest.approx(7, abs=1e-12)


def test_every_signal_is_filtered_alike() -> None:
    signals = np.random.default_rng(3).normal(size=(50, 2, 3))
    found = parallel_filter(signals, 100, 20)
    assert found.shape == signals.shape
    assert np.array_equal(found[:, 1, 2], parallel_filter(signals[:, 1, 2], 100, 20))


def motion(t: Array, joints: int) -> tuple[Array, Array, Array]:
    """Two sinusoids for each joint; the robot moves and accelerates from the first moment on."""
    q, qd, qdd = np.zeros((3, len(t), joints))
    for size, first in ((1.0, 1.3), (0.4, 4.7)):
        w = first * (1 + 0.31 * np.arange(joints))
        angle = np.outer(t, w) + 0.5
        q += size * np.sin(angle)
        qd += size * np.cos(angle) * w
        qdd -= size * np.sin(angle) * w**2
    return q, qd, qdd


class Measured:
    """A planar 2R with rotors and friction along a motion."""

    def __init__(self, rate: float, seconds: float = 6.0) -> None:
        self.rate = rate
        robot = symoro.base_parameters(library.robot("planar2r"), include=["ia", "friction"]).robot
        self.model = symoro.filtered_model(robot, level="O1", verify=False)
        rng = np.random.default_rng(5)
        self.K = rng.uniform(0.2, 1.0, len(self.model.columns))
        constants = {"d2": 0.5, "G2": -9.81}
        q, qd, qdd = motion(np.arange(0, seconds, 1 / rate), 2)
        D = self.model.compile()(q, qd, parameters=constants)
        assert isinstance(D, dict)
        self.D1, self.D2 = D["DEP"], D["DLQ"]
        numbers = dict(zip(self.model.columns, self.K, strict=True)) | constants
        torque = symoro.idm(robot, level="O1", verify=False).compile()(
            q, qd, qdd, parameters=numbers
        )
        assert isinstance(torque, np.ndarray)
        self.torques = torque


def test_the_parameters_of_a_planar_robot_are_recovered() -> None:
    data = Measured(2000.0)
    W, y = filtered_samples(data.D1, data.D2, data.torques, data.rate, 40.0)
    assert W.shape == ((12000 - 500) * 2, len(data.K))
    found = np.linalg.lstsq(W, y, rcond=None)[0]
    # (w / rate)^2 / 12 at 10 rad/s is 2e-6; the columns are conditioned below 100
    assert found == pytest.approx(data.K, abs=1e-4)


def test_noise_of_the_torques_is_filtered_out() -> None:
    data = Measured(1000.0, 20.0)
    noise = np.random.default_rng(7).normal(0, 0.05, data.torques.shape)
    W, y = filtered_samples(data.D1, data.D2, data.torques + noise, data.rate, 40.0)
    found = np.linalg.lstsq(W, y, rcond=None)[0]
    assert found == pytest.approx(data.K, abs=0.02)


def test_the_model_holds_from_the_first_sample_on() -> None:
    """No past is needed: what is left at the beginning falls with the sampling period."""

    def residual(rate: float) -> float:
        data = Measured(rate, 0.5)
        W, y = filtered_samples(data.D1, data.D2, data.torques, rate, 20.0, discard=0)
        return float(np.abs(W @ data.K - y).max())

    first, second = residual(1000.0), residual(2000.0)
    assert first < 0.02 * 10  # a thousandth of the torques, which are some 10 N m
    assert first / second == pytest.approx(2.0, rel=0.1)


def test_wrong_calls_are_refused() -> None:
    x = np.zeros(20)
    for rate, cutoff, order, message in (
        (0.0, 10.0, 2, "rate"),
        (float("inf"), 10.0, 2, "rate"),
        (10.0, 40.0, 2, "cutoff is between 0 and Pi rate = 31.4159"),
        (10.0, 0.0, 2, "cutoff"),
        (10.0, 5.0, 0, "order"),
    ):
        with pytest.raises(UsageError, match=message):
            parallel_filter(x, rate, cutoff, order)
    with pytest.raises(UsageError, match="at least 2 samples"):
        parallel_filter([1.0], 10, 5)
    with pytest.raises(UsageError, match="finite"):
        parallel_filter([1.0, float("nan")], 10, 5)
    with pytest.raises(UsageError, match="numbers"):
        parallel_filter(["a", "b"], 10, 5)
    D = np.zeros((20, 2, 3))
    with pytest.raises(UsageError, match=r"not \(20, 2, 3\), \(20, 2, 3\) and \(20, 3\)"):
        filtered_samples(D, D, np.zeros((20, 3)), 10, 5)
    with pytest.raises(UsageError, match="20 of 20 samples are to be discarded"):
        filtered_samples(D, D, np.zeros((20, 2)), 10, 5)
    for discard in (-1, 2.5):
        with pytest.raises(UsageError, match=f"whole number of samples, not {discard}"):
            filtered_samples(D, D, np.zeros((20, 2)), 10, 5, discard=discard)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="order is a whole number from 1, not two"):
        parallel_filter(x, 10, 5, "two")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="rate is a number"):
        parallel_filter(x, "10", 5)  # type: ignore[arg-type]
    assert filtered_samples(D, D, np.zeros((20, 2)), 10, 5, discard=3)[0].shape == (34, 3)
