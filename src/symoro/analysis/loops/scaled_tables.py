"""The numeric geometry of a robot, lengths divided by its size: loops are closed with it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from symoro.analysis.arrays import Flags, Floats
from symoro.errors import ModelError
from symoro.expressions import FloatArithmetic, evaluate
from symoro.robot import Frame, JointType, Robot
from symoro.robot.frame import GEOMETRY
from symoro.robot.variables import position_field

_FLOATS = FloatArithmetic()
_LENGTHS = ("b", "d", "r")
_LINEAR = 1e-9  # by which a position may differ from its linear form


@dataclass(frozen=True)
class ScaledTables:
    """The numeric geometry of a robot, lengths divided by its size.

    Columns run over the joint variables, rows over the moving frames.

    Attributes:
        joints: the frame of each column; of joints that share a variable the first.
        column: the column of each moving frame.
        row: the row of each moving frame.
        size: the largest length of the tables, joints that slide at zero; 1 if there is none [m].
        reach: the sum of all lengths, but at least twice the size [m].
        unit: the unit of each column: 1 rad, or the size in metres.
        gear: the matrix from variables to positions: a unit matrix unless joints share variables.
        offset: the positions where all variables are zero.
        periodic: the columns that a turn of 2 Pi leaves as they are.
        rigid: the 4x4 matrix of the fixed part of each frame.
    """

    joints: tuple[int, ...]
    column: dict[int, int]
    row: dict[int, int]
    size: float
    reach: float
    unit: Floats
    gear: Floats
    offset: Floats
    periodic: Flags
    rigid: tuple[Floats, ...]


def scaled_tables(robot: Robot, values: Mapping[str, float]) -> ScaledTables:
    """Return the numeric geometry of a robot.

    Raises:
        UsageError: for a symbol without a value.
        ModelError: if a length depends on a joint variable, a position not linearly on them, or
            a length is infinite.
    """
    owner: dict[str, int] = {}
    for j, variable in robot.variables.items():
        owner.setdefault(variable.name, j)
    for j, frame in robot:
        _require_constant(robot, j, frame, set(owner))
    known = {**values, **dict.fromkeys(owner, 0.0)}
    numbers = [
        {field: float(evaluate(getattr(frame, field), known, _FLOATS)) for field in GEOMETRY}
        for _, frame in robot
    ]
    lengths = [abs(entry[field]) for entry in numbers for field in _LENGTHS]
    if not math.isfinite(sum(lengths)):
        raise ModelError(f"a length of {robot.name} is beyond the range of double precision")
    size = max(lengths, default=0.0) or 1.0
    turns = np.array(
        [robot.frame(j).sigma is JointType.REVOLUTE for j in robot.moving_joints], dtype=bool
    )
    gear = _gears(robot, known, list(owner))
    positions = [numbers[j - 1][position_field(robot.frame(j))] for j in robot.moving_joints]
    joints = tuple(owner.values())
    unit = np.array([_unit(robot, j, size) for j in joints])
    units = np.array([_unit(robot, j, size) for j in robot.moving_joints])
    whole = turns[:, None] & (gear == np.round(gear))
    return ScaledTables(
        joints=joints,
        column={j: joints.index(owner[v.name]) for j, v in robot.variables.items()},
        row={j: row for row, j in enumerate(robot.moving_joints)},
        size=size,
        reach=max(sum(lengths), 2 * size),
        unit=unit,
        gear=gear * unit / units[:, None],
        offset=np.array(positions) / units,
        periodic=np.all(whole | (gear == 0), axis=0),
        rigid=tuple(
            _rigid_transform(frame, entry, size)
            for (_, frame), entry in zip(robot, numbers, strict=True)
        ),
    )


def _unit(robot: Robot, j: int, size: float) -> float:
    return 1.0 if robot.frame(j).sigma is JointType.REVOLUTE else size


def _require_constant(robot: Robot, j: int, frame: Frame, variables: set[str]) -> None:
    for field in GEOMETRY:
        moving = variables & getattr(frame, field).symbols
        if moving and not (frame.moves and field == position_field(frame)):
            raise ModelError(
                f"{robot.name}: frame {j}, {field}: depends on the joint variable {min(moving)}; "
                "in numbers only theta of revolute and r of prismatic joints may move"
            )


def _gears(robot: Robot, known: Mapping[str, float], names: list[str]) -> Floats:
    """The derivatives of the positions with respect to the variables."""
    gear = np.zeros((len(robot.moving_joints), len(names)))
    point = np.linspace(0.3, 1.7, len(names))
    column_of = {name: column for column, name in enumerate(names)}
    elsewhere = {**known, **dict(zip(names, point, strict=True))}
    for row, j in enumerate(robot.moving_joints):
        position = robot.frame(j).position
        start = float(evaluate(position, known, _FLOATS))
        for name in position.symbols & column_of.keys():
            column = column_of[name]
            factor = position.coefficient(name)
            if factor is None:
                ahead: float = evaluate(position, {**known, name: 1.0}, _FLOATS)
                gear[row, column] = ahead - start
            else:
                gear[row, column] = float(factor)
        there: float = evaluate(position, elsewhere, _FLOATS)
        linear = float(start + gear[row] @ point)
        if abs(there - linear) > _LINEAR * (1 + abs(linear)):
            raise ModelError(
                f"{robot.name}: frame {j}: {position} is not linear in the joint variables; in "
                "numbers positions must be"
            )
    return gear


def _rigid_transform(frame: Frame, entry: Mapping[str, float], size: float) -> Floats:
    """Rz(gamma) Tz(b) Rx(alpha) Tx(d), and of Rz(theta) Tz(r) what does not move."""
    theta = 0.0 if frame.sigma is JointType.REVOLUTE else entry["theta"]
    r = 0.0 if frame.sigma is JointType.PRISMATIC else entry["r"] / size
    about_x = np.eye(4)
    c, s = math.cos(entry["alpha"]), math.sin(entry["alpha"])
    about_x[1:3, 1:] = [[c, -s, 0.0], [s, c, 0.0]]
    about_x[0, 3] = entry["d"] / size
    pose: Floats = _about_z(entry["gamma"], entry["b"] / size) @ about_x @ _about_z(theta, r)
    return pose


def _about_z(angle: float, length: float) -> Floats:
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, length], [0, 0, 0, 1.0]])
