"""Printers: one language a file; each prints a finished program and decides nothing."""

from symoro.printers.registry import (
    Language,
    is_example,
    language,
    languages,
    plugins,
    printed,
    printer,
)

__all__ = ["Language", "is_example", "language", "languages", "plugins", "printed", "printer"]
