"""The one door to other programs: each starts in an empty home, with empty caches.

A font that a compiler made last week, a cache or a setting in somebody's home folder must neither
hide a fault nor make one. So nothing in the tests or the benchmarks starts a program but through
`run` and `start`, which `architecture/test_external.py` holds, and the tests themselves run in such
a home (`conftest.py`), for what the package starts and keeps by itself.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

Completed = subprocess.CompletedProcess[str]
Process = subprocess.Popen[str]
Command = str | Sequence[str | Path]

REAL_HOME = Path.home()
"""Where the user of this process lives, before the tests move out."""

_FOLDERS = {
    "HOME": "home",
    "XDG_CACHE_HOME": "home/.cache",
    "XDG_CONFIG_HOME": "home/.config",
    "XDG_DATA_HOME": "home/.local/share",
    "XDG_STATE_HOME": "home/.local/state",
    "TEXMFHOME": "home/texmf",
    "TEXMFVAR": "texmf-var",
    "TEXMFCONFIG": "texmf-config",
    "VARTEXFONTS": "fonts",  # elsewhere than in TEXMFVAR by Debian's default: in /tmp
    "MPLCONFIGDIR": "matplotlib",
    "CCACHE_DIR": "ccache",
}


def empty_home(folder: Path) -> dict[str, str]:
    """The environment of a user whose home and caches are below a folder, and empty."""
    home = {name: str(folder / place) for name, place in _FOLDERS.items()}
    for place in home.values():
        Path(place).mkdir(parents=True, exist_ok=True)
    if rustup := os.environ.get("RUSTUP_HOME") or _rustup_folder():
        home["RUSTUP_HOME"] = rustup
    return home


def _rustup_folder() -> str | None:
    """Where rustup keeps its compilers: beside .cargo, whose commands it has, or in the home."""
    compiler = shutil.which("rustc")
    homes = [Path(compiler).absolute().parent.parent.parent] if compiler else []
    folders = (home / ".rustup" for home in (*homes, REAL_HOME))
    return next((str(each) for each in folders if (each / "toolchains").is_dir()), None)


def run(
    command: Command,
    folder: Path | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    text: str | None = None,
    merged: bool = False,
    check: bool = False,
    timeout: float | None = None,
) -> Completed:
    """Run a command to its end; a text is a line for the shell.

    Args:
        command: its words, or a line.
        folder: where it starts.
        environment: instead of this process's; its home is replaced as well.
        text: for its standard input.
        merged: standard error goes to standard output.
        check: fail if its status is not 0.
        timeout: fail after some seconds.
    """
    with tempfile.TemporaryDirectory(prefix="symoro-home-") as home:
        done = subprocess.run(
            command if isinstance(command, str) else list(map(str, command)),
            shell=isinstance(command, str),
            cwd=folder,
            env={**(os.environ if environment is None else environment), **empty_home(Path(home))},
            input=text,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if merged else subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
    if check:
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr or ''}"
    return done


def start(command: Sequence[str | Path], folder: Path | None = None, *, merged: bool) -> Process:
    """Start a program that is spoken to; its home goes when this process ends."""
    home = Path(tempfile.mkdtemp(prefix="symoro-home-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    return subprocess.Popen(
        list(map(str, command)),
        cwd=folder,
        env={**os.environ, **empty_home(home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if merged else subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
