"""The notebooks of the examples run in a kernel of Jupyter and show what is stored in them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import external
from docs.documents import DOCS, EXAMPLES

pytest.importorskip("nbclient")

UPDATE = "run: python docs/generate_notebooks.py"
NAMES = ("base_parameters_to_regressors", "closed_robot", "first_model")
Cell = dict[str, Any]


def cells(path: Path) -> list[Cell]:
    notebook: dict[str, list[Cell]] = json.loads(path.read_text(encoding="utf-8"))
    return notebook["cells"]


def shown(cell: Cell) -> list[dict[str, str]]:
    """What a cell shows; of a picture only that there is one, as fonts differ."""
    outputs = []
    for output in cell.get("outputs", []):
        data = {name: "".join(text) for name, text in output.get("data", {}).items()}
        data |= {name: "a picture" for name in data if name.startswith("image/")}
        outputs.append({"text": "".join(output.get("text", "")), **data})
    return outputs


def test_the_notebooks_run_without_a_warning_and_show_what_is_stored(tmp_path: Path) -> None:
    script = DOCS / "generate_notebooks.py"
    done = external.run([sys.executable, script, tmp_path], tmp_path, merged=True, timeout=300)
    assert done.returncode == 0, done.stdout
    assert sorted(path.stem for path in tmp_path.glob("*.ipynb")) == sorted(NAMES)
    for path in tmp_path.glob("*.ipynb"):
        pairs = zip(cells(path), cells(EXAMPLES / path.name), strict=True)
        for fresh, stored in pairs:
            assert shown(fresh) == shown(stored), f"{path.name}, {fresh['id']}: {UPDATE}"


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_written_for_a_reader(name: str) -> None:
    """A title, words before code, some tables and pictures, no counts and no errors."""
    first, *rest = cells(EXAMPLES / f"{name}.ipynb")
    assert "".join(first["source"]).startswith("# ")
    code = [cell for cell in rest if cell["cell_type"] == "code"]
    assert len(rest) - len(code) >= 0.6 * len(code)
    kinds = [kind for cell in code for output in shown(cell) for kind in output]
    assert kinds.count("image/png") >= 2
    assert kinds.count("text/html") >= 2
    assert all(cell["execution_count"] is None for cell in code)
    assert all(shown(cell) for cell in code), UPDATE
    for cell in code:
        outputs = cell["outputs"]
        assert all(output["output_type"] != "error" for output in outputs)
        pictures = sum("image/png" in output.get("data", {}) for output in outputs)
        assert pictures <= 1, f"{name}: a picture is shown twice"
