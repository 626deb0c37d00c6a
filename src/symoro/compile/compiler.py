"""Compile a program to native code that Python can call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from symoro.compile.compiled_model import CompiledModel, Requirement
from symoro.compile.finite_results import FiniteResults
from symoro.compile.kernel import Kernel, Layout
from symoro.compile.parameters import Refusal
from symoro.errors import UsageError
from symoro.ir.program import Program
from symoro.passes import FastestOrder, split

BACKENDS = ("llvm", "c")
ERRORS = ("ignore", "raise")


def compile_program(
    program: Program,
    states: Sequence[str],
    sets: Mapping[str, Mapping[str, float]] | None = None,
    *,
    nonzero: Sequence[str] = (),
    refuse: Refusal | None = None,
    backend: str = "llvm",
    errors: str = "ignore",
    undefined_where: str = "",
    require: Requirement | None = None,
) -> CompiledModel:
    """Return the program as a Python function that runs native code.

    Args:
        program: the program.
        states: the arrays that a call takes first.
        sets: parameters that a call can name.
        nonzero: parameters that must not be zero.
        refuse: raises an error for values of the parameters that the program has no result for.
        backend: ``"llvm"``, in memory, when it is first called; or ``"c"``, by the system's
            compiler, now.
        errors: ``"raise"`` for an error where a result is not finite, or ``"ignore"``.
        undefined_where: the states at which results are not finite, as a clause.
        require: raises an error for states that the program does not hold for.

    Raises:
        UsageError: for another backend, or other words for errors.
        ModelError: if the system's compiler is missing or fails.
    """
    if backend not in BACKENDS:
        raise UsageError(f"there is no backend {backend!r}; backends are: {', '.join(BACKENDS)}")
    if errors not in ERRORS:
        raise UsageError(f"errors is {' or '.join(map(repr, ERRORS))}, not {errors!r}")
    finite = FiniteResults(program, undefined_where) if errors == "raise" else None
    layout = layout_for(program, backend)
    kernel = _kernel(layout, backend)
    return CompiledModel(program, states, layout, kernel, sets, nonzero, refuse, finite, require)


def layout_for(program: Program, backend: str) -> Layout:
    """Return the two parts of a program; LLVM's are in the order that runs fastest."""
    parts = split(program)
    if backend == "llvm":
        order, prepare = FastestOrder().run, parts.prepare
        parts = replace(parts, step=order(parts.step), prepare=prepare and order(prepare))
    return Layout(parts)


def _kernel(layout: Layout, backend: str) -> Kernel:
    if backend == "c":
        from symoro.compile.c_kernel import CKernel

        return CKernel(layout)
    from symoro.compile.llvm_kernel import LLVMKernel

    return LLVMKernel(layout)
