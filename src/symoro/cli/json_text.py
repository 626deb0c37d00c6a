"""Data of --json, with the digits that are the same on every machine."""

from __future__ import annotations

import json
from typing import Any

from symoro.digits import significant

_DIGITS = 12  # significant ones; those after them are a processor's rounding


def json_text(data: Any) -> str:
    """Return the data of a command as JSON."""
    return json.dumps(_round_floats(data), indent=2)


def _round_floats(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _round_floats(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_round_floats(value) for value in data]
    return significant(data, _DIGITS) if isinstance(data, float) else data
