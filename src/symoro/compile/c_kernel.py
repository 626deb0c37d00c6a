"""A program in native code, made by the system's C compiler in a temporary folder.

One state and each state of a batch run the same function, so they give the same bits. The text has
functions over flat arrays, with numbered values: nobody reads it, so it needs none of the names,
files and checks of `printers.c`, which prints C to be read. A long function calls others, its
pieces; then every operation is rounded by itself, so that the bits do not depend on the pieces.
"""

from __future__ import annotations

import ctypes
import os
import platform
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from symoro.compile.kernel import BATCH, STATE, Layout, function_address
from symoro.errors import ModelError
from symoro.ir.program import Program, Solve, Statement
from symoro.printers.c_dialect import DIALECT
from symoro.printers.c_family import loop, solve_lines
from symoro.printers.c_helpers import SIGN, SOLVE
from symoro.printers.dialect import ExpressionPrinter
from symoro.printers.long_parts import LongPart, is_long, output_work, pieces_of, work_on

_COMPILERS = ("cc", "gcc", "clang")
_FLAGS = ("-std=gnu99", "-O2", "-fPIC", "-shared")
_ROUNDED = ("-ffp-contract=off", "-fno-tree-slp-vectorize")
"""No product and sum with one rounding, which compilers only join within a function; gcc 12 does so
against the first of these options where it computes differences and sums together (fmaddsub)."""

_ARGUMENTS = {"in": "const double *in", "k": "const double *k", "out": "double *out"}

_BATCH = """void batch(void *body, long long n, const double *k,
           long long n_in, char **inputs, const long long *strides,
           long long n_out, char **outputs, const long long *out_strides,
           double *scratch, long long width)
{
    (void)body;
    (void)width;
    for (long long s = 0; s < n; s++) {
        for (long long i = 0; i < n_in; i++) {
            scratch[i] = *(const double *)(inputs[i] + s * strides[i]);
        }
        state(scratch, k, scratch + n_in);
        for (long long i = 0; i < n_out; i++) {
            *(double *)(outputs[i] + s * out_strides[i]) = scratch[n_in + i];
        }
    }
}
"""


class CKernel:
    """The code of one program.

    Raises:
        ModelError: if the compiler is missing or fails.
    """

    width = 1

    def __init__(self, layout: Layout) -> None:
        parts = (layout.parts.prepare, layout.parts.step)
        flags = _ROUNDED if any(each and is_long(each) for each in parts) else ()
        library = _build_library(c_text(layout), layout.parts.step.name, flags)
        self.prepare = STATE(("prepare", library))
        self.state = STATE(("state", library))
        self.state_address = function_address(self.state)
        self._batch = partial(BATCH(("batch", library)), None)

    def batch(self, together: bool) -> Callable[..., None]:
        """Return the function that computes a batch, wherever its elements lie."""
        return self._batch


def c_text(layout: Layout) -> str:
    """Write ``prepare``, ``state`` and ``batch`` in C."""
    step, prepare, k = layout.parts.step, layout.parts.prepare, layout.parts.k
    parts = [step] if prepare is None else [prepare, step]
    lines = ["#include <math.h>", ""]
    lines += [SIGN] if any("sign" in part.functions for part in parts) else []
    lines += [SOLVE] if any(part.systems for part in parts) else []
    constants = {item.name: item.index[0] for item in step.inputs if item.array == k}
    lines += _function("prepare", prepare, layout.parameters, {})
    lines += _function("state", step, layout.places, constants)
    return "\n".join([*lines, _BATCH])


def _function(
    name: str, program: Program | None, places: Mapping[str, int], constants: Mapping[str, int]
) -> list[str]:
    """One function over flat arrays, and those of its pieces before it."""
    if program is None:
        return _definition(name, _ARGUMENTS, [])
    body = _Body(program, places, constants)
    if not is_long(program):
        return _definition(name, _ARGUMENTS, list(body.lines()))
    long = body.pieces()
    arguments = {**_ARGUMENTS, long.room: f"double *{long.room}"}
    lines: list[str] = []
    calls = [f"double {long.room}[{long.size + 1}];"]
    for number, piece in enumerate(long.pieces, start=1):
        lines += _definition(f"{name}_{number}", arguments, piece)
        calls.append(f"{name}_{number}({', '.join(arguments)});")
    return [*lines, *_definition(name, _ARGUMENTS, calls)]


