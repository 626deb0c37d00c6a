"""The laws of friction by their words, and the fields of a link that each puts in."""

from __future__ import annotations

from collections.abc import Iterable

from symoro.errors import UsageError
from symoro.expressions import ZERO
from symoro.robot.robot import Robot

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

_STEPS = ("FS", "FSP", "FSN", "FB", "FR", "FL")


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
                f"{word + ' is' if word else 'an empty word is'} not a law of friction; "
                "friction= takes "
                f"{', '.join(LAWS)}, other words of --with go before it or in a --with of their own"
            )
    fields = [field for word in LAWS if word in laws for field in LAWS[word]]
    if "directions" in laws:
        signed = [field for field in ("FS", "FV") if field in fields] or ["FS"]
        fields = [field for field in fields if field not in signed]
        fields += [f"{field}{sign}" for field in signed for sign in "PN"]
    return tuple(fields)


def asks_for_width(item: str) -> bool:
    """True if an item of ``--with`` has the law ``smooth``."""
    head, _, laws = item.partition("friction=")
    return not head and "smooth" in [word.strip() for word in laws.split(",")]


def require_step(robot: Robot) -> None:
    """Refuse a width for steps where no joint has friction with a step.

    Raises:
        UsageError: with the laws that have one.
    """
    if not any(getattr(link, name) != ZERO for link in robot.drives for name in _STEPS):
        raise UsageError(
            f"friction=smooth rounds the step of other laws, and no joint of {robot.name} has "
            "one; name them too, as in friction=coulomb,smooth; coulomb, stribeck, sqrt and load "
            "have a step, viscous has none, with directions neither"
        )
