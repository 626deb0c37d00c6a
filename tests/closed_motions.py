"""Closed robots in random motions that keep their loops closed, and what their models say there."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

import symoro
from laws.closing import SAME, Compiled, distance, drawn_posture, motors
from maximal_coordinates import MaximalCoordinates
from symoro.catalog.kinematic.actuated_robot import actuated_robot
from symoro.expressions import FloatArithmetic
from symoro.ir import interpret
from symoro.pipeline.model import Model
from symoro.robot import BaseMotion, Robot
from symoro.robot.floating_base import unknown_acceleration, with_position

Array = npt.NDArray[np.float64]
Answers = dict[str, Array]

_FLOATS = FloatArithmetic()


@dataclass(frozen=True)
class ClosedMotion:
    """A closed robot with a number for each symbol: loops, rates and accelerations agree.

    Attributes:
        accelerations: of the drives: a floating base, then the motors.
        efforts: other ones, of the motors.
    """

    robot: Robot
    values: Mapping[str, float]
    accelerations: Array
    efforts: Array
    motors: tuple[int, ...]
    held: tuple[int, ...] = ()

    @cached_property
    def here(self) -> MaximalCoordinates:
        """The state in maximal coordinates."""
        return MaximalCoordinates(self.robot, self.values, self.motors, self.held)

    def expected(self, kind: str) -> Answers:
        """The outputs of a model here, in maximal coordinates."""
        here, floats = self.here, self.robot.base.motion is BaseMotion.FLOATING
        first = 6 if floats else 0
        A, H, qdd = here.inertia, here.bias, self.accelerations[first:]
        if kind == "inertia":
            return {"A": A}
        if kind == "ccg":
            return {"H": H}
        if kind == "energy":
            return {
                "E": np.array(here.kinetic_energy),
                "U": np.array(here.potential_energy),
            }
        if kind == "idm":
            right = -H[:first] - A[:first, first:] @ qdd
            base = np.asarray(np.linalg.solve(A[:first, :first], right), dtype=np.float64)
            found: Answers = {"VP0": base[:3], "WP0": base[3:]} if floats else {}
            return found | {"GAM": A[first:, :first] @ base + A[first:, first:] @ qdd + H[first:]}
        motion = here.accelerations(np.concatenate([np.zeros(first), self.efforts]))
        answer: Answers = {"QDP": motion[first:]}
        return answer | ({"VP0": motion[:3], "WP0": motion[3:6]} if floats else {})

    def answers(self, model: Model) -> Answers:
        """The outputs of a model here."""
        found = interpret(model.program, self.values, _FLOATS)
        return {o.name: np.reshape(found[o.name], o.shape) for o in model.program.outputs}

    def largest_error(self, model: Model, kind: str) -> float:
        """Of what the two routes give, by the larger of 1 and the largest value of an array."""
        expected, found = self.expected(kind), self.answers(model)
        assert expected.keys() <= found.keys(), found.keys()
        return max(
            float(np.abs(found[name] - array).max(initial=0.0))
            / max(1.0, float(np.abs(array).max(initial=0.0)))
            for name, array in expected.items()
        )


def closed_motion(
    robot: Robot,
    rng: random.Random,
    active: Sequence[int] = (),
    held: Sequence[int] = (),
) -> ClosedMotion:
    """A random motion; a floating base is turned and shifted, ``held`` joints stand still."""
    driven = tuple(active) or motors(robot)
    robot = with_position(unknown_acceleration(robot))
    values, posture = drawn_posture(robot, rng, (*driven, *held))
    base = robot.base
    floats = base.motion is BaseMotion.FLOATING
    if floats:
        turn = np.linalg.qr([[rng.gauss(0, 1) for _ in range(3)] for _ in range(3)])[0]
        turn *= np.linalg.det(turn)
        entries = [e for row in base.Z[:3] for e in row[:3]]
        values |= dict(zip(map(str, entries), turn.ravel().tolist(), strict=True))
    for j, x in posture.items():
        values[robot.variables[j].name] = x
    here = MaximalCoordinates(robot, values, driven, held)
    assert here.gap < 1e-10 * max(1.0, here.reach)
    names = {tag: [str(getattr(robot.frame(j), tag)) for j in here.joints] for tag in ("QP", "QDP")}
    values |= dict(zip(names["QP"], here.joint_rates.tolist(), strict=True))
    drives = len(here.motors) + (6 if floats else 0)
    wanted = np.array([rng.uniform(-1.5, 1.5) for _ in range(drives)])
    more = here.joint_accelerations(wanted)
    values |= dict(zip(names["QDP"], more.tolist(), strict=True))
    efforts = [rng.uniform(-1.5, 1.5) for _ in here.motors]
    values |= {str(robot.frame(j).GAM): x for j, x in zip(here.motors, efforts, strict=True)}
    return ClosedMotion(robot, values, wanted, np.array(efforts), driven, tuple(held))


def mode_of(robot: Robot, motion: ClosedMotion) -> int | None:
    """The assembly mode of a posture, from 1; None if the loops have no closed form."""
    if actuated_robot(robot, None).form is None:
        return None
    form = Compiled(symoro.loop_geometry(robot, level="O1", verify=False).model)
    variables = motion.robot.variables
    posture = np.array([motion.values[variables[j].name] for j in robot.moving_joints])
    q = dict(zip(robot.moving_joints, posture.tolist(), strict=True))
    apart = [distance(robot, row, posture) for row in form.all_rows(dict(motion.values), q)]
    (found,) = (k for k, each in enumerate(apart, start=1) if each < SAME)
    return found
