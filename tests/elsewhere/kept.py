"""Results of commands that a user keeps: printed text and files.

``python -m tests.elsewhere.kept FOLDER`` runs them all, each in an empty folder, and leaves the
results there. On other machines (`machines`) they must be the same, byte for byte.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import typer

from symoro import library
from symoro.cli import main
from symoro.cli.main import app
from symoro.robot import Robot

LISTING = Path(__file__).parents[1] / "golden" / "rrp.dyn"

FEW = (
    "draw kr5 --plot a.png",
    "draw fivebar --plot a.svg",
    "workspace planar2r --plot a.svg --samples 2000 --json",
    "idm rx90 --base --lang c -o .",
    "loop-kinematics rsur",
    "loop-solutions rssr --values example --at t1=1",
    "loop-solutions rssr --values example --at t1=1 --json",
    "jacobian rx90 --json",
    f"optimize {shlex.quote(str(LISTING))} --json",
    "base-parameters fivebar --numeric",
    "base-parameters fivebar --numeric --json",
    "linearize planar2r --at t1=0.1 --values course -o .",
    "singularities planar3r --at t1=0.1 --at t2=0 --at t3=0 --values unit",
)
"""Seconds: one command of each kind."""

SECONDS = re.compile(r'^ *"seconds": .*\n', re.MULTILINE)
"""The time that a result took, in the data of ``--json``: the one entry that is of one run."""


def commands() -> Iterator[str]:
    """Every kind of command, for every robot of the library."""
    for name in library.names():
        robot = library.robot(name)
        sets = [own.name for own in robot.values]
        yield f"check {name}"
        yield f"idm {name} --tree --base --lang c --lang rust -o . --json"
        yield f"ddm {name} --tree --lang fortran -o . --json"
        yield f"inertia {name} --tree"
        yield f"operational {name} --tree"
        yield f"jacobian {name} --lang latex -o . --json"
        yield f"base-parameters {name}"
        yield f"base-parameters {name} --numeric -o . --json"
        if robot.n_loops:
            yield f"loop-kinematics {name} --json"
            yield f"loop-geometry {name} --lang python -o ."
        for own in sets:
            yield f"draw {name} --plot a.svg --values {own}"
            yield f"draw {name} --plot a.png --axes xyz --values {own}"
            yield f"workspace {name} --plot a.svg --samples 2000 --values {own}"
            yield f"workspace {name} --samples 2000 --json --values {own}"
            yield f"base-parameters {name} --numeric --values {own}"
            here = posture(robot.equivalent_tree())
            yield f"linearize {name} --tree {here} --values {own}"
            yield f"linearize {name} --tree {here} --values {own} -o ."
            if robot.n_loops:
                yield f"loop-solutions {name} {posture(robot, motors=True)} --values {own}"
                yield f"loop-solutions {name} {posture(robot, motors=True)} --values {own} --json"


def posture(robot: Robot, *, motors: bool = False) -> str:
    """The options that put joints somewhere: all of them, or the motors."""
    joints = [j for j in robot.moving_joints if robot.frame(j).mu or not motors]
    return " ".join(f"--at {robot.variables[j]}={1 + 0.1 * k:.1f}" for k, j in enumerate(joints))


def run(command: str, folder: Path) -> None:
    """Run a command of symoro in a folder of its own; standard output is a file there, too."""
    folder.mkdir(parents=True)
    os.chdir(folder)
    output = io.StringIO()
    sys.argv = ["symoro", *shlex.split(command)]
    with redirect_stdout(output), redirect_stderr(output):
        try:
            main()
        except SystemExit as stopped:
            print(f"status {stopped.code or 0}")
    text = SECONDS.sub("", output.getvalue())
    Path("output.txt").write_text(f"symoro {command}\n{text}", encoding="utf-8")


def run_all(several: Sequence[str], folder: Path) -> None:
    """Run commands, each in a folder named by its number."""
    main.__globals__["app"] = typer.main.get_command(app)  # once, not at each command
    os.environ["COLUMNS"] = "100"
    for number, command in enumerate(several):
        run(command, folder.resolve() / f"{number:03}")


def differences(first: Path, second: Path) -> list[str]:
    """The files that are not the same in both folders, with the first line that differs."""
    found = []
    both = sorted({file.relative_to(top) for top in (first, second) for file in top.rglob("*.*")})
    for name in both:
        if not ((first / name).is_file() and (second / name).is_file()):
            found.append(f"{name}: is in one of both alone")
            continue
        texts = [(top / name).read_bytes() for top in (first, second)]
        if texts[0] != texts[1]:
            command = (first / name.parts[0] / "output.txt").read_text(encoding="utf-8")
            lines = zip(*(text.splitlines() for text in texts), strict=False)
            shown = [pair for pair in lines if pair[0] != pair[1]][:1]
            if name.suffix == ".png":
                shown = []
            where = command.partition("\n")[0]
            found.append(f"{where}: {name.name}: " + " | ".join(map(str, *shown)))
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.elsewhere.kept", description=__doc__)
    parser.add_argument("folder", type=Path, help="an empty or new folder for the results")
    parser.add_argument("--few", action="store_true", help="a command of each kind: seconds")
    given = parser.parse_args()
    run_all(FEW if given.few else list(commands()), given.folder)
