"""The command of a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import typer

from symoro.catalog.tables import options as o
from symoro.cli.json_text import json_text
from symoro.cli.load_robot import load_robot
from symoro.cli.progress import Progress
from symoro.cli.texts import choose_languages, echo_warnings, print_code, print_summary
from symoro.pipeline.entry import ModelInfo
from symoro.pipeline.option_spec import OptionSpec
from symoro.pipeline.options import READING, RUNNING, Options


def model_options(entry: ModelInfo) -> tuple[OptionSpec, ...]:
    """The options of a model's command, in the order of its help."""
    common = [spec for spec in o.COMMON if entry.inertial or spec not in o.INERTIAL]
    return (*entry.numeric_options, *entry.options, *o.WRITING, *common, o.EXPLAIN_PASSES, o.JSON)


def model_command(entry: ModelInfo) -> Callable[..., None]:
    """Return the function that makes a model, and prints it or writes its files."""
    own = {spec.keyword: spec.name for spec in entry.options}

    def run(
        *,
        robot: str,
        lang: Sequence[str],
        single: bool,
        folder: Path | None,
        force: bool,
        names: str | None,
        level: str | None,
        strict: bool,
        explain_passes: bool,
        json: bool,
        **values: Any,
    ) -> None:
        progress = Progress()
        own_values = {own[keyword]: values.pop(keyword) for keyword in own}
        common: dict[str, Any] = {
            name: tuple(x) if isinstance(x, list) else x for name, x in values.items()
        }
        chosen = choose_languages(lang, single)
        reading = values["expanded"] or chosen == ["listing"]
        level = level.upper() if level else READING if reading else RUNNING
        options = Options(level=level, **common, own=own_values)
        loaded = load_robot(robot, strict, options.changes)
        from symoro.pipeline.build_model import build_model  # when there is a robot to model

        model = build_model(entry.load(), loaded, options, progress)
        files: list[Path] = []
        if folder is not None:
            write = partial(model.write, folder, chosen, single=single, force=force, names=names)
            files = echo_warnings(write)
        if explain_passes:
            for line in model.report.lines():
                typer.echo(line, err=True)
        if json:
            typer.echo(json_text(model.as_dict(files)))
            return
        summary = model.summary()
        if not files:
            print_code(partial(model.files, single=single, names=names), chosen)
        print_summary(files, summary)

    return run
