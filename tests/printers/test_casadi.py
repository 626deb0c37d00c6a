"""CasADi: the module builds functions that keep all that CasADi does with them."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import casadi as ca
import numpy as np
import pytest

import symoro
from printers.examples import assert_printed
from printers.runners.python import module
from printers.test_every_operation import VALUES, document, every_operation
from printers.toolchain import (
    Array,
    assert_close,
    done,
    expected,
    random_values,
    run,
    write,
)
from symoro import Model, library
from symoro.ir import Graph, Input, Let, Output, Program, Role
from symoro.printers.casadi_ import argument_names, legal_name
from symoro.printers.document import Document


def made(printed: Document, folder: Path) -> ModuleType:
    return module(write(printed, "casadi", folder)[0])


def guarded() -> Document:
    return replace(document(every_operation(), two_part=True), nonzero=("a", "c"))


MODELS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "two parts": ("idm", "scara", {}),
    "one part": ("idm", "rrp", {"level": "O1", "outputs": ["*"]}),
    "matrices": ("inertia", "planar2r", {}),
    "cube": ("inertia", "rrp", {"derivative": "q"}),
    "systems": ("operational", "planar2r", {}),
}


@cache
def model_of(name: str) -> Model:
    function, robot, options = MODELS[name]
    model: Model = getattr(symoro, function)(library.robot(robot), verify=False, **options)
    return model


@pytest.mark.parametrize("name", MODELS)
def test_the_example_runs_as_it_is_and_prints_what_the_model_is(name: str, tmp_path: Path) -> None:
    printed = model_of(name).document
    main = write(printed, "casadi", tmp_path)[-1]
    assert main.read_text().splitlines()[1] == f"#     python {main.name}"
    assert_printed(done(sys.executable, main.name, folder=tmp_path), printed)


def test_the_example_of_a_model_without_arguments_runs(tmp_path: Path) -> None:
    graph = Graph()
    program = Program("fixed", graph, (), (), (), (Output("K", (2,), (graph.number(3), 0)),))
    main = write(document(program.verify()), "casadi", tmp_path)[-1]
    assert done(sys.executable, main.name, folder=tmp_path) == "K\n 3 0\n"


def test_what_makes_parameters_refuses_by_name(tmp_path: Path) -> None:
    text = made(guarded(), tmp_path)
    assert text.PARAMETERS == ("a", "b", "c")
    assert text.NONZERO == ("a", "c")
    assert text.parameters(VALUES).full().ravel().tolist() == [VALUES[n] for n in "abc"]
    for name in ("a", "c"):
        with pytest.raises(ValueError, match=f"^{name} must not be zero$"):
            text.parameters(VALUES | {name: 0.0})
        with pytest.raises(KeyError, match=f"the parameter {name} is missing"):
            text.parameters({key: value for key, value in VALUES.items() if key != name})
    text.parameters(VALUES | {"b": 0.0})


def test_the_derivative_by_casadi_is_the_model_of_derivatives(tmp_path: Path) -> None:
    model = symoro.idm(library.robot("scara"), level="O1", verify=False)
    function = getattr(made(model.document, tmp_path), model.program.name)()
    q, QP, QDP, p = (ca.SX.sym(n, *function.size_in(n)) for n in function.name_in())
    slope = ca.Function("slope", [q, QP, QDP, p], [ca.jacobian(function(q, QP, QDP, p), q)])
    values = random_values(model)
    derivative = model.derivative("q")
    wanted = expected(derivative.program, values)["dGAM_dq"]
    found = slope(*_given(model, values)).full()
    assert np.abs(wanted).max() > 0.1
    assert_close({"dGAM_dq": found}, {"dGAM_dq": wanted})


def _given(model: Model, values: dict[str, float]) -> list[Array]:
    """The arguments of a function in one part."""
    arrays = {name: np.zeros(shape) for name, shape in model.program.arrays}
    for item in model.program.used_inputs:
        if item.array is not None:
            arrays[item.array][item.index] = values[item.name]
    return [*arrays.values(), np.array([values[name] for name in model.program.parameters])]


@pytest.mark.parametrize("name", ["one part", "cube", "systems"])
def test_it_is_what_the_model_gives_in_memory(name: str, tmp_path: Path) -> None:
    model = model_of(name)
    document = replace(model.document, parts=(model.program,))
    text = getattr(made(document, tmp_path), model.program.name)()
    function = model.to_casadi()
    assert text.name_in() == function.name_in()
    assert text.name_out() == function.name_out()
    given = _given(model, random_values(model))
    for one, other in zip(text.call(given), function.call(given), strict=True):
        np.testing.assert_allclose(one.full(), other.full(), rtol=1e-12, atol=1e-12)


def test_the_function_survives_a_file(tmp_path: Path) -> None:
    model = model_of("systems")
    step = getattr(made(model.document, tmp_path), f"{model.program.name}_step")()
    step.save(str(tmp_path / "step.casadi"))
    again = ca.Function.load(str(tmp_path / "step.casadi"))
    rng = np.random.default_rng(2)
    given = [rng.uniform(0.5, 1.0, step.size_in(k)) for k in range(step.n_in())]
    for one, other in zip(step.call(given), again.call(given), strict=True):
        assert (one.full() == other.full()).all()


def test_names_that_casadi_takes() -> None:
    names = {"q": "q", "a__b": "a_b", "_x": "x", "jac": "x_jac", "null": "x_null", "__": "x_"}
    for wanted, legal in names.items():
        assert legal_name(wanted) == legal
        assert ca.Function.check_name(legal)
    assert legal_name("q", ["q", "q1"]) == "q11"


def test_a_result_may_be_called_like_an_argument(tmp_path: Path) -> None:
    """And symbols like what the text has: CasADi itself, and its own names."""
    graph = Graph()
    names = ("ca", "GAM", "p", "SX", "parameters", "PARAMETERS", "lambda", "q__1")
    total = graph.symbol("q1")
    for name in names:
        total = graph.add(graph.mul(total, graph.symbol(name)), graph.symbol("q1"))
    let = Let("q", graph.let("q", total), total)
    program = Program(
        name="a__b",
        graph=graph,
        inputs=(
            Input("q1", Role.STATE, "q", (0,)),
            *(Input(name, Role.PARAMETER) for name in names),
        ),
        shapes=(("q", (1,)),),
        statements=(let,),
        outputs=(Output("q", (1,), (let.node,)), Output("p", (), (let.node,))),
    ).verify()
    assert argument_names(program) == (["q", "p"], ["q1", "p1"])
    values = {name: 0.1 * k + 0.5 for k, name in enumerate((*names, "q1"))}
    for two_part in (False, True):
        printed = document(program, two_part=two_part)
        assert_close(run(printed, "casadi", values, tmp_path), expected(program, values))


def test_arrays_without_elements_have_their_shape(tmp_path: Path) -> None:
    graph = Graph()
    shapes = {"A": (0,), "B": (3, 0), "C": (0, 3), "D": (2, 2, 0)}
    program = Program(
        name="empty",
        graph=graph,
        inputs=(Input("q1", Role.STATE, "q", (0,)),),
        shapes=(("q", (1,)),),
        statements=(),
        outputs=(
            Output("X", (), (graph.symbol("q1"),)),
            *(Output(name, shape, ()) for name, shape in shapes.items()),
        ),
    ).verify()
    found = run(document(program), "casadi", {"q1": 2.0}, tmp_path)
    assert float(found["X"]) == 2.0
    assert {name: found[name].shape for name in shapes} == shapes
    results = made(document(program), tmp_path).empty()(2.0)
    assert [each.shape for each in results] == [(1, 1), (0, 1), (3, 0), (0, 3), (4, 0)]
