"""The parts of a robot that files of other programs take, and those of its model that they lack."""

from __future__ import annotations

from collections.abc import Iterator

from symoro.errors import RobotError, UsageError, short_list
from symoro.expressions import ZERO
from symoro.formats.precise_poses import numbers
from symoro.robot import BaseMotion, Limits, Link, Robot
from symoro.robot.assembly.space import Number
from symoro.robot.frame import GEOMETRY
from symoro.robot.link import DRIVE, FRICTION, LAW, WRENCH
from symoro.robot.values import missing_values
from symoro.robot.variables import position_field

Leader = tuple[int, Number, Number]
"""The joint that another one follows, by its frame, with factor and offset."""

DRIVE_WORDS = ("IA", "FV", "FS")
"""The parameters of a drive that other programs have."""

_LAWS = tuple(name for name in (*FRICTION, "FL") if name not in DRIVE_WORDS)


def link_of(robot: Robot, j: int) -> Link:
    """Return link ``j``; link 0 is that of the base, whether it moves or not."""
    return robot.link(j) if j else robot.base.link or robot.base.fixed_link or Link()


def require_numbers(robot: Robot) -> None:
    """Refuse symbols in all that is written; a position has the variable of its joint alone."""
    entries = [*robot.base.G, *(entry for row in robot.base.Z for entry in row)]
    for j, frame in robot:
        entries += [getattr(frame, name) for name in (*GEOMETRY, "k", "rest")]
        limits = frame.limits or Limits()
        entries += [e for e in (limits.lower, limits.upper, limits.velocity, limits.effort) if e]
        if j <= robot.n_links and frame.moves:
            entries += [getattr(robot.link(j), name) for name in DRIVE_WORDS]
    for j in range(robot.n_links + 1):
        entries += link_of(robot, j).inertial
    if robot.coupling:
        entries += [e for row in (*robot.coupling.K, robot.coupling.q0) for e in row]
    variables = {each.name for each in robot.variables.values()}
    if missing := {name for entry in entries for name in entry.symbols} - variables:
        raise UsageError(missing_values(robot, missing))
    for j, variable in robot.variables.items():
        frame = robot.frame(j)
        if frame.position.symbols != {variable.name}:
            raise RobotError(
                "moves with another joint, which the joint of a tree cannot",
                frame=j,
                field=position_field(frame),
                found=str(frame.position),
                expected=f"{variable} and an offset",
            )


def model_losses(robot: Robot) -> Iterator[str]:
    """The parts of a robot's model that no such program has."""
    links = list(enumerate(robot.links, start=1))
    cut = [
        f"{name} of joint {j}"
        for j, drive in enumerate(robot.cut_drives, start=robot.n_links + 1)
        for name in (*DRIVE, *LAW)
        if getattr(drive, name) != ZERO
    ]
    if cut:
        yield f"no rotors and friction at the joints where loops are cut ({short_list(cut)})"
    laws = [f"{n} of link {j}" for j, each in links for n in _LAWS if getattr(each, n) != ZERO]
    smooth = [f"VW of link {j}" for j, each in links if each.VW != ZERO]
    if laws or smooth:
        yield f"no friction other than FV and FS ({short_list([*laws, *smooth])})"
    pushed = [str(j) for j, each in links if any(getattr(each, n) != ZERO for n in WRENCH)]
    if pushed:
        yield f"no wrenches on the environment (of link {short_list(pushed)})"
    if robot.base.motion is BaseMotion.MOVING:
        yield "a base that stands still"
    if robot.wheels:
        yield "no wheels that roll"
    drives = robot.coupling and (*robot.coupling.IA, *robot.coupling.FV, *robot.coupling.FS)
    if drives and any(entry != ZERO for entry in drives):
        yield "no rotor inertia and friction on the motors' side of the coupling"


def coupled_joints(robot: Robot, losses: list[str]) -> dict[int, Leader]:
    """The joints that follow another one by the coupling, with factor and offset."""
    if robot.coupling is None:
        return {}
    K, q0 = [numbers(row) for row in robot.coupling.K], numbers(robot.coupling.q0)
    leaders: dict[int, int] = {}
    followers: dict[int, Leader] = {}
    joints = [j for j in robot.moving_joints if j <= robot.n_links]  # cut joints have no row
    for row, j in enumerate(joints):
        motors = [column for column, factor in enumerate(K[row]) if factor != 0]
        if len(motors) != 1:
            continue
        leader = leaders.setdefault(motors[0], row)
        if leader != row:
            factor = K[row][motors[0]] / K[leader][motors[0]]
            followers[j] = (joints[leader], factor, q0[row] - factor * q0[leader])
    rows = zip(joints, K, strict=True)
    mixed = [f"joint {j}" for j, row in rows if sum(map(bool, row)) > 1]
    if mixed:
        losses.append(f"no motors for several joints ({short_list(mixed)} move freely)")
    return followers
