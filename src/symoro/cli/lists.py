"""Options that take several values: with commas between them, one by one, or both."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import typer

from symoro.errors import UsageError
from symoro.wording import split_words

_PAIR = re.compile(r",(?=\s*[A-Za-z]\w*\s*=)")  # a comma inside an expression separates nothing


def list_option(*names: str, metavar: str | None, help: str, **more: Any) -> Any:
    """Return an option that takes several values; its metavar NAME=... makes them assignments."""
    split = _PAIR.split if "=" in (metavar or "") else split_words
    return typer.Option(*names, metavar=metavar, help=help, callback=_callback(split), **more)


def _callback(
    split: Callable[[str], Sequence[str]],
) -> Callable[[typer.CallbackParam, list[str] | None], list[str]]:
    def values(param: typer.CallbackParam, value: list[str] | None) -> list[str]:
        parts = [part.strip() for item in value or () for part in split(item)]
        if not all(parts):
            name = param.opts[0]
            if any(parts):
                raise UsageError(f"{name} {','.join(value or ())}: a value beside a comma is empty")
            raise UsageError(f"{name} takes {param.metavar}, and none is given")
        return parts

    return values
