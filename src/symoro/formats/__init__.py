"""Robots as text: one table of formats, each with its reader and writer side by side.

The names here are imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from symoro.formats.registry import FORMATS, RobotFormat, format_of, usable_formats

if TYPE_CHECKING:
    from symoro.formats.files import load_file, save_file
    from symoro.formats.source import Source
    from symoro.robot import Diagnostic

_WHERE = {
    "symoro.formats.files": ("load_file", "save_file"),
    "symoro.formats.source": ("Source",),
    "symoro.robot": ("Diagnostic",),
}

__all__ = [
    "FORMATS",
    "Diagnostic",
    "RobotFormat",
    "Source",
    "format_of",
    "load_file",
    "save_file",
    "usable_formats",
]


def __getattr__(name: str) -> object:
    for module, names in _WHERE.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
