"""Draw the pictures of docs/plots.md and docs/models/igm.md.

Run ``python docs/generate_figures.py`` after a change of the drawings; a test compares.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import pi
from pathlib import Path
from typing import Any

from symoro import igm, load, plot

IMAGES = Path(__file__).parent / "images"
EXAMPLES = Path(__file__).parents[1] / "examples"


def ellipsoids() -> Any:
    """The planar 2R arm with its ellipsoids, from folded to nearly stretched."""
    postures = [(0.2, 0.25), (0.75, 0.9), (1.75, pi / 2), (2.6, 2.2)]
    return plot.draw_ellipsoids(load("planar2r"), postures)


def workspace(name: str, **lengths: float) -> Any:
    """What a robot of the library reaches."""
    return plot.draw_workspace(plot.workspace(load(name), samples=6000, values=lengths or None))


def solutions(name: str, pose: dict[str, Any]) -> Any:
    """All solutions of a pose of a robot of the library."""
    robot = load(name)
    model = igm(robot, verify=False)
    return plot.draw_postures(robot, model.solutions(pose, parameters="lengths"), "lengths")


def panda() -> Any:
    """The Panda of the package example-robot-data, with its meshes."""
    share = "python3*/site-packages/cmeel.prefix/share/example-robot-data/robots"
    (robots,) = Path(sys.prefix, "lib").glob(share)
    arm = load(robots / "panda_description/urdf/panda.urdf", keep_fixed=False)
    return plot.draw(arm, {1: 0.4, 2: 0.3, 4: -1.8, 6: 2.0}, lengths=False)


FIGURES: dict[str, Callable[[], Any]] = {
    "frames_rx90.svg": lambda: plot.draw(load("rx90")),
    "frames_sr400.svg": lambda: plot.draw(
        load("sr400"), {2: -1.3, 7: -2.4}, assembly_mode=2, view=(20, -60)
    ),
    "frames_urdf_arm.svg": lambda: plot.draw(load(EXAMPLES / "arm.urdf"), (0.4, -0.7, 0.5, 0)),
    "frames_urdf_panda.png": panda,
    "frames_planar2r.svg": lambda: plot.draw(load("planar2r"), (0.6, 0.7)),
    "frames_scara.svg": lambda: plot.draw(load("scara"), (0, pi / 3, 0, 0.15)),
    "ellipsoids_planar2r.svg": ellipsoids,
    "solutions_rx90.svg": lambda: solutions(
        "rx90", {"P": [0.3, 0.2, 0.4], "euler": [0.4, 0.6, 0.2]}
    ),
    "solutions_stanford.svg": lambda: solutions(
        "stanford", {"P": [0.3, 0.3, 0.4], "euler": [0.4, 0.6, 0.2]}
    ),
    "solutions_ur5.svg": lambda: solutions(
        "ur5", {"P": [-0.3, -0.2, 0.4], "n": [0, 0, -1], "a": [-1, 0, 0]}
    ),
    "solutions_scara.svg": lambda: solutions(
        "scara", {"P": [0.4, 0.2, -0.1], "n": [0, 1, 0], "a": [0, 0, 1]}
    ),
    "workspace_fivebar.png": lambda: workspace("fivebar"),
    "workspace_rx90.png": lambda: workspace("rx90"),
    "workspace_planar2r.png": lambda: workspace("planar2r", d2=1.0, d3=0.6),
}
"""The pictures by the names of their files."""


if __name__ == "__main__":
    for name, make in FIGURES.items():
        print(f"wrote {plot.save(make(), IMAGES / name, dpi=120)}")