def _definition(name: str, arguments: Mapping[str, str], body: list[str]) -> list[str]:
    """A function that compilers do not put into others."""
    head = f"__attribute__((noinline)) void {name}({', '.join(arguments.values())})"
    lines = [*(f"(void){each};" for each in arguments), *body]
    return [head, "{", *(f"    {line}" for line in lines), "}", ""]


class _Body:
    """The lines of a program over flat arrays; values are numbered."""

    def __init__(
        self, program: Program, places: Mapping[str, int], constants: Mapping[str, int]
    ) -> None:
        self.program, self.places, self.constants = program, places, constants
        variables = [item.name for item in program.used_inputs] + list(program.assigned_names)
        self.names = {each: f"v{number}" for number, each in enumerate(variables)}
        self.expressions = ExpressionPrinter(program.graph, DIALECT, self.names)
        self.elements = [edge for output in program.outputs for edge in output.elements]

    def lines(self) -> Iterator[str]:
        """The lines of one function."""
        for item in self.program.used_inputs:
            yield self._read(item.name)
        for number, statement in enumerate(self.program.statements):
            yield from self._statement(number, statement)
        for place in range(len(self.elements)):
            yield self._store(place)

    def pieces(self) -> LongPart:
        """The lines of several functions that share an array."""
        program = self.program
        work = [
            work_on(program, each.uses, self._statement(number, each), *each.names)
            for number, each in enumerate(program.statements)
        ]
        work += output_work(
            program, self.elements, self._store, lambda zeros: loop("i", zeros, "out[i] = 0.0;")
        )
        return pieces_of(work, "room", self._read, lambda name, at: f"{at} = {self.names[name]};")

    def _read(self, name: str, element: str | None = None) -> str:
        """The line that reads a name: from the array that pieces share, or an input."""
        if element is None:
            constant = name in self.constants
            element = f"k[{self.constants[name]}]" if constant else f"in[{self.places[name]}]"
        return self._let(name, element)

    def _let(self, name: str, value: str) -> str:
        return f"const double {self.names[name]} = {value};"

    def _statement(self, number: int, statement: Statement) -> list[str]:
        if isinstance(statement, Solve):
            words = (f"rows{number}", "double", "linear_solve")
            return solve_lines(statement, *words, self.expressions.row, self._let)
        return [self._let(statement.name, self.expressions.text(statement.value))]

    def _store(self, place: int) -> str:
        return f"out[{place}] = {self.expressions.text(self.elements[place])};"


def _compiler() -> list[str]:
    """The compiler with its own options: ``$CC``, or the first one there is."""
    chosen = shlex.split(os.environ.get("CC", ""))
    if chosen:
        return chosen
    compiler = next(filter(None, map(shutil.which, _COMPILERS)), None)
    if compiler is None:
        listed = ", ".join(_COMPILERS)
        raise ModelError(f"no C compiler: found none of {listed}; $CC names another one")
    return [compiler]


def _build_library(text: str, name: str, flags: Sequence[str]) -> Any:
    """Compile a text and return the library; no file is left behind."""
    compiler = _compiler()
    native = ["-march=native"] if platform.machine().lower() in ("x86_64", "amd64") else []
    with tempfile.TemporaryDirectory(prefix="symoro-") as folder:
        source, library = Path(folder, "model.c"), Path(folder, "model.so")
        source.write_text(text, encoding="utf-8")
        command = [*compiler, *_FLAGS, *flags, *native, str(source), "-o", str(library), "-lm"]
        written = shlex.join(command)
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, errors="replace", check=False
            )
        except OSError as error:
            raise ModelError(f"{name}: cannot run {written}: {error.strerror}") from error
        output = (done.stderr + done.stdout).strip() or "it said nothing"
        if done.returncode:
            raise ModelError(f"{name}: {written} failed with status {done.returncode}: {output}")
        try:
            return ctypes.CDLL(str(library))
        except OSError as error:
            raise ModelError(
                f"{name}: {written} made no library that can be loaded ({error}): {output}"
            ) from error
