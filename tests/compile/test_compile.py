"""Compiled models: the interpreter's results, for one state or many; arguments are checked."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from printers.test_every_operation import VALUES, every_operation
from printers.toolchain import assert_close, expected
from random_robots import random_tree
from symoro import library
from symoro.compile.compiled_model import CompiledModel
from symoro.compile.compiler import compile_program
from symoro.errors import UsageError
from symoro.expressions import expression, symbol
from symoro.pipeline.model import Model
from symoro.robot import Base, BaseMotion, ValueSet
from symoro.verify.sampling import resample_state, sample_values

Array = npt.NDArray[np.float64]
BATCH = 7


def results(found: Array | dict[str, Array], model: Model) -> dict[str, Array]:
    return found if isinstance(found, dict) else {model.outputs[0]: found}


def split(model: Model, values: dict[str, float]) -> tuple[dict[str, Array], dict[str, float]]:
    """Values by symbol as argument arrays and parameters."""
    program = model.program
    arrays = {name: np.zeros(shape) for name, shape in program.shapes}
    for item in program.inputs:
        if item.array is not None:
            arrays[item.array][item.index] = values[item.name]
    used = {name: arrays[name] for name, _ in program.arrays}
    return used, {name: values[name] for name in program.parameters}


def assert_equals_interpreter(model: Model, seed: int) -> None:
    rng = random.Random(seed)
    values = resample_state(model.robot, sample_values(model.robot, rng), rng)
    arrays, parameters = split(model, values)
    found = model.compile()(parameters=parameters, **arrays)
    assert_close(results(found, model), expected(model.program, values))


@pytest.mark.parametrize("name", library.names())
def test_a_compiled_library_robot_equals_the_interpreter(name: str) -> None:
    robot = library.robot(name)
    model = symoro.idm(robot, outputs=["*"], equivalent_tree=robot.n_loops > 0, verify=False)
    assert_equals_interpreter(model, seed=len(name))


@pytest.mark.parametrize("seed", range(10))
def test_a_compiled_random_tree_equals_the_interpreter(seed: int) -> None:
    assert_equals_interpreter(symoro.idm(random_tree(seed), outputs=["*"], verify=False), seed)


def test_every_operation_compiles() -> None:
    program = every_operation()
    function = compile_program(program, ("q",))
    forces = np.zeros((2, 6))
    forces[1, 2] = VALUES["FX2"]
    parameters = {name: VALUES[name] for name in ("a", "b", "c")}
    found = function([VALUES["q1"], VALUES["q2"]], FE=forces, parameters=parameters)
    assert isinstance(found, dict)
    assert_close(found, expected(program, VALUES))


@pytest.fixture(scope="module")
def model() -> Model:
    """A robot with everything: rotors, friction, a wrench on its last link."""
    with_ = ["wrench=6", "ia", "friction"]
    return symoro.idm(symoro.load("rx90"), include=with_, outputs=["*"], verify=False)


@pytest.fixture(scope="module")
def function(model: Model) -> CompiledModel:
    return model.compile()


@pytest.fixture(scope="module")
def parameters(model: Model) -> dict[str, float]:
    values = sample_values(model.robot, random.Random(5))
    return {name: values[name] for name in model.program.parameters}


def states(batch: tuple[int, ...] = (), seed: int = 3) -> dict[str, Array]:
    rng = np.random.default_rng(seed)
    arrays = {name: rng.uniform(-1.5, 1.5, (*batch, 6)) for name in ("q", "QP", "QDP")}
    forces = np.zeros((*batch, 6, 6))
    forces[..., 5, :] = rng.uniform(-1.5, 1.5, (*batch, 6))  # on the last link alone
    return arrays | {"FE": forces}


def outputs(found: Array | dict[str, Array]) -> dict[str, Array]:
    assert isinstance(found, dict)
    return found


def test_a_batch_gives_bit_for_bit_the_results_of_each_state(
    function: CompiledModel, parameters: dict[str, float]
) -> None:
    batch = states((BATCH,))
    together = outputs(function(parameters=parameters, **batch))
    for row in range(BATCH):
        state = {name: array[row] for name, array in batch.items()}
        alone = outputs(function(parameters=parameters, **state))
        for name, array in alone.items():
            assert (together[name][row] == array).all()


def test_outputs_have_their_shapes(function: CompiledModel, parameters: dict[str, float]) -> None:
    one = outputs(function(parameters=parameters, **states()))
    assert {name: array.shape for name, array in one.items()} == {
        "GAM": (6,),
        "E": (6, 3),
        "N": (6, 3),
    }
    many = outputs(function(parameters=parameters, **states((BATCH,))))
    assert many["GAM"].shape == (BATCH, 6)
    assert many["E"].shape == (BATCH, 6, 3)


def test_an_argument_without_a_batch_axis_is_spread_over_the_batch(
    function: CompiledModel, parameters: dict[str, float]
) -> None:
    one, many = states(), states((BATCH,))
    mixed = one | {"q": many["q"]}
    spread = {name: np.broadcast_to(a, (BATCH, *a.shape)) for name, a in one.items()}
    found = outputs(function(parameters=parameters, **mixed))
    wanted = outputs(function(parameters=parameters, **(spread | {"q": many["q"]})))
    assert (found["GAM"] == wanted["GAM"]).all()


def test_an_empty_batch_gives_empty_results(
    function: CompiledModel, parameters: dict[str, float]
) -> None:
    found = outputs(function(parameters=parameters, **states((0,))))
    assert found["GAM"].shape == (0, 6)
    assert found["N"].shape == (0, 6, 3)


def test_arguments_may_come_in_order_by_name_as_lists_and_in_any_memory_order(
    function: CompiledModel, parameters: dict[str, float]
) -> None:
    arrays = states((BATCH,))
    wanted = outputs(function(parameters=parameters, **arrays))["GAM"]
    in_order = [arrays[name] for name in ("q", "QP", "QDP")]
    found = outputs(function(*in_order, FE=arrays["FE"], parameters=parameters))["GAM"]
    assert (found == wanted).all()
    lists = [array.tolist() for array in in_order]
    fortran = np.asfortranarray(arrays["FE"])
    found = outputs(function(*lists, FE=fortran, parameters=parameters))["GAM"]
    assert (found == wanted).all()


def test_one_output_is_returned_as_an_array() -> None:
    model = symoro.idm(symoro.load("planar2r"), verify=False)
    values = sample_values(model.robot, random.Random(1))
    arrays, parameters = split(model, values)
    found = model.compile()(parameters=parameters, **arrays)
    assert isinstance(found, np.ndarray)
    assert found.shape == (2,)


def test_a_wrench_for_which_the_robot_has_no_symbols_is_refused_unless_it_is_zero() -> None:
    model = symoro.idm(symoro.load("planar2r"), verify=False)
    arrays, parameters = split(model, sample_values(model.robot, random.Random(1)))
    function = model.compile()
    found = function(parameters=parameters, FE=np.zeros((3, 6)), **arrays)
    assert (np.asarray(found) == np.asarray(function(parameters=parameters, **arrays))).all()
    with pytest.raises(UsageError, match=r"no symbols for what FE gives here; include='wrench=J'"):
        function(parameters=parameters, FE=np.ones((3, 6)), **arrays)
    with pytest.raises(UsageError, match="no symbols for what W0 gives"):
        function(parameters=parameters, W0=[0.0, 0.0, 1.0], **arrays)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"q": None}, "argument q is missing"),
        ({"q": None, "FE": None}, "arguments q, FE are missing"),
        ({"tau": np.zeros(6)}, "has no argument tau; it has q, QP, QDP, FE"),
        ({"q": np.zeros(5)}, r"q has shape (5,); expected (6,), or (N, 6) for a batch"),
        ({"q": 0.0}, r"q has shape (); expected (6,)"),
        ({"FE": np.zeros(36)}, r"FE has shape (36,); expected (6, 6), or (N, 6, 6)"),
        ({"QP": np.zeros((2, 3, 6))}, "QP has shape (2, 3, 6)"),
        (
            {"q": np.zeros((2, 6)), "QP": np.zeros((3, 6))},
            "q has batch size 2 but QP has 3; batch sizes must agree",
        ),
        ({"q": ["a"] * 6}, "q is not made of real numbers"),
        ({"q": [[1.0], [1.0, 2.0]]}, "q is not made of real numbers"),
        ({"q": np.zeros(6) * 1j}, "q is not made of real numbers"),
    ],
)
def test_a_wrong_argument_is_named(
    function: CompiledModel,
    parameters: dict[str, float],
    change: dict[str, npt.ArrayLike | None],
    message: str,
) -> None:
    arrays: dict[str, npt.ArrayLike | None] = {**states(), **change}
    given = {name: value for name, value in arrays.items() if value is not None}
    with pytest.raises(UsageError, match=re.escape(message)):
        function(parameters=parameters, **given)


def test_a_wrong_parameter_is_named(function: CompiledModel, parameters: dict[str, float]) -> None:
    few = {name: value for name, value in parameters.items() if name not in ("M6", "ZZ1")}
    with pytest.raises(UsageError, match=r"2 of \d+ parameters have no value \(ZZ1, M6\); pass"):
        function(parameters=few, **states())
    many = (
        r"rx90_idm: (\d+) of \1 parameters have no value \(\w+(, \w+){6}, \.\.\., \w+\); pass param"
    )
    with pytest.raises(UsageError, match=many):
        function(**states())  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="has no parameter M7"):
        function(parameters=parameters | {"M7": 1.0}, **states())
    with pytest.raises(UsageError, match=r"parameter M6 \(about -1e5000\) is too large"):
        function(parameters=parameters | {"M6": -(10**5000)}, **states())
    odd: dict[str, object] = {**parameters, "M6": "heavy"}
    with pytest.raises(UsageError, match="M6 is not made of real numbers"):
        function(parameters=odd, **states())  # type: ignore[arg-type]
    odd["M6"] = [1.0, 2.0]
    with pytest.raises(UsageError, match="M6 is not one number"):
        function(parameters=odd, **states())  # type: ignore[arg-type]


def test_a_parameter_of_the_robot_that_the_model_does_not_read_may_be_given(
    function: CompiledModel, parameters: dict[str, float]
) -> None:
    model = symoro.idm(symoro.load("rx90"), level="O1", verify=False)
    assert "XX1" not in model.program.parameters
    values = sample_values(model.robot, random.Random(5))
    known = {item.name: values[item.name] for item in model.program.inputs if item.array is None}
    arrays, _ = split(model, values)
    assert np.asarray(model.compile()(parameters=known, **arrays)).shape == (6,)


def test_a_value_set_of_the_robot_may_stand_for_the_parameters() -> None:
    robot = symoro.load("planar2r")
    model = symoro.idm(robot, verify=False)
    arrays, parameters = split(model, sample_values(robot, random.Random(1)))
    numbers = tuple((name, expression(value)) for name, value in parameters.items())
    sets = (ValueSet("mine", numbers), ValueSet("short", numbers[1:]))
    function = symoro.idm(replace(robot, values=sets), verify=False).compile()
    found = np.asarray(function(parameters="mine", **arrays))
    assert (found == np.asarray(model.compile()(parameters=parameters, **arrays))).all()
    short = rf"1 of 9 parameters has no value \({numbers[0][0]}\); value set 'short' provides only "
    with pytest.raises(UsageError, match=short + f"{numbers[1][0]}, "):
        function(parameters="short", **arrays)
    with pytest.raises(
        UsageError, match="no value set other; value sets of the robot are: mine, short"
    ):
        function(parameters="other", **arrays)


def test_too_many_and_doubled_arguments_are_refused(
    function: CompiledModel, parameters: dict[str, float]
) -> None:
    arrays = states()
    with pytest.raises(UsageError, match="takes q, QP, QDP; give the rest by name"):
        function(arrays["q"], arrays["QP"], arrays["QDP"], arrays["FE"], parameters=parameters)
    with pytest.raises(UsageError, match="q is given twice"):
        function(arrays["q"], parameters=parameters, **arrays)


def test_a_moving_base_is_an_argument() -> None:
    robot = symoro.load("planar2r")
    motion = {
        name: tuple(symbol(f"{name}{axis}") for axis in "xyz")
        for name in ("W0", "WP0", "V0", "VP0")
    }
    base = Base(motion=BaseMotion.MOVING, G=robot.base.G, **motion)  # type: ignore[arg-type]
    model = symoro.idm(replace(robot, base=base), outputs=["*"])
    names = [name for name, _ in model.program.arrays]
    assert names == ["q", "QP", "QDP", "W0", "WP0", "VP0"]  # V0 has no effect on torques
    assert_equals_interpreter(model, seed=2)
    resting = symoro.idm(robot, outputs=["*"])
    values = sample_values(robot, random.Random(8))
    arrays, parameters = split(resting, values)
    still = {name: np.zeros(3) for name in ("W0", "WP0", "VP0")}
    every = {name: values[name] for name in model.program.parameters}
    found = outputs(model.compile()(parameters=every, **arrays, **still))
    wanted = outputs(resting.compile()(parameters=parameters, **arrays))
    np.testing.assert_allclose(found["GAM"], wanted["GAM"], rtol=1e-12, atol=1e-12)


def test_a_function_outlives_its_model() -> None:
    model = symoro.idm(symoro.load("planar2r"), verify=False)
    arrays, parameters = split(model, sample_values(model.robot, random.Random(1)))
    functions = [model.compile() for _ in range(3)]
    del model
    found = [np.asarray(function(parameters=parameters, **arrays)) for function in functions]
    assert (found[0] == found[1]).all()
    assert (found[0] == found[2]).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"D3": None}, "D3 is not made of real numbers"),
        ({"D3": "0.1"}, "D3 is not made of real numbers"),
        ({"D3": 10**400}, r"parameter D3 \(about 1e400\) is too large for double precision"),
        ({3: 1.0}, "has no parameter 3"),
    ],
    ids=str,
)
def test_what_is_no_number_is_refused(
    function: CompiledModel, parameters: dict[str, float], change: dict[str, float], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        function(**states(), parameters=parameters | change)


def test_masked_elements_have_no_value(
    function: CompiledModel, parameters: dict[str, float]
) -> None:
    q = np.ma.masked_array(np.zeros(6), mask=[k == 1 for k in range(6)])
    with pytest.raises(UsageError, match="q has masked elements"):
        function(**(states() | {"q": q}), parameters=parameters)


@pytest.mark.parametrize("q", [[None] * 6, ["1"] * 6, [10**400] * 6], ids=str)
def test_a_state_that_is_no_number_is_refused(
    function: CompiledModel, parameters: dict[str, float], q: list[float]
) -> None:
    with pytest.raises(UsageError, match="q is not made of real numbers"):
        function(**(states() | {"q": q}), parameters=parameters)
