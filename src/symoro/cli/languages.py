"""The command languages: the table of languages, and those that other packages add."""

from __future__ import annotations

from dataclasses import asdict

import typer

from symoro.cli.json_text import json_text
from symoro.printers.languages import ANY_TYPE, BY_OPTION, DOUBLE_ONLY, Language, languages

_SINGLE = {BY_OPTION: "with --single", ANY_TYPE: "any scalar type", DOUBLE_ONLY: "no"}


def list_languages(*, json: bool) -> None:
    """List the languages: texts, tests, single precision."""
    from symoro.printers import plugins

    added = plugins()
    unusable = [each for each in added if each.part is None]
    usable: list[tuple[Language, str | None]] = [(each, None) for each in languages()]
    usable += [(each.part, each.package) for each in added if each.part is not None]
    if json:
        rows = [_row(each, package) for each, package in usable]
        wrong = [{"name": x.name, "package": x.package, "reason": x.reason} for x in unusable]
        typer.echo(json_text({"languages": rows, "unusable": wrong}))
        return
    for each, package in usable:
        typer.echo(f"{each.name:13} {each.emits}")
        origin = f"package: {package}; " if package is not None else ""
        single = f"single precision: {_SINGLE[each.scalars]}"
        typer.echo(f"{'':13} {origin}tests: {each.tested}; {single}")
    for bad in unusable:
        whose = f"the language {bad.name} of the package {bad.package}"
        typer.echo(f"warning: {whose} cannot be used: {bad.reason}", err=True)


def _row(language: Language, package: str | None) -> dict[str, str | None]:
    row: dict[str, str | None] = asdict(language)
    return {**{key: row[key] for key in ("name", "emits", "tested", "scalars")}, "package": package}
