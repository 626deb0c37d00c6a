"""Robots of textbooks in their own symbols: masses, lengths and inertias about centres of mass."""

from __future__ import annotations

from collections.abc import Callable

from symoro import JointType, Robot
from symoro.expressions import PI, ZERO, Expression, symbol
from symoro.robot import Base, Frame, Link, Structure, joint_frame


def _revolute(j: int, **table: Expression) -> Frame:
    return joint_frame(j, j - 1, JointType.REVOLUTE, theta=symbol(f"t{j}"), **table)


def _bar(mass: str, length: str, *about_centre: str) -> Link:
    """A link with its centre of mass on x, and inertias about axes through the centre."""
    m, x = symbol(mass), symbol(length)
    XX, YY, ZZ = (symbol(name) if name else ZERO for name in about_centre or ("", "", ""))
    return Link(XX=XX, YY=YY + m * x**2, ZZ=ZZ + m * x**2, MX=m * x, M=m)


def _robot(name: str, frames: tuple[Frame, ...], links: tuple[Link, ...], *G: Expression) -> Robot:
    return Robot(
        name=name,
        structure=Structure.SIMPLE,
        frames=frames,
        links=links,
        base=Base(G=(G[0], G[1], G[2])),
    )


def two_link() -> Robot:
    """Spong's planar elbow manipulator; y0 upwards."""
    frames = (_revolute(1), _revolute(2, d=symbol("l1")))
    links = (_bar("m1", "lc1", "", "", "I1"), _bar("m2", "lc2", "", "", "I2"))
    return _robot("two_link", frames, links, ZERO, -symbol("g"), ZERO)


def point_masses() -> Robot:
    """Craig's planar arm with a point mass at the end of each link."""
    frames = (_revolute(1), _revolute(2, d=symbol("l1")))
    links = (_bar("m1", "l1"), _bar("m2", "l2"))
    return _robot("point_masses", frames, links, ZERO, -symbol("g"), ZERO)


def three_link() -> Robot:
    """Murray, Li and Sastry's arm: a turning base, and two links about parallel axes.

    Their y axis is along the links, x along the axes of joints 2 and 3: our x and z.
    """
    frames = (_revolute(1), _revolute(2, alpha=PI / 2), _revolute(3, d=symbol("l1")))
    base = Link(ZZ=symbol("Iz1"))
    links = (base, _bar("m2", "r1", "Iy2", "Iz2", "Ix2"), _bar("m3", "r2", "Iy3", "Iz3", "Ix3"))
    return _robot("three_link", frames, links, ZERO, ZERO, -symbol("g"))


def gyroscope() -> Robot:
    """A symmetric rotor in two gimbals, all axes through one point."""
    frames = (_revolute(1), _revolute(2, alpha=PI / 2), _revolute(3, alpha=-PI / 2))
    links = (
        Link(ZZ=symbol("Iz1")),
        Link(XX=symbol("Ix2"), YY=symbol("Iy2"), ZZ=symbol("Iz2")),
        Link(XX=symbol("Ix3"), YY=symbol("Ix3"), ZZ=symbol("Iz3")),
    )
    return _robot("gyroscope", frames, links, ZERO, ZERO, ZERO)


ROBOTS: dict[str, Callable[[], Robot]] = {
    each.__name__: each for each in (two_link, point_masses, three_link, gyroscope)
}
