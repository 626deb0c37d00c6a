"""Linear systems with numbers: poles, damping, responses, against closed forms and SciPy."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.signal import BadCoefficients, freqresp

from symoro.analysis.linear_system import LinearSystem
from symoro.errors import UsageError


def oscillator(k: float, f: float, inputs: int = 1) -> LinearSystem:
    """s^2 + f s + k."""
    return LinearSystem(
        A=np.array([[0.0, 1.0], [-k, -f]]),
        B=np.array([[0.0], [1.0]])[:, :inputs],
        C=np.array([[1.0, 0.0]]),
        D=np.zeros((1, inputs)),
        states=("x", "v"),
        inputs=("u",)[:inputs],
        outputs=("x",),
    )


@pytest.mark.parametrize(("k", "f"), [(4.0, 0.4), (4.0, 0.0), (4.0, 5.0), (-4.0, 0.5)])
def test_poles_are_the_roots_slow_ones_first(k: float, f: float) -> None:
    system = oscillator(k, f)
    roots = np.roots([1, f, k]).astype(complex)
    assert np.allclose(np.sort_complex(system.poles), np.sort_complex(roots), rtol=1e-13)
    assert (np.diff(system.natural_frequencies) >= -1e-12).all()


def test_frequency_and_damping_are_those_of_the_oscillator() -> None:
    system = oscillator(k=9.0, f=0.6)
    assert np.allclose(system.natural_frequencies, 3.0, rtol=1e-14)
    assert np.allclose(system.damping, 0.1, rtol=1e-13)
    assert system.poles[0] == np.conj(system.poles[1])
    assert system.poles[0].imag < 0
    assert np.allclose(oscillator(k=2.0, f=3.0).damping, 1.0, rtol=1e-14)
    assert sorted(oscillator(k=-4.0, f=0.0).damping) == [-1.0, 1.0]


def test_without_damping_poles_lie_on_the_axes_exactly() -> None:
    """Eigenvalues of A would be wrong by the square root of rounding at a double pole."""
    assert oscillator(k=2.0, f=0.0).poles.real.tolist() == [0.0, 0.0]
    free = oscillator(k=0.0, f=0.0)
    assert free.poles.tolist() == [0, 0]
    assert np.isnan(free.damping).all()
    assert str(free.poles[0]) == "0j"


def test_an_odd_number_of_states_has_poles_too() -> None:
    lag = LinearSystem(
        A=np.array([[-3.0]]),
        B=np.ones((1, 1)),
        C=np.ones((1, 1)),
        D=np.zeros((1, 1)),
        states=("x",),
        inputs=("u",),
        outputs=("y",),
    )
    assert lag.poles.tolist() == [-3]
    assert np.allclose(lag.frequency_response(4.0), 1 / (3 + 4j), rtol=1e-14)


def test_the_response_is_that_of_scipy() -> None:
    system = oscillator(k=4.0, f=0.4)
    omegas = np.array([0.1, 1.9, 2.0, 30.0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", BadCoefficients)  # of leading zeros in a numerator
        _, expected = freqresp(system.to_scipy(), omegas)
    found = system.frequency_response(omegas)
    assert found.shape == (4, 1, 1)
    assert np.allclose(found[:, 0, 0], expected, rtol=1e-11)


def test_the_response_at_a_pole_is_infinite() -> None:
    found = oscillator(k=4.0, f=0.0).frequency_response([2.0, 1.0])
    assert np.isinf(found[0, 0, 0])
    assert found[1, 0, 0] == pytest.approx(1 / 3)


def test_a_system_without_inputs_has_poles_and_no_response() -> None:
    system = oscillator(k=4.0, f=0.4, inputs=0)
    assert len(system.poles) == 2
    assert system.frequency_response([1.0, 2.0]).shape == (2, 1, 0)
    with pytest.raises(UsageError, match="has inputs, and this system has none"):
        system.to_scipy()


def test_plain_data_has_the_matrices_and_the_poles() -> None:
    data = oscillator(k=0.0, f=0.0).as_dict()
    assert data["A"] == [[0.0, 1.0], [-0.0, -0.0]]
    assert data["states"] == ["x", "v"]
    assert data["poles"] == [{"real": 0.0, "imag": 0.0, "frequency": 0.0, "damping": None}] * 2


def test_wrong_shapes_and_numbers_are_refused() -> None:
    good = oscillator(1.0, 1.0)
    with pytest.raises(UsageError, match=r"B: expected shape \(2, 2\), found \(2, 1\)"):
        LinearSystem(good.A, good.B, good.C, good.D, good.states, ("u", "w"), good.outputs)
    with pytest.raises(UsageError, match="A: a number is infinite or undefined"):
        LinearSystem(
            good.A * np.nan, good.B, good.C, good.D, good.states, good.inputs, good.outputs
        )
    with pytest.raises(UsageError, match=r"frequencies: expected a list of numbers"):
        good.frequency_response(np.ones((2, 2)))
    with pytest.raises(UsageError, match=r"frequencies: expected real numbers"):
        good.frequency_response([1j])
