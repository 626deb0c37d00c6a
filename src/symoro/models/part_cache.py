"""Parts of a page that many forms share, computed once while forms are counted."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from symoro.models.let import LetFunction, plain
from symoro.models.mechanism import Mechanism

C = TypeVar("C")
R = TypeVar("R")
Part = Callable[[Mechanism, C, LetFunction], dict[int, R]]


def once_without_names(choices: Callable[[C], object]) -> Callable[[Part[C, R]], Part[C, R]]:
    """Return a decorator of a part of a page that is the same for many forms that are counted.

    Where nothing is named, the part of a mechanism is computed once for each of its choices.

    Args:
        choices: gives what the part depends on, from the form of a page.
    """

    def decorate(part: Part[C, R]) -> Part[C, R]:
        known: WeakKeyDictionary[Mechanism, dict[object, dict[int, R]]] = WeakKeyDictionary()

        @wraps(part)
        def part_once(m: Mechanism, form: C, let: LetFunction) -> dict[int, R]:
            if let is not plain:
                return part(m, form, let)
            parts, key = known.setdefault(m, {}), choices(form)
            if key not in parts:
                parts[key] = part(m, form, let)
            return dict(parts[key])

        return part_once

    return decorate
