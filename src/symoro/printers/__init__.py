"""Printers: one language a file; each prints a finished program and decides nothing.

The names that a package needs to add a language are here as well, imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from symoro.printers.languages import Language, is_example, is_shared, languages
from symoro.printers.printing import language, print_document, printer

if TYPE_CHECKING:
    from symoro.printers.caller import Caller, rows_of
    from symoro.printers.dialect import (
        FUNCTION_NAMES,
        Dialect,
        double_text,
        nested_list,
        power_caret,
        power_product,
        power_stars,
    )
    from symoro.printers.document import Document
    from symoro.printers.language_plugins import plugin_names, plugins
    from symoro.printers.writer import (
        Indexing,
        Syntax,
        Writer,
        brackets_from_one,
        brackets_from_zero,
        flat_from_zero,
        index_of,
        parentheses_from_one,
    )

_MODULES = ("language_plugins", "document", "dialect", "writer", "caller")

__all__ = [
    # the table of languages
    "Language",
    "is_example",
    "is_shared",
    "language",
    "languages",
    "plugin_names",
    "plugins",
    "print_document",
    "printer",
    # for a new language
    "Caller",
    "Dialect",
    "Document",
    "FUNCTION_NAMES",
    "Indexing",
    "Syntax",
    "Writer",
    "brackets_from_one",
    "brackets_from_zero",
    "double_text",
    "flat_from_zero",
    "index_of",
    "nested_list",
    "parentheses_from_one",
    "power_caret",
    "power_product",
    "power_stars",
    "rows_of",
]


def __getattr__(name: str) -> object:
    for module in _MODULES if name in __all__ else ():
        loaded = import_module(f"{__name__}.{module}")
        if hasattr(loaded, name):
            return getattr(loaded, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
