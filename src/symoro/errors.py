"""The errors, as data: each says what is wrong, where, and what would be right."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass

_LISTED = 8  # names in a message


def short_list(names: Iterable[object]) -> str:
    """Return names for a message: all of a few, the first and the last of many."""
    every = [str(name) for name in names]
    if len(every) <= _LISTED:
        return ", ".join(every)
    return ", ".join([*every[: _LISTED - 1], "...", every[-1]])


def near_names(name: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """Return a question for a message, ``did you mean M6? ``; nothing if no name is near."""
    from difflib import get_close_matches  # when something is wrong

    spellings = {each.lower(): each for each in known}
    near = get_close_matches(name.lower(), spellings, n=3, cutoff=cutoff)
    return f"did you mean {' or '.join(spellings[each] for each in near)}? " if near else ""


def install_hint(package: str, extra: str) -> str:
    """Return a hint for the installation of a package that only some functions need."""
    command = f"{sys.executable} -m pip install -e '.[{extra}]'"
    return f"{package}, which is not installed; in the folder of symoro's clone, run {command}"


_COMMAND, _PYTHON = r"(--[a-z][a-z0-9-]*(?: [\w=]+)?)", r"(\w+=[^()]*?)"
_BOTH = re.compile(rf"{_COMMAND} \({_PYTHON}\)")
_BOTH_INSIDE = re.compile(rf"(?<=\(){_COMMAND}, {_PYTHON}(?=[),])")


def in_spelling(text: str, *, command: bool) -> str:
    """Return a text whose options are said in one spelling where it has both.

    That is ``--tree (equivalent_tree=True)`` or ``(--numeric, method='numeric')``.
    """
    for both in (_BOTH, _BOTH_INSIDE):
        text = both.sub(r"\1" if command else r"\2", text)
    return text


class SymoroError(Exception):
    """The base of every error that symoro raises on purpose.

    A message that names an option in both spellings shows the reader's: as a text that of Python,
    by `command_text` that of the command line.
    """

    def __str__(self) -> str:
        return in_spelling(super().__str__(), command=False)

    @property
    def command_text(self) -> str:
        """The message as the command line shows it."""
        return in_spelling(super().__str__(), command=True)

    def reword(self, words: Callable[[str], str]) -> None:
        """Change the words of the message."""
        self.args = tuple(words(each) if isinstance(each, str) else each for each in self.args)


@dataclass(frozen=True)
class Position:
    """A place in a text: line and column count from 1."""

    line: int
    column: int
    source_line: str

    @classmethod
    def of(cls, text: str, offset: int) -> Position:
        """Return the position of ``text[offset]``."""
        start = text.rfind("\n", 0, offset) + 1
        end = text.find("\n", offset)
        line = text[start:] if end < 0 else text[start:end]
        return cls(text.count("\n", 0, offset) + 1, offset - start + 1, line.rstrip("\r"))


_EXCERPT = 100  # characters of the source line shown around the caret


class ParseError(SymoroError):
    """A text that cannot be read: ``file:line:column: error: message``, the line and a caret."""

    def __init__(self, message: str, position: Position, file: str | None = None) -> None:
        self.message = message
        self.position = position
        self.file = file
        super().__init__(str(self))

    @property
    def line(self) -> int:
        """The line of the error, from 1."""
        return self.position.line

    @property
    def column(self) -> int:
        """The column of the error, from 1."""
        return self.position.column

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.message, self.position, self.file)

    @property
    def command_text(self) -> str:
        """The message as it is: a text has no options."""
        return str(self)

    def __str__(self) -> str:
        start = max(0, self.column - 1 - _EXCERPT // 2)
        excerpt = self.position.source_line[start : start + _EXCERPT].replace("\t", " ")
        caret = " " * (self.column - 1 - start) + "^"
        where = f"{self.file or '<text>'}:{self.line}:{self.column}"
        return f"{where}: error: {self.message}\n  {excerpt}\n  {caret}"


class RobotError(SymoroError):
    """A robot that cannot be: which frame, which field, what was found, what would be right."""

    def __init__(
        self,
        message: str,
        *,
        frame: int | None = None,
        field: str | None = None,
        found: object = None,
        expected: str | None = None,
    ) -> None:
        self.message = message
        self.frame = frame
        self.field = field
        self.found = found
        self.expected = expected
        super().__init__(str(self))

    @property
    def command_text(self) -> str:
        """The message as the command line shows it."""
        return in_spelling(self._text(), command=True)

    def reword(self, words: Callable[[str], str]) -> None:
        """Change the words of the message."""
        self.message = words(self.message)

    def __str__(self) -> str:
        return in_spelling(self._text(), command=False)

    def _text(self) -> str:
        where = "robot" if self.frame is None else f"frame {self.frame}"
        if self.field is not None:
            where += f", {self.field}"
        whole = self.frame is None and self.field is None
        text = self.message if whole else f"{where}: {self.message}"
        if self.found is not None:
            text += f"; found {self.found}"
        if self.expected is not None:
            text += f"; expected {self.expected}"
        return text


class RobotWarning(UserWarning):
    """A robot that is valid but probably mistyped: `check` gives the same message."""


class ModelError(SymoroError):
    """A model that this robot, or these options, cannot have; the message names what can."""


class VerificationError(SymoroError):
    """A generated model that differs from its independent reference: it is never written."""


class SingularError(SymoroError, ArithmeticError):
    """A result that is NaN or infinite: of which function, which output, at which state, and why.

    Attributes:
        function: the name of the program.
        output: the first output that is not finite.
        state: the first state of a batch at which that is so, from 0; None for a single state.
        reason: the meaning for this model.
    """

    def __init__(self, function: str, output: str, state: int | None, reason: str) -> None:
        self.function = function
        self.output = output
        self.state = state
        self.reason = reason
        super().__init__(function, output, state, reason)

    @property
    def command_text(self) -> str:
        """The message as it is: no command raises it."""
        return str(self)

    def __str__(self) -> str:
        where = "" if self.state is None else f" at state {self.state} of the batch (from 0)"
        return f"{self.function}: {self.output} is NaN or infinite{where}: {self.reason}"


class UsageError(SymoroError):
    """A call whose words are off: an unknown robot, option or name; lists the valid ones."""


class InternalError(SymoroError):
    """A broken invariant: a defect of symoro itself, never of the input."""
