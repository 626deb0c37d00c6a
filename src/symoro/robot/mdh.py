"""A simple chain from columns of modified Denavit-Hartenberg parameters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from symoro.errors import RobotError
from symoro.expressions import PI, ZERO, Expression, ExpressionLike, expression, symbol
from symoro.expressions.names import fresh_name
from symoro.robot.base import Base
from symoro.robot.coerce import coerce_scalar
from symoro.robot.frame import Frame, JointType
from symoro.robot.link import INERTIAL, Link
from symoro.robot.structure import Structure

SNAP = 1e-12  # rad: numbers this close to a multiple of Pi/12 are that angle
_ROUNDING = 2.0**-50  # of a length: some additions of products of sines and cosines
PARALLEL = 1e-8  # rad: below it the common normal of two axes is too far away to be of use


def mdh_fields(
    alpha: Sequence[ExpressionLike],
    d: Sequence[ExpressionLike],
    theta_offset: Sequence[ExpressionLike],
    r: Sequence[ExpressionLike],
    sigma: Sequence[int],
    tool: object = None,
    name: str = "robot",
    taken_names: frozenset[str] = frozenset(),
) -> dict[str, Any]:
    """Return the fields of the chain; see `Robot.from_mdh`, which calls this."""
    columns: dict[str, Sequence[ExpressionLike]] = {
        "alpha": alpha,
        "d": d,
        "theta_offset": theta_offset,
        "r": r,
        "sigma": sigma,
    }
    for field, column in columns.items():
        if isinstance(column, str) or not hasattr(column, "__len__"):
            raise RobotError("not a column", field=field, found=repr(column), expected="a list")
        if len(column) != len(sigma):
            raise RobotError(
                "the columns have different lengths",
                field=field,
                found=f"{len(column)} values",
                expected=f"{len(sigma)}",
            )
    notes: list[str] = []
    for field in ("alpha", "d", "theta_offset", "r"):
        columns[field] = [coerce_scalar(value, field) for value in columns[field]]
    alpha, d, theta_offset, r = (columns[f] for f in ("alpha", "d", "theta_offset", "r"))
    symbols = taken_names.union(
        *(expression(value).symbols for column in (alpha, d, theta_offset, r) for value in column)
    )

    def fresh(wanted: str) -> Expression:
        """A name of ours gives way to the user's."""
        return symbol(fresh_name(wanted, symbols))

    frames: list[Frame] = []
    for j, kind in enumerate(sigma, start=1):
        if kind not in (0, 1, 2):
            raise RobotError(
                "not a joint type", frame=j, field="sigma", found=kind, expected="0, 1 or 2"
            )
        joint = JointType(kind)
        fixed = joint is JointType.FIXED
        twist = exact_angle(alpha[j - 1], f"frame {j}, alpha", notes)
        theta = exact_angle(theta_offset[j - 1], f"frame {j}, theta", notes)
        length = expression(r[j - 1])
        if joint is JointType.REVOLUTE:
            theta = fresh(f"t{j}") + theta
        elif joint is JointType.PRISMATIC:
            length = fresh(f"r{j}") + length
        QP, QDP, GAM = (ZERO if fixed else fresh(f"{tag}{j}") for tag in ("QP", "QDP", "GAM"))
        frames.append(
            Frame(
                antecedent=j - 1,
                sigma=joint,
                mu=not fixed,
                alpha=twist,
                d=expression(d[j - 1]),
                theta=theta,
                r=length,
                QP=QP,
                QDP=QDP,
                GAM=GAM,
            )
        )
    links = [
        Link(**{tag: fresh(f"{tag}{j}") for tag in INERTIAL}) for j in range(1, len(sigma) + 1)
    ]
    if tool is not None:
        frames.append(_tool_frame(tool, len(frames), notes))
        links.append(Link())
    return {
        "name": name,
        "structure": Structure.SIMPLE,
        "frames": tuple(frames),
        "links": tuple(links),
        "base": Base(G=(ZERO, ZERO, fresh("G3"))),
        "notes": tuple(notes),
    }


