"""The model functions of the Python interface, one for each entry of the registry.

All take the same keyword options beside their own (`Common`):

    level: ``"O1"`` (what the outputs need) or ``"O0"`` (the whole trace).
    outputs: names or patterns of the outputs wanted.
    tree: take the equivalent tree of a closed robot.
    with_: ``"ia"``, ``"friction"``, ``"wrench=6"``: general symbols where the robot has zeros.
    set_: expressions for symbols, put in before anything else.
    floating_base: let the base float: its acceleration is unknown, link 0 has inertia.
    base: use base inertial parameters (dynamic and identification models).
    expanded: write outputs without intermediate variables, simplified.
    time: seconds that symbolic work may take (with ``expanded``, and for the determinant and the
        inverse of a Jacobian); 60 by default.
    verify: compare the result with the independent reference.

They raise ModelError if the robot cannot have the model, UsageError for a wrong call.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from keyword import iskeyword
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from symoro.errors import UsageError
from symoro.expressions import ExpressionLike
from symoro.generate.model import Model, generate
from symoro.generate.options import DEFAULT_LEVEL, Options
from symoro.robot import Robot

if TYPE_CHECKING:
    from symoro.generate.loop_solutions import LoopGeometry

Frames = int | Sequence[int]
Places = str | int | Sequence[int]


class Common(TypedDict, total=False):
    """The options that every model function takes."""

    level: str
    outputs: Sequence[str] | str
    tree: bool
    with_: Sequence[str] | str
    set_: Mapping[str, ExpressionLike] | None
    floating_base: bool
    base: bool
    expanded: bool
    time: float | None
    verify: bool


def idm(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the inverse dynamic model: joint torques from positions, velocities, accelerations.

    Outputs are ``GAM``, and the reactions ``E`` and ``N`` if asked for; a floating base has its
    acceleration ``VP0``, ``WP0`` too. Closed robots need ``tree=True``.
    """
    return _generate("idm", robot, common)


