"""A program in native code, made by LLVM in memory, for this processor.

The code for one state and that for a batch are made when they are first called for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property, partial
from threading import RLock
from typing import Any

from symoro.compile import kernel
from symoro.compile import llvm_driver as driver
from symoro.compile.kernel import Layout
from symoro.compile.llvm_types import host
from symoro.compile.llvm_vectors import STATES, states_text, vectorises
from symoro.compile.llvm_writer import STATE, state_text
from symoro.ir.program import Program

_THOROUGH = 1
"""LLVM's level for code that runs often: higher ones give the same speed, in a time that is not
linear in the program; level 0 takes a third of the time, and its code runs three times as long."""

_THOROUGH_LOOPS = 3
"""LLVM's level for code with loops: it writes calls of short functions out."""

_lock = RLock()  # LLVM's text is parsed in one context


class LLVMKernel:
    """The code of one program."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._vectorises = vectorises(layout.parts.step)
        self.width = host().width if self._vectorises else 1
        self._batches: dict[bool, Callable[..., None]] = {}

    @cached_property
    def prepare(self) -> Callable[[int, int, int], None]:
        """Compute the constants; made at the first call."""
        program = self._layout.parts.prepare
        if program is None:
            return _prepare_nothing
        return self._state(program, self._layout.parameters, thorough=False)

    @cached_property
    def state(self) -> Callable[[int, int, int], None]:
        """Compute one state; made at the first call."""
        return self._state(self._layout.parts.step, self._layout.places)

    @property
    def state_address(self) -> int:
        """The address of the code for one state; 0 until it is made."""
        return kernel.function_address(self.state) if "state" in vars(self) else 0

    def _state(
        self, program: Program, places: Mapping[str, int], *, thorough: bool = True
    ) -> Callable[[int, int, int], None]:
        text = state_text(program, places, self._layout.parts.k, fma=host().fma)
        function: Callable[[int, int, int], None] = _function(
            machine_code(text, thorough=thorough), kernel.STATE, STATE
        )
        return function

    def batch(self, together: bool) -> Callable[..., None]:
        """Return the function that computes a batch; made at the first call."""
        if together not in self._batches:
            self._batches[together] = self._batch(together)
        return self._batches[together]

    def _batch(self, together: bool) -> Callable[..., None]:
        if self._vectorises:
            text = states_text(self._layout, self.width, fma=host().fma, together=together)
            body, loop = _function(machine_code(text), kernel.STATE, STATES), driver.MANY
        else:
            body, loop = self.state, driver.ONE
        address = kernel.function_address(body)
        return partial(_Loop(_function(_driver(), kernel.BATCH, loop), body), address)


def _prepare_nothing(*_: int) -> None:
    """Prepare nothing: the program reads no constant."""


class _Loop:
    """A loop over a batch, which keeps the code that it calls alive."""

    def __init__(self, loop: Callable[..., None], body: object) -> None:
        self._loop, self._body = loop, body

    def __call__(self, *arguments: int | None) -> None:
        self._loop(*arguments)


def _function(engine: Any, kind: Any, name: str) -> Any:
    """A function that keeps its machine code alive."""
    function = kind(engine.get_function_address(name))
    function.engine = engine
    return function


@cache
def _driver() -> Any:
    return machine_code(driver.driver_text())


def machine_code(text: str, *, thorough: bool = True, loops: bool = False) -> Any:
    """Return LLVM's text as code in memory.

    Args:
        text: the text.
        thorough: True for code that runs often.
        loops: True for code with loops, branches and calls, which LLVM rewrites first.
    """
    import llvmlite.binding as llvm

    with _lock:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        module = llvm.parse_assembly(text)
        level = _THOROUGH if thorough else 0
        target = llvm.Target.from_default_triple()
        machine = target.create_target_machine(cpu=host().cpu, features=host().features, opt=level)
        if loops:
            options = llvm.create_pipeline_tuning_options(speed_level=_THOROUGH_LOOPS)
            builder = llvm.create_pass_builder(machine, options)
            builder.getModulePassManager().run(module, builder)
        engine = llvm.create_mcjit_compiler(module, machine)
        engine.finalize_object()
        return engine
