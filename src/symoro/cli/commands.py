"""The commands of the table's functions and of their aliases, each made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from inspect import cleandoc
from typing import Any

import typer

from symoro.catalog.table import function_entries
from symoro.cli import (
    analysis,
    formats,
    identification,
    inverse_geometry,
    languages,
    linear,
    optimize,
    plots,
    robots,
)
from symoro.cli.command_options import make_command
from symoro.cli.models import model_command, model_options
from symoro.pipeline.entry import ModelInfo

SETTINGS = {"help_option_names": ["-h", "--help"]}

_COMMANDS: dict[str, Callable[..., None]] = {
    "robots": robots.robots,
    "show": robots.show,
    "check": robots.check,
    "new": robots.new,
    "convert": robots.convert,
    "verify": robots.verify,
    "draw": plots.draw,
    "languages": languages.list_languages,
    "formats": formats.list_formats,
    "igm": inverse_geometry.igm,
    "loop-solutions": analysis.loop_solutions,
    "workspace": plots.workspace,
    "singularities": analysis.singularities,
    "base-parameters": identification.base_parameters,
    "optimize": optimize.optimize,
}
"""Commands that present something else than a model."""

ENTRIES = {
    name: entry
    for entry in function_entries()
    if entry.command
    for name in (entry.name, *entry.aliases)
}
"""The entries of the table by the names of their commands."""


@cache
def command_named(name: str) -> Any:
    """Return the command of a function, or of an alias, which sets some options.

    It is made when it is asked for: to make all would take longer than most commands run.
    """
    entry = ENTRIES[name]
    options = entry.options
    if isinstance(entry, ModelInfo):
        run, options = model_command(entry), model_options(entry)
        run = linear.with_numbers(run) if entry.numeric_options else run
    else:
        run = _COMMANDS[entry.name]
    preset = entry.aliases.get(name, {})
    own = {spec.keyword: preset[spec.name] for spec in options if spec.name in preset}
    free = [spec for spec in options if spec.name not in preset]
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    command = make_command(partial(run, **own), entry, free)
    single.command(name, help=help_text(name), context_settings=SETTINGS)(command)
    return typer.main.get_command(single)


def help_text(name: str) -> str:
    """Return the help of a command."""
    entry = ENTRIES[name]
    if name != entry.name:
        options = "".join(
            f" --{key}" if x is True else f" --{key} {','.join(x)}"
            for key, x in entry.aliases[name].items()
        )
        title = "" if options else f" {entry.title}."
        return f"The same as symoro {entry.name}{options}.{title}"
    extension = f" (.{entry.extension})" if entry.extension else ""
    details = f"\n\n{cleandoc(entry.details)}" if entry.details else ""
    return f"{entry.title}{extension}.{details}"