def lagrange(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the Lagrange model: torques = ``A`` QDP + ``B`` (QPj QPk) + ``C`` (QPj^2) + ``Q``.

    The columns of ``B`` are the pairs of joints j < k in order: (1, 2), (1, 3), ... (2, 3), ...
    Simple and tree robots on a fixed base; closed robots need ``tree=True``.
    """
    return _generate("lagrange", robot, common)


def inertia(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the inertia matrix ``A`` of a tree robot; a floating base has six rows first."""
    return _generate("inertia", robot, common)


def ccg(robot: Robot, *, only: Sequence[str] | str = (), **common: Unpack[Common]) -> Model:
    """Return the vector ``H`` of Coriolis, centrifugal and gravity efforts.

    Args:
        robot: a tree robot.
        only: some of ``"gravity"``, ``"coriolis"``, ``"friction"``, ``"wrench"``.
        common: see the module.
    """
    return _generate("ccg", robot, common, {"only": only})


def ddm(robot: Robot, *, method: str | None = None, **common: Unpack[Common]) -> Model:
    """Return the direct dynamic model: joint accelerations ``QDP`` from torques ``GAM``.

    A floating base has its acceleration ``VP0``, ``WP0`` too; reactions ``E``, ``N`` on request.

    Args:
        robot: a tree robot.
        method: ``"recursive"`` or ``"matrix"``; the one with fewer operations by default.
        common: see the module.
    """
    return _generate("ddm", robot, common, {"method": method})


def energy(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the kinetic energy ``E`` and the potential energy ``U``."""
    return _generate("energy", robot, common)


def regressor(
    robot: Robot, *, reference: bool = False, mode: int | None = None, **common: Unpack[Common]
) -> Model:
    """Return the dynamic identification model: torques = ``DG`` times the robot's parameters.

    ``columns`` names the parameter of each column. Rows are the joints that move, of a closed robot
    the motorised ones; a floating base has six rows first, its force and moment.

    Args:
        robot: any robot.
        reference: Slotine and Li's, at reference velocities and accelerations; tree robots.
        mode: closed robots, with ``base``: the assembly mode whose base parameters are taken.
        common: see the module.
    """
    return _generate("regressor", robot, common, {"reference": reference, "mode": mode})


def energy_model(
    robot: Robot, *, power: bool = False, mode: int | None = None, **common: Unpack[Common]
) -> Model:
    """Return the energy identification model: total energy = ``H`` times the robot's parameters.

    Args:
        robot: a robot whose base is fixed or floats.
        power: give its rate ``HP`` instead, which is the power of the joints; friction then has
            columns too.
        mode: closed robots, with ``base``: the assembly mode whose base parameters are taken.
        common: see the module.
    """
    return _generate("energy-model", robot, common, {"power": power, "mode": mode})


def filtered_model(robot: Robot, *, mode: int | None = None, **common: Unpack[Common]) -> Model:
    """Return the filtered dynamic identification model: torques = d/dt (DEP K) + DLQ K.

    No acceleration enters ``DEP`` and ``DLQ``; ``columns`` names the parameters K, and
    `filtered_samples` filters measurements. Rows are those of the regressor.

    Args:
        robot: any robot.
        mode: closed robots, with ``base``: the assembly mode whose base parameters are taken.
        common: see the module.
    """
    return _generate("filtered-model", robot, common, {"mode": mode})


def transform(
    robot: Robot,
    from_: Frames = (),
    to: Frames = (),
    *,
    motorised: bool = False,
    mode: int | None = None,
    **common: Unpack[Common],
) -> Model:
    """Return transformation matrices between pairs of frames, expanded.

    Args:
        robot: any robot.
        from_: the frame, or frames, in which the results are written; -1 is the world.
        to: the frames that are described, as many.
        motorised: closed robots, as a function of the motorised joints alone.
        mode: the assembly mode of the loops, from 1.
        common: see the module.
    """
    own = {"from": from_, "to": to, "motorised": motorised, "mode": mode}
    return _generate("transform", robot, common, own)


def fast_transform(
    robot: Robot,
    from_: Frames = (),
    to: Frames = (),
    *,
    motorised: bool = False,
    mode: int | None = None,
    **common: Unpack[Common],
) -> Model:
    """Return transformation matrices with intermediate variables: the cheapest form.

    Arguments are those of `transform`.
    """
    own = {"from": from_, "to": to, "motorised": motorised, "mode": mode}
    return _generate("fast-transform", robot, common, own)


def jacobian(
    robot: Robot,
    link: int | None = None,
    *,
    projection: int | None = None,
    intermediate: int | None = None,
    total: bool = False,
    orientation: str | None = None,
    motorised: bool = False,
    mode: int | None = None,
    **common: Unpack[Common],
) -> Model:
    """Return the Jacobian matrix of a link.

    Args:
        robot: any robot.
        link: the frame whose velocity it gives; the last terminal link by default.
        projection: the frame of projection.
        intermediate: the frame at whose origin the velocity is taken; the matrix ``L`` moves it to
            the link's own origin.
        total: also give the product ``JT`` = L J.
        orientation: ``"euler"``, ``"rpy"``, ``"quaternion"`` or ``"axis-angle"``: also give the
            coordinates ``X`` and the analytical Jacobian ``JX``.
        motorised: closed robots, in the motorised joints alone.
        mode: the assembly mode of the loops, from 1.
        common: see the module.
    """
    own = {
        "link": link,
        "projection": projection,
        "intermediate": intermediate,
        "total": total,
        "orientation": orientation,
        "motorised": motorised,
        "mode": mode,
    }
    return _generate("jacobian", robot, common, own)


def jacobian_det(
    robot: Robot,
    link: int | None = None,
    *,
    rows: Places = (),
    cols: Places = (),
    projection: int | None = None,
    intermediate: int | None = None,
    motorised: bool = False,
    mode: int | None = None,
    **common: Unpack[Common],
) -> Model:
    """Return the determinant of a Jacobian matrix or of a part of it, factored.

    A part that is not square gives det(J J^T), or det(J^T J) if it has fewer columns than rows;
    rows that are zero in every posture are left out.

    Args:
        robot: any robot.
        link: the frame whose velocity the Jacobian gives; the last terminal link by default.
        rows: rows to keep, such as ``"1-3"`` or ``[1, 2, 3]``.
        cols: columns to keep.
        projection: the frame of projection.
        intermediate: the intermediate frame.
        motorised: closed robots, in the motorised joints alone.
        mode: the assembly mode of the loops, from 1.
        common: see the module.
    """
    own = _part(link, rows, cols, projection, intermediate, motorised, mode)
    return _generate("jacobian-det", robot, common, own)


def jacobian_inverse(
    robot: Robot,
    link: int | None = None,
    *,
    rows: Places = (),
    cols: Places = (),
    projection: int | None = None,
    intermediate: int | None = None,
    motorised: bool = False,
    mode: int | None = None,
    **common: Unpack[Common],
) -> Model:
    """Return the inverse of a Jacobian matrix or of a square part of it.

    Arguments are those of `jacobian_det`.
    """
    own = _part(link, rows, cols, projection, intermediate, motorised, mode)
    return _generate("jacobian-inverse", robot, common, own)


def _part(
    link: int | None,
    rows: Places,
    cols: Places,
    projection: int | None,
    intermediate: int | None,
    motorised: bool,
    mode: int | None,
) -> dict[str, Any]:
    return {
        "link": link,
        "rows": rows,
        "cols": cols,
        "projection": projection,
        "intermediate": intermediate,
        "motorised": motorised,
        "mode": mode,
    }


def velocities(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the velocities of all links, in their own frames: ``V`` and ``W``."""
    return _generate("velocities", robot, common)


def accelerations(robot: Robot, **common: Unpack[Common]) -> Model:
    """Return the accelerations of all links, in their own frames: ``VP`` and ``WP``."""
    return _generate("accelerations", robot, common)


def jdot_qdot(
    robot: Robot, *, motorised: bool = False, mode: int | None = None, **common: Unpack[Common]
) -> Model:
    """Return the accelerations of all links when no joint accelerates: ``VPJ`` and ``WPJ``."""
    return _generate("jdot-qdot", robot, common, {"motorised": motorised, "mode": mode})


def loop_kinematics(robot: Robot, *, active: Frames = (), **common: Unpack[Common]) -> Model:
    """Return the constraint equations of a closed robot: Wa, Wp, Wac, Wpc, Wc, Psi, Phi and W.

    Args:
        robot: a closed robot.
        active: the joints taken as known; the motorised ones by default.
        common: see the module.
    """
    return _generate("loop-kinematics", robot, common, {"active": active})


def _generate(
    name: str, robot: Robot, common: Common, own: Mapping[str, Any] | None = None
) -> Model:
    return generate(name, checked(robot), options(common, own))


def checked(robot: object) -> Robot:
    """Return the robot if it is one."""
    if not isinstance(robot, Robot):
        raise UsageError(f"a Robot is needed, not {type(robot).__name__}; symoro.load gives one")
    return robot


def options(common: Common, own: Mapping[str, Any] | None = None) -> Options:
    """Return keyword arguments as options."""
    unknown = sorted(set(common) - set(Common.__annotations__))
    if unknown:
        names = [f"{name}_" if iskeyword(name) else name for name in own or {}]
        raise UsageError(
            f"there is no option {', '.join(unknown)}; options of this model are "
            f"{', '.join([*names, *Common.__annotations__])}"
        )
    set_ = common.get("set_")
    if set_ is not None and not isinstance(set_, Mapping):
        raise UsageError(f"set_ is a mapping from symbol to expression, not {type(set_).__name__}")
    return Options(
        level=common.get("level", DEFAULT_LEVEL),
        outputs=_several(common.get("outputs", ())),
        tree=common.get("tree", False),
        with_=_several(common.get("with_", ())),
        set_=dict(set_ or {}),
        floating_base=common.get("floating_base", False),
        base=common.get("base", False),
        expanded=common.get("expanded", False),
        time=common.get("time"),
        verify=common.get("verify", True),
        own=dict(own or {}),
    )


def _several(names: object) -> tuple[str, ...]:
    """Names may be given as one text, with commas between them."""
    if isinstance(names, str):
        return tuple(name.strip() for name in names.split(",") if name.strip())
    found = tuple(names) if isinstance(names, Iterable) else (names,)
    texts = tuple(name for name in found if isinstance(name, str))
    if len(texts) < len(found):
        raise UsageError(f"names are texts, not {names!r}")
    return texts


def loop_geometry(
    robot: Robot, *, active: Frames = (), mode: int | None = None, **common: Unpack[Common]
) -> LoopGeometry:
    """Return the passive joints of a closed robot as functions of the active ones.

    ``.model`` is the closed form, ``.labels`` names its assembly modes, ``.solutions(at,
    parameters)`` gives numbers, found by search where there is no closed form.

    Args:
        robot: a closed robot.
        active: the joints taken as known; the motorised ones by default.
        mode: one assembly mode, from 1; all by default.
        common: see the module.
    """
    from symoro.generate.loop_solutions import loop_geometry as planned

    return planned(checked(robot), options(common, {"active": active, "mode": mode}))
