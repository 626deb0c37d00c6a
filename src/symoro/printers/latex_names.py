r"""Names and words in LaTeX: every name has a form of its own, from which it can be told.

``DV331`` is ``\mathit{DV}_{331}``, ``U12_3`` is ``U_{12,3}``, ``GAM1_`` is
``\mathit{GAM}_{1}'``, ``ZZ3R`` is ``\mathit{ZZ}_{3R}`` and ``alpha2`` is ``\alpha_{2}``. A name of
another form is printed whole, ``\mathit{a\_1}``.
"""

from __future__ import annotations

import re

_LETTERS = """
alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi rho sigma tau upsilon phi
chi psi omega Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi Omega
"""
_GREEK = frozenset(_LETTERS.split())  # without Pi, which is a number

_GROUPED = re.compile(r"([A-Za-z]+)(\d+R)(_*)")  # a base parameter
_FORM = re.compile(r"(\w*[A-Za-z])(\d+(?:_\d+)*)?(_*)", re.ASCII)
_SPECIAL = str.maketrans(
    {sign: f"\\{sign}" for sign in "#%&_{}"}
    | {"\\": r"$\backslash$", "^": r"\^{}", "~": r"\~{}"}
    | {"$": r"$\mathdollar$"}  # the dollar of text has a font that is drawn when it is first used
    | {sign: f"${sign}$" for sign in "<>|"}
)


def name_text(name: str) -> str:
    """Return a name as mathematics: digits at its end are a subscript, ``_`` there is a prime."""
    form = _GROUPED.fullmatch(name) or _FORM.fullmatch(name)
    if form is None:
        return rf"\mathit{{{escape_text(name)}}}"
    letters, digits, primes = form.groups()
    text = rf"\mathit{{{escape_text(letters)}}}"
    if len(letters) == 1:
        text = letters
    elif letters in _GREEK:
        text = rf"\{letters}"
    subscript = f"_{{{digits.replace('_', ',')}}}" if digits else ""
    return text + subscript + "'" * len(primes)


def array_text(name: str, index: str = "") -> str:
    """Return the name of an array, and the index of the part that is meant."""
    return rf"\mathbf{{{escape_text(name)}}}" + (f"_{{{index}}}" if index else "")


def escape_text(text: str) -> str:
    """Return words in which no character means anything to TeX."""
    plain = "".join(c if c.isascii() and c.isprintable() else "?" for c in text)
    return plain.translate(_SPECIAL)
