"""Numbers of a robot's parameters in a JSON file, which options name beside value sets.

The file is an object of names and numbers, ``{"M1": 3.7, "alpha2": "Pi/2"}``, or one value set as a
robot file has it, ``{"name": ..., "source": ..., "values": {...}}``. Decimals are exact.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from symoro.errors import RobotError
from symoro.expressions import Expression
from symoro.formats.codec import EXPRESSION
from symoro.formats.files import read_text
from symoro.formats.json_format import FORMAT
from symoro.formats.json_nodes import Node, parse_json
from symoro.formats.records import VALUE_SET
from symoro.formats.source import Source
from symoro.robot import Robot, ValueSet
from symoro.robot.values import SetOrNumbers
from symoro.robot.variant import variant

SUFFIX = ".json"

Values = SetOrNumbers | os.PathLike[str]
"""Numbers by symbol, a value set, the name of one of the robot's, or a ``.json`` file."""


def read_values(values: Values | None) -> SetOrNumbers | None:
    """Return the value set of a file; anything else, such as the name of a set, as it is.

    Raises:
        UsageError: for a file that is not there or cannot be read.
        ParseError: for a text that is no set of numbers, with line and column.
    """
    if isinstance(values, os.PathLike):
        return _value_set(os.fspath(values))
    if isinstance(values, str) and values.lower().endswith(SUFFIX):
        return _value_set(values)
    return values


def changed_robot(robot: Robot, values: Values | None = None, **changes: Any) -> Robot:
    """Return the robot that options ask for: `variant`, with numbers of files too."""
    return variant(robot, values=read_values(values), **changes)


def _value_set(path: str) -> ValueSet:
    node = parse_json(Source(read_text(path), path))
    members = node.members()
    if "format" in members:
        raise members["format"].error(
            f"numbers of a robot's parameters are needed, not a file that says {FORMAT}; "
            '{"M1": 3.7} gives M1 a number'
        )
    pairs, source = node, ""
    if "values" in members:
        pairs = members["values"]
        known = VALUE_SET.read_fields(node.without_members("values"))
        source = known.get("source", "")
    return ValueSet(path, tuple(_pairs(path, pairs)), source)


def _pairs(path: str, node: Node) -> Iterator[tuple[str, Expression]]:
    """The numbers of an object by name; one that is no number is reported with its position."""
    for name, value in node.members().items():
        number = EXPRESSION.decode(value)
        try:
            ValueSet(path, ((name, number),))
        except RobotError as error:
            raise value.error(error.message.removeprefix(f"value set {path}, {name}: ")) from None
        yield name, number
