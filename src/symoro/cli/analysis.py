"""Commands that answer with words and numbers: singularities, assembly modes at a posture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from symoro.cli.json_text import json_text
from symoro.cli.load_robot import load_changed
from symoro.errors import UsageError

if TYPE_CHECKING:
    from symoro.expressions import Expression


def singularities(
    *,
    robot: str,
    link: int | None,
    rows: str | None,
    at: Mapping[str, float],
    values: str | None,
    param: Mapping[str, Expression],
    timeout: float | None,
    strict: bool,
    json: bool,
) -> None:
    """Print the singular postures of a robot; with --at, the rank of the Jacobian there."""
    from symoro.catalog.kinematic.singularities import singularities as find

    changes = {"values": values, "param": param}
    loaded = load_changed(robot, strict, changes, needs_numbers=bool(at))
    postures = find(loaded, link, rows=rows, timeout=timeout)
    data = postures.as_dict()
    lines = postures.lines()
    if at:
        rank, singular = postures.rank_at(at)
        data["rank"] = rank
        lengths = [float(x) if k < rank else 0.0 for k, x in enumerate(singular)]
        data["singular_values"] = lengths
        listed = ", ".join(f"{x:.4g}" for x in lengths)
        lines.append(f"at this posture: rank {rank}, singular values {listed}")
    if json:
        typer.echo(json_text(data))
        return
    for line in lines:
        typer.echo(line)


def loop_solutions(
    *,
    robot: str,
    at: Mapping[str, float],
    values: str | None,
    param: Mapping[str, Expression],
    active: str | None,
    strict: bool,
    json: bool,
) -> None:
    """Print all assembly modes of a closed robot at given values of its active joints."""
    from symoro.catalog.geometric.loop_solutions import loop_geometry
    from symoro.digits import decimals
    from symoro.pipeline.options import Options

    changes = {"values": values, "param": param}
    loaded = load_changed(robot, strict, changes, needs_numbers=True)
    geometry = loop_geometry(loaded, Options(own={"active": active}))
    names = [loaded.variables[j].name for j in geometry.active]
    missing = [name for name in names if name not in at]
    if missing:
        raise UsageError(
            f"--at {missing[0]}=NUMBER is needed; active joints are {', '.join(names)}"
        )
    modes = geometry.solutions(at)
    if json:
        data = {"robot": loaded.name, "closed_form": geometry.closed_form, **modes.as_dict()}
        typer.echo(json_text(data))
        return
    how = (
        "by formulas" if geometry.closed_form else "by search: complete only with high probability"
    )
    typer.echo(f"{loaded.name}: {len(modes)} assembly modes, found {how}")
    for label, row, gap in zip(modes.labels, decimals(modes.q, 9), modes.open_by, strict=True):
        typer.echo(f"{label} (open by less than {gap:.0e})")
        typer.echo(
            "  " + ", ".join(f"{n} = {x:.9g}" for n, x in zip(modes.joints, row, strict=True))
        )
    if modes.idle:
        listed = ", ".join(map(str, modes.idle))
        typer.echo(f"joints {listed} move while the active joints are held")
