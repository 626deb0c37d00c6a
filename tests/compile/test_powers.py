"""Models of tables with powers and logarithms: the same numbers by every route, NaN where none."""

from __future__ import annotations

import numpy as np
import pytest

import symoro
from symoro import SingularError

ROBOT = symoro.load("planar2r").substitute({"d2": "D1^G", "d3": "a^(1/3)", "ZZ2": "Log[2 + b]"})
PLAIN = symoro.load("planar2r")
STATE = {"q": [0.3, -0.5], "QP": [1.0, 2.0], "QDP": [0.1, 0.2]}
OTHERS = {"ZZ1": 0.7, "MX1": 0.3, "MY1": 0.1, "MX2": 0.2, "MY2": 0.4, "M2": 1.3, "G2": -9.81}


@pytest.mark.parametrize("backend", ["llvm", "c"])
def test_a_table_with_powers_is_that_with_their_values(backend: str) -> None:
    found = symoro.idm(ROBOT).compile(backend=backend)(
        **STATE, parameters=OTHERS | {"D1": 0.8, "G": 1.7, "b": 0.6}
    )
    values = OTHERS | {"d2": 0.8**1.7, "ZZ2": np.log(2.6)}
    wanted = symoro.idm(PLAIN).compile()(**STATE, parameters=values)
    np.testing.assert_allclose(
        np.asarray(found), np.asarray(wanted), rtol=1e-13
    )  # some roundings of doubles


@pytest.mark.parametrize("backend", ["llvm", "c"])
def test_a_negative_base_gives_nan_for_one_state_and_for_many(backend: str) -> None:
    parameters = OTHERS | {"D1": -0.8, "G": 2.0, "b": 0.6}
    function = symoro.idm(ROBOT, verify=False).compile(backend=backend)
    assert np.isnan(np.asarray(function(**STATE, parameters=parameters))).all()
    many = {name: np.tile(each, (9, 1)) for name, each in STATE.items()}
    assert np.isnan(np.asarray(function(**many, parameters=parameters))).all()


def test_a_negative_base_is_an_error_where_results_are_checked() -> None:
    function = symoro.idm(ROBOT, verify=False).compile(errors="raise")
    with pytest.raises(SingularError):
        function(**STATE, parameters=OTHERS | {"D1": -0.8, "G": 2.0, "b": 0.6})


def test_the_derivative_by_an_exponent_has_the_logarithm_of_the_base() -> None:
    model = symoro.idm(ROBOT)
    values = OTHERS | {"D1": 0.8, "G": 1.7, "b": 0.6}
    slope = model.derivative("G").compile()(**STATE, parameters=values)
    by_length = (
        symoro.idm(PLAIN)
        .derivative("d2")
        .compile()(**STATE, parameters=OTHERS | {"d2": 0.8**1.7, "ZZ2": np.log(2.6)})
    )
    expected = np.asarray(by_length) * np.log(0.8) * 0.8**1.7
    np.testing.assert_allclose(np.asarray(slope), expected, rtol=1e-12)  # some roundings of doubles


def test_simplified_determinants_have_powers() -> None:
    """By way of SymPy, which has powers of its own."""
    assert "exp" in symoro.jacobian_det(ROBOT).program.functions
