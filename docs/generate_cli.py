"""Write docs/cli.md from the ``--help`` texts of the command line.

Run ``python docs/generate_cli.py`` after a change of the command line; a test compares.
"""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from symoro.catalog.table import function_entries
from symoro.cli.main import app

PAGE = Path(__file__).parent / "cli.md"

INTRODUCTION = """# Command line

`symoro FUNCTION ROBOT [options]`, or `python -m symoro FUNCTION ROBOT [options]`. ROBOT is the name
of a robot of the [library](library.md), or a [file](formats.md): `.par`, `.json`, `.urdf`, ...

What you asked for (a listing, code, JSON) goes to standard output; counts, certificates, notes and
the names of written files go to standard error. The exit status is

- 0 when the work is done; also where a reader closes the pipe early (`symoro robots | head -1`);
- 1 when the robot, a file that comes with it or the model is refused, or a verification fails;
- 2 when the call cannot be carried out as typed: an unknown name, option or value, a package that
  is not installed, a file that cannot be read, a file or a standard output that cannot be written
  (a full disk);
- 130 when it is interrupted from the keyboard.

An error is one line on standard error; nothing is written then, neither files nor a part of them.

Every command that takes a robot repeats its [warnings](formats.md#warnings), of tables that are
probably mistyped, on standard error and in the headers of files; `--strict` makes them errors.

Every command that takes a robot takes [`--values` and `--param`](values.md), which put numbers in
the place of its parameters.

An option that takes several values takes them with commas between them, one by one, or both:
`--lang c,python` is `--lang c --lang python`. Numbers may be ranges: `--rows 1-3,6`.

## Names

Files and functions are named by the robot and the model: `rx90.dyn`, `rx90_dyn.c`, `rx90_idm`;
those of `optimize` by the same rule with an `o`: `rx90.dyno`, `rx90_dyno.c`, `rx90_dyno`.
`--names guide` gives files [SYMORO+'s names](symoro-plus.md#names-of-files).

`--base` and `--floating-base` change the robot's name (`rx90base_idm`). A model's own options
follow in the order of its help, so that two requests have two files and two functions:

| request | listing | function |
|---|---|---|
| `jacobian rx90` | `rx90.jac` | `rx90_jacobian` |
| `jacobian rx90 --link 3` | `rx90.jac_link3` | `rx90_jacobian_link3` |
| `jacobian-det rx90 --rows 1-3` | `rx90.det_rows1_2_3` | `rx90_jacobian_det_rows1_2_3` |
| `transform rx90 --from -1 --to 3` | `rx90.trm_fromm1_to3` | `rx90_transform_fromm1_to3` |
| `ccg rx90 --only gravity` | `rx90.gra` | `rx90_gravity` |
| `idm rx90 --derivative q,QP` | `rx90.dyn_dq_dQP` | `rx90_idm_dq_dQP` |

Options that make more than 40 characters are ten digits of their hash. Derivatives of derivatives
have their order: `model.derivative("q").derivative("QP")` is `rx90_idm_dq_d2QP`.

The options of all models (`--outputs`, `--with`, `--set`, `--values`, `--tree`) are in no name. A
file that was made with others of these, for a robot of another name, or not by symoro, is kept, and
the command ends with status 2: write to another folder, or replace it by `--force`. The same
request again replaces its files, also after the robot was edited under its name, and so does
another level, with a warning. The same holds for the files of `base-parameters` and of `linearize
--at`, where all options are part of the request. The files of one command are written all or none,
also when it is interrupted.

This page is made from `--help` by `docs/generate_cli.py`.
"""


def page() -> str:
    """Return the page."""
    names = [entry.name for entry in function_entries() if entry.command]
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
