"""What exists is documented: models, languages, commands, letters, robots, public names."""

from __future__ import annotations

import dataclasses
import html
import re
import sys
from pathlib import Path

import pytest

import symoro
from docs.documents import DOCS, ROOT, documents, environment, name, script
from external import run
from symoro import library
from symoro.catalog.generate import generate
from symoro.catalog.table import function_entries, model_definition, model_entries
from symoro.formats import FORMATS
from symoro.models.kinematics.analytical_jacobian import ORIENTATIONS
from symoro.models.mechanism import Body, Mechanism
from symoro.pipeline.entry import ModelInfo
from symoro.pipeline.option_spec import validate_options
from symoro.pipeline.options import Options
from symoro.printers import languages

MODELS = ROOT / "src" / "symoro" / "models"


def _example(item: ModelInfo) -> str:
    """A robot that has the model."""
    return "fivebar" if item.loops else "mobile3w" if item.wheels else "planar3r"


def text(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("model", [item.name for item in model_entries()])
def test_a_model_has_its_page_with_its_outputs(model: str) -> None:
    kind = model_definition(model)
    page = text(kind.documentation)
    assert f"`.{kind.extension}`" in page
    for output in kind.outputs:
        assert f"| `{output.name}` |" in page, f"{kind.documentation} lacks output {output.name}"
    for spec in kind.options:
        assert f"`--{spec.name}" in page, f"{kind.documentation} lacks --{spec.name}"
    robot = library.robot(_example(kind))
    for state in kind.plan(robot, validate_options(kind.options, {})).interface.states:
        assert f"`{state}`" in page


def test_tables_of_functions_are_up_to_date() -> None:
    tables = script("generate_tables.py")
    for path in tables.TABLES:
        assert path.read_text(encoding="utf-8") == tables.page(path), "run: make tables"


def test_the_types_of_the_public_names_are_up_to_date() -> None:
    stub = script("generate_stub.py")
    assert stub.PAGE.read_text(encoding="utf-8") == stub.page(), "run: make tables"


def test_the_readme_counts_the_robots_of_the_library() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"# {len(library.names())} robots" in readme


@pytest.mark.parametrize("language", [item.name for item in languages()])
def test_a_language_has_its_section(language: str) -> None:
    assert f"\n## {language}\n" in text("languages.md")


@pytest.mark.parametrize("page", ["cli", "library"])
def test_a_generated_page_is_up_to_date(page: str) -> None:
    made = script(f"generate_{page}.py").page()
    assert made == text(f"{page}.md"), f"run: python docs/generate_{page}.py"


def test_every_command_is_in_the_reference() -> None:
    page = text("cli.md")
    for entry in function_entries():
        if entry.command:
            assert f"\n## symoro {entry.name}\n" in page, "run: make tables"


def test_the_picture_shows_what_the_command_prints() -> None:
    picture = (DOCS / "images" / "idm_rrp.svg").read_text(encoding="utf-8")
    shown = html.unescape("\n".join(re.findall(r"<text[^>]*>([^<]*)</text>", picture)))
    shown = shown.replace("\N{NO-BREAK SPACE}", " ")
    command = [str(Path(sys.executable).with_name("symoro")), "idm", "rrp"]
    done = run(command, environment=environment(), check=True)
    for line in script("generate_picture.py").excerpt(done.stdout):
        assert line.strip(" .") in shown, f"{line}: run python docs/generate_picture.py"


def test_the_picture_asks_nothing_of_the_network() -> None:
    picture = (DOCS / "images" / "idm_rrp.svg").read_text(encoding="utf-8")
    assert "@font-face" not in picture
    assert not re.search(r"url\(\s*[\"']?http", picture)
    assert "href" not in picture


# Notation


def columns() -> tuple[set[str], set[str]]:
    """The names in backticks of the columns 'in code' and 'SYMORO+' of the tables."""
    code: set[str] = set()
    tags: set[str] = set()
    for line in text("notation.md").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if line.startswith("| ") and len(cells) == 8:
            code.update(re.findall(r"`([^`]+)`", cells[2]))
            tags.update(re.findall(r"`([^`]+)`", cells[3]))
    return code, tags


def pages() -> list[Path]:
    return sorted(MODELS.rglob("*.py"))


def test_every_name_that_a_page_gives_is_in_the_notation() -> None:
    _, tags = columns()
    for page in pages():
        for tag in re.findall(r"""\blet\(\s*f?["']([A-Za-z]+)""", page.read_text(encoding="utf-8")):
            assert tag in tags, f"{name(page)} names {tag}, docs/notation.md does not"


@pytest.mark.parametrize(
    ("model", "robot", "own"),
    [
        *((item.name, _example(item), {}) for item in model_entries()),
        ("hybrid", "acrobot", {}),
        *((name, "rrp", {}) for name in ("fast-transform", "accelerations", "idm")),
        *(("jacobian", "rrp", {"orientation": kind}) for kind in ORIENTATIONS),
        *((name, "spherical4r", {"actuated": True}) for name in ("jacobian", "jdot-qdot")),
        *(("loop-geometry", robot, {}) for robot in ("sr400", "slidercrank")),
        ("jdot-qdot", "rsur", {}),
        ("loop-kinematics", "rsur", {}),
    ],
)
def test_every_name_of_a_model_is_in_the_notation(
    model: str, robot: str, own: dict[str, object]
) -> None:
    """A tag, numbers; sines and cosines of sums have signs; passive joints have the user's name."""
    _, tags = columns()
    loaded = library.robot(robot)
    options = Options(level="O0", outputs=("*",), verify=False, own=own)
    for assigned in generate(model, loaded, options).program.assigned_names:
        start = re.match("[A-Za-z]+", assigned)
        assert start is not None
        tag = re.sub(r"^([SC]g?)[pm]+$", r"\1", start.group())
        known = tag in tags or assigned.rpartition("_")[0].rstrip("_") in loaded.symbols
        assert known, f"{model} of {robot} names {assigned}, docs/notation.md does not"


@pytest.mark.parametrize("kind", [Body, Mechanism])
def test_every_letter_of_a_mechanism_is_in_the_notation(kind: type[Body | Mechanism]) -> None:
    code = columns()[0]
    for field in dataclasses.fields(kind):
        assert field.name in code, f"{kind.__name__}.{field.name} is not in docs/notation.md"


# The rest


def test_the_table_of_formats_is_that_of_the_registry() -> None:
    rows = [
        [
            ", ".join(f"`{suffix}`" for suffix in each.suffixes),
            each.title,
            "yes" if each.reader else "no",
            "yes" if each.writer else "no",
            each.limits or "nothing",
        ]
        for each in FORMATS
    ]
    page = text("formats.md")
    found = re.findall(r"^\| (`\..*) \|$", page, re.MULTILINE)
    assert found == [" | ".join(row) for row in rows]
    for each in FORMATS:
        assert f"\n## {each.suffix}\n" in page


def test_every_public_name_is_in_the_python_page() -> None:
    page = text("python.md")
    for public in symoro.__all__:
        assert re.search(rf"symoro\.{re.escape(public)}\b", page), f"docs/python.md lacks {public}"


def test_every_function_has_its_signature_in_the_python_page() -> None:
    page = text("python.md")
    functions = set(
        re.findall(r"^\.\. (?:autofunction|py:function):: ([\w.]+)", page, re.MULTILINE)
    )
    entries = [entry for entry in function_entries() if entry.where]
    names = {e.identifier: {f"symoro.{e.identifier}", e.where.replace(":", ".")} for e in entries}
    assert [name for name, places in names.items() if not places & functions] == []


def test_every_key_of_a_reference_is_defined_and_every_key_that_is_used_exists() -> None:
    defined = set(re.findall(r"^\[(\w+)\]\n: ", text("references.md"), re.MULTILINE))
    assert defined
    sources = [*documents(), *sorted((ROOT / "src").rglob("*.py"))]
    for source in sources:
        used = set(re.findall(r"\[([A-Z][A-Za-z]+\d\d|Guide)\](?!\()", source.read_text("utf-8")))
        assert used <= defined, f"{name(source)} cites {', '.join(sorted(used - defined))}"


def test_every_page_is_in_the_table_of_contents() -> None:
    index = text("index.md")
    for page in documents():
        if DOCS in page.parents and page.name != "index.md":
            entry_name = page.relative_to(DOCS).with_suffix("").as_posix()
            names = {entry_name, f"{Path(entry_name).parent.as_posix()}/*"}
            assert names & set(index.splitlines()), f"index.md lacks {entry_name}"


def test_every_relative_link_of_the_documents_leads_somewhere() -> None:
    for document in documents():
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", document.read_text("utf-8")):
            if "://" not in link:
                assert (document.parent / link).exists(), f"{name(document)} links to {link}"


def test_files_that_the_documents_name_exist() -> None:
    named = re.compile(r"`((?:docs|src|tests|examples|symoro)/[^`\s]*)`")
    for document in documents():
        for file in named.findall(document.read_text("utf-8")):
            if "NAME" not in file:
                place = ROOT / "src" / file if file.startswith("symoro/") else ROOT / file
                assert place.exists(), f"{name(document)} names {file}"
