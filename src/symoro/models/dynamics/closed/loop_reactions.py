"""The reactions in the joints of closed robots: wrenches of cut joints, then those of all links.

Notation (docs/notation.md): k is a cut joint, and link a(k) exerts the wrench LAMBDA_k on link
a(k+B), in frame k, about O_k. tau are the efforts of the equivalent tree at a motion that keeps
the loops closed; lambda are the wrenches in the rows of the constraint equations (2.36), zero in
those that are not kept.

    (4.36)  Gamma = tau + W^T lambda, Gamma = 0 for passive and cut joints     SYMORO name
    (4.37)  Wc^T lc = -tau_c, then Wp^T lp = -(tau_p + Wpc^T lc)               LAMBDAc, LAMBDAp
            LAMBDA_k = kA_i lambda_k, in frame k from the frame of the rows    LAMBDAF, LAMBDAN
    (4.7), (4.9)  f and n of the tree, with LAMBDA_k as a wrench that link     SDL, E, N
            a(k) exerts on its environment, and -LAMBDA_k as one of a(k+B)

What rows that are not kept could carry is not determined: only components on which that has no
influence are reactions, the others are steps.

References: [Guide] section 4.3.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra.vectors import Array, cross, vector
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.geometry.transforms import Chain
from symoro.models.let import LetFunction, plain
from symoro.models.loops.loop_kinematics import (
    Constraints,
    Selection,
    cut_forces,
    passive_forces,
)
from symoro.models.mechanism import Mechanism
from symoro.robot import Robot

Flags = Mapping[int, Sequence[bool]]  # six components: those of the force, those of the moment


@dataclass(frozen=True)
class Reactions:
    """Forces and moments, by cut joint or by link; None where nothing determines a component."""

    f: dict[int, Array]
    n: dict[int, Array]

    @property
    def forces(self) -> Array:
        """The components of forces that are determined, in order."""
        return _known_components(part for _, part in sorted(self.f.items()))

    @property
    def moments(self) -> Array:
        """The components of moments that are determined, in order."""
        return _known_components(part for _, part in sorted(self.n.items()))

    @property
    def wrenches(self) -> Array:
        """The components of forces and moments that are determined, joint after joint."""
        return _known_components(part for j in sorted(self.f) for part in (self.f[j], self.n[j]))


def _known_components(parts: Iterable[Array]) -> Array:
    return vector(x for part in parts for x in part if x is not None)


def loop_wrenches(
    robot: Robot,
    m: Mechanism,
    system: Constraints,
    chosen: Selection,
    tau: Mapping[int, Any],
    let: LetFunction = plain,
) -> Reactions:
    """Return a wrench of each cut joint that balances the efforts of passive and cut joints."""
    tau_p, tau_c = (vector(tau.get(j, 0) for j in part) for part in (chosen.passive, chosen.cut))
    lc = let("LAMBDAc", None, cut_forces(system, chosen, -tau_c, "LAMBDAc", let))  # (4.37)
    right = -(tau_p + system.Wpc.T @ lc)
    lp = let("LAMBDAp", None, passive_forces(system, chosen, right, "LAMBDAp", let))
    rows = dict(zip((*chosen.cut_rows, *chosen.rows), (*lc, *lp), strict=True))
    chain = Chain(robot, m, let)
    f: dict[int, Array] = {}
    n: dict[int, Array] = {}
    for k, _ in robot.loops():
        whole = vector(rows.get((k, row), 0) for row in range(6))
        turn = chain.matrix(chosen.projection[k], k)[:3, :3]
        f[k], n[k] = turn.T @ whole[:3], turn.T @ whole[3:]
    return Reactions(f, n)


def link_reactions(
    robot: Robot, m: Mechanism, tree: Any, loops: Reactions, let: LetFunction = plain
) -> Reactions:
    """Return the wrench of its antecedent on each link, from those of the tree and of the loops."""
    f = {j: tree.f[j] for j in m.outward}
    n = {j: tree.n[j] for j in m.outward}
    force: dict[int, Array] = {}
    moment: dict[int, Array] = {}
    for k, other in robot.loops():
        f_k, n_k = loops.f[k], loops.n[k]
        _carry(m, k, (f_k, n_k), force, moment, let)
        _carry(m, other, (-f_k, -n_k), force, moment, let)
    for j in m.inward:
        if j in force:
            f[j], n[j] = f[j] + force[j], n[j] + moment[j]  # (4.7), (4.9)
            _carry(m, j, (force[j], moment[j]), force, moment, let)
    return Reactions(f, n)


def _carry(
    m: Mechanism,
    j: int,
    wrench: tuple[Array, Array],
    force: dict[int, Array],
    moment: dict[int, Array],
    let: LetFunction,
) -> None:
    """Add a wrench in frame j to those of its antecedent."""
    body = m.body(j)
    A, P = link_transform(body, j, let)
    fi = let("SDL", j, A @ wrench[0])  # (4.8)
    force[body.i] = force.get(body.i, 0) + fi
    moment[body.i] = moment.get(body.i, 0) + A @ wrench[1] + cross(P, fi)


def named_reactions(
    reactions: Reactions, known: Flags, force: str, moment: str, let: LetFunction = plain
) -> Reactions:
    """Return the components that are determined, named by these tags; None for the others."""

    def name(tag: str, parts: Mapping[int, Array], first: int) -> dict[int, Array]:
        chosen = {}
        for j, part in parts.items():
            flags = known[j][first : first + 3]
            kept = [x if flag else None for x, flag in zip(part, flags, strict=True)]
            chosen[j] = let(tag, j, np.array(kept, dtype=object))
        return chosen

    return Reactions(name(force, reactions.f, 0), name(moment, reactions.n, 3))
