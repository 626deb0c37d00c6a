"""Both backends give the interpreter's results; parameters are prepared; compilers may fail."""

from __future__ import annotations

import random
import re
import stat
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from benchmarks.robots import chain
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import symoro
from compile.test_compile import results, split
from ir.test_random_programs import (
    NAMES,
    Builder,
    GraphBuilder,
    Tree,
    _smooth,
    floating_trees,
    unit,
)
from printers.test_every_operation import VALUES, every_operation
from printers.toolchain import assert_close, expected, tool
from symoro.compile.compiled_model import CompiledModel
from symoro.compile.compiler import compile_program, layout_for
from symoro.compile.llvm_vectors import states_text, vectorises
from symoro.compile.llvm_writer import state_text
from symoro.errors import ModelError, UsageError
from symoro.expressions import FloatArithmetic
from symoro.ir import Graph, Input, Output, Program, Role, interpret
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
BACKENDS = ("llvm", "c")


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_operation_compiles(backend: str) -> None:
    program = every_operation()
    function = compile_program(program, ("q",), backend=backend)
    forces = np.zeros((2, 6))
    forces[1, 2] = VALUES["FX2"]
    parameters = {name: VALUES[name] for name in ("a", "b", "c")}
    found = function([VALUES["q1"], VALUES["q2"]], FE=forces, parameters=parameters)
    assert isinstance(found, dict)
    assert_close(found, expected(program, VALUES))


@pytest.mark.parametrize("robot", ["rrp", "stanford", "puma560", "sr400"])
@pytest.mark.parametrize("model", ["idm", "inertia", "jacobian"])
def test_library_robots_by_the_c_compiler(robot: str, model: str) -> None:
    loaded = symoro.load(robot)
    made = getattr(symoro, model)(loaded, equivalent_tree=loaded.n_loops > 0, verify=False)
    values = sample_values(made.robot, random.Random(3))
    arrays, parameters = split(made, values)
    found = made.compile(backend="c")(parameters=parameters, **arrays)
    assert_close(results(found, made), expected(made.program, values))


def as_function(program: Program) -> Program:
    """Two of the symbols are a joint state, in another order; the third is a parameter."""
    inputs = (
        Input("x", Role.STATE, "q", (1,)),
        Input("y", Role.STATE, "q", (0,)),
        Input("z", Role.PARAMETER),
    )
    return replace(program, inputs=inputs, shapes=(("q", (2,)),)).verify()


@settings(deadline=None, max_examples=60)
@given(floating_trees, st.lists(st.tuples(unit, unit), min_size=1, max_size=5), unit)
def test_random_programs_mean_what_the_interpreter_says(
    tree: Tree, pairs: list[tuple[float, float]], z: float
) -> None:
    program = as_function(GraphBuilder().program(tree))
    function = compile_program(program, ("q",))
    q = np.array([[y, x] for x, y in pairs])
    together = np.asarray(function(q, parameters={"z": z}))
    for row, (x, y) in enumerate(pairs):
        known = dict(zip(NAMES, (x, y, z), strict=True))
        assume(_smooth(tree, known))
        builder = Builder(known, FloatArithmetic())
        builder.value(tree)
        (wanted,) = interpret(program, known, FloatArithmetic())["result"]
        # as in test_random_programs: a few hundred roundings of the largest intermediate value
        assert abs(together[row, 0] - wanted) <= 1e-11 * builder.largest**2
        alone = np.asarray(function(q[row], parameters={"z": z}))
        assert alone.tobytes() == together[row].tobytes()


def test_without_fused_operations_results_are_those_of_the_interpreter() -> None:
    program = every_operation()
    layout = layout_for(program, "llvm")
    step, k = layout.parts.step, layout.parts.k
    fused, plain = (state_text(step, layout.places, k, fma=fma) for fma in (True, False))
    assert "llvm.fma" in fused
    assert "llvm.fma" not in plain
    assert "llvm.fma" not in states_text(layout, 2, fma=False, together=True)


def test_every_function_that_runs_in_vectors() -> None:
    """All but the arc tangent and linear systems, for which states run one by one."""
    x, y, z = (("symbol", name) for name in NAMES)
    tree = ("+", ("root", ("sign", x)), ("*", ("abs", ("-", y, z)), ("sin", ("*", x, ("^", y, 5)))))
    program = as_function(GraphBuilder().program(("+", tree, ("cos", ("over", y)))))
    layout = layout_for(program, "llvm")
    assert vectorises(layout.parts.step)
    function = compile_program(program, ("q",))
    q = np.random.default_rng(6).uniform(-2, 2, (11, 2))
    q[3, 1] = 0.0  # of which the sign is none
    found = np.asarray(function(q, parameters={"z": 0.4}))
    v, u = q.T
    smooth = np.abs(v - 0.4) * np.sin(u * v**5)
    wanted = np.sqrt(np.sign(u) ** 2 + 1) + smooth + np.cos(1 / (v**2 + 1))
    np.testing.assert_allclose(found[:, 0], wanted, rtol=0, atol=1e-13)  # sums of a few terms
    for row, state in enumerate(q):
        assert np.asarray(function(state, parameters={"z": 0.4}))[0] == found[row, 0]


