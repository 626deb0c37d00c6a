"""A simple chain from the Denavit-Hartenberg table of a data sheet, in either convention.

Row j of a classic (distal) table is (1), row j of a modified (proximal) one, which is Khalil and
Kleinfinger's, is (2):

    Rz(theta_j) Tz(d_j) Tx(a_j) Rx(alpha_j)                                       (1)
    Rx(alpha_j) Tx(a_j) Rz(theta_j) Tz(d_j)                                       (2)

A turn about x and a shift along x may be exchanged, so that the product of all rows (1) is one of
rows (2) whose a and alpha stand one row further down, and of a fixed frame with those of row n.
Frame j of a classic sheet is frame j of the robot times Tx(a_j) Rx(alpha_j), on the same link.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from symoro.errors import RobotError
from symoro.expressions import ONE, PI, ZERO, Expression, call, expression, symbol
from symoro.robot.base import IDENTITY, Base
from symoro.robot.coerce import coerce_scalar
from symoro.robot.dh_table import DhTable
from symoro.robot.frame import Frame, JointType
from symoro.robot.inertia_matrix import move_body, turn_vector
from symoro.robot.link import INERTIAL, WRENCH, Link
from symoro.robot.mdh import SNAP, clean_length, exact_angle, mdh_fields, require_transformation
from symoro.robot.opposite_joint import opposite_tables
from symoro.robot.rotation_matrix import Rows, cosine_rotation, floats, has_symbols
from symoro.robot.variables import ends_in, position_field

_STEP = 15  # degrees: Pi/12


def dh_fields(table: DhTable, name: str) -> dict[str, Any]:
    """Return the fields of the robot of a table; see `Robot.from_dh`, which calls this."""
    notes: list[str] = []
    alpha, theta = (_angles(table, column, notes) for column in ("alpha", "theta"))
    twists, normals = alpha, table.a
    rows = len(table.d)
    if table.convention == "classic":
        alpha, a = (ZERO, *alpha), (ZERO, *table.a)  # one row further down
    else:
        alpha, a = (*alpha, ZERO), (*table.a, ZERO)
    turned_end = rows in table.reversed_joints and table.tool is None
    ended = alpha[-1] == ZERO == a[-1] and not turned_end
    count = rows if ended else rows + 1
    fields = mdh_fields(
        alpha[:count],
        a[:count],
        (*theta, ZERO)[:count],
        (*table.d, ZERO)[:count],
        (*table.sigma, JointType.FIXED)[:count],
        None if table.tool is None else _numbers(table.tool, "tool"),
        name,
        _symbols(table),
    )
    frames = list(fields["frames"])
    for j in table.reversed_joints:
        _reverse(frames, j)
    links = _general_links(table, fields["links"])
    if table.links is not None:
        links[:rows] = table.links
        twists = tuple(exact_angle(each, "", []) for each in twists)  # the frames have the notes
        for j in range(rows if table.convention == "classic" else 0):
            links[j] = _move(links[j], twists[j], normals[j])
        for j in table.reversed_joints:
            links[j - 1] = _move(links[j - 1], PI, ZERO)
    doubts = table.doubts if table.convention == "classic" else ()  # `check` finds the others
    fields |= {"frames": tuple(frames), "links": tuple(links), "doubts": doubts}
    if table.base is not None:
        fields["base"] = _placed_base(table.base, fields["base"].G[2])
    return fields | {"notes": (*notes, *fields["notes"])}


def _angles(table: DhTable, column: str, notes: list[str]) -> tuple[Expression, ...]:
    """The angles of a column in radians."""
    entries: tuple[Expression, ...] = getattr(table, column)
    if not table.degrees:
        return entries
    return tuple(
        _from_degrees(entry, f"{column} of row {j}", notes)
        for j, entry in enumerate(entries, start=1)
    )


def _from_degrees(angle: Expression, where: str, notes: list[str]) -> Expression:
    """An angle in radians, exactly; rounding near a multiple of 15 degrees is undone."""
    number = angle.number
    if number is not None:
        whole = Fraction(round(number / _STEP) * _STEP)
        if number != whole and abs(math.radians(number - whole)) <= SNAP:
            notes.append(f"{where}: {angle} degrees were read as {whole}")
            angle = expression(whole)
    return angle * PI / 180


def _symbols(table: DhTable) -> frozenset[str]:
    """The user's names, to which those of variables and inertias give way."""
    matrix = [] if table.base is None else read_matrix(table.base, "base")
    entries = [entry for row in matrix for entry in row]
    for link in table.links or ():
        entries += [value for value in vars(link).values() if isinstance(value, Expression)]
    return frozenset[str]().union(*(entry.symbols for entry in entries))


