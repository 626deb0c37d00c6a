"""Draw docs/images/dh_conventions.svg: a row of a classic and of a modified DH table, side by side.

Run ``python docs/generate_conventions.py``; a test compares.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

PICTURE = Path(__file__).parent / "images" / "dh_conventions.svg"

Vector = tuple[float, float, float]

WIDTH, HEIGHT = 940, 460
A, D, TWIST, ANGLE = 235.0, 130.0, math.radians(38), math.radians(55)
NORMAL, ROW, OLD, NEW = "#c2571a", "#1f5fa8", "#777777", "#111111"
ELEVATION, AZIMUTH = math.radians(24), math.radians(-22)
PREVIOUS, NEXT = "j&#8722;1", "j+1"


def add(p: Vector, direction: Vector, length: float = 1.0) -> Vector:
    """The point at some distance of another."""
    return p[0] + length * direction[0], p[1] + length * direction[1], p[2] + length * direction[2]


def mix(u: Vector, v: Vector, angle: float) -> Vector:
    """The direction u turned towards v, to which it is orthogonal."""
    c, s = math.cos(angle), math.sin(angle)
    return c * u[0] + s * v[0], c * u[1] + s * v[1], c * u[2] + s * v[2]


class Panel:
    """One half of the picture, with its own origin."""

    def __init__(self, x: float, y: float) -> None:
        self.origin = x, y
        self.lines: list[str] = []

    def at(self, p: Vector) -> tuple[float, float]:
        """The place of a point on paper: y goes into it."""
        x = p[0] * math.cos(AZIMUTH) + p[1] * math.sin(AZIMUTH)
        depth = -p[0] * math.sin(AZIMUTH) + p[1] * math.cos(AZIMUTH)
        up = p[2] * math.cos(ELEVATION) + depth * math.sin(ELEVATION)
        return self.origin[0] + x, self.origin[1] - up

    def line(self, points: Sequence[Vector], color: str, width: float, more: str = "") -> None:
        """Draw a line through some points."""
        pairs = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, points))
        self.lines.append(
            f'<polyline points="{pairs}" fill="none" stroke="{color}" stroke-width="{width}"'
            f' stroke-linecap="round" stroke-linejoin="round"{more}/>'
        )

    def arrow(self, start: Vector, direction: Vector, length: float, color: str) -> None:
        """Draw an arrow."""
        self.line([start, add(start, direction, length)], color, 2.2, ' marker-end="url(#head)"')

    def arc(self, center: Vector, u: Vector, v: Vector, angle: float, radius: float) -> Vector:
        """Draw an angle from u towards v; return the middle of its arc, a little further out."""
        steps = [angle * k / 16 for k in range(17)]
        points = [add(center, mix(u, v, step), radius) for step in steps]
        color = NORMAL if abs(angle - TWIST) < 1e-9 else ROW
        self.line(points, color, 2.0, ' marker-end="url(#head)"')
        return add(center, mix(u, v, angle / 2), radius + 12)

    def text(self, p: Vector, words: str, color: str, shift: tuple[float, float] = (0, 0)) -> None:
        """Write a word at a point."""
        x, y = self.at(p)
        self.lines.append(
            f'<text x="{x + shift[0]:.1f}" y="{y + shift[1]:.1f}" fill="{color}">{words}</text>'
        )

    def axis(self, p: Vector, direction: Vector, name: str) -> None:
        """Draw the axis of a joint and its barrel."""
        ends = [add(p, direction, -85), add(p, direction, 215)]
        self.line(ends, "#999999", 1.2, ' stroke-dasharray="9 4 2 4"')
        self.line([add(p, direction, -70), add(p, direction, -34)], "#d5d5d5", 22)
        self.text(add(p, direction, -52), f"joint {name}", OLD, (20, 14))

    def frame(self, p: Vector, x: Vector, z: Vector, name: str, color: str) -> None:
        """Draw the x and z axes of a frame."""
        left = self.at(add(p, x, 66))[0] < self.at(p)[0]
        for letter, direction, shift in (("x", x, (-24 if left else -4, 20)), ("z", z, (8, 2))):
            self.arrow(p, direction, 66, color)
            self.text(add(p, direction, 66), subscript(letter, name), color, shift)
        x0, y0 = self.at(p)
        self.lines.append(f'<circle cx="{x0:.1f}" cy="{y0:.1f}" r="4" fill="{color}"/>')

    def length(self, start: Vector, end: Vector, words: str, color: str) -> None:
        """Draw a distance with its name."""
        self.line([start, end], color, 4.5)
        middle = add(start, (end[0] - start[0], end[1] - start[1], end[2] - start[2]), 0.5)
        upright = abs(end[0] - start[0]) < 1 and start == ORIGIN
        self.text(
            middle, words, color, (-16, -9) if color == NORMAL else (-26 if upright else 12, 5)
        )


X: Vector = (1.0, 0.0, 0.0)
Y: Vector = (0.0, 1.0, 0.0)
Z: Vector = (0.0, 0.0, 1.0)
ORIGIN: Vector = (0.0, 0.0, 0.0)
DOWN: Vector = (0.0, -1.0, 0.0)


def subscript(letter: str, index: str) -> str:
    """A letter with its index."""
    return f'{letter}<tspan dy="4" font-size="12">{index}</tspan>'


def classic() -> Panel:
    """Frame j at the far end of link j: first theta and d about joint j, then a and alpha."""
    panel = Panel(105, 345)
    up, tilted = add(ORIGIN, Z, D), mix(Z, DOWN, TWIST)
    far = add(up, X, A)
    panel.axis(ORIGIN, Z, "j")
    panel.axis(far, tilted, NEXT)
    panel.line([add(ORIGIN, Z, -34), up, far], "#e4e4e4", 16)
    before = mix(X, DOWN, ANGLE)
    panel.length(ORIGIN, up, subscript("d", "j"), ROW)
    panel.length(up, far, subscript("a", "j"), NORMAL)
    panel.line([ORIGIN, add(ORIGIN, X, 52)], ROW, 1.2, ' stroke-dasharray="4 3"')
    ahead: Vector = (-before[1], before[0], 0.0)  # a quarter turn about z
    panel.text(panel.arc(ORIGIN, before, ahead, ANGLE, 44), subscript("&#952;", "j"), ROW, (0, 8))
    panel.line([far, add(far, Z, 70)], NORMAL, 1.2, ' stroke-dasharray="4 3"')
    place = panel.arc(far, Z, DOWN, TWIST, 46)
    panel.frame(ORIGIN, before, Z, PREVIOUS, OLD)
    panel.frame(far, X, tilted, "j", NEW)
    panel.text(place, subscript("&#945;", "j"), NORMAL, (-6, -2))
    return panel


def modified() -> Panel:
    """Frame j on the axis of joint j: first alpha and a from joint j-1, then theta and d."""
    panel = Panel(580, 345)
    tilted = mix(Z, DOWN, TWIST)
    foot = add(ORIGIN, X, A)
    up = add(foot, tilted, D)
    panel.axis(ORIGIN, Z, PREVIOUS)
    panel.axis(foot, tilted, "j")
    panel.line([add(ORIGIN, Z, -34), ORIGIN, foot], "#e4e4e4", 16)
    ahead = mix(Y, Z, TWIST)  # a quarter turn about the tilted z
    after = mix(X, ahead, 2 * ANGLE)
    panel.length(ORIGIN, foot, subscript("a", "j"), NORMAL)
    panel.length(foot, up, subscript("d", "j"), ROW)
    panel.line([foot, add(foot, Z, 70)], NORMAL, 1.2, ' stroke-dasharray="4 3"')
    place = panel.arc(foot, Z, DOWN, TWIST, 52)
    panel.line([up, add(up, X, 52)], ROW, 1.2, ' stroke-dasharray="4 3"')
    turn = panel.arc(up, X, ahead, 2 * ANGLE, 36)
    panel.frame(ORIGIN, X, Z, PREVIOUS, OLD)
    panel.frame(up, after, tilted, "j", NEW)
    panel.text(place, subscript("&#945;", "j"), NORMAL, (-6, -4))
    panel.text(turn, subscript("&#952;", "j"), ROW, (30, 26))
    return panel


def caption(x: float, title: str, where: str, product: str) -> list[str]:
    """The words over and under a panel."""
    return [
        f'<text x="{x}" y="34" font-size="19" font-weight="bold">{title}</text>',
        f'<text x="{x}" y="58" fill="#444444">{where}</text>',
        f'<text x="{x}" y="{HEIGHT - 18}" font-style="italic">{product}</text>',
    ]


def draw() -> str:
    """Return the picture as SVG."""
    theta, alpha = subscript("&#952;", "j"), subscript("&#945;", "j")

    def step(motion: str, axis: str, argument: str) -> str:
        low = f'{motion}<tspan dy="4" font-size="12">{axis}</tspan>'
        return f'{low}<tspan dy="-4">(</tspan>{argument}<tspan dy="-4">)</tspan>'

    about = step("R", "z", theta) + " " + step("T", "z", subscript("d", "j"))
    normal = step("T", "x", subscript("a", "j")) + " " + step("R", "x", alpha)
    first = step("R", "x", alpha) + " " + step("T", "x", subscript("a", "j"))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="16">',
        "<title>Row j of a classic and of a modified Denavit-Hartenberg table</title>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="6" '
        'markerHeight="6" orient="auto"><path d="M0,0.8 L7,4 L0,7.2 z" fill="context-stroke"/>'
        "</marker></defs>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        *caption(30, "classic (distal)", "frame j at the far end of link j", f"{about} {normal}"),
        *caption(505, "modified (proximal)", "frame j on the axis of joint j", f"{first} {about}"),
        '<line x1="470" y1="20" x2="470" y2="440" stroke="#cccccc"/>',
        *classic().lines,
        *modified().lines,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="ascii")
    print(f"wrote {PICTURE}")
