"""The command that a user types, and then the one that each example caller names, as they are."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

import external
import symoro
from printers.examples import assert_printed
from printers.test_every_operation import LANGUAGES
from printers.toolchain import tool
from symoro.pipeline.model import Model
from symoro.printers import is_example, languages

UNAVAILABLE = ("julia", "maple", "matlab", "wolframscript")
"""What cannot be had; most examples name a free program as well."""

READ = {"julia": "julia {}", "maple": "maple -q {}"}
"""Examples without one: `test_julia` reads them, `test_maple` has giac run them."""

Folder = tuple[Model, Path]
SAID = re.compile(r"^\W*run it with\W*\n|; run it with\W*\n", re.MULTILINE)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """The files of the RX90 in base parameters, in every language."""
    folder = tmp_path_factory.mktemp("out")
    asked = [word for language in languages() for word in ("--lang", language.name)]
    command = [*symoro_command(), "idm", "rx90", "--base", "--level", "O2", *asked, "-o", "."]
    external.run(command, folder, check=True)
    return symoro.idm(symoro.load("rx90"), base_parameters=True, verify=False), folder


def symoro_command() -> list[str]:
    """The command line of this environment."""
    return [str(Path(sys.executable).with_name("symoro"))]


def commands(text: str) -> list[str]:
    """The lines of shell that an example names in its first comment."""
    found = SAID.search(text)
    assert found is not None, text[:300]
    lines = []
    for line in text[found.end() :].splitlines():
        inner = re.sub(r"^(//|[%#!*(]|\s\*)+", "", line).removesuffix(" *)")
        if not inner.startswith("    "):
            break
        lines.append(inner.strip())
    return "\n".join(lines).replace(" \\\n", " ").splitlines()


def run(command: str, folder: Path) -> str:
    """Run a command as a user would, and return what it prints."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return external.run(
        command, folder, environment={**os.environ, "PATH": path}, check=True
    ).stdout


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "listing"])
def test_an_example_runs_by_its_own_command(language: str, written: Folder) -> None:
    model, folder = written
    (main,) = filter(is_example, model.files(language))
    named = commands((folder / main).read_text(encoding="utf-8"))
    able = [each for each in named if each.split()[0] not in UNAVAILABLE]
    if language in READ:
        assert named == [READ[language].format(main)]
        return
    assert able
    for command in able:
        program = command.split()[0]
        if not program.startswith("./") and not Path(sys.executable).with_name(program).exists():
            tool(program)
        said = run(command, folder)
    if language == "latex":
        assert (folder / main).with_suffix(".pdf").stat().st_size > 10_000
    else:
        assert_printed(said, model.document)


def test_every_file_of_every_language_is_written(written: Folder) -> None:
    model, folder = written
    files = {file for language in languages() for file in model.files(language.name)}
    assert files <= {path.name for path in folder.iterdir()}
