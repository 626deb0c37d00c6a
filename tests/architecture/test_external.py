"""No program starts in the home of whoever runs the tests, and nothing is left there."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import external

ROOT = Path(__file__).parents[2]
DOOR = Path(external.__file__)
FILES = sorted(
    file for folder in ("tests", "benchmarks", "examples") for file in (ROOT / folder).rglob("*.py")
)
STARTERS = ("system", "popen", "exec", "spawn", "posix_spawn", "fork")  # beginnings of names of os


def other_doors(text: str) -> Iterator[int]:
    """The lines of a program that start another one by themselves."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found = any(alias.name in ("subprocess", "pty") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
            found = node.module in ("subprocess", "pty") or (
                node.module == "os" and any(name.startswith(STARTERS) for name in names)
            )
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found = node.value.id == "os" and node.attr.startswith(STARTERS)
        else:
            continue
        if found:
            yield node.lineno


def test_programs_start_through_one_door() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in FILES
        if file != DOOR and "golden" not in file.parts
        for line in other_doors(file.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "import subprocess",
        "from subprocess import run",
        "import os; os.system('ls')",
        "from os import popen",
        "import os\nos.execvp('ls', [])",
    ],
)
def test_another_door_is_seen(line: str) -> None:
    assert list(other_doors(line))
    assert list(other_doors(DOOR.read_text(encoding="utf-8")))


def test_a_program_starts_in_an_empty_home_of_its_own() -> None:
    command = (
        'ls -A "$HOME" "$TEXMFVAR" "$VARTEXFONTS" "$MPLCONFIGDIR"; echo "$HOME"; touch "$HOME"/x'
    )
    lines = [external.run(command, check=True).stdout.splitlines() for _ in range(2)]
    homes = [each[-1] for each in lines]
    assert len({*homes, os.environ["HOME"]}) == 3
    assert not any(Path(home).exists() for home in homes)
    for each in lines:
        listed = {line for line in each[:-1] if line and not line.endswith(":")}
        assert listed <= {".cache", ".config", ".local", "texmf"}


def test_an_environment_does_not_bring_a_home_along() -> None:
    given = {**os.environ, "HOME": "/nobody", "XDG_CACHE_HOME": "/nobody"}
    done = external.run("echo $HOME $XDG_CACHE_HOME", environment=given, check=True)
    assert "nobody" not in done.stdout


def test_no_speed_of_a_machine_fails_a_random_test() -> None:
    """By default hypothesis takes 200 ms for a fault, which a busy machine needs."""
    assert settings.default is not None
    assert settings.default.deadline is None
    assert HealthCheck.too_slow in settings.default.suppress_health_check


def test_the_tests_themselves_have_an_empty_home() -> None:
    """The list of fonts of matplotlib, which the package keeps by itself, goes there."""
    import matplotlib

    assert Path.home() != external.REAL_HOME
    assert Path(matplotlib.get_configdir()).is_relative_to(Path.home().parent)
    assert Path(matplotlib.get_cachedir()).is_relative_to(Path.home().parent)
