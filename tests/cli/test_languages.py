"""The command languages: the table, as text and as data."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from cli.commands import Command
from cli.test_program import HEAVY
from docs.documents import DOCS
from external import run
from symoro.cli.arguments import language_names
from symoro.printers import languages
from symoro.printers.languages import ANY_TYPE, BY_OPTION, DOUBLE_ONLY

NAMES = [each.name for each in languages()]


def test_the_table_says_what_each_language_emits_and_how_it_is_tested(command: Command) -> None:
    result = command("languages")
    assert (result.status, result.err) == (0, "")
    lines = result.out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == NAMES
    precision = {BY_OPTION: "with --single", ANY_TYPE: "any scalar type", DOUBLE_ONLY: "no"}
    for each, first, second in zip(languages(), lines[::2], lines[1::2], strict=True):
        assert first.split(None, 1) == [each.name, each.emits]
        said = f"tests: {each.tested}; single precision: {precision[each.scalars]}"
        assert second.strip() == said
        assert first.index(each.emits) == second.index("tests:")
        assert max(len(first), len(second)) <= 100


def test_the_table_as_data(command: Command) -> None:
    result = command("languages", "--json")
    assert (result.status, result.err) == (0, "")
    data = json.loads(result.out)
    assert data["unusable"] == []
    assert [row["name"] for row in data["languages"]] == NAMES
    for row, each in zip(data["languages"], languages(), strict=True):
        assert row == {
            "name": each.name,
            "emits": each.emits,
            "tested": each.tested,
            "scalars": each.scalars,
            "package": None,
        }


def test_the_documentation_says_which_languages_have_single_precision() -> None:
    page = (DOCS / "languages.md").read_text(encoding="utf-8")
    for scalars in (BY_OPTION, ANY_TYPE):
        names = ", ".join(f"`{each.name}`" for each in languages() if each.scalars == scalars)
        assert f"\n| {names} | " in page


def test_the_sections_of_the_documentation_have_the_order_of_the_table() -> None:
    page = (DOCS / "languages.md").read_text(encoding="utf-8")
    assert [name for name in re.findall(r"^## (.*)$", page, re.MULTILINE) if name in NAMES] == NAMES


def test_names_are_completed() -> None:
    assert language_names("") == NAMES
    assert language_names("ju") == ["julia"]
    assert language_names("x") == []


def test_the_table_imports_nothing_heavy(tmp_path: Path) -> None:
    report = (
        "import sys; sys.argv = ['symoro', 'languages']\n"
        "from symoro.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('|', *sys.modules, file=sys.stderr)"
    )
    ran = run([sys.executable, "-c", report], tmp_path, check=True)
    modules = ran.stderr.rpartition("|")[2].split()
    assert "symoro.printers" in modules
    assert [name for name in HEAVY if name in modules] == []
