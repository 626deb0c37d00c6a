"""The freedoms of a robot: its mobility, the motion of its end links, and redundancy."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from symoro.analysis.arrays import Floats
from symoro.analysis.end_motion import end_motion, redundant_joints
from symoro.analysis.gruebler import robot_gruebler
from symoro.analysis.loops import CannotClose, Closure
from symoro.analysis.loops.postures import closed_rows
from symoro.analysis.loops.solve import first_guesses
from symoro.analysis.mobility import NOTHING_IDLE, IdleMotion, idle_motion_at, mobility_at
from symoro.errors import ModelError
from symoro.expressions import ExpressionLike
from symoro.formats.values import Values, changed_robot
from symoro.robot import Robot
from symoro.verify.closable_lengths import with_closable_lengths
from symoro.wording import html_paragraph, html_table

_POSTURES = 12  # random ones, of which the largest rank counts
_MOST = 1000  # joints; matrices of the motion of all joints would fill the memory


@dataclass(frozen=True)
class EndLink:
    """The motion of an end link.

    Attributes:
        link: its number.
        N: how many independent joints move it.
        M: the largest rank of its Jacobian matrix, in all postures.
        patterns: which combinations of joints make it redundant, in words; None on loops.
    """

    link: int
    N: int
    M: int
    patterns: tuple[str, ...] | None = None

    def __repr__(self) -> str:
        return f"<EndLink {self.link}: N = {self.N}, M = {self.M}>"

    @property
    def redundancy(self) -> int:
        """The order of redundancy N - M: internal motions that leave the link at rest."""
        return self.N - self.M


@dataclass(frozen=True)
class Freedoms:
    """The freedoms of a robot relative to its base.

    Attributes:
        mobility: the number of its independent joints; None where it could not be found.
        gruebler: Gruebler's count for a mechanism in space, a lower bound.
        motors: the number of actuated joints.
        idle: what moves while the motors of a closed robot are held.
        dependent: the motors whose motion follows from that of the motors before them.
        ends: the motion of the links that carry no other.
        reason: why something could not be found.
    """

    robot: Robot
    mobility: int | None
    gruebler: int
    motors: int
    idle: IdleMotion = NOTHING_IDLE
    dependent: tuple[int, ...] = ()
    ends: tuple[EndLink, ...] = ()
    reason: str = ""

    def __repr__(self) -> str:
        return f"<Freedoms of {self.robot.name}: {self.lines()[0]}>"

    def lines(self) -> list[str]:
        """The result in words, a line each."""
        if self.mobility is None:
            return [f"mobility not found: {self.reason}"]
        whole = f"mobility N = {self.mobility}"
        if self.robot.n_loops:
            whole += (
                f" by the rank of the loops, {self.gruebler} by Gruebler's count; "
                f"motors: {self.motors}"
            )
        if self.idle.freedom and self.idle.harmless:
            links, joints = (", ".join(map(str, x)) for x in (self.idle.links, self.idle.joints))
            whole += f"; turning idly: link {links} (joints {joints})"
        return [whole, *map(_motion_words, self.ends), *filter(None, [self.reason])]

    def _repr_html_(self) -> str:
        """Mobility and end links as tables, for notebooks."""
        mobility = "not found" if self.mobility is None else self.mobility
        rows = [
            ("mobility N", mobility),
            ("Gruebler's count", self.gruebler),
            ("motors", self.motors),
        ]
        html = html_table(("number", self.robot.name), rows)
        if self.ends:
            html += html_table(
                ("end link", "N", "M, largest rank of J", "N - M", "redundant joints"),
                ((e.link, e.N, e.M, e.redundancy, "; ".join(e.patterns or ())) for e in self.ends),
            )
        lines = [self.reason] if self.reason else []
        if self.idle.freedom and self.idle.harmless:
            links, joints = (", ".join(map(str, x)) for x in (self.idle.links, self.idle.joints))
            lines.insert(0, f"turning idly: link {links} (joints {joints})")
        return html + html_paragraph(lines)

    def as_dict(self) -> dict[str, object]:
        """The result as plain data, for JSON."""
        return {
            "N": self.mobility,
            "gruebler": self.gruebler,
            "motors": self.motors,
            "idle": {"joints": list(self.idle.joints), "links": list(self.idle.links)},
            "ends": [
                {
                    "link": end.link,
                    "N": end.N,
                    "M": end.M,
                    "redundancy": end.redundancy,
                    "patterns": list(end.patterns or ()),
                }
                for end in self.ends
            ],
            "reason": self.reason,
        }


def _motion_words(end: EndLink) -> str:
    rank = f"N = {end.N}, M = {end.M} (largest rank of J), N - M = {end.redundancy}"
    text = f"end link {end.link}: {rank}"
    if not end.redundancy:
        return f"{text}, not redundant"
    if end.patterns is None:
        return f"{text}, redundant"
    return (
        f"{text}, redundant: {'; '.join(end.patterns) or 'by none of the six patterns of joints'}"
    )


def freedoms(
    robot: Robot,
    *,
    values: Values | None = None,
    param: Mapping[str, ExpressionLike] | None = None,
) -> Freedoms:
    """Return the mobility of a robot, and N, M and N - M of each end link.

    Symbols of an open robot stand for any lengths. The loops of a closed robot are closed with the
    lengths of its first value set, where it has one, else with random ones.

    Args:
        robot: any robot.
        values: numbers to put in the place of symbols: of a value set, of a file, or by symbol.
        param: single numbers, which take precedence over ``values``.
    """
    robot = changed_robot(robot, values, param=param)
    motors = sum(frame.mu and frame.moves for _, frame in robot)
    gruebler = robot_gruebler(robot)
    if len(robot.moving_joints) > _MOST:
        count = len({variable.name for variable in robot.variables.values()})
        known = None if robot.n_loops else count
        reason = f"the motion of end links is not computed for more than {_MOST} joints"
        return Freedoms(robot, known, gruebler, motors, reason=reason)
    try:
        if robot.n_loops:
            return with_closable_lengths(
                robot, lambda v, r: _freedoms_closed(robot, v, r), robot.name
            )
        generic = replace(robot, values=())
        return with_closable_lengths(generic, partial(_freedoms_open, robot), robot.name)
    except (CannotClose, ModelError) as error:
        return Freedoms(robot, None, gruebler, motors, reason=str(error))


def _freedoms_open(robot: Robot, values: dict[str, float], rng: random.Random) -> Freedoms:
    closure = Closure(robot, values)
    generator = np.random.default_rng(rng.getrandbits(64))
    every = np.arange(len(closure.tables.joints))
    rows = first_guesses(closure, closure.scaled_row({}), every, _POSTURES, generator)
    ends = []
    for link in _end_links(robot):
        N, M = end_motion(closure, rows, link)
        patterns = redundant_joints(closure, rows, link) if N > M else []
        ends.append(EndLink(link, N, M, tuple(patterns)))
    motors = sum(frame.mu and frame.moves for _, frame in robot)
    return Freedoms(robot, len(every), robot_gruebler(robot), motors, ends=tuple(ends))


def _freedoms_closed(robot: Robot, values: dict[str, float], rng: random.Random) -> Freedoms:
    closure = Closure(robot, values)
    rows = closed_rows(closure, _POSTURES, rng)
    mobility = mobility_at(closure, rows)
    motors = [j for j, frame in robot if frame.mu and frame.moves]
    ends = tuple(EndLink(link, *end_motion(closure, rows, link)) for link in _end_links(robot))
    analysis = Freedoms(robot, mobility, robot_gruebler(robot), len(motors), ends=ends)
    dependent = _dependent_motors(closure, rows, motors, mobility)
    if mobility <= len(motors) - len(dependent):
        return replace(analysis, dependent=dependent)
    return replace(analysis, idle=idle_motion_at(closure, rows, motors), dependent=dependent)


def _dependent_motors(
    closure: Closure, rows: Floats, motors: Sequence[int], mobility: int
) -> tuple[int, ...]:
    """The motors that stop no motion which is left when those before them are held."""
    independent: list[int] = []
    left = mobility
    for j in motors:
        freedom = idle_motion_at(closure, rows, (*independent, j)).freedom if left else 0
        if freedom < left:
            independent.append(j)
            left = freedom
    return tuple(j for j in motors if j not in independent)


def _end_links(robot: Robot) -> list[int]:
    """The links that carry no frame, where tools are; in a linkage, the one that has the tip."""
    carrying = {frame.antecedent for frame in robot.frames}
    tip = robot.tip
    last = tip if tip <= robot.n_links else robot.frame(tip).antecedent
    return [j for j in robot.outward() if j not in carrying] or [last]
