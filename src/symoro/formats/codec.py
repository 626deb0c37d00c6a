"""Codecs of single values to plain JSON data and back, which `records` puts together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from typing import Any, Generic, TypeVar

from symoro.errors import ParseError, RobotError, SymoroError
from symoro.expressions import Expression, expression, parse
from symoro.formats.json_nodes import Node, Numeral
from symoro.robot.decimal_comma import comma_hint
from symoro.robot.link import DRIVE, LAW

T = TypeVar("T")
Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]

_MAX_INTEGER = 9  # digits


@dataclass(frozen=True)
class Codec(Generic[T]):
    """A pair of functions: value to plain data, and node to value."""

    encode: Callable[[T], Plain]
    decode: Callable[[Node], T]


def _read_expression(node: Node) -> Expression:
    source = node.source
    if isinstance(node.value, Numeral):
        start, end = node.start, node.end
    elif isinstance(node.value, str):
        start, end = node.start + 1, node.end - 1
        if source.text[start:end] != node.value:  # escapes: positions inside would be wrong
            try:
                return parse(node.value)
            except ParseError as error:
                raise node.error(error.message) from None
    else:
        raise node.error("expected an expression: a text or a number")
    try:
        return parse(source.text, start=start, end=end, file=source.file)
    except ParseError as error:
        raise ParseError(f"{node.path}: {error.message}", error.position, source.file) from None


def _read_integer(node: Node) -> int:
    if isinstance(node.value, Numeral) and len(node.value.text) <= _MAX_INTEGER:
        try:
            return int(node.value.text)
        except ValueError:
            pass
    raise node.error("expected an integer")


def _read_boolean(node: Node) -> bool:
    if not isinstance(node.value, bool):
        raise node.error("expected true or false")
    return node.value


def _read_text(node: Node) -> str:
    if not isinstance(node.value, str):
        raise node.error("expected a text in quotes")
    return node.value


EXPRESSION: Codec[Expression] = Codec(lambda value: str(expression(value)), _read_expression)
INTEGER: Codec[int] = Codec(int, _read_integer)
BOOLEAN: Codec[bool] = Codec(bool, _read_boolean)
TEXT: Codec[str] = Codec(str, _read_text)


def sequence(item: Codec[T], length: int | None = None) -> Codec[tuple[T, ...]]:
    """A list of values, of a given length or any."""

    def decode(node: Node) -> tuple[T, ...]:
        nodes = node.items()
        if length is not None and len(nodes) != length:
            texts = [node.source.text[each.start : each.end].strip('"') for each in nodes]
            hint = comma_hint(texts, length)
            raise node.error(f"expected {length} values, found {len(nodes)}{hint}")
        return tuple(item.decode(each) for each in nodes)

    return Codec(lambda values: [item.encode(value) for value in values], decode)


def optional(item: Codec[T]) -> Codec[T | None]:
    """A value, or null for None."""
    return Codec(
        lambda value: None if value is None else item.encode(value),
        lambda node: None if node.value is None else item.decode(node),
    )


def word(words: dict[str, T]) -> Codec[T]:
    """One of some values, each with its word."""

    def decode(node: Node) -> T:
        if not isinstance(node.value, str) or node.value not in words:
            raise node.error(f"expected one of {', '.join(words)}")
        return words[node.value]

    return Codec(lambda value: next(w for w, v in words.items() if v == value), decode)


E = TypeVar("E", bound=Enum)


def member(kind: type[E]) -> Codec[E]:
    """A member of an enumeration, by its name in lower case."""
    return word({each.name.lower(): each for each in kind})


class Record(Generic[T]):
    """A dataclass as an object; a field that has its default value is left out.

    Fields in ``always`` are written whatever their value, and must be there when read.
    """

    always: tuple[str, ...] = ()
    others: tuple[str, ...] = ()  # keys that a subclass reads by itself

    def __init__(self, kind: type[T], /, **codecs: Codec[Any]) -> None:
        self.kind, self.codecs = kind, codecs
        self.defaults: dict[str, object] = {
            each.name: each.default_factory() if callable(each.default_factory) else each.default
            for each in fields(kind)  # type: ignore[arg-type]
        }

    def encode(self, part: T, only: Collection[str] | None = None) -> dict[str, Plain]:
        """Return the fields, or only some of them, as plain data."""
        plain: dict[str, Plain] = {}
        for name, codec in self.codecs.items():
            value = getattr(part, name)
            default = self.defaults[name]
            shown = default is MISSING or value != default or name in self.always
            if (only is None or name in only) and shown:
                plain[name] = codec.encode(value)
        return plain

    def read_fields(self, node: Node, only: Collection[str] | None = None) -> dict[str, Any]:
        """Read the fields that an object gives; refuse one that is not known, or not in only."""
        known = [name for name in self.codecs if only is None or name in only]
        values: dict[str, Any] = {}
        for name, value in node.members().items():
            if name not in known:
                others = self.others if only is None else ()
                keys = ", ".join((*known, *others))
                raise value.error(f"unknown key; the keys here are {keys}")
            values[name] = self.codecs[name].decode(value)
        return values

    def decode(self, node: Node) -> T:
        """Read an object; a value that the dataclass refuses is reported with its position."""
        values = self.read_fields(node)
        for name in self.codecs:
            needed = self.defaults[name] is MISSING or name in self.always
            if needed:
                require_key(node, name)
        return self.build(node, values)

    def build(self, node: Node, values: dict[str, Any]) -> T:
        """Return the object of some fields; what it refuses is reported with its position."""
        with located_faults(node):
            return self.kind(**values)

    @property
    def codec(self) -> Codec[T]:
        """The record as a codec of its own."""
        return Codec(self.encode, self.decode)


def require_key(node: Node, name: str) -> None:
    """Refuse an object without a key."""
    if name not in node.members():
        raise node.error(f"key {name} is missing")


@contextmanager
def located_faults(
    node: Node, path: Callable[[RobotError], list[str | int]] | None = None
) -> Iterator[None]:
    """Report errors of a robot's parts at the value of a node that they are about."""
    try:
        yield
    except RobotError as error:
        raise node.find((path or path_to_fault)(error)).error(str(error)) from None
    except SymoroError as error:
        raise node.error(str(error)) from None


def path_to_fault(error: RobotError) -> list[str | int]:
    """The keys and indices that lead to the value that a robot's validation refuses."""
    words = error.field.split(".") if error.field else []
    field = [int(word) if word.isdigit() else word for word in words]
    part = "links" if error.field in (*DRIVE, *LAW) else "frames"
    return [*field] if error.frame is None else [part, error.frame - 1, *field]
