"""``let``: how a page names a quantity, so that a tracer can record it."""

from __future__ import annotations

from typing import Any, Protocol


class LetFunction(Protocol):
    """Called once for each named quantity: SYMORO+'s tag, the frame, the value."""

    def __call__(self, tag: str, frame: int, value: Any, /) -> Any:
        """Return the value, or a name that stands for it."""
        ...


def plain(tag: str, frame: int, value: Any, /) -> Any:
    """Name nothing: the page is then an ordinary numeric function."""
    return value
