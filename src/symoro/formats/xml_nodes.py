"""XML with positions: every element knows its place in the text.

A document type declaration is refused, and with it entities of any kind: nothing is expanded, and
nothing is fetched. Depth and number of elements are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from xml.parsers import expat

from symoro.errors import ParseError
from symoro.formats.source import Source
from symoro.wording import quantity

MAX_DEPTH = 64
MAX_ELEMENTS = 200_000

_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?")
_DIGITS = 60
_LARGEST, _SMALLEST = Decimal("1e100"), Decimal("1e-290")  # their products are doubles


@dataclass
class Element:
    """An element with its attributes, its elements and its text."""

    source: Source
    offset: int
    tag: str
    attributes: dict[str, str]
    elements: list[Element] = field(default_factory=list)
    text: str = ""

    def error(self, message: str) -> ParseError:
        """An error at this element, to be raised."""
        return self.source.error(f"<{self.tag}>: {message}", self.offset)

    def all(self, tag: str) -> list[Element]:
        """The elements of a tag."""
        return [each for each in self.elements if each.tag == tag]

    def first(self, tag: str) -> Element | None:
        """The element of a tag; None if there is none.

        Raises:
            ParseError: if there are several.
        """
        every = self.all(tag)
        if len(every) > 1:
            raise every[1].error(f"a second one in <{self.tag}>; one is expected")
        return every[0] if every else None

    def require(self, tag: str) -> Element:
        """The element of a tag, which must be there."""
        element = self.first(tag)
        if element is None:
            raise self.error(f"<{tag}> is missing")
        return element

    def attribute(self, name: str) -> str:
        """The text of an attribute that must be there and not be empty."""
        value = self.attributes.get(name, "").strip()
        if not value:
            raise self.error(f"the attribute {name} is missing or empty")
        return value

    def number(self, name: str, default: str | None = None, *, largest: Decimal = _LARGEST) -> str:
        """The text of an attribute that is one number."""
        if default is not None and name not in self.attributes:
            return default
        (number,) = self.read_numbers(self.attribute(name), 1, name, largest=largest)
        return number

    def numbers(self, name: str, count: int, default: str | None = None) -> tuple[str, ...]:
        """The texts of an attribute that is some numbers."""
        if default is not None and name not in self.attributes:
            return tuple(default.split())
        return self.read_numbers(self.attribute(name), count, name)

    def read_numbers(
        self, text: str, count: int, where: str, *, largest: Decimal = _LARGEST
    ) -> tuple[str, ...]:
        """Split a text into numbers, which stay as they are written."""
        words = text.split()
        if len(words) != count:
            hint = "; numbers are separated by spaces" if "," in text else ""
            expected = "a number" if count == 1 else f"{count} numbers"
            raise self.error(
                f"{where} has {quantity(len(words), 'value')}, expected {expected}{hint}"
            )
        for word in words:
            if not _NUMBER.fullmatch(word) or len(word) > _DIGITS:
                raise self.error(f"{where}: expected a number, found {word[:40]!r}")
            if abs(number := Decimal(word)) > largest:
                raise self.error(f"{where}: {word[:40]} is too large; 1e100 is the limit")
            if 0 < abs(number) < _SMALLEST:
                raise self.error(f"{where}: {word[:40]} is too near to 0; write 0")
        return tuple(words)

    def __iter__(self) -> Iterator[Element]:
        return iter(self.elements)


def parse_xml(source: Source) -> Element:
    """Read the one element that an XML text has at its top.

    Raises:
        ParseError: at what is not XML, at a document type, at what is nested too deeply.
    """
    return _Parser(source).root()


class _Parser:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.data = source.text.encode()
        self.open: list[Element] = []
        self.top: Element | None = None
        self.count = 0
        self.place = (0, 0)
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._refuse_document_type

    def root(self) -> Element:
        try:
            self.parser.Parse(self.data, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            open_tag = f" in <{self.open[-1].tag}>" if self.open else ""
            raise self.source.error(
                f"not XML: {reason}{open_tag}", self._characters(self.parser.ErrorByteIndex)
            ) from None
        except ValueError as error:
            raise self.source.error(f"not XML: {error}", 0) from None
        assert self.top is not None
        return self.top

    def _characters(self, index: int) -> int:
        """The number of characters in the first bytes, counted on from the last place."""
        byte, characters = self.place if index >= self.place[0] else (0, 0)
        characters += len(self.data[byte : max(index, 0)].decode(errors="replace"))
        self.place = index, characters
        return characters

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        offset = self._characters(self.parser.CurrentByteIndex)
        element = Element(self.source, offset, tag, attributes)
        self.count += 1
        if len(self.open) >= MAX_DEPTH:
            raise element.error(f"nested more than {MAX_DEPTH} deep")
        if self.count > MAX_ELEMENTS:
            raise element.error(f"more than {MAX_ELEMENTS} elements")
        if self.open:
            self.open[-1].elements.append(element)
        else:
            self.top = element
        self.open.append(element)

    def _end(self, _: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        if self.open:
            self.open[-1].text += text

    def _refuse_document_type(self, *_: object) -> None:
        raise self.source.error(
            "a document type declaration (<!DOCTYPE ...>); remove it: entities are not expanded",
            self._characters(self.parser.CurrentByteIndex),
        )
