"""Standard output and standard error that may fail: full, closed, or a pipe that nobody reads."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO


class OutputLost(Exception):
    """Standard output or standard error cannot be written; the message says which, and why."""


class ReaderGone(Exception):
    """Whoever reads the output has closed the pipe."""


class _Standard(io.RawIOBase):
    """The end of a standard stream; once it has failed, what is left goes nowhere."""

    def __init__(self, descriptor: int, name: str) -> None:
        self._descriptor, self._name = descriptor, name
        self._failed = False

    def writable(self) -> bool:
        """True, as files say it."""
        return True

    def fileno(self) -> int:
        """The number of the stream."""
        return self._descriptor

    def isatty(self) -> bool:
        """True for a terminal."""
        return os.isatty(self._descriptor)

    def write(self, data: Any) -> int:
        """Write bytes; the first failure is raised as ours."""
        if self._failed:
            return len(data)
        try:
            return os.write(self._descriptor, data)
        except BrokenPipeError:
            self._failed = True
            raise ReaderGone from None
        except OSError as error:
            self._failed = True
            reason = "it is closed" if self._descriptor < 0 else error.strerror
            raise OutputLost(f"{self._name}: cannot write: {reason}") from None


def guard_streams() -> None:
    """Make failures of the standard streams ours, and letters that a terminal lacks readable.

    A closed standard error stays closed: who closes it wants no messages.
    """
    sys.stdout = _guard_stream(sys.stdout, sys.__stdout__, 1, "standard output")
    if sys.stderr is not None:
        sys.stderr = _guard_stream(sys.stderr, sys.__stderr__, 2, "standard error")


def _guard_stream(stream: TextIO | None, own: TextIO | None, number: int, name: str) -> TextIO:
    if stream is not None and stream is not own:  # of a test or of a caller
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
        return stream
    return io.TextIOWrapper(
        io.BufferedWriter(_Standard(-1 if stream is None else number, name)),
        encoding="utf-8" if stream is None else stream.encoding,
        errors="backslashreplace",
        line_buffering=stream is not None and bool(stream.line_buffering),
    )
