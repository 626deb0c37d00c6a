"""The words of a .par file: comments, and assignments of a value or of a list in braces.

    file  = { key "=" ( value | "{" entry { "," entry } "}" ) }

Comments ``(* ... *)`` may stand anywhere and do not nest. A comma inside parentheses or brackets
belongs to its entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from symoro.errors import ParseError, Position
from symoro.expressions import Expression, parse
from symoro.formats.par.keys import BY_SPELLING, SCALARS
from symoro.formats.source import MAX_ENTRIES, Source

Span = tuple[int, int]

_KEY = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_]*)\s*=\s*", re.ASCII)
_VALUE = re.compile(r"[^\s{}=,;]+")
_SPLIT = re.compile(r"[()\[\]{},=]")
_NOT_LINE_END = re.compile(r"[^\r\n]")
_SPACE = re.compile(r"\s*")


@dataclass(frozen=True)
class Statement:
    """One assignment: the key as written, its offset, and the spans of its entries."""

    key: str
    spelling: str
    offset: int
    entries: tuple[Span, ...]


class Lexer:
    """A .par text taken apart, with the exact position of everything."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.comments = list(self._comments())
        self._known: dict[str, Expression] = {}

    def _comments(self) -> list[Span]:
        text, spans = self.source.text, []
        start = text.find("(*")
        while start >= 0:
            end = text.find("*)", start + 2)
            if end < 0:
                raise self.source.error("a comment that does not end: *) is missing", start)
            spans.append((start, end + 2))
            start = text.find("(*", end + 2)
        return spans

    def body(self, comment: Span) -> Span:
        """The span between ``(*`` and ``*)``."""
        return comment[0] + 2, comment[1] - 2

    @cached_property
    def plain_text(self) -> str:
        """The text with blanks instead of comments: offsets stay."""
        text, pieces, last = self.source.text, [], 0
        for start, end in self.comments:
            pieces += [text[last:start], _NOT_LINE_END.sub(" ", text[start:end])]
            last = end
        return "".join([*pieces, text[last:]])

    def statements(self) -> dict[str, Statement]:
        """All assignments by key; a key that is unknown or given twice is an error."""
        statements: dict[str, Statement] = {}
        offset = self._skip(0)
        while offset < len(self.plain_text):
            statement, offset = self._read_statement(offset)
            first = statements.setdefault(statement.key, statement)
            if first is not statement:
                raise self.source.error(
                    f"{statement.spelling} is given twice; the first time as {first.spelling} "
                    f"in line {Position.of(self.plain_text, first.offset).line}",
                    statement.offset,
                )
            offset = self._skip(offset)
        return statements

    def _skip(self, offset: int) -> int:
        match = _SPACE.match(self.plain_text, offset)
        return match.end() if match else offset

    def _read_statement(self, offset: int) -> tuple[Statement, int]:
        match = _KEY.match(self.plain_text, offset)
        if match is None:
            word = self.plain_text[offset : offset + 20].split()[0]
            hint = "; comments do not nest" if word.startswith("*)") else ""
            raise self.source.error(f"expected KEY = value, found {word!r}{hint}", offset)
        spelling = match.group(1)
        key = BY_SPELLING.get(spelling.lower())
        if key is None:
            near = get_close_matches(spelling.lower()[:40], BY_SPELLING, n=1)
            hint = f"did you mean {near[0]}?" if near else "keys are NF, Ant, Sigma, XX, G ..."
            raise self.source.error(f"unknown key {spelling[:40]}; {hint}", offset)
        start = match.end()
        listed = self.plain_text.startswith("{", start)
        if listed == (key in SCALARS):
            expected = "one value" if listed else "a list in braces {...}"
            raise self.source.error(f"{spelling} takes {expected}", start)
        if listed:
            entries, end = self._read_list(spelling, start)
            return Statement(key, spelling, offset, entries), end
        value = _VALUE.match(self.plain_text, start)
        if value is None:
            raise self.source.error(f"the value of {spelling} is missing", start)
        return Statement(key, spelling, offset, (value.span(),)), value.end()

    def _read_list(self, spelling: str, opening: int) -> tuple[tuple[Span, ...], int]:
        entries: list[Span] = []
        depth, start, offset = 0, opening + 1, opening + 1
        while match := _SPLIT.search(self.plain_text, offset):
            mark, offset = match.group(), match.end()
            if mark in "([":
                depth += 1
            elif mark in ")]":
                depth -= 1
            elif mark in "{=":
                break
            elif mark == "}" or depth <= 0:
                entries.append(self._strip(start, match.start()))
                start = offset
                if len(entries) > MAX_ENTRIES:
                    raise self.source.error(
                        f"the list of {spelling} has more than {MAX_ENTRIES} entries", opening
                    )
                blank = entries[-1][0] == entries[-1][1]
                if blank and (mark == "," or len(entries) > 1):
                    raise self.source.error("an entry is missing here", entries[-1][0])
                if mark == "}":
                    return () if blank else tuple(entries), offset
        raise self.source.error(f"the list of {spelling} does not end: }} is missing", opening)

    def _strip(self, start: int, end: int) -> Span:
        text = self.plain_text[start:end]
        if not text.strip():
            return end, end
        return start + len(text) - len(text.lstrip()), start + len(text.rstrip())

    def expression(self, span: Span) -> Expression:
        """Read one entry."""
        text = self.plain_text[span[0] : span[1]]
        if text not in self._known:
            try:
                self._known[text] = parse(self.plain_text, start=span[0], end=span[1])
            except ParseError as error:
                line = self.source.text.split("\n")[error.line - 1].rstrip("\r")
                raise ParseError(
                    error.message, Position(error.line, error.column, line), self.source.file
                ) from None
        return self._known[text]
