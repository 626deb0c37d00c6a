"""Run the command line in this process, as the installed program does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
import typer

from symoro.cli import main
from symoro.cli.main import app

COMMAND = typer.main.get_command(app)  # the program makes it at each start, which takes a while


@dataclass(frozen=True)
class Result:
    """What a command did: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


Command = Callable[..., Result]


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> Result:
    """Run ``symoro ARGUMENTS``; no error ever reaches the user as a traceback."""
    capsys.readouterr()
    monkeypatch.setattr("sys.argv", ["symoro", *arguments])
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setitem(main.__globals__, "app", COMMAND)
    with pytest.raises(SystemExit) as stopped:
        main()
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    code = stopped.value.code
    return Result(code if isinstance(code, int) else 0 if code is None else 1, out, err)
