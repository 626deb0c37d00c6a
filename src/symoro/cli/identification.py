"""The command for base inertial parameters."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symoro.cli.arguments import (
    FolderOption,
    JsonOption,
    ReplaceOption,
    RobotArgument,
    SetOption,
    StrictOption,
    TreeOption,
    assignments,
)
from symoro.cli.json_text import json_text
from symoro.cli.lists import list_option
from symoro.cli.load_robot import load_robot
from symoro.cli.texts import written
from symoro.errors import UsageError

if TYPE_CHECKING:
    from symoro.grouping.result import BaseParameters

WithOption = Annotated[
    list[str], list_option("--with", metavar="WHAT", help="General symbols for ia or friction.")
]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("base-parameters")(base_parameters)


def base_parameters(
    robot: RobotArgument,
    numeric: Annotated[
        bool, typer.Option("--numeric", help="By the rank of random samples, not by rules.")
    ] = False,
    mode: Annotated[
        int | None, typer.Option("--mode", metavar="M", help="Assembly mode of a closed robot.")
    ] = None,
    constraints: Annotated[
        Path | None,
        typer.Option("--constraints", metavar="FILE", help="With --numeric: a .cons file."),
    ] = None,
    values: Annotated[
        str | None,
        typer.Option("--values", metavar="NAME", help="With --numeric: the robot's value set."),
    ] = None,
    latex: Annotated[bool, typer.Option("--latex", help="Print the relations as LaTeX.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why each parameter stays or goes.")
    ] = False,
    folder: FolderOption = None,
    force: ReplaceOption = False,
    with_: WithOption = [],  # noqa: B006 - typer copies it
    set_: SetOption = [],  # noqa: B006
    tree: TreeOption = False,
    strict: StrictOption = False,
    as_json: JsonOption = False,
) -> None:
    """Base inertial parameters and grouping relations (.regp, .Nreg) and the robot in them (.par).

    Without -o the relations are printed. --latex with --explain prints the relations between the
    energy functions.
    """
    from symoro.grouping.front import base_parameters as find
    from symoro.robot.variant import variant

    if as_json and (latex or explain):
        raise UsageError("--json prints everything; --latex and --explain are for reading")
    sets = assignments(set_)
    loaded = load_robot(robot, strict, lambda each: variant(each, sets, with_, tree))
    found = find(
        loaded,
        "numeric" if numeric else "symbolic",
        mode=mode,
        tree=tree,
        with_=with_,
        set_=sets,
        constraints=constraints,
        values=values,
    )
    files = written(partial(found.write, folder, force=force)) if folder is not None else []
    if as_json:
        typer.echo(json_text(found.as_dict(files)))
        return
    if explain:
        typer.echo(found.explain("latex" if latex else "text"))
    elif latex:
        typer.echo(found.latex())
    elif not files:
        typer.echo(found.text(), nl=False)
    for path in files:
        typer.echo(f"wrote {path}", err=True)
    _summarise(found)


def _summarise(found: BaseParameters) -> None:
    from symoro.grouping.views.texts import summary

    for line in summary(found):
        typer.echo(line, err=True)