def _general_links(table: DhTable, links: Sequence[Link]) -> list[Link]:
    """General links of moving joints; a fixed frame is a part of the link before it."""
    moving = [sigma is not JointType.FIXED for sigma in table.sigma]
    return [link if j < len(moving) and moving[j] else Link() for j, link in enumerate(links)]


def _reverse(frames: list[Frame], j: int) -> None:
    """Let the variable of joint j count the other way; frames after j stay where they are."""
    frame = frames[j - 1]
    (name,) = [name for name in frame.position.symbols if ends_in(name, j)]
    minus = frame.position.substitute({name: -symbol(name)})
    frames[j - 1] = replace(frame, **{position_field(frame): minus})  # type: ignore[arg-type]
    for k, entries in opposite_tables(frames, j).items():
        frames[k - 1] = replace(frames[k - 1], **entries)  # type: ignore[arg-type]


def _move(link: Link, alpha: Expression, a: Expression) -> Link:
    """A link of a frame F in the frame of which F is Tx(a) Rx(alpha)."""
    c, s = call("cos", alpha), call("sin", alpha)
    R = ((ONE, ZERO, ZERO), (ZERO, c, -s), (ZERO, s, c))
    body = {name: getattr(link, name) for name in INERTIAL}
    FX, FY, FZ = turn_vector(R, link.wrench[:3])
    CX, CY, CZ = turn_vector(R, link.wrench[3:])
    wrench = (FX, FY, FZ, CX, CY - a * FZ, CZ + a * FY)  # the force acts at (a, 0, 0)
    fields = move_body(body, R, (a, ZERO, ZERO)) | dict(zip(WRENCH, wrench, strict=True))
    return replace(link, **fields)


def _placed_base(base: Any, G3: Expression) -> Base:
    """The base at its place in the world, whose z axis gravity is along."""
    Z = read_matrix(base, "base")
    if not has_symbols(Z):
        require_transformation(floats(Z), "base")
        R: Rows = [row[:3] for row in Z[:3]]
        R = cosine_rotation(R) or R
        Z = [[*R[k], clean_length(floats(Z)[k][3])] for k in range(3)]
    rows = [*(tuple(row) for row in Z[:3]), IDENTITY[3]]
    return Base(G=tuple(G3 * entry for entry in Z[2][:3]), Z=tuple(rows))  # type: ignore[arg-type]


def _numbers(matrix: Any, field: str) -> list[list[float]]:
    rows = read_matrix(matrix, field)
    if has_symbols(rows):
        names = sorted({name for row in rows for entry in row for name in entry.symbols})
        raise RobotError(
            "a matrix of numbers is needed",
            field=field,
            found=", ".join(names),
            expected="numbers; a symbol may be in a last, fixed row of the table (joints F)",
        )
    return floats(rows)


def read_matrix(matrix: Any, field: str) -> list[list[Expression]]:
    """Return the entries of a 4x4 matrix."""
    rows = list(matrix) if hasattr(matrix, "__len__") and not isinstance(matrix, str) else []
    if [len(row) if hasattr(row, "__len__") else 0 for row in rows] != [4, 4, 4, 4]:
        raise RobotError("not a 4x4 matrix", field=field, expected="4 rows of 4 values")
    return [[coerce_scalar(entry, field) for entry in row] for row in rows]
