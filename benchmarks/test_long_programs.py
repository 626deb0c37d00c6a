"""Times to compile long programs: those of trees of 44 and 101 joints, by LLVM and by gcc.

Run with ``make bench``; a time that is linear in the program has the same number of microseconds an
operation at each size (``us_per_operation``).
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import symoro
from external import run
from random_robots import random_tree
from symoro.compile.compiler import layout_for
from symoro.compile.llvm_kernel import machine_code
from symoro.compile.llvm_types import host
from symoro.compile.llvm_vectors import states_text
from symoro.compile.llvm_writer import state_text
from symoro.pipeline.model import Model

Benchmark = Any  # pytest-benchmark has no types

TEXTS = ("state", "batch")


def tree_model(name: str, joints: int) -> Model:
    """A model of a random tree with a fixed base; symbols, numbers and right angles mixed."""
    model = getattr(symoro, name)(random_tree(1, links=joints, moving_base=False), verify=False)
    assert isinstance(model, Model)
    return model


def note_operations(benchmark: Benchmark, model: Model) -> None:
    """Write the operations, and the time that each takes, beside the measurement."""
    count = model.operations.add + model.operations.mul
    benchmark.extra_info["operations"] = count
    if benchmark.stats is not None:
        benchmark.extra_info["us_per_operation"] = 1e6 * benchmark.stats.stats.min / count


@pytest.mark.benchmark(group="regressor of a tree, by LLVM")
@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("joints", [10, 20, 44, 101])
def test_llvm(benchmark: Benchmark, joints: int, kind: str) -> None:
    if not benchmark.enabled and joints > 10:
        pytest.skip("long: run with make bench")
    model = tree_model("regressor", joints)
    layout = layout_for(model.program, "llvm")

    def compile_text() -> None:
        if kind == "state":
            text = state_text(layout.parts.step, layout.places, layout.parts.k, fma=host().fma)
        else:
            text = states_text(layout, host().width, fma=host().fma, together=True)
        machine_code(text)

    benchmark.pedantic(compile_text, rounds=1)
    note_operations(benchmark, model)


@pytest.mark.benchmark(group="direct dynamics of a tree, by gcc -O2")
@pytest.mark.parametrize("joints", [10, 20, 44])
def test_gcc(benchmark: Benchmark, joints: int, tmp_path: Path) -> None:
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("gcc is not installed")
    if not benchmark.enabled and joints > 10:
        pytest.skip("long: run with make bench")
    model = tree_model("ddm", joints)
    source = next(path for path in model.write(tmp_path, lang=["c"]) if path.suffix == ".c")
    command = (compiler, "-std=c99", "-O2", "-c", source, "-o", tmp_path / "model.o")
    benchmark.pedantic(lambda: run(command, tmp_path, check=True), rounds=1)
    note_operations(benchmark, model)
