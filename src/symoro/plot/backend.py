"""The door to matplotlib: its presence, empty figures, and files written whole or not."""

from __future__ import annotations

import importlib.util
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symoro.errors import UsageError, install_hint
from symoro.file_sets import write_together
from symoro.plot.render import render

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EXTENSIONS = (".png", ".svg", ".pdf")
"""The pictures that can be written."""


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
    """Return an empty figure of a size in inches, on no screen but in notebooks."""
    require_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from symoro.plot.displayed import ShownFigure

    figure = ShownFigure(figsize=(width, height), dpi=100)
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
    data = render(getattr(picture, "figure", picture), picture_format(path), dpi)
    target = Path(path)
    write_together({target: data})
    return target
