"""A picture as the content of a file, without a date."""

from __future__ import annotations

import contextlib
import io
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SETTINGS: Any = {"svg.hashsalt": "symoro", "svg.fonttype": "path", "pdf.fonttype": 42}
_UNDATED: dict[str, dict[str, None]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


def render(figure: Figure, extension: str, dpi: int) -> bytes:
    """Return a figure as the content of a file: the same picture gives the same bytes.

    Args:
        figure: the picture.
        extension: of the file: ``.png``, ``.svg`` or ``.pdf``.
        dpi: dots per inch of what is not drawn with lines.
    """
    import matplotlib

    stream = io.BytesIO()
    with matplotlib.rc_context(_SETTINGS), _quiet("fontTools"):
        figure.savefig(stream, format=extension[1:], dpi=dpi, metadata=_UNDATED[extension])
    return stream.getvalue()


@contextlib.contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Keep a library from telling what it thinks of fonts."""
    logger = logging.getLogger(name)
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)
