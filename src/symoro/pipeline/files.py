"""A result as text in the languages, and its files."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import TYPE_CHECKING

from symoro.errors import UsageError, short_list
from symoro.file_sets import old_text, write_request
from symoro.passes import FastestOrder
from symoro.printers import is_shared, print_document
from symoro.printers.languages import AS_TRACED, PAIRS_FIRST
from symoro.printers.printing import require_language
from symoro.printers.spellings import OWN

if TYPE_CHECKING:
    from symoro.printers.document import Document


class Printable(ABC):
    """A result that is a text in every language."""

    @property
    @abstractmethod
    def document(self) -> Document:
        """The result as printers see it."""

    def document_in(self, lang: str, names: str) -> Document:
        """Return the result as the printer of a language sees it, in a spelling of file names."""
        return replace(self.document, names=names)

    def code(self, lang: str = "listing", *, single: bool = False) -> str:
        """Return the text in a language; for several files, the main one."""
        return next(iter(self.files(lang, single=single).values()))

    def files(
        self, lang: str = "listing", *, single: bool = False, names: str | None = None
    ) -> dict[str, str]:
        """Return the files of a language by name, the main one first.

        The statements of a step are in the order that the language asks for.

        Args:
            lang: the language; ``symoro languages`` lists them.
            single: True for single precision.
            names: ``"guide"`` or ``"appendix"`` for SYMORO+'s names of files.

        Raises:
            UsageError: if there is no such language, or none with single precision.
        """
        order = require_language(lang, single=single).order
        document = self.document_in(lang, names or OWN)
        if document.parts[-1] is not document.program and order != AS_TRACED:
            *prepare, step = document.parts
            in_double = not (single or document.single)
            step = FastestOrder(pairs_first=order == PAIRS_FIRST and in_double).run(step)
            document = replace(document, parts=(*prepare, step))
        return print_document(lang, document, single=single)

    def write(
        self,
        folder: str | Path = ".",
        lang: Sequence[str] | str = "listing",
        *,
        single: bool = False,
        force: bool = False,
        names: str | None = None,
    ) -> list[Path]:
        """Write the files and return their paths: all are in place, or nothing changes.

        Args:
            folder: where to; made if it is not there.
            lang: a language, or several.
            single: True for single precision.
            force: True to replace files that are not ours or were made with other options.
            names: ``"guide"`` or ``"appendix"`` for SYMORO+'s names of files.

        Raises:
            UsageError: if a file cannot be written, or would replace one that is kept.
        """
        files = partial(self.files, single=single, names=names)
        return write_files(files, folder, lang, force=force)


def write_files(
    files: Callable[[str], Mapping[str, str]],
    folder: str | Path,
    lang: Sequence[str] | str,
    *,
    force: bool = False,
) -> list[Path]:
    """Write files and return their paths: all of them, or nothing changes.

    Names carry a model's own options (see `naming`). A file at one of the paths is kept unless
    ``force`` if it is not ours, if its robot has another name, or if it was made with other options
    that change what is computed (outputs, friction). One of the same question is replaced: at
    another level with a warning, and without a word after the robot was edited under its name. One
    that all models of a robot share is replaced with a warning if it has more parameters now; if it
    loses some that a model beside it reads, it is kept.

    Args:
        files: gives the texts in a language, by name.
        folder: where to; made if it is not there.
        lang: a language, or several.
        force: True to replace files of other requests, and those that are not ours.

    Raises:
        UsageError: if the folder cannot be made, a file cannot be written or is kept.
    """
    languages = [lang] if isinstance(lang, str) else list(lang)
    texts = {
        Path(folder) / name: text
        for language in languages
        for name, text in files(language).items()
    }
    shared: dict[Path, str] = {}
    for path in texts:
        if is_shared(path.name) and (old := old_text(path, texts[path])):
            shared[path] = old
    more = starmap(partial(_shared_file_warning, texts=texts, force=force), shared.items())
    return write_request(texts, force=force, more=filter(None, more))


def _shared_file_warning(
    path: Path, old: str, texts: Mapping[Path, str], *, force: bool
) -> str | None:
    """Say that the models beside a shared file must be compiled again; refuse if none would."""
    beside = sorted(p.name for p in _mentioning(path) if p not in texts)
    if not beside:
        return None
    names = short_list(beside)
    if not set(old.splitlines()) - set(texts[path].splitlines()):
        return f"{path} has more parameters now: compile {names} again"
    if not force:
        raise UsageError(
            f"{path} would lose parameters that {names} may read; models of a robot in one folder "
            "are made with the same options: another folder keeps both, --force (force=True) "
            "replaces it"
        )
    return f"{path} has other parameters now: {names} must be made again"


def _mentioning(path: Path) -> Iterator[Path]:
    """The files beside a shared one that use it."""
    for other in path.parent.glob(f"*{path.suffix}"):
        with contextlib.suppress(OSError, ValueError):
            if other != path and path.stem in other.read_text(encoding="utf-8"):
                yield other
