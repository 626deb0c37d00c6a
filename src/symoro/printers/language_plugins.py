"""Languages that other packages add, by an entry point; a defect of one harms no other."""

from __future__ import annotations

import re
from dataclasses import astuple
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING

from symoro.errors import ModelError
from symoro.plugins import Plugin, PluginGroup, named_failures
from symoro.printers.languages import ORDERS, SCALARS, Language, Printer, languages

if TYPE_CHECKING:
    from symoro.printers.document import Document


def plugin_names() -> list[str]:
    """The names that other packages give their languages; nothing of theirs is imported."""
    return _GROUP.names()


def plugins(name: str | None = None) -> tuple[Plugin[Language], ...]:
    """The languages that other packages add, usable or not; those of a name if one is given."""
    return _GROUP.load(name)


def plugin_printer(language: Language) -> Printer:
    """Return the printer of a plug-in, whose failures are told as such."""
    files: Printer = import_module(language.module).files

    @wraps(files)
    def checked_files(document: Document) -> dict[str, str]:
        with named_failures(f"the language {language.name}", ModelError):
            texts = files(document)
        if not _are_files(texts):
            wanted = "a dictionary of file names, without a folder, and texts"
            raise ModelError(f"the language {language.name} failed: files() must return {wanted}")
        return texts

    return checked_files


def _are_files(texts: object) -> bool:
    if not isinstance(texts, dict) or not texts:
        return False
    has_names = all(isinstance(name, str) and re.fullmatch(r"[^/\\]+", name) for name in texts)
    return has_names and all(isinstance(text, str) for text in texts.values())


def _fault(language: Language, called: str) -> str:
    """Return the fault of a language of another package; empty if it has none."""
    if not all(isinstance(each, str) for each in astuple(language)):
        return f"all fields of {called} must be texts"
    for field, values in (("scalars", SCALARS), ("order", ORDERS)):
        if (value := getattr(language, field)) not in values:
            return f"{field} of {called} is {value}, not one of {', '.join(values)}"
    if not callable(getattr(import_module(language.module), "files", None)):
        return f"{language.module} has no function files"
    return ""


_GROUP = PluginGroup("symoro.languages", "language", Language, languages, _fault)
