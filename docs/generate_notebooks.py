"""Run the notebooks of the examples in one kernel, and store what they show.

Stored are the outputs that are read: printed texts, tables, equations and pictures; no counts of
executions, no logs, and no plain text where a table or a picture is shown instead. With a folder as
argument the notebooks are written there instead.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook

EXAMPLES = Path(__file__).parents[1] / "examples"
_FIRST = "import warnings\nwarnings.simplefilter('error')"
_BETWEEN = f"%reset -f\n{_FIRST}"
_LAST = "warnings.resetwarnings()"  # the kernel's own are not ours
_RICH = ("text/html", "image/png")


def notebooks() -> list[Path]:
    """Return the paths of the notebooks, in order."""
    return sorted(EXAMPLES.glob("*.ipynb"))


def run(paths: Sequence[Path]) -> list[NotebookNode]:
    """Return notebooks with their outputs; a warning in a cell is an error.

    One kernel runs them one after the other, in an empty folder, and forgets the names of each.
    """
    stored = [nbformat.read(path, as_version=4) for path in paths]
    together = new_notebook()
    for notebook in stored:
        together.cells += [new_code_cell(_BETWEEN if together.cells else _FIRST), *notebook.cells]
    together.cells.append(new_code_cell(_LAST))
    with tempfile.TemporaryDirectory() as folder:
        place = {"metadata": {"path": folder}}
        client = NotebookClient(together, kernel_name="python3", resources=place)
        kernel = client.create_kernel_manager()
        kernel.transport, kernel.ip = "ipc", f"{folder}/kernel"  # sockets in files, no open ports
        client.execute()
    for notebook in stored:
        for cell in notebook.cells:
            cell.metadata = NotebookNode()
            if cell.cell_type == "code":
                cell.execution_count = None
                read = (output for output in cell.outputs if output.get("name") != "stderr")
                cell.outputs = [_tidy_output(output) for output in read]
    return stored


def _tidy_output(output: NotebookNode) -> NotebookNode:
    if "execution_count" in output:
        output.execution_count = None
    if any(kind in output.get("data", {}) for kind in _RICH):
        output.data.pop("text/plain", None)
    return output


def main(folder: Path = EXAMPLES) -> None:
    """Write the notebooks with their outputs to a folder."""
    paths = notebooks()
    for path, notebook in zip(paths, run(paths), strict=True):
        nbformat.write(notebook, folder / path.name)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
