"""Small robots for tests of base parameters, written in one line each."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from symoro.expressions import ZERO, Expression, parse, symbol
from symoro.robot import Base, BaseMotion, JointType, Robot, Structure, general_link, joint_frame

_KINDS = {"R": JointType.REVOLUTE, "P": JointType.PRISMATIC, "F": JointType.FIXED}


def arm(*joints: str, g: str = "0 0 G3", rotors: Collection[int] = (), name: str = "arm") -> Robot:
    """A tree on a fixed base, its links general.

    Args:
        joints: such as ``"R"`` or ``"P alpha=Pi/2 d=D2 a=0"``; ``a`` is the antecedent, else the
            frame before. Variables are t1 or r1.
        g: gravity in frame 0.
        rotors: the joints with a rotor inertia IAj.
        name: of the robot.
    """
    frames, links = [], []
    for j, text in enumerate(joints, start=1):
        kind, *words = text.split()
        fields = {key: parse(entry) for key, entry in (word.split("=") for word in words)}
        antecedent = int(str(fields.pop("a", j - 1)))
        if kind == "R":
            fields["theta"] = fields.get("theta", ZERO) + symbol(f"t{j}")
        elif kind == "P":
            fields["r"] = fields.get("r", ZERO) + symbol(f"r{j}")
        frames.append(joint_frame(j, antecedent, _KINDS[kind], **fields))
        links.append(general_link(j, **({"IA": symbol(f"IA{j}")} if j in rotors else {})))
    base = Base(G=vector(g))
    return Robot(name, Structure.TREE, tuple(frames), tuple(links), base)


def vector(text: str) -> tuple[Expression, Expression, Expression]:
    """Three expressions."""
    x, y, z = map(parse, text.split())
    return x, y, z


def moving(robot: Robot, **motion: str) -> Robot:
    """The robot on a base of known motion: ``W0="0 0 WZ"``."""
    fields = {key: vector(text) for key, text in motion.items()}
    base = Base(motion=BaseMotion.MOVING, G=robot.base.G, **fields)  # type: ignore[arg-type]
    return replace(robot, base=base)


def floating(robot: Robot) -> Robot:
    """The robot on a floating base that has inertia."""
    base = Base(motion=BaseMotion.FLOATING, G=robot.base.G, link=general_link(0))
    return replace(robot, base=base)


def with_rotors(robot: Robot) -> Robot:
    """The robot with a rotor inertia at every joint of its links that moves."""
    links = (
        replace(link, IA=symbol(f"IA{j}")) if robot.frame(j).moves else link
        for j, link in enumerate(robot.links, start=1)
    )
    return replace(robot, links=tuple(links))
