"""The elements of a URDF file as data: links, joints, origins, shapes, with their positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from symoro.errors import RobotError
from symoro.expressions import PI, Expression, expression
from symoro.formats.xml_nodes import Element
from symoro.robot import Limits, Shape
from symoro.robot.assembly import Body
from symoro.robot.assembly.decimals import Decimals
from symoro.robot.assembly.space import (
    AXES,
    DIGITS,
    Number,
    Pose,
    Rotation,
    product,
    roll_pitch_yaw,
    transpose,
    vector,
)

KINDS = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")

_STEP = DIGITS.pi / 12
_WRITTEN = 1e-11  # rad: xacro under Python 2 wrote 12 digits, as 1.57079632679
UNLIMITED = 1e308
"""The size of a limit that stands for none, where URDF requires a number."""

_LIMITS = ("lower", "upper", "velocity", "effort")
_NEAR = 1e-3  # rad: an angle this close to a multiple of Pi/12 may be meant as that


class Angles:
    """Angles as numbers of a file, exact where they are multiples of Pi/12.

    Attributes:
        tolerance: the distance from such a multiple within which an angle is taken for it [rad].
        notes: the angles that were made exact.
        near: those that are near a multiple and are not.
    """

    def __init__(self, tolerance: float) -> None:
        self.tolerance = max(_WRITTEN, tolerance)
        self.notes: list[str] = []
        self.near: list[str] = []

    def read(self, text: str, where: str) -> Number:
        """An angle in radians."""
        value = DIGITS.mpf(text)
        if not value:
            return value
        steps = DIGITS.nint(value / _STEP)
        error = abs(value - steps * _STEP)
        if error <= self.tolerance:
            if error > 1e-15 * max(abs(value), 1):
                self.notes.append(f"{where}: {text} was read as {PI * Fraction(int(steps), 12)}")
            return steps * _STEP
        if error <= _NEAR and steps:
            self.near.append(f"{text} ({where})")
        return value


@dataclass(frozen=True)
class JointElement:
    """A joint as the file has it."""

    element: Element
    name: str
    kind: str
    parent: str
    child: str
    origin: Pose
    axis: tuple[str, str, str]
    limits: Limits | None
    drive: dict[str, Expression]
    mimic: tuple[str, Expression, Expression] | None


def read_origin(owner: Element, angles: Angles, where: str) -> Pose:
    """The pose that <origin> of an element gives; that of the outer frame by default."""
    origin = owner.first("origin")
    if origin is None:
        return Pose()
    xyz = vector(origin.numbers("xyz", 3, "0 0 0"))
    rpy = origin.numbers("rpy", 3, "0 0 0")
    roll, pitch, yaw = (angles.read(text, f"{where}, rpy") for text in rpy)
    return Pose(roll_pitch_yaw(roll, pitch, yaw), xyz)


def read_joint(element: Element, angles: Angles) -> JointElement:
    """Read a <joint>."""
    name = element.attribute("name")
    kind = element.attribute("type")
    if kind not in KINDS:
        raise element.error(f"joint {name}: type {kind!r} is not one of {', '.join(KINDS)}")
    axis = element.first("axis")
    mimic = element.first("mimic")
    dynamics = element.first("dynamics")
    drive = {}
    if dynamics is not None:
        for field, attribute in (("FV", "damping"), ("FS", "friction")):
            drive[field] = expression(dynamics.number(attribute, "0"))
    return JointElement(
        element,
        name,
        kind,
        element.require("parent").attribute("link"),
        element.require("child").attribute("link"),
        read_origin(element, angles, f"joint {name}"),
        ("1", "0", "0") if axis is None else axis.numbers("xyz", 3),  # type: ignore[arg-type]
        _read_limits(element, name, ("effort", "velocity") if kind == "continuous" else _LIMITS),
        {field: value for field, value in drive.items() if value.number},
        None
        if mimic is None
        else (
            mimic.attribute("joint"),
            expression(mimic.number("multiplier", "1")),
            expression(mimic.number("offset", "0")),
        ),
    )


def _read_limits(joint: Element, name: str, fields: Iterable[str]) -> Limits | None:
    limit = joint.first("limit")
    if limit is None:
        return None
    texts = {
        field: limit.number(field, largest=Decimal("inf"))  # what stands for no limit, too
        for field in fields
        if field in limit.attributes
    }
    values = {
        field: expression(text) for field, text in texts.items() if abs(float(text)) < UNLIMITED
    }
    try:
        return Limits(**values)
    except RobotError as error:
        raise limit.error(f"joint {name}: {error.message}, {error.found}") from None


def read_body(link: Element, name: str, angles: Angles) -> Body:
    """Read a <link>; its pose is not known yet."""
    shapes = tuple(
        _read_shape(element, angles, f"link {name}")
        for element in link
        if element.tag in ("visual", "collision") and element.first("geometry") is not None
    )
    inertial = link.first("inertial")
    if inertial is None:
        return Body(name, shapes=shapes)
    origin = read_origin(inertial, angles, f"link {name}, inertial")
    mass = DIGITS.mpf(inertial.require("mass").number("value"))
    inertia = inertial.require("inertia")
    XX, XY, XZ, YY, YZ, ZZ = (
        DIGITS.mpf(inertia.number(key)) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    own: Rotation = ((XX, XY, XZ), (XY, YY, YZ), (XZ, YZ, ZZ))
    if origin.R is not AXES:
        own = product(product(origin.R, own), transpose(origin.R))
    return Body(name, mass=mass, center=origin.p, inertia=own, shapes=shapes)


def _read_shape(element: Element, angles: Angles, where: str) -> Shape:
    geometry = element.require("geometry")
    pose = Decimals(0.0, 0.0).pose(read_origin(element, angles, f"{where}, {element.tag}"))
    fields: dict[str, Any] = {"pose": pose, "collision": element.tag == "collision"}
    for shape in geometry:
        if shape.tag == "mesh":
            sizes = shape.numbers("scale", 3, "1 1 1")
            return Shape("mesh", sizes, file=shape.attribute("filename"), **fields)  # type: ignore[arg-type]
        if shape.tag == "box":
            return Shape("box", shape.numbers("size", 3), **fields)  # type: ignore[arg-type]
        if shape.tag in ("cylinder", "capsule"):
            sizes = (shape.number("radius"), shape.number("length"))
            return Shape(shape.tag, sizes, **fields)  # type: ignore[arg-type]
        if shape.tag == "sphere":
            return Shape("sphere", (shape.number("radius"),), **fields)  # type: ignore[arg-type]
    raise geometry.error("expected <mesh>, <box>, <cylinder>, <capsule> or <sphere>")


def read_rotor_inertias(robot: Element) -> dict[str, Expression]:
    """The rotor inertias that transmissions give, on the joint side: N^2 J, by joint."""
    rotors: dict[str, Expression] = {}
    for transmission in robot.all("transmission"):
        for joint in transmission.all("joint"):
            for actuator in transmission.all("actuator"):
                inertia = actuator.first("rotorInertia") or actuator.first("motorInertia")
                if inertia is None:
                    continue
                (J,) = inertia.read_numbers(inertia.text, 1, inertia.tag)
                reduction = actuator.first("mechanicalReduction")
                N = (
                    "1"
                    if reduction is None
                    else reduction.read_numbers(reduction.text, 1, reduction.tag)[0]
                )
                rotors[joint.attribute("name")] = expression(J) * expression(N) ** 2
    return rotors
