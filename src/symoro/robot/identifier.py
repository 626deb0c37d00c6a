"""A robot's name where only letters, digits and underscores will do."""

from __future__ import annotations

_LONGEST = 60  # characters, so that file names stay legal


def identifier(name: str) -> str:
    """Turn a robot's name into one that every language takes."""
    text = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name).lower()
    text = text[:_LONGEST]
    return text if text[:1].isalpha() else f"robot_{text}"
