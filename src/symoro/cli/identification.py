"""The command for base inertial parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from symoro.cli.json_text import json_text
from symoro.cli.load_robot import load_robot
from symoro.cli.texts import echo_warnings
from symoro.errors import UsageError

if TYPE_CHECKING:
    from symoro.expressions import Expression
    from symoro.grouping.result import BaseParameters


def base_parameters(
    *,
    robot: str,
    method: str,
    assembly_mode: int | None,
    constraints: Path | None,
    latex: bool,
    explain: bool,
    folder: Path | None,
    force: bool,
    names: str | None,
    include: Sequence[str],
    substitute: Mapping[str, Expression],
    values: str | None,
    param: Mapping[str, Expression],
    equivalent_tree: bool,
    strict: bool,
    json: bool,
) -> None:
    """Print or write base inertial parameters, grouping relations and the robot in them."""
    if json and (latex or explain):
        raise UsageError("--json prints everything; --latex and --explain are for reading")
    changes: dict[str, Any] = {
        "substitute": substitute,
        "include": include,
        "values": values,
        "param": param,
        "equivalent_tree": equivalent_tree,
    }
    loaded = load_robot(robot, strict, changes)

    def group() -> BaseParameters:
        from symoro.grouping import api  # when there is a robot

        return api.base_parameters(
            loaded,
            method,
            assembly_mode=assembly_mode,
            constraints=constraints,
            strict=strict,
            **changes,
        )

    grouping = echo_warnings(group)
    files: list[Path] = []
    if folder is not None:
        files = echo_warnings(partial(grouping.write, folder, force=force, names=names))
    if json:
        typer.echo(json_text(grouping.as_dict(files)))
        return
    if explain:
        typer.echo(grouping.explain("latex" if latex else "text"))
    elif latex:
        typer.echo(grouping.latex())
    elif not files:
        typer.echo(grouping.text(names), nl=False)
    for path in files:
        typer.echo(f"wrote {path}", err=True)
    _summarise(grouping)


def _summarise(grouping: BaseParameters) -> None:
    from symoro.grouping.views.texts import summary

    for line in summary(grouping):
        typer.echo(line, err=True)
