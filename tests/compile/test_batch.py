"""A batch gives each state the bits that it has by itself: whatever the size, place and order."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from ir.systems import chained
from symoro.compile import batch
from symoro.compile.compiled_model import CompiledModel
from symoro.compile.compiler import compile_program
from symoro.compile.prepared_model import PreparedModel
from symoro.errors import UsageError
from symoro.verify.sampling import sample_values

Array = npt.NDArray[np.float64]
SIZE = 1000  # several blocks, and a rest that fills no vector
BACKENDS = ("llvm", "c")
Case = tuple[CompiledModel, PreparedModel]


@pytest.fixture(scope="module", params=BACKENDS)
def torques(request: pytest.FixtureRequest) -> Case:
    """The inverse dynamics of the RX90."""
    model = symoro.idm(symoro.load("rx90"), verify=False)
    values = sample_values(model.robot, random.Random(5))
    function = model.compile(backend=request.param)
    return function, function.prepare({name: values[name] for name in model.program.parameters})


@pytest.fixture(scope="module")
def wanted(torques: Case) -> Array:
    """What each state gives by itself."""
    function, prepared = torques
    rows = zip(*states(), strict=True)
    return np.array([function(*row, parameters=prepared) for row in rows])


def states(size: int = SIZE, order: Any = "C") -> list[Array]:
    """Joint states; a few angles are beyond what is reduced here."""
    rng = np.random.default_rng(4)
    found = [rng.uniform(-3, 3, (size, 6)) for _ in range(3)]
    found[0][::97, 2] = 3e7
    return [np.array(array, order=order) for array in found]


def run(case: Case, arrays: list[Array], **options: Any) -> Array:
    function, prepared = case
    found = function(*arrays, parameters=prepared, **options)
    assert isinstance(found, np.ndarray)
    return found


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("order", ["C", "F"])
def test_every_number_of_threads_and_order_in_memory(
    torques: Case, wanted: Array, order: str, threads: int
) -> None:
    assert (run(torques, states(order=order), threads=threads) == wanted).all()


@pytest.mark.parametrize("order", ["C", "F"])
def test_every_size_and_place(torques: Case, wanted: Array, order: str) -> None:
    arrays = states(order=order)
    for first in range(5):
        for size in (*range(10), 255, 256, 257, 300):
            part = [array[first : first + size] for array in arrays]
            assert (run(torques, part) == wanted[first : first + size]).all()


def test_views_of_every_kind(torques: Case, wanted: Array) -> None:
    q, QP, QDP = states()
    wide = np.zeros((SIZE, 11))
    wide[:, 3:9] = QP
    views = [q[::-1], wide[::-1, 3:9], np.asfortranarray(QDP)[::-1]]
    assert (run(torques, views) == wanted[::-1]).all()
    assert (run(torques, [a[::3] for a in (q, QP, QDP)]) == wanted[::3]).all()
    swapped = q.astype(q.dtype.newbyteorder())
    assert (run(torques, [swapped, QP, QDP]) == wanted).all()
    packed = np.zeros(SIZE, dtype=[("flag", "i1"), ("q", "f8", 6)])  # nothing is aligned
    packed["q"] = q
    assert (run(torques, [packed["q"], QP, QDP]) == wanted).all()


def test_an_argument_without_a_batch_axis_serves_all_states(torques: Case) -> None:
    q, QP, QDP = states()
    spread = np.broadcast_to(QP[3], QP.shape)
    assert (run(torques, [q, QP[3], QDP]) == run(torques, [q, spread, QDP])).all()


def test_results_have_the_order_of_the_arguments(torques: Case) -> None:
    assert run(torques, states(order="C")).flags.c_contiguous
    assert run(torques, states(order="F")).flags.f_contiguous
    mixed = [states(order="F")[0], *states(order="C")[1:]]
    assert run(torques, mixed).flags.c_contiguous


@pytest.mark.parametrize("order", ["C", "F"])
def test_results_may_go_to_an_array_of_the_caller(torques: Case, wanted: Array, order: Any) -> None:
    target = np.zeros((2 * SIZE, 8), order=order)
    out = target[::2, 1:7]
    assert run(torques, states(), out=out) is out
    assert (out == wanted).all()
    target[::2, 1:7] = 0
    assert not target.any()  # nothing else was written to


@pytest.mark.parametrize(
    "out",
    [
        np.zeros((SIZE, 5)),
        np.zeros((SIZE - 1, 6)),
        np.zeros((SIZE, 6), dtype=np.float32),
        np.broadcast_to(np.zeros(6), (SIZE, 6)),
        [[0.0] * 6] * SIZE,
    ],
    ids=["columns", "rows", "float", "read only", "list"],
)
def test_an_array_that_cannot_take_the_results_is_refused(torques: Case, out: Any) -> None:
    message = re.escape(f"an array of doubles of shape ({SIZE}, 6) that can be written to")
    with pytest.raises(UsageError, match=message):
        run(torques, states(), out=out)


def test_results_may_not_overwrite_each_other() -> None:
    energy = symoro.energy(symoro.load("planar2r"), verify=False).compile()
    parameters = dict.fromkeys(energy.program.parameters, 0.5)
    rows = np.zeros((2, SIZE))
    q = np.ones((SIZE, 2))
    energy(q, q, parameters=parameters, out={"E": rows[0], "U": rows[1]})
    with pytest.raises(UsageError, match="out of E overlaps that of U"):
        energy(q, q, parameters=parameters, out={"E": rows[0], "U": rows[0]})


def test_results_may_not_overwrite_arguments_nor_go_elsewhere(torques: Case) -> None:
    arrays = states()
    with pytest.raises(UsageError, match="out of GAM overlaps an argument"):
        run(torques, arrays, out=arrays[1])
    with pytest.raises(UsageError, match="out has to give an array for each of GAM"):
        run(torques, arrays, out={"A": np.zeros((SIZE, 6))})
    with pytest.raises(UsageError, match=r"doubles of shape \(6,\) that can be written to"):
        run(torques, [array[0] for array in arrays], out=np.zeros((1, 6)))


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2"])
def test_threads_are_a_positive_integer(torques: Case, threads: Any) -> None:
    with pytest.raises(UsageError, match="threads is a positive integer"):
        run(torques, states(), threads=threads)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("backend", BACKENDS)
def test_programs_with_linear_systems_run_state_by_state(backend: str, threads: int) -> None:
    function = compile_program(chained(), ("q",), backend=backend)
    parameters = {"a": 0.7, "b": -1.3, "c": 2.1}
    q = np.random.default_rng(2).uniform(0.3, 1.0, (50, 2))
    together = function(np.asfortranarray(q), parameters=parameters, threads=threads)
    assert isinstance(together, dict)
    out = {name: np.zeros(array.shape) for name, array in together.items()}
    function(q, parameters=parameters, threads=threads, out=out)
    for row, state in enumerate(q):
        alone = function(state, parameters=parameters)
        assert isinstance(alone, dict)
        for name, array in alone.items():
            assert (together[name][row] == array).all()
            assert (out[name][row] == array).all()


def test_states_are_shared_out_whole_and_only_where_there_is_enough_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batch, "processors", lambda: 4)
    for size in (0, 1, 255, 256, 1000, 100_000, 100_001):
        for threads in (None, 1, 3, 64):
            shares = batch._shares(size, threads, 700)
            assert [a for a, _ in shares] == [0, *(b for _, b in shares[:-1])][: len(shares)]
            assert size == (shares[-1][1] if shares else 0)
            assert len(shares) <= (4 if threads is None else threads)
            assert all(a % 64 == 0 for a, _ in shares)
    assert len(batch._shares(1000, None, 700)) == 1
    assert len(batch._shares(100_000, None, 700)) == 4
    assert batch.processors() == 4


# Memory of results

LARGE = 30_000  # states whose results are a megabyte


def test_memory_of_results_is_used_again_once_nobody_holds_them(torques: Case) -> None:
    arrays = states(LARGE)
    first = run(torques, arrays)
    address, kept = first.__array_interface__["data"][0], first.copy()
    second = run(torques, arrays)
    assert not np.shares_memory(first, second)
    part = first[:7]  # holds the whole
    del first
    third = run(torques, [np.zeros_like(array) for array in arrays])
    assert not np.shares_memory(part, third)
    assert (part == kept[:7]).all()
    assert (second == kept).all()
    addresses = {address}
    del second, part, third
    for _ in range(3):
        again = run(torques, arrays)
        assert (again == kept).all()
        addresses.add(again.__array_interface__["data"][0])
        del again
    assert len(addresses) <= 3


@pytest.mark.parametrize("threads", [0, -1, True, 1.5, "2"])
@pytest.mark.parametrize("batch_axis", [False, True])
def test_a_number_of_threads_is_positive(torques: Case, threads: Any, batch_axis: bool) -> None:
    arrays = states(2) if batch_axis else [array[0] for array in states(2)]
    with pytest.raises(UsageError, match="threads is a positive integer"):
        run(torques, arrays, threads=threads)


def test_a_number_of_threads_may_be_numpys(torques: Case) -> None:
    assert (run(torques, states(), threads=np.int64(2)) == run(torques, states())).all()
