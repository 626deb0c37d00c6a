"""Commands that draw: workspace, draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from symoro.cli.json_text import json_text
from symoro.cli.limits import joint_limits
from symoro.cli.load_robot import load_robot, value_set_or_only
from symoro.cli.texts import echo_warnings
from symoro.errors import ParseError, UsageError
from symoro.wording import identifier

if TYPE_CHECKING:
    from symoro.expressions import Expression
    from symoro.robot import Robot, ValueSet


def workspace(
    *,
    robot: str,
    plot: Path | None,
    link: int | None,
    point: str,
    samples: int,
    seed: int,
    assembly_mode: int | None,
    limits: Sequence[str],
    values: str | None,
    param: Mapping[str, Expression],
    substitute: Mapping[str, Expression],
    strict: bool,
    json: bool,
) -> None:
    """Print the box and the area or volume that a point of a robot reaches; draw it."""
    from symoro.plot.reach import workspace as sampled
    from symoro.plot.report import as_dict, lines

    _require_picture(plot)
    chosen, numbers = _robot(robot, values, substitute, strict)
    ranges = joint_limits(chosen, limits)
    place = _coordinates(point)
    if seed < 0:
        raise UsageError(f"--seed takes a number from 0 on, not {seed}")
    reach = sampled(
        chosen,
        link,
        samples,
        numbers,
        seed,
        param=param,
        point=place,
        assembly_mode=assembly_mode,
        limits=ranges,
    )
    files: list[Path] = []
    if plot is not None:
        from symoro.plot.backend import save
        from symoro.plot.workspace_picture import draw_workspace

        files.append(save(draw_workspace(reach), plot))
    if json:
        typer.echo(json_text(as_dict(reach, files)))
        return
    for line in lines(reach):
        typer.echo(line)
    if reach.measure.dimension < min(len(reach.ranges), 2) and not any(reach.point):
        typer.echo("--point X,Y,Z takes another point of the link", err=True)
    for path in files:
        typer.echo(f"wrote {path}", err=True)


def draw(
    *,
    robot: str,
    plot: Path | None,
    q: Mapping[str, float],
    point: str,
    axes: str,
    view: str | None,
    shapes: str,
    assembly_mode: int | None,
    values: str | None,
    param: Mapping[str, Expression],
    substitute: Mapping[str, Expression],
    strict: bool,
) -> None:
    """Draw a robot with its frames."""
    _require_picture(Path("robot.svg") if plot is None else plot)
    from symoro.plot.backend import save
    from symoro.plot.figure import draw as drawn

    chosen, numbers = _robot(robot, values, substitute, strict)
    picture = echo_warnings(
        lambda: drawn(
            chosen,
            _positions(chosen, q) if q else None,
            numbers,
            param=param,
            point=_coordinates(point),
            axes=axes,
            assembly_mode=1 if assembly_mode is None else assembly_mode,
            view=None if view is None else _view(view),
            shapes=shapes,
        )
    )
    path = save(picture, Path(f"{identifier(chosen.name)}.svg") if plot is None else plot)
    value_set_or_only(chosen, values)
    typer.echo(f"wrote {path}", err=True)


def _require_picture(plot: Path | None) -> None:
    """Refuse a picture that cannot be made before any work is done."""
    if plot is not None:
        from symoro.plot.backend import picture_format, require_matplotlib, use_usual_style

        picture_format(plot)
        require_matplotlib()
        use_usual_style()


def _robot(
    source: str, values: str | None, substitute: Mapping[str, Expression], strict: bool
) -> tuple[Robot, str | ValueSet | None]:
    """The robot with expressions put in, and the numbers of a file for the symbols it has left."""
    from symoro.formats.values import changed_robot, read_values
    from symoro.robot import ValueSet
    from symoro.robot.values import exact_values

    changes = {"substitute": substitute}
    loaded = load_robot(source, strict, changes)
    robot, numbers = changed_robot(loaded, **changes), read_values(values)
    if isinstance(numbers, ValueSet):
        exact = exact_values(robot, numbers, replaced=loaded.symbols)
        return robot, ValueSet(numbers.name, tuple(exact.items()))
    return robot, values


def _positions(robot: Robot, at: Mapping[str, float]) -> dict[int, float]:
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
        coordinates = [parse(part) for part in text.split(",")]
    except ParseError as error:
        raise UsageError(f"--point {text}: {error.message}") from None
    if len(coordinates) != 3:
        raise UsageError(f"--point takes X,Y,Z, not {text}")
    return coordinates


def _view(text: str) -> tuple[float, float]:
    try:
        elevation, azimuth = map(float, text.split(","))
    except ValueError:
        raise UsageError(f"--view takes two numbers, such as 25,-60, not {text}") from None
    return elevation, azimuth
