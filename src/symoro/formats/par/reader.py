"""Read a .par file of any variant.

Where a file contradicts itself the tables win over the counts NF, NL, NJ and over Type, and a
diagnostic says so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

from symoro.errors import ParseError, RobotError
from symoro.expressions import ZERO, Expression, Symbol
from symoro.formats.codec import path_to_fault
from symoro.formats.json_nodes import Node, parse_json
from symoro.formats.par.keys import (
    COUNTS,
    DRIVE_LISTS,
    EXTRA_LINK_FIELDS,
    FRAME_LISTS,
    JOINT_LISTS,
    LINK_LISTS,
    MOTION,
    REQUIRED,
    SPELLINGS,
    VECTORS,
)
from symoro.formats.par.lexer import Lexer, Span, Statement
from symoro.formats.records import BASE, FRAME, LINK, ROBOT
from symoro.formats.source import Source
from symoro.robot import BaseMotion, Diagnostic, JointType, Robot, Structure, check
from symoro.robot.decimal_comma import comma_hint
from symoro.robot.joint_names import JOINT_NAMES, with_default_names
from symoro.robot.tables import robot_from_tables

EXTRA = re.compile(r"\s*symoro:\s*(?=\{)")
"""The beginning of the comment that holds, as JSON, the fields without a key of their own."""

EXTRA_FIELDS = ("name", "coupling", "wheels", "values", "poses", "provenance", "origin")
EXTRA_FRAME_FIELDS = ("GAM", "rest", "limits", "name")
EXTRA_BASE_FIELDS = ("fixed_link",)

_NAME = re.compile(r"\s*robotname\s*=\s*(?:'(.*)'|\"(.*)\"|(\S*))\s*\Z", re.IGNORECASE)
_FILE = re.compile(r"\s*(?:name\s+of\s+)?file\s*:?\s+(\S+)\.par\s*\Z", re.IGNORECASE)
_LISTS = {"frames": "antecedent", "links": "XX", "XX..ZZ": "XX"}
_BOOLEANS = {"0": False, "1": True, "false": False, "true": True}
_TYPES = (Structure.SIMPLE, Structure.TREE, Structure.CLOSED)


def read(text: str, file: str | None = None, diagnostics: list[Diagnostic] | None = None) -> Robot:
    """Read a robot from the text of a .par file.

    Args:
        text: the whole file.
        file: its name, for messages, and for the robot's name if the text has none.
        diagnostics: takes the warnings, those of `symoro.robot.check` included.

    Raises:
        ParseError: with the position of what is wrong.
    """
    reader = _Reader(Source(text, file))
    robot = reader.robot()
    if diagnostics is not None:
        diagnostics += reader.diagnostics
        for each in check(robot):
            if each.message not in robot.doubts:  # else said already, with its place
                diagnostics.append(reader.locate(each))
    return robot


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source, self.diagnostics = source, list[Diagnostic]()
        self.lexer = Lexer(source)
        self.extra = self._extra()
        self.statements = self.lexer.statements()
        self.shifts: dict[str, int] = {}  # 1 for the lists that start at link 0

    def warn(self, message: str, key: str) -> None:
        place = self.statements[key].offset if key in self.statements else len(self.source.text)
        self.diagnostics.append(self.source.warning(message, place))

    # Comments

    def _extra(self) -> Node | None:
        node: Node | None = None
        for comment in self.lexer.comments:
            start, end = self.lexer.body(comment)
            if match := EXTRA.match(self.source.text, start, end):
                if node is not None:
                    raise self.source.error("a second symoro comment", comment[0])
                node = parse_json(self.source, match.end(), end)
        return node

    def _name(self) -> str:
        bodies = [self.source.text[slice(*self.lexer.body(c))] for c in self.lexer.comments]
        for pattern in (_NAME, _FILE):
            for match in filter(None, map(pattern.match, bodies)):
                name = next((group for group in match.groups() if group is not None), "")
                if name.strip():
                    return name
        stem = PurePath(self.source.file or "").stem
        return stem if stem.strip() else "robot"

    # The robot

    def robot(self) -> Robot:
        missing = [SPELLINGS.get(k, k) for k in REQUIRED if k not in self.statements]
        if missing:
            raise self.source.error(
                f"the list of {', '.join(missing)} is missing", len(self.source.text)
            )
        base = self._base()
        base_moves = base["motion"] is not BaseMotion.FIXED
        frames = self._common_length(FRAME_LISTS)
        links = self._count_links(frames, base_moves)
        self._check_counts(frames, links)
        tables = self._frame_tables(frames, (frames + links) // 2)
        unnamed = [tag for tag in JOINT_NAMES if tag not in self.statements]
        if "GAM" in unnamed and any("GAM" in each for each in self._extra_frames().values()):
            unnamed.remove("GAM")
        fields: dict[str, Any] = {
            "name": self._name(),
            "structure": self._structure(tables, links),
            "links": [self._link_fields(j) for j in range(1, links + 1)],
            "cut_drives": [
                self._link_fields(j, DRIVE_LISTS)
                for j in range(links + 1, (frames + links) // 2 + 1)
            ],
            "base": base | self._extra_base(),
            "base_link": self._link_fields(0) if base_moves else None,
            "doubts": [each.message for each in self.diagnostics],
        }
        fields |= self._extra_fields(tables, [*fields["links"], *fields["cut_drives"]])
        try:
            robot = robot_from_tables(tables, **fields)
        except RobotError as error:
            raise self._parse_error(error) from None
        return with_default_names(robot, unnamed) if unnamed else robot

    def locate(self, diagnostic: Diagnostic) -> Diagnostic:
        """Return a diagnostic of the robot with the position of the entry that it is about."""
        place = self._offset_of(diagnostic.field or "", diagnostic.frame)
        return self.source.locate(diagnostic, len(self.source.text) if place is None else place)

    def _offset_of(self, field: str, frame: int | None) -> int | None:
        """The offset of an entry: of its list if it has no frame, None if it has no list."""
        statement = self.statements.get(_LISTS.get(field, field))
        if statement is None:
            if self.extra is None or field not in EXTRA_LINK_FIELDS:
                return None
            return self.extra.find(["links", str(frame), field]).start
        index = -1 if frame is None else frame - 1 + self.shifts.get(statement.key, 0)
        if 0 <= index < len(statement.entries):
            return statement.entries[index][0]
        return statement.offset

    def _parse_error(self, error: RobotError) -> ParseError:
        """The error for a field that the robot refuses, at the entry that it comes from."""
        place = self._offset_of(error.field or "", error.frame)
        if place is None and (node := self._extra_node(error)) is not None:
            place = node.start
        if place is None and "antecedent" in self.statements:
            place = self.statements["antecedent"].offset
        return self.source.error(str(error), len(self.source.text) if place is None else place)

    def _extra_node(self, error: RobotError) -> Node | None:
        path = [str(s + 1) if isinstance(s, int) else s for s in path_to_fault(error)]
        return None if self.extra is None else self.extra.find(path)

    # Sizes

    def _length(self, key: str) -> int:
        return len(self.statements[key].entries)

    def _common_length(self, keys: Iterable[str]) -> int:
        lists = [key for key in keys if key in self.statements]
        length = Counter(map(self._length, lists)).most_common(1)[0][0]
        for key in lists:
            self._require_length(key, length)
        if not length:
            raise self.source.error("the lists are empty", self.statements[lists[0]].offset)
        return length

    def _require_length(self, key: str, *lengths: int) -> None:
        statement = self.statements[key]
        if len(statement.entries) not in lengths:
            for span in statement.entries:
                self.lexer.expression(span)  # a forgotten comma shows here
            entries = [self.lexer.plain_text[start:end] for start, end in statement.entries]
            raise self.source.error(
                f"the list of {statement.spelling} has {len(entries)} entries, expected "
                f"{' or '.join(map(str, lengths))}{comma_hint(entries, max(lengths))}",
                statement.offset,
            )

    def _count_links(self, frames: int, base_moves: bool) -> int:
        """The number of links: a closed robot has two frames more than links for each loop."""

        def count(key: str) -> int:
            length = self._length(key)
            return length - 1 if base_moves and (frames - length) % 2 else length

        lists = [key for key in LINK_LISTS if key in self.statements]
        links = Counter(map(count, lists)).most_common(1)[0][0]
        if links > frames or (frames - links) % 2:
            links = frames
        joints = (frames + links) // 2
        for key in lists:
            ends = [links, *([joints] if key in DRIVE_LISTS and joints > links else [])]
            lengths = {end + 1 for end in ends} | {links} if base_moves else {*ends}
            self._require_length(key, *sorted(lengths))
            self.shifts[key] = int(base_moves and self._length(key) > links)
        if not links:
            raise self.source.error("a robot needs at least one link", self.statements["XX"].offset)
        return links

    def _check_counts(self, frames: int, links: int) -> None:
        actual = dict(zip(COUNTS, (frames, links, (frames + links) // 2), strict=True))
        for key, number in actual.items():
            if key in self.statements and (count := self._integer(key)) != number:
                self.warn(f"{key} is {count} but the lists say {number}; the lists are used", key)

    # Scalars

    def _scalar(self, key: str) -> tuple[str, int]:
        start, end = self.statements[key].entries[0]
        return self.source.text[start:end], start

    def _integer(self, key: str) -> int:
        text, place = self._scalar(key)
        if not (text.isascii() and text.isdigit()) or len(text) > 9:
            raise self.source.error(f"{key} must be a number, found {text[:40]}", place)
        return int(text)

    def _flag(self, key: str) -> bool | None:
        if key not in self.statements:
            return None
        text, place = self._scalar(key)
        if text.lower() not in _BOOLEANS:
            raise self.source.error(f"{key} must be True, False, 0 or 1, found {text[:40]}", place)
        return _BOOLEANS[text.lower()]

    # Tables

    def _base(self) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for key, length in VECTORS.items():
            if key in self.statements:
                self._require_length(key, length)
                fields[key] = tuple(map(self.lexer.expression, self.statements[key].entries))
        if "Z" in fields:
            fields["Z"] = tuple(fields["Z"][row : row + 4] for row in range(0, 16, 4))
        if "G" not in fields:
            self.warn("G is missing; gravity is taken as zero", "G")
        floating, mobile = self._flag("is_floating"), self._flag("is_mobile")
        motion = BaseMotion.FIXED
        if floating:
            motion = BaseMotion.FLOATING
            if mobile:
                self.warn(
                    "the base is both floating and mobile; it is taken as floating", "is_mobile"
                )
        elif mobile:
            motion = BaseMotion.MOVING
        elif moving := [k for k in MOTION if any(e != ZERO for e in fields.get(k, ()))]:
            motion = BaseMotion.MOVING
            if mobile is False:
                self.warn(
                    f"is_mobile is false but {', '.join(moving)} is not zero; "
                    "the base is taken as moving",
                    "is_mobile",
                )
        return {"motion": motion, **fields}

    def _link_fields(self, j: int, keys: Iterable[str] = LINK_LISTS) -> dict[str, Expression]:
        """The fields of link j, or of a cut joint, where lists go on with these."""
        fields = {}
        for key in keys:
            if key in self.statements:
                index = j - 1 + self.shifts[key]
                if 0 <= index < self._length(key):
                    fields[key] = self.lexer.expression(self.statements[key].entries[index])
        return fields

    def _frame_tables(self, frames: int, joints: int) -> list[dict[str, Any]]:
        tables: list[dict[str, Any]] = [{} for _ in range(frames)]
        for key in (*FRAME_LISTS, *JOINT_LISTS):
            statement = self.statements.get(key)
            if statement is not None:
                self._require_length(key, frames if key in FRAME_LISTS else joints)
                for table, span in zip(tables, statement.entries, strict=False):
                    table[key] = self._read_entry(statement, span)
        if "mu" not in self.statements:
            for table in tables:
                table["mu"] = table["sigma"] is not JointType.FIXED
        return tables

    def _read_entry(self, statement: Statement, span: Span) -> object:
        value = self.lexer.expression(span)
        key, number = statement.key, value.number
        if key == "antecedent":
            if number is not None and number.denominator == 1:
                return int(number)
            expected = "the number of a frame"
        elif key == "sigma":
            if number in (0, 1, 2):
                return JointType(int(number))
            expected = "0 (revolute), 1 (prismatic) or 2 (fixed)"
        elif key in ("mu", "eta"):
            text = value.name.lower() if isinstance(value, Symbol) else str(value)
            if text in _BOOLEANS:
                return _BOOLEANS[text]
            expected = "0 or 1"
        else:
            return value
        raise self.source.error(f"{statement.spelling} must be {expected}", span[0])

    def _structure(self, tables: list[dict[str, Any]], links: int) -> Structure:
        """The structure by Type of the file, unless the tables contradict it."""
        chain = all(table["antecedent"] == j for j, table in enumerate(tables))
        if len(tables) > links:
            possible = [Structure.CLOSED]
        else:
            possible = [Structure.SIMPLE, Structure.TREE] if chain else [Structure.TREE]
        if "Type" not in self.statements:
            return possible[0]
        number = self._integer("Type")
        if number >= len(_TYPES):
            _, place = self._scalar("Type")
            raise self.source.error("Type must be 0 (simple), 1 (tree) or 2 (closed)", place)
        if _TYPES[number] in possible:
            return _TYPES[number]
        self.warn(
            f"Type says {_TYPES[number].value} but the lists describe a {possible[0].value} "
            "structure; the lists are used",
            "Type",
        )
        return possible[0]

    # The symoro comment

    def _extra_members(self, name: str) -> dict[str, Node]:
        """The members of a part of the comment, by number."""
        if self.extra is None or name not in self.extra.members():
            return {}
        return self.extra.members()[name].members()

    def _extra_base(self) -> dict[str, Any]:
        if self.extra is None or "base" not in self.extra.members():
            return {}
        return BASE.read_fields(self.extra.members()["base"], EXTRA_BASE_FIELDS)

    def _extra_frames(self) -> dict[str, dict[str, Any]]:
        nodes = self._extra_members("frames")
        return {j: FRAME.read_fields(node, EXTRA_FRAME_FIELDS) for j, node in nodes.items()}

    def _extra_fields(
        self, tables: list[dict[str, Any]], links: list[dict[str, Expression]]
    ) -> dict[str, Any]:
        """Put the comment's fields of frames and links into their tables; return the others."""
        if self.extra is None:
            return {}
        for j, node in self._extra_members("links").items():
            if j not in map(str, range(1, len(links) + 1)):
                raise node.error(f"there is no joint {j}; joints are 1 to {len(links)}")
            links[int(j) - 1].update(LINK.read_fields(node, EXTRA_LINK_FIELDS))
        numbers = {str(j): table for j, table in enumerate(tables, start=1)}
        for j, fields in self._extra_frames().items():
            if j not in numbers:
                node = self.extra.find(["frames", j])
                raise node.error(f"there is no frame {j}; frames are 1 to {len(tables)}")
            numbers[j].update(fields)
        rest = self.extra.without_members("frames", "links", "base")
        return ROBOT.read_fields(rest, EXTRA_FIELDS)
