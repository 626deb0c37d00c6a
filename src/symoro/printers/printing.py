"""A language by its name, symoro's or that of another package, and its printer."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from symoro.errors import UsageError
from symoro.printers.language_plugins import plugin_names, plugin_printer, plugins
from symoro.printers.languages import BY_OPTION, DOUBLE_ONLY, Language, Printer, languages

if TYPE_CHECKING:
    from symoro.printers.document import Document
    from symoro.printers.tree_document import TreeDocument


def language(name: str) -> Language:
    """Return a language by its name, in which capitals do not matter.

    Raises:
        UsageError: if there is none, or if the package that adds it is unusable.
    """
    if not isinstance(name, str):
        raise UsageError(f"a language is one name, such as 'c', not {name!r}")
    for own in languages():
        if own.name == name.lower():
            return own
    for added in plugins(name) or plugins(name.lower()):
        if added.part is not None:
            return added.part
        whose = f"the language {name} of the package {added.package}"
        raise UsageError(f"{whose} cannot be used: {added.reason}")
    known = [*(own.name for own in languages()), *plugin_names()]
    raise UsageError(f"there is no language {name}; the languages are {', '.join(known)}")


def require_language(name: str, *, single: bool) -> Language:
    """Return a language by its name, of which single precision may be asked.

    Raises:
        UsageError: if there is no such language, or none with single precision.
    """
    chosen = language(name)
    if single and chosen.scalars == DOUBLE_ONLY:
        able = ", ".join(each.name for each in languages() if each.scalars != DOUBLE_ONLY)
        raise UsageError(f"{name} has no single precision; these languages have it: {able}")
    return chosen


def printer(name: str) -> Printer:
    """Return the printer of a language by its name."""
    chosen = language(name)
    if chosen not in languages():
        return plugin_printer(chosen)
    files: Printer = import_module(chosen.module).files
    return files


def print_document(name: str, document: Document, *, single: bool = False) -> dict[str, str]:
    """Print a document: return file names and texts, the main file first.

    Raises:
        UsageError: if there is no such language, or none with single precision.
    """
    by_option = require_language(name, single=single).scalars == BY_OPTION
    return printer(name)(document.single_variant if single and by_option else document)


def print_tree(name: str, document: TreeDocument) -> dict[str, str]:
    """Print an inverse geometric model: return file names and texts, the main file first.

    Raises:
        UsageError: if there is no such language, or it has no loops and branches to print it.
    """
    chosen = require_language(name, single=False)
    if not chosen.trees:
        able = ", ".join(each.name for each in languages() if each.trees)
        raise UsageError(
            f"inverse geometric models are not printed in {chosen.name}; these languages have "
            f"them: listing, {able}"
        )
    files: Callable[[TreeDocument], dict[str, str]] = import_module(chosen.trees).files
    return files(document)
