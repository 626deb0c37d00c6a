"""A reader who knows a page finds its reference: by its name, or in the table of the references."""

from __future__ import annotations

from pathlib import Path

from docs.documents import script

SOURCE = Path(__file__).parents[2] / "src" / "symoro"
FILES = {file.stem for file in (SOURCE / "references").glob("*.py")} - {"__init__"}
PAGES = {file.stem for name in ("models", "symbolic") for file in (SOURCE / name).rglob("*.py")}


def table() -> dict[str, list[str]]:
    """The pages that each reference checks, as the documentation reads them."""
    rows: dict[str, list[str]] = script("generate_tables.py").reference_pages()
    return rows


def pages_of_entries() -> set[str]:
    """The pages of the models that the catalog defines: a plan's file has the name of its page."""
    files = (SOURCE / "catalog").glob("*/*.py")
    plans = {file.stem for file in files if " = ModelDefinition(" in file.read_text("utf-8")}
    return plans | {"inverse"}  # that of a determinant's matrix has no file of its own


def test_every_page_of_an_entry_has_a_reference() -> None:
    pages = pages_of_entries()
    assert len(pages) > 20
    assert pages <= PAGES
    checked = {page for row in table().values() for page in row}
    assert pages - checked - FILES == set()


def test_the_table_lists_all_references_and_only_pages_that_exist() -> None:
    assert table().keys() <= FILES
    assert FILES - table().keys() <= PAGES  # that of one page needs no row
    assert {page for row in table().values() for page in row} <= PAGES


def test_a_page_and_a_reference_of_one_name_belong_together() -> None:
    own = FILES & PAGES & table().keys()
    assert [name for name in own if name not in table()[name]] == []
