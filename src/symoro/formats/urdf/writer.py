"""Write a robot with numbers as URDF: its links, its joints, transmissions with rotor inertia.

A floating base is the root link, without a joint. Loops are left open.
"""

from __future__ import annotations

from collections.abc import Iterator

from symoro.errors import short_list
from symoro.expressions import Expression
from symoro.expressions.names import fresh_name
from symoro.formats.geometry_alone import geometry_alone
from symoro.formats.posed_links import Body, PosedJoint, PosedLink, PosedRobot, posed_robot
from symoro.formats.precise_poses import (
    as_double,
    as_doubles,
    is_rest,
    number,
    number_text,
    vector_text,
)
from symoro.formats.urdf.elements import UNLIMITED
from symoro.formats.xml_text import Element, add_element, new_element, xml_text
from symoro.robot import JointType, Limits, Robot, Shape
from symoro.robot.assembly.space import DIGITS, Number, Pose, Vector

_GRAVITY = [0.0, 0.0, -9.81]


def write(robot: Robot) -> str:
    """Return the text of a URDF file; a warning says what it lacks of this robot.

    A robot of which only the geometry has numbers is written without inertia.

    Raises:
        UsageError: for other symbols without a number, with those and the robot's value sets.
        RobotError: for tables that are not those of bodies on joints.
    """
    robot, loss = geometry_alone(robot)
    posed = posed_robot(robot, on_axes=True)
    posed.losses += posed.tree_losses()
    posed.losses += [loss] if loss else _losses(posed)
    root = new_element("robot", name=robot.name)
    _add_root(root, posed)
    for link in _links_in_order(posed):
        _add_link(root, link, posed)
        if link.joint:
            _add_joint(root, link, link.joint, posed)
    for link in posed.links:
        if link.joint and link.joint.drive.get("IA"):
            _add_transmission(root, link.joint)
    posed.warn("a .urdf file")
    return xml_text(root, robot)


def _links_in_order(posed: PosedRobot) -> list[PosedLink]:
    """The links in the order of the file that the robot came from, if it came from one."""
    origin = posed.robot.origin
    names = dict(origin.orders).get("file", ()) if origin is not None else ()
    place, ranked = -1, []
    for link in posed.links:
        if link.joint is not None and link.joint.moves:
            place = names.index(link.joint.name) if link.joint.name in names else place
        ranked.append((place, link))
    return [link for _, link in sorted(ranked, key=lambda pair: pair[0])]


def _losses(posed: PosedRobot) -> Iterator[str]:
    if as_doubles(posed.gravity).tolist() != _GRAVITY:
        yield f"no gravity, which is ({', '.join(map(number_text, posed.gravity))}) in the world"
    shapes = sorted({shape.kind for link in posed.links for shape, _ in link.shapes} - _SHAPES)
    if shapes:
        yield f"no shapes of these kinds: {short_list(shapes)}"
    bodies = [(link.name, link.body) for link in posed.links if link.body]
    if odd := [name for name, body in bodies if body.fault or not body.mass]:
        yield f"links that are no rigid bodies, which some programs refuse ({short_list(odd)})"


_SHAPES = {"mesh", "box", "cylinder", "sphere", "capsule"}


def _add_root(root: Element, posed: PosedRobot) -> None:
    """Put the root into the world; where a floating base is, is its state."""
    first = posed.links[0]
    if posed.floats or is_rest(first.pose):
        return
    world = fresh_name("world", {link.name for link in posed.links})
    add_element(root, "link", name=world)
    names = {joint.name for joint in posed.joints}
    name = fresh_name(f"{world}_to_{first.name}", names)
    _add_placed_joint(root, name, "fixed", world, first)


def _add_link(root: Element, link: PosedLink, posed: PosedRobot) -> None:
    element = add_element(root, "link", name=link.name)
    if link.body:
        _add_inertia(element, link.body)
    for shape, pose in link.shapes:
        if shape.kind in _SHAPES:
            part = add_element(element, "collision" if shape.collision else "visual")
            _add_origin(part, pose)
            _add_shape(add_element(part, "geometry"), shape)


def _add_inertia(link: Element, body: Body) -> None:
    inertial = add_element(link, "inertial")
    if any(as_doubles(body.center)):
        add_element(inertial, "origin", xyz=vector_text(body.center))
    add_element(inertial, "mass", value=number_text(body.mass))
    moments = {
        f"i{'xyz'[i]}{'xyz'[k]}": number_text(body.inertia[i][k])
        for i in range(3)
        for k in range(i, 3)
    }
    add_element(inertial, "inertia", **moments)


