"""Run printed programs: what every language's runner needs, and the one that calls it.

The runner of a language is ``printers/runners/LANGUAGE.py``: its ``run_all`` prints cases, has the
language's own tool compile or interpret them, with few processes, and returns what they computed.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import pytest

import external
from symoro.expressions import FloatArithmetic
from symoro.ir import Program, interpret
from symoro.pipeline.files import Printable
from symoro.pipeline.model import Model
from symoro.printers.document import Document
from symoro.verify.sampling import resample_state, sample_values

TOLERANCE = 1e-12
"""Relative to the largest value of an output: a printed program sums in another order than the
interpreter, which costs a few units in the last place of each of some hundred operations."""

Array = npt.NDArray[np.float64]
Values = Mapping[str, float]
C = TypeVar("C")


@dataclass(frozen=True)
class Case:
    """A document, and a value for each of its inputs."""

    document: Document
    values: Values

    @property
    def arrays(self) -> dict[str, Array]:
        """The argument arrays."""
        return argument_arrays(self.document.program, self.values)

    @property
    def parameters(self) -> dict[str, float]:
        """All parameters that the robot has; those that are not read may have any value."""
        inputs = self.document.program.inputs
        return {i.name: self.values.get(i.name, 0.0) for i in inputs if i.array is None}

    @property
    def expected(self) -> dict[str, Array]:
        """What the program means: the interpreter's results."""
        return expected(self.document.program, self.values)


def tool(name: str) -> str:
    """The path of a tool; elsewhere than in CI its absence is a named skip."""
    found = shutil.which(name)
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{name} is missing")
        pytest.skip(f"{name} is not installed")
    return found


def done(*command: str | Path, folder: Path | None = None, text: str | None = None) -> str:
    """Run a command that must succeed without a word on standard error, and return its output."""
    ran = external.run(command, folder, text=text, check=True)
    assert ran.stderr == ""
    return ran.stdout


def expected(program: Program, values: Values) -> dict[str, Array]:
    """What the program means: the interpreter's results, as arrays."""
    flat = interpret(program, values, FloatArithmetic())
    return {o.name: np.array(flat[o.name]).reshape(o.shape) for o in program.outputs}


def random_values(model: Model, seed: int = 0) -> dict[str, float]:
    """A random state of a model."""
    rng = random.Random(seed)
    return resample_state(model.robot, sample_values(model.robot, rng), rng)


def assert_close(
    found: Mapping[str, Array], wanted: Mapping[str, Array], tolerance: float = TOLERANCE
) -> None:
    """Compare outputs by name, shape and value."""
    assert found.keys() == wanted.keys()
    for name, reference in wanted.items():
        assert found[name].shape == reference.shape
        scale = max(1.0, float(np.abs(reference).max(initial=0.0)))
        assert float(np.abs(found[name] - reference).max(initial=0.0)) <= tolerance * scale


def argument_arrays(program: Program, values: Values) -> dict[str, Array]:
    """The argument arrays of a program by name, filled by symbol."""
    arrays = {name: np.zeros(shape) for name, shape in program.shapes}
    for item in program.inputs:
        if item.array is not None and item.name in values:
            arrays[item.array][item.index] = values[item.name]
    return {name: arrays[name] for name, _ in program.arrays}


def shaped(program: Program, results: Sequence[float]) -> dict[str, Array]:
    """Outputs from their elements, one after the other."""
    sizes = [len(output.elements) for output in program.outputs]
    assert len(results) == sum(sizes)
    pieces = np.split(np.array(results, dtype=float), np.cumsum(sizes)[:-1])
    return {
        o.name: piece.reshape(o.shape) for o, piece in zip(program.outputs, pieces, strict=True)
    }


class Printed(Printable):
    """A document by itself."""

    def __init__(self, document: Document) -> None:
        self._document = document

    @property
    def document(self) -> Document:
        return self._document


def write(document: Document, language: str, folder: Path) -> list[Path]:
    """Print a document to files, the main one first."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, text in Printed(document).files(language).items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


def folders(cases: Sequence[C], folder: Path) -> Iterator[tuple[C, Path]]:
    """Each case and a new folder of its own."""
    for case in cases:
        own = folder / f"case{sum(1 for _ in folder.iterdir())}"
        own.mkdir()
        yield case, own


def run_all(language: str, cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Print cases in a language, run the texts, and return the outputs of each."""
    runner = import_module(f"printers.runners.{language}")
    found: list[dict[str, Array]] = runner.run_all(cases, folder)
    assert len(found) == len(cases)
    return found


def run(document: Document, language: str, values: Values, folder: Path) -> dict[str, Array]:
    """Print a document in a language, run the text once, and return the outputs."""
    return run_all(language, [Case(document, values)], folder)[0]
