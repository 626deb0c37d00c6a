"""Printers: one language a file; each prints a finished program and decides nothing."""

from symoro.printers.registry import Language, languages, printer

__all__ = ["Language", "languages", "printer"]
