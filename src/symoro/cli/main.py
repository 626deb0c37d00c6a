"""``symoro FUNCTION ROBOT [options]``: the entry point, and how errors reach the user."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from inspect import cleandoc

import typer

from symoro.catalog.table import function_entries
from symoro.cli import analysis, identification, languages, linear, optimize, plots, robots
from symoro.cli.command_options import make_command
from symoro.cli.menus import MenuGroup, alias_help
from symoro.cli.models import model_command, model_options
from symoro.cli.streams import OutputLost, ReaderGone, guard_streams
from symoro.errors import SymoroError, UsageError
from symoro.pipeline.entry import FunctionInfo, ModelInfo
from symoro.version import __version__

_COMMANDS: dict[str, Callable[..., None]] = {
    "robots": robots.robots,
    "show": robots.show,
    "check": robots.check,
    "new": robots.new,
    "convert": robots.convert,
    "verify": robots.verify,
    "draw": plots.draw,
    "languages": languages.list_languages,
    "loop-solutions": analysis.loop_solutions,
    "workspace": plots.workspace,
    "singularities": analysis.singularities,
    "base-parameters": identification.base_parameters,
    "optimize": optimize.optimize,
}
"""Commands that present something else than a model."""

app = typer.Typer(
    name="symoro",
    cls=MenuGroup,
    help="Symbolic modelling of robots: describe a robot once, get verified straight-line code.",
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
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


def _add(entry: FunctionInfo) -> None:
    """Add the command of a function, and those of its aliases, which set some options."""
    options = entry.options
    extension = f" (.{entry.extension})" if entry.extension else ""
    if isinstance(entry, ModelInfo):
        run, options = model_command(entry), model_options(entry)
        run = linear.with_numbers(run) if entry.numeric_options else run
    else:
        run = _COMMANDS[entry.name]
    details = f"\n\n{cleandoc(entry.details)}" if entry.details else ""
    text = f"{entry.title}{extension}.{details}"
    app.command(entry.name, help=text)(make_command(run, entry, options))
    for alias, preset in entry.aliases.items():
        free = [spec for spec in options if spec.name not in preset]
        own = {spec.keyword: preset[spec.name] for spec in options if spec.name in preset}
        command = make_command(partial(run, **own), entry, free)
        app.command(alias, help=alias_help(entry, alias))(command)


for _entry in function_entries():
    if _entry.command:
        _add(_entry)


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
    text = str(error)
    typer.echo(text if ": error: " in text.splitlines()[0] else f"error: {text}", err=True)
