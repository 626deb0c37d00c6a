"""A program in native code, made by the system's C compiler in a temporary folder.

One state and each state of a batch run the same function, so they give the same bits. The text has
functions over flat arrays, with numbered values: nobody reads it, so it needs none of the names,
files and checks of `printers.c`, which prints C to be read.
"""

from __future__ import annotations

import ctypes
import os
import platform
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from symoro.compile.kernel import BATCH, STATE, Layout, function_address
from symoro.errors import ModelError
from symoro.ir.program import Program, Solve
from symoro.printers.c_dialect import DIALECT
from symoro.printers.c_family import solve_lines
from symoro.printers.c_helpers import SIGN, SOLVE
from symoro.printers.dialect import ExpressionPrinter

_COMPILERS = ("cc", "gcc", "clang")
_FLAGS = ("-std=gnu99", "-O2", "-fPIC", "-shared")

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
        library = _build_library(c_text(layout), layout.parts.step.name)
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
    """One function over flat arrays; values are numbered."""
    head = "(const double *in, const double *k, double *out)"
    lines = [f"__attribute__((noinline)) void {name}{head}", "{"]
    lines += ["    (void)in;", "    (void)k;", "    (void)out;"]
    if program is None:
        return [*lines, "}", ""]
    variables = [item.name for item in program.used_inputs] + list(program.assigned_names)
    names = {each: f"v{number}" for number, each in enumerate(variables)}
    expressions = ExpressionPrinter(program.graph, DIALECT, names)

    def let(variable: str, value: str) -> str:
        return f"const double {names[variable]} = {value};"

    body = []
    for item in program.used_inputs:
        constant = item.name in constants
        where = f"k[{constants[item.name]}]" if constant else f"in[{places[item.name]}]"
        body.append(let(item.name, where))
    for number, statement in enumerate(program.statements):
        if isinstance(statement, Solve):
            words = (f"rows{number}", "double", "linear_solve")
            body += solve_lines(statement, *words, expressions.row, let)
        else:
            body.append(let(statement.name, expressions.text(statement.value)))
    elements = [edge for output in program.outputs for edge in output.elements]
    body += [f"out[{i}] = {expressions.text(edge)};" for i, edge in enumerate(elements)]
    return [*lines, *(f"    {line}" for line in body), "}", ""]


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


def _build_library(text: str, name: str) -> Any:
    """Compile a text and return the library; no file is left behind."""
    compiler = _compiler()
    native = ["-march=native"] if platform.machine().lower() in ("x86_64", "amd64") else []
    with tempfile.TemporaryDirectory(prefix="symoro-") as folder:
        source, library = Path(folder, "model.c"), Path(folder, "model.so")
        source.write_text(text, encoding="utf-8")
        command = [*compiler, *_FLAGS, *native, str(source), "-o", str(library), "-lm"]
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
