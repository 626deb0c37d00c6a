"""Write docs/cli.md from the ``--help`` texts of the command line.

Run ``python docs/generate_cli.py`` after a change of the command line; a test compares.
"""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from symoro.cli.main import app

PAGE = Path(__file__).parent / "cli.md"

INTRODUCTION = """# Command line

`symoro FUNCTION ROBOT [options]`. ROBOT is the name of a robot of the [library](library.md), or a
`.par` or `.json` [file](formats.md).

What you asked for (a listing, code, JSON) goes to standard output; counts, certificates, notes and
the names of written files go to standard error. The exit status is 0 when the work is done, 1 when
the robot or the model is refused, 2 when the words of the call are wrong.

Every command that takes a robot repeats its [warnings](formats.md#warnings), of tables that are
probably mistyped, on standard error and in the headers of files; `--strict` makes them errors.

An option that takes several values takes them with commas between them, one by one, or both:
`--lang c,python` is `--lang c --lang python`. Numbers may be ranges: `--rows 1-3,6`.

This page is made from `--help` by `docs/generate_cli.py`.
"""


def page() -> str:
    """Return the page."""
    names = [str(command.name) for command in app.registered_commands]
    sections = [INTRODUCTION, _section("symoro", [])]
    sections += [_section(f"symoro {name}", [name]) for name in names]
    return "\n".join(sections)


def _section(title: str, words: list[str]) -> str:
    runner = CliRunner(env={"COLUMNS": "80"})
    done = runner.invoke(app, [*words, "--help"], prog_name="symoro", catch_exceptions=False)
    return f"## {title}\n\n```text\n{done.stdout.rstrip()}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}")