def test_a_program_without_results_or_inputs_has_nothing_to_compute() -> None:
    empty = Program("empty", Graph(), (), (("q", (2,)),), (), (Output("y", (0,), ()),)).verify()
    assert np.asarray(compile_program(empty, ("q",))(np.zeros((5, 2)))).shape == (5, 0)
    graph = Graph()
    one = Program("one", graph, (), (("q", (2,)),), (), (Output("y", (2,), (1, 0)),)).verify()
    found = np.asarray(compile_program(one, ("q",))(np.zeros((5, 2))))
    assert (found == [1.0, 0.0]).all()
    assert (np.asarray(compile_program(one, ("q",))([0, 0])) == [1.0, 0.0]).all()


def test_the_text_grows_linearly_with_the_robot() -> None:
    sizes = []
    for n in (4, 8, 16):
        layout = layout_for(symoro.idm(chain(n), level="O1", verify=False).program, "llvm")
        sizes.append(len(states_text(layout, 4, fma=True, together=True)))
    first, second = np.diff(sizes) / [4, 8]
    assert second < 1.2 * first  # registers have longer numbers


# Parameters


@pytest.fixture(scope="module")
def torques() -> CompiledModel:
    return symoro.idm(symoro.load("planar2r"), verify=False).compile()


def parameters(function: CompiledModel) -> dict[str, float]:
    values = sample_values(symoro.load("planar2r"), random.Random(1))
    return {name: values[name] for name in function.program.parameters}


def test_prepared_parameters_serve_any_number_of_calls(torques: CompiledModel) -> None:
    given = parameters(torques)
    prepared = torques.prepare(given)
    state = [[0.3, -0.5], [1.0, 2.0], [3.0, 4.0]]
    wanted = np.asarray(torques(*state, parameters=given))
    given["M2"] = 0.0  # a later change is none of what was prepared
    assert (np.asarray(torques(*state, parameters=prepared)) == wanted).all()
    assert (np.asarray(torques(*state, parameters=given)) != wanted).any()
    assert (np.asarray(prepared(*state)) == wanted).all()
    with pytest.raises(ValueError, match="read-only"):
        prepared.k[0] = 1.0


def test_parameters_prepared_by_another_function_are_refused(torques: CompiledModel) -> None:
    other = symoro.idm(symoro.load("planar2r"), verify=False).compile()
    prepared = other.prepare(parameters(other))
    with pytest.raises(UsageError, match="prepared by another function, planar2r_idm"):
        torques([0, 0], [0, 0], [0, 0], parameters=prepared)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_parameter_that_is_divided_by_must_not_be_zero(backend: str) -> None:
    program = as_function(GraphBuilder().program(("/", ("symbol", "x"), ("symbol", "z"))))
    function = compile_program(program, ("q",), nonzero=("z",), backend=backend)
    assert float(np.asarray(function([0.0, 3.0], parameters={"z": 2.0}))[0]) == 1.5
    for zero in (0, 0.0, -0.0):
        with pytest.raises(UsageError, match="z is zero, but this program divides by it; level O1"):
            function.prepare({"z": zero})


def test_a_model_says_which_parameters_must_not_be_zero() -> None:
    model = symoro.idm(symoro.load("rx90"), base_parameters=True, verify=False)
    assert model.nonzero
    values = sample_values(model.robot, random.Random(5))
    given = {name: values[name] for name in model.program.parameters}
    for name in model.nonzero:
        with pytest.raises(UsageError, match=f"{name} is zero, but this program divides by it"):
            model.compile().prepare(given | {name: 0.0})


# Compilers


def compiler(folder: Path, script: str) -> str:
    """A compiler that does what a script says."""
    path = folder / "fakecc"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of temporary files, which has to be empty in the end."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    yield folder
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo 'model.c:3: no such luck' >&2; exit 1", "failed with status 1: model.c:3: no such"),
        ("echo 'on the other side'; exit 3", "failed with status 3: on the other side"),
        ("exit 2", "failed with status 2: it said nothing"),
        ("exit 0", "made no library that can be loaded"),
        ('while [ "$1" != -o ]; do shift; done; echo junk > "$2"', "made no library that can"),
    ],
)
def test_what_a_compiler_that_fails_says_is_passed_on(
    tmp_path: Path,
    temporary: Path,
    monkeypatch: pytest.MonkeyPatch,
    script: str,
    message: str,
) -> None:
    command = compiler(tmp_path, script)
    monkeypatch.setenv("CC", f"{command} -mine")
    with pytest.raises(ModelError, match=re.escape(message)) as caught:
        compile_program(every_operation(), ("q",), backend="c")
    assert f"{command} -mine -std=gnu99 -O2" in str(caught.value)


@pytest.mark.parametrize("wrong", ["/nonexistent", "/"])
def test_a_compiler_that_is_missing_is_named(
    temporary: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    monkeypatch.setenv("CC", wrong)
    with pytest.raises(ModelError, match=f"cannot run {wrong} .*: (No such file|Permission)"):
        compile_program(every_operation(), ("q",), backend="c")


def test_no_compiler_at_all_is_said(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ModelError, match="no C compiler: found none of cc, gcc, clang"):
        compile_program(every_operation(), ("q",), backend="c")


def test_the_compiler_of_the_environment_is_used_and_leaves_nothing(
    tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(
        "CC", compiler(tmp_path, f'touch "{tmp_path}/used"; exec {tool("gcc")} "$@"')
    )
    compile_program(every_operation(), ("q",), backend="c")
    assert (tmp_path / "used").exists()


def test_an_unknown_backend_names_the_two() -> None:
    with pytest.raises(UsageError, match="no backend 'fortran'; backends are: llvm, c"):
        compile_program(every_operation(), ("q",), backend="fortran")