def exact_angle(
    value: ExpressionLike, where: str, notes: list[str], within: float = SNAP
) -> Expression:
    """Return an angle, exact if it is a number within `SNAP` of a multiple of Pi/12."""
    angle = expression(value)
    if angle.number is None or not angle.number:
        return angle
    steps = round(float(angle.number) * 12 / math.pi)
    if abs(float(angle.number) - steps * math.pi / 12) > within:
        return angle
    exact = PI * Fraction(steps, 12)
    notes.append(f"{where}: {angle} was read as {exact}")
    return exact


def _tool_frame(tool: object, last: int, notes: list[str]) -> Frame:
    import numpy as np

    try:
        T = np.asarray(tool, dtype=float)
    except (TypeError, ValueError):
        raise RobotError("not a 4x4 matrix", field="tool", found=repr(tool)) from None
    if T.shape != (4, 4):
        raise RobotError("not a 4x4 matrix", field="tool", found=f"shape {T.shape}")
    require_transformation(T.tolist(), "tool")
    tilt = math.hypot(T[0, 2], T[1, 2])
    if SNAP < tilt <= PARALLEL:
        notes.append(f"frame {last + 1}, alpha: {tilt:.2g} was read as 0: the axes are parallel")
    gamma, b, alpha, d, theta, r = six_parameters(T.tolist())
    number = last + 1
    size = float(np.abs(T[:3, 3]).sum()) / (tilt if tilt > PARALLEL else 1.0)
    return Frame(
        antecedent=last,
        gamma=exact_angle(gamma, f"frame {number}, gamma", notes),
        b=clean_length(b, size),
        alpha=exact_angle(alpha, f"frame {number}, alpha", notes),
        d=clean_length(d, size),
        theta=exact_angle(theta, f"frame {number}, theta", notes),
        r=clean_length(r, size),
    )


def require_transformation(T: Sequence[Sequence[float]], field: str) -> None:
    """Refuse four rows of four numbers that are no transformation matrix."""
    import numpy as np

    if not np.allclose(T[3], (0, 0, 0, 1)):
        raise RobotError("not a transformation", field=field, expected="a last row of 0, 0, 0, 1")
    R = np.array(T)[:3, :3]
    if not np.allclose(R @ R.T, np.eye(3), atol=1e-9) or np.linalg.det(R) < 0:
        raise RobotError(
            "its 3x3 part is not a rotation",
            field=field,
            found=f"determinant {np.linalg.det(R):.6g}",
            expected="orthonormal columns",
        )


def clean_length(value: float, size: float = 0.0) -> Expression:
    """Return a computed length as the shortest decimal that its rounding allows.

    Args:
        value: the length.
        size: the lengths that it was computed from; a length within their rounding of 0 is 0.
    """
    rounding = _ROUNDING * max(abs(value), size)
    if abs(value) <= rounding:
        return ZERO
    digits = (float(f"{value:.{n}g}") for n in range(1, 17))
    return expression(next((x for x in digits if abs(x - value) <= rounding), value))


def six_parameters(T: Sequence[Sequence[float]]) -> tuple[float, float, float, float, float, float]:
    """Return gamma, b, alpha, d, theta, r of a transformation matrix.

    The rotation is Rz(gamma) Rx(alpha) Rz(theta); the position is b along z, d along the new x, r
    along the last z. When the two z axes are parallel, r is 0 and gamma
    points to the origin, unless that lies on x.
    """
    sine = math.hypot(T[0][2], T[1][2])
    x, y, z = T[0][3], T[1][3], T[2][3]
    if sine > PARALLEL:
        gamma = math.atan2(T[0][2], -T[1][2])
        alpha = math.atan2(sine, T[2][2])
        theta = math.atan2(T[2][0], T[2][1])
        d = x * math.cos(gamma) + y * math.sin(gamma)
        r = (x * math.sin(gamma) - y * math.cos(gamma)) / sine
        return gamma, z - r * T[2][2], alpha, d, theta, r
    along_x = abs(y) <= SNAP
    d = x if along_x else math.hypot(x, y)
    gamma = 0.0 if along_x else math.atan2(y, x)
    up = T[2][2] > 0
    turn = math.atan2(T[1][0], T[0][0])
    theta = turn - gamma if up else gamma - turn
    return gamma, z, 0.0 if up else math.pi, d, math.remainder(theta, 2 * math.pi), 0.0
