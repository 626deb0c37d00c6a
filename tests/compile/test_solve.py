"""Linear systems in compiled programs: what LAPACK finds, alone and in a batch."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from ir.systems import VALUES, by_numpy, chained, lapack, system, well_conditioned
from printers.test_solve import SINGULAR
from printers.toolchain import assert_close
from symoro.compile.compiler import compile_program, layout_for
from symoro.compile.llvm_writer import state_text
from symoro.ir import Program

Array = npt.NDArray[np.float64]
PARAMETERS = {name: VALUES[name] for name in ("a", "b", "c")}


def solved(program: Program, rows: Array) -> Array:
    found = compile_program(program, ("q",))(rows)
    assert isinstance(found, np.ndarray)
    return found


def test_chained_systems_compile() -> None:
    found = compile_program(chained(), ("q",))([VALUES["q1"], VALUES["q2"]], parameters=PARAMETERS)
    assert isinstance(found, dict)
    assert_close(found, by_numpy(VALUES))


def test_a_batch_gives_bit_for_bit_the_results_of_each_state() -> None:
    function = compile_program(chained(), ("q",))
    q = np.random.default_rng(2).uniform(0.3, 1.0, (50, 2))
    together = function(q, parameters=PARAMETERS)
    assert isinstance(together, dict)
    for row, state in enumerate(q):
        alone = function(state, parameters=PARAMETERS)
        assert isinstance(alone, dict)
        assert all((together[name][row] == alone[name]).all() for name in alone)
        wanted = by_numpy({"q1": state[0], "q2": state[1], **PARAMETERS})
        assert_close(alone, wanted)


@pytest.mark.parametrize("n", range(1, 9))
def test_random_systems_are_solved_like_lapack_does(n: int) -> None:
    rng = np.random.default_rng(n)
    for m in (1, 2, 5):
        rows = np.array([well_conditioned(rng, n, m) for _ in range(20)])
        assert_close({"X": solved(system(n, m), rows)}, {"X": lapack(rows)})


def test_rows_are_exchanged_where_the_diagonal_is_zero_or_tiny() -> None:
    rows = np.array([[0.0, 0, 2, 1], [3, 0, 0, 2], [0, 4, 0, 3]])
    found = solved(system(3, 1), rows)
    assert_close({"X": found}, {"X": np.array([[2 / 3], [3 / 4], [1 / 2]])})
    tiny = solved(system(2, 1), np.array([[1e-20, 1, 1], [1, 1, 2]]))
    assert_close({"X": tiny}, {"X": np.ones((2, 1))})


@pytest.mark.parametrize("rows", SINGULAR)
def test_a_singular_system_is_not_finite_and_leaves_the_rest_of_a_batch_alone(rows: Array) -> None:
    n = len(rows)
    good = well_conditioned(np.random.default_rng(n), n, 1)
    found = solved(system(n, 1), np.array([good, rows, good]))
    assert not np.isfinite(found[1]).any()
    assert_close({"X": found[0]}, {"X": lapack(good)})
    assert (found[2] == found[0]).all()


def test_a_batch_of_many_states_needs_no_more_stack() -> None:
    """The scratch lies outside the loop: that of all states would be 58 megabytes."""
    rows = well_conditioned(np.random.default_rng(3), 8, 1)
    many = np.broadcast_to(rows, (100_000, 8, 9))
    found = solved(system(8, 1), many)
    assert (found == found[0]).all()


def test_the_text_grows_linearly_with_the_elements_of_a_system() -> None:
    layouts = [layout_for(system(n, 1), "llvm") for n in (4, 8, 16)]
    sizes = [len(state_text(each.parts.step, each.places, "k", fma=False)) for each in layouts]
    elements = [n * (n + 1) for n in (4, 8, 16)]
    first, second = np.diff(sizes) / np.diff(elements)
    assert second < 1.2 * first  # registers and places have longer numbers
