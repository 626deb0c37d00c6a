"""The JSON format: everything a robot holds, without loss.

The file is one object with ``"format": "symoro-robot"`` and ``"version": 1``; its other keys are
the fields of `Robot` by their names (frames, links, base, coupling, wheels, values, ...).
``structure`` is simple, tree or closed; ``parallel`` announces a `ParallelRobot` with ``legs`` and
``platform``. In the place of ``frames`` there may be a table ``dh`` of a data sheet, in that of a
link's inertial parameters a body, ``com``, ``box`` or ``pendulum``; they are read, and written as
frames and parameters. Values are expression texts in quotes (plain numbers are read too). A field
with its default value, mostly zero, is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from symoro.formats.codec import TEXT, Plain
from symoro.formats.json_nodes import Node, Numeral, parse_json
from symoro.formats.records import PARALLEL, ROBOT
from symoro.formats.source import Source
from symoro.robot import Diagnostic, ParallelRobot, Robot, check

FORMAT = "symoro-robot"
VERSION = 1

_PARALLEL = "parallel"


def read(
    text: str, file: str | None = None, diagnostics: list[Diagnostic] | None = None
) -> Robot | ParallelRobot:
    """Read a robot from JSON text.

    Raises:
        ParseError: with the path and the position of what is wrong.
    """
    node = parse_json(Source(text, file))
    _check_header(node)
    content = node.without_members("format", "version")
    if node.find(["structure"]).value == _PARALLEL:
        return PARALLEL.decode(content.without_members("structure"))
    robot = ROBOT.decode(content)
    if diagnostics is not None:
        diagnostics.extend(_located_diagnostics(robot, node))
    return robot


def _located_diagnostics(robot: Robot, node: Node) -> Iterator[Diagnostic]:
    """Diagnostics of a robot, each with the position of the value it is about."""
    for diagnostic in check(robot):
        field, steps = diagnostic.field or "", list[str | int]()
        if diagnostic.frame == 0:
            steps = ["base", "link", field]
        elif diagnostic.frame is not None:
            table = "frames" if hasattr(robot.frames[0], field) else "links"
            place = diagnostic.frame - 1
            if table == "links" and place >= robot.n_links:
                table, place = "cut_drives", place - robot.n_links
            steps = [table, place, field]
        elif hasattr(robot.base, field):
            steps = ["base", field]
        if "dh" in node.members() and steps[:1] != ["base"]:
            steps = ["dh"]  # rows and columns are other ones there
        yield node.source.locate(diagnostic, node.find(steps).start)


def write(robot: Robot | ParallelRobot) -> str:
    """Return the JSON text of a robot; ASCII only."""
    data: dict[str, Plain] = {"format": FORMAT, "version": VERSION}
    if isinstance(robot, ParallelRobot):
        data |= {"structure": _PARALLEL, **PARALLEL.encode(robot)}
    else:
        data |= ROBOT.encode(robot)
    return _text(data, "") + "\n"


def _check_header(node: Node) -> None:
    members = node.members()
    for key in ("format", "version"):
        if key not in members:
            raise node.error(f"not a {FORMAT} file: key {key} is missing")
    name = TEXT.decode(members["format"])
    if name != FORMAT:
        raise members["format"].error(f"expected {FORMAT}, found {name[:40]}")
    if members["version"].value != Numeral(str(VERSION)):
        raise members["version"].error(f"this symoro reads version {VERSION}")


_WIDTH = 100


def _text(data: Plain, indent: str) -> str:
    """JSON on one line where it fits; else lines filled with short items, or one item a line."""
    flat = json.dumps(data)
    if not isinstance(data, dict | list) or len(indent) + len(flat) <= _WIDTH or not data:
        return flat
    inner = indent + "  "
    if isinstance(data, dict):
        items = [f"{json.dumps(key)}: {_text(value, inner)}" for key, value in data.items()]
        values = list(data.values())
    else:
        items, values = [_text(item, inner) for item in data], data
    if indent and not any(isinstance(value, dict | list) for value in values):
        items = _fill_lines(items, _WIDTH - len(inner))
    opening, closing = "{}" if isinstance(data, dict) else "[]"
    return f"{opening}\n{inner}" + f",\n{inner}".join(items) + f"\n{indent}{closing}"


def _fill_lines(items: list[str], width: int) -> list[str]:
    """Join items into lines of at most some width."""
    lines = [items[0]]
    for item in items[1:]:
        if len(lines[-1]) + len(item) + 3 <= width:
            lines[-1] += f", {item}"
        else:
            lines.append(item)
    return lines
