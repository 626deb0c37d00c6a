"""Languages that other packages add, by an entry point; what is wrong with one stays with it."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass
from functools import wraps
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from symoro.errors import ModelError, SymoroError
from symoro.printers.languages import ANY, ONE, OWN, Language, Printer, languages

if TYPE_CHECKING:
    from symoro.printers.document import Document

GROUP = "symoro.languages"
"""The entry point by which a package adds a language: its name is the language's, its object a
`Language`."""

_NAME = re.compile("[a-z][a-z0-9_-]*")


@dataclass(frozen=True)
class Plugin:
    """A language of another package.

    Attributes:
        name: of its entry point.
        package: which adds it.
        language: if it can be used.
        reason: why not, if it cannot.
    """

    name: str
    package: str
    language: Language | None = None
    reason: str = ""


def plugin_names() -> list[str]:
    """The names that other packages give their languages; nothing of theirs is imported."""
    return sorted({each.name for each in entry_points(group=GROUP)})


def plugins(name: str | None = None) -> tuple[Plugin, ...]:
    """The languages that other packages add, usable or not; those of a name if one is given."""
    found = [each for each in entry_points(group=GROUP) if name in (None, each.name)]
    found.sort(key=lambda each: (each.name, _package(each)))
    return tuple(_loaded(each, [x for x in found if x.name == each.name]) for each in found)


def plugin_printer(language: Language) -> Printer:
    """Return the printer of a plug-in, whose failures are told as such."""
    files: Printer = import_module(language.where).files

    @wraps(files)
    def guarded(document: Document) -> dict[str, str]:
        try:
            texts = files(document)
        except SymoroError:
            raise
        except (Exception, SystemExit) as error:  # whatever another package does
            what = f"{type(error).__name__}: {error}"
            raise ModelError(f"the language {language.name} failed: {what}") from error
        if not _are_files(texts):
            wanted = "a dictionary of file names, without a folder, and texts"
            raise ModelError(f"the language {language.name} failed: files() must return {wanted}")
        return texts

    return guarded


def _are_files(texts: object) -> bool:
    if not isinstance(texts, dict) or not texts:
        return False
    named = all(isinstance(name, str) and re.fullmatch(r"[^/\\]+", name) for name in texts)
    return named and all(isinstance(text, str) for text in texts.values())


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module


def _loaded(entry: EntryPoint, namesakes: list[EntryPoint]) -> Plugin:
    """The plug-in of an entry point, which is itself among those of its name."""
    package = _package(entry)
    if len(namesakes) > 1:
        packages = " and ".join(map(_package, namesakes))
        return Plugin(entry.name, package, reason=f"the packages {packages} add it")
    try:
        reason = _wrong(entry)
        found = None if reason else entry.load()
    except (Exception, SystemExit) as error:  # whatever another package does
        return Plugin(entry.name, package, reason=f"{type(error).__name__}: {error}")
    return Plugin(entry.name, package, found, reason)


def _wrong(entry: EntryPoint) -> str:
    """What is wrong with an entry point; empty if nothing is."""
    if entry.name in [own.name for own in languages()]:
        return "symoro has a language of this name itself"
    if not _NAME.fullmatch(entry.name):
        return "a name has small letters, digits, - and _"
    found = entry.load()
    if not isinstance(found, Language):
        return f"{entry.value} is of type {type(found).__name__}, not a symoro.printers.Language"
    if not all(isinstance(each, str) for each in astuple(found)):
        return f"all fields of {entry.value} must be texts"
    if found.name != entry.name:
        return f"{entry.value} has the name {found.name}, its entry point {entry.name}"
    if found.scalars not in (OWN, ANY, ONE):
        return f"scalars of {entry.value} is {found.scalars}, not one of {OWN}, {ANY}, {ONE}"
    if not callable(getattr(import_module(found.where), "files", None)):
        return f"{found.where} has no function files"
    return ""
