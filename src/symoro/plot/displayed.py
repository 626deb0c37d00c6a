"""Figures and axes that a notebook shows, once: they are none of pyplot's. Imports matplotlib."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from mpl_toolkits.mplot3d import Axes3D  # type: ignore[import-untyped]

from symoro.plot.render import render

_DENSITY = 2  # dots of the picture for each dot of its size: sharp on every screen

Png = tuple[bytes, dict[str, int]]


class ShownFigure(Figure):
    """A figure that a notebook shows as a picture."""

    def _repr_png_(self) -> Png:
        return _png(self)


class PlaneAxes(Axes):
    """Axes in the plane that a notebook shows as the picture of their figure."""

    def _repr_png_(self) -> Png:
        return _png(self.figure)


class SpaceAxes(Axes3D):  # type: ignore[misc]
    """Axes in space that a notebook shows as the picture of their figure."""

    def _repr_png_(self) -> Png:
        return _png(self.figure)


def _png(figure: Any) -> Png:
    """The picture, and its size in a notebook."""
    dpi = round(figure.dpi)
    width, height = (round(side * dpi) for side in figure.get_size_inches())
    return render(figure, ".png", _DENSITY * dpi), {"width": width, "height": height}
