"""Run printed programs: compile C, import Python, read listings back."""

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

from symoro.expressions import FloatArithmetic, evaluate, parse
from symoro.generate.draw import draw, redraw_state
from symoro.generate.model import Model
from symoro.ir import Op, Program, interpret
from symoro.printers import printer
from symoro.printers.document import Document

WARNINGS = ("-Wall", "-Wextra", "-Werror", "-pedantic")
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


def argument_arrays(program: Program, values: Values) -> list[Array]:
    """The argument arrays of a program, filled by symbol."""
    arrays = {name: np.zeros(shape) for name, shape in program.shapes}
    for item in program.inputs:
        if item.array is not None and item.name in values:
            arrays[item.array][item.index] = values[item.name]
    return [arrays[name] for name, _ in program.arrays]


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
    """Compile the C of a document and call it once."""
    program = document.program
    source = write(document, "c", folder)[0]
    function = getattr(ctypes.CDLL(str(build(source, *options))), program.name)
    outputs = {o.name: np.full(o.shape, np.nan) for o in program.outputs}
    arguments: list[Any] = argument_arrays(program, values)
    if program.parameters:
        fields = [item.name for item in program.inputs if item.array is None]
        arguments.append(np.array([values.get(name, np.nan) for name in fields]))
    arguments += [array for array in outputs.values() if array.size]
    function.restype = None
    function(*(ctypes.c_void_p(array.ctypes.data) for array in arguments))
    return outputs


def module(path: Path) -> ModuleType:
    """Import a Python file."""
    spec = importlib.util.spec_from_file_location(f"printed{next(_numbers)}", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def run_python(document: Document, language: str, values: Values, folder: Path) -> dict[str, Array]:
    """Import the Python of a document and call it once."""
    program = document.program
    function = getattr(module(write(document, language, folder)[0]), program.name)
    arguments: list[Any] = argument_arrays(program, values)
    if language == "python":
        arguments = [array.tolist() for array in arguments]
    if program.parameters:
        arguments.append({name: values[name] for name in program.parameters})
    results = function(*arguments)
    if len(program.outputs) == 1:
        results = (results,)
    names = [output.name for output in program.outputs]
    shapes = [output.shape for output in program.outputs]
    return {
        name: np.array(result, dtype=float).reshape(shape)
        for name, shape, result in zip(names, shapes, results, strict=True)
    }


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
    assert all(prod(shape) for _, shape in document.program.arrays)
    return run_python(document, language, values, folder)
