"""``symoro optimize FILE``: keep of a program text what some of its variables need."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symoro.cli.arguments import FolderOption, JsonOption, ReplaceOption
from symoro.cli.json_text import json_text
from symoro.cli.lists import list_option
from symoro.cli.models import LangOption, NoVerifyOption, SingleOption
from symoro.cli.texts import chosen_languages, print_code, print_summary, written
from symoro.errors import UsageError
from symoro.pipeline.options import READING, RUNNING

if TYPE_CHECKING:
    from symoro.pipeline.optimize import Optimized


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
        list_option(
            "--outputs",
            metavar="NAMES",
            help="Variables wanted: GAM2,GAM3; GAM for all that begin so; '*' for all. "
            "By default those that FILE names, else those that nothing uses.",
        ),
    ] = [],  # noqa: B006 - typer copies it
    lang: LangOption = [],  # noqa: B006
    single: SingleOption = False,
    folder: FolderOption = None,
    force: ReplaceOption = False,
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
        list_option(
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
    from symoro.pipeline.optimize import optimize as reduced

    if variables and (lang or folder is not None):
        raise UsageError("--variables prints names; --lang and -o ask for code")
    chosen = chosen_languages(lang, single)
    reading = all(name == "listing" for name in chosen)
    found = reduced(
        Path(file),
        outputs,
        level=(level or (READING if reading else RUNNING)).upper(),
        language=language,
        states=states,
        verify=not no_verify,
    )
    files: list[Path] = []
    if folder is not None:
        files = written(partial(found.write, folder, chosen, single=single, force=force))
    if as_json:
        typer.echo(json_text(found.as_dict(files)))
        return
    if variables:
        for kind, names in found.variables.items():
            typer.echo(f"{kind} ({len(names)}): {', '.join(names) or 'none'}")
    elif folder is None:
        print_code(partial(found.files, single=single), chosen)
    print_summary(files, _summary(found))


def _summary(found: Optimized) -> list[str]:
    """Say what was made: outputs, counts before and after, how the text was understood."""
    lines = [f"{found.file} at {found.level}: {found.operations}"]
    lines += found.certificate.lines() if found.certificate else ["Not verified."]
    return lines + [f"Note: {note}" for note in found.notes]
