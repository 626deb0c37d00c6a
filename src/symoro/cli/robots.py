"""Commands on robots: robots, show, check, new, convert, verify."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from symoro.catalog.table import model_entries
from symoro.catalog.tables.robot import REVERSED
from symoro.cli.data_sheet import MOST, robot_of_sheet
from symoro.cli.json_text import json_text
from symoro.cli.load_robot import load_changed, refuse_warnings
from symoro.cli.texts import echo_warnings, print_summary
from symoro.errors import (
    InternalError,
    ModelError,
    ParseError,
    SymoroError,
    UsageError,
    VerificationError,
)
from symoro.formats.registry import PAR
from symoro.pipeline.entry import ModelInfo
from symoro.pipeline.option_spec import validate_options
from symoro.pipeline.options import Options
from symoro.wording import plain_text, quantity, split_words

if TYPE_CHECKING:
    from symoro.expressions import Expression
    from symoro.pipeline.model import Model
    from symoro.robot import Robot
    from symoro.verify.certificate import Certificate

_SENTENCE = re.compile(r"(?<!\b[A-Z])\. ")  # an initial such as "W. " does not end a sentence


def robots(*, json: bool) -> None:
    """List the library: structure, joints, robot, source."""
    from symoro.library.entries import library_entries

    entries = library_entries()
    if json:
        rows = [
            {
                "name": entry.name,
                "structure": entry.structure.value,
                "joints": entry.joints,
                "title": entry.title,
                "source": entry.source,
            }
            for entry in entries
        ]
        typer.echo(json_text({"robots": rows}))
        return
    for entry in entries:
        kind = f"{entry.structure.value}, {quantity(entry.joints, 'joint')}"
        typer.echo(f"{entry.name:15} {kind:18} {entry.title}")
        source = _SENTENCE.split(entry.source.removeprefix("Source: "))[0].rstrip(".")
        typer.echo(f"{'':34} {source.partition(';')[0]}")


def show(
    *, robot: str, values: str | None, param: Mapping[str, Expression], strict: bool, json: bool
) -> None:
    """Print a robot's tables, as SYMORO+ does."""
    from symoro.formats import json_format
    from symoro.printers.tables import robot_tables

    loaded = load_changed(robot, strict, {"values": values, "param": param})
    if json:
        typer.echo(json_format.write(loaded), nl=False)
        return
    typer.echo(f"{plain_text(loaded.name)}: {_size(loaded)}")
    for line in robot_tables(loaded):
        typer.echo(line)
    for each in loaded.values:
        numbers = ", ".join(f"{name} = {value}" for name, value in each.values)
        typer.echo(f"Values '{each.name}': {numbers}")
        if each.source:
            typer.echo(f"  ({each.source})")
    for pose in loaded.poses:
        typer.echo(f"Pose '{plain_text(pose.name)}': {pose.text}")
    if loaded.provenance:
        typer.echo(f"Provenance: {loaded.provenance}")


def check(
    *, robot: str, values: str | None, param: Mapping[str, Expression], strict: bool, json: bool
) -> None:
    """Say whether a robot is valid; warn of likely mistakes; tell its mobility and redundancy."""
    from symoro.catalog.diagnose import motors, with_single_set
    from symoro.catalog.freedoms import freedoms
    from symoro.formats import Diagnostic
    from symoro.library import load
    from symoro.verify.value_sets import check_values

    diagnostics: list[Diagnostic] = []
    try:
        loaded = load(robot, diagnostics)
    except ParseError as error:
        if json:
            where = {"file": error.file, "line": error.line, "column": error.column}
            typer.echo(json_text({"valid": False, "error": {**where, "message": error.message}}))
        raise
    warnings = [str(item) for item in diagnostics if not item.note]
    mobility = freedoms(loaded, values=values, param=param)
    numbered = with_single_set(loaded, values, param)
    more = (*motors(loaded, mobility), *check_values(numbered))
    warnings += [f"{robot}: warning: {item}" for item in more if not item.note]
    notes = [str(item) for item in diagnostics if item.note]
    notes += [f"{robot}: note: {item}" for item in more if item.note]
    if json:
        result = {"robot": loaded.name, "valid": True, "warnings": warnings, "notes": notes}
        typer.echo(json_text(result | {"mobility": mobility.as_dict()}))
    else:
        for line in [*warnings, *notes]:
            typer.echo(line)
        count = ", ".join(
            [quantity(len(warnings), "warning") if warnings else "no warnings"]
            + ([quantity(len(notes), "note")] if notes else [])
        )
        typer.echo(f"{robot}: valid {_kind(loaded)}, {count}")
        for line in mobility.lines():
            typer.echo(f"{robot}: {line}")
    if strict:
        refuse_warnings(robot, len(warnings))


