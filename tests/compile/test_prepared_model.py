"""Prepared models: native calls give what Python gives, and leave nothing behind."""

from __future__ import annotations

import copy
import gc
import inspect
import pickle
import random
import sys
import threading
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from clock import at_most
from symoro.compile import prepared_model
from symoro.compile.compiler import compile_program
from symoro.compile.prepared_model import PreparedModel
from symoro.errors import SymoroError, UsageError
from symoro.ir import Graph, Input, Output, Program, Role
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
BACKENDS = ("llvm", "c")


class Subclass(np.ndarray[Any, Any]):
    """An array that may do anything."""


class Case:
    """A function with its parameters, a state, other arguments, and what Python gives there."""

    def __init__(self, model: symoro.Model, backend: str, **arrays: Array) -> None:
        self.function, parameters = model.compile(backend), parameters_of(model)
        self.prepared = self.function.prepare(parameters)
        rng = np.random.default_rng(4)
        self.state = [rng.uniform(-1.5, 1.5, 6) for _ in range(3)]
        lists = (array.tolist() for array in self.state)
        self.wanted: Any = self.function(*lists, **arrays, parameters=parameters)
        self.prepared(*self.state, **arrays)  # the first call makes the native code


def parameters_of(model: symoro.Model) -> dict[str, float]:
    values = sample_values(model.robot, random.Random(5))
    return {name: values[name] for name in model.program.parameters}


@pytest.fixture(scope="module", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def torques(backend: str) -> Case:
    """The inverse dynamics of the RX90; the first joint's angle is not read."""
    model = symoro.idm(symoro.load("rx90"), verify=False)
    return Case(model, backend)


@pytest.fixture(scope="module")
def forced(backend: str) -> Case:
    """With a wrench on the last link, and three outputs."""
    model = symoro.idm(symoro.load("rx90"), include=["wrench=6"], outputs=["*"], verify=False)
    return Case(model, backend, FE=wrench())


def wrench() -> Array:
    forces = np.zeros((6, 6))
    forces[5] = np.arange(6) - 2.5
    return forces


@contextmanager
def in_python(calls: int) -> Iterator[None]:
    """Expect that many of the calls inside to be handed over to Python."""
    kind = prepared_model._GeneralCall
    general, count = kind.__call__, 0

    def counted(self: Any, *states: Any, **arrays: Any) -> Any:
        nonlocal count
        count += 1
        return general(self, *states, **arrays)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kind, "__call__", counted)
        yield
    assert count == calls


