"""The rules that every robot satisfies, checked once, on construction."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from symoro.errors import RobotError
from symoro.expressions import ONE, ZERO, Symbol
from symoro.robot.base import Base, BaseMotion
from symoro.robot.decimal_comma import comma_hint
from symoro.robot.frame import Frame, JointType
from symoro.robot.link import INERTIAL, WRENCH, Link
from symoro.robot.named_pose import NamedPose, poses_by_name
from symoro.robot.origin import require_consistent_origin
from symoro.robot.structure import Structure
from symoro.robot.value_set import ValueSet
from symoro.robot.wheel import Wheel

if TYPE_CHECKING:
    from symoro.robot.robot import Robot


def validate(robot: Robot) -> None:
    """Refuse a robot that cannot be, with the frame, the field, what was found and expected."""
    _kinds(robot)
    _sizes(robot)
    for j, frame in robot:
        _frame(robot, j, frame)
    _loops(robot)
    _base(robot)
    _cut_drives(robot)
    _friction(robot)
    _coupling(robot)
    _wheels(robot)
    _names(robot)
    poses_by_name(robot.poses)
    _ = robot.variables  # raises where a joint has no variable, or too many


def _kinds(robot: Robot) -> None:
    parts: list[tuple[str, Iterable[object], type]] = [
        ("name", (robot.name,), str),
        ("frames", robot.frames, Frame),
        ("links", robot.links, Link),
        ("cut_drives", robot.cut_drives, Link),
        ("base", (robot.base,), Base),
        ("wheels", robot.wheels, Wheel),
        ("values", robot.values, ValueSet),
        ("poses", robot.poses, NamedPose),
    ]
    for field, items, kind in parts:
        for place, item in enumerate(items):
            if not isinstance(item, kind):
                where = field if field in ("name", "base") else f"{field}[{place}]"
                text = f"{type(item).__name__} {reprlib.repr(item)}"
                raise RobotError(f"must be a {kind.__name__}", field=where, found=text)


def _sizes(robot: Robot) -> None:
    if not robot.name.strip():
        raise RobotError("a robot needs a name", field="name", found=repr(robot.name))
    if not isinstance(robot.structure, Structure):
        raise RobotError("not a structure", field="structure", found=repr(robot.structure))
    frames, links = len(robot.frames), len(robot.links)
    if not links:
        raise RobotError("a robot needs at least one link", field="links")
    if robot.structure is not Structure.CLOSED:
        if frames != links:
            raise RobotError(
                f"a {robot.structure.value} robot has as many links as frames",
                field="links",
                found=f"{links} links, {frames} frames",
                expected=f"{frames} links",
            )
    elif frames <= links or (frames - links) % 2:
        raise RobotError(
            "a closed robot has two frames more than links for each loop",
            field="frames",
            found=f"{links} links, {frames} frames",
            expected=f"{links + 2}, {links + 4}, ... frames",
        )


def _frame(robot: Robot, j: int, frame: Frame) -> None:
    if not 0 <= frame.antecedent < j:
        raise RobotError(
            "the antecedent must be the base or a frame before this one",
            frame=j,
            field="antecedent",
            found=frame.antecedent,
            expected="0" if j == 1 else f"0 to {j - 1}",
        )
    if robot.structure is Structure.SIMPLE and frame.antecedent != j - 1:
        raise RobotError(
            "in a simple chain each frame follows the one before it",
            frame=j,
            field="antecedent",
            found=frame.antecedent,
            expected=f"{j - 1}, or the structure tree",
        )
    for field in ("QP", "QDP", "GAM"):
        value = getattr(frame, field)
        if not isinstance(value, Symbol) and value.number is None:
            raise RobotError(
                "must be a name or a number",
                frame=j,
                field=field,
                found=value,
                expected=f"{field}{j}",
            )
    if frame.eta and not frame.moves:
        raise RobotError(
            "a fixed frame cannot be elastic", frame=j, field="eta", found=1, expected="0"
        )
    if j > robot.n_joints:
        for field in ("QP", "QDP", "GAM", "k", "rest"):
            if getattr(frame, field) != ZERO:
                raise RobotError(
                    "the fixed side of a cut joint has no joint of its own",
                    frame=j,
                    field=field,
                    found=getattr(frame, field),
                    expected="0",
                )


def _loops(robot: Robot) -> None:
    for j in range(robot.n_links + 1, robot.n_frames + 1):
        i = robot.frames[j - 1].antecedent
        if i > robot.n_links and robot.frames[i - 1].moves:
            raise RobotError(
                "frames of a cut joint are fixed on links, not on another cut joint",
                frame=j,
                field="antecedent",
                found=i,
                expected=f"a link, 0 to {robot.n_links}",
            )
    for cut, other in robot.loops():
        if not robot.frames[cut - 1].moves:
            raise RobotError(
                "a cut joint must be revolute or prismatic",
                frame=cut,
                field="sigma",
                found=2,
                expected="0 or 1",
            )
        if robot.frames[other - 1].moves:
            raise RobotError(
                f"the other side of cut joint {cut} must be a fixed frame",
                frame=other,
                field="sigma",
                found=int(robot.frames[other - 1].sigma),
                expected="2",
            )
        if robot.frames[other - 1].mu:
            raise RobotError(
                "a fixed frame has no motor", frame=other, field="mu", found=1, expected="0"
            )
        joints = [j for j in robot.loop_chain(cut) if j != robot.root(cut, other)]
        if sum(robot.frames[j - 1].moves for j in joints) < 2:
            raise RobotError(
                f"cut joint {cut} does not close a loop: both sides belong to the same link",
                frame=other,
                field="antecedent",
                found=robot.frames[other - 1].antecedent,
                expected="a frame on the other branch",
            )


def _base(robot: Robot) -> None:
    base = robot.base
    for field in ("W0", "WP0", "V0", "VP0", "G"):
        vector = getattr(base, field)
        if len(vector) != 3:
            raise RobotError(
                "a vector has three components",
                field=field,
                found=f"{len(vector)} values",
                expected=f"3{comma_hint([str(entry) for entry in vector], 3)}",
            )
    rows: list[object] = list(base.Z)
    if [len(row) if isinstance(row, tuple) else 0 for row in rows] != [4, 4, 4, 4]:
        raise RobotError("not a 4x4 matrix", field="Z", expected="4 rows of 4 values")
    if base.Z[3] != (ZERO, ZERO, ZERO, ONE):
        raise RobotError("not a transformation", field="Z", expected="a last row of 0, 0, 0, 1")
    if base.motion is BaseMotion.FIXED and base.moves:
        raise RobotError(
            "a fixed base has no velocity or acceleration",
            field="base",
            found="a non-zero value in W0, WP0, V0 or VP0",
            expected="zeros, or a moving base",
        )
    if base.motion is BaseMotion.FIXED and base.link is not None:
        raise RobotError(
            "a fixed base has no inertial parameters", field="base", expected="no link 0"
        )
    if base.motion is not BaseMotion.FIXED and base.fixed_link is not None:
        raise RobotError("a base that is not fixed has link, not fixed_link", field="base")


def _cut_drives(robot: Robot) -> None:
    """Refuse drives of cut joints that are not there, or that have the inertia of a link."""
    if len(robot.cut_drives) not in (0, robot.n_loops):
        raise RobotError(
            "each cut joint has a drive, or none has",
            field="cut_drives",
            found=f"{len(robot.cut_drives)} drives",
            expected=f"{robot.n_loops}, or none",
        )
    for place, drive in enumerate(robot.cut_drives):
        for field in (*INERTIAL, *WRENCH):
            if getattr(drive, field) != ZERO:
                raise RobotError(
                    "a cut joint has a rotor and friction alone; the bodies beside it are links",
                    field=f"cut_drives.{place}.{field}",
                    found=getattr(drive, field),
                    expected="0",
                )


def _friction(robot: Robot) -> None:
    for j, link in enumerate(robot.drives, start=1):
        if link.FB != ZERO and link.VST == ZERO:
            cut = j > robot.n_links
            raise RobotError(
                "a Stribeck coefficient FB without a Stribeck velocity",
                frame=None if cut else j,
                field=f"cut_drives.{j - robot.n_links - 1}.VST" if cut else "VST",
                found="0",
                expected="a number or a symbol that is not zero",
            )


def _coupling(robot: Robot) -> None:
    coupling = robot.coupling
    if coupling is None:
        return
    joints = sum(1 for j in robot.outward() if robot.frames[j - 1].moves)
    motors = len(coupling.IA)
    if len(coupling.K) != joints or any(len(row) != motors for row in coupling.K):
        raise RobotError(
            "the coupling matrix has a row for each joint that moves, a column for each motor",
            field="coupling.K",
            found=f"{len(coupling.K)} rows",
            expected=f"{joints} rows of {motors}",
        )
    for field, length in (("q0", joints), ("FV", motors), ("FS", motors)):
        if len(getattr(coupling, field)) != length:
            raise RobotError(
                "wrong number of values",
                field=f"coupling.{field}",
                found=len(getattr(coupling, field)),
                expected=str(length),
            )


def _names(robot: Robot) -> None:
    owner: dict[str, int] = {}
    for j, frame in robot:
        if not isinstance(frame.name, str):
            raise RobotError("must be a text", frame=j, field="name", found=repr(frame.name))
        if frame.name and (first := owner.setdefault(frame.name, j)) != j:
            message = f"frame {first} has this name already"
            raise RobotError(message, frame=j, field="name", found=frame.name)
    if robot.origin is not None:
        names = tuple(robot.frame(j).name for j in robot.moving_joints)
        require_consistent_origin(robot.origin, names, robot.n_frames)


def _wheels(robot: Robot) -> None:
    links = [wheel.link for wheel in robot.wheels]
    for place, wheel in enumerate(robot.wheels):
        j = wheel.link
        if not 1 <= j <= robot.n_links:
            raise RobotError(
                "there is no such link",
                field="wheels",
                found=j,
                expected=f"a link, 1 to {robot.n_links}",
            )
        if robot.frames[j - 1].sigma is not JointType.REVOLUTE:
            raise RobotError(
                "a wheel turns about its axle: its joint is revolute",
                frame=j,
                field="sigma",
                found=int(robot.frames[j - 1].sigma),
                expected="0, or no wheel",
            )
        if j in links[:place]:
            raise RobotError("a wheel is listed twice", field="wheels", found=f"link {j}")
        if wheel.radius.number is not None and wheel.radius.number <= 0:
            raise RobotError(
                f"the radius of wheel {j} is not positive",
                field="wheels",
                found=wheel.radius,
                expected="a length, or a symbol",
            )
