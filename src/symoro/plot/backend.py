"""The door to matplotlib: its presence, empty figures, and files written whole or not."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import logging
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symoro.errors import UsageError, install_hint
from symoro.file_sets import write_together

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EXTENSIONS = (".png", ".svg", ".pdf")
"""The pictures that can be written."""

_SETTINGS: Any = {"svg.hashsalt": "symoro", "svg.fonttype": "path", "pdf.fonttype": 42}
_UNDATED: dict[str, dict[str, None]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}


def require_matplotlib() -> None:
    """Refuse to draw where matplotlib is not installed, and say how to install it."""
    if importlib.util.find_spec("matplotlib") is None:
        raise UsageError(f"drawing needs {install_hint('matplotlib', 'plot')}")


def use_usual_style() -> None:
    """Draw as matplotlib does by itself, whatever a matplotlibrc in the user's home says.

    For the commands: what they draw is the same for everybody. In Python the user's style holds.
    """
    import matplotlib

    matplotlib.rcdefaults()


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of a size in inches, on no screen."""
    require_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=100)
    FigureCanvasAgg(figure)
    return figure


def picture_format(path: str | PathLike[str]) -> str:
    """Return the extension of a picture's file, in small letters.

    Raises:
        UsageError: for an extension that no picture can have.
    """
    extension = Path(path).suffix.lower()
    if extension not in EXTENSIONS:
        fault = f"has the extension {extension}" if extension else "has no extension"
        raise UsageError(f"{path}: {fault}; pictures are {', '.join(EXTENSIONS)}")
    return extension


def save(picture: Any, path: str | PathLike[str], dpi: int = 200) -> Path:
    """Write a figure, or the figure of some axes, to a file; its folder is made if need be.

    The format follows from the extension. Files carry no date: the same picture gives the same
    file. The whole picture is in place, or nothing changes.

    Args:
        picture: the result of a function of `symoro.plot`.
        path: the file, ``.png``, ``.svg`` or ``.pdf``.
        dpi: dots per inch of what is not drawn with lines.

    Raises:
        UsageError: for another extension, or a file that cannot be written.
    """
    data = _render(getattr(picture, "figure", picture), picture_format(path), dpi)
    target = Path(path)
    write_together({target: data})
    return target


def _render(figure: Figure, extension: str, dpi: int) -> bytes:
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
