"""The command formats: the table of robot formats, and those that other packages add."""

from __future__ import annotations

import typer

from symoro.cli.json_text import json_text
from symoro.formats.registry import FORMATS, RobotFormat, packaged_formats, unusable_formats


def list_formats(*, json: bool) -> None:
    """List the formats of robot files: suffixes, read, written, limits."""
    formats = [*((each, None) for each in FORMATS), *packaged_formats()]
    if json:
        rows = [{**_row(each), "package": package} for each, package in formats]
        typer.echo(json_text({"formats": rows, "unusable": unusable_formats()}))
        return
    width = max(len(", ".join(each.suffixes)) for each, _ in formats)
    for each, package in formats:
        row = _row(each)
        ways = " and ".join(word for word in ("read", "written") if row[word])
        origin = f"package: {package}; " if package else ""
        typer.echo(f"{', '.join(each.suffixes):{width}} {each.title}")
        limits = row["cannot_express"] or "nothing"
        typer.echo(f"{'':{width}} {origin}{ways}; cannot express: {limits}")
    for reason in unusable_formats():
        typer.echo(f"warning: {reason}", err=True)


def _row(each: RobotFormat) -> dict[str, object]:
    return {
        "name": each.name,
        "suffixes": list(each.suffixes),
        "title": each.title,
        "read": each.reader is not None,
        "written": each.writer is not None,
        "cannot_express": each.limits.replace("`", ""),  # which the documentation has
    }
