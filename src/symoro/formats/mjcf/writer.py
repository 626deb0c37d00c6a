"""Write a robot with numbers as MJCF: bodies with joints, motors, loops as equality constraints.

A loop closes by two points of the revolute axis that both sides share; the slide at which it may be
cut is a joint there. The masses and moments of inertia that MuJoCo requires of what moves are those
of `_STAND_IN`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from symoro.errors import RobotError, short_list
from symoro.expressions import Expression
from symoro.formats.geometry_alone import geometry_alone
from symoro.formats.mjcf.recut import cut_at_turns
from symoro.formats.posed_links import Body, PosedJoint, PosedLink, PosedRobot, posed_robot
from symoro.formats.precise_poses import (
    as_double,
    as_doubles,
    is_rest,
    number,
    number_text,
    vector_text,
)
from symoro.formats.xml_text import Element, add_element, new_element, xml_text
from symoro.robot import JointType, Robot, Shape
from symoro.robot.assembly.space import ORIGIN, Pose, Z, along, norm, transpose

_STAND_IN = 1e-12  # of the largest mass and moment of inertia, where a moving body has none
_LEAST = 1e-15  # what MuJoCo takes for no mass
_UNLIMITED = 1e10  # what MuJoCo takes for infinite
_MESHES = (".stl", ".obj", ".msh")


def write(robot: Robot) -> str:
    """Return the text of an MJCF file; a warning says what it lacks of this robot.

    Where only the geometry has numbers, bodies have the least masses that MuJoCo takes.

    Raises:
        UsageError: for other symbols without a number, with those and the robot's value sets; for
            a loop whose joints all slide, or have motors, friction or rotors.
        RobotError: for a body that MuJoCo refuses, and tables that are not those of bodies.
    """
    robot, loss = geometry_alone(robot)
    posed = posed_robot(robot, on_axes=False)
    cut_at_turns(posed)
    _refuse_impossible_bodies(posed)
    posed.losses += [loss] if loss else []
    posed.losses += _losses(posed)
    root = new_element("mujoco", model=robot.name)
    settings = {"angle": "radian", "autolimits": "true", "inertiafromgeom": "false"}
    bounds, bare = _bounds(posed)
    if bare:
        settings |= bounds
        posed.losses.append(
            f"links without mass or a moment of inertia ({short_list(bare)}), for which boundmass "
            f"and boundinertia of its compiler put in 1e-12{'' if loss else ' of the largest'}"
        )
    add_element(root, "compiler", **settings)
    add_element(root, "option", gravity=vector_text(posed.gravity))
    meshes = _add_meshes(root, posed)
    world = add_element(root, "worldbody")
    bodies: list[Element] = []
    for link in posed.links:
        carrier = world if link.parent < 0 else bodies[link.parent]
        bodies.append(_add_body(carrier, link, posed, meshes))
    _add_constraints(root, posed, bodies)
    _add_motors(root, posed)
    posed.warn("a .xml file of MuJoCo")
    return xml_text(root, robot)


# Bodies


def _add_body(
    parent: Element, link: PosedLink, posed: PosedRobot, meshes: dict[tuple[str, str], str]
) -> Element:
    joint = link.joint
    if joint is None and link.name == "world" and not posed.floats and is_rest(link.pose):
        body = parent  # which MuJoCo calls so
    else:
        body = add_element(parent, "body", name=link.name, **_place(link.pose))
    if joint is None and posed.floats:
        names = {each.name for each in posed.joints}
        add_element(body, "freejoint", name="root_joint" if "root_joint" not in names else "")
    if joint is not None and joint.moves:
        _add_joint(body, joint)
    if link.body and body is not parent:
        J = link.body.inertia
        six = (J[0][0], J[1][1], J[2][2], J[0][1], J[0][2], J[1][2])
        words = {"mass": number_text(link.body.mass), "fullinertia": vector_text(six)}
        add_element(body, "inertial", pos=vector_text(link.body.center), **words)
    for shape, pose in link.shapes:
        _add_geom(body, shape, pose, meshes)
    return body


def _add_joint(body: Element, joint: PosedJoint) -> None:
    drive = {"damping": joint.drive["FV"], "frictionloss": joint.drive["FS"]}
    drive["armature"] = joint.drive["IA"]
    if joint.frame.eta:
        drive["stiffness"] = number(joint.frame.k)
        drive["springref"] = number(joint.frame.rest)
    words = {tag: number_text(value) for tag, value in drive.items() if as_double(value)}
    lower, upper = joint.limits.lower, joint.limits.upper
    if lower is not None or upper is not None:
        ends = (_number(lower, -_UNLIMITED), _number(upper, _UNLIMITED))
        words["range"] = vector_text(ends)
    anchor = vector_text(joint.anchor)
    add_element(
        body,
        "joint",
        name=joint.name,
        type="slide" if joint.kind is JointType.PRISMATIC else "hinge",
        pos="" if anchor == "0 0 0" else anchor,
        axis=vector_text(joint.axis),
        **words,
    )


def _number(value: Expression | None, default: float) -> Any:
    return default if value is None else number(value)


def _place(pose: Pose) -> dict[str, str]:
    """The position and the axes x and y of a frame, without those that change nothing."""
    x, y, _ = transpose(pose.R)
    position, axes = vector_text(pose.p), vector_text((*x, *y))
    return {
        "pos": "" if position == "0 0 0" else position,
        "xyaxes": "" if axes == "1 0 0 0 1 0" else axes,
    }


# Shapes


def _add_geom(body: Element, shape: Shape, pose: Pose, meshes: dict[tuple[str, str], str]) -> None:
    """Add a shape; what is only seen touches nothing."""
    words = (
        {"group": "3"} if shape.collision else {"group": "2", "contype": "0", "conaffinity": "0"}
    )
    if shape.kind == "mesh":
        if (name := meshes.get(_mesh(shape))) is None:
            return
        words["mesh"] = name
    else:
        sizes = [number(size) for size in shape.sizes]
        if shape.kind == "box":
            sizes = [size / 2 for size in sizes]
        elif shape.kind in ("cylinder", "capsule"):
            sizes[1] = sizes[1] / 2
        words["size"] = vector_text(sizes)
    add_element(body, "geom", type=shape.kind, **_place(pose), **words)


def _mesh(shape: Shape) -> tuple[str, str]:
    return shape.file, vector_text(map(number, shape.sizes))


def _has_mesh(shape: Shape) -> bool:
    return shape.file.lower().endswith(_MESHES) and "://" not in shape.file


def _add_meshes(root: Element, posed: PosedRobot) -> dict[tuple[str, str], str]:
    """Name the files of meshes that MuJoCo reads."""
    shapes = [shape for link in posed.links for shape, _ in link.shapes if shape.kind == "mesh"]
    files = dict.fromkeys(_mesh(shape) for shape in shapes if _has_mesh(shape))
    meshes = {each: f"mesh{k}" for k, each in enumerate(files, start=1)}
    if meshes:
        assets = add_element(root, "asset")
        for (file, scale), name in meshes.items():
            scale = "" if scale == "1 1 1" else scale
            add_element(assets, "mesh", name=name, file=file, scale=scale)
    return meshes


# Constraints and motors


def _add_constraints(root: Element, posed: PosedRobot, bodies: list[Element]) -> None:
    """Close loops, and let joints follow others.

    Sites fix the points of a loop where they are on each side; anchors would be those of the
    position zero, in which loops need not close.
    """
    followers = [joint for joint in posed.joints if joint.leader]
    if not posed.loops and not followers:
        return
    length = number_text(_loop_length(posed))
    equality = add_element(root, "equality")
    for loop in posed.loops:
        for point, z in (("origin", "0"), ("axis", length)):
            sites = []
            for (place, pose), side in zip(loop.sides, "ab", strict=True):
                at = pose.point(along(ORIGIN, float(z), Z))
                sites.append(f"{loop.name}_{point}_{side}")
                add_element(bodies[place], "site", name=sites[-1], pos=vector_text(at))
            name = f"{loop.name}_{point}"
            add_element(equality, "connect", name=name, site1=sites[0], site2=sites[1])
    for joint in followers:
        assert joint.leader is not None
        leader, factor, offset = joint.leader
        names = {"joint1": joint.name, "joint2": posed.joint_of(leader).name}
        polynomial = f"{number_text(offset)} {number_text(factor)} 0 0 0"
        add_element(equality, "joint", **names, polycoef=polynomial)


def _loop_length(posed: PosedRobot) -> float:
    """The distance of two points of a cut axis: a power of ten like the robot's lengths."""
    lengths = [float(norm(link.pose.p)) for link in posed.links]
    return 10.0 ** round(math.log10(max(lengths))) if any(lengths) else 1.0


