"""Inverse dynamic models as text: whole traces, batches, the same text in every process."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest

import external
import symoro
from printers.runners.c import run_c
from printers.runners.python import module
from printers.toolchain import assert_close, expected, random_values, run, write
from symoro import library
from symoro.pipeline.model import Model


def everything(name: str, level: str = "O1") -> Model:
    """All outputs of a library robot, its equivalent tree if it is closed."""
    robot = library.robot(name)
    tree = robot.n_loops > 0
    return symoro.idm(robot, outputs=["*"], equivalent_tree=tree, level=level, verify=False)


@pytest.mark.parametrize("name", ["rrp", "rx90", "sr400"])
def test_the_whole_trace_compiles_without_a_warning(name: str, tmp_path: Path) -> None:
    robot = library.robot(name)
    model = symoro.idm(robot, equivalent_tree=robot.n_loops > 0, level="O0", verify=False)
    values = random_values(model)
    assert_close(run_c(model.document, values, tmp_path), expected(model.program, values))


def test_friction_wrench_and_rotors_are_printed_too(tmp_path: Path) -> None:
    with_ = ["ia", "friction", "wrench=6"]
    model = symoro.idm(library.robot("rx90"), include=with_, outputs=["*"], verify=False)
    values = random_values(model)
    for language in ("c", "python", "numpy"):
        found = run(model.document, language, values, tmp_path)
        assert_close(found, expected(model.program, values))


def test_the_numpy_text_takes_any_batch(tmp_path: Path) -> None:
    model = everything("stanford")
    function = getattr(module(write(model.document, "numpy", tmp_path)[0]), model.program.name)
    rng = np.random.default_rng(1)
    states = [rng.uniform(-1, 1, (2, 4, 6)) for _ in range(3)]
    p = random_values(model)
    gam, e, n = function(*states, p)
    assert gam.shape == (2, 4, 6)
    assert e.shape == n.shape == (2, 4, 6, 3)
    one = function(*(state[1, 2] for state in states), p)
    np.testing.assert_allclose(gam[1, 2], one[0], rtol=1e-12, atol=1e-12)  # SIMD sines differ
    np.testing.assert_allclose(e[1, 2], one[1], rtol=1e-12, atol=1e-12)


_PRINT_ALL = """
import symoro
from symoro.printers import languages
for name in ("rrp", "sr400"):
    model = symoro.idm(symoro.load(name), equivalent_tree=True, outputs=["*"], include=["friction"])
    for language in languages():
        for file, text in model.files(language.name).items():
            print(file)
            print(text)
"""


def test_the_text_is_the_same_in_every_process() -> None:
    texts = []
    for seed in ("0", "4242"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        done = external.run([sys.executable, "-c", _PRINT_ALL], environment=environment, check=True)
        texts.append(done.stdout)
    assert len(texts[0]) > 10_000
    assert texts[0] == texts[1]


def test_the_plain_module_takes_arrays_too(tmp_path: Path) -> None:
    """With friction as well: the sign of an element of an array is a number."""
    model = symoro.idm(symoro.load("planar2r"), include="friction", level="O1", verify=False)
    values = dict.fromkeys(model.program.parameters, 0.1)
    path = write(model.document, "python", tmp_path)[0]
    found = module(path).planar2r_idm(np.zeros(2), np.array([1.0, -1.0]), np.zeros(2), values)
    expected = model.compile()(np.zeros(2), [1.0, -1.0], np.zeros(2), parameters=values)
    assert found == pytest.approx(expected, rel=1e-12)
