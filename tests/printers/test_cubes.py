"""Outputs of rank three, the derivatives of matrices, through every printer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import external
import symoro
from printers.test_every_operation import LANGUAGES
from printers.toolchain import Case, assert_close, random_values, run_all, tool, write
from symoro import library
from symoro.pipeline.model import Model

MODELS: dict[str, Callable[[str], Model]] = {
    "inertia": lambda level: symoro.inertia(
        library.robot("rrp"), derivative="q", level=level, verify=False
    ),
    "idm": lambda level: symoro.idm(
        library.robot("rrp"), derivative="q", level=level, verify=False
    ),
    "jacobian": lambda level: symoro.jacobian(
        library.robot("planar2r"), derivative="q", level=level, verify=False
    ),
}
SHAPES = {"inertia": (3, 3, 3), "jacobian": (6, 2, 2)}


@cache
def made(name: str, level: str) -> Model:
    return MODELS[name](level)


@cache
def cubes() -> list[Case]:
    """Both models at both levels; no cube is symmetric, so that an exchange of indices shows."""
    found = []
    for name, shape in SHAPES.items():
        for level in ("O1", "O2"):
            model = made(name, level)
            found.append(Case(model.document, random_values(model)))
            cube = found[-1].expected[model.outputs[0]]
            assert cube.shape == shape
            if name == "inertia":
                assert np.abs(cube - cube.transpose(0, 2, 1)).max() > 1e-3
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cube_means_the_same_in_every_language(language: str, tmp_path: Path) -> None:
    for case, found in zip(cubes(), run_all(language, cubes(), tmp_path), strict=True):
        assert_close(found, case.expected)


@pytest.mark.parametrize("name", SHAPES)
def test_the_example_of_c_prints_the_last_index_along_a_line(name: str, tmp_path: Path) -> None:
    model = made(name, "O2")
    paths = write(model.document, "c", tmp_path)
    sources = [str(path) for path in paths if path.suffix == ".c"]
    binary = tmp_path / "example"
    command = [tool("gcc"), "-std=c99", "-Wall", "-Werror", *sources, "-o", str(binary), "-lm"]
    external.run(command, check=True)
    said = external.run([binary], check=True).stdout
    title, *lines = said.splitlines()
    assert title == model.outputs[0]
    *before, columns = SHAPES[name]
    rows = [[float(text) for text in line.split()] for line in lines[: np.prod(before)]]
    assert np.array(rows).shape == (np.prod(before), columns)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_header_calls_the_last_index_so(language: str) -> None:
    cube = made("inertia", "O2").code(language)
    assert "Last index of dA_dq: 1 q1, 2 q2, 3 q3" in cube
    assert "Columns of" not in cube
    matrix = made("idm", "O2").code(language)
    assert "Columns of dGAM_dq: 1 q1, 2 q2, 3 q3" in matrix
    assert "Last index" not in matrix
