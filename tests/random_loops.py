"""Closed robots of one loop, drawn at random: planar, spherical, translational."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

from closed_robots import FIXED, P, R, closed, fixed, slide, turn
from symoro.expressions import PI, ZERO, Expression, expression, symbol
from symoro.robot import Frame, JointType, Robot


@dataclass
class _Loop:
    """A loop that is being written down: joints 0 .. n-1 around it from the start and back."""

    rng: random.Random
    frames: list[Frame]
    start: int = 0

    def add(self, kind: JointType, antecedent: int, **fields: Expression) -> int:
        """A new frame, a joint with an offset now and then; returns its number."""
        j = len(self.frames) + 1
        if kind is FIXED:
            self.frames.append(fixed(antecedent, **fields))
            return j
        variable = "theta" if kind is R else "r"
        offset = fields.pop(variable, ZERO)
        if not self.rng.randrange(3):
            offset = expression(Fraction(self.rng.randint(-150, 150), 100))
        fields[variable] = symbol(f"{'t' if kind is R else 'r'}{j}") + offset
        make = turn if kind is R else slide
        self.frames.append(make(j, antecedent, False, **fields))
        return j

    def length(self, name: str) -> Expression:
        """A symbol, or a number with two digits."""
        number = Fraction(self.rng.randint(20, 100), 100)
        return symbol(name) if self.rng.random() < 0.6 else expression(number)

    def angle(self, name: str) -> Expression:
        """A symbol, a quarter turn, or a number with two digits."""
        number = Fraction(self.rng.randint(-150, 150), 100)
        quarter = PI * self.rng.choice((-1, 1, 2)) / 2
        return self.rng.choice((symbol(name), quarter, expression(number)))

    def lead(self, kind: str) -> None:
        """Something before the loop, in any direction: nothing, a fixed frame or a motor."""
        if not kind:
            return
        fields = {name: self.angle(f"{name}1") for name in ("gamma", "alpha")}
        fields |= {name: self.length(f"{name}1") for name in ("b", "d")}
        self.start = self.add(kind_of(kind), 0, **fields)


def kind_of(letter: str) -> JointType:
    """The type of a joint."""
    return {"R": R, "P": P, "F": FIXED}[letter]


@dataclass(frozen=True)
class _Plane:
    """Where the normal of the plane is seen from a frame: along z (or y) times the sign."""

    axis: str = "z"
    sign: int = 1
    height: Expression = ZERO


def planar_loop(kinds: str, cut: int, seed: int, lead: str = "") -> tuple[Robot, tuple[int, ...]]:
    """A random planar loop of joints such as RRPR, cut at one of them, and its frames around.

    Axes are parallel or antiparallel, at different heights; slides lie in the plane.
    """
    loop = _Loop(random.Random(f"{kinds}{cut}{seed}{lead}"), [])
    loop.lead(lead)
    place: dict[int, int] = {}
    ends = []
    for branch in (range(cut), range(len(kinds) - 1, cut, -1)):
        at, plane = loop.start, _Plane()
        for k in branch:
            fields, plane = _planar_step(loop, len(loop.frames) + 1, plane, kinds[k])
            at = place[k] = loop.add(kind_of(kinds[k]), at, **fields)
        ends.append((at, plane))
    (one, plane), (other, far) = ends
    j = len(loop.frames) + 1
    fields, plane = _planar_step(loop, j, plane, kinds[cut])
    place[cut] = loop.add(kind_of(kinds[cut]), one, **fields)
    while True:
        fields, there = _planar_step(loop, j + 1, far, kinds[cut])
        if (there.axis, there.sign) == (plane.axis, plane.sign):
            break
    loop.add(FIXED, other, **_raised(fields, far, there, plane.height - there.height))
    name = f"planar_{kinds}_{cut}_{seed}{lead}"
    return closed(name, *loop.frames), tuple(place[k] for k in range(len(kinds)))


def _planar_step(
    loop: _Loop, j: int, plane: _Plane, kind: str
) -> tuple[dict[str, Expression], _Plane]:
    """The parameters of a frame in the plane, and how it sees the plane."""
    side = loop.rng.choice((1, -1))
    other = loop.rng.choice((1, -1))
    if kind == "R":
        rise = loop.length(f"h{j}") if loop.rng.random() < 0.5 else ZERO
        if plane.axis == "z":
            fields = {"gamma": loop.angle(f"g{j}"), "alpha": ZERO if side > 0 else PI}
            sign = plane.sign * side
        else:
            fields = {"gamma": ZERO if other > 0 else PI, "alpha": PI * side / 2}
            fields["b"] = loop.length(f"b{j}")
            sign = -plane.sign * other * side
        after = _Plane("z", sign, plane.height + sign * rise)
        return {**fields, "d": loop.length(f"L{j}"), "r": rise}, after
    if plane.axis == "z":
        fields = {"gamma": loop.angle(f"g{j}"), "d": loop.length(f"L{j}"), "alpha": PI * side / 2}
        fields["theta"] = ZERO if other > 0 else PI
        return fields, _Plane("y", plane.sign * side * other, plane.height)
    fields = {"gamma": PI * side / 2, "b": loop.length(f"b{j}"), "alpha": symbol(f"a{j}")}
    fields["theta"] = PI * other / 2
    return fields, _Plane("y", -plane.sign * side * other, plane.height)


def _raised(
    fields: dict[str, Expression], before: _Plane, after: _Plane, rise: Expression
) -> dict[str, Expression]:
    """The parameters of a fixed frame with another height."""
    if before.axis == "z":
        return {**fields, "b": before.sign * rise}
    if after.axis == "z":
        return {**fields, "r": fields["r"] + after.sign * rise}
    quarter = 1 if fields["gamma"] == PI / 2 else -1
    return {**fields, "d": before.sign * quarter * rise}


def spherical_loop(
    joints: int, cut: int, seed: int, lead: str = ""
) -> tuple[Robot, tuple[int, ...]]:
    """A random spherical loop of revolute joints; origins are at the centre or along the axes."""
    loop = _Loop(random.Random(f"spherical{joints}{cut}{seed}{lead}"), [])
    loop.lead(lead)
    place: dict[int, int] = {}
    ends = []
    for branch in (range(cut), range(joints - 1, cut, -1)):
        at, offset = loop.start, expression(0)
        for k in branch:
            fields = _spherical_step(loop, len(loop.frames) + 1, offset)
            offset = fields["r"]
            at = place[k] = loop.add(R, at, **fields)
        ends.append((at, offset))
    (one, offset), (other, far) = ends
    j = len(loop.frames) + 1
    fields = _spherical_step(loop, j, offset)
    place[cut] = loop.add(R, one, **fields)
    loop.add(FIXED, other, **{**_spherical_step(loop, j + 1, far), "r": fields["r"]})
    name = f"spherical_{joints}_{cut}_{seed}{lead}"
    return closed(name, *loop.frames), tuple(place[k] for k in range(joints))


def _spherical_step(loop: _Loop, j: int, offset: Expression) -> dict[str, Expression]:
    r = loop.length(f"h{j}") if loop.rng.random() < 0.5 else ZERO
    gamma = loop.angle(f"g{j}") if loop.rng.random() < 0.5 else ZERO
    return {"gamma": gamma, "b": -offset, "alpha": symbol(f"a{j}"), "r": r}


def translational_loop(seed: int, joints: int = 4) -> tuple[Robot, tuple[int, ...]]:
    """Joints that slide in any direction of space; fixed frames turn back between them."""
    loop = _Loop(random.Random(f"translational{seed}"), [])
    place: dict[int, int] = {}
    ends = []
    for branch in (range(joints // 2), range(joints - 1, joints // 2, -1)):
        at = 0
        for k in branch:
            j = len(loop.frames) + 1
            g, a = symbol(f"g{j}"), symbol(f"a{j}")
            at = place[k] = loop.add(P, at, gamma=g, alpha=a, d=loop.length(f"L{j}"))
            at = loop.add(FIXED, at, alpha=-a, theta=-g)
        ends.append(at)
    g, a = symbol("g0"), symbol("a0")
    place[joints // 2] = loop.add(P, ends[0], gamma=g, alpha=a)
    loop.add(FIXED, ends[1], gamma=g, alpha=a, b=symbol("h0"))
    return closed(f"slides_{seed}", *loop.frames), tuple(place[k] for k in range(joints))


def spatial_loop(kinds: str, cut: int, seed: int) -> tuple[Robot, tuple[int, ...]]:
    """A random loop in space of joints such as RRRPRRR, cut at one of them.

    Nothing is special but twists of a quarter turn and lengths of zero now and then.
    """
    loop = _Loop(random.Random(f"spatial{kinds}{cut}{seed}"), [])
    place: dict[int, int] = {}
    ends = []
    for branch in (range(cut), range(len(kinds) - 1, cut, -1)):
        at = 0
        for k in branch:
            fields = _spatial_step(loop, len(loop.frames) + 1, kinds[k])
            at = place[k] = loop.add(kind_of(kinds[k]), at, **fields)
        ends.append(at)
    fields = _spatial_step(loop, len(loop.frames) + 1, kinds[cut])
    place[cut] = loop.add(kind_of(kinds[cut]), ends[0], **fields)
    loop.add(FIXED, ends[1], **_spatial_step(loop, len(loop.frames) + 1, "F"))
    return closed(f"spatial_{kinds}_{cut}_{seed}", *loop.frames), tuple(
        place[k] for k in range(len(kinds))
    )


def _spatial_step(loop: _Loop, j: int, kind: str) -> dict[str, Expression]:
    """The parameters of a frame in space: the one that moves is left out."""
    fields = {"gamma": loop.angle(f"g{j}"), "alpha": loop.angle(f"a{j}"), "d": loop.length(f"L{j}")}
    if loop.rng.random() < 0.5:
        fields["b"] = loop.length(f"b{j}")
    if kind != "R":
        fields["theta"] = loop.angle(f"o{j}")
    if kind != "P":
        fields["r"] = loop.length(f"h{j}")
    return fields


def two_planar_loops(
    first: str, second: str, seed: int, common: bool = True
) -> tuple[Robot, tuple[int, ...]]:
    """Two planar loops of joints such as RRRR and RRPR that share links.

    The last joint of each is cut. The second loop starts on the first branch of the first one, or
    at its start, and ends on the other branch. Joints of the first loop are returned first.
    """
    loop = _Loop(random.Random(f"two{first}{second}{seed}{common}"), [])
    planes = {0: _Plane()}

    def chain(kinds: str, at: int) -> list[int]:
        found = []
        for kind in kinds:
            fields, plane = _planar_step(loop, len(loop.frames) + 1, planes[at], kind)
            at = loop.add(kind_of(kind), at, **fields)
            planes[at] = plane
            found.append(at)
        return found

    half = len(first) // 2
    one, other = chain(first[:half], 0), chain(first[half:-1], 0)
    half = len(second) // 2
    start = one[-1] if common else 0
    third, fourth = chain(second[:half], start), chain(second[half:-1], other[-1])
    ends = [
        (one[-1], other[-1], first[-1]),
        ((third or [start])[-1], (fourth or other)[-1], second[-1]),
    ]
    cuts = [chain(kind, at)[0] for at, _, kind in ends]
    for cut, (_, far, kind) in zip(cuts, ends, strict=True):
        while True:
            fields, there = _planar_step(loop, len(loop.frames) + 1, planes[far], kind)
            if (there.axis, there.sign) == (planes[cut].axis, planes[cut].sign):
                break
        rise = planes[cut].height - there.height
        loop.add(FIXED, far, **_raised(fields, planes[far], there, rise))
    name = f"two_{first}_{second}_{seed}{'_common' if common else ''}"
    joints = (*one, *other, cuts[0], *third, *fourth, cuts[1])
    return closed(name, *loop.frames, loops=2), joints
