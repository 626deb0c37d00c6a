"""The page of decisions: each stands under a heading of its own that others can link to."""

from __future__ import annotations

import re

from docs.documents import DOCS

PAGE = (DOCS / "decisions.md").read_text(encoding="utf-8")


def test_every_decision_has_a_heading_and_every_heading_a_decision() -> None:
    """Below the introduction, areas have headings only, and no text is outside a decision."""
    introduction, *areas = re.split(r"^## (.*)\n", PAGE, flags=re.MULTILINE)
    assert len(introduction.strip().split("\n\n")) == 2
    for title, area in zip(areas[::2], areas[1::2], strict=True):
        before, *decisions = re.split(r"^### (.*)\n", area, flags=re.MULTILINE)
        assert not before.strip(), f"{title}: {before.strip()[:60]} is under no decision"
        assert decisions, f"{title} is empty"
        for heading, text in zip(decisions[::2], decisions[1::2], strict=True):
            assert text.strip(), f"{heading} decides nothing"
            assert not re.search(r"^\*\*", text, re.MULTILINE), f"{heading} hides another decision"


def test_headings_are_short_and_different() -> None:
    headings = re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    assert len(set(map(str.lower, headings))) == len(headings)
    assert max(map(len, headings)) <= 50
