"""Run printed programs: compile C and Fortran, import Python, read the others back."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Mapping
from itertools import count
from math import prod
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from printers.algebra_texts import run_algebra
from symoro.expressions import FloatArithmetic, evaluate, parse
from symoro.generate.draw import draw, redraw_state
from symoro.generate.model import Model
from symoro.ir import Op, Program, interpret
from symoro.printers import printer
from symoro.printers.document import Document

WARNINGS = ("-Wall", "-Wextra", "-Werror", "-pedantic")
FORTRAN = (
    *("-std=f2008", "-O1", "-Wall", "-Wextra", "-Werror"),
    *("-Wno-unused-variable", "-Wno-unused-dummy-argument"),  # at level O0; empty outputs
)
TOLERANCE = 1e-12
"""Relative to the largest value of an output: a printed program sums in another order than the
interpreter, which costs a few units in the last place of each of some hundred operations."""

Array = npt.NDArray[np.float64]
Values = Mapping[str, float]
_numbers = count()


def tool(name: str) -> str:
    """The path of a compiler; elsewhere than in CI its absence is a named skip."""
    found = shutil.which(name)
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{name} is missing")
        pytest.skip(f"{name} is not installed")
    return found


def expected(program: Program, values: Values) -> dict[str, Array]:
    """What the program means: the interpreter's results, as arrays."""
    flat = interpret(program, values, FloatArithmetic())
    return {o.name: np.array(flat[o.name]).reshape(o.shape) for o in program.outputs}


def random_values(model: Model, seed: int = 0) -> dict[str, float]:
    """A random state of a model."""
    import random

    rng = random.Random(seed)
    return redraw_state(model.robot, draw(model.robot, rng), rng)


def assert_close(found: Mapping[str, Array], wanted: Mapping[str, Array]) -> None:
    """Compare outputs by name, shape and value."""
    assert found.keys() == wanted.keys()
    for name, reference in wanted.items():
        assert found[name].shape == reference.shape
        scale = max(1.0, float(np.abs(reference).max(initial=0.0)))
        assert float(np.abs(found[name] - reference).max(initial=0.0)) <= TOLERANCE * scale


def argument_arrays(program: Program, values: Values) -> dict[str, Array]:
    """The argument arrays of a program by name, filled by symbol."""
    arrays = {name: np.zeros(shape) for name, shape in program.shapes}
    for item in program.inputs:
        if item.array is not None and item.name in values:
            arrays[item.array][item.index] = values[item.name]
    return {name: arrays[name] for name, _ in program.arrays}


def shaped(program: Program, results: list[float]) -> dict[str, Array]:
    """Outputs from their elements, one after the other."""
    sizes = [len(output.elements) for output in program.outputs]
    pieces = np.split(np.array(results, dtype=float), np.cumsum(sizes)[:-1])
    return {
        o.name: piece.reshape(o.shape) for o, piece in zip(program.outputs, pieces, strict=True)
    }


def write(document: Document, language: str, folder: Path) -> list[Path]:
    """Print a document to files."""
    paths = []
    for name, text in printer(language)(document).items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


