"""The pictures of the documentation are those that the program draws."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from docs.documents import DOCS, ROOT, script
from symoro.plot import save

FIGURES = script("generate_figures.py").FIGURES
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?")
NAMES = re.compile(r"(?:\bid=|href=)\"[^\"]*\"|url\(#[^)]*\)")  # made from the numbers
_LOCKED = re.search(r"^matplotlib==(.+)$", (ROOT / "requirements.lock").read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_a_picture_is_up_to_date(name: str, tmp_path: Path) -> None:
    made = save(FIGURES[name](), tmp_path / name, dpi=120)
    committed = DOCS / "images" / name
    assert committed.is_file(), "run: python docs/generate_figures.py"
    assert _LOCKED is not None
    if made.suffix != ".svg" or version("matplotlib") != _LOCKED.group(1):
        return  # pixels and letters are those of a library's version
    found, kept = (NAMES.sub("", path.read_text(encoding="utf-8")) for path in (made, committed))
    assert NUMBER.sub("#", found) == NUMBER.sub("#", kept), "run: python docs/generate_figures.py"
    numbers, known = ([float(x) for x in NUMBER.findall(text)] for text in (found, kept))
    # a machine's sines may differ in the last digit; the eye does not see 0.01 of a pixel
    assert numbers == pytest.approx(known, abs=0.01, rel=1e-6)


@pytest.mark.parametrize("name", sorted(name for name in FIGURES if name.endswith(".svg")))
def test_a_picture_asks_nothing_of_the_network_and_has_no_date(name: str) -> None:
    text = (DOCS / "images" / name).read_text(encoding="utf-8")
    assert "dc:date" not in text
    assert not re.search(r"(?:href|src)=\"http", text)
    assert not re.search(r"url\(\s*[\"']?http", text)


def test_every_picture_is_shown_and_described() -> None:
    pages = ("plots.md", "how-to/from-urdf.md", "models/igm.md")
    files = [DOCS / page for page in pages]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    for name in FIGURES:
        shown = rf"!\[[^\]]{{10,}}\]\((?:\.\./)?images/{re.escape(name)}\)"
        assert re.search(shown, text), name
