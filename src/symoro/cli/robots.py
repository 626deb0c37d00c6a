"""Commands on robots: robots, show, check, new, convert, verify."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from symoro.catalog.table import model_entries
from symoro.cli.json_text import json_text
from symoro.cli.load_robot import load_robot, refuse_warnings
from symoro.cli.texts import print_summary, write_files
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
from symoro.pipeline.options import Options

if TYPE_CHECKING:
    from symoro.pipeline.model import Model
    from symoro.robot import Robot
    from symoro.verify.certificate import Certificate

_SENTENCE = re.compile(r"(?<!\b[A-Z])\. ")  # an initial such as "W. " does not end a sentence

_MOST = 5000  # joints of a new robot


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
        kind = f"{entry.structure.value}, {_number_of(entry.joints, 'joint')}"
        typer.echo(f"{entry.name:15} {kind:18} {entry.title}")
        source = _SENTENCE.split(entry.source.removeprefix("Source: "))[0].rstrip(".")
        typer.echo(f"{'':34} {source.partition(';')[0]}")


def show(*, robot: str, strict: bool, json: bool) -> None:
    """Print a robot's tables, as SYMORO+ does."""
    from symoro.formats import json_format
    from symoro.printers.tables import robot_tables

    loaded = load_robot(robot, strict)
    if json:
        typer.echo(json_format.write(loaded), nl=False)
        return
    typer.echo(f"{loaded.name}: {_size(loaded)}")
    for line in robot_tables(loaded):
        typer.echo(line)
    for values in loaded.values:
        numbers = ", ".join(f"{name} = {value}" for name, value in values.values)
        typer.echo(f"Values '{values.name}': {numbers}")
        if values.source:
            typer.echo(f"  ({values.source})")
    if loaded.provenance:
        typer.echo(f"Provenance: {loaded.provenance}")


def check(*, robot: str, strict: bool, json: bool) -> None:
    """Say whether a robot is valid; warn of likely mistakes; tell its mobility and redundancy."""
    from symoro.catalog.diagnose import motors
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
    mobility = freedoms(loaded)
    more = (*motors(loaded, mobility), *check_values(loaded))
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
            [_number_of(len(warnings), "warning") if warnings else "no warnings"]
            + ([_number_of(len(notes), "note")] if notes else [])
        )
        typer.echo(f"{robot}: valid {_kind(loaded)}, {count}")
        for line in mobility.lines():
            typer.echo(f"{robot}: {line}")
    if strict:
        refuse_warnings(robot, len(warnings))


def _number_of(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _size(robot: Robot) -> str:
    """The parts of a robot, counted as in the library's list: a fixed frame is no joint."""
    fixed = robot.n_frames - len(robot.moving_joints)
    counts = [
        _number_of(robot.n_links, "link"),
        _number_of(len(robot.moving_joints), "joint"),
        _number_of(robot.n_frames, "frame") + (f" ({fixed} fixed)" if fixed else ""),
        *([f"loops: {robot.n_loops}"] if robot.n_loops else []),
    ]
    return f"{robot.structure.value} robot, {', '.join(counts)}"


def _kind(robot: Robot) -> str:
    moving = len(robot.moving_joints)
    joints = "1 joint that moves" if moving == 1 else f"{moving} joints that move"
    return f"{robot.structure.value} robot with {joints}"


def new(
    *, name: str, joints: int, type: str, links: int | None, file: Path | None, force: bool
) -> None:
    """Write a new robot to fill in."""
    from symoro.robot import new_robot
    from symoro.robot.structure import Structure
    from symoro.wording import identifier

    if type.lower() not in [item.value for item in Structure]:
        raise UsageError(f"--type takes simple, tree or closed, not {type}")
    if joints > _MOST:
        raise UsageError(f"--joints takes at most {_MOST}; files of larger robots are not read")
    robot = new_robot(name, Structure(type.lower()), joints, links)
    _write(robot, file or Path(f"{identifier(name)}{PAR.suffix}"), force)


def convert(*, robot: str, file: Path, force: bool, strict: bool) -> None:
    """Write a robot in the format of a file's extension."""
    _write(load_robot(robot, strict), file, force)


def _write(robot: Robot, file: Path, force: bool) -> None:
    from symoro.formats import save_file

    if file.exists() and not force:
        raise UsageError(f"{file} exists; --force overwrites it")

    def save() -> list[Path]:
        save_file(robot, file)
        return [file]

    print_summary(write_files(save), ())


def verify(*, robot: str, json: bool, base_parameters: bool, strict: bool) -> None:
    """Compare every model of a robot with its reference, by each of its methods."""
    loaded = load_robot(robot, strict)
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
    for what, names in skipped.items():
        typer.echo(f"{loaded.name} has no {what}; skipped: {', '.join(names)}", err=True)
    if json:
        typer.echo(json_text({"robot": loaded.name, "models": results}))
    if failed:
        raise VerificationError(f"{loaded.name}: not verified: {', '.join(failed)}")
    if not results:
        raise ModelError(f"{loaded.name} can have none of the models; the reasons are above")


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
