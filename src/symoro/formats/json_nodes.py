"""JSON with positions: every value knows its position in the text and its path.

Numbers stay as they are written, so that decimals are exact; a key given twice is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NoReturn

from symoro.errors import ParseError
from symoro.formats.source import MAX_ENTRIES, Source

MAX_DEPTH = 32

_SPACE = re.compile(r"[ \t\r\n]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NOT_NUMBER = re.compile(r"[-+]?(?:nan|inf(?:inity)?)\b", re.IGNORECASE)
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True)
class Numeral:
    """A number as it is written."""

    text: str


@dataclass(frozen=True)
class Node:
    """A JSON value with its path, such as ``frames[2].alpha``, and its position in the source."""

    source: Source
    start: int
    end: int
    path: str
    value: dict[str, Node] | list[Node] | str | Numeral | bool | None

    def error(self, message: str) -> ParseError:
        """An error at this value that names its path, to be raised."""
        where = f"{self.path}: " if self.path else ""
        return self.source.error(where + message, self.start)

    def members(self) -> dict[str, Node]:
        """The members of an object."""
        if not isinstance(self.value, dict):
            raise self.error("expected an object {...}")
        return self.value

    def items(self) -> list[Node]:
        """The items of an array."""
        if not isinstance(self.value, list):
            raise self.error("expected an array [...]")
        return self.value

    def find(self, steps: Sequence[str | int]) -> Node:
        """Follow keys and indices as far as they exist."""
        node = self
        for step in steps:
            if isinstance(node.value, dict) and step in node.value:
                node = node.value[str(step)]
            elif isinstance(node.value, list) and step in range(len(node.value)):
                node = node.value[int(step)]
            else:
                break
        return node

    def without_members(self, *names: str) -> Node:
        """The same object without some of its members."""
        return replace(self, value={n: v for n, v in self.members().items() if n not in names})


def parse_json(source: Source, start: int = 0, end: int | None = None) -> Node:
    """Read the JSON value that fills ``source.text[start:end]``.

    Raises:
        ParseError: at what is not JSON, is nested too deeply or is given twice.
    """
    return _Parser(source, len(source.text) if end is None else end).read_whole(start)


class _Parser:
    def __init__(self, source: Source, end: int) -> None:
        self.source, self.text, self.end = source, source.text, end
        self.strings = json.JSONDecoder()

    def fail(self, message: str, offset: int) -> NoReturn:
        raise self.source.error(message, min(offset, self.end)) from None

    def skip(self, offset: int) -> int:
        match = _SPACE.match(self.text, offset, self.end)
        return match.end() if match else offset

    def character_at(self, offset: int) -> str:
        return self.text[offset] if offset < self.end else ""

    def read_whole(self, start: int) -> Node:
        node = self.read_value(self.skip(start), "", 0)
        rest = self.skip(node.end)
        if rest < self.end:
            self.fail(f"expected the end of the JSON text, found {self.text[rest]!r}", rest)
        return node

    def read_value(self, start: int, path: str, depth: int) -> Node:
        if depth > MAX_DEPTH:
            self.fail(f"nested deeper than {MAX_DEPTH} levels", start)
        opening = self.character_at(start)
        if opening == "{":
            return self.read_object(start, path, depth)
        if opening == "[":
            return self.read_array(start, path, depth)
        if opening == '"':
            text, end = self.read_string(start)
            return Node(self.source, start, end, path, text)
        if number := _NUMBER.match(self.text, start, self.end):
            return Node(self.source, start, number.end(), path, Numeral(number.group()))
        for word, value in _WORDS.items():
            if self.text.startswith(word, start, self.end):
                return Node(self.source, start, start + len(word), path, value)
        if strange := _NOT_NUMBER.match(self.text, start, self.end):
            where = f"{path}: " if path else ""
            self.fail(
                f"{where}{strange.group()} is not a finite number, and JSON has no such value; "
                "write a number, or leave the key out",
                start,
            )
        mark = repr(opening) if opening else "the end"
        self.fail(f"expected a JSON value, found {mark}", start)

    def read_string(self, start: int) -> tuple[str, int]:
        try:
            text, end = self.strings.raw_decode(self.text, start)
        except json.JSONDecodeError as error:
            self.fail(f"not a JSON string: {error.msg}", error.pos)
        if end > self.end:
            self.fail("a JSON string that does not end", start)
        return str(text), end

    def read_object(self, start: int, path: str, depth: int) -> Node:
        members: dict[str, Node] = {}
        offset = self.skip(start + 1)
        while self.character_at(offset) != "}" or members:
            if self.character_at(offset) != '"':
                self.fail("expected a key in quotes", offset)
            key, after = self.read_string(offset)
            if key in members:
                self.fail(f"key {key!r} is given twice", offset)
            colon = self.skip(after)
            if self.character_at(colon) != ":":
                self.fail(f"expected : after key {key!r}", colon)
            inner = f"{path}.{key}" if path else key
            members[key] = self.read_value(self.skip(colon + 1), inner, depth + 1)
            offset = self.skip(members[key].end)
            if self.character_at(offset) == "}":
                break
            if self.character_at(offset) != ",":
                self.fail("expected , or }", offset)
            offset = self.skip(offset + 1)
        return Node(self.source, start, offset + 1, path, members)

    def read_array(self, start: int, path: str, depth: int) -> Node:
        items: list[Node] = []
        offset = self.skip(start + 1)
        while self.character_at(offset) != "]" or items:
            if len(items) == MAX_ENTRIES:
                self.fail(f"a list of more than {MAX_ENTRIES} entries", offset)
            items.append(self.read_value(offset, f"{path}[{len(items)}]", depth + 1))
            offset = self.skip(items[-1].end)
            if self.character_at(offset) == "]":
                break
            if self.character_at(offset) != ",":
                self.fail("expected , or ]", offset)
            offset = self.skip(offset + 1)
        return Node(self.source, start, offset + 1, path, items)
