"""The Makefile installs Debian packages only where it may, and says so first."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from external import run

ROOT = Path(__file__).parents[2]
PACKAGES = "libc6-dev no-such-package"


def tools(tmp_path: Path, user: int, *words: str, **environment: str) -> tuple[str, str]:
    """Run ``make tools`` with a tool that nobody has; return what it says and what apt-get got."""
    log = tmp_path / "log"
    log.write_text("")
    commands = {"apt-get": f'echo "$@" >> {log}', "id": f"echo {user}"}
    for name, line in commands.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n")
        (tmp_path / name).chmod(0o755)
    own = {k: v for k, v in os.environ.items() if k not in ("SYMORO_NO_APT", "MAKEFLAGS")}
    done = run(
        ["make", "-s", "tools", "TOOLS=no-such-tool:no-such-package", *words],
        ROOT,
        environment={**own, "PATH": f"{tmp_path}:{own['PATH']}", **environment},
        check=True,
    )
    return done.stdout, log.read_text()


pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


def test_root_is_told_what_is_installed(tmp_path: Path) -> None:
    said, installed = tools(tmp_path, 0)
    assert PACKAGES in said
    assert "SYMORO_NO_APT=1" in said
    assert installed.splitlines()[-1] == f"install -y -qq --no-install-recommends {PACKAGES}"


def test_without_root_rights_nothing_is_installed(tmp_path: Path) -> None:
    said, installed = tools(tmp_path, 1000)
    assert f"sudo apt-get install -y -qq --no-install-recommends {PACKAGES}" in said
    assert installed == ""


@pytest.mark.parametrize("how", ["environment", "argument"])
def test_nothing_is_installed_where_that_is_declined(tmp_path: Path, how: str) -> None:
    if how == "argument":
        said, installed = tools(tmp_path, 0, "SYMORO_NO_APT=1")
    else:
        said, installed = tools(tmp_path, 0, SYMORO_NO_APT="1")
    assert "no-such-package" in said
    assert installed == ""
