"""Robots in files: the format follows from the extension, and a file is written whole or not."""

from __future__ import annotations

import contextlib
import os
import secrets
import warnings
from pathlib import Path

from symoro.errors import UsageError
from symoro.formats.registry import FORMATS, format_of, unusable_formats, usable_formats
from symoro.formats.source import MAX_TEXT
from symoro.robot import Diagnostic, ParallelRobot, Robot

_MAX_BYTES = 4 * MAX_TEXT  # of UTF-8


def load_file(
    path: str | os.PathLike[str], diagnostics: list[Diagnostic] | None = None
) -> Robot | ParallelRobot:
    """Read a robot from a file, UTF-8 or Latin-1.

    Args:
        path: a file with the extension of a format that is read, such as ``.par`` or ``.json``.
        diagnostics: takes the warnings, each with its place.

    Raises:
        UsageError: for a file that is not there, cannot be read or has another extension.
        ParseError: for a text that is not a robot.
    """
    found = format_of(path)
    if found is None or found.reader is None:
        exists = "the file exists, but" if _exists(path) else "there is no such file, and"
        raise UsageError(f"{path}: {exists} {_refused_extension(path, writing=False)}")
    return found.read(read_text(path), str(path), diagnostics)


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
    found = format_of(path)
    if found is None or found.writer is None:
        raise UsageError(f"{path}: {_refused_extension(path, writing=True)}")
    if isinstance(robot, ParallelRobot) and not found.parallel:
        able = " or ".join(each.suffix for each in FORMATS if each.parallel)
        raise UsageError(f"{path}: a {found.suffix} file cannot hold a parallel robot; use {able}")
    text = found.write(robot)
    lossy = found.cannot_say and (found.reader is None or found.read(text, str(path)) != robot)
    write_whole(path, text)
    if lossy:
        warnings.warn(f"{path}: a {found.suffix} file cannot say {found.cannot_say}", stacklevel=2)


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    r"""Write a file, text as UTF-8 with ``\n``: the whole content is in place, or nothing changes.

    Raises:
        UsageError: if the file cannot be written; nothing is left behind.
    """
    target = file_at(path)
    draft = target.parent / f".symoro-{secrets.token_hex(8)}.tmp"
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        with open(draft, "xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, target)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot write: {_reason(error)}") from error
    finally:
        remove_if_possible(draft)


def file_at(path: str | os.PathLike[str]) -> Path:
    """Return the file that a path names, through symbolic links; it need not be there.

    Raises:
        UsageError: for a folder, or for a device or pipe, which a file must not replace.
    """
    try:
        found = Path(path).resolve() if Path(path).is_symlink() else Path(path)
        if found.exists() and not found.is_file():
            what = "a folder" if found.is_dir() else "no file but a device or a pipe"
            raise UsageError(f"{path}: cannot write: {what}")
    except (OSError, ValueError, RuntimeError) as error:
        raise UsageError(f"{path}: cannot write: {_reason(error)}") from error
    return found


def remove_if_possible(draft: Path) -> None:
    """Remove a file that is needed no more, such as a draft, if it is there."""
    with contextlib.suppress(OSError, ValueError):
        draft.unlink(missing_ok=True)


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
            raise UsageError(f"{path}: a folder, not a robot file")
        if not path.exists():
            raise UsageError(f"{path}: there is no such file")
        if not path.is_file() or path.stat().st_size > _MAX_BYTES:
            raise UsageError(f"{path}: not a file of at most {_MAX_BYTES} bytes")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot read: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
