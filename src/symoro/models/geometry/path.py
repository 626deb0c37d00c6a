"""The way from one frame to another as elementary screws about z and x, merged where axes agree.

A frame k is Rz(gamma) Tz(b) Rx(alpha) Tx(d) Rz(theta) Tz(r) of its antecedent. A path through the
tree lists these for every frame it goes down, and their inverses, backwards, for every frame it
goes up. Neighbours about the same axis are added; a twist alpha that is a multiple of Pi is carried
to the end of the path (Rx(Pi) Rz(x) = Rz(-x) Rx(Pi)). So joints with parallel axes end up in one
`ZScrew` with the distances between them inside, and their angles are added: C23 = cos(theta2 +
theta3) appears by itself. What is zero is decided on the robot's exact expressions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from symoro.expressions import ZERO, Expression
from symoro.expressions.expression import multiple_of_pi, sum_of
from symoro.robot import Robot


@dataclass(frozen=True)
class Term:
    """A parameter of a frame with a sign; angles and distances are sums of terms."""

    sign: int
    field: str
    frame: int

    def entry(self, robot: Robot) -> Expression:
        """The exact expression in the table, without the sign."""
        entry: Expression = getattr(robot.frame(self.frame), self.field)
        return entry


Terms = tuple[Term, ...]
Turns = tuple[tuple[Terms, Terms], ...]


@dataclass(frozen=True)
class XScrew:
    """Rx(angle) Tx(shift); ``start`` is the frame in which it is written, if there is one."""

    angle: Terms
    shift: Terms
    start: int | None = None
    half: bool = False  # a half turn beside the angle


@dataclass(frozen=True)
class ZScrew:
    """Rz(angles) and the distances met on the way: planar motion with a shift along z.

    Attributes:
        turns: the angles in order, each with the distance along x that follows it.
        shift: the distances along z.
        start: the frame in which it is written, if there is one.
    """

    turns: Turns
    shift: Terms
    start: int | None = None


Screw = XScrew | ZScrew


def path(robot: Robot, start: int, end: int) -> list[Screw]:
    """Return the screws from frame ``start`` to frame ``end``, merged."""
    return merge_screws(robot, steps(robot, robot.chain(start, end)))


def steps(robot: Robot, chain: Sequence[int]) -> list[Screw]:
    """Return the screws along neighbouring frames, one after another, not merged."""
    screws: list[Screw] = []
    for a, b in pairwise(chain):
        down = b != 0 and robot.frames[b - 1].antecedent == a
        screws += _down(b, a) if down else _up(a)
    return screws


def _down(k: int, start: int) -> Iterator[Screw]:
    """The screws of frame ``k`` as seen from its antecedent."""
    yield ZScrew(((_term(1, "gamma", k), ()),), _term(1, "b", k), start)
    yield XScrew(_term(1, "alpha", k), _term(1, "d", k))
    yield ZScrew(((_term(1, "theta", k), ()),), _term(1, "r", k))


def _up(k: int) -> Iterator[Screw]:
    """The inverse screws of frame ``k``."""
    yield ZScrew(((_term(-1, "theta", k), ()),), _term(-1, "r", k), k)
    yield XScrew(_term(-1, "alpha", k), _term(-1, "d", k))
    yield ZScrew(((_term(-1, "gamma", k), ()),), _term(-1, "b", k))


def _term(sign: int, field: str, k: int) -> Terms:
    return (Term(sign, field, k),)


def merge_screws(robot: Robot, screws: Sequence[Screw]) -> list[Screw]:
    """Add neighbours about the same axis until nothing changes; half turns go to the end."""
    flip = 1
    start: int | None = None
    stack: list[Screw] = []
    for screw in screws:
        item = _drop_zeros(robot, screw if flip > 0 else _flip(screw))
        start = start if item.start is None else item.start
        if _is_identity(item):
            continue
        item, start = replace(item, start=start if flip > 0 else None), None
        _append(robot, stack, item)
        if stack and isinstance(last := stack[-1], XScrew) and _is_half_turn(robot, last):
            flip, stack[-1] = -flip, replace(last, angle=())
            _append(robot, stack, stack.pop())
    if flip < 0:
        _append(robot, stack, XScrew((), (), half=True))
    return stack


def inverse_screws(robot: Robot, screws: Sequence[Screw]) -> list[Screw]:
    """Return the screws of the way back of merged ones, merged; a half turn stays at the end."""
    half = bool(screws) and isinstance(last := screws[-1], XScrew) and last.half
    back = [_inverse(screw) for screw in reversed(screws)]
    merged = merge_screws(robot, [_flip(screw) for screw in back] if half else back)
    if half:
        _append(robot, merged, XScrew((), (), half=True))
    return merged


def _inverse(screw: Screw) -> Screw:
    if isinstance(screw, XScrew):
        return XScrew(_minus(screw.angle), _minus(screw.shift))
    angles = [(), *(_minus(angle) for angle, _ in reversed(screw.turns))]
    distances = [*(_minus(distance) for _, distance in reversed(screw.turns)), ()]
    return ZScrew(tuple(zip(angles, distances, strict=True)), _minus(screw.shift))


def _is_half_turn(robot: Robot, screw: XScrew) -> bool:
    """True if the angle adds up to an odd multiple of Pi."""
    turns = multiple_of_pi(total(robot, screw.angle))
    return turns is not None and turns.denominator == 1 and turns.numerator % 2 == 1


def _append(robot: Robot, stack: list[Screw], item: Screw) -> None:
    """Add a screw to the end of a list, into the last one where the axis is the same."""
    if _is_identity(item):
        return
    last = stack[-1] if stack else None
    if isinstance(item, ZScrew) and isinstance(last, ZScrew):
        stack.pop()
        both = ZScrew(last.turns + item.turns, last.shift + item.shift, last.start)
        _append(robot, stack, _drop_zeros(robot, both))
    elif isinstance(item, XScrew) and isinstance(last, XScrew):
        stack.pop()
        more = XScrew(last.angle + item.angle, last.shift + item.shift, last.start, item.half)
        _append(robot, stack, _drop_zeros(robot, more))
    elif isinstance(item, XScrew) and not item.angle and not item.half and isinstance(last, ZScrew):
        stack.pop()
        turns = (*last.turns, ((), item.shift))
        _append(robot, stack, _drop_zeros(robot, replace(last, turns=turns)))
    elif isinstance(item, ZScrew) and isinstance(last, XScrew) and not last.angle:
        stack.pop()  # a distance alone, at the beginning
        turns = (((), last.shift), *item.turns)
        stack.append(_drop_zeros(robot, ZScrew(turns, item.shift, last.start)))
    else:
        stack.append(item)


def _flip(screw: Screw) -> Screw:
    """The screw seen from the other side of a half turn about x."""
    if isinstance(screw, XScrew):
        return screw
    turns = tuple((_minus(angle), distance) for angle, distance in screw.turns)
    return replace(screw, turns=turns, shift=_minus(screw.shift))


def _minus(parts: Terms) -> Terms:
    return tuple(replace(part, sign=-part.sign) for part in parts)


def _drop_zeros(robot: Robot, screw: Screw) -> Screw:
    """Drop what is exactly zero."""
    shift = _nonzero_terms(robot, screw.shift)
    if isinstance(screw, XScrew):
        return replace(screw, angle=_nonzero_terms(robot, screw.angle), shift=shift)
    turns: Turns = ()
    for angle, distance in screw.turns:
        turns = _add_turn(robot, turns, angle, distance)
    return replace(screw, turns=turns, shift=shift)


def _add_turn(robot: Robot, turns: Turns, angle: Terms, distance: Terms) -> Turns:
    """Add a turn; to the last one, unless a distance comes before its angle."""
    angle, distance = _nonzero_terms(robot, angle), _nonzero_terms(robot, distance)
    if not turns or (turns[-1][1] and angle):
        return (*turns, (angle, distance))
    *before, (first, along) = turns
    return _add_turn(robot, tuple(before), first + angle, along + distance)


def _nonzero_terms(robot: Robot, parts: Terms) -> Terms:
    """The parts without those that are zero; none if the sum is zero."""
    parts = tuple(part for part in parts if part.entry(robot) != ZERO)
    return parts if total(robot, parts) != ZERO else ()


def _is_identity(screw: Screw) -> bool:
    if isinstance(screw, XScrew):
        return not (screw.angle or screw.shift or screw.half)
    return not screw.shift and not any(angle or distance for angle, distance in screw.turns)


def total(robot: Robot, parts: Terms) -> Expression:
    """The exact sum of some parts."""
    return sum_of((part.entry(robot), Fraction(part.sign)) for part in parts)


def is_quarter_turn(robot: Robot, screw: XScrew) -> bool:
    """True if the angle is a multiple of Pi/2, so that the rotation costs nothing."""
    turns = multiple_of_pi(total(robot, screw.angle))
    return turns is not None and turns.denominator in (1, 2)
