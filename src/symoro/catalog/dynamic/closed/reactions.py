"""The reactions of closed robots as outputs: which components are determined, and their values.

Loops of planar linkages have more equations than they need: what is perpendicular to the plane is
shared between the joints in a way that the shape of rigid links does not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from symoro.algebra.vectors import AnyArray
from symoro.catalog.dynamic.closed.precise_states import DRAWS, precise_states
from symoro.catalog.dynamic.reaction_outputs import LOOP_FORCES, REACTIONS
from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.loop_kinematics import rows_of_loops
from symoro.catalog.kinematic.loop_motion import LoopMotion
from symoro.errors import ModelError
from symoro.models.dynamics.closed.loop_reactions import (
    link_reactions,
    loop_wrenches,
    named_reactions,
)
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism
from symoro.pipeline.plan import Plan, Trace
from symoro.references.closed_dynamics import ClosedDynamics
from symoro.robot import Robot
from symoro.verify.check import Arrays, Check

_WORDS = "force and moment of link a(k) on link a(k+B) in each cut joint k, in frame k"
OUTPUTS = (replace(LOOP_FORCES, meaning=_WORDS), *REACTIONS)
NAMES = frozenset(kind.name for kind in OUTPUTS)
TREE_TAGS = {"E": "Et", "N": "Nt"}
"""Reactions of the tree are a step."""

_COMPONENTS = {"E": ("fx", "fy", "fz"), "N": ("nx", "ny", "nz")}
_POSTURES = 3  # at which a component that is determined must be

Flags = Mapping[int, Sequence[bool]]


@dataclass(frozen=True)
class KnownReactions:
    """The components of reactions that the efforts of the joints determine.

    Attributes:
        cut: six flags, of force and moment, by cut joint.
        links: the same by link.
    """

    driven: Actuated
    cut: Flags
    links: Flags

    def __call__(
        self, m: Mechanism, tree: Any, tau: Mapping[int, Any], loops: LoopMotion, let: LetFunction
    ) -> Arrays:
        """Return the outputs from the tree's reactions, and the efforts that the loops balance."""
        robot = self.driven.robot
        chosen = rows_of_loops(robot, self.driven.chosen)
        wrenches = loop_wrenches(robot, m, loops.constraints_of(chosen), chosen, tau, let)
        links = link_reactions(robot, m, tree, wrenches, let)
        own = named_reactions(wrenches, self.cut, "LAMBDAF", "LAMBDAN", let)
        each = named_reactions(links, self.links, "E", "N", let)
        return {"LAMBDA": own.wrenches, "E": each.forces, "N": each.moments}

    def reference(
        self, dynamics: ClosedDynamics, tree: Any, tau: Mapping[int, Any], dtype: Any
    ) -> Arrays:
        """The same by the smallest wrenches in the world frame."""
        wrench = dynamics.loop_forces(tau)
        cut, links = dynamics.wrench_components()
        own = [x for k, rows in cut.items() for x in (rows @ wrench)[[*self.cut[k]]]]
        added = {j: rows @ wrench for j, rows in links.items()}
        f, n = (
            [x for j in added for x in (part[j] + added[j][at])[[*self.links[j][at]]]]
            for part, at in ((tree.f, slice(0, 3)), (tree.n, slice(3, 6)))
        )
        names = ("LAMBDA", "E", "N")
        return {k: np.array(v, dtype=dtype) for k, v in zip(names, (own, f, n), strict=True)}

    @property
    def labels(self) -> dict[str, tuple[str, ...]]:
        """The names of the elements of each output."""
        own = (name for k, flags in self.cut.items() for name in _names(k, flags, True))
        return {"LAMBDA": tuple(own)} | {
            name: tuple(each for j, flags in self.links.items() for each in _part(name, j, flags))
            for name in _COMPONENTS
        }

    def notes(self, wanted: Iterable[str]) -> tuple[str, ...]:
        """Say what the elements are, and which components nothing determines."""
        remarks = []
        robot = self.driven.robot
        if "LAMBDA" in wanted:
            for k, other in robot.loops():
                first, second = robot.antecedent(k), robot.antecedent(other)
                known = ", ".join(_names(k, self.cut[k], True)) or "none of its components"
                remarks.append(
                    f"LAMBDA: wrench of link {first} on link {second} in cut joint {k}, in frame "
                    f"{k}, about its origin: {known}"
                )
        if self.driven.held_joints:
            remarks.append(f"{self.driven.idle.words}: reactions are those with them held")
        remarks += self._unknown_notes(wanted)
        return tuple(remarks)

    def _unknown_notes(self, wanted: Iterable[str]) -> Iterator[str]:
        unknown = {"LAMBDA": [x for k, flags in self.cut.items() for x in _names(k, flags, False)]}
        for name in _COMPONENTS:
            links = self.links.items()
            unknown[name] = [x for j, flags in links for x in _part(name, j, flags, known=False)]
        for name in ("LAMBDA", *_COMPONENTS):
            if name in wanted and unknown[name]:
                yield (
                    f"{name} is without {', '.join(unknown[name])}: the loops have more equations "
                    "than they need, and rigid links do not tell how the joints share these"
                )


