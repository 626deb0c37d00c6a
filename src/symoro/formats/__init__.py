"""Robots as text: one table of formats, each with its reader and writer side by side.

The names here are imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from symoro.formats.registry import FORMATS, RobotFormat, format_of, usable_formats

if TYPE_CHECKING:
    from symoro.formats.file_sets import old_text, write_request, write_together
    from symoro.formats.files import load_file, save_file, write_whole
    from symoro.formats.request import Request, written_options
    from symoro.formats.source import Source
    from symoro.robot import Diagnostic

_WHERE = {
    "symoro.formats.files": ("load_file", "save_file", "write_whole"),
    "symoro.formats.request": ("Request", "written_options"),
    "symoro.formats.source": ("Source",),
    "symoro.formats.file_sets": ("old_text", "write_request", "write_together"),
    "symoro.robot": ("Diagnostic",),
}

__all__ = [
    "FORMATS",
    "Diagnostic",
    "Request",
    "RobotFormat",
    "Source",
    "format_of",
    "load_file",
    "old_text",
    "save_file",
    "usable_formats",
    "write_request",
    "write_together",
    "write_whole",
    "written_options",
]


def __getattr__(name: str) -> object:
    for module, names in _WHERE.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
