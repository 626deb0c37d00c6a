"""Joints and rows of the equations of rolling wheels: by rank, modulo a prime.

Random residues stand for every symbol, so that what is zero there is zero in every posture, but for
a chance of less than 2^-50.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symoro.algebra import linear
from symoro.algebra.vectors import Array
from symoro.errors import ModelError
from symoro.expressions import ModularArithmetic, evaluate
from symoro.expressions.points import at_random_point
from symoro.models.geometry.link_transforms import link_transforms
from symoro.models.loops.loop_kinematics import Columns, Row, Selection, select_rows
from symoro.models.loops.wheels import LATERAL, ROLLING, carrier_rates, contacts, rolling_columns
from symoro.models.mechanism import mechanism
from symoro.robot import Robot
from symoro.symbolic.blocks import block_triangular
from symoro.wording import noun_phrase

DIRECTIONS = {ROLLING: "rolling", LATERAL: "lateral"}


@dataclass(frozen=True)
class RollingRows:
    """The rows that are kept and what becomes of the others.

    Attributes:
        chosen: the actuated and passive joints, and rows by wheel and direction.
        left_out: rows that depend on others in every posture, with the residues of the factors.
    """

    chosen: Selection
    left_out: Mapping[Row, Mapping[Row, Any]]


def rolling_rows(robot: Robot) -> RollingRows:
    """Choose rows.

    Raises:
        ModelError: for a wheel that leans or leaves the ground, and if the motors do not determine
            the motion.
    """
    columns = _columns(robot)
    active = tuple(j for j in robot.moving_joints if robot.frame(j).mu)
    passive = tuple(j for j in robot.moving_joints if j not in active)
    every = [(wheel.link, row) for wheel in robot.wheels for row in DIRECTIONS]
    rows, left_out = _independent(every, columns, robot.moving_joints)
    freedom = len(robot.moving_joints) - len(rows)
    if freedom != len(active):
        raise ModelError(
            f"{robot.name}: rolling wheels leave {freedom} degrees of freedom, and there are "
            f"{len(active)} motors, at {noun_phrase('joint', active)}; as many joints as degrees "
            f"of freedom must be actuated (mu){_idle(columns, passive)}"
        )
    Wp = select_rows(columns, rows, passive)
    if linear.determinant(Wp) == 0:
        raise ModelError(
            f"{robot.name}: the motors at {noun_phrase('joint', active)} do not determine the "
            f"motion of the {noun_phrase('passive joint', passive)}: the wheels let some of these "
            "move while the motors stand; motorise other joints (mu)"
        )
    blocks = block_triangular(np.array([[x != 0 for x in row] for row in Wp], dtype=bool))
    assert blocks is not None  # the determinant is not zero
    order = tuple(zip(blocks.rows, blocks.columns, strict=True))
    return RollingRows(Selection(active, passive, (), {}, tuple(rows), (), order), left_out)


def _columns(robot: Robot) -> dict[int, Columns]:
    """The columns of all wheels, in residues; refuse wheels that do not stay on the ground."""
    return at_random_point(f"{robot.name}|wheels", lambda field: _columns_at(robot, field))


def _columns_at(robot: Robot, field: ModularArithmetic) -> dict[int, Columns]:
    values = {name: field.symbol(name) for name in robot.symbols}

    def scalar(entry: Any) -> Any:
        return evaluate(entry, values, field)

    m = mechanism(robot, scalar)
    frames = link_transforms(m)
    ground = contacts(m, {wheel.link: scalar(wheel.radius) for wheel in robot.wheels}, frames)
    rates = carrier_rates(m, ground, frames)
    for j, contact in ground.items():
        if contact.z @ contact.n != 0:
            raise ModelError(
                f"{robot.name}: wheel {j} leans: its axle, z of frame {j}, is not horizontal in "
                "every posture; a wheel rolls on a plane z = constant of frame 0 about an axle "
                "perpendicular to z0"
            )
        lifting = [k for k, rate in rates[j].items() if contact.n @ rate.v != 0]
        if lifting:
            raise ModelError(
                f"{robot.name}: wheel {j} leaves the ground: {noun_phrase('joint', lifting)} "
                "moves its centre along z0; joints between frame 0 and a wheel slide horizontally "
                "or turn about vertical axes"
            )
    return rolling_columns(ground, rates)


def _independent(
    rows: Sequence[Row], columns: Mapping[int, Columns], joints: Sequence[int]
) -> tuple[list[Row], dict[Row, dict[Row, Any]]]:
    """The rows that do not depend on earlier ones, and the others as sums of these."""
    kept: list[Row] = []
    reduced: list[tuple[int, Array, dict[Row, Any]]] = []  # pivot, vector, as a sum of rows
    left_out: dict[Row, dict[Row, Any]] = {}
    for row in rows:
        vector = select_rows(columns, [row], joints)[0]
        factors: dict[Row, Any] = {}
        for pivot, other, parts in reduced:
            share = vector[pivot] / other[pivot]
            vector = vector - share * other
            for part, factor in parts.items():
                factors[part] = factors.get(part, 0) + share * factor
        places = [k for k, x in enumerate(vector) if x != 0]
        if not places:
            left_out[row] = {part: x for part, x in factors.items() if x != 0}
            continue
        reduced.append((places[0], vector, {part: -x for part, x in factors.items()} | {row: 1}))
        kept.append(row)
    return kept, left_out


def _idle(columns: Mapping[int, Columns], passive: Sequence[int]) -> str:
    """Name the passive joints that no wheel feels."""
    felt = {j for wheel in columns.values() for j, x in wheel.items() if np.any(x != 0)}
    idle = [j for j in passive if j not in felt]
    return f"; {noun_phrase('joint', idle)} moves no wheel" if idle else ""
