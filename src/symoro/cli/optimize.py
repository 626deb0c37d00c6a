"""``symoro optimize FILE``: keep of a program text what some of its variables need."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symoro.cli.arguments import FolderOption, JsonOption
from symoro.cli.models import LangOption, NoVerifyOption
from symoro.errors import UsageError
from symoro.generate.options import READING, RUNNING

if TYPE_CHECKING:
    from symoro.generate.optimize import Optimized


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("optimize")(optimize)


def optimize(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A listing, ours or SYMORO+'s; or Fortran, Mathematica, Maple."
        ),
    ],
    outputs: Annotated[
        list[str],
        typer.Option(
            "--outputs",
            metavar="NAMES",
            help="Variables wanted: GAM2,GAM3; GAM for all that begin so; '*' for all. "
            "Those that nothing else uses by default.",
        ),
    ] = [],  # noqa: B006 - typer copies it
    lang: LangOption = [],  # noqa: B006
    folder: FolderOption = None,
    level: Annotated[
        str | None,
        typer.Option(
            "--level",
            metavar="O1|O2",
            help="O1: without what the outputs do not need; O2: each value once, constants apart. "
            f"{READING} for the listing, {RUNNING} with --lang.",
        ),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="NAME",
            help="Language of FILE: listing, fortran, mathematica, maple; told by default.",
        ),
    ] = None,
    states: Annotated[
        list[str],
        typer.Option(
            "--states",
            metavar="NAMES",
            help="Inputs that change at each call, such as 'q*,QP*,QDP*'; told by default.",
        ),
    ] = [],  # noqa: B006
    variables: Annotated[
        bool, typer.Option("--variables", help="Print the names of the variables, not the code.")
    ] = False,
    no_verify: NoVerifyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Keep of a program text what some of its variables need (SYMORO+'s Optimizer)."""
    from symoro.generate.optimize import optimize as reduced

    if variables and (lang or folder is not None):
        raise UsageError("--variables prints names; --lang and -o ask for code")
    chosen = [name.lower() for name in lang] or ["listing"]
    reading = all(name == "listing" for name in chosen)
    found = reduced(
        Path(file),
        _names("--outputs", outputs),
        level=(level or (READING if reading else RUNNING)).upper(),
        language=language,
        states=_names("--states", states),
        verify=not no_verify,
    )
    files = found.write(folder, chosen) if folder is not None else []
    if as_json:
        typer.echo(json.dumps(found.as_dict(files), indent=2))
        return
    if variables:
        for kind, names in found.variables.items():
            typer.echo(f"{kind} ({len(names)}): {', '.join(names) or 'none'}")
    elif folder is None:
        _print(found, chosen)
    for path in files:
        typer.echo(f"wrote {path}", err=True)
    for line in _summary(found):
        typer.echo(line, err=True)


def _names(option: str, given: list[str]) -> list[str]:
    names = [name.strip() for item in given for name in item.split(",") if name.strip()]
    if given and not names:
        raise UsageError(f"{option} takes names or patterns, and none is given")
    return names


def _print(found: Optimized, chosen: list[str]) -> None:
    for language in chosen:
        main, *others = found.files(language).items()
        typer.echo(main[1], nl=False)
        if others:
            names = ", ".join(name for name, _ in others)
            typer.echo(f"{main[0]} needs {names}: -o DIR writes them", err=True)


def _summary(found: Optimized) -> list[str]:
    """Say what was made: outputs, counts before and after, how the text was understood."""
    lines = [f"{found.file} at {found.level}: {found.operations}"]
    lines += found.certificate.lines() if found.certificate else ["Not verified."]
    return lines + [f"Note: {note}" for note in found.notes]