def build(source: Path, *options: str) -> Path:
    """Compile a C file to a shared library, warnings as errors."""
    library = source.with_name(f"{source.stem}{next(_numbers)}.so")
    command = [tool("gcc"), "-std=c99", *WARNINGS, "-O1", *options, "-shared", "-fPIC"]
    done = subprocess.run(
        [*command, "-o", str(library), str(source), "-lm"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return library


def run_c(document: Document, values: Values, folder: Path, *options: str) -> dict[str, Array]:
    """Compile the C of a document and call it once, after what prepares it."""
    program = document.program
    library = ctypes.CDLL(str(build(write(document, "c", folder)[0], *options)))
    fields = [item.name for item in program.inputs if item.array is None]
    p = np.array([values.get(name, np.nan) for name in fields])
    arrays = argument_arrays(program, values)
    if document.prepare is not None and document.constants is not None:
        k = arrays[document.constants[0]] = np.full(document.constants[1], np.nan)
        zero = _called(library, document.prepare, {}, p, [k], ctypes.c_char_p)
        assert zero is None, zero
    step = document.parts[-1]
    outputs = {o.name: np.full(o.shape, np.nan) for o in program.outputs}
    _called(library, step, arrays, p, [each for each in outputs.values() if each.size], None)
    return outputs


def _called(
    library: ctypes.CDLL,
    part: Program,
    arrays: Mapping[str, Array],
    p: Array,
    outputs: list[Array],
    returns: Any,
) -> Any:
    function = getattr(library, part.name)
    function.restype = returns
    given = [arrays[name] for name, _ in part.arrays] + ([p] if part.parameters else [])
    return function(*(ctypes.c_void_p(array.ctypes.data) for array in (*given, *outputs)))


def module(path: Path) -> ModuleType:
    """Import a Python file."""
    spec = importlib.util.spec_from_file_location(f"printed{next(_numbers)}", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def run_python(document: Document, language: str, values: Values, folder: Path) -> dict[str, Array]:
    """Import the Python of a document and call it once, after what prepares it."""
    program = document.program
    made = module(write(document, language, folder)[0])
    arrays: dict[str, Any] = dict(argument_arrays(program, values))
    if language == "python":
        arrays = {name: array.tolist() for name, array in arrays.items()}
    p = {name: values[name] for name in program.parameters}
    results: Any = ()
    for part in document.parts:
        given = [arrays[name] for name, _ in part.arrays] + ([p] if part.parameters else [])
        results = getattr(made, part.name)(*given)
        arrays[part.outputs[0].name] = results
    if len(program.outputs) == 1:
        results = (results,)
    return {
        output.name: np.array(result, dtype=float).reshape(output.shape)
        for output, result in zip(program.outputs, results, strict=True)
    }


def run_fortran(document: Document, values: Values, folder: Path) -> dict[str, Array]:
    """Compile the Fortran of a document with a program that calls it, and read what it prints."""
    program, stem = document.program, document.stem
    paths = write(document, "fortran", folder)
    arrays = argument_arrays(program, values)
    lines = ["program main", f"use {program.name}_mod"]
    fields = [item.name for item in program.inputs if item.array is None]
    if fields:
        lines += [f"use {stem}_parameters_mod"]
    lines += ["implicit none", "character(len=64) :: zero"]
    for name, array in arrays.items():
        lines.append(f"double precision :: in_{name}({', '.join(map(str, array.shape))})")
    sizes = [*program.outputs, *(document.prepare.outputs if document.prepare else ())]
    for output in sizes:
        shape = f"({', '.join(map(str, output.shape))})" if output.shape else ""
        lines.append(f"double precision :: out_{output.name}{shape}")
    lines += [f"type({stem}_parameters) :: p"] if fields else []
    lines += ["zero = ''"]
    for name, array in arrays.items():
        for place in np.ndindex(array.shape):
            indices = ", ".join(str(k + 1) for k in place)
            lines.append(f"in_{name}({indices}) = {_double(float(array[place]))}")
    if fields:
        numbers = [_double(values.get(name, 0.0)) for name in fields]
        rows = [", ".join(numbers[k : k + 4]) for k in range(0, len(numbers), 4)]
        lines.append(f"p = {stem}_parameters( &\n" + ", &\n".join(rows) + ")")
    for part in document.parts:
        given = [f"{'in' if name in arrays else 'out'}_{name}" for name, _ in part.arrays]
        given += ["p"] if part.parameters else []
        given += [f"out_{output.name}" for output in part.outputs]
        given += ["zero"] if part is document.prepare else []
        lines.append(f"call {part.name}(" + ", &\n".join(given) + ")")
    lines.append("if (zero /= '') stop 1")
    for output in program.outputs:
        name = f"out_{output.name}"
        flat = f"transpose({name})" if len(output.shape) == 2 else name
        if len(output.shape) > 2:  # the last index first, as rows run
            rank, reverse = len(output.shape), ", ".join(map(str, output.shape[::-1]))
            order = ", ".join(map(str, range(rank, 0, -1)))
            flat = f"reshape({name}, [{reverse}], order=[{order}])"
        lines.append(f"if (size([{flat}]) > 0) print '(es25.17)', {flat}")
    main = folder / "main.f90"
    main.write_text("\n".join([*lines, "end program main", ""]))
    binary = folder / f"fortran{next(_numbers)}"
    command = [tool("gfortran"), *FORTRAN, f"-J{folder}", "-o", str(binary)]
    done = subprocess.run(
        [*command, *map(str, reversed(paths)), str(main)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    done = subprocess.run([str(binary)], capture_output=True, text=True, check=True)
    return shaped(program, [float(text) for text in done.stdout.split()])


def _double(value: float) -> str:
    text = repr(float(value))
    return text.replace("e", "d") if "e" in text else f"{text}d0"


def run_mathematics(document: Document, language: str, values: Values) -> dict[str, Array]:
    """Read the Mathematica or Maple of a document back and evaluate it."""
    program = document.program
    arrays = list(argument_arrays(program, values).values())
    given = {name: values[name] for name in program.parameters}
    return shaped(program, run_algebra(document, language, arrays, given))


def run_listing(document: Document, values: Values) -> dict[str, Array]:
    """Read a listing back and evaluate it, statement by statement."""
    program, arithmetic = document.program, FloatArithmetic()
    (text,) = printer("listing")(document).values()
    known = dict(values)
    for line in text.splitlines():
        if line and not line.startswith("(*"):
            name, value = line.removesuffix(";").split("=", 1)
            if value.startswith("LinearSolve["):
                known |= _linear_solve(name, value, known)
            else:
                known[name] = evaluate(parse(value), known, arithmetic)

    def element(edge: int) -> float:
        node = program.graph.node(edge)
        sign = 1.0 if edge >= 0 else -1.0
        if node.op in (Op.LET, Op.UNKNOWN, Op.SYMBOL):
            return sign * known[node.name]
        value = program.graph.value(edge)
        assert value is not None
        return float(value)

    return {
        o.name: np.array([element(edge) for edge in o.elements]).reshape(o.shape)
        for o in program.outputs
    }


def _linear_solve(names: str, call: str, known: Values) -> dict[str, float]:
    """What Mathematica assigns by ``{x,y}=LinearSolve[{{a,b},{c,d}},{e,f}]``."""

    def number(text: str) -> float:
        return evaluate(parse(text), known, FloatArithmetic())

    matrix, right = nested("{" + call.removeprefix("LinearSolve[").removesuffix("]") + "}")
    left = np.array(nested(names))
    solution = np.linalg.solve(*(np.vectorize(number)(np.array(part)) for part in (matrix, right)))
    assert left.shape == solution.shape
    return dict(zip(left.ravel().tolist(), solution.ravel().tolist(), strict=True))


def nested(text: str) -> Any:
    """Read Mathematica's lists of expressions; what is no list is text."""
    if not text.startswith("{"):
        return text
    assert text.endswith("}")
    parts, depth = [""], 0
    for character in text[1:-1]:
        depth += (character in "{(") - (character in "})")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
    return [nested(part) for part in parts]


def run(document: Document, language: str, values: Values, folder: Path) -> dict[str, Array]:
    """Print a document in a language, run the text once, and return the outputs."""
    if language == "listing":
        return run_listing(document, values)
    if language == "c":
        return run_c(document, values, folder)
    if language == "fortran":
        return run_fortran(document, values, folder)
    if language in ("mathematica", "maple"):
        return run_mathematics(document, language, values)
    assert all(prod(shape) for _, shape in document.program.arrays)
    return run_python(document, language, values, folder)