def same(found: Any, wanted: Any) -> bool:
    """The same arrays, bit for bit."""
    if isinstance(wanted, dict):
        each = all(same(found[name], array) for name, array in wanted.items())
        return type(found) is dict and list(found) == list(wanted) and each
    equal = (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
    return bool(type(found) is np.ndarray and equal and found.tobytes() == wanted.tobytes())


# The plain case


def test_a_plain_call_runs_in_native_code(torques: Case) -> None:
    f, (q, v, a) = torques.prepared, torques.state
    with in_python(0):
        first, second = f(q, v, a), f(q, v, a)
    assert same(first, torques.wanted)
    assert isinstance(first, np.ndarray)
    assert first.flags.owndata
    assert not np.shares_memory(first, np.asarray(second))


def test_arguments_may_have_names_in_any_order(torques: Case) -> None:
    f, (q, v, a) = torques.prepared, torques.state
    with in_python(0):
        assert same(f(q, v, QDP=a), torques.wanted)
        assert same(f(q, QDP=a, QP=v), torques.wanted)
        assert same(f(QDP=a, q=q, QP=v), torques.wanted)


def test_results_go_to_an_array_of_the_caller(torques: Case) -> None:
    f, (q, v, a) = torques.prepared, torques.state
    whole = np.full((3, 6), 7.0)
    with in_python(0):
        assert np.asarray(f(q, v, a, out=whole[1])).base is whole
        row = whole[2]
        assert f(q, QDP=a, out=row, QP=v) is row
    assert same(whole[1], torques.wanted)
    assert same(whole[2], torques.wanted)
    assert (whole[0] == 7.0).all()


def test_the_array_for_the_results_may_be_an_argument(torques: Case) -> None:
    f = torques.prepared
    for place in range(3):
        plain = [array.copy() for array in torques.state]
        with in_python(0):
            assert f(*plain, out=plain[place]) is plain[place]
        assert same(plain[place], torques.wanted)
        shifted = np.zeros(13)
        shifted[1:7] = torques.state[place]
        some = [*torques.state[:place], shifted[1:7], *torques.state[place + 1 :]]
        assert same(f(*some, out=shifted[:6]), torques.wanted)
        other = torques.state[place].tolist()
        some[place], strided = other, shifted[::2][:6]
        assert f(*some, out=strided) is strided
        assert same(strided.copy(), torques.wanted)


@pytest.mark.parametrize("kind", ["readonly", "pickled", "buffer", "view", "one row"])
def test_these_arrays_are_plain(torques: Case, kind: str) -> None:
    q, v, a = torques.state
    arrays = {
        "readonly": v.copy(),
        "pickled": pickle.loads(pickle.dumps(v)),
        "buffer": np.frombuffer(v.tobytes()),
        "view": np.concatenate([[9.0], v, [9.0]])[1:7],
        "one row": np.array([v, v])[1],
    }
    arrays["readonly"].flags.writeable = False
    with in_python(0):
        assert same(torques.prepared(q, arrays[kind], a), torques.wanted)


def unaligned(array: Array) -> Array:
    room = np.zeros(8 * array.size + 1, np.uint8)[1:].view(np.float64)
    room[:] = array
    return room


OTHERWISE: dict[str, Callable[[Array], Any]] = {
    "list": np.ndarray.tolist,
    "tuple": tuple,
    "subclass": lambda v: v.view(Subclass),
    "matrix row": lambda v: np.ma.array(v),
    "strided": lambda v: np.repeat(v, 2)[::2],
    "reversed": lambda v: v[::-1].copy()[::-1],
    "swapped": lambda v: v.astype(v.dtype.newbyteorder()),
    "unaligned": unaligned,
    "fractions": lambda v: [Fraction(x) for x in v.tolist()],
    "wide": lambda v: v.astype(np.longdouble),
}


@pytest.mark.parametrize("kind", OTHERWISE)
def test_other_numbers_give_the_same_results_by_python(torques: Case, kind: str) -> None:
    q, v, a = torques.state
    with in_python(2):
        assert same(torques.prepared(q, OTHERWISE[kind](v), a), torques.wanted)
        out = np.empty(6)
        assert torques.prepared(q, OTHERWISE[kind](v), a, out=out) is out
    assert same(out, torques.wanted)


def test_numbers_of_other_types_are_converted(torques: Case) -> None:
    q, v, a = torques.state
    short = v.astype(np.float32)
    assert same(torques.prepared(q, short, a), torques.prepared(q, short.astype(float), a))
    whole = np.arange(6)
    assert same(torques.prepared(q, whole, a), torques.prepared(q, whole.astype(float), a))
    assert same(torques.prepared(q, whole > 2, a), torques.prepared(q, 1.0 * (whole > 2), a))


def test_a_name_that_is_not_interned_is_the_same_name(torques: Case) -> None:
    q, v, a = torques.state
    out, name = np.empty(6), "".join(["o", "ut"])
    assert name is not sys.intern(name)
    assert torques.prepared(q, v, a, **{name: out}) is out
    assert same(out, torques.wanted)


def test_a_batch_goes_through_the_same_function(torques: Case) -> None:
    f, rows = torques.prepared, [np.tile(array, (5, 1)) for array in torques.state]
    wanted = np.tile(torques.wanted, (5, 1))
    out = np.empty((5, 6))
    assert same(f(*rows), wanted)
    assert same(f(rows[0], torques.state[1], rows[2], threads=2), wanted)
    assert f(*rows, out=out, threads=1) is out
    assert same(out, wanted)
    with pytest.raises(UsageError, match="out of GAM overlaps an argument"):
        f(*rows, out=rows[0])


def test_the_compiled_model_takes_the_same_way(torques: Case) -> None:
    f, out = torques.function, np.empty(6)
    with in_python(0):
        assert same(f(*torques.state, parameters=torques.prepared), torques.wanted)
        assert f(*torques.state, parameters=torques.prepared, out=out) is out
    assert same(out, torques.wanted)
    with in_python(1):
        assert same(f(*torques.state, parameters=torques.prepared, threads=1), torques.wanted)


def test_results_of_one_state_may_go_to_an_array_without_preparation() -> None:
    model = symoro.idm(symoro.load("planar2r"), verify=False)
    f, state, out = model.compile(), [np.array([0.3, -0.5])] * 3, np.empty(2)
    assert f(*state, parameters=parameters_of(model), out=out) is out
    assert same(out, f(*state, parameters=parameters_of(model)))
    assert f(*state, parameters="course", out={"GAM": out}) is out
    assert same(out, f(*state, parameters="course"))


def test_native_code_for_one_state_is_made_when_one_is_computed() -> None:
    model = symoro.idm(symoro.load("planar2r"), verify=False)
    f = model.compile().prepare("course")
    batch, state = np.ones((4, 2)), np.ones(2)
    f(batch, batch, batch)
    assert not f._plan.any()
    with in_python(1):
        assert same(f(state, state, state), f(state, state, state))
    assert f._plan.all()


# Errors


def wrong_calls(q: Array, v: Array, a: Array) -> dict[str, tuple[tuple[Any, ...], dict[str, Any]]]:
    fixed = np.zeros(6)
    fixed.flags.writeable = False
    return {
        "one missing": ((q, v), {}),
        "none": ((), {}),
        "one too many": ((q, v, a, a), {}),
        "wrench by position": ((q, v, a, np.zeros((6, 6))), {}),
        "short": ((q, v, a[:5]), {}),
        "column": ((q, v, a[:, None]), {}),
        "number": ((q, v, 1.0), {}),
        "text": ((q, v, "x"), {}),
        "None": ((q, v, None), {}),
        "complex": ((q, v, a.astype(complex)), {}),
        "unequal batches": ((np.tile(q, (2, 1)), np.tile(v, (3, 1)), a), {}),
        "unknown name": ((q, v, a), {"nonsense": a}),
        "twice": ((q, v, a), {"QP": v}),
        "wrench on a link without symbols": ((q, v, a), {"FE": np.ones((6, 6))}),
        "threads": ((q, v, a), {"threads": 0}),
        "out short": ((q, v, a), {"out": np.zeros(5)}),
        "out batch": ((q, v, a), {"out": np.zeros((1, 6))}),
        "out read only": ((q, v, a), {"out": fixed}),
        "out float": ((q, v, a), {"out": np.zeros(6, np.float32)}),
        "out swapped": ((q, v, a), {"out": np.zeros(6).astype(">f8")}),
        "out unaligned": ((q, v, a), {"out": unaligned(fixed)}),
        "out list": ((q, v, a), {"out": [0.0] * 6}),
        "out by another name": ((q, v, a), {"out": {"TAU": np.zeros(6)}}),
        "out and one missing": ((q, v), {"out": np.zeros(6)}),
    }


def test_wrong_calls_raise_the_errors_of_the_compiled_model(torques: Case) -> None:
    for kind, (states, arrays) in wrong_calls(*torques.state).items():
        with pytest.raises(UsageError) as expected:
            torques.function(*states, parameters=torques.prepared, **arrays)
        for call in (torques.prepared, torques.prepared.__call__):
            with in_python(1), pytest.raises(UsageError) as caught:
                call(*states, **arrays)
            assert str(caught.value) == str(expected.value), kind


def test_parameters_are_not_given_again(torques: Case) -> None:
    with pytest.raises(UsageError, match="rx90_idm: the parameters of this function are prepared"):
        torques.prepared(*torques.state, parameters=3)


def test_what_can_be_written_to_is_written_to(torques: Case) -> None:
    targets = [np.zeros((6, 2))[:, 1], np.zeros(6).view(Subclass), np.zeros(6)[::-1]]
    for out in targets:
        with in_python(1):
            assert torques.prepared(*torques.state, out=out) is out
        assert same(np.array(out), torques.wanted)
    assert same(torques.prepared(*torques.state, out=None), torques.wanted)


def test_an_object_made_without_parameters_is_no_function(torques: Case) -> None:
    kind: Any = type(torques.prepared)
    assert issubclass(kind, PreparedModel)
    with pytest.raises(TypeError, match="does not support vectorcall"):
        kind.__new__(kind)(*torques.state)
    with pytest.raises(TypeError, match="requires a"):
        kind.__call__(3, *torques.state)
    for slot in ("_general", "_plan"):
        f = torques.function.prepare(dict.fromkeys(torques.function.program.parameters, 0.5))
        f(*torques.state)
        delattr(f, slot)
        with pytest.raises(TypeError, match="a PreparedModel is made by prepare"):
            f(*torques.state)


def test_the_class_in_python_gives_the_same(torques: Case) -> None:
    general = torques.prepared._general
    f = PreparedModel(general.evaluator, general.constants, "")
    with in_python(3):
        for _ in range(2):
            assert same(f(*torques.state), torques.wanted)
        assert same(f(*torques.state, out=np.empty(6)), torques.wanted)


# Several outputs, wrenches, results that are not finite


def test_several_outputs_are_a_dictionary_of_new_arrays(forced: Case) -> None:
    with in_python(0):
        found = forced.prepared(*forced.state, FE=wrench())
        again = forced.prepared(
            FE=wrench(), QDP=forced.state[2], q=forced.state[0], QP=forced.state[1]
        )
    assert same(found, forced.wanted)
    assert same(again, forced.wanted)
    assert isinstance(found, dict)
    assert all(array.flags.owndata for array in found.values())


def test_several_outputs_go_to_arrays_by_name(forced: Case) -> None:
    out = {name: np.empty(array.shape) for name, array in forced.wanted.items()}
    found = forced.prepared(*forced.state, FE=wrench(), out=out)
    assert same(found, forced.wanted)
    assert isinstance(found, dict)
    assert all(found[name] is array for name, array in out.items())
    with pytest.raises(UsageError, match="out has to give an array for each of GAM, E, N"):
        forced.prepared(*forced.state, FE=wrench(), out=out["GAM"])
    out["E"] = out["N"]
    with pytest.raises(UsageError, match="out of E overlaps that of N"):
        forced.prepared(*forced.state, FE=wrench(), out=out)


def test_outputs_that_are_numbers_have_no_axis() -> None:
    f = symoro.energy(symoro.load("planar2r"), verify=False).compile().prepare("course")
    q = np.array([0.3, 0.4])
    wanted = f(q, q)
    with in_python(0):
        found = f(q, q)
    assert same(found, wanted)
    assert isinstance(found, dict)
    assert [array.shape for array in found.values()] == [(), ()]


def test_a_wrench_where_the_robot_has_no_symbols_is_an_error(forced: Case, torques: Case) -> None:
    for value in (1.0, np.nan, -np.inf):
        forces = wrench()
        forces[2, 3] = value
        with pytest.raises(UsageError, match="the robot has no symbols for what FE gives here"):
            forced.prepared(*forced.state, FE=forces)
    forces = wrench()
    forces[2, 3] = -0.0
    with in_python(0):
        assert same(forced.prepared(*forced.state, FE=forces), forced.wanted)
        assert same(torques.prepared(*torques.state, W0=np.zeros(3)), torques.wanted)
    with pytest.raises(UsageError, match="argument FE is missing"):
        forced.prepared(*forced.state)


def test_results_that_are_not_finite_raise_the_error_with_its_reason(backend: str) -> None:
    model = symoro.ddm(symoro.load("planar2r"), verify=False)
    checked = model.compile(backend, errors="raise").prepare(parameters_of(model))
    plain = model.compile(backend).prepare(parameters_of(model))
    q, fine, huge = np.array([0.3, 0.4]), np.ones(2), np.array([1e200, 1.0])
    wanted, out = checked(q, fine, fine), np.zeros(2)
    with in_python(0):
        assert same(checked(q, fine, fine), wanted)
        assert checked(q, fine, fine, out=out) is out
    assert same(out, plain(q, fine, fine))
    reason = "a value is too large for double precision"
    with in_python(2):
        for arrays in ({}, {"out": out}):
            with pytest.raises(symoro.SingularError) as caught:
                checked(q, huge, fine, **arrays)
            assert caught.value.reason.endswith(reason)
    assert same(out, plain(q, huge, fine))  # it has the results
    strange = np.array([np.nan, 0.4])
    with pytest.raises(symoro.SingularError, match="so is q at this state"):
        checked(strange, fine, fine, out=strange)
    assert np.isnan(strange).all()


# Programs of all sizes


def copies(arrays: int, size: int) -> Program:
    """A program that gives back its arguments, each with the opposite sign."""
    graph = Graph()
    places = [(f"a{array}", i) for array in range(arrays) for i in range(size)]
    symbols = {f"{name}_{i}": graph.symbol(f"{name}_{i}") for name, i in places}
    inputs = tuple(Input(f"{name}_{i}", Role.STATE, name, (i,)) for name, i in places)
    shapes = tuple((f"a{array}", (size,)) for array in range(arrays))
    edges = tuple(-edge for edge in symbols.values())
    outputs = (Output("y", (arrays, size), edges),)
    return Program("copies", graph, inputs, shapes, (), outputs).verify()


@pytest.mark.parametrize(
    ("arrays", "size", "calls"),
    [(1, 1, 0), (2, 64, 0), (2, 65, 0), (3, 200, 0), (15, 2, 0), (16, 2, 1)],
)
def test_the_number_of_arguments_and_of_their_elements(arrays: int, size: int, calls: int) -> None:
    """Beyond 256 doubles memory is that of the heap; beyond 15 arguments calls stay in Python."""
    names = [f"a{array}" for array in range(arrays)]
    f = compile_program(copies(arrays, size), names).prepare()
    values = np.random.default_rng(1).normal(size=(arrays, size))
    wanted = f(*values)
    assert f._plan.all() == (not calls)
    with in_python(calls):
        assert same(f(*values), wanted)
    assert (np.asarray(wanted) == -values).all()
    bad = [*values[:-1], values[-1].tolist()]
    assert same(f(*bad), wanted)


def test_a_program_without_outputs_or_elements() -> None:
    empty = Program("empty", Graph(), (), (("q", (2,)),), (), (Output("y", (0, 3), ()),)).verify()
    f = compile_program(empty, ("q",)).prepare()
    assert np.asarray(f(np.zeros(2))).shape == np.asarray(f(np.zeros(2))).shape == (0, 3)
    assert np.asarray(f()).shape == (0, 3)  # nothing is read of q
    nothing = Program("nothing", Graph(), (), (("q", (2,)),), (), ()).verify()
    g = compile_program(nothing, ("q",)).prepare()
    assert g(np.zeros(2)) == g(np.zeros(2)) == {}


# What stays behind: nothing


def test_references_and_memory_stay_the_same(torques: Case, forced: Case) -> None:
    f, (q, v, a) = torques.prepared, torques.state
    large = compile_program(copies(3, 200), ("a0", "a1", "a2")).prepare()
    rows = [*np.ones((3, 200))]
    out, forces, wrong, flat = np.empty(6), wrench(), v.tolist(), [0.5] * 200

    def work(count: int) -> None:
        for _ in range(count):
            f(q, v, a)
            f(q, v, a, out=out)
            f(q, v, QDP=a)
            forced.prepared(q, v, a, FE=forces)
            large(*rows)
        for _ in range(count // 20):
            f(q, wrong, a)
            large(rows[0], rows[1], flat)  # checked after memory was reserved
            for states in ((q, v), (q, v, 3.0)):
                with pytest.raises(SymoroError):
                    f(*states)

    objects = (q, v, a, out, forces, rows[0], f, f._plan, f._general, np.ndarray, TypeError, "out")
    work(100)
    gc.collect()
    tracemalloc.start()
    work(40)
    gc.collect()
    counts = [sys.getrefcount(each) for each in objects]
    memory = tracemalloc.get_traced_memory()[0]
    work(2000)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - memory
    tracemalloc.stop()
    assert [sys.getrefcount(each) for each in objects] == counts
    assert grown < 2000  # less than a byte a call: caches of the interpreter


def test_threads_do_not_disturb_each_other(torques: Case) -> None:
    f, wrong = torques.prepared, []

    def work(seed: int) -> None:
        states = np.random.default_rng(seed).normal(size=(40, 3, 6))
        wanted = [torques.function(*s.tolist(), parameters=f) for s in states]
        out = np.empty(6)
        for _ in range(20):
            for (q, v, a), expected in zip(states, wanted, strict=True):
                if not (same(f(q, v, a), expected) and same(f(q, v, a, out=out), expected)):
                    wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_prepared_model_is_freed_with_its_last_reference(torques: Case) -> None:
    values = dict.fromkeys(torques.function.program.parameters, 0.5)
    prepared = [torques.function.prepare(values) for _ in range(5)]
    wanted = [f(*torques.state) for f in prepared]
    alive = [weakref.ref(f) for f in prepared]
    call = prepared[-1].__call__
    del prepared
    assert [reference() is not None for reference in alive] == [False] * 4 + [True]
    assert same(call(*torques.state), wanted[0])
    del call
    assert alive[-1]() is None


def test_a_prepared_model_outlives_the_compiled_one() -> None:
    function = symoro.idm(symoro.load("planar2r"), verify=False).compile()
    prepared, state = function.prepare("course"), [np.ones(2)] * 3
    wanted, compiled = prepared(*state), weakref.ref(function)
    evaluator = weakref.ref(function._evaluator)
    del function
    assert compiled() is None
    gc.collect()
    assert same(prepared(*state), wanted)
    call = prepared.__call__
    del prepared
    assert same(call(*state), wanted)
    del call
    assert evaluator() is None


def test_native_code_is_not_copied_nor_pickled(torques: Case) -> None:
    for function in (torques.function, torques.prepared):
        assert copy.copy(function) is copy.deepcopy([function])[0] is function
        with pytest.raises(TypeError, match="rx90_idm is native code of this process"):
            pickle.dumps(function)


# What is shown, and the time


def test_functions_show_their_signatures(torques: Case, forced: Case) -> None:
    assert repr(torques.function) == "rx90_idm: q[6], QP[6], QDP[6] -> GAM[6] (52 parameters)"
    assert repr(torques.prepared) == (
        "rx90_idm: q[6], QP[6], QDP[6] -> GAM[6] (52 parameters prepared)"
    )
    assert " q[6], QP[6], QDP[6], FE[6, 6] -> GAM[6], E[6, 3], N[6, 3] (" in repr(forced.function)
    ur5 = symoro.idm(symoro.load("ur5"), verify=False).compile()
    assert repr(ur5.prepare("maker")).endswith("-> GAM[6] (55 parameters prepared: maker)")
    numbers = compile_program(copies(1, 2), ("a0",))
    assert repr(numbers) == repr(numbers.prepare()) == "copies: a0[2] -> y[1, 2]"


def test_the_function_documents_itself(torques: Case) -> None:
    names = list(inspect.signature(torques.prepared).parameters)
    assert names == ["states", "threads", "out", "arrays"]
    assert type(torques.prepared).__doc__ == PreparedModel.__doc__


def test_a_call_takes_a_fraction_of_a_microsecond(torques: Case) -> None:
    f, (q, v, a), out = torques.prepared, torques.state, np.empty(6)
    with at_most(20_000 * 0.3e-6):
        for _ in range(10_000):
            f(q, v, a)
            f(q, v, a, out=out)
