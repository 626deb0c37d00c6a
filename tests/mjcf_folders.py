"""Every MJCF file of some folders against MuJoCo: ``python -m tests.mjcf_folders DIR ...``.

A line tells of each file the largest error, or the reason for which it is refused; the last line of
a folder is its row of the table in docs/formats.md. Wheels are folders once they are unpacked.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

from oracles.mujoco_dynamics import Comparison, plain_model
from symoro.errors import RobotWarning, SymoroError
from symoro.formats.mjcf import read

STATES = 2


def folder_report(folder: Path) -> Iterator[str]:
    """The lines of a folder, its row last; XML that is no MJCF does not count."""
    errors: list[float] = []
    refusals: list[str] = []
    for path in sorted(folder.rglob("*.xml")):
        try:
            text = path.read_text(encoding="utf-8")
            robot = read(text, str(path))
        except SymoroError as error:
            message = str(error).splitlines()[0].partition("error: ")[2]
            if "not an MJCF file" not in message:
                refusals.append(message)
                yield f"{path.relative_to(folder)}: refused: {message}"
            continue
        model = plain_model(text, path)
        rngs = map(np.random.default_rng, range(STATES))
        errors.append(max(max(Comparison(robot, model, rng).errors()) for rng in rngs))
        yield f"{path.relative_to(folder)}: {errors[-1]:.1e}"
    bodies = sum("no robot" in message for message in refusals)
    of_mujoco = sum("MuJoCo: " in message for message in refusals)
    counts = [len(errors) + len(refusals), len(errors), len(refusals)]
    row = [*map(str, counts), f"{bodies}, {of_mujoco}", f"{max(errors, default=0.0):.1e}"]
    yield f"| {folder.name} | {' | '.join(row)} |"


def main(folders: Sequence[str]) -> None:
    """Print the report of each folder."""
    warnings.simplefilter("ignore", RobotWarning)
    for folder in map(Path, folders):
        for line in folder_report(folder):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
