"""A pose as people write it: a point with axes, angles or a quaternion, or a matrix; in numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from symoro.errors import ParseError, RobotError, UsageError
from symoro.expressions import Expression, ExpressionLike, FloatArithmetic, evaluate, expression

Numbers = tuple[Expression, ...]

AXES = ("s", "n", "a")
ANGLES = ("euler", "rpy")
_SIZES = {"P": 3, **dict.fromkeys((*AXES, *ANGLES), 3), "quaternion": 4}
_TURN = 2 * math.pi
_FLOATS = FloatArithmetic()
_UNIT = 1e-3  # by which lengths of axes and quaternions may differ from 1, and products from 0


@dataclass(frozen=True)
class NamedPose:
    """A pose with a name: that of an end in the world, or in the frame that a model is asked for.

    Attributes:
        name: of the pose; empty for none.
        T: four or three rows of four; then nothing else.
        P: the position.
        s, n, a: the axes; of two the third is the cross product.
        euler: the angles of Rz Rx Rz, [Guide] 5.5.4.
        rpy: roll, pitch and yaw, the angles of Rz Ry Rx.
        quaternion: scalar first.
        degrees: True if angles are in degrees; None where they are not said to be either.
    """

    name: str = ""
    T: Sequence[Sequence[ExpressionLike]] | None = None
    P: Sequence[ExpressionLike] | None = None
    s: Sequence[ExpressionLike] | None = None
    n: Sequence[ExpressionLike] | None = None
    a: Sequence[ExpressionLike] | None = None
    euler: Sequence[ExpressionLike] | None = None
    rpy: Sequence[ExpressionLike] | None = None
    quaternion: Sequence[ExpressionLike] | None = None
    degrees: bool | None = None

    def __repr__(self) -> str:
        return f"<NamedPose {self.name or 'without a name'}: {', '.join(self.parts)}>"

    def __post_init__(self) -> None:
        for key, size in _SIZES.items():
            if getattr(self, key) is not None:
                object.__setattr__(self, key, _numbers(key, getattr(self, key), size))
        if self.T is not None:
            object.__setattr__(self, "T", _rows(self.T))
        self._refuse_contradictions()

    @property
    def parts(self) -> tuple[str, ...]:
        """The keys that are there, name and unit aside."""
        return tuple(key for key in ("T", *_SIZES) if getattr(self, key) is not None)

    @property
    def text(self) -> str:
        """The pose on one line: ``P = (0.3, 0.1, 0.5), euler = (Pi/3, 0, 0)``."""
        parts = [f"{key} = {_entries_text(getattr(self, key))}" for key in self.parts]
        return ", ".join([*parts, *(["degrees"] if self.degrees else [])])

    def _refuse_contradictions(self) -> None:
        """Refuse a pose that says its orientation or position twice, or nothing."""
        parts = self.parts
        if not parts:
            raise RobotError("a pose has T, or P with an orientation, or columns of it")
        axes = ", ".join(key for key in AXES if key in parts)
        ways = [key for key in ("T", *ANGLES, "quaternion") if key in parts]
        ways += [axes] if axes else []
        if "T" in parts and len(parts) > 1:
            other = ", ".join(key for key in parts if key != "T")
            raise RobotError(f"T is the whole pose; {other} gives a part of it again", field="T")
        if len(ways) > 1:
            raise RobotError(f"an orientation is given twice: as {' and as '.join(ways)}")
        angles = next((key for key in ANGLES if key in parts), None)
        if angles is None and self.degrees is not None:
            raise RobotError("degrees is for euler and rpy", field="degrees")
        if angles is not None and self.degrees is None:
            largest = max(getattr(self, angles), key=_magnitude)
            if _magnitude(largest) > _TURN:
                raise RobotError(
                    f'the angle {largest} is more than a turn; write "degrees": true, '
                    "or false if it is in radians",
                    field=angles,
                )
        self._refuse_skew_axes()

    def _refuse_skew_axes(self) -> None:
        """Refuse axes or a quaternion of another length than 1, and axes at other angles."""
        vectors = {
            key: [number_of(x) for x in getattr(self, key)]
            for key in (*AXES, "quaternion")
            if getattr(self, key) is not None
        }
        for key, vector in vectors.items():
            if abs(math.hypot(*vector) - 1) > _UNIT:
                length = math.hypot(*vector)
                raise RobotError(f"the length of {key} is {length:.6g}, not 1", field=key)
        for one, two in combinations(vectors, 2):
            product = sum(x * y for x, y in zip(vectors[one], vectors[two], strict=True))
            if abs(product) > _UNIT:
                raise RobotError(
                    f"{one} and {two} are not at right angles: their product is {product:.6g}",
                    field=two,
                )


def named_pose(values: Mapping[str, Any] | NamedPose) -> NamedPose:
    """Return a pose of a mapping with the keys that a file has."""
    if isinstance(values, NamedPose):
        return values
    known = NamedPose.__dataclass_fields__
    if unknown := [str(key) for key in values if key not in known]:
        raise UsageError(f"unknown key {', '.join(unknown)}; the keys are {', '.join(known)}")
    return NamedPose(**values)


def _numbers(key: str, values: Any, size: int) -> Numbers:
    if isinstance(values, str) or not hasattr(values, "__len__"):
        raise RobotError(f"is {size} numbers", field=key, found=repr(values))
    if len(values) != size:
        raise RobotError(f"has {size} numbers", field=key, found=f"{len(values)}")
    return tuple(_number(key, value) for value in values)


def _rows(rows: Any) -> tuple[Numbers, ...]:
    if isinstance(rows, str) or not hasattr(rows, "__len__") or len(rows) not in (3, 4):
        raise RobotError("is four rows of four numbers", field="T")
    return tuple(_numbers("T", row, 4) for row in rows)


def _number(key: str, value: Any) -> Expression:
    try:
        exact = expression(value)
    except (ParseError, UsageError, TypeError) as error:
        raise RobotError(str(error), field=key) from None
    if exact.symbols:
        raise RobotError("a pose is made of numbers", field=key, found=str(exact))
    if not math.isfinite(number_of(exact)):
        raise RobotError("a pose is made of finite numbers", field=key, found=str(exact))
    return exact


def number_of(entry: ExpressionLike) -> float:
    """Return an entry of a pose as a double."""
    return evaluate(expression(entry), {}, _FLOATS)


def _magnitude(value: ExpressionLike) -> float:
    return abs(number_of(value))


def _entries_text(entries: Any) -> str:
    """Numbers in brackets, rows of a matrix too."""
    if isinstance(entries, Sequence) and not isinstance(entries, str):
        return f"({', '.join(map(_entries_text, entries))})"
    return str(entries)


def poses_by_name(poses: Sequence[NamedPose]) -> dict[str, NamedPose]:
    """Return poses by their names.

    Raises:
        RobotError: for a name that is missing or given twice.
    """
    by_name: dict[str, NamedPose] = {}
    for pose in poses:
        if not pose.name.strip():
            raise RobotError("a pose of a robot needs a name", field="poses")
        if pose.name in by_name:
            raise RobotError(f"two poses are called {pose.name}", field="poses")
        by_name[pose.name] = pose
    return by_name
