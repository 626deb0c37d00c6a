"""Robots of the library with numbers in the place of their symbols: every kind, in two units."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

from symoro.expressions import Expression, Symbol, expression
from symoro.robot import INERTIAL, JointType, Robot
from symoro.robot.link import DRIVE
from symoro.verify.sampling import point_mass_body

Number = Fraction
Draw = Callable[[], float]

_DIMENSION = dict.fromkeys(INERTIAL[:6], 2) | {"MX": 1, "MY": 1, "MZ": 1, "M": 0}
"""Powers of a length in each inertial parameter."""


def _positive(rng: random.Random) -> Draw:
    return lambda: round(rng.uniform(0.1, 2.0), 3)


def _negative(rng: random.Random) -> Draw:
    return lambda: -round(rng.uniform(0.1, 2.0), 3)


def _zero(rng: random.Random) -> Draw:
    return lambda: rng.choice((0.0, round(rng.uniform(0.1, 2.0), 2)))


def _integer(rng: random.Random) -> Draw:
    return lambda: float(rng.randint(-3, 3))


def _decimal(rng: random.Random) -> Draw:
    return lambda: rng.uniform(-1.0, 1.0)


def _equal(rng: random.Random) -> Draw:
    number = rng.choice((0.5, 1.0, 0.7, 2.0))
    return lambda: number


def _unlike(rng: random.Random) -> Draw:
    """Inertial parameters of all sizes, so that double precision loses digits."""
    return lambda: float(f"{rng.uniform(0.1, 1.0):.3g}e{rng.randint(-6, 6)}")


KINDS: dict[str, Callable[[random.Random], Draw]] = {
    "positive": _positive,
    "negative": _negative,
    "zero": _zero,
    "integers": _integer,
    "decimals": _decimal,
    "equal": _equal,
    "physical": _positive,
    "unlike": _unlike,
}


def with_numbers(robot: Robot, number: int, millimetres: bool) -> Robot:
    """Return a robot with number set ``number`` in the place of its constants.

    Every third set leaves about half of the symbols. The lengths of every second closed robot are
    those of its first value set, with which its loops close.
    """
    kind = [*KINDS][number % len(KINDS)]
    rng = random.Random(f"{robot.name}|{number}")
    draw = KINDS[kind](rng)
    length = KINDS["positive"](rng) if kind == "unlike" else draw
    unit = Fraction(1000 if millimetres else 1)
    values: dict[str, Expression] = {}

    def give(entry: Expression, value: float, power: int = 0) -> None:
        for name in sorted(entry.symbols - values.keys()):
            if number % 3 != 2 or rng.random() < 0.5:
                exact = expression(value).number
                assert exact is not None
                values[name] = expression(exact * unit**power)

    closed = robot.n_loops and number % 2 == 0 and robot.values
    own = robot.values[0].numbers if closed else {}
    variables = {variable.name for variable in robot.variables.values()}
    for j, frame in robot:
        for field in ("b", "d", "r"):
            entry = getattr(frame, field)
            for name in sorted(entry.symbols - variables):
                give(Symbol(name), own.get(name, length()), 1)
        for field in ("gamma", "alpha", "theta"):
            for name in sorted(getattr(frame, field).symbols - variables):
                give(Symbol(name), own.get(name, length()))
        if j > robot.n_links:
            continue
        link, turns = robot.link(j), 2 if frame.sigma is JointType.REVOLUTE else 0
        body = {n: round(x, 4) for n, x in point_mass_body(rng).items()}
        for field in INERTIAL:
            value = body[field] if kind == "physical" else draw()
            give(getattr(link, field), value, _DIMENSION[field])
        for field in DRIVE:
            give(getattr(link, field), abs(draw()), turns)
    for entry in robot.base.G:
        give(entry, rng.choice((9.81, -9.81)), 1)
    return robot.substitute(values)
