"""Functions that were asked to raise an error where a result is NaN or infinite."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest

import symoro
from symoro.pipeline.model import Model

BACKENDS = pytest.mark.parametrize("backend", ["llvm", "c"])


def parameters(model: Model) -> dict[str, float]:
    """One for every parameter."""
    return dict.fromkeys(model.program.parameters, 1.0)


@pytest.fixture(scope="module")
def task() -> Model:
    """The dynamics of the tip of a planar arm: LAMBDA, MU and P."""
    return symoro.operational(symoro.load("planar2r"), verify=False)


@BACKENDS
def test_a_singular_posture_is_an_error_that_names_output_and_reason(
    task: Model, backend: str
) -> None:
    f = task.compile(backend, errors="raise")
    prepared = f.prepare(parameters(task))
    fine, stretched = np.array([0.2, 0.7]), np.zeros(2)
    found = f(fine, fine, parameters=prepared)
    expected = task.compile(backend)(fine, fine, parameters=parameters(task))
    assert isinstance(found, dict)
    assert isinstance(expected, dict)
    assert all((found[name] == expected[name]).all() for name in expected)
    for given in (parameters(task), prepared):
        for q in (stretched, stretched.tolist()):  # with and without a conversion
            with pytest.raises(symoro.SingularError) as caught:
                f(q, fine, parameters=given)
            assert str(caught.value) == (
                "planar2r_operational: LAMBDA is NaN or infinite: the Jacobian matrix of the task "
                "is singular at this state, or a value is too large for double precision"
            )
            assert (caught.value.output, caught.value.state) == ("LAMBDA", None)


@BACKENDS
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_batch_names_the_first_such_state_and_fills_out(
    task: Model, backend: str, order: str
) -> None:
    f = task.compile(backend, errors="raise")
    rng = np.random.default_rng(2)
    q = np.array(rng.uniform(0.5, 1, (40_000, 2)), order=order)  # type: ignore[call-overload]
    shapes = {output.name: output.shape for output in task.program.outputs}
    out = {name: np.full((len(q), *shape), -7.0) for name, shape in shapes.items()}
    f(q, q, parameters=parameters(task), out=out)
    q[[20_001, 30_000]] = 0
    with pytest.raises(symoro.SingularError, match=r"at state 20001 of the batch .* is singular"):
        f(q, q, parameters=parameters(task), out=out)
    assert not np.isfinite(out["LAMBDA"][[20_001, 30_000]]).any(axis=(1, 2)).all()
    assert not (out["P"] == -7.0).any()
    with pytest.raises(ArithmeticError):
        f(q, np.ones(2), parameters=parameters(task))  # one array without a batch axis


def test_the_default_returns_what_there_is(task: Model) -> None:
    for f in (task.compile(), task.compile(errors="ignore")):
        found = f(np.zeros(2), np.zeros(2), parameters=parameters(task))
        assert isinstance(found, dict)
        assert not np.isfinite(found["LAMBDA"]).all()
    with pytest.raises(symoro.UsageError, match="errors is 'ignore' or 'raise', not 'warn'"):
        task.compile(errors="warn")


def test_a_loop_that_cannot_be_closed_is_told() -> None:
    model = symoro.loop_geometry(symoro.load("slidercrank"), assembly_mode=1, verify=False).model
    f = model.compile(errors="raise")
    lengths = {"L1": 2.0, "L2": 1.0}
    assert set(lengths) == set(model.program.parameters)
    f([0.1], parameters=lengths)
    with pytest.raises(symoro.SingularError, match="Q is NaN or infinite: a loop cannot be closed"):
        f([np.pi / 2], parameters=lengths)


def test_a_joint_without_inertia_is_told() -> None:
    model = symoro.ddm(symoro.load("planar2r"), verify=False)
    zero = parameters(model) | {"ZZ2": 0.0, "MX2": 0.0, "MY2": 0.0, "M2": 0.0}
    f = model.compile(errors="raise")
    x = np.array([0.2, 0.7])
    f(x, x, x, parameters=parameters(model))
    given = {name: zero[name] for name in model.program.parameters}
    with pytest.raises(symoro.SymoroError):  # prepare may know before
        f(x, x, x, parameters=given)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"q": [np.nan, 0]}, "so is q at this state"),
        ({"QP": [0, np.inf]}, "so is QP at this state"),
        ({"q": [0, np.nan], "QP": [0, np.inf]}, "so are q, QP at this state"),
        ({"QP": [1e200, 1e200]}, "a value is too large for double precision at this state"),
    ],
)
def test_other_reasons_are_told_apart(change: dict[str, list[float]], reason: str) -> None:
    model = symoro.idm(symoro.load("planar2r"), verify=False)
    arrays = {name: [0.3, 0.5] for name in ("q", "QP", "QDP")} | change
    with pytest.raises(symoro.SingularError) as caught:
        model.compile(errors="raise")(**arrays, parameters=parameters(model))
    assert caught.value.reason == reason
    with pytest.raises(symoro.SingularError, match=f"at state 1 .*{reason.split(' at')[0]}"):
        model.compile(errors="raise")(
            **{name: [[0.3, 0.5], value] for name, value in arrays.items()},
            parameters=parameters(model),
        )


@pytest.mark.parametrize("change", [{"M2": 1e308}, {"d2": 1e200}])
def test_a_value_that_is_too_large_is_a_reason_where_a_model_divides(
    task: Model, change: dict[str, float]
) -> None:
    x = np.array([0.2, 0.7])
    with pytest.raises(symoro.SingularError, match="too large for double precision"):
        task.compile(errors="raise")(x, 1e3 * x, parameters=parameters(task) | change)


@BACKENDS
@pytest.mark.parametrize("make", [symoro.idm, symoro.ddm])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, np.float32("inf")])
def test_parameters_that_are_not_finite_are_refused_by_name(
    backend: str, make: Callable[..., Model], value: float
) -> None:
    model = make(symoro.load("planar2r"), verify=False)
    f, x = model.compile(backend), np.ones(2)
    wrong = parameters(model) | {"ZZ2": value}
    said = f"^{model.program.name}: parameter ZZ2 is {value}; it must be a finite number$"
    for call in (lambda: f.prepare(wrong), lambda: f(x, x, x, parameters=wrong)):
        with pytest.raises(symoro.UsageError, match=said):
            call()


def test_casadi_takes_no_parameters_that_are_not_finite() -> None:
    pytest.importorskip("casadi")
    model = symoro.idm(symoro.load("planar2r"), verify=False)
    with pytest.raises(symoro.UsageError, match="parameter ZZ2 is inf; it must be a finite number"):
        model.to_casadi(parameters(model) | {"ZZ2": np.inf})


def test_the_error_survives_a_pickle() -> None:
    error = symoro.SingularError("f", "GAM", 3, "J is singular there")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == (str(error), vars(error))
    assert isinstance(again, ArithmeticError)