def _add_motors(root: Element, posed: PosedRobot) -> None:
    """Add a motor for each actuated joint of the tree."""
    joints = [joint for joint in posed.joints if joint.moves and joint.frame.mu]
    if joints:
        actuator = add_element(root, "actuator")
        for joint in joints:
            words = {}
            if joint.limits.effort is not None:
                most = number(joint.limits.effort)
                words["ctrlrange"] = vector_text((-most, most))
            add_element(actuator, "motor", name=joint.name, joint=joint.name, **words)


# Losses and bodies that MuJoCo refuses


def _losses(posed: PosedRobot) -> Iterator[str]:
    fast = [j.name for j in posed.joints if j.limits.velocity is not None]
    if fast:
        yield f"no velocity limits (of {short_list(fast)})"
    cuts = [
        each.name for each in posed.loops if each.frame.mu or each.frame.eta or each.frame.limits
    ]
    if cuts:
        yield f"no motors, springs and limits of joints at which loops are cut ({short_list(cuts)})"
    shapes = [shape for link in posed.links for shape, _ in link.shapes]
    lost = sorted({s.file for s in shapes if s.kind == "mesh" and not _has_mesh(s)})
    if lost:
        yield f"no meshes other than {', '.join(_MESHES)} files ({short_list(lost)})"


