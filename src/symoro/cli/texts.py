"""The languages that a command takes, and the code that it prints."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import typer

from symoro.printers import is_example
from symoro.printers.printing import require_language

Result = TypeVar("Result")


def choose_languages(names: Sequence[str], single: bool) -> list[str]:
    """Return the names of languages, each once; the listing by default.

    Raises:
        UsageError: if there is no such language, or none with single precision; said before any
            work is done.
    """
    return list(
        dict.fromkeys(require_language(name, single=single).name for name in names or ["listing"])
    )


def print_code(files: Callable[[str], dict[str, str]], languages: Sequence[str]) -> None:
    """Print the main file of each language; say which others it needs."""
    for name in languages:
        main, *others = files(name).items()
        typer.echo(main[1], nl=False)
        needed = [file for file, _ in others if not is_example(file)]
        if needed:
            names = ", ".join(needed)
            typer.echo(f"{main[0]} needs {names}: -o DIR writes them", err=True)


def echo_warnings(call: Callable[[], Result]) -> Result:
    """Call a function and return its result; what it warns of goes to standard error."""
    with warnings.catch_warnings(record=True) as records:
        warnings.simplefilter("always", UserWarning)
        result = call()
    for each in records:
        typer.echo(f"warning: {each.message}", err=True)
    return result


def print_summary(files: Sequence[Path], lines: Sequence[str]) -> None:
    """Say on standard error which files were written, and what was made."""
    for path in files:
        typer.echo(f"wrote {path}", err=True)
    for line in lines:
        typer.echo(line, err=True)
