"""Write the files of a result in some languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from symoro.errors import UsageError
from symoro.formats import write_whole


def write_files(
    files: Callable[[str], Mapping[str, str]], folder: str | Path, lang: Sequence[str] | str
) -> list[Path]:
    """Write files and return their paths; each is written whole or not at all.

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
        write_whole(path, text)
    return list(texts)