def _bounds(posed: PosedRobot) -> tuple[dict[str, str], list[str]]:
    """The mass and the inertia for moving bodies that lack them, and the names of these bodies."""
    bodies = {link.name: link.body for link in posed.links if _moves(link, posed)}
    known = [body for body in bodies.values() if body]
    mass = _bound([float(body.mass) for body in known])
    inertia = _bound([float(np.trace(as_doubles(body.inertia))) for body in known])
    bare = [
        name
        for name, body in bodies.items()
        if body is None or body.mass < mass or _least_moment(body) < inertia
    ]
    return {"boundmass": number_text(mass), "boundinertia": number_text(inertia)}, bare


def _moves(link: PosedLink, posed: PosedRobot) -> bool:
    return posed.floats if link.joint is None else link.joint.moves


def _bound(sizes: list[float]) -> float:
    largest = max(sizes, default=1.0) or 1.0
    return max(10.0 ** math.floor(math.log10(largest * _STAND_IN)), 2 * _LEAST)


def _least_moment(body: Body) -> float:
    return float(np.linalg.eigvalsh(as_doubles(body.inertia))[0])


def _refuse_impossible_bodies(posed: PosedRobot) -> None:
    for link in posed.links:
        if link.body and _moves(link, posed) and (fault := link.body.fault):
            raise RobotError(
                f"no rigid body has these numbers: {fault}; MuJoCo refuses such a link, and "
                "balanceinertia of its compiler makes another one of it",
                frame=link.frame,
                field="inertia",
                expected="a mass, and moments of inertia about its centre that a body has",
            )
