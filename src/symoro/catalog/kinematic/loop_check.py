"""The check that given positions and rates of all joints close the loops, in the mode of a model.

Positions may be rounded to four digits, and so may what follows from several of them: a gap counts
from a thousandth of a radian, of the length of the loop, or of the rates around it on. Another
assembly mode is farther away, but where two modes meet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from symoro.algebra.vectors import vector
from symoro.expressions import ScalarOf
from symoro.models.let import LetFunction
from symoro.models.loops.gaps import (
    Places,
    acceleration_gaps,
    loop_lengths,
    position_gaps,
    rate_gaps,
)
from symoro.models.mechanism import mechanism
from symoro.robot import JointType
from symoro.verify.check import Arrays

if TYPE_CHECKING:
    from symoro.catalog.kinematic.actuated import Actuated

Floats = npt.NDArray[np.float64]

TOLERANCE = 1e-3
"""The gap that counts: in rad, or of the length of the loop, or of the rates around it."""

_ROTATION, _TRANSLATION = "rotation", "translation"


@dataclass(frozen=True)
class LoopCheck:
    """The check of the states of a closed robot.

    Attributes:
        driven: the robot, with positions of all joints as inputs.
        places: the joints and loops whose gaps count.
        tags: the arguments that are checked: q, QP and QDP, or fewer.
    """

    driven: Actuated
    places: Places
    tags: tuple[str, ...]

    @property
    def without_accelerations(self) -> LoopCheck:
        """The check of a model that reads accelerations of some joints alone, or of none."""
        return replace(self, tags=tuple(tag for tag in self.tags if tag != "QDP"))

    def outputs(self, states: Collection[str]) -> tuple[str, ...]:
        """The names of what `trace` gives for a model with these arguments."""
        names = {
            "q": ("GAP", "LL", "AT"),
            "QP": ("GAPP", "SP", "ATP"),
            "QDP": ("GAPDP", "SDP", "ATDP"),
        }
        return tuple(name for tag in self.tags if tag in states for name in names[tag])

    def trace(self, states: Collection[str], scalar: ScalarOf, let: LetFunction) -> Arrays:
        """Gaps, with what they are compared to, for a model with these arguments."""
        robot, places = self.driven.robot, self.places
        m = mechanism(robot, scalar)
        arrays: Arrays = {
            "GAP": position_gaps(robot, m, places, scalar, let),
            "LL": loop_lengths(robot, m, places, let),
            "AT": let("AT", None, vector(scalar(robot.variables[j]) for j in places.joints)),
        }
        bodies = [m.body(j) for j in sorted(places.sums)]
        if "QP" in self.tags and "QP" in states:
            arrays["GAPP"], sizes = rate_gaps(robot, m, places, let)
            arrays["SP"] = let("SP", None, sizes)
            arrays["ATP"] = let("ATP", None, vector(body.qd for body in bodies))
        if "QDP" in self.tags and "QDP" in states:
            arrays["GAPDP"], sizes = acceleration_gaps(robot, m, places, let)
            arrays["SDP"] = let("SDP", None, sizes)
            arrays["ATDP"] = let("ATDP", None, vector(body.qdd for body in bodies))
        return arrays

    def refusal(self, gaps: Mapping[str, Floats], batch: bool) -> str:
        """The reason why states are refused; empty if none is.

        ``gaps`` are the outputs of a program, with a leading axis over states.
        """
        positions = np.abs(gaps["GAP"]) <= TOLERANCE * self._units(gaps["LL"])
        state = _first(positions)
        if state is not None:
            return self._position_text(gaps, state, positions[state], batch)
        for rate, what in (("P", "velocity"), ("DP", "acceleration")):
            if f"GAP{rate}" in gaps:
                gap, size, at = (gaps[f"{name}{rate}"] for name in ("GAP", "S", "AT"))
                near = np.abs(gap) <= TOLERANCE * size
                if (state := _first(near)) is not None:
                    where = f" in state {state}" if batch else ""
                    return self._rate_text(gap[state], at[state], near[state], what, where)
        return ""

    def _units(self, lengths: Floats) -> Floats:
        """The unit of each element of GAP, by state: 1 or a length."""
        by_loop = dict(zip(self.places.moving_loops, lengths.T, strict=True))
        one = np.ones(len(lengths))
        robot = self.driven.robot
        units = []
        for j in self.places.joints:
            slides = robot.frame(j).sigma is JointType.PRISMATIC
            cut = self._cuts[j]
            units.append(by_loop[cut] if slides and cut in by_loop else one)
        for k in self.places.compared:
            units += [by_loop[k]] * 3 + [one] * 3
        return np.array(units).T.reshape(len(lengths), len(units))

    @cached_property
    def _cuts(self) -> dict[int, int]:
        """The loop of each joint that has a position of its own."""
        pairs = ((u.frame, r.loop.cut) for r, _ in self.places.solved for u in r.loop.unknowns)
        return dict(pairs)

    def _position_text(
        self, gaps: Mapping[str, Floats], state: int, near: npt.NDArray[np.bool_], batch: bool
    ) -> str:
        robot = self.driven.robot
        where = f" in state {state}" if batch else ""
        place = int(np.argmin(near))
        joints = self.places.joints
        if place < len(joints):
            j = joints[place]
            at = float(gaps["AT"][state, place])
            wanted = at - float(gaps["GAP"][state, place])
            label = self.driven.mode_label
            return (
                f"{robot.name}: joint {j} ({robot.variables[j]}) is at {at:.6g}{where}; in the "
                f"assembly mode of this model ({label}) the other joints put it at {wanted:.6g}; "
                "symoro loop-geometry gives such positions, --mode (assembly_mode) another mode"
            )
        k = self.places.compared[(place - len(joints)) // 6]
        kind, gap = self._loop_gap(gaps["GAP"][state], len(joints), place)
        return (
            f"{robot.name}: the loop of cut joint {k} is open{where} by {gap:.3g} "
            f"({kind}), 0 expected; symoro loop-geometry and loop-solutions give positions that "
            "close it"
        )

    def _rate_text(
        self, gap: Floats, at: Floats, near: npt.NDArray[np.bool_], what: str, where: str
    ) -> str:
        name, place = self.driven.robot.name, int(np.argmin(near))
        sums = sorted(self.places.sums)
        if place < len(sums):
            j = sums[place]
            wanted = float(at[place] - gap[place])
            return (
                f"{name}: the {what} of joint {j} is {at[place]:.6g}{where}; that of "
                f"{self._sum_text(j)} is {wanted:.6g}, and they are equal in the assembly mode of "
                f"this model ({self.driven.mode_label})"
            )
        k = self.places.moving_loops[(place - len(sums)) // 6]
        many = {"velocity": "velocities", "acceleration": "accelerations"}[what]
        kind, size = self._loop_gap(gap, len(sums), place)
        return (
            f"{name}: the {many} of the joints open the loop of cut joint {k}{where} at "
            f"{size:.3g} ({kind}), 0 expected; symoro loop-kinematics gives those of passive joints"
        )

    @staticmethod
    def _loop_gap(gaps: Floats, first: int, place: int) -> tuple[str, float]:
        """The kind and the size of a gap of a loop."""
        start = first + (place - first) // 3 * 3
        kind = _TRANSLATION if (place - first) % 6 < 3 else _ROTATION
        return kind, float(np.linalg.norm(gaps[start : start + 3]))

    def _sum_text(self, j: int) -> str:
        parts = [f"{'+' if c > 0 else '-'} joint {k}" for k, c in self.places.sums[j].items()]
        return " ".join(parts).removeprefix("+ ")


def _first(near: npt.NDArray[np.bool_]) -> int | None:
    """The first state of which an element is not near."""
    good = near.all(axis=1)
    return None if good.all() else int(np.argmin(good))


def check_of_states(driven: Actuated) -> LoopCheck | None:
    """The check of a model of positions of all joints; None if these follow from others."""
    if driven.has_passive_positions:
        return None
    places = gap_places(driven)
    tags = ["q"]
    if driven.consistent and not driven.results("QP") and not driven.held_joints:
        tags.append("QP")
        if not driven.results("QDP"):
            tags.append("QDP")
    return LoopCheck(driven, places, tuple(tags))


def gap_places(driven: Actuated) -> Places:
    """The joints and loops whose gaps count: joints of loops with a mode, sides of others."""
    solved = driven.parallelograms.roots
    done = {recipe.loop.cut for recipe, _ in solved}
    joints = {u.frame for recipe, _ in solved for u in recipe.loop.unknowns}
    sums = {j: sum_ for j, sum_ in driven.chosen.sums.items() if j in joints}
    others = tuple(k for k, _ in driven.robot.loops() if k not in done)
    return Places(solved, sums, others)
