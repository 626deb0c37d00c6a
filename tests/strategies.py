"""Random robots of every kind that the data model allows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from symoro.expressions import PI, ZERO, Expression, Symbol, call, expression
from symoro.robot import (
    IDENTITY,
    INERTIAL,
    WRENCH,
    Base,
    BaseMotion,
    Coupling,
    Frame,
    JointType,
    Leg,
    Limits,
    Link,
    ParallelRobot,
    Robot,
    Structure,
    ValueSet,
    Wheel,
)

# Names of keys and of our own outputs are among them on purpose.
NAMES = ("L1", "D3", "RL4", "a", "b", "d", "r", "k", "M", "G", "Z", "QP1", "GAM1", "GAM2_", "XX3R")
TEXTS = (
    "it's *) closed",
    "(* open",
    'say "x"',
    "Stäubli RX\u00ad90 \u2014 \U0001f9be",
    "a\\*)\n\tb",
)

numbers = st.one_of(
    st.integers(-9, 9).map(Fraction),
    st.fractions(-100, 100, max_denominator=9),
    st.decimals(-5, 5, places=4).map(Fraction),
    st.floats(-1e3, 1e3).map(lambda value: Fraction(repr(value))),
)
symbols = st.sampled_from(NAMES).map(Symbol)
leaves: st.SearchStrategy[Expression] = st.one_of(
    st.just(ZERO), numbers.map(expression), symbols, numbers.map(lambda n: PI * n)
)


def _grown(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        st.tuples(inner, symbols).map(lambda p: p[0] / p[1]),
        symbols.map(lambda s: call("sqrt", s**2 + 1)),
        st.tuples(st.sampled_from(("sin", "cos")), inner).map(lambda p: call(*p)),
        st.tuples(symbols, symbols).map(lambda p: call("atan2", *p)),
    )


expressions = st.recursive(leaves, _grown, max_leaves=4)
values = st.one_of(st.just(ZERO), leaves, expressions)
texts = st.one_of(st.just(""), st.sampled_from(TEXTS), st.text(max_size=20))
robot_names = st.one_of(
    st.sampled_from(("RX90", "my robot", *TEXTS)), st.text(min_size=1, max_size=12)
).filter(lambda name: bool(name.strip()))

# What may be added to a joint variable without becoming a second candidate for it.
offsets: st.SearchStrategy[Expression] = st.one_of(
    st.just(ZERO),
    numbers.map(lambda n: PI * n),
    numbers.map(expression),
    symbols.map(lambda s: -s),
    symbols.map(lambda s: call("cos", s)),
)


@st.composite
def joint(draw: st.DrawFn, j: int, antecedent: int, sigma: JointType, cut_side: bool) -> Frame:
    geometry = {name: draw(values) for name in ("gamma", "b", "alpha", "d", "theta", "r")}
    fields: dict[str, Any] = dict(geometry)
    if sigma is not JointType.FIXED:
        position = "theta" if sigma is JointType.REVOLUTE else "r"
        fields[position] = Symbol(f"q{j}") + draw(offsets)
    if not cut_side:
        fields["mu"] = draw(st.booleans())
        for tag in ("QP", "QDP", "GAM"):
            usual = st.just(Symbol(f"{tag}{j}") if sigma is not JointType.FIXED else ZERO)
            fields[tag] = draw(st.one_of(usual, usual, symbols, numbers.map(expression)))
        if draw(st.integers(0, 4)) == 0:
            fields["eta"] = sigma is not JointType.FIXED
            fields["k"], fields["rest"] = draw(values), draw(values)
    if draw(st.integers(0, 3)) == 0:
        bounds = st.one_of(st.none(), values)
        lower, upper = draw(bounds), draw(bounds)
        if lower is not None and upper is not None:
            a, b = lower.number, upper.number
            if a is not None and b is not None and a > b:
                lower, upper = upper, lower
        fields["limits"] = Limits(lower, upper, draw(bounds), draw(bounds))
    return Frame(antecedent, sigma, **fields)


@st.composite
def link(draw: st.DrawFn, j: int) -> Link:
    fields: dict[str, Expression] = {}
    for name in (*INERTIAL, "IA", "FV", "FS", *WRENCH):
        general = st.just(Symbol(f"{name}{j}"))
        fields[name] = draw(st.one_of(general, general, st.just(ZERO), leaves))
    return Link(**fields)


@st.composite
def base(draw: st.DrawFn) -> Base:
    vector = st.tuples(values, values, values)
    motion = draw(st.sampled_from((BaseMotion.FIXED, BaseMotion.FIXED, *BaseMotion)))
    fields: dict[str, Any] = {"motion": motion, "G": draw(vector), "Z": IDENTITY}
    if draw(st.booleans()):
        row = st.tuples(values, values, values, values)
        fields["Z"] = (*draw(st.tuples(row, row, row)), IDENTITY[3])
    if motion is not BaseMotion.FIXED:
        fields |= {name: draw(vector) for name in ("W0", "WP0", "V0", "VP0")}
        fields["link"] = draw(link(0))
    return Base(**fields)


def _loop_sides(parents: list[int], moves: list[bool]) -> list[tuple[int, int]]:
    """Pairs of links between which a cut joint closes a loop."""

    def path(j: int) -> list[int]:
        return [j, *path(parents[j - 1])] if j else [0]

    def joints(x: int, y: int) -> int:
        different = set(path(x)) ^ set(path(y))
        return sum(moves[j - 1] for j in different if j)

    size = range(len(parents) + 1)
    return [(x, y) for x in size for y in size if x and joints(x, y) >= 1]


@st.composite
def random_robot(draw: st.DrawFn, structure: Structure | None = None) -> Robot:
    """A robot of any structure, or of a given one, with everything that a robot can hold."""
    kind = structure or draw(st.sampled_from(Structure))
    n = draw(st.integers(1, 5))
    parents = [j if kind is Structure.SIMPLE else draw(st.integers(0, j)) for j in range(n)]
    sigmas = [draw(st.sampled_from((0, 0, 0, 1, 1, 2))) for _ in range(n)]
    if kind is Structure.CLOSED and all(sigma == 2 for sigma in sigmas):
        sigmas[0] = 0
    frames = [
        draw(joint(j, parent, JointType(sigma), cut_side=False))
        for j, (parent, sigma) in enumerate(zip(parents, sigmas, strict=True), start=1)
    ]
    if kind is Structure.CLOSED:
        sides = _loop_sides(parents, [sigma != 2 for sigma in sigmas])
        pairs = draw(st.lists(st.sampled_from(sides), min_size=1, max_size=2))
        for number, (one, _) in enumerate(pairs, start=n + 1):
            sigma = JointType(draw(st.sampled_from((0, 1))))
            frames.append(draw(joint(number, one, sigma, cut_side=False)))
        for number, (_, other) in enumerate(pairs, start=n + 1 + len(pairs)):
            frames.append(draw(joint(number, other, JointType.FIXED, cut_side=True)))
    moving = sum(sigma != 2 for sigma in sigmas)
    return Robot(
        name=draw(robot_names),
        structure=kind,
        frames=tuple(frames),
        links=tuple(draw(link(j)) for j in range(1, n + 1)),
        base=draw(base()),
        coupling=draw(st.one_of(st.none(), st.none(), couplings(moving))),
        wheels=draw(wheels([j for j, sigma in enumerate(sigmas, start=1) if sigma == 0])),
        values=tuple(draw(st.lists(value_sets, max_size=2))),
        provenance=draw(texts),
    )


@st.composite
def couplings(draw: st.DrawFn, joints: int) -> Coupling:
    motors = draw(st.integers(1, 3))

    def row(length: int) -> tuple[Expression, ...]:
        return tuple(draw(values) for _ in range(length))

    matrix = tuple(row(motors) for _ in range(joints))
    return Coupling(matrix, row(joints), row(motors), row(motors), row(motors))


@st.composite
def wheels(draw: st.DrawFn, turning: list[int]) -> tuple[Wheel, ...]:
    """Some of the links whose joints turn, with radii that are symbols."""
    links = draw(st.lists(st.sampled_from(turning), unique=True, max_size=2)) if turning else []
    return tuple(Wheel(j, draw(st.sampled_from(NAMES).map(Symbol))) for j in links)


value_sets = st.builds(
    ValueSet,
    name=texts,
    values=st.lists(st.tuples(st.sampled_from(NAMES), numbers.map(expression)), max_size=3).map(
        tuple
    ),
    source=texts,
)


@st.composite
def random_parallel_robot(draw: st.DrawFn) -> ParallelRobot:
    """Two or three simple legs and a platform."""
    legs = []
    for robot in draw(st.lists(random_robot(Structure.SIMPLE), min_size=2, max_size=3)):
        frame = draw(st.integers(1, robot.n_frames))
        legs.append(Leg(robot, frame, (draw(values), draw(values), draw(values))))
    return ParallelRobot(draw(robot_names), tuple(legs), draw(link(9)), draw(texts))
