"""The page of published operation counts is what the models give, and our claims hold on it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from docs.documents import DOCS, ROOT, script

PAGE = (DOCS / "published-counts.md").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Row:
    """A row of the page; counts are additions and multiplications."""

    robot: str
    model: str
    source: str
    theirs: tuple[int, int]
    alike: tuple[int, int]
    step: tuple[int, int]
    verdicts: tuple[str, str]


def rows() -> list[Row]:
    found = []
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if len(cells) == 11 and " / " in cells[4]:
            counts = [_count(cell) for cell in cells[3:9]]
            theirs, text, call, _, step, _ = counts
            alike = text if cells[3].endswith("text") else call
            verdicts = (cells[9], cells[10])
            found.append(Row(cells[0], cells[1], cells[2], theirs, alike, step, verdicts))
    return found


def _count(cell: str) -> tuple[int, int]:
    add, mul = map(int, re.findall(r"\d+", cell)[:2])
    return add, mul


def test_the_page_is_up_to_date() -> None:
    page = script("generate_published_counts.py").page()
    assert page == PAGE, "run: python docs/generate_published_counts.py"


def test_level_o2_needs_fewer_operations_than_every_count_of_the_page() -> None:
    assert len(rows()) == 28
    for row in rows():
        assert sum(row.step) < sum(row.theirs), row
        assert row.verdicts[1] == "fewer"


def test_where_level_o1_needs_more_the_page_says_so() -> None:
    listed = PAGE.partition("## Where symoro needs more\n\n")[2].splitlines()
    above = [row for row in rows() if sum(row.alike) > sum(row.theirs)]
    assert [row.verdicts[0] for row in above] == ["**more**"] * 2
    assert len(listed) == 2
    for row, line in zip(above, listed, strict=True):
        model, robot = re.findall(r"`([\w-]+)`", f"{row.model} {row.robot}")
        assert line.startswith(f"- {model} of {robot}")
        assert f": {sum(row.alike)} at O1, {sum(row.theirs)} in " in line


def test_what_symoro_plus_published_for_inverse_dynamics_is_reproduced() -> None:
    """At O1; for a general chain the source has a bound, and ours is one addition less."""
    published = [row for row in rows() if "`idm`" in row.model and ": SYMORO+" in row.source]
    assert len(published) == 5
    for row in published:
        add, mul = row.theirs
        assert row.alike == (add - row.robot.startswith("general chain"), mul), row


def test_the_readme_claims_what_the_page_shows() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "fewer than the [published counts](docs/published-counts.md) we know of" in readme
