"""The laws of friction by their words, and the fields of a link that each puts in."""

from __future__ import annotations

from collections.abc import Iterable

from symoro.errors import UsageError

LAWS = {
    "coulomb": ("FS",),
    "viscous": ("FV",),
    "offset": ("FO",),
    "directions": (),
    "stribeck": ("FB", "VST"),
    "sqrt": ("FR",),
    "load": ("FL",),
    "smooth": ("VW",),
}
"""The fields of each law; ``directions`` gives those of Coulomb and viscous friction a sign."""


def friction_fields(words: Iterable[str]) -> tuple[str, ...]:
    """Return the fields that some laws need.

    With ``directions``, Coulomb and viscous friction have a coefficient for each direction, Coulomb
    friction if neither is named.

    Raises:
        UsageError: for a word that is no law.
    """
    laws = [word.strip() for word in words]
    for word in laws:
        if word not in LAWS:
            raise UsageError(
                f"{word or 'nothing'} is not a law of friction; friction= takes "
                f"{', '.join(LAWS)}, other words of --with go before it or in a --with of their own"
            )
    fields = [field for word in LAWS if word in laws for field in LAWS[word]]
    if "directions" in laws:
        signed = [field for field in ("FS", "FV") if field in fields] or ["FS"]
        fields = [field for field in fields if field not in signed]
        fields += [f"{field}{sign}" for field in signed for sign in "PN"]
    return tuple(fields)
