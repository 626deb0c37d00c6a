"""Lists that have too many entries because numbers were typed with decimal commas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_WHOLE = re.compile(r".*?[-+]?\d+", re.DOTALL)  # the end of an entry, as in 2*L1 + 0
_DIGITS = re.compile(r"0*[1-9]\d*")


def comma_hint(entries: Sequence[str], expected: int) -> str:
    """Return a hint on a list that is longer than expected, empty if commas do not explain it."""
    pairs = [
        (whole, digits)
        for whole, digits in pairwise(entries)
        if _WHOLE.fullmatch(whole) and "." not in whole and _DIGITS.fullmatch(digits)
    ]
    if not 0 < len(entries) - expected <= len(pairs):
        return ""
    whole, digits = max(pairs, key=lambda pair: len(pair[1]))
    return (
        f"; commas separate entries, so that {whole},{digits} are two: write decimals with a "
        f"point, for example {whole}.{digits}"
    )
