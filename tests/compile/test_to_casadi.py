"""A model as a function of CasADi's, in memory, against the interpreter."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

import casadi as ca
import numpy as np
import numpy.typing as npt
import pytest

import symoro
from ir.systems import VALUES, by_numpy, chained, lapack, system, values_of, well_conditioned
from printers.test_every_operation import VALUES as OPERANDS
from printers.test_every_operation import every_operation
from printers.toolchain import argument_arrays, assert_close, expected, random_values
from symoro import Model, library
from symoro.compile.casadi_ import casadi_function
from symoro.errors import ModelError, UsageError
from symoro.ir import Program

Array = npt.NDArray[np.float64]


def arguments(program: Program, values: Mapping[str, float]) -> list[Array]:
    column = np.array([values[name] for name in program.parameters])
    return [*argument_arrays(program, values).values(), *([column] if column.size else [])]


def called(program: Program, values: Mapping[str, float]) -> dict[str, Array]:
    found = casadi_function(program).call(arguments(program, values))
    return {
        output.name: matrix.full().reshape(output.shape)
        for output, matrix in zip(program.outputs, found, strict=True)
    }


def test_every_operation_means_the_same() -> None:
    for values in (OPERANDS, OPERANDS | {"q1": 0.0}):
        assert_close(called(every_operation(), values), expected(every_operation(), values))


MODELS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "tree": ("idm", "sr400", {"equivalent_tree": True, "outputs": ["*"]}),
    "floating": ("idm", "scara", {"floating_base": True}),
    "direct": ("ddm", "stanford", {"level": "O1"}),
    "cube": ("jacobian", "planar2r", {"derivative": "q"}),
    "systems": ("operational", "rx90", {}),
}


@cache
def made(name: str) -> Model:
    function, robot, options = MODELS[name]
    model: Model = getattr(symoro, function)(library.robot(robot), verify=False, **options)
    return model


def drawn(model: Model) -> dict[str, float]:
    """A random state, and a number for what none has."""
    others = {item.name: 0.4 for item in model.program.inputs}
    return others | random_values(model)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_equals_the_interpreter(name: str) -> None:
    model = made(name)
    values = drawn(model)
    assert_close(called(model.program, values), expected(model.program, values))


def test_arguments_and_results_are_called_as_in_the_model() -> None:
    model = made("direct")
    function = model.to_casadi()
    assert function.name() == "stanford_ddm"
    assert function.name_in() == ["q", "QP", "GAM", "p"]
    assert function.size_in("p") == (len(model.program.parameters), 1)
    assert function.name_out() == ["QDP"]
    assert function.size_out("QDP") == (6, 1)


def test_three_indices_are_rows_and_columns() -> None:
    model = made("cube")
    output = model.program.outputs[0]
    function = model.to_casadi()
    assert output.shape == (6, 2, 2)
    assert function.size_out(output.name) == (12, 2)
    values = drawn(model)
    found = function.call(arguments(model.program, values))[0].full()
    cube = expected(model.program, values)[output.name]
    for i, j, k in np.ndindex(cube.shape):
        assert found[2 * i + j, k] == pytest.approx(cube[i, j, k], rel=1e-12, abs=1e-12)


def test_numbers_may_be_inside() -> None:
    model = symoro.idm(library.robot("planar2r"))
    numbers = model.robot.parameter_values("course")
    rng = np.random.default_rng(5)
    state = [rng.uniform(-1, 1, 2) for _ in range(3)]
    wanted = model.compile()(*state, parameters="course")
    p = [numbers[name] for name in model.program.parameters]
    assert model.to_casadi()(*state, p).full().ravel() == pytest.approx(wanted, rel=1e-12)
    for parameters in ("course", numbers):
        function = model.to_casadi(parameters)
        assert function.name_in() == ["q", "QP", "QDP"]
        assert function(*state).full().ravel() == pytest.approx(wanted, rel=1e-12)


def test_parameters_are_refused_by_name() -> None:
    model = symoro.idm(library.robot("planar2r"))
    numbers = dict.fromkeys(model.program.parameters, 0.5)
    assert "d2" in model.nonzero
    with pytest.raises(UsageError, match=r"parameters have no value \(ZZ1, M2\)"):
        model.to_casadi({n: x for n, x in numbers.items() if n not in ("ZZ1", "M2")})
    with pytest.raises(UsageError, match="d2 is zero, but this program divides by it"):
        model.to_casadi(numbers | {"d2": 0.0})
    with pytest.raises(UsageError, match="has no parameter nobody"):
        model.to_casadi(numbers | {"nobody": 1.0})
    with pytest.raises(
        UsageError, match="no value set nobody; value sets of the robot are: course"
    ):
        model.to_casadi("nobody")


def test_its_derivative_is_the_model_of_derivatives() -> None:
    """Of a solved system too: CasADi differentiates how it solves, we the equations."""
    for model, wrt in (
        (symoro.idm(library.robot("rx90"), level="O1", verify=False), "q"),
        (symoro.ddm(library.robot("planar2r"), verify=False), "GAM"),
        (symoro.operational_control(library.robot("planar2r"), verify=False), "q"),
    ):
        (output,) = model.program.outputs
        function = model.to_casadi()
        slope = function.factory("slope", function.name_in(), [f"jac:{output.name}:{wrt}"])
        values = drawn(model)
        derivative = model.derivative(wrt)
        wanted = expected(derivative.program, values)[f"d{output.name}_d{wrt}"]
        found = slope(*arguments(model.program, values)).full()
        assert np.abs(wanted).max() > 0.01
        assert_close({"": found}, {"": wanted}, 1e-11)  # a derivative has more operations


def test_systems_are_solved_in_order() -> None:
    assert_close(called(chained(), VALUES), by_numpy(VALUES))


@pytest.mark.parametrize("n", range(1, 9))
def test_random_systems_are_solved_like_lapack_does(n: int) -> None:
    program = system(n, 1 + n % 3)
    rows = well_conditioned(np.random.default_rng(n), n, 1 + n % 3)
    values = values_of(program, rows)
    assert_close(called(program, values), {"X": lapack(rows)})


def test_what_systems_share_is_computed_once() -> None:
    """As many sines and cosines as the program has."""
    model = made("systems")
    function = casadi_function(model.program)
    instructions = [function.instruction_id(k) for k in range(function.n_instructions())]
    trigonometric = sum(instructions.count(each) for each in (ca.OP_SIN, ca.OP_COS))
    online, offline = model.operations.online, model.operations.offline
    assert online is not None
    assert offline is not None
    assert trigonometric == online.trig + offline.trig


def test_the_function_survives_a_text() -> None:
    function = made("systems").to_casadi()
    again = ca.Function.deserialize(function.serialize())
    rng = np.random.default_rng(3)
    given = [rng.uniform(0.5, 1.0, function.size_in(k)) for k in range(function.n_in())]
    for one, other in zip(function.call(given), again.call(given), strict=True):
        assert (one.full() == other.full()).all()


def test_a_program_that_was_read_has_it_too() -> None:
    found = symoro.optimize("C1=cos(t1);\nX=a*C1;\nY=b*X;\n", "Y")
    assert found.to_casadi().name_in() == ["q", "p"]
    values = {"t1": 0.3, "a": 2.0, "b": 3.0}
    assert float(found.to_casadi()(0.3, [2.0, 3.0])) == pytest.approx(6 * np.cos(0.3), rel=1e-12)
    assert float(found.to_casadi({"a": 2.0, "b": 3.0})(0.3)) == pytest.approx(
        expected(found.program, values)["Y"].item(), rel=1e-12
    )
    with pytest.raises(UsageError, match=r"1 of 2 parameters has no value \(b\)"):
        found.to_casadi({"a": 2.0})


def test_a_missing_casadi_is_told_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    model = symoro.idm(library.robot("planar2r"), verify=False)
    monkeypatch.setitem(sys.modules, "casadi", None)
    with pytest.raises(ModelError, match=r"-m pip install -e '\.\[casadi\]'"):
        model.to_casadi()
    assert "import casadi" in model.code("casadi")  # the text needs none to be printed
