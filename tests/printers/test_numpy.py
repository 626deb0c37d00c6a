"""Python over NumPy: every output has the batch and the number type that the inputs have."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro
from ir.systems import chained
from printers.runners.python import module
from printers.test_every_operation import document
from printers.test_shapes import shapes
from printers.toolchain import Array, write
from symoro import library
from symoro.ir import Graph, Input, Output, Program, Role
from symoro.pipeline.model import Model
from symoro.printers.document import Document

BATCHES = [(), (5,), (2, 3), (0,)]

DOCUMENTS: dict[str, Callable[[], Document]] = {
    "a constant matrix beside others": lambda: jacobian("rx90").document,
    "constants only": lambda: jacobian("planar2r").document,
    "one part": lambda: jacobian("planar2r", "O1").document,
    "every shape": lambda: document(shapes()),
    "linear systems": lambda: document(chained()),
}


def jacobian(robot: str, level: str = "O2") -> Model:
    return symoro.jacobian(library.robot(robot), level=level, verify=False)


def called(made: ModuleType, given: Document, arrays: dict[str, Any], p: dict[str, Any]) -> Any:
    """The outputs of a document, by name, and those of what prepares it."""
    found: dict[str, Any] = {}
    for part in given.parts:
        arguments = [arrays.get(name, found.get(name)) for name, _ in part.arrays]
        results = getattr(made, part.name)(*arguments, *([p] if part.parameters else []))
        results = results if len(part.outputs) > 1 else (results,)
        found |= {o.name: each for o, each in zip(part.outputs, results, strict=True)}
    return found


def drawn(given: Document, batch: tuple[int, ...], seed: int = 0) -> dict[str, Array]:
    """Random argument arrays with a batch in front."""
    rng = np.random.default_rng(seed)
    return {name: rng.uniform(0.3, 1.0, (*batch, *shape)) for name, shape in given.program.arrays}


def parameters(given: Document, of: Callable[[float], Any] = float) -> dict[str, Any]:
    names = given.program.parameters
    return {name: of(0.4 + 0.1 * k) for k, name in enumerate(names)}


@pytest.mark.parametrize("batch", BATCHES)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_output_has_the_batch_in_front(
    name: str, batch: tuple[int, ...], tmp_path: Path
) -> None:
    given = DOCUMENTS[name]()
    made = module(write(given, "numpy", tmp_path)[0])
    arrays, p = drawn(given, batch), parameters(given)
    found = called(made, given, arrays, p)
    for output in given.program.outputs:
        assert found[output.name].shape == (*batch, *output.shape)
    for place in np.ndindex(batch):
        alone = called(made, given, {key: each[place] for key, each in arrays.items()}, p)
        for output in given.program.outputs:
            # one state or many, the operations are the same; LAPACK may sum in another order
            np.testing.assert_allclose(found[output.name][place], alone[output.name], rtol=1e-13)


def test_an_argument_without_a_batch_goes_with_one_that_has_it(tmp_path: Path) -> None:
    """Of several arrays, and of an array and parameters, each may have a part of the batch."""
    model = symoro.idm(library.robot("planar2r"), outputs="*", level="O1", verify=False)
    given = model.document
    made = module(write(given, "numpy", tmp_path)[0])
    arrays, p = drawn(given, (3,)), parameters(given)
    arrays["QP"] = drawn(given, (2, 1))["QP"]
    arrays["QDP"] = drawn(given, ())["QDP"]
    p["ZZ1"] = np.linspace(1.0, 2.0, 4)[:, None, None]
    for output in model.program.outputs:
        assert called(made, given, arrays, p)[output.name].shape == (4, 2, 3, *output.shape)


def test_what_is_prepared_has_the_batch_of_the_parameters(tmp_path: Path) -> None:
    at_joint_2 = symoro.jacobian(library.robot("planar2r"), intermediate=2, verify=False)
    given = at_joint_2.document
    made = module(write(given, "numpy", tmp_path)[0])
    assert given.constants is not None
    k, size = given.constants
    arrays, p = drawn(given, (5,)), parameters(given)
    assert called(made, given, arrays, p)[k].shape == (size,)
    p["d2"] = np.array([[1.0], [2.0]])
    found = called(made, given, arrays, p)
    assert found[k].shape == (2, 1, size)
    assert found["L"].shape == (2, 5, 6, 6)
    assert found["J"][1, 4].tolist() == [[0, 0], [2, 0], [0, 0], [0, 0], [0, 0], [1, 1]]


@pytest.mark.parametrize("batch", BATCHES)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_single_precision_stays_single(name: str, batch: tuple[int, ...], tmp_path: Path) -> None:
    given = DOCUMENTS[name]()
    made = module(write(given, "numpy", tmp_path)[0])
    arrays = drawn(given, batch)
    singles = {key: each.astype(np.float32) for key, each in arrays.items()}
    found = called(made, given, singles, parameters(given, np.float32))
    wanted = called(made, given, arrays, parameters(given))
    assert {each.dtype for each in found.values()} == {np.dtype(np.float32)}
    for key, each in found.items():  # 24 bits, some hundred operations, small systems
        np.testing.assert_allclose(each, wanted[key], rtol=1e-3, atol=1e-4)


def test_the_type_is_the_one_that_the_inputs_have_together(tmp_path: Path) -> None:
    given = document(chained())
    made = module(write(given, "numpy", tmp_path)[0])
    single, double = np.float32, np.float64
    for q, of, wanted in (
        (np.ones(2, double), single, double),
        (np.ones(2, single), double, double),
        (np.array([1, 2]), float, double),
        (np.array([1, 2]), single, double),
        (np.ones((5, 2), single), float, single),  # Python's numbers have no precision
        (np.ones(2, np.complex128), float, np.complex128),
    ):
        found = called(made, given, {"q": q}, parameters(given, of))
        assert {each.dtype for each in found.values()} == {np.dtype(wanted)}


@pytest.mark.parametrize("level", ["O1", "O2"])
def test_whole_numbers_of_arrays_become_double_and_do_not_wrap_around(
    level: str, tmp_path: Path
) -> None:
    """Of 8 bits: the square of a velocity of 20 is beyond them, and so is a product of masses."""
    given = symoro.idm(library.robot("planar2r"), level=level, verify=False).document
    made = module(write(given, "numpy", tmp_path)[0])
    arrays = {name: np.array([20, 30], np.int8) for name, _ in given.program.arrays}
    p = dict.fromkeys(given.program.parameters, np.int8(100))
    found = called(made, given, arrays, p)
    doubles = {name: each.astype(np.float64) for name, each in arrays.items()}
    wanted = called(made, given, doubles, dict.fromkeys(p, 100.0))
    for name, each in wanted.items():
        assert found[name].dtype == np.float64
        assert found[name].tolist() == each.tolist()
    singles = {name: each.astype(np.float32) for name, each in arrays.items()}
    if level == "O1":  # whole numbers of Python's own have no precision
        assert called(made, given, singles, dict.fromkeys(p, 100))["GAM"].dtype == np.float32


def test_lists_are_taken_for_arrays(tmp_path: Path) -> None:
    given = symoro.idm(library.robot("planar2r"), verify=False).document
    made = module(write(given, "numpy", tmp_path)[0])
    arrays, p = drawn(given, (3,)), parameters(given) | {"M2": np.array([1.0, 2.0, 3.0])}
    wanted = called(made, given, arrays, p)["GAM"]
    lists = {name: each.tolist() for name, each in arrays.items()}
    found = called(made, given, lists, p | {"M2": [1.0, 2.0, 3.0]})["GAM"]
    assert found.tolist() == wanted.tolist()
    with pytest.raises(ValueError, match="d2 must not be zero"):
        called(made, given, lists, p | {"d2": [1.0, 0.0, 2.0]})


def test_an_array_of_another_shape_is_refused_by_name(tmp_path: Path) -> None:
    """Joints in front of the batch, a joint too many or too few, a number."""
    model = symoro.idm(library.robot("rrp"), level="O1", include=["wrench=3"], verify=False)
    given = model.document
    made = module(write(given, "numpy", tmp_path)[0])
    arrays, p = drawn(given, ()), parameters(given)
    assert arrays["FE"].shape == (3, 6)
    for name, shape in (("QP", (3, 5)), ("q", (4,)), ("QDP", (2,)), ("q", ()), ("FE", (6, 3))):
        wanted = re.escape(f"{name} must have {arrays[name].shape} as its last axes; ")
        with pytest.raises(ValueError, match=wanted + re.escape(f"its shape is {shape}")):
            called(made, given, arrays | {name: np.ones(shape)}, p)


def test_numbers_alone_are_of_double_precision(tmp_path: Path) -> None:
    program = Program("numbers", Graph(), (), (), (), (Output("O", (2,), (1, 0)),)).verify()
    found = module(write(document(program), "numpy", tmp_path)[0]).numbers()
    assert (found.dtype, found.tolist()) == (np.dtype(np.float64), [1.0, 0.0])


def test_any_number_of_parameters(tmp_path: Path) -> None:
    """Functions of NumPy's may have a limit of 32 or 64 arguments."""
    graph = Graph()
    names = [f"a{k}" for k in range(700)]
    edges = tuple(graph.symbol(name) for name in names)
    inputs = tuple(Input(name, Role.PARAMETER) for name in names)
    program = Program("many", graph, inputs, (), (), (Output("O", (700,), edges),)).verify()
    found = module(write(document(program), "numpy", tmp_path)[0]).many(dict.fromkeys(names, 2.0))
    assert found.tolist() == [2.0] * 700


def test_our_name_gives_way_to_the_users(tmp_path: Path) -> None:
    result = symoro.optimize("inputs=q1*a;\ny=inputs+1;\n", level="O1")
    made = module(write(result.document, "numpy", tmp_path)[0])
    found = called(made, result.document, {"q": np.array([[2.0], [3.0]])}, {"a": 5.0})
    assert found["y"].tolist() == [[11.0], [16.0]]
