"""Write the tables of functions, options and files in README.md, docs/python.md and docs/design.md.

Run ``python docs/generate_tables.py`` after a change of the table of functions; a test compares.
"""

from __future__ import annotations

import re
from pathlib import Path

import symoro.references
from symoro.catalog.python import python_help
from symoro.catalog.table import menus, model_entries, python_names
from symoro.catalog.tables.options import COMMON
from symoro.pipeline.entry import FunctionInfo, ModelInfo

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "symoro"


def functions_table() -> str:
    """The commands by menu, with SYMORO+'s file extensions and their pages."""
    rows = ["| menu | command | SYMORO+ file | |", "|---|---|---|---|"]
    for menu, entries in menus().items():
        for entry in (each for each in entries if each.command):
            names = ", ".join(f"`{name}`" for name in (entry.name, *entry.aliases))
            file = f"`.{entry.extension}`" if entry.extension else ""
            rows.append(
                f"| {menu} | {names} | {file} | [{entry.title}](docs/{entry.documentation}) |"
            )
            menu = ""
    return "\n".join(rows)


def python_table() -> str:
    """The functions in Python by menu, with their pages."""
    rows = ["| menu | function | |", "|---|---|---|"]
    for menu, entries in menus().items():
        for entry in (each for each in entries if each.where):
            names = ", ".join(f"`symoro.{name}`" for name in _names(entry))
            rows.append(f"| {menu} | {names} | [{entry.title}]({entry.documentation}) |")
            menu = ""
    return "\n".join(rows)


def _names(entry: FunctionInfo) -> list[str]:
    return [name for name, (other, _) in python_names().items() if other is entry]


def options_table() -> str:
    """The options of every model function."""
    rows = ["| option | command line | |", "|---|---|---|"]
    for spec in COMMON:
        word = (spec.command or (f"--{spec.name}",))[0]
        rows.append(f"| `{spec.keyword}` | `{word}` | {_cell(python_help(spec))} |")
    return "\n".join(rows)


def model_functions() -> str:
    """The signatures and docstrings of the model functions, for autodoc."""
    names = [name for name, (entry, _) in python_names().items() if isinstance(entry, ModelInfo)]
    lines = [f".. autofunction:: symoro.{name}" for name in names]
    return "\n".join(["```{eval-rst}", *lines, "```"])


def files_table() -> str:
    """The files of each model: plan, pages and references."""
    commands: dict[str, list[str]] = {}
    for entry in model_entries():
        plan = entry.where.partition(":")[0].removeprefix("symoro.").replace(".", "/")
        commands.setdefault(f"{plan}.py", []).append(f"`{entry.name}`")
    checked = reference_pages()
    rows = ["| command | plan | page | reference |", "|---|---|---|---|"]
    for plan, names in commands.items():
        stem = Path(plan).stem
        closed = f"{Path(plan).parent}/closed/{stem}.py"
        stems = [stem, "inverse"] if stem == "determinant" else [stem]  # both are of one plan
        pages = [
            f"{folder}/{each}.py"
            for each in stems
            for folder in ("models/*", "models/*/closed", "symbolic")
        ]
        references = [name for name, own in checked.items() if stem in own] or [stem]
        files = [f"references/{name}.py" for name in references]
        cells = [", ".join(names), *map(_file_names, ([plan, closed], pages, files))]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _file_names(patterns: list[str]) -> str:
    """The files that patterns name, below the package."""
    files = [file for pattern in patterns for file in sorted(SOURCE.glob(pattern))]
    assert files, f"no file {' or '.join(patterns)}"
    return ", ".join(f"`{file.relative_to(SOURCE).as_posix()}`" for file in files)


def reference_pages() -> dict[str, list[str]]:
    """The pages that each reference checks, from the docstring of `symoro.references`."""
    rows: dict[str, list[str]] = {}
    for line in (symoro.references.__doc__ or "").splitlines():
        if row := re.fullmatch(r"    (\w*) +(\w+(?:, \w+)*),?", line):
            name = row[1] or list(rows)[-1]
            rows[name] = [*rows.get(name, []), *row[2].split(", ")]
    return rows


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


TABLES = {
    ROOT / "README.md": {"functions": functions_table},
    ROOT / "docs" / "design.md": {"files": files_table},
    ROOT / "docs" / "python.md": {
        "functions": python_table,
        "options": options_table,
        "model functions": model_functions,
    },
}


def page(path: Path) -> str:
    """Return a page with its tables made anew, between the comments that name them."""
    text = path.read_text(encoding="utf-8")
    for name, table in TABLES[path].items():
        begin, end = f"<!-- {name}: docs/generate_tables.py -->", f"<!-- end of {name} -->"
        pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
        new = f"{begin}\n\n{table()}\n\n{end}"
        text, count = pattern.subn(lambda _, new=new: new, text)
        assert count == 1, f"{path}: no place for the table of {name}"
    return text


if __name__ == "__main__":
    for path in TABLES:
        path.write_text(page(path), encoding="utf-8")
        print(f"wrote {path}")
