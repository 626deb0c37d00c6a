"""A language by its name, symoro's or that of another package, and its printer."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from symoro.errors import UsageError
from symoro.printers.extensions import plugin_names, plugin_printer, plugins
from symoro.printers.languages import ONE, OWN, Language, Printer, languages

if TYPE_CHECKING:
    from symoro.printers.document import Document


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


def checked(name: str, *, single: bool) -> Language:
    """Return a language by its name, of which single precision may be asked.

    Raises:
        UsageError: if there is no such language, or none with single precision.
    """
    found = language(name)
    if single and found.scalars == ONE:
        able = ", ".join(each.name for each in languages() if each.scalars != ONE)
        raise UsageError(f"{name} has no single precision; these languages have it: {able}")
    return found


def printer(name: str) -> Printer:
    """Return the printer of a language by its name."""
    found = language(name)
    if found not in languages():
        return plugin_printer(found)
    files: Printer = import_module(found.where).files
    return files


def printed(name: str, document: Document, *, single: bool = False) -> dict[str, str]:
    """Print a document.

    Args:
        name: of the language.
        document: which is printed.
        single: True for single precision.

    Returns:
        File names and texts, the main file first.

    Raises:
        UsageError: if there is no such language, or none with single precision.
    """
    own = checked(name, single=single).scalars == OWN
    return printer(name)(document.in_single if single and own else document)
