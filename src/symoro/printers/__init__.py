"""Printers: one language a file; each prints a finished program and decides nothing.

What a package needs to add a language is here as well, imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from symoro.printers.languages import Language, is_example, is_shared, languages
from symoro.printers.registry import language, printed, printer

if TYPE_CHECKING:
    from symoro.printers.caller import Caller, rows_of
    from symoro.printers.dialect import (
        FUNCTION_NAMES,
        Dialect,
        double_text,
        nested,
        power_caret,
        power_product,
        power_stars,
    )
    from symoro.printers.document import Document
    from symoro.printers.extensions import plugin_names, plugins
    from symoro.printers.writer import (
        Syntax,
        Writer,
        brackets_from_one,
        flat_from_zero,
        index_of,
        parentheses_from_one,
    )

_WHERE = {
    "caller": ("Caller", "rows_of"),
    "dialect": (
        "FUNCTION_NAMES",
        "Dialect",
        "double_text",
        "nested",
        "power_caret",
        "power_product",
        "power_stars",
    ),
    "document": ("Document",),
    "extensions": ("plugin_names", "plugins"),
    "writer": (
        "Syntax",
        "Writer",
        "brackets_from_one",
        "flat_from_zero",
        "index_of",
        "parentheses_from_one",
    ),
}

__all__ = [
    # the table of languages
    "Language",
    "is_example",
    "is_shared",
    "language",
    "languages",
    "plugin_names",
    "plugins",
    "printed",
    "printer",
    # for a new language
    "Caller",
    "Dialect",
    "Document",
    "FUNCTION_NAMES",
    "Syntax",
    "Writer",
    "brackets_from_one",
    "double_text",
    "flat_from_zero",
    "index_of",
    "nested",
    "parentheses_from_one",
    "power_caret",
    "power_product",
    "power_stars",
    "rows_of",
]


def __getattr__(name: str) -> object:
    for module, names in _WHERE.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
