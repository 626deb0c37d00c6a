"""The matrix W of a robot at random states, for one sample of its constants (A3-2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.analysis.arrays import ArrayArithmetic, Floats
from symoro.analysis.loops import CannotClose, Closure
from symoro.errors import ModelError
from symoro.expressions import Expression, evaluate
from symoro.grouping.exact.sampling import has_driven_base
from symoro.grouping.numeric.batch_columns import BaseStates, Postures, energy_matrix, force_matrix
from symoro.grouping.numeric.constants import Constants
from symoro.grouping.numeric.postures import FreePostures, PostureSource
from symoro.robot import BaseMotion, Robot
from symoro.robot.parameter import Parameter

_SAMPLES = 20  # of constants with which loops may close
_FEWEST = 24  # states of a robot on a driven base
_PULL = 3.0  # gravity, of which only the direction counts
_ARRAYS = ArrayArithmetic()


@dataclass(frozen=True)
class Sample:
    """The matrix W at one sample of the constants, and what belongs to it.

    Attributes:
        size: the length that lengths were divided by.
        W: rows of differences, or of efforts; a column for each parameter.
        sizes: the lengths of the columns before differences were taken.
        viscous, coulomb: the power that friction takes at each state, by joint.
    """

    values: dict[str, float]
    size: float
    W: Floats
    sizes: Floats
    viscous: Floats
    coulomb: Floats
    states: int


def sample(
    constants: Constants,
    source: PostureSource,
    wanted: Sequence[Parameter],
    rows: int,
    rng: np.random.Generator,
) -> Sample:
    """Sample constants and states.

    Raises:
        ModelError: if the loops close at none of some samples, or the robot cannot move.
    """
    robot = constants.robot
    count = 2 * rows
    if has_driven_base(
        robot
    ):  # a state has a row for each free motion: all joints, or at least one
        free = len(robot.moving_joints) if isinstance(source, FreePostures) else 1
        count = max(-(-rows // max(1, free)), _FEWEST)
    draws = _SAMPLES if constants.sampled_names else 1
    for _ in range(draws):
        values = constants.sample(rng)
        closure = Closure(robot, values)
        try:
            at = source(closure, values, count, rng)
            break
        except CannotClose as error:
            failure = error
    else:
        raise ModelError(f"no states of {robot.name}: {failure} ({draws} draws of its constants)")
    if not at.freedom and robot.base.motion is not BaseMotion.FLOATING:
        raise ModelError(
            f"{robot.name} cannot move: its loops leave no freedom, so nothing can be identified"
        )
    qd = at.rates(rng)
    speed = qd[:, [closure.tables.row[j] for j in robot.moving_joints]]
    if has_driven_base(robot):
        base = _driven_base(robot, values, closure.tables.size, len(at.x), rng)
        W = force_matrix(closure, wanted, at, qd, base, rng)
        sizes = np.linalg.norm(W, axis=0)
    else:
        W, sizes = _differences(closure, wanted, at, qd, values, rng)
    power = speed * speed, np.abs(speed)
    return Sample(values, closure.tables.size, W, sizes, *power, len(at.x))


def _differences(
    closure: Closure,
    wanted: Sequence[Parameter],
    at: Postures,
    qd: Floats,
    values: dict[str, float],
    rng: np.random.Generator,
) -> tuple[Floats, Floats]:
    """Energies at one set of states minus those at another (appendix 4.3, remark 1)."""
    robot, count = closure.robot, len(at.x)
    none = np.zeros((count, 3))
    if robot.base.motion is BaseMotion.FLOATING:
        w, v = rng.uniform(-1.5, 1.5, (2, count, 3))
        base = BaseStates(w, none, v, none, np.zeros(3))
    else:
        g = np.array([float(evaluate(e, values, _ARRAYS)) for e in robot.base.G])
        size = float(np.linalg.norm(g))
        base = BaseStates(none, none, none, none, g * (_PULL / size) if size else g)
    h = energy_matrix(closure, wanted, at, qd, base)
    half = count // 2
    return h[:half] - h[half : 2 * half], np.linalg.norm(h, axis=0)


def _driven_base(
    robot: Robot, values: dict[str, float], size: float, count: int, rng: np.random.Generator
) -> BaseStates:
    """The states of a base of known motion; entries with a symbol are sampled anew at each."""
    base = robot.base
    entries = (*base.W0, *base.WP0, *base.VP0)
    names = sorted(set[str]().union(*(entry.symbols for entry in entries)) - values.keys())
    known: dict[str, Any] = dict(values)
    known |= {name: rng.uniform(-1.5, 1.5, count) for name in names}
    lengths = [name for name in names if any(name in entry.symbols for entry in base.VP0)]
    known |= {name: known[name] * size for name in lengths}

    def column(entry: Expression) -> Floats:
        return np.full(count, evaluate(entry, known, _ARRAYS), dtype=float)

    w, wd, vd, g = (
        np.column_stack([column(entry) for entry in vector])
        for vector in (base.W0, base.WP0, base.VP0, base.G)
    )
    none = np.zeros((count, 3))
    return BaseStates(w, wd, none, (vd - g) / size, none[0])
