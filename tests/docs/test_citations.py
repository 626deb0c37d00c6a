"""Citations name what is in their source: sections, equations, tables, examples, figures.

The sources themselves are not in the clone; this is their numbering.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from docs.documents import ROOT, documents, name


@dataclass(frozen=True)
class Numbering:
    """The numbers of a source: how many parts each part has, and its highest equations."""

    parts: dict[str, int]
    equations: dict[str, int]
    named: dict[str, set[str]] = field(default_factory=dict)

    def has(self, kind: str, number: str) -> bool:
        if kind == "section":
            above, _, last = number.rpartition(".")
            return int(last) <= self.parts.get(above, 0) and (not above or self.has(kind, above))
        if kind == "equation":
            chapter, _, last = number.rpartition(".")
            return int(last) <= self.equations.get(chapter, 0)
        return number in self.named.get(kind, ())


SOURCES = {
    "Guide": Numbering(
        parts={
            **{"": 5, "1": 8, "2": 9, "3": 7, "4": 6, "5": 9},
            **{"2.2": 4, "2.3": 9, "2.4": 7, "2.5": 1, "2.9": 4},
            **{"3.3": 4, "3.3.2": 6, "3.4": 2, "3.5": 3, "3.5.1": 2, "3.5.2": 3, "3.5.2.2": 1},
            **{"3.6": 4, "3.6.3": 3, "3.6.4": 3, "3.6.4.2": 3, "3.6.4.3": 3},
            **{"4.2": 3, "4.3": 5, "4.3.5": 2, "4.5": 3},
            **{"5.2": 3, "5.4": 7, "5.4.1": 3, "5.5": 7, "5.6": 8, "5.7": 5, "5.8": 4},
        },
        equations={
            **{"1": 9, "2": 50, "3": 143, "4": 56},
            **{"A1": 18, "A2": 5, "A3": 11, "A4": 24, "A5": 11},
        },
        named={
            "appendix": {"4.1", "4.2", "4.3", "4.4", "4.5", "5.1"},
            "table": {*(f"1.{k}" for k in range(1, 7)), "2.1", "2.2", "3.1", "3.2", "4.1"},
            "example": {f"1.{k}" for k in range(1, 7)},
        },
    ),
    "LK22": Numbering(
        parts={"": 6, "2": 3, "3": 8, "6": 2},
        equations={"": 11},
        named={"figure": {str(k) for k in range(1, 7)}},
    ),
    "Khalil10": Numbering(
        parts={"": 8, "2": 2, "3": 3, "3.3": 2, "6": 3, "7": 3}, equations={"": 112}
    ),
}

NUMBER = r"\d+(?:\.\d+)*"
NUMBERS = rf"{NUMBER}(?:(?:, | and |, and | to ){NUMBER})*"
KIND = r"(section|appendix|table|example|figure|equation)s?"
SOURCE = rf"\[({'|'.join(SOURCES)})\]"
HERE = rf"((?>{NUMBERS}))(?! of\s\[)"
AFTER = re.compile(rf"{SOURCE},?\s{KIND}\s{HERE}")
AND_AFTER = re.compile(rf"{SOURCE}[^;\[]{{,40}}?\sand\s{KIND}\s{HERE}")
BEFORE = re.compile(rf"{KIND}\s({NUMBERS}) of\s{SOURCE}")
EQUATIONS = re.compile(rf"{SOURCE}((?:,? (?:and )?\({NUMBER}\))+)")
OF_THE_GUIDE = re.compile(r"\(((?:[1-5]|A\d)[.-]\d+)[a-z]?\)")


def citations(text: str) -> Iterator[tuple[str, str, str]]:
    """Source, kind and number of what a text cites."""
    for pattern in (AFTER, AND_AFTER):
        for source, kind, numbers in pattern.findall(text):
            yield from ((source, kind, number) for number in re.findall(NUMBER, numbers))
    for kind, numbers, source in BEFORE.findall(text):
        yield from ((source, kind, number) for number in re.findall(NUMBER, numbers))
    for source, numbers in EQUATIONS.findall(text):
        yield from ((source, "equation", number) for number in re.findall(NUMBER, numbers))


def sources() -> list[Path]:
    code = [file for part in ("src", "tests") for file in sorted((ROOT / part).rglob("*.py"))]
    return [*documents(), *(file for file in code if file != Path(__file__))]


def test_every_place_that_is_cited_is_in_its_source() -> None:
    seen = 0
    for file in sources():
        for source, kind, number in citations(file.read_text(encoding="utf-8")):
            seen += 1
            there = SOURCES[source].has(kind, number)
            assert there, f"{name(file)} cites {kind} {number} of [{source}], which has none"
    assert seen > 60


@pytest.mark.parametrize("folder", ["docs/models", "src/symoro/models", "src/symoro/grouping"])
def test_every_equation_of_the_guide_is_there(folder: str) -> None:
    for file in sorted((ROOT / folder).rglob("*.*")):
        if file.suffix in (".md", ".py"):
            for number in OF_THE_GUIDE.findall(file.read_text(encoding="utf-8")):
                there = SOURCES["Guide"].has("equation", number.replace("-", "."))
                assert there, f"{name(file)} cites ({number}); [Guide] ends before"


@pytest.mark.parametrize(
    "text",
    [
        "[LK22] (97) and (109)",
        "[LK22] section 7.2",
        "[LK22] sections 3.3, 6.2 and 7.3",
        "[Guide] section 3.6.3.3 and appendix 5",
        "[Guide] example 2.8",
        "table 2.5 of [Guide]",
        "[Guide] section 2.10",
    ],
)
def test_a_wrong_citation_is_seen(text: str) -> None:
    found = list(citations(text))
    assert any(not SOURCES[source].has(kind, number) for source, kind, number in found), found
