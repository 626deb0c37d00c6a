"""Pictures in the plane: axes to scale, and a robot's sticks in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from symoro.plot.skeleton import Skeleton

_EDGE, _BAR = "#222222", "#f2f2f2"


def plane_axes(ax: Any, horizontal: str, vertical: str) -> None:
    """Make axes that show lengths: one scale for both, a light grid, names."""
    ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel(horizontal, fontsize=9)
    ax.set_ylabel(vertical, fontsize=9)
    ax.tick_params(labelsize=8, length=3)
    ax.grid(color="#e4e4e4", lw=0.6)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)


def draw_arm(ax: Any, sticks: Skeleton, plane: Sequence[int] = (0, 1), width: float = 4.0) -> None:
    """Draw a robot's links, of a width in points, and joints in a coordinate plane of frame 0."""
    pair = list(plane)
    for bar in sticks.bars:
        ends = np.array([bar.start, bar.end])[:, pair].T
        if bar.ground:
            ax.plot(*ends, color=_EDGE, lw=1, ls=(0, (4, 3)), zorder=3)
            continue
        caps: Any = {"solid_capstyle": "round"}
        ax.plot(*ends, color=_EDGE, lw=width, zorder=3, **caps)
        ax.plot(*ends, color=_BAR, lw=width - 1.5, zorder=3.1, **caps)
    for each in sticks.joints:
        mark: Any = {"marker": "s" if each.prismatic else "o", "ms": width + 2.5, "mew": 0.9}
        fill = "#9db8d9" if each.motor else "white"
        ax.plot(*each.centre[pair], mfc=fill, mec=_EDGE, ls="", zorder=4, **mark)
