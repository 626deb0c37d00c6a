"""Parts that other packages add by an entry point; a faulty one harms no other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from symoro.errors import SymoroError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_NAME = re.compile("[a-z][a-z0-9_-]*")


class Named(Protocol):
    """A part that has a name."""

    @property
    def name(self) -> str:
        """The name by which it is chosen."""


P = TypeVar("P", bound=Named)


@dataclass(frozen=True)
class Plugin(Generic[P]):
    """A part of another package.

    Attributes:
        name: the name of its entry point.
        package: the package that adds it.
        part: the object itself; None if it cannot be used.
        reason: the reason why it cannot be used; empty if it can.
    """

    name: str
    package: str
    part: P | None = None
    reason: str = ""


@dataclass(frozen=True)
class PluginGroup(Generic[P]):
    """A group of entry points by which packages add parts of one kind.

    An entry point has the name of the part, and its object is the part.

    Attributes:
        group: the name of the group, such as ``symoro.languages``.
        noun: the word for a part in messages.
        own_parts: gives the parts of symoro itself, whose names are taken.
        fault: gives the fault of a part, called as the second argument says; empty if none.
    """

    group: str
    noun: str
    kind: type[P]
    own_parts: Callable[[], Iterable[P]]
    fault: Callable[[P, str], str]

    def names(self) -> list[str]:
        """Return the names of all entry points; nothing is imported."""
        return sorted({each.name for each in self._entry_points()})

    def load(self, name: str | None = None) -> tuple[Plugin[P], ...]:
        """Return the parts that packages add, usable or not; those of a name if one is given."""
        entries = [each for each in self._entry_points() if name in (None, each.name)]
        entries.sort(key=lambda each: (each.name, _package(each)))
        return tuple(
            self._plugin(each, [x for x in entries if x.name == each.name]) for each in entries
        )

    def _entry_points(self) -> Iterable[EntryPoint]:
        from importlib.metadata import entry_points  # slow to import

        return entry_points(group=self.group)

    def _plugin(self, entry: EntryPoint, namesakes: list[EntryPoint]) -> Plugin[P]:
        """Load an entry point, which is itself among those of its name."""
        package = _package(entry)
        if len(namesakes) > 1:
            packages = " and ".join(map(_package, namesakes))
            return Plugin(entry.name, package, reason=f"the packages {packages} add it")
        try:
            reason = self._name_fault(entry.name)
            part = None if reason else entry.load()
            reason = reason or self._part_fault(entry, part)
        except (Exception, SystemExit) as error:  # whatever another package does
            return Plugin(entry.name, package, reason=f"{type(error).__name__}: {error}")
        return Plugin(entry.name, package, None if reason else part, reason)

    def _name_fault(self, name: str) -> str:
        if name in [own.name for own in self.own_parts()]:
            return f"symoro has a {self.noun} of this name itself"
        return "" if _NAME.fullmatch(name) else "a name has small letters, digits, - and _"

    def _part_fault(self, entry: EntryPoint, part: object) -> str:
        if not isinstance(part, self.kind):
            public = f"symoro.{self.kind.__module__.split('.')[1]}.{self.kind.__name__}"
            return f"{entry.value} is of type {type(part).__name__}, not a {public}"
        if part.name != entry.name:
            return f"{entry.value} has the name {part.name}, its entry point {entry.name}"
        return self.fault(part, entry.value)


@contextmanager
def named_failures(subject: str, kind: type[SymoroError] = SymoroError) -> Iterator[None]:
    """Raise whatever the code of another package raises as an error that names its subject."""
    try:
        yield
    except SymoroError:
        raise
    except (Exception, SystemExit) as error:  # whatever another package does
        raise kind(f"{subject} failed: {type(error).__name__}: {error}") from error


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module
