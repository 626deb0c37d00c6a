"""``symoro FUNCTION ROBOT [options]``: the entry point, and how errors reach the user."""

from __future__ import annotations

import sys
from contextlib import suppress

import typer

from symoro.cli.commands import SETTINGS
from symoro.cli.menus import MenuGroup
from symoro.cli.streams import OutputLost, ReaderGone, guard_streams
from symoro.errors import SymoroError, UsageError
from symoro.version import __version__

app = typer.Typer(
    name="symoro",
    cls=MenuGroup,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings=SETTINGS,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"symoro {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_version, is_eager=True, help="Print the version and stop."
    ),
) -> None:
    """Symbolic modelling of robots: describe a robot once, get verified straight-line code."""


def main() -> None:
    """Run the command line: status 0 done, 1 refused, 2 wrong usage or nowhere to write."""
    guard_streams()
    try:
        _run()
    except ReaderGone:
        sys.exit(0)  # it had enough
    except OutputLost as error:
        with suppress(OutputLost, ReaderGone):  # it may be standard error that is lost
            typer.echo(f"error: {error}", err=True)
        sys.exit(2)


def _run() -> None:
    try:
        app()
    except UsageError as error:
        _report(error)
        sys.exit(2)
    except SymoroError as error:
        _report(error)
        sys.exit(1)


def _report(error: SymoroError) -> None:
    text = error.command_text
    typer.echo(text if ": error: " in text.splitlines()[0] else f"error: {text}", err=True)
