"""Joints, links and frames in sentences: one has a singular, several a plural."""

from __future__ import annotations

from collections.abc import Sequence


def noun_phrase(what: str, numbers: Sequence[int]) -> str:
    """Return a noun with its numbers: ``joint 1``, ``joints 1, 2``, ``no joint``."""
    if not numbers:
        return f"no {what}"
    return f"{what}{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
