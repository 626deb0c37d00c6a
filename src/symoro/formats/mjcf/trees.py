"""The choice of the robot among the bodies of a scene: the base, and the bodies it carries.

MuJoCo's world may hold several trees. Those that joints hold to the world are branches of one robot
whose base is the world. A single tree on a free joint is a robot whose base floats. Free bodies
without joints are objects beside a robot, not parts of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symoro.errors import SymoroError, short_list
from symoro.formats.mjcf.compiler import CompiledModel

WORLD = 0


class NoRobotError(SymoroError):
    """A scene that is no robot, with the reason."""


@dataclass(frozen=True)
class Choice:
    """The bodies of a robot.

    Attributes:
        base: the number of the base.
        floating: True if a free joint holds it.
        bodies: the other bodies, each after its parent.
        objects: free bodies that are left out.
        surroundings: the bodies at rest in the world that are left out.
    """

    base: int
    floating: bool
    bodies: tuple[int, ...]
    objects: tuple[int, ...]
    surroundings: tuple[int, ...]


def choose_robot(compiled: CompiledModel, names: dict[int, str]) -> Choice:
    """Choose the base and its bodies.

    Raises:
        NoRobotError: for a scene with more than one candidate, or without any.
    """
    model = compiled.model
    free_kind = int(compiled.mujoco.mjtJoint.mjJNT_FREE)
    roots = _roots(model)
    free = [
        body
        for body in sorted(set(roots))
        if body != WORLD and _joint_kinds(model, body, free_kind)
    ]
    jointed = {
        roots[int(model.jnt_bodyid[joint])]
        for joint in range(model.njnt)
        if int(model.jnt_type[joint]) != free_kind
    }
    robots = [body for body in free if body in jointed]
    objects = [body for body in free if body not in jointed]
    standing = sorted(body for body in jointed if body not in free)
    if not jointed:
        raise NoRobotError(
            "no robot: no body has a joint but free ones" if free else "no robot: no body moves"
        )
    if len(robots) + bool(standing) > 1:
        candidates = [names[body] for body in (*robots, *standing)]
        raise NoRobotError(
            f"several robots, of which {len(robots)} on free joints: {short_list(candidates)}; "
            "leave one in the file, or make one tree of them"
        )
    base = robots[0] if robots else WORLD
    rest = tuple(body for body in range(1, model.nbody) if roots[body] == WORLD)
    if robots:
        bodies = tuple(body for body in range(1, model.nbody) if roots[body] == base != body)
        return Choice(base, True, bodies, tuple(objects), rest)
    bodies = tuple(body for body in range(1, model.nbody) if roots[body] not in objects)
    return Choice(base, False, bodies, tuple(objects), ())


def _roots(model: Any) -> list[int]:
    """For each body the first one below the world that moves; the world for those at rest."""
    roots = [WORLD]
    for body in range(1, model.nbody):
        root = roots[int(model.body_parentid[body])]
        roots.append(body if root == WORLD and model.body_jntnum[body] else root)
    return roots


def _joint_kinds(model: Any, body: int, kind: int) -> bool:
    """True if a joint of a body is of a kind."""
    first = int(model.body_jntadr[body])
    return first >= 0 and int(model.jnt_type[first]) == kind