def _add_shape(geometry: Element, shape: Shape) -> None:
    sizes = [number(size) for size in shape.sizes]
    if shape.kind == "mesh":
        scale = vector_text(sizes)
        add_element(geometry, "mesh", filename=shape.file, scale="" if scale == "1 1 1" else scale)
    elif shape.kind == "box":
        add_element(geometry, "box", size=vector_text(sizes))
    else:
        words = dict(zip(("radius", "length"), map(number_text, sizes), strict=False))
        add_element(geometry, shape.kind, **words)


def _add_joint(root: Element, link: PosedLink, joint: PosedJoint, posed: PosedRobot) -> None:
    kind, limits = joint.kind, joint.limits
    word = {JointType.PRISMATIC: "prismatic", JointType.FIXED: "fixed"}.get(kind, "revolute")
    if kind is JointType.REVOLUTE and limits.lower is None and limits.upper is None:
        word = "continuous"
    parent = posed.links[link.parent].name
    element = _add_placed_joint(root, joint.name, word, parent, link)
    if not joint.moves:
        return
    add_element(element, "axis", xyz=vector_text(joint.axis))
    if word != "continuous" or limits.velocity is not None or limits.effort is not None:
        ends = {} if word == "continuous" else _ends(limits)
        others = {"effort": _limit(limits.effort), "velocity": _limit(limits.velocity)}
        add_element(element, "limit", **ends, **others)
    damping, friction = (joint.drive[name] for name in ("FV", "FS"))
    if damping or friction:
        values = {"damping": number_text(damping), "friction": number_text(friction)}
        add_element(element, "dynamics", **values)
    if joint.leader:
        leader, factor, offset = joint.leader
        words = {"multiplier": number_text(factor), "offset": number_text(offset)}
        add_element(element, "mimic", joint=posed.joint_of(leader).name, **words)


def _ends(limits: Limits) -> dict[str, str]:
    lower = number_text(-UNLIMITED) if limits.lower is None else _limit(limits.lower)
    return {"lower": lower, "upper": _limit(limits.upper)}


def _limit(value: Expression | None) -> str:
    return number_text(UNLIMITED if value is None else number(value))


def _add_placed_joint(root: Element, name: str, kind: str, parent: str, link: PosedLink) -> Element:
    element = add_element(root, "joint", name=name, type=kind)
    add_element(element, "parent", link=parent)
    add_element(element, "child", link=link.name)
    _add_origin(element, link.pose)
    return element


def _add_origin(element: Element, pose: Pose) -> None:
    if is_rest(pose):
        return
    angles = vector_text(roll_pitch_yaw(pose))
    rpy = "" if angles == "0 0 0" else angles
    add_element(element, "origin", xyz=vector_text(pose.p), rpy=rpy)


def roll_pitch_yaw(pose: Pose) -> Vector:
    """Return the angles of Rz(yaw) Ry(pitch) Rx(roll); the roll takes all where z and x agree.

    The roll is what the yaw leaves: where z and x nearly agree, the last digits of the matrix make
    the yaw anything, and only both together are the rotation.
    """
    (a, a2, a3), (b, b2, b3), (c, _, _) = pose.R
    level = DIGITS.hypot(a, b)
    pitch = DIGITS.atan2(-c, level)
    if as_double(level) == 0.0:
        return _angle(-b3, b2), pitch, 0 * pitch
    cosine, sine = a / level, b / level
    roll = _angle(sine * a3 - cosine * b3, cosine * b2 - sine * a2)
    return roll, pitch, _angle(sine, cosine)


def _angle(sine: Number, cosine: Number) -> Number:
    """The angle; half a turn is positive, whatever rounding has left of its sine."""
    return DIGITS.atan2(0 * sine if as_double(sine) == 0.0 else sine, cosine)


def _add_transmission(root: Element, joint: PosedJoint) -> None:
    """Give the inertia of a rotor on the joint's side, with a reduction of 1."""
    transmission = add_element(root, "transmission", name=f"{joint.name}_transmission")
    add_element(transmission, "type").text = "transmission_interface/SimpleTransmission"
    interface = "EffortJointInterface"
    at_joint = add_element(transmission, "joint", name=joint.name)
    add_element(at_joint, "hardwareInterface").text = interface
    actuator = add_element(transmission, "actuator", name=f"{joint.name}_motor")
    add_element(actuator, "mechanicalReduction").text = "1"
    add_element(actuator, "rotorInertia").text = number_text(joint.drive["IA"])
