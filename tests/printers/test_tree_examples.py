"""The example of an inverse geometric model runs by the command that it names."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from printers.julia_reader import Julia
from printers.test_examples import UNAVAILABLE, commands, run
from printers.toolchain import Array, tool
from printers.tree_cases import library_model
from symoro.catalog.geometric.inverse_solutions import InverseGeometry, chain_and_size
from symoro.printers import is_example
from symoro.printers.example import example
from symoro.printers.languages import languages

LANGUAGES = [each.name for each in languages() if each.trees]


@pytest.fixture(scope="module")
def model() -> InverseGeometry:
    return library_model("ur5", fix=[1])[0]


def assert_printed(said: str, model: InverseGeometry) -> None:
    """The status, then for each solution its joints, its multiplicity, and the words of its label.

    Each reaches the pose of the example, of which 15 digits are printed; that of the first branch
    of all is among them.
    """
    first, *lines = said.splitlines()
    assert first == "status 0"
    assert len(lines) == 4
    document = model.tree_document
    (fixed,) = document.example["qf"]
    chain, _ = chain_and_size(model, example(document).parameters | {"t1": fixed})
    pose: Array = np.reshape(document.example["T"], (4, 4))
    for line in lines:
        words = line.split()
        q = np.array([list(map(float, words[:6]))])
        assert q[0, 0] == pytest.approx(fixed, abs=1e-14)
        assert np.abs(chain.poses(q[:, 1:])[0] - pose).max() < 1e-12
        assert words[6] == "1"
        assert " ".join(words[7:]) in document.labels_of_branches


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_runs_by_its_own_command(
    language: str, model: InverseGeometry, tmp_path: Path
) -> None:
    files = model.files(language)
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (main,) = filter(is_example, files)
    named = commands(files[main])
    if language == "julia":
        assert named == [f"julia {main}"]
        session = Julia(tmp_path)
        session.run(files[main])
        assert_printed("\n".join(session.said), model)
        return
    said = ""
    for command in named:
        program = command.split()[0]
        if program in UNAVAILABLE:
            continue
        if not program.startswith("./") and not Path(sys.executable).with_name(program).exists():
            tool(program)
        said = run(command, tmp_path)
    assert_printed(said, model)
