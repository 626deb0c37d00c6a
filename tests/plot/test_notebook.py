"""A notebook shows each picture, once, and needs no screen for it."""

from __future__ import annotations

import struct
from typing import Any

import pytest

import symoro
from html_reader import read
from symoro.plot import draw, draw_ellipsoids, draw_workspace, workspace


def picture_size(picture: Any) -> tuple[int, int]:
    """The size that a notebook shows, after a look at the picture itself."""
    data, shown = picture._repr_png_()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == pytest.approx(
        (2 * shown["width"], 2 * shown["height"]), abs=2
    )
    return shown["width"], shown["height"]


def test_pictures_have_their_png() -> None:
    arm = symoro.load("planar2r")
    reach = workspace(arm, samples=200)
    for picture in (
        draw(arm),
        symoro.draw(symoro.load("rx90")),
        draw_workspace(reach),
        draw_workspace(workspace(symoro.load("rx90"), samples=200)),
        draw_ellipsoids(arm, [(0.2, 0.7)]),
    ):
        width, height = picture_size(picture)
        assert 200 < width < 1000
        assert 50 < height < 1000


def test_what_is_drawn_into_the_axes_later_is_shown() -> None:
    ax = draw(symoro.load("planar2r"))
    before = ax._repr_png_()
    ax.plot([0, 1], [0, 1], [0, 0], color="red")
    assert ax._repr_png_() != before


def test_pictures_are_none_of_pyplots_so_that_none_is_shown_twice() -> None:
    from matplotlib import pyplot

    with pyplot.rc_context({"backend": "agg"}):
        draw(symoro.load("planar2r"))
        assert pyplot.get_fignums() == []


def test_axes_of_a_user_stay_his() -> None:
    from matplotlib.figure import Figure

    ax = Figure().add_subplot(projection="3d")
    assert draw(symoro.load("planar2r"), ax=ax) is ax
    assert not hasattr(ax, "_repr_png_")


@pytest.mark.parametrize(("name", "unit"), [("planar2r", "rad"), ("scara", "m")])
def test_a_workspace_is_a_table(name: str, unit: str) -> None:
    reach = workspace(symoro.load(name), samples=300)
    cells = read(reach._repr_html_()).cells
    assert [row[0] for row in cells[1:4]] == [f"{x} in frame 0 [m]" for x in "xyz"]
    joints = cells[4:]
    assert len(joints) == len(reach.ranges)
    last = reach.ranges[-1]
    variable = reach.robot.variables[last.joint].name
    assert joints[-1] == [
        f"joint {last.joint}, {variable} [{unit}]",
        f"{last.low:.5g}",
        f"{last.high:.5g}",
        last.source,
    ]
