"""A parameter of the dynamics, known by its link and name whatever expression its entry holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple

from symoro.expressions import ZERO, Expression, Symbol
from symoro.expressions.names import fresh_name
from symoro.robot.base import BaseMotion
from symoro.robot.frame import JointType
from symoro.robot.link import DRIVE, INERTIAL
from symoro.robot.robot import Robot

GROUPED = (*INERTIAL, "IA")
"""The parameters of the energy of a link, in the order of (3.71), then the rotor inertia."""

DYNAMIC = (*INERTIAL, *DRIVE)
"""All parameters of a link in whose terms the torques are linear: GROUPED and friction."""


_DEGREES = dict.fromkeys(INERTIAL, 2) | {"MX": 1, "MY": 1, "MZ": 1, "M": 0}


STIFFNESS = "k"
"""The parameter of a spring beside a passive joint: its torque is k (q - rest)."""


class Parameter(NamedTuple):
    """An entry of the dynamic tables.

    Attributes:
        link: the link's number; 0 is the base.
        name: XX to M, one of `DRIVE`, or `STIFFNESS`.
    """

    link: int
    name: str

    def __str__(self) -> str:
        return f"{self.name}{self.link}"

    def entry(self, robot: Robot) -> Expression:
        """The robot's expression for this parameter."""
        if self.name == STIFFNESS:
            return robot.frame(self.link).k
        link = robot.base.link if self.link == 0 else robot.drive(self.link)
        entry: Expression = ZERO if link is None else getattr(link, self.name)
        return entry


def links(robot: Robot) -> tuple[int, ...]:
    """The links whose parameters count: link 0 only where the base floats."""
    first = 0 if robot.base.motion is BaseMotion.FLOATING else 1
    return tuple(range(first, robot.n_links + 1))


def all_parameters(robot: Robot, names: tuple[str, ...] = GROUPED) -> tuple[Parameter, ...]:
    """All parameters of some names, link by link; rotors and friction only at joints that move.

    Those of cut joints, if they have any, come last.
    """
    cut = range(robot.n_links + 1, robot.n_links + len(robot.cut_drives) + 1)
    return tuple(
        Parameter(j, name)
        for j in (*links(robot), *cut)
        for name in names
        if (name in INERTIAL and j not in cut) or (name in DRIVE and j and robot.frame(j).moves)
    )


def nonzero_parameters(robot: Robot, names: tuple[str, ...] = GROUPED) -> tuple[Parameter, ...]:
    """The parameters whose entries are not zero."""
    return tuple(p for p in all_parameters(robot, names) if p.entry(robot) != ZERO)


def spring_parameters(robot: Robot, active: Collection[int]) -> tuple[Parameter, ...]:
    """The stiffnesses of springs beside joints that are not active."""
    frames = ((j, f) for j, f in robot if f.eta and j not in active and f.k != ZERO)
    return tuple(Parameter(j, STIFFNESS) for j, _ in frames)


def labels(robot: Robot, parameters: Iterable[Parameter]) -> dict[Parameter, str]:
    """Return a name for each of some parameters that are not zero, no two alike.

    It is the parameter's symbol (``ZZ1R``) where its entry is a symbol that no other parameter has,
    else its place (``MX3``), with ``_`` where that is a symbol of the robot.
    """
    parameters = tuple(parameters)
    springs = (p for p in parameters if p.name == STIFFNESS)
    entries = {p: p.entry(robot) for p in (*nonzero_parameters(robot, DYNAMIC), *springs)}
    uses = Counter(entry.name for entry in entries.values() if isinstance(entry, Symbol))
    taken_names = set(robot.symbols)
    names = {}
    for p, entry in entries.items():
        if isinstance(entry, Symbol) and uses[entry.name] == 1:
            names[p] = entry.name
            continue
        label = fresh_name(str(p), taken_names)
        taken_names.add(label)
        names[p] = label
    return {p: names[p] for p in parameters}


def degree(robot: Robot, p: Parameter) -> int:
    """The power of length in the unit of a parameter."""
    if p.name in DRIVE:
        slides = robot.frame(p.link).sigma is JointType.PRISMATIC
        return 0 if slides else (2 if p.name in ("IA", "FV", "FVP", "FVN") else 1)
    return _DEGREES[p.name]