def _size(robot: Robot) -> str:
    """The parts of a robot, counted as in the library's list: a fixed frame is no joint."""
    fixed = robot.n_frames - len(robot.moving_joints)
    counts = [
        quantity(robot.n_links, "link"),
        quantity(len(robot.moving_joints), "joint"),
        quantity(robot.n_frames, "frame") + (f" ({fixed} fixed)" if fixed else ""),
        *([f"loops: {robot.n_loops}"] if robot.n_loops else []),
    ]
    return f"{robot.structure.value} robot, {', '.join(counts)}"


def _kind(robot: Robot) -> str:
    moving = len(robot.moving_joints)
    joints = "1 joint that moves" if moving == 1 else f"{moving} joints that move"
    return f"{robot.structure.value} robot with {joints}"


def new(
    *,
    name: str,
    joints: str | None,
    type: str,
    links: int | None,
    general: bool,
    dh: str | None,
    a: str | None,
    alpha: str | None,
    d: str | None,
    theta: str | None,
    degrees: bool,
    radians: bool,
    reversed: str | None,
    file: Path | None,
    force: bool,
) -> None:
    """Write a new robot to fill in, or that of a data sheet's table."""
    from symoro.robot import new_robot
    from symoro.robot.structure import Structure
    from symoro.wording import identifier

    file = file or Path(f"{identifier(name)}{PAR.suffix}")
    _refuse_existing(file, force)  # before anything is asked for
    columns = {"a": a, "alpha": alpha, "d": d, "theta": theta}
    if type.lower() not in [item.value for item in Structure]:
        raise UsageError(f"--type takes simple, tree or closed, not {type}")
    if dh is None:
        sheet = {**columns, "degrees": degrees, "radians": radians, "reversed": reversed}
        if alone := [f"--{option}" for option, value in sheet.items() if value]:
            raise UsageError(
                f"{', '.join(alone)} belong{'s' if len(alone) == 1 else ''} to a "
                "Denavit-Hartenberg table; add --dh classic or --dh modified, its convention"
            )
        structure, count = Structure(type.lower()), _joint_count(joints)
        robot = new_robot(name, structure, count, links, general=general)
    else:
        if dh not in ("classic", "modified"):
            raise UsageError(f"--dh takes classic or modified, not {dh}")
        if type.lower() != Structure.SIMPLE.value or links is not None or general:
            raise UsageError(
                "--dh describes a simple chain; --type, --links and --general are of others"
            )
        if degrees and radians:
            raise UsageError("--degrees and --radians: one of them")
        unit = degrees if degrees or radians else None
        turned = validate_options((REVERSED,), {"reversed": reversed})["reversed"]
        robot = robot_of_sheet(name, dh, joints, columns, unit, turned)
    _write(robot, file, force)


def _joint_count(joints: str | None) -> int:
    """The number of joints of a robot to fill in."""
    if joints is None:
        raise UsageError("--joints N is missing, the number of joints")
    if not joints.isdecimal() or int(joints) < 1:
        raise UsageError(f"--joints takes a number of joints, not {joints}; letters need --dh")
    if int(joints) > MOST:
        raise UsageError(f"--joints takes at most {MOST}; files of larger robots are not read")
    return int(joints)


def convert(
    *,
    robot: str,
    file: Path,
    force: bool,
    numeric: bool,
    keep_fixed: str | None,
    tolerance: float | None,
    values: str | None,
    param: Mapping[str, Expression],
    strict: bool,
) -> None:
    """Write a robot in the format of a file's extension."""
    from symoro.formats import format_of
    from symoro.robot.parametric import parametric

    words: dict[str, object] = {"all": True, "none": False}
    names = None if keep_fixed is None else words.get(keep_fixed, split_words(keep_fixed))
    reading = {"keep_fixed": names, "tolerance": tolerance}
    changes = {"values": values, "param": param}
    changed = load_changed(robot, strict, changes, reading=reading)
    source, target = format_of(robot), format_of(file)
    if source and source.numeric and not numeric and not (target and target.numeric):
        changed = parametric(changed)
    for note in changed.notes:
        typer.echo(f"{robot}: note: {note}", err=True)
    _write(changed, file, force)


def _write(robot: Robot, file: Path, force: bool) -> None:
    from symoro.formats import save_file

    _refuse_existing(file, force)

    def save() -> list[Path]:
        save_file(robot, file)
        return [file]

    print_summary(echo_warnings(save), ())


