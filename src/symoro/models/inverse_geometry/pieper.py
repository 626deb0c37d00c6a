"""Pieper's method: six joints of which three are revolute with axes that meet, or three prismatic.

With a wrist, wherever it is, its centre gives the other three joints, then the orientation those of
the wrist. With three prismatic joints the orientation gives the revolute ones, whether or not their
axes meet, and the position the others. The wrist is found by its geometry, frames that are fixed
and joints that are locked included. What is zero is decided exactly, at random points modulo a
prime.

References: [Guide] section 2.3.6, table 2.2.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from symoro.errors import ModelError
from symoro.models.inverse_geometry.centre import (
    CentreEquation,
    CentreProblem,
    Form,
    centre_problems,
    centre_scene,
)
from symoro.models.inverse_geometry.derivation import Derivation, Stage, stage_of
from symoro.models.inverse_geometry.joint_chain import (
    IdleJointsError,
    JointChain,
    separate_joint_chains,
)
from symoro.models.inverse_geometry.joint_scene import JointScene
from symoro.models.inverse_geometry.kinds import kind_of
from symoro.models.inverse_geometry.pose_columns import WHOLE, sampled_pose
from symoro.models.inverse_geometry.sample import SampledChain
from symoro.models.inverse_geometry.slides import SlideEquation
from symoro.models.inverse_geometry.unknowns import Kind
from symoro.models.inverse_geometry.wrist import (
    OrientationEquation,
    Wrist,
    find_wrists,
)
from symoro.models.let import plain
from symoro.robot import Robot

TYPES = {
    Kind.LINEAR: 1,
    Kind.QUADRATIC: 2,
    Kind.ANGLE: 3,
    Kind.DIRECTION: 4,
    Kind.QUARTIC: 5,
    Kind.CIRCLE: 6,
}
"""The types of equations of [Guide] table 2.2."""

_COST = {Kind.ANGLE: 1, Kind.QUADRATIC: 1, Kind.CIRCLE: 4, Kind.QUARTIC: 4}


@dataclass(frozen=True)
class _Unknown:
    """A joint in the order of solution, and its equation."""

    joint: int
    equation: CentreEquation | OrientationEquation | SlideEquation
    kind: Kind
    elements: str
    meaning: str = ""


def derive_by_pieper(
    robot: Robot, start: int, end: int, fixed: Collection[int], elements: Sequence[str]
) -> Derivation:
    """Solve a chain of six joints by Pieper's method.

    Raises:
        ModelError: with the reason for which the chain is none of its structures.
    """
    if not set(WHOLE) <= set(elements):
        raise ModelError(
            f"{robot.name}: Pieper's method takes the whole pose, not {', '.join(elements)} alone"
        )
    chains = list(separate_joint_chains(robot, start, end, fixed))
    _require_six_joints(chains[0])
    scenes = [_sampled_scene(chain) for chain in chains]
    _require_rank(scenes[0])
    orders = [(scene, order) for scene in scenes for order in _orders(scene)]
    if not orders:
        raise ModelError(
            f"{robot.name}: Pieper's method does not apply: the axes of no three revolute joints "
            "that follow one another meet in a point, and the chain has fewer than three "
            "prismatic joints"
        )
    scene, order = min(orders, key=lambda each: _cost(each[1]))
    stages = tuple(_stages(scene, order))
    return Derivation(scene.chain, "pieper", False, tuple(elements), stages, scene=JointScene)


def _sampled_scene(chain: JointChain) -> JointScene:
    """The chain on samples, all joints known."""
    samples = SampledChain(chain, f"inverse geometry of {chain.robot.name}")
    scene = JointScene(chain, samples.geometry, sampled_pose(samples), WHOLE, plain)
    scene.known.update(samples.values)
    return scene


def _require_six_joints(chain: JointChain) -> None:
    n = len(chain.unknowns)
    if n != 6:
        remedy = f"; give the positions of {n - 6} (--fix)" if n > 6 else ""
        raise ModelError(
            f"{chain.robot.name}: Pieper's method takes six joints, and {n} move between frames "
            f"{chain.start} and {chain.end}{remedy}"
        )


def _require_rank(scene: JointScene) -> None:
    """Refuse a chain that has joints which move while its end is at rest, at every posture."""
    idle = scene.joints_at_rest()
    if idle:
        *others, last = (str(scene.frame(k)) for k in idle)
        robot = scene.chain.robot.name
        raise IdleJointsError(
            f"{robot}: joints {', '.join(others)} and {last} can move at every posture while frame "
            f"{scene.chain.end} is at rest: the robot has fewer than six degrees of freedom, and "
            "no pose has isolated solutions"
        )


def _orders(scene: JointScene) -> list[list[_Unknown]]:
    """The ways to solve a chain, on samples."""
    n = len(scene.chain.blocks)
    slides = [k for k in range(1, n + 1) if not scene.turns(k)]
    orders = []
    if len(slides) == 3:
        turns = [k for k in range(1, n + 1) if scene.turns(k)]
        orders.append(_three_slides(scene, (*turns,), (*slides,)))
    for wrist in find_wrists(scene):
        for problem in centre_problems(scene, wrist):
            orders.append(_by_centre(scene, problem))
    return orders


def _three_slides(
    scene: JointScene, turns: tuple[int, ...], slides: tuple[int, ...]
) -> list[_Unknown]:
    i, j, k = turns
    x, y, z = slides
    position = "the position"
    return [
        *_orientation(scene, (i, j, k)),
        *(
            _Unknown(each, SlideEquation((x, y, z), number), Kind.LINEAR, position)
            for number, each in enumerate((x, y, z), 1)
        ),
    ]


def _orientation(scene: JointScene, joints: tuple[int, int, int]) -> list[_Unknown]:
    second, third = (scene.frame(k) for k in joints[1:])
    words = (
        f"the axis of joint {third} from that of joint {second}",
        f"the axis of joint {third}",
        "the orientation",
    )
    kinds = (Kind.ANGLE, Kind.DIRECTION, Kind.DIRECTION)
    return [
        _Unknown(k, OrientationEquation(joints, n), kind, text, "wrist" if n == 1 else "")
        for n, (k, kind, text) in enumerate(
            zip((joints[0], joints[1], joints[2]), kinds, words, strict=True), 1
        )
    ]


def _by_centre(scene: JointScene, problem: CentreProblem) -> list[_Unknown]:
    """The order by the centre of a wrist."""
    at = centre_scene(problem, scene)
    form = at.form()
    kind = kind_of(at.equation_of_z(form), at.unknown(at.z), at.turns(at.z))
    assert kind is not None  # the chain has six degrees of freedom
    wrist = [scene.frame(problem.wrist.first + k) for k in range(3)]
    centre = f"the centre of joints {', '.join(map(str, wrist))}"
    meanings = _meanings(scene, problem.wrist, at.z, form)
    kinds = {
        "z": kind,
        "y": at.coefficients_of_y(form)[0],
        "x": at.coefficients_of_x()[0],
    }
    joints = {"z": at.z, "y": at.y, "x": at.x}
    first = problem.wrist.first
    return [
        *(
            _Unknown(
                joints[role],
                CentreEquation(problem, form, each, role),
                each,
                centre,
                meanings.get(role, ""),
            )
            for role, each in kinds.items()
        ),
        *_orientation(scene, (first, first + 1, first + 2)),
    ]


def _meanings(scene: JointScene, wrist: Wrist, z: int, form: Form) -> dict[str, str]:
    """The parts of an arm that two roots tell apart: three revolute joints before a wrist."""
    if wrist.first != 4 or not all(scene.turns(k) for k in (1, 2, 3)):
        return {}
    if form is Form.GENERAL or form is Form.SUM:
        return {}
    shoulder_first = z == 1
    return {"z": "shoulder", "y": "elbow"} if shoulder_first else {"z": "elbow", "y": "shoulder"}


def _cost(order: Sequence[_Unknown]) -> tuple[int, bool]:
    """The difficulty of the equations; a shoulder comes before an elbow."""
    return sum(_COST.get(each.kind, 0) for each in order), order[0].meaning == "elbow"


def _stages(scene: JointScene, order: Sequence[_Unknown]) -> list[Stage]:
    return [
        stage_of(
            scene.joint(each.joint).unknown,
            each.kind,
            each.equation,
            scene,
            table=f"type {TYPES[each.kind]}",
            elements=each.elements,
            meaning=each.meaning,
        )
        for each in order
    ]
