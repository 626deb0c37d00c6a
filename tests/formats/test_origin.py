"""Names, links' frames and shapes of a robot's file survive both of symoro's formats."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import symoro
from symoro.errors import RobotError
from symoro.expressions import ZERO
from symoro.formats.registry import FORMATS, RobotFormat
from symoro.robot import Base, Link, NamedFrame, Origin, Robot, Shape

TURNED: Any = (("0", "-1", "0", "0.1"), ("1", "0", "0", "0"), ("0", "0", "1", "0.25"), (0, 0, 0, 1))


@pytest.fixture
def arm() -> Robot:
    robot = symoro.load("planar2r")
    names = ("shoulder (*pan*)", "elbow", "")
    frames = tuple(replace(f, name=n) for f, n in zip(robot.frames, names, strict=True))
    shapes = (
        Shape("mesh", ("1", "1", "0.001"), TURNED, "package://arm/link.stl"),  # type: ignore[arg-type]
        Shape("sphere", ("0.2",), collision=True),  # type: ignore[arg-type]
    )
    origin = Origin(
        "urdf",
        (
            NamedFrame("base_link", 0),
            NamedFrame("upper", 1, TURNED, "shoulder (*pan*)", shapes),
        ),
        (("file", ("elbow", "shoulder (*pan*)")),),
    )
    base = replace(robot.base, fixed_link=Link(M="3", XX="M0"))  # type: ignore[arg-type]
    return replace(robot, frames=frames, origin=origin, base=base)


@pytest.mark.parametrize("kind", FORMATS, ids=lambda kind: kind.name)
def test_names_frames_and_shapes_survive_a_file(kind: RobotFormat, arm: Robot) -> None:
    if kind.name in ("par", "json"):
        assert kind.read(kind.write(arm)) == arm


def test_a_fixed_base_gives_its_inertia_to_a_floating_one(arm: Robot) -> None:
    model = symoro.inertia(arm, floating_base=True)
    assert {"M0"} == set(model.program.parameters) & {"M0", "XX0", "YY0"}


def test_the_tables_show_names(arm: Robot) -> None:
    assert "elbow" in arm._repr_html_()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda arm: replace(arm.origin, frames=(NamedFrame("far", 9),)), "no such frame"),
        (lambda arm: replace(arm.origin, orders=(("file", ("elbow",)),)), "the order 'file'"),
        (lambda arm: replace(arm.origin, frames=(NamedFrame("a", 0),) * 2), "two frames"),
        (lambda arm: NamedFrame("a", 0, (("x", *TURNED[0][1:]), *TURNED[1:])), "a pose in numbers"),
        (lambda arm: NamedFrame("a", 0, TURNED[:3]), "not a transformation"),
        (lambda arm: Shape("cone", (ZERO,)), "not a shape"),
    ],
)
def test_an_origin_that_does_not_fit_is_refused(arm: Robot, change: object, message: str) -> None:
    with pytest.raises(RobotError, match=message):
        replace(arm, origin=change(arm))  # type: ignore[operator]


def test_two_joints_of_one_name_are_refused(arm: Robot) -> None:
    twins = [replace(frame, name="a") for frame in arm.frames[:2]]
    with pytest.raises(RobotError, match=r"frame 2, name: frame 1 has this name already"):
        replace(arm, origin=None, frames=(*twins, arm.frames[2]))


def test_a_base_that_is_not_fixed_has_its_own_link() -> None:
    with pytest.raises(RobotError, match="has link, not fixed_link"):
        replace(symoro.load("planar2r"), base=Base("floating", fixed_link=Link()))  # type: ignore[arg-type]