def _refuse_existing(file: Path, force: bool) -> None:
    if file.exists() and not force:
        raise UsageError(f"{file} exists; --force overwrites it")


def verify(
    *,
    robot: str,
    json: bool,
    base_parameters: bool,
    values: str | None,
    param: Mapping[str, Expression],
    strict: bool,
) -> None:
    """Compare every model of a robot with its reference, by each of its methods."""
    loaded = load_changed(robot, strict, {"values": values, "param": param})
    results: list[dict[str, object]] = []
    failed: list[str] = []
    skipped: dict[str, list[str]] = {}
    for item in model_entries():
        if base_parameters and not item.inertial:
            continue
        if lacking := _lacking(item, loaded):
            skipped.setdefault(lacking, []).append(item.name)
            continue
        refused: dict[str, list[str]] = {}
        for form in item.forms_of(loaded):
            name = f"{item.name} {Options(own=form).command_text}".strip()
            try:
                model = _verify_model(item, loaded, base_parameters, form)
            except (VerificationError, InternalError) as error:
                typer.echo(f"{name}: FAILED: {error}", err=True)
                failed.append(name)
                continue
            except SymoroError as error:
                refused.setdefault(str(error), []).append(name)
                continue
            results.append(model.as_dict())
            if not json and model.certificate is not None:
                _show_certificate(loaded, name, model, model.certificate)
        for reason, names in refused.items():
            typer.echo(f"{', '.join(names)}: refused: {reason}", err=True)
    if not base_parameters:
        results += _verify_inverse_geometry(loaded, failed, json=json)
    for what, names in skipped.items():
        typer.echo(f"{loaded.name} has no {what}; skipped: {', '.join(names)}", err=True)
    if json:
        typer.echo(json_text({"robot": loaded.name, "models": results}))
    if failed:
        raise VerificationError(f"{loaded.name}: not verified: {', '.join(failed)}")
    if not results:
        raise ModelError(f"{loaded.name} can have none of the models; the reasons are above")


def _verify_inverse_geometry(
    robot: Robot, failed: list[str], *, json: bool
) -> list[dict[str, object]]:
    """Compare the inverse geometric model of each end of a robot, by each method that solves it."""
    from symoro.catalog.geometric.inverse_geometry import METHODS, igm, terminal_frames
    from symoro.robot.variant import variant

    results: list[dict[str, object]] = []
    closed = robot.n_loops > 0
    chains = variant(robot, equivalent_tree=True) if closed else robot
    for end in terminal_frames(chains):
        refused = 0
        for method in METHODS:
            name = f"igm --method {method} --to {end}"
            try:
                model = igm(chains, method, to=end)
            except VerificationError as error:
                typer.echo(f"{name}: FAILED: {error}", err=True)
                failed.append(name)
                continue
            except SymoroError:
                refused += 1
                continue
            results.append(model.as_dict())
            if not json:
                tree = " (equivalent tree)" if closed else ""
                typer.echo(f"{robot.name} {name}{tree}: {', '.join(model.joints)}")
                for line in model.certificate.lines() if model.certificate else ():
                    typer.echo(f"  {line}")
        if refused == len(METHODS):
            try:
                igm(chains, to=end, verify=False)
            except SymoroError as error:
                typer.echo(f"igm --to {end}: refused: {error}", err=True)
    return results


def _show_certificate(robot: Robot, name: str, model: Model, certificate: Certificate) -> None:
    tree = " (equivalent tree)" if model.options.equivalent_tree else ""
    typer.echo(f"{robot.name} {name}{tree}: {', '.join(model.outputs)}")
    for line in certificate.lines():
        typer.echo(f"  {line}")


def _lacking(item: ModelInfo, robot: Robot) -> str | None:
    """The part that a robot lacks to have a model at all."""
    if item.loops and not robot.n_loops:
        return "loops"
    return "wheels" if item.wheels and not robot.wheels else None


def _verify_model(item: ModelInfo, robot: Robot, base: bool, form: Mapping[str, object]) -> Model:
    """The model of a robot with all outputs, or else that of its equivalent tree, if it has one."""
    from symoro.catalog.generate import generate

    every = () if base else ("*",)  # reactions need standard parameters
    options = Options(outputs=every, base_parameters=base, own=form)
    try:
        return generate(item.name, robot, options)
    except (ModelError, UsageError):
        if item.loops or not robot.n_loops or form not in item.forms:
            raise
    return generate(item.name, robot, replace(options, equivalent_tree=True))