def _names(j: int, flags: Sequence[bool], wanted: bool) -> list[str]:
    """The components of a wrench that are determined, or those that are not."""
    names = [name for part in _COMPONENTS.values() for name in part]
    return [f"{name}{j}" for name, flag in zip(names, flags, strict=True) if flag == wanted]


def _part(output: str, j: int, flags: Sequence[bool], *, known: bool = True) -> list[str]:
    """The components of a force or a moment that are determined, or those that are not."""
    mine = flags[:3] if output == "E" else flags[3:]
    pairs = zip(_COMPONENTS[output], mine, strict=True)
    return [f"{name}{j}" for name, flag in pairs if flag == known]


def plan_with_reactions(
    plan: Plan,
    wanted: frozenset[str],
    driven: Actuated,
    trace_of: Callable[[KnownReactions], Trace],
    check_of: Callable[[Robot, KnownReactions], Check],
) -> Plan:
    """Return a plan that gives some reactions too; itself if none is wanted.

    Raises:
        ModelError: if nothing determines any component of one that is wanted.
    """
    if not wanted & NAMES:
        return plan
    known = known_reactions(driven)
    for name, labels in known.labels.items():
        if name in wanted and not labels:
            raise ModelError(
                f"{driven.robot.name}: {name} has no component that the loops determine: they have "
                "more equations than they need"
            )
    tags = {"LAMBDA": ("LAMBDAF", "LAMBDAN")}
    elements = {tag for name in wanted for tag in tags.get(name, (name,))}
    notes = (*plan.interface.notes, *known.notes(wanted))
    places = (plan.interface.undefined_where, driven.dead_points)
    undefined = "; ".join(dict.fromkeys("; ".join(filter(None, places)).split("; ")))
    plan = plan.with_formulation(trace=trace_of(known), elements=frozenset(elements))
    return replace(
        plan.with_interface(notes=notes, columns=known.labels, undefined_where=undefined),
        check=check_of(plan.robot, known),
        check_of=None,
    )


def known_reactions(driven: Actuated) -> KnownReactions:
    """Return the components that are determined at closed postures, with eighty digits.

    A component is determined where no wrench of the loops that has no effect on passive and cut
    joints has a part in it.

    Raises:
        ModelError: if no closed posture was found.
    """
    cut: dict[int, AnyArray] = {}
    links: dict[int, AnyArray] = {}
    states = list(islice(precise_states(driven), _POSTURES))
    for dynamics in states:
        for known, components in zip((cut, links), dynamics.wrench_components(), strict=True):
            for j, rows in components.items():
                known[j] = known.get(j, True) & dynamics.determinacy(rows)
    if not states:
        raise ModelError(
            f"{driven.robot.name}: its loops close at none of {DRAWS} random postures, so nothing "
            "tells which reactions are determined; --set NAME=NUMBER gives it lengths"
        )
    return KnownReactions(
        driven,
        {k: tuple(map(bool, flags)) for k, flags in cut.items()},
        {j: tuple(map(bool, flags)) for j, flags in links.items()},
    )
