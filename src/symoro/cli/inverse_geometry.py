"""The command igm: the equations of an inverse geometric model, its code, or solutions of poses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from symoro.cli.json_text import json_text
from symoro.cli.load_robot import load_changed
from symoro.cli.texts import choose_languages, echo_warnings, print_code, print_summary
from symoro.errors import ModelError, UsageError
from symoro.wording import identifier

if TYPE_CHECKING:
    from symoro.analysis.inverse_geometry import Solutions
    from symoro.catalog.geometric.inverse_solutions import InverseGeometry
    from symoro.expressions import Expression


def igm(
    *,
    robot: str,
    method: str | None,
    from_: str | None,
    to: str | None,
    elements: Sequence[str],
    fix: Sequence[str],
    pose: str | None,
    at: Mapping[str, float],
    limits: bool,
    plot: Path | None,
    values: str | None,
    param: Mapping[str, Expression],
    substitute: Mapping[str, Expression],
    equivalent_tree: bool,
    lang: Sequence[str],
    single: bool,
    folder: Path | None,
    force: bool,
    names: str | None,
    verify: bool,
    strict: bool,
    json: bool,
) -> None:
    """Print the inverse geometric model of a robot, write its code, or solve poses."""
    chosen = choose_languages(lang, single)
    _require_pose(pose, {"at": at, "limits": limits, "plot": plot})
    if plot is not None:
        _require_picture(plot)
    changes = {
        "values": values,
        "param": param,
        "substitute": substitute,
        "equivalent_tree": equivalent_tree,
    }
    loaded = load_changed(robot, strict, changes, needs_numbers=pose is not None)
    from symoro.catalog.geometric.inverse_geometry import igm as derive
    from symoro.catalog.geometric.inverse_geometry import terminal_frames

    ends: Sequence[int | str | None] = (to,)
    if to is None and not loaded.n_loops:
        ends = terminal_frames(loaded) or ends
    data: list[dict[str, Any]] = []
    for end in ends:
        try:
            model = derive(
                loaded, method, from_=from_, to=end, elements=elements, fix=fix, verify=verify
            )
        except ModelError as error:
            if len(ends) == 1:
                raise
            typer.echo(f"frame {end} is left out: {error.command_text}", err=True)
            continue
        if pose is not None:
            solved = _solve(model, pose, at, limits)
            pictures = _draw(model, solved, plot, several=len(ends) > 1) if plot else []
            data.append(_report(model, solved, pictures, json=json))
            continue
        files: list[Path] = []
        if folder is not None:
            write = partial(model.write, folder, chosen, single=single, force=force, names=names)
            files = echo_warnings(write)
        data.append(model.as_dict(files))
        if not json:
            if not files:
                print_code(partial(model.files, single=single, names=names), chosen)
            print_summary(files, model.summary())
    if not data:
        raise ModelError(f"{loaded.name}: none of its {len(ends)} ends has such a model")
    if json:
        typer.echo(json_text(data[0] if len(data) == 1 else data))


Solved = Sequence[tuple[str, "Solutions"]]
"""Poses by their names with their solutions."""


def _require_pose(pose: str | None, options: Mapping[str, object]) -> None:
    """Refuse options of poses where no pose is given."""
    for name, value in options.items():
        if value and pose is None:
            raise UsageError(f"--{name} is for solutions of poses: add --pose")


def _require_picture(plot: Path) -> None:
    """Refuse a picture that cannot be made before any work is done."""
    from symoro.plot.backend import picture_format, require_matplotlib, use_usual_style

    picture_format(plot)
    require_matplotlib()
    use_usual_style()


def _solve(model: InverseGeometry, wanted: str, at: Mapping[str, float], limits: bool) -> Solved:
    """Solve the poses of a file, or one of the robot's."""
    from symoro.formats.pose_file import SUFFIX, read_poses

    in_file = wanted.lower().endswith(SUFFIX)
    poses = read_poses(wanted) if in_file else [model.robot.pose(wanted)]
    return [(pose.name, model.solve(pose, at, limits)) for pose in poses]


def _draw(model: InverseGeometry, solved: Solved, plot: Path, *, several: bool) -> list[Path]:
    """Draw the solutions of each pose that has some; of several pictures each has its name."""
    from symoro.plot.backend import save
    from symoro.plot.postures import draw_postures

    files = []
    for name, solutions in solved:
        if not len(solutions):
            continue
        parts = [plot.stem, *([f"to{model.end}"] if several else [])]
        parts += [identifier(name)] if len(solved) > 1 else []
        picture = draw_postures(model.robot, solutions, link=model.end)
        files.append(save(picture, plot.with_name("_".join(parts) + plot.suffix)))
    return files


def _report(
    model: InverseGeometry, solved: Solved, pictures: Sequence[Path], *, json: bool
) -> dict[str, Any]:
    """Print the solutions, unless they are printed as JSON, and return them as data."""
    for name, solutions in () if json else solved:
        typer.echo(f"{name}{model.end_text}:")
        for line in solutions.lines():
            typer.echo(f"  {line}")
    for path in pictures:
        typer.echo(f"wrote {path}", err=True)
    return {
        "robot": model.robot.name,
        "from": model.start,
        "to": model.end,
        "joints": list(model.joints),
        "poses": [{"name": name, **solutions.as_dict()} for name, solutions in solved],
        "files": [str(path) for path in pictures],
    }
