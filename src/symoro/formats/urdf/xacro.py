"""Xacro files, programs that write URDF: run by xacrodoc, then read as URDF."""

from __future__ import annotations

from pathlib import Path

from symoro.errors import UsageError, install_hint
from symoro.formats.source import Source
from symoro.formats.urdf.reader import read as read_urdf
from symoro.robot import Diagnostic, Robot


def read(
    text: str,
    file: str | None = None,
    diagnostics: list[Diagnostic] | None = None,
    **options: object,
) -> Robot:
    """Read a robot from a xacro file; positions in messages are those of the URDF that it writes.

    Args:
        text: the file's text, which is read again, since it may include others.
        file: the file.
        diagnostics: takes the warnings and notes.
        options: those of URDF.

    Raises:
        UsageError: if xacrodoc is not installed, or there is no file.
        ParseError: for what xacro refuses, and for URDF that is no robot.
    """
    source = Source(text, file)
    if file is None or not Path(file).is_file():
        raise UsageError("xacro needs a file: it may include others of its folder")
    try:
        from xacrodoc import XacroDoc
    except ImportError:
        raise UsageError(f"{file}: xacro files need {install_hint('xacrodoc', 'xacro')}") from None
    try:
        urdf = XacroDoc.from_file(file).to_urdf_string(use_protocols=False)
    except Exception as error:  # of a program that is the user's
        raise source.error(f"xacro: {type(error).__name__}: {error}", 0) from None
    return read_urdf(urdf, f"{file} (as URDF)", diagnostics, **options)  # type: ignore[arg-type]
