"""A text under reading: it knows its file, and gives errors and warnings their position."""

from __future__ import annotations

from dataclasses import dataclass, replace

from symoro.errors import ParseError, Position
from symoro.robot import Diagnostic

MAX_TEXT = 5_000_000
"""The number of characters beyond which a text is refused unread."""

MAX_ENTRIES = 20_000
"""The number of entries beyond which a list is refused."""

_SHOWN = 200


@dataclass(frozen=True)
class Source:
    """A text and the file it comes from."""

    text: str
    file: str | None = None

    def __post_init__(self) -> None:
        if len(self.text) > MAX_TEXT:
            shown = self.text[:_SHOWN].partition("\n")[0]
            raise ParseError(
                f"a text of {len(self.text)} characters; the limit is {MAX_TEXT}",
                Position(1, 1, shown),
                self.file,
            )

    def error(self, message: str, offset: int) -> ParseError:
        """An error at ``text[offset]``, to be raised."""
        return ParseError(message, Position.of(self.text, offset), self.file)

    def warning(self, message: str, offset: int) -> Diagnostic:
        """A warning at ``text[offset]``."""
        return self.locate(Diagnostic(message), offset)

    def locate(self, diagnostic: Diagnostic, offset: int) -> Diagnostic:
        """Return a diagnostic with the position of ``text[offset]``."""
        position = Position.of(self.text, offset)
        return replace(diagnostic, file=self.file, line=position.line, column=position.column)
