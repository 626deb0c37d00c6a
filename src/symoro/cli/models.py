"""One command for each model of the registry."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symoro.catalog.registry import listed
from symoro.cli.arguments import (
    BaseOption,
    FloatingOption,
    FolderOption,
    JsonOption,
    ReplaceOption,
    RobotArgument,
    SetOption,
    StrictOption,
    TreeOption,
    assignments,
    language_names,
)
from symoro.cli.choices import argument_name, value_of, with_choices
from symoro.cli.json_text import json_text
from symoro.cli.lists import list_option
from symoro.cli.load_robot import load_robot
from symoro.cli.progress import Progress
from symoro.cli.texts import chosen_languages, print_code, print_summary, written
from symoro.pipeline.entry import Listed
from symoro.pipeline.options import ASSUME, LEVELS, READING, RUNNING, Options
from symoro.printers import languages

if TYPE_CHECKING:
    from symoro.pipeline.model import Model

_LANGUAGES = ", ".join(item.name for item in languages())
LangOption = Annotated[
    list[str],
    list_option(
        "--lang",
        metavar="NAMES",
        help=f"Languages, such as c,python: {_LANGUAGES}.",
        autocompletion=language_names,
    ),
]
SingleOption = Annotated[
    bool, typer.Option("--single", help="Single precision, in languages that have it.")
]
LevelOption = Annotated[
    str | None,
    typer.Option(
        "--level",
        metavar="|".join(LEVELS),
        help="O0: the whole trace; O1: what outputs need; O2: the fewest operations. "
        f"{READING} for the listing, {RUNNING} with --lang.",
    ),
]
AssumeOption = Annotated[
    str,
    typer.Option(
        "--assume",
        metavar="|".join(ASSUME),
        help="Whether O2 may take lengths and masses that are symbols for non-zero.",
    ),
]
OutputsOption = Annotated[
    list[str], list_option("--outputs", metavar="NAMES", help="Outputs wanted, such as 'GAM,E*'.")
]
WithOption = Annotated[
    list[str],
    list_option("--with", metavar="WHAT", help="General symbols for ia, friction or wrench=J."),
]
DerivativeOption = Annotated[
    list[str],
    list_option(
        "--derivative",
        metavar="NAMES",
        help="Derivatives of the outputs by arguments (q,QP) or symbols (M3).",
    ),
]
ExpandedOption = Annotated[
    bool,
    typer.Option("--expanded", help="Without intermediate variables, simplified."),
]
TimeOption = Annotated[
    float | None,
    typer.Option("--time", metavar="S", help="Seconds that symbolic work may take; 60."),
]
NoVerifyOption = Annotated[
    bool, typer.Option("--no-verify", help="Skip the comparison with the reference.")
]


def add_models(app: typer.Typer) -> None:
    """Add a command for each model."""
    for item in listed():
        app.command(item.name, help=f"{item.title} (.{item.extension}).")(_command(item))


def _command(item: Listed) -> Callable[..., None]:
    own = {argument_name(choice): choice for choice in item.choices}

    def run(
        robot: RobotArgument,
        lang: LangOption = [],  # noqa: B006 - typer copies it
        single: SingleOption = False,
        folder: FolderOption = None,
        force: ReplaceOption = False,
        level: LevelOption = None,
        assume: AssumeOption = ASSUME[0],
        outputs: OutputsOption = [],  # noqa: B006
        with_: WithOption = [],  # noqa: B006
        set_: SetOption = [],  # noqa: B006
        tree: TreeOption = False,
        floating: FloatingOption = False,
        base: BaseOption = False,
        derivative: DerivativeOption = [],  # noqa: B006
        expanded: ExpandedOption = False,
        seconds: TimeOption = None,
        no_verify: NoVerifyOption = False,
        strict: StrictOption = False,
        as_json: JsonOption = False,
        **given: Any,
    ) -> None:
        from symoro.catalog.generate import generate

        chosen = chosen_languages(lang, single)
        options = Options(
            level=_level(level, chosen, expanded),
            assume=assume,
            outputs=tuple(outputs),
            tree=tree,
            with_=tuple(with_),
            set_=assignments(set_),
            floating_base=floating,
            base=base,
            derivative=tuple(derivative),
            expanded=expanded,
            time=seconds,
            verify=not no_verify,
            own={own[name].name: value_of(own[name], value) for name, value in given.items()},
        )
        loaded = load_robot(robot, strict, options.applied)
        model = generate(item.name, loaded, options, Progress())
        files: list[Path] = []
        if folder is not None:
            files = written(partial(model.write, folder, chosen, single=single, force=force))
        _show(model, chosen, single, files, as_json)

    return with_choices(run, item.choices, without=() if item.inertial else ("base", "floating"))


def _level(level: str | None, lang: list[str], expanded: bool) -> str:
    """The level that was asked for, or that of a text to read or of code to run."""
    if level is not None:
        return level.upper()
    reading = expanded or all(name == "listing" for name in lang)
    return READING if reading else RUNNING


def _show(model: Model, lang: list[str], single: bool, files: list[Path], as_json: bool) -> None:
    """Print a model that is not in files; what is not code goes to standard error."""
    if as_json:
        typer.echo(json_text(model.as_dict(files)))
        return
    if not files:
        print_code(partial(model.files, single=single), lang)
    print_summary(files, summary(model))


def summary(model: Model) -> list[str]:
    """Say what was made: counts, certificate, notes."""
    lines = [f"{model.robot.name} {model.name} at {model.level}: {model.operations}"]
    lines += model.certificate.lines() if model.certificate else ["Not verified."]
    lines += [f"Assumed: {assumption}" for assumption in model.assumptions]
    return lines + [f"Note: {note}" for note in model.notes]
