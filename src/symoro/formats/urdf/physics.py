"""Statements of a URDF file that no robot can obey."""

from __future__ import annotations

from collections.abc import Iterator

from symoro.formats.urdf.elements import JointElement
from symoro.robot.angle_digits import is_beyond_a_turn
from symoro.robot.assembly import Body
from symoro.robot.inertia_matrix import inertia_fault

_POINT = 1e-14  # m^2: a radius of gyration of a tenth of a micrometre
_UNIT = 1e-4  # an axis of four digits has this length, but for rounding


def body_faults(body: Body) -> Iterator[str]:
    """Say why no rigid body has the mass and the inertia of a link."""
    if is_point(body):
        return  # a note tells of such links
    size = _size(body)
    if body.mass < 0:
        yield f"its mass {float(body.mass):g} is negative"
    elif not body.mass and size:
        yield f"it has inertia ({size:g}) and no mass"
    matrix = [[float(value) for value in row] for row in body.inertia]
    if fault := inertia_fault(matrix, "its centre of mass", size):
        yield fault


def is_point(body: Body) -> bool:
    """True for a mass without inertia; less than that of a grain of dust counts as none."""
    return bool(body.mass > 0 and _size(body) <= _POINT * float(body.mass))


def _size(body: Body) -> float:
    """The largest entry of an inertia."""
    return float(max(abs(value) for row in body.inertia for value in row))


def joint_faults(joint: JointElement) -> Iterator[str]:
    """Say what is wrong with the angles, the axis and the limits of a joint."""
    origin = joint.element.first("origin")
    for text in () if origin is None else origin.numbers("rpy", 3, "0 0 0"):
        if is_beyond_a_turn(float(text)):
            yield f"rpy: {text} is more than a turn; angles of URDF are in radians"
    if joint.kind == "fixed":
        return
    length = sum(float(value) ** 2 for value in joint.axis) ** 0.5
    if length and abs(length - 1) > _UNIT:
        yield f"the axis {' '.join(joint.axis)} has length {length:.6g}; its direction is taken"
    if joint.kind in ("revolute", "prismatic"):
        if joint.limits is None:
            yield f"a {joint.kind} joint without <limit>"
        elif joint.limits.lower == joint.limits.upper is not None:
            yield f"its limits are both {joint.limits.lower}: it cannot move"
    if joint.limits is not None:
        for word in ("velocity", "effort"):
            largest = getattr(joint.limits, word)
            if largest is not None and (largest.number or 0) < 0:
                yield f"its limit of {word}, {largest}, is negative"


def has_ends_of_no_use(joint: JointElement) -> bool:
    """True for a continuous joint with limits of position, which it cannot have."""
    limit = joint.element.first("limit") if joint.kind == "continuous" else None
    return limit is not None and not {"lower", "upper"}.isdisjoint(limit.attributes)
