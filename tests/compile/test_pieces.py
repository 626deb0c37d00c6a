"""Long programs in pieces: the same bits, for one state and for batches, by both compilers."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt
import pytest

import symoro
from ir.systems import VALUES as SYSTEM_VALUES
from ir.systems import chained
from passes.random_programs import random_program
from printers.test_every_operation import VALUES, every_operation
from random_robots import random_tree
from symoro.compile import c_kernel, llvm_pieces
from symoro.compile.batch import run_batch
from symoro.compile.c_kernel import CKernel
from symoro.compile.compiler import layout_for
from symoro.compile.kernel import Kernel, Layout
from symoro.compile.llvm_kernel import LLVMKernel
from symoro.compile.llvm_writer import state_text
from symoro.ir import Program
from symoro.printers import long_parts

BATCH = 19  # no multiple of a vector's width

Array = npt.NDArray[np.float64]


KERNELS: dict[str, Callable[[Layout], Kernel]] = {"llvm": LLVMKernel, "c": CKernel}


def results(
    program: Program, values: dict[str, float] | None = None, backend: str = "llvm"
) -> list[Array]:
    """The constants, one state, and batches in both orders, at random or given numbers."""
    layout = layout_for(program, backend)
    kernel, rng = KERNELS[backend](layout), np.random.default_rng(1)
    k = np.zeros(layout.n_constants + 1)
    parameters, inputs = (
        np.array([(values or {}).get(name, rng.uniform(0.2, 1)) for name in (*names, "")])
        for names in (layout.parameters, layout.places)
    )
    state = np.full(layout.n_outputs + 1, np.nan)
    kernel.prepare(parameters.ctypes.data, 0, k.ctypes.data)
    kernel.state(inputs.ctypes.data, k.ctypes.data, state.ctypes.data)
    found = [k, state]
    batch = {each.name: rng.uniform(-1, 1, (BATCH, *each.shape)) for each in layout.readings}
    orders: tuple[Literal["F", "C"], ...] = ("F", "C")
    for order in orders:
        arrays = {name: np.asarray(array, order=order) for name, array in batch.items()}
        outputs = [np.full((BATCH, *o.shape), np.nan, order=order) for o in program.outputs]
        run_batch(kernel, layout, arrays, k.ctypes.data, outputs, 1)
        found += [np.asarray(each, np.float64) for each in outputs]
    return found


def programs() -> dict[str, Program]:
    tree = random_tree(3, links=5, moving_base=True)
    models = {
        name: getattr(symoro, name)(tree, verify=False) for name in ("idm", "regressor", "ddm")
    }
    return {
        **{name: model.program for name, model in models.items()},
        "every operation": every_operation(),
        "systems": chained(),
        **{f"random {seed}": random_program(seed) for seed in range(3)},
    }


@pytest.mark.parametrize("most", [25])
def test_pieces_give_the_bits_of_the_whole(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, program in programs().items():
        values = {"every operation": VALUES, "systems": SYSTEM_VALUES}.get(name)
        monkeypatch.undo()
        whole = results(program, values)
        monkeypatch.setattr(llvm_pieces, "LONG", -1)
        monkeypatch.setattr(llvm_pieces, "MOST", most)
        for one, other in zip(whole, results(program, values), strict=True):
            assert (one.view(np.int64) == other.view(np.int64)).all(), name


@pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler")
def test_pieces_by_the_c_compiler_give_the_bits_of_the_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, program in programs().items():
        values = {"every operation": VALUES, "systems": SYSTEM_VALUES}.get(name)
        monkeypatch.undo()
        monkeypatch.setattr(c_kernel, "_FLAGS", (*c_kernel._FLAGS, *c_kernel._ROUNDED))
        whole = results(program, values, "c")
        monkeypatch.undo()
        monkeypatch.setattr(long_parts, "LONG", -1)
        monkeypatch.setattr(long_parts, "MOST", 25)
        assert "state_1(in, k, out, room);" in c_kernel.c_text(layout_for(program, "c"))
        for one, other in zip(whole, results(program, values, "c"), strict=True):
            assert (one.view(np.int64) == other.view(np.int64)).all(), name


def test_c_divides_long_programs_and_stores_zeros_in_loops() -> None:
    short = symoro.ddm(symoro.load("rx90"), verify=False)
    assert "state_1" not in c_kernel.c_text(layout_for(short.program, "c"))
    model = symoro.regressor(random_tree(1, links=16), level="O1", verify=False)
    text = c_kernel.c_text(layout_for(model.program, "c"))
    functions = [function.splitlines() for function in text.split("noinline")]
    assert sum("state_" in function[0] for function in functions) > 5
    assert 500 < max(map(len, functions)) < 3000
    zeros = sum(not edge for output in model.program.outputs for edge in output.elements)
    assert text.count("out[i] = 0.0;") > 5
    assert text.count("] = 0.0;") < zeros / 3


def test_only_long_programs_are_divided() -> None:
    def text(model: symoro.Model) -> str:
        layout = layout_for(model.program, "llvm")
        return state_text(layout.parts.step, layout.places, layout.parts.k, fma=True)

    assert "@piece" not in text(symoro.ddm(symoro.load("rx90"), verify=False))
    long = text(symoro.regressor(random_tree(1, links=16), level="O1", verify=False))
    assert 500 < max(map(len, (f.splitlines() for f in long.split("define ")))) < 5000
    assert long.count("define internal void @piece") > 5
