"""Robots in files: the format follows from the extension."""

from __future__ import annotations

import os
import warnings
from dataclasses import replace
from pathlib import Path

from symoro.errors import UsageError
from symoro.file_sets import error_reason, write_whole
from symoro.formats.registry import FORMATS, format_of, unusable_formats, usable_formats
from symoro.formats.source import MAX_TEXT
from symoro.robot import Diagnostic, ParallelRobot, Robot

_MAX_BYTES = 4 * MAX_TEXT  # of UTF-8


def load_file(
    path: str | os.PathLike[str],
    diagnostics: list[Diagnostic] | None = None,
    **options: object,
) -> Robot | ParallelRobot:
    """Read a robot from a file, UTF-8 or Latin-1.

    Args:
        path: a file with the extension of a format that is read, such as ``.par`` or ``.json``.
        diagnostics: takes the warnings, each with its place.
        options: of the format's reader, such as ``tolerance``; None for its default.

    Raises:
        UsageError: for a file that is not there, cannot be read or has another extension.
        ParseError: for a text that is not a robot.
    """
    kind = format_of(path)
    if kind is None or kind.reader is None:
        exists = "the file exists, but" if _exists(path) else "there is no such file, and"
        raise UsageError(f"{path}: {exists} {_refused_extension(path, writing=False)}")
    robot = kind.read(read_text(path), str(path), diagnostics, **options)
    if isinstance(robot, Robot) and robot.origin is not None:
        origin = replace(robot.origin, folder=str(Path(path).absolute().parent))
        return replace(robot, origin=origin)
    return robot


def read_text(path: str | os.PathLike[str]) -> str:
    """Return the text of a file, UTF-8 or Latin-1.

    Raises:
        UsageError: for a file that is not there, too large or cannot be read.
    """
    data = _bytes(Path(path))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def save_file(robot: Robot | ParallelRobot, path: str | os.PathLike[str]) -> None:
    """Write a robot to a file, in the format of its extension, whole or not at all.

    A warning says what the file lacks if the format cannot express the whole robot.

    Raises:
        UsageError: for another extension, a folder that cannot be written, or a parallel robot in
            a format that cannot hold one.
    """
    kind = format_of(path)
    if kind is None or kind.writer is None:
        raise UsageError(f"{path}: {_refused_extension(path, writing=True)}")
    if isinstance(robot, ParallelRobot) and not kind.parallel:
        able = " or ".join(each.suffix for each in FORMATS if each.parallel)
        raise UsageError(f"{path}: a {kind.suffix} file cannot hold a parallel robot; use {able}")
    text = kind.write(robot)
    loses = kind.cannot_say and not kind.warns
    lossy = loses and (kind.reader is None or kind.read(text, str(path)) != robot)
    write_whole(path, text)
    if lossy:
        warnings.warn(f"{path}: a {kind.suffix} file cannot say {kind.cannot_say}", stacklevel=2)


def _refused_extension(path: str | os.PathLike[str], *, writing: bool) -> str:
    """Say that the extension of a file is not read, or not written, and name those that are."""
    extension = Path(path).suffix.lower()
    verb = "written" if writing else "read"
    wrong = f"its extension {extension} is not {verb}" if extension else "it has no extension"
    able = [each for each in usable_formats() if (each.writer if writing else each.reader)]
    suffixes = [suffix for each in able for suffix in each.suffixes]
    return "; ".join([wrong, f"robot files are {', '.join(suffixes)}", *unusable_formats()])


def _exists(path: str | os.PathLike[str]) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise UsageError(f"{path}: a folder, not a file")
        if not path.exists():
            raise UsageError(f"{path}: there is no such file")
        if not path.is_file() or path.stat().st_size > _MAX_BYTES:
            raise UsageError(f"{path}: not a file of at most {_MAX_BYTES} bytes")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot read: {error_reason(error)}") from error
