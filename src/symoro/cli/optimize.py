"""``symoro optimize FILE``: keep of a program text what some of its variables need."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from symoro.cli.json_text import json_text
from symoro.cli.texts import choose_languages, echo_warnings, print_code, print_summary
from symoro.errors import UsageError
from symoro.pipeline.options import READING, RUNNING

if TYPE_CHECKING:
    from symoro.pipeline.optimize import OptimizedProgram


def optimize(
    *,
    file: str,
    outputs: Sequence[str],
    lang: Sequence[str],
    single: bool,
    folder: Path | None,
    force: bool,
    names: str | None,
    level: str | None,
    language: str | None,
    states: Sequence[str],
    variables: bool,
    verify: bool,
    json: bool,
) -> None:
    """Print or write a program text reduced to some of its variables."""
    from symoro.pipeline.optimize import optimize as reduce_program

    if variables and (lang or folder is not None):
        raise UsageError("--variables prints names; --lang and -o ask for code")
    chosen = choose_languages(lang, single)
    reading = all(name == "listing" for name in chosen)
    program = reduce_program(
        Path(file),
        outputs,
        level=(level or (READING if reading else RUNNING)).upper(),
        language=language,
        states=states,
        verify=verify,
    )
    files: list[Path] = []
    if folder is not None:
        write = partial(program.write, folder, chosen, single=single, force=force, names=names)
        files = echo_warnings(write)
    if json:
        typer.echo(json_text(program.as_dict(files)))
        return
    if variables:
        for kind, each in program.variables.items():
            typer.echo(f"{kind} ({len(each)}): {', '.join(each) or 'none'}")
    elif folder is None:
        print_code(partial(program.files, single=single, names=names), chosen)
    print_summary(files, _summary(program))


def _summary(program: OptimizedProgram) -> list[str]:
    """Say what was made: outputs, counts before and after, how the text was understood."""
    lines = [f"{program.file} at {program.level}: {program.operations}"]
    lines += program.certificate.lines() if program.certificate else ["Not verified."]
    return lines + [f"Note: {note}" for note in program.notes]
