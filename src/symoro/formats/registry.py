"""The one table of robot formats, and the formats that other packages add to it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING

from symoro.errors import SymoroError, UsageError
from symoro.plugins import PluginGroup, named_failures

if TYPE_CHECKING:
    from symoro.robot import Diagnostic, ParallelRobot, Robot

_SUFFIX = re.compile(r"(?:\.[a-z0-9_-]+)+")


@dataclass(frozen=True)
class RobotFormat:
    """A format of robot files.

    Attributes:
        name: in messages.
        suffixes: the ends of its files' names, in small letters with their dots.
        title: its origin and contents.
        reader: ``module:function`` of a text, its file's name and a list that takes the
            diagnostics, which returns the robot; None for a format that is only written.
        writer: ``module:function`` of a robot, which returns the text; None for one only read.
        cannot_say: what a file cannot express of a robot, in words; empty if nothing is lost.
        parallel: True if a file can hold a parallel robot as well.
        options: keywords of the reader beside the three, which `load` passes on.
        numeric: True if files hold numbers, which `convert` makes symbols with values.
        warns: True if the writer itself warns of what a file lacks of a robot.
    """

    name: str
    suffixes: tuple[str, ...]
    title: str
    reader: str | None
    writer: str | None
    cannot_say: str = ""
    parallel: bool = False
    options: tuple[str, ...] = ()
    numeric: bool = False
    warns: bool = False

    @cached_property
    def suffix(self) -> str:
        """The first of its suffixes, which stands for the format in messages."""
        return self.suffixes[0]

    @property
    def limits(self) -> str:
        """The parts that a file cannot express, in words; empty if nothing is lost."""
        return "; ".join(
            filter(None, (self.cannot_say, "" if self.parallel else "parallel robots"))
        )

    def read(
        self,
        text: str,
        file: str | None = None,
        diagnostics: list[Diagnostic] | None = None,
        **options: object,
    ) -> Robot | ParallelRobot:
        """Read a robot from a text.

        Raises:
            UsageError: for a format that is only written, or has no such option.
            ParseError: for a text that is not a robot.
        """
        from symoro.robot import ParallelRobot, Robot

        chosen = {name: value for name, value in options.items() if value is not None}
        for name in chosen:
            if name not in self.options:
                able = ", ".join(each.suffix for each in FORMATS if name in each.options)
                raise UsageError(f"{name} is for files {able}, not {self.suffix}")
        robot = self._call(self.reader, "read", text, file, diagnostics, **chosen)
        if not isinstance(robot, Robot | ParallelRobot):
            raise self._wrong_type(self.reader, robot)
        return robot

    def write(self, robot: Robot | ParallelRobot) -> str:
        """Return the text of a robot.

        Raises:
            UsageError: for a format that is only read, or a robot that it cannot hold.
        """
        text = self._call(self.writer, "written", robot)
        if not isinstance(text, str):
            raise self._wrong_type(self.writer, text)
        return text

    def _call(self, where: str | None, verb: str, *arguments: object, **options: object) -> object:
        """Call a function by its name; failures of other packages are told as theirs."""
        if where is None:
            raise UsageError(f"{self.suffix} files are not {verb}")
        with nullcontext() if self in FORMATS else named_failures(f"the format {self.name}"):
            module, _, name = where.partition(":")
            function: Callable[..., object] = getattr(import_module(module), name)
            return function(*arguments, **options)

    def _wrong_type(self, where: str | None, value: object) -> SymoroError:
        kind = type(value).__name__
        return SymoroError(f"the format {self.name} failed: {where} returned an object of {kind}")


PAR = RobotFormat(
    name="par",
    suffixes=(".par",),
    title="SYMORO+ and OpenSYMORO; a comment holds what they have no key for",
    reader="symoro.formats.par:read",
    writer="symoro.formats.par:write",
)
JSON = RobotFormat(
    name="json",
    suffixes=(".json",),
    title="symoro's own: every field of a robot by its name",
    reader="symoro.formats.json_format:read",
    writer="symoro.formats.json_format:write",
    parallel=True,
)
URDF = RobotFormat(
    name="urdf",
    suffixes=(".urdf",),
    title="links and joints of ROS, in numbers",
    reader="symoro.formats.urdf:read",
    writer="symoro.formats.urdf:write",
    cannot_say="symbols, loops, gravity, springs, friction other than `FV` and `FS`, external "
    "wrenches, moving bases, wheels, value sets, poses",
    options=("keep_fixed", "tolerance"),
    numeric=True,
    warns=True,
)
XACRO = RobotFormat(
    name="xacro",
    suffixes=(".urdf.xacro", ".xacro"),
    title="programs that write URDF; run by xacrodoc, where it is installed",
    reader="symoro.formats.urdf.xacro:read",
    writer=None,
    cannot_say=URDF.cannot_say,
    options=URDF.options,
    numeric=True,
)
DH_CSV = RobotFormat(
    name="dh-csv",
    suffixes=(".dh.csv",),
    title="the Denavit-Hartenberg table of a data sheet, with bodies, drives and limits",
    reader="symoro.formats.dh_csv:read",
    writer=None,
    cannot_say="trees, loops, moving bases, elastic joints, couplings, wheels, value sets, poses",
    numeric=True,
)
MJCF = RobotFormat(
    name="mjcf",
    suffixes=(".xml", ".mjcf"),
    title="bodies and joints of MuJoCo, in numbers",
    reader="symoro.formats.mjcf:read",
    writer="symoro.formats.mjcf:write",
    cannot_say="symbols, loops without a revolute joint, friction other than `FV` and `FS`",
    options=URDF.options,
    numeric=True,
    warns=True,
)
FORMATS = (PAR, JSON, URDF, XACRO, MJCF, DH_CSV)
"""The formats of symoro itself."""


def usable_formats() -> tuple[RobotFormat, ...]:
    """Return the formats of symoro and those of other packages that can be used."""
    return (*FORMATS, *(each for each, _ in packaged_formats()))


def packaged_formats() -> list[tuple[RobotFormat, str]]:
    """Return the formats of other packages that can be used, each with its package."""
    return [(each.part, each.package) for each in _PLUGINS.load() if each.part is not None]


def unusable_formats() -> list[str]:
    """Return a sentence for each format of another package that cannot be used, with the reason."""
    return [
        f"the format {each.name} of the package {each.package} cannot be used: {each.reason}"
        for each in _PLUGINS.load()
        if each.part is None
    ]


def format_of(path: str | os.PathLike[str]) -> RobotFormat | None:
    """Return the format of a file by its name, in which capitals do not matter; None if unknown.

    Raises:
        UsageError: if several packages add a format for it.
    """
    name = PurePath(path).name.lower()
    if own := _longest_match(name, FORMATS):
        return own[0]  # without a look at other packages
    matches = _longest_match(name, usable_formats())
    if len(matches) > 1:
        names = " and ".join(each.name for each in matches)
        raise UsageError(f"{path}: the formats {names} have the same extension")
    return matches[0] if matches else None


def _longest_match(name: str, formats: Iterable[RobotFormat]) -> list[RobotFormat]:
    """Return the formats whose suffix ends a file's name, those with the longest such suffix."""
    matches: dict[int, list[RobotFormat]] = {0: []}
    for each in formats:
        lengths = [len(end) for end in each.suffixes if name.endswith(end) and name != end]
        matches.setdefault(max(lengths, default=0), []).append(each)
    longest = max(matches)
    return matches[longest] if longest else []


def _fault(part: RobotFormat, called: str) -> str:
    """Return the fault of a format of another package; empty if it has none."""
    suffixes: object = part.suffixes
    texts: list[object] = [part.title, part.cannot_say, part.reader or "", part.writer or ""]
    if not all(isinstance(each, str) for each in texts):
        return f"title, cannot_say, reader and writer of {called} must be texts"
    if part.reader is None and part.writer is None:
        return f"{called} has neither a reader nor a writer"
    if not isinstance(suffixes, tuple) or not suffixes:
        return f"suffixes of {called} must be a tuple of texts"
    for suffix in suffixes:
        if not isinstance(suffix, str) or not _SUFFIX.fullmatch(suffix):
            return f"{suffix!r} is no suffix: a dot, then small letters, digits, - and _"
        if own := _longest_match(f"name{suffix}", FORMATS):
            return f"{suffix} ends in {own[0].suffix}, which symoro reads itself"
    return ""


_PLUGINS = PluginGroup("symoro.formats", "format", RobotFormat, lambda: FORMATS, _fault)
