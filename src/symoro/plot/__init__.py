"""Pictures: robots with their frames, workspaces, ellipsoids. Needs matplotlib.

>>> from symoro import load, plot
>>> arm = plot.workspace(load("planar3r"), samples=2000)
>>> arm.frame, arm.measure.kind
(4, 'area')

`workspace` computes only, and needs no matplotlib.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symoro.plot.backend import save
    from symoro.plot.ellipsoids import draw_ellipsoids
    from symoro.plot.figure import draw
    from symoro.plot.postures import draw_postures
    from symoro.plot.reach import Reach, workspace
    from symoro.plot.workspace_picture import draw_workspace

_WHERE = {
    "workspace": "reach",
    "Reach": "reach",
    "draw_workspace": "workspace_picture",
    "draw": "figure",
    "draw_ellipsoids": "ellipsoids",
    "draw_postures": "postures",
    "save": "backend",
}

__all__ = [
    "Reach",
    "draw",
    "draw_ellipsoids",
    "draw_postures",
    "draw_workspace",
    "save",
    "workspace",
]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module 'symoro.plot' has no attribute {name!r}")
    value: object = getattr(import_module(f"symoro.plot.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
