"""Closed robots for tests: loops of all kinds, written by hand or drawn at random."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction

from symoro.expressions import PI, ZERO, Expression, expression, parse, symbol
from symoro.robot import Base, Frame, JointType, Link, Robot, Structure, general_link, joint_frame

R, P, FIXED = JointType.REVOLUTE, JointType.PRISMATIC, JointType.FIXED
GRAVITY = Base(G=(ZERO, ZERO, symbol("G3")))


def turn(j: int, antecedent: int, mu: bool = False, **fields: object) -> Frame:
    """A revolute joint; its variable is tj."""
    return joint_frame(j, antecedent, R, mu=mu, **{"theta": symbol(f"t{j}"), **_read(fields)})


def slide(j: int, antecedent: int, mu: bool = False, **fields: object) -> Frame:
    """A prismatic joint; its variable is rj."""
    return joint_frame(j, antecedent, P, mu=mu, **{"r": symbol(f"r{j}"), **_read(fields)})


def fixed(antecedent: int, **fields: object) -> Frame:
    """A fixed frame."""
    return Frame(antecedent, FIXED, **_read(fields))


def closed(name: str, *frames: Frame, loops: int = 1, massless: Collection[int] = ()) -> Robot:
    """A closed robot; the last frames are the cut joints, then their fixed sides."""
    count = len(frames) - 2 * loops
    links = (Link() if j in massless else general_link(j) for j in range(1, count + 1))
    return Robot(name, Structure.CLOSED, frames, tuple(links), GRAVITY)


def driven(robot: Robot, *motors: int) -> Robot:
    """The robot with other motors."""
    frames = (replace(frame, mu=j in motors) for j, frame in robot)
    return replace(robot, frames=tuple(frames))


def without_inertia(robot: Robot) -> Robot:
    """The robot with links that have no mass."""
    return replace(robot, links=(Link(),) * robot.n_links)


def _read(fields: dict[str, object]) -> dict[str, Expression]:
    return {
        name: parse(entry) if isinstance(entry, str) else expression(entry)  # type: ignore[arg-type]
        for name, entry in fields.items()
    }


# Random loops: kinds of joints around the loop, one of them cut


@dataclass
class _Loop:
    """A loop that is being written down: joints 0 .. n-1 around it from the start and back."""

    rng: random.Random
    frames: list[Frame]
    start: int = 0

    def add(self, kind: JointType, antecedent: int, **fields: object) -> int:
        """A new frame, a joint with an offset now and then; returns its number."""
        j = len(self.frames) + 1
        if kind is FIXED:
            self.frames.append(fixed(antecedent, **fields))
            return j
        variable = "theta" if kind is R else "r"
        offset = fields.pop(variable, ZERO)
        if not self.rng.randrange(3):
            offset = self.angle(f"offset{j}a") if kind is R else self.length(f"offset{j}b")
        make = turn if kind is R else slide
        position = symbol(f"{'t' if kind is R else 'r'}{j}") + offset
        self.frames.append(make(j, antecedent, **{variable: position}, **fields))
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


def spherical_loop(joints: int, cut: int, seed: int, lead: str = "") -> tuple[Robot, tuple[int, ...]]:
    """A random spherical loop of revolute joints; origins are at the centre or along the axes."""
    loop = _Loop(random.Random(f"spherical{joints}{cut}{seed}{lead}"), [])
    loop.lead(lead)
    place: dict[int, int] = {}
    ends = []
    for branch in (range(cut), range(joints - 1, cut, -1)):
        at, offset = loop.start, ZERO
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
    loop.add(FIXED, ends[1], gamma=g, alpha=a, b="h0")
    return closed(f"slides_{seed}", *loop.frames), tuple(place[k] for k in range(joints))


# Loops written by hand


def bennett(second: str = "A2", length: str = "L1*sin(A2)/sin(A1)") -> Robot:
    """The linkage of Bennett: four skew axes, opposite links equal, L2/sin(A2) = L1/sin(A1)."""
    back, behind = f"-({second})", f"-({length})"
    return closed(
        "bennett",
        turn(1, 0, mu=True),
        turn(2, 1, alpha="A1", d="L1"),
        turn(3, 0, alpha=back, d=behind),
        turn(4, 2, alpha=second, d=length),
        fixed(3, alpha="-A1", d="-L1"),
    )


def parallelogram(kind: str = "plain") -> Robot:
    """A four-bar linkage with equal opposite sides, described in one of several ways."""
    name = f"parallelogram_{kind}"
    first = turn(1, 0, mu=True)
    if kind == "rhombus":
        return closed(
            name, first, turn(2, 1, d="L"), turn(3, 0, d="L"), turn(4, 2, d="L"), fixed(3, d="L")
        )
    if kind == "offsets":
        return closed(
            name,
            turn(1, 0, mu=True, theta="t1 + Pi/3"),
            turn(2, 1, d="L1", theta="t2 - 0.3"),
            turn(3, 0, d="L2", theta="t3 + e", gamma="g3"),
            turn(4, 2, d="L2", theta="t4 - Pi/2"),
            fixed(3, d="L1"),
        )
    if kind == "gamma":
        return closed(
            name,
            first,
            turn(2, 1, d="L1", gamma="0.4"),
            turn(3, 0, d="L2", gamma="Pi/6"),
            turn(4, 2, d="L2"),
            fixed(3, d="L1"),
        )
    if kind == "antiparallel":
        return closed(
            name,
            first,
            turn(2, 1, d="L1", alpha="Pi"),
            turn(3, 0, d="L2", alpha="Pi", r="h"),
            turn(4, 2, d="L2", alpha="Pi"),
            fixed(3, d="L1", alpha="-Pi", r="h"),
        )
    if kind == "fixed frames":
        return closed(
            name,
            first,
            fixed(1, d="L1/3", gamma="g"),
            fixed(2, theta="-g"),
            turn(4, 3, d="2*L1/3"),
            fixed(0, d="L2", r="h"),
            turn(6, 5, b="-h"),
            turn(7, 4, d="L2"),
            fixed(6, d="L1"),
        )
    if kind == "cut at the base":
        return closed(
            name,
            first,
            turn(2, 1, d="L1"),
            turn(3, 2, d="L2"),
            turn(4, 3, d="L1"),
            fixed(0, d="L2"),
        )
    assert kind == "plain"
    return closed(
        name, first, turn(2, 1, d="L1"), turn(3, 0, d="L2"), turn(4, 2, d="L2"), fixed(3, d="L1")
    )


def wheels() -> Robot:
    """Three equal cranks coupled by one rod, as the wheels of a locomotive: one loop too many."""
    return closed(
        "wheels",
        turn(1, 0, mu=True),
        turn(2, 1, d="L"),
        turn(3, 0, d="D"),
        turn(4, 0, d="E"),
        turn(5, 2, d="D"),
        turn(6, 2, d="E"),
        fixed(3, d="L"),
        fixed(4, d="L"),
        loops=2,
    )


def two_parallelograms() -> Robot:
    """A forearm driven through a parallelogram, and one more on it that guides the wrist."""
    return closed(
        "two_parallelograms",
        turn(1, 0, mu=True),
        turn(2, 0, mu=True),
        turn(3, 1, d="L1"),
        turn(4, 2, d="L2"),
        fixed(1, d="L1"),
        turn(6, 5, gamma="g", d="L5"),
        turn(7, 3, d="L4"),
        turn(8, 4, d="L1"),
        turn(9, 7, d="L5"),
        fixed(3, gamma="Pi", d="L2"),
        fixed(6, d="L4"),
        loops=2,
    )


def coaxial() -> Robot:
    """A link between two joints on one axis: a loop of rank 1."""
    return closed(
        "coaxial",
        turn(1, 0, mu=True, alpha="a1", d="L1", gamma="g1"),
        turn(2, 1, r="h2", theta="t2 + e"),
        fixed(0, alpha="a1", d="L1", gamma="g1", r="h2", theta="f"),
    )


def cylindrical() -> Robot:
    """Two cylindrical joints on one axis: a loop of rank 2."""
    return closed(
        "cylindrical",
        turn(1, 0, mu=True, alpha="a1"),
        slide(2, 1, mu=True),
        turn(3, 2),
        slide(4, 3, theta="f"),
        fixed(0, alpha="a1"),
    )
