"""Names given once: pages that share a step, such as transformations, share its variables too."""

from __future__ import annotations

from typing import Any

from symoro.models.let import Frames, LetFunction


class Once:
    """Names the quantity of a tag and a frame when it first comes; later it is that name again.

    For pages that compute the same quantities from the same robot. A linear system is passed on.
    """

    def __init__(self, let: LetFunction) -> None:
        self._let = let
        self._named: dict[tuple[str, tuple[int | None, ...]], Any] = {}

    def __call__(self, tag: str, frame: Frames, value: Any, /) -> Any:
        """Name a value, or return what this tag and frame stand for already."""
        key = tag, frame if isinstance(frame, tuple) else (frame,)
        if key not in self._named:
            self._named[key] = self._let(tag, frame, value)
        return self._named[key]

    def solve(self, tag: str, frame: Frames, matrix: Any, right: Any, /) -> Any:
        """Name the unknowns of a system."""
        return self._let.solve(tag, frame, matrix, right)
