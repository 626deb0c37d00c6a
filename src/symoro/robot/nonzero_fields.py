"""The fields of a frame or link that are not zero, as they are shown."""

from __future__ import annotations

from collections.abc import Iterable

from symoro.expressions import ZERO


def nonzero_fields(instance: object, names: Iterable[str]) -> list[str]:
    """Return the fields that are not zero, each with its value: ``alpha = Pi/2``."""
    pairs = ((name, getattr(instance, name)) for name in names)
    return [f"{name} = {value}" for name, value in pairs if value != ZERO]
