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
from symoro.errors import ModelError

if TYPE_CHECKING:
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
            data.append(_solve(model, pose, at, limits, json=json))
            continue
        files: list[Path] = []
        if folder is not None:
            write = partial(model.write, folder, chosen, force=force, names=names)
            files = echo_warnings(write)
        data.append(model.as_dict(files))
        if not json:
            if not files:
                print_code(partial(model.files, names=names), chosen)
            print_summary(files, model.summary())
    if not data:
        raise ModelError(f"{loaded.name}: none of its {len(ends)} ends has such a model")
    if json:
        typer.echo(json_text(data[0] if len(data) == 1 else data))


def _solve(
    model: InverseGeometry, wanted: str, at: Mapping[str, float], limits: bool, *, json: bool
) -> dict[str, Any]:
    """Solve the poses of a file, or one of the robot's; print the solutions unless JSON is."""
    from symoro.formats.pose_file import SUFFIX, read_poses

    in_file = wanted.lower().endswith(SUFFIX)
    poses = []
    for pose in read_poses(wanted) if in_file else [model.robot.pose(wanted)]:
        solutions = model.solve(pose, at, limits)
        poses.append({"name": pose.name, **solutions.as_dict()})
        if not json:
            typer.echo(f"{pose.name}{model.end_text}:")
            for line in solutions.lines():
                typer.echo(f"  {line}")
    ends = {"from": model.start, "to": model.end}
    return {"robot": model.robot.name, **ends, "joints": list(model.joints), "poses": poses}
