"""Robots as plain data: one layout, used by the JSON file and by the comment of a .par file."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from symoro.errors import RobotError
from symoro.expressions import Expression
from symoro.formats.bodies import BODIES, read_body
from symoro.formats.codec import (
    BOOLEAN,
    EXPRESSION,
    INTEGER,
    TEXT,
    Codec,
    Plain,
    Record,
    located_faults,
    member,
    optional,
    require_key,
    sequence,
)
from symoro.formats.json_nodes import Node
from symoro.robot import (
    INERTIAL,
    WRENCH,
    Base,
    BaseMotion,
    Coupling,
    Frame,
    JointType,
    Leg,
    Limits,
    Link,
    NamedFrame,
    NamedPose,
    Origin,
    ParallelRobot,
    Robot,
    Shape,
    Structure,
    ValueSet,
    Wheel,
)
from symoro.robot.dh import dh_fields
from symoro.robot.dh_table import DhTable
from symoro.robot.frame import GEOMETRY
from symoro.robot.joint_names import JOINT_NAMES, with_default_names
from symoro.robot.link import DRIVE, LAW

Pairs = tuple[tuple[str, Expression], ...]


def _write_pairs(pairs: Pairs) -> Plain:
    """An object; a list of pairs only where a name occurs twice."""
    members: dict[str, Plain] = {name: EXPRESSION.encode(value) for name, value in pairs}
    if len(members) == len(pairs):
        return members
    return [[name, EXPRESSION.encode(value)] for name, value in pairs]


def _read_pairs(node: Node) -> Pairs:
    if isinstance(node.value, dict):
        return tuple((name, EXPRESSION.decode(value)) for name, value in node.value.items())
    pairs = []
    for item in node.items():
        if len(item.items()) != 2:
            raise item.error("expected a pair: a name and a value")
        name, value = item.items()
        pairs.append((TEXT.decode(name), EXPRESSION.decode(value)))
    return tuple(pairs)


def _read_orders(node: Node) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((word, sequence(TEXT).decode(each)) for word, each in node.members().items())


def _expression_codecs(*names: str) -> dict[str, Codec[Any]]:
    return dict.fromkeys(names, EXPRESSION)


_VECTOR = sequence(EXPRESSION, 3)
_LIST = sequence(EXPRESSION)
_MATRIX = sequence(sequence(EXPRESSION, 4), 4)

LIMITS = Record(
    Limits, **dict.fromkeys(("lower", "upper", "velocity", "effort"), optional(EXPRESSION))
)


class _FrameRecord(Record[Frame]):
    """A frame; a moving joint names its velocity, acceleration and torque."""

    always = ("sigma",)

    def encode(self, part: Frame, only: Collection[str] | None = None) -> dict[str, Plain]:
        plain = super().encode(part, only)
        if only is None and part.moves:
            plain |= {tag: str(getattr(part, tag)) for tag in JOINT_NAMES}
        return plain


class _LinkRecord(Record[Link]):
    """A link by its parameters, or by a body: its centre of mass and inertia, a box, its swings."""

    others = tuple(BODIES)

    def decode(self, node: Node) -> Link:
        bodies = [name for name in self.others if name in node.members()]
        if not bodies:
            return super().decode(node)
        rest = node.without_members(bodies[0])
        for name, value in rest.members().items():
            if name in INERTIAL or name in bodies:
                raise value.error(f"{bodies[0]} gives the inertial parameters already")
        return replace(Link(**read_body(node, bodies[0])), **self.read_fields(rest))


class _PoseRecord(Record[NamedPose]):
    """A pose; what it refuses is said of the pose, not of a robot."""

    def build(self, node: Node, values: dict[str, Any]) -> NamedPose:
        try:
            return NamedPose(**values)
        except RobotError as error:
            wrong = "" if error.found is None else f"; found {error.found}"
            raise node.find([error.field or ""]).error(error.message + wrong) from None


class _TableRecord(Record[DhTable]):
    """The Denavit-Hartenberg table of a data sheet."""

    def build(self, node: Node, values: dict[str, Any]) -> DhTable:
        with located_faults(node, _path_in_table):
            return DhTable(**values)


def _path_in_table(error: RobotError) -> list[str | int]:
    column = [error.field] if error.field else []
    return [*column] if error.frame is None else [*column, error.frame - 1]


class _RobotRecord(Record[Robot]):
    """A robot; names of velocities, accelerations and torques that are not given are SYMORO+'s.

    A table ``dh`` may stand in the place of ``frames``.
    """

    others = ("dh",)

    def decode(self, node: Node) -> Robot:
        if "dh" in node.members():
            return self._decode_table(node, node.members()["dh"])
        robot = super().decode(node)
        frames = [frame.members() for frame in node.members()["frames"].items()]
        for tag in JOINT_NAMES:
            unnamed = {j for j, fields in enumerate(frames, start=1) if tag not in fields}
            robot = with_default_names(robot, (tag,), unnamed)
        return robot

    def _decode_table(self, node: Node, dh: Node) -> Robot:
        """Read a robot whose geometry is a table, with everything that it has beside it."""
        members = node.members()
        require_key(node, "name")
        values = self.read_fields(node.without_members("dh"))
        if "frames" in members:
            raise members["frames"].error("dh gives the frames already")
        if values.setdefault("structure", Structure.SIMPLE) is not Structure.SIMPLE:
            raise members["structure"].error("dh describes a simple chain; expected simple")
        for outer, inner in (("links", "links"), ("base", "base")):
            if outer in members and inner in dh.members():
                raise members[outer].error(f"dh.{inner} gives it already")
        table = TABLE.decode(dh)
        with located_faults(dh, _path_in_table):
            fields = dh_fields(table, values["name"])
        notes = (*fields["notes"], *values.pop("notes", ()))
        return self.build(node, fields | values | {"notes": notes})


FRAME = _FrameRecord(
    Frame,
    antecedent=INTEGER,
    sigma=member(JointType),
    mu=BOOLEAN,
    **_expression_codecs(*GEOMETRY, "QP", "QDP", "GAM"),
    eta=BOOLEAN,
    **_expression_codecs("k", "rest"),
    limits=optional(LIMITS.codec),
    name=TEXT,
)
LINK = _LinkRecord(Link, **_expression_codecs(*INERTIAL, *DRIVE, *LAW, *WRENCH))
BASE = Record(
    Base,
    motion=member(BaseMotion),
    **dict.fromkeys(("W0", "WP0", "V0", "VP0", "G"), _VECTOR),
    Z=_MATRIX,
    **dict.fromkeys(("link", "fixed_link"), optional(LINK.codec)),
)
TABLE = _TableRecord(
    DhTable,
    convention=TEXT,
    degrees=BOOLEAN,
    joints=TEXT,
    **dict.fromkeys(("a", "alpha", "d", "theta"), _LIST),
    reversed_joints=sequence(INTEGER),
    **dict.fromkeys(("base", "tool"), _MATRIX),
    links=sequence(LINK.codec),
)
COUPLING = Record(Coupling, K=sequence(_LIST), **dict.fromkeys(("q0", "IA", "FV", "FS"), _LIST))
WHEEL = Record(Wheel, link=INTEGER, radius=EXPRESSION)
SHAPE = Record(Shape, kind=TEXT, sizes=_LIST, pose=_MATRIX, file=TEXT, collision=BOOLEAN)
NAMED_FRAME = Record(
    NamedFrame, name=TEXT, frame=INTEGER, joint=TEXT, pose=_MATRIX, shapes=sequence(SHAPE.codec)
)
ORIGIN = Record(
    Origin,
    format=TEXT,
    orders=Codec(dict, _read_orders),
    frames=sequence(NAMED_FRAME.codec),
)
_FOUR = sequence(EXPRESSION, 4)
POSE = _PoseRecord(
    NamedPose,
    name=TEXT,
    T=optional(sequence(_FOUR)),
    **dict.fromkeys(("P", "s", "n", "a", "euler", "rpy"), optional(_VECTOR)),
    quaternion=optional(_FOUR),
    degrees=optional(BOOLEAN),
)
VALUE_SET = Record(ValueSet, name=TEXT, source=TEXT, values=Codec(_write_pairs, _read_pairs))
ROBOT = _RobotRecord(
    Robot,
    name=TEXT,
    structure=member(Structure),
    provenance=TEXT,
    frames=sequence(FRAME.codec),
    links=sequence(LINK.codec),
    base=BASE.codec,
    coupling=optional(COUPLING.codec),
    wheels=sequence(WHEEL.codec),
    cut_drives=sequence(LINK.codec),
    values=sequence(VALUE_SET.codec),
    poses=sequence(POSE.codec),
    origin=optional(ORIGIN.codec),
    notes=sequence(TEXT),
)
LEG = Record(Leg, robot=ROBOT.codec, frame=INTEGER, point=_VECTOR)
PARALLEL = Record(
    ParallelRobot, name=TEXT, provenance=TEXT, legs=sequence(LEG.codec), platform=LINK.codec
)
