"""Commands that draw: workspace, draw."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symoro.cli.analysis import AtOption, ParamOption
from symoro.cli.arguments import (
    JsonOption,
    RobotArgument,
    SetOption,
    StrictOption,
    assignments,
    numbers,
)
from symoro.cli.json_text import json_text
from symoro.cli.limits import LimitOption, joint_limits
from symoro.cli.load_robot import load_changed
from symoro.errors import ParseError, UsageError

if TYPE_CHECKING:
    from symoro.expressions import Expression
    from symoro.plot.numbers import Numbers
    from symoro.robot import Robot
    from symoro.robot.limits import Ranges

PictureOption = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", help="The picture to write: .png, .svg or .pdf."),
]
ValuesOption = Annotated[
    str | None,
    typer.Option(
        "--values",
        metavar="NAME",
        help="A value set of the robot, or a .json file; its only set by default.",
    ),
]
PointOption = Annotated[
    str, typer.Option("--point", metavar="X,Y,Z", help="A point of the link, in its frame.")
]
ModeOption = Annotated[
    int | None, typer.Option("--mode", metavar="M", help="Assembly mode of a closed robot.")
]


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("workspace")(workspace)
    app.command("draw")(draw)


def workspace(
    robot: RobotArgument,
    plot: PictureOption = None,
    link: Annotated[
        int | None,
        typer.Option(
            "--link", metavar="J", help="Frame of the point; that of the tool by default."
        ),
    ] = None,
    point: PointOption = "0,0,0",
    samples: Annotated[
        int, typer.Option("--samples", metavar="N", help="How many joint positions are drawn.")
    ] = 20000,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="The same seed gives the same samples.")
    ] = 0,
    mode: ModeOption = None,
    limit: LimitOption = [],  # noqa: B006 - typer copies it
    values: ValuesOption = None,
    param: ParamOption = [],  # noqa: B006
    set_: SetOption = [],  # noqa: B006
    strict: StrictOption = False,
    as_json: JsonOption = False,
) -> None:
    """Sample what a point of a robot reaches: box, area or volume, picture."""
    from symoro.plot.reach import workspace as sampled
    from symoro.plot.report import as_dict, lines

    _require_picture(plot)
    chosen, values_, limits = _robot(robot, values, param, set_, strict, limit)
    place = _coordinates(point)
    if seed < 0:
        raise UsageError(f"--seed takes a number from 0 on, not {seed}")
    reach = sampled(chosen, link, samples, values_, seed, point=place, mode=mode, limits=limits)
    files: list[Path] = []
    if plot is not None:
        from symoro.plot.backend import save
        from symoro.plot.reached import draw_workspace

        files.append(save(draw_workspace(reach), plot))
    if as_json:
        typer.echo(json_text(as_dict(reach, files)))
        return
    for line in lines(reach):
        typer.echo(line)
    if reach.measure.dimension < min(len(reach.ranges), 2) and not any(reach.point):
        typer.echo("--point X,Y,Z takes another point of the link", err=True)
    for path in files:
        typer.echo(f"wrote {path}", err=True)


def draw(
    robot: RobotArgument,
    plot: Annotated[
        Path, typer.Option("--plot", metavar="FILE", help="The picture: .png, .svg or .pdf.")
    ],
    at: AtOption = [],  # noqa: B006 - typer copies it
    point: PointOption = "0,0,0",
    axes: Annotated[
        str, typer.Option("--axes", metavar="LETTERS", help="Axes of the frames: xz or xyz.")
    ] = "xz",
    view: Annotated[
        str | None,
        typer.Option("--view", metavar="E,A", help="Elevation and azimuth of the eye, in degrees."),
    ] = None,
    mode: ModeOption = None,
    values: ValuesOption = None,
    param: ParamOption = [],  # noqa: B006
    set_: SetOption = [],  # noqa: B006
    strict: StrictOption = False,
) -> None:
    """Draw a robot with its frames."""
    _require_picture(plot)
    from symoro.plot.backend import save
    from symoro.plot.figure import draw as drawn

    chosen, values_, _ = _robot(robot, values, param, set_, strict)
    picture = drawn(
        chosen,
        _positions(chosen, numbers("--at", at)) if at else None,
        values_,
        point=_coordinates(point),
        axes=axes,
        mode=1 if mode is None else mode,
        view=None if view is None else _view(view),
    )
    typer.echo(f"wrote {save(picture, plot)}", err=True)


def _require_picture(plot: Path | None) -> None:
    """Refuse a picture that cannot be made before any work is done."""
    if plot is not None:
        from symoro.plot.backend import picture_format, require_matplotlib, use_usual_style

        picture_format(plot)
        require_matplotlib()
        use_usual_style()


def _robot(
    source: str,
    values: str | None,
    param: list[str],
    set_: list[str],
    strict: bool,
    limit: Sequence[str] = (),
) -> tuple[Robot, Numbers, Ranges]:
    from symoro.plot.numbers import geometry_numbers
    from symoro.robot.limits import with_limits

    sets = assignments(set_)
    robot = load_changed(source, strict, lambda each: each.substitute(dict(sets)) if sets else each)
    ranges = joint_limits(robot, limit)
    numbered = with_limits(robot, ranges)
    given = numbers("--param", param)
    if values is not None and values.lower().endswith(".json"):
        return robot, geometry_numbers(numbered, _numbers_file(values), given), ranges
    return robot, geometry_numbers(numbered, values, given), ranges


def _numbers_file(path: str) -> dict[str, float]:
    try:
        data: Any = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{path}: cannot read: {reason}") from error
    if not isinstance(data, dict):
        raise UsageError(f"{path}: values are an object of names and numbers")
    return numbers(path, [f"{name}={value}" for name, value in data.items()])


def _positions(robot: Robot, at: dict[str, float]) -> dict[int, float]:
    """The joints that some variables move, with their positions."""
    joints = {variable.name: j for j, variable in robot.variables.items()}
    unknown = [name for name in at if name not in joints]
    if unknown:
        raise UsageError(
            f"--at: {robot.name} has no joint variable {unknown[0]}; it has {', '.join(joints)}"
        )
    return {joints[name]: value for name, value in at.items()}


def _coordinates(text: str) -> list[Expression]:
    from symoro.expressions import parse

    try:
        found = [parse(part) for part in text.split(",")]
    except ParseError as error:
        raise UsageError(f"--point {text}: {error.message}") from None
    if len(found) != 3:
        raise UsageError(f"--point takes X,Y,Z, not {text}")
    return found


def _view(text: str) -> tuple[float, float]:
    try:
        elevation, azimuth = map(float, text.split(","))
    except ValueError:
        raise UsageError(f"--view takes two numbers, such as 25,-60, not {text}") from None
    return elevation, azimuth
