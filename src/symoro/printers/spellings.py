"""Names of files: symoro's own, and those of SYMORO+'s guide on request.

One rule names the files of every program, of a model as of what `optimize` makes of one. KIND is
SYMORO+'s extension of the model (``dyn``), with an ``o`` if it is optimised, and the options of the
request follow it (``jac_link3``): the listing is ``rx90.KIND``, code is ``rx90_KIND`` with the
suffix of its language. MATLAB wants the name of the function instead.

SYMORO+ appends the extension to a name that the user may change ([Guide] section 5.3), so in its
spelling the options belong to that name: ``rx90_link3.jac``. Its Optimizer writes code without the
``o`` (section 5.9). Chapter 5 and appendix 5.1 differ in three names, so there are two spellings.
"""

from __future__ import annotations

from symoro.errors import UsageError

OWN, GUIDE, APPENDIX = "symoro", "guide", "appendix"
SPELLINGS = (OWN, GUIDE, APPENDIX)
"""Our names, those of chapter 5 of SYMORO+'s guide, and those of its appendix 5.1."""

_SUFFIXES = {".f90": ".f", ".wl": ".mh", ".mpl": ".mp"}
_KINDS = {
    GUIDE: {"fdm": "fdi"},
    APPENDIX: {"regp": "reg", "baseN": "Nbase"},
}
MATHEMATICA = {"jac": "Mjac", "ckel": "Mckel"}
"""The models whose Mathematica form has an extension of its own."""

SOLVED_LOOPS = ("ckel", ("W",), "ickel")
"""The model and the outputs that are a file of their own: passive velocities from active ones."""


def require_spelling(names: str | None) -> str:
    """Return a spelling of file names; ours for None.

    Raises:
        UsageError: if there is no such spelling.
    """
    if names is None:
        return OWN
    if names not in SPELLINGS:
        raise UsageError(f"there are no file names {names!r}; choose from {', '.join(SPELLINGS)}")
    return names


def spell_kind(kind: str, names: str) -> str:
    """Return an extension, or the word for a robot in base parameters, in a spelling."""
    return _KINDS.get(names, {}).get(kind, kind)


def spell_suffix(suffix: str, names: str) -> str:
    """Return the suffix of a language's files in a spelling."""
    return suffix if names == OWN else _SUFFIXES.get(suffix, suffix)
