"""Printers: one language a file; each prints a finished program and decides nothing."""

from symoro.printers.document import Document
from symoro.printers.registry import Language, languages, printer

__all__ = ["Document", "Language", "languages", "printer"]
