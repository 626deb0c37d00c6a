"""What is printed: a result as text in the languages, and its files."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from symoro.errors import UsageError
from symoro.formats import write_whole
from symoro.printers import is_shared, printed
from symoro.printers.document import Document


class Printable(ABC):
    """A result that is a text in every language."""

    @property
    @abstractmethod
    def document(self) -> Document:
        """The result as printers see it."""

    def code(self, lang: str = "listing", *, single: bool = False) -> str:
        """Return the text in a language; for several files, the main one."""
        return next(iter(self.files(lang, single=single).values()))

    def files(self, lang: str = "listing", *, single: bool = False) -> dict[str, str]:
        """Return the files of a language by name, the main one first.

        Args:
            lang: the language; ``symoro languages`` lists them.
            single: True for single precision.

        Raises:
            UsageError: if there is no such language, or none with single precision.
        """
        return printed(lang, self.document, single=single)

    def write(
        self,
        folder: str | Path = ".",
        lang: Sequence[str] | str = "listing",
        *,
        single: bool = False,
    ) -> list[Path]:
        """Write the files and return their paths; each is written whole or not at all."""
        return write_files(partial(self.files, single=single), folder, lang)


def write_files(
    files: Callable[[str], Mapping[str, str]], folder: str | Path, lang: Sequence[str] | str
) -> list[Path]:
    """Write files and return their paths; each is written whole or not at all.

    A file that all models of a robot share is replaced with a warning if it was another one: models
    that were written with other options need what it had.

    Args:
        files: gives the texts in a language, by name.
        folder: where to; made if it is not there.
        lang: a language, or several.

    Raises:
        UsageError: if the folder cannot be made or a file cannot be written.
    """
    languages = [lang] if isinstance(lang, str) else list(lang)
    texts = {
        Path(folder) / name: text
        for language in languages
        for name, text in files(language).items()
    }
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{folder}: cannot make this folder: {reason}") from error
    for path, text in texts.items():
        if is_shared(path.name) and _is_other(path, text):
            said = "models written here before with other options must be written again with these"
            warnings.warn(f"{path} has other parameters now: {said}", stacklevel=3)
        write_whole(path, text)
    return list(texts)


def _is_other(path: Path, text: str) -> bool:
    """True if a file is there and has another text."""
    try:
        return path.is_file() and path.read_text(encoding="utf-8") != text
    except (OSError, ValueError):
        return False
