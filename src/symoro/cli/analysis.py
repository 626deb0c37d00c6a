"""Commands that answer with words and numbers: singularities, assembly modes at a posture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from symoro.cli.arguments import JsonOption, RobotArgument, StrictOption, numbers
from symoro.cli.json_text import json_text
from symoro.cli.lists import list_option
from symoro.cli.load_robot import load_robot
from symoro.errors import UsageError

if TYPE_CHECKING:
    from symoro.robot import Robot

AtOption = Annotated[
    list[str],
    list_option("--at", metavar="NAME=NUMBER", help="Values of joints, such as t1=0,t2=Pi/2."),
]
ValuesOption = Annotated[
    str | None,
    typer.Option("--values", metavar="NAME", help="The robot's value set that gives its lengths."),
]
ParamOption = Annotated[
    list[str],
    list_option("--param", metavar="NAME=NUMBER", help="Values of parameters, such as d2=0.5."),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("singularities")(singularities)
    app.command("loop-solutions")(loop_solutions)


def singularities(
    robot: RobotArgument,
    link: Annotated[
        int | None,
        typer.Option("--link", metavar="R", help="The link; that of the tool by default."),
    ] = None,
    rows: Annotated[
        list[str], list_option("--rows", metavar="ROWS", help="Rows to keep, such as 1-3,6.")
    ] = [],  # noqa: B006
    at: AtOption = [],  # noqa: B006 - typer copies it
    values: ValuesOption = None,
    param: ParamOption = [],  # noqa: B006
    time: Annotated[
        float | None, typer.Option("--time", metavar="S", help="Seconds that it may take.")
    ] = None,
    strict: StrictOption = False,
    as_json: JsonOption = False,
) -> None:
    """Name the singular postures of a robot; with --at, the rank of the Jacobian there.

    Each is on the boundary of the workspace or inside; --values and --param give the lengths.
    """
    from symoro.catalog.kinematic.singularities import singularities as find

    loaded = load_robot(robot, strict)
    posture = numbers("--at", at)
    parameters = _parameters(loaded, values, param)
    found = find(loaded, link, parameters=parameters, rows=",".join(rows) or None, time=time)
    data = found.as_dict()
    lines = found.lines()
    if posture:
        rank, singular = found.rank_at(posture, parameters)
        data["rank"] = rank
        lengths = [float(x) if k < rank else 0.0 for k, x in enumerate(singular)]
        data["singular_values"] = lengths
        listed = ", ".join(f"{x:.4g}" for x in lengths)
        lines.append(f"at this posture: rank {rank}, singular values {listed}")
    if as_json:
        typer.echo(json_text(data))
        return
    for line in lines:
        typer.echo(line)


def loop_solutions(
    robot: RobotArgument,
    at: AtOption = [],  # noqa: B006
    values: ValuesOption = None,
    param: ParamOption = [],  # noqa: B006
    active: Annotated[
        list[str],
        list_option("--active", metavar="J", help="Joints taken as known; the motors by default."),
    ] = [],  # noqa: B006
    strict: StrictOption = False,
    as_json: JsonOption = False,
) -> None:
    """Find all assembly modes of a closed robot at given values of its active joints."""
    from symoro.catalog.functions import loop_geometry
    from symoro.verify.digits import decimals

    loaded = load_robot(robot, strict)
    geometry = loop_geometry(loaded, active=",".join(active) or ())
    names = [loaded.variables[j].name for j in geometry.active]
    given = numbers("--at", at)
    missing = [name for name in names if name not in given]
    if missing:
        raise UsageError(
            f"--at {missing[0]}=NUMBER is needed; active joints are {', '.join(names)}"
        )
    found = geometry.solutions(given, _parameters(loaded, values, param))
    if as_json:
        data = {"robot": loaded.name, "closed_form": geometry.closed_form, **found.as_dict()}
        typer.echo(json_text(data))
        return
    how = (
        "by formulas" if geometry.closed_form else "by search: complete only with high probability"
    )
    typer.echo(f"{loaded.name}: {len(found)} assembly modes, found {how}")
    for label, row, gap in zip(found.labels, decimals(found.q, 9), found.open_by, strict=True):
        typer.echo(f"{label} (open by less than {gap:.0e})")
        typer.echo(
            "  " + ", ".join(f"{n} = {x:.9g}" for n, x in zip(found.joints, row, strict=True))
        )
    if found.idle:
        listed = ", ".join(map(str, found.idle))
        typer.echo(f"joints {listed} move while the active joints are held")


def _parameters(robot: Robot, values: str | None, param: list[str]) -> dict[str, float]:
    """The numbers of a value set, and those given one by one."""
    given = numbers("--param", param)
    if unknown := sorted(set(given) - set(robot.symbols)):
        raise UsageError(
            f"{robot.name} has no symbol {', '.join(unknown)}; symoro show prints its tables"
        )
    return (robot.numbers(values) if values else {}) | given
