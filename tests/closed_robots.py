"""Closed robots for tests, written by hand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from symoro.expressions import ZERO, Expression, expression, parse, symbol
from symoro.library import robot as read
from symoro.robot import Base, Frame, JointType, Link, Robot, Structure, general_link, joint_frame

R, P, FIXED = JointType.REVOLUTE, JointType.PRISMATIC, JointType.FIXED
GRAVITY = Base(G=(ZERO, ZERO, symbol("G3")))


def turn(j: int, antecedent: int, mu: bool = False, **fields: object) -> Frame:
    """A revolute joint; its variable is tj."""
    return joint_frame(j, antecedent, R, mu=mu, **{"theta": symbol(f"t{j}"), **_read(fields)})


def slide(j: int, antecedent: int, mu: bool = False, **fields: object) -> Frame:
    """A prismatic joint; its variable is rj."""
    return joint_frame(j, antecedent, P, mu=mu, **{"r": symbol(f"r{j}"), **_read(fields)})


def fixed(antecedent: int, **fields: object) -> Frame:
    """A fixed frame."""
    return Frame(antecedent, FIXED, **_read(fields))  # type: ignore[arg-type]


def closed(name: str, *frames: Frame, loops: int = 1, massless: Collection[int] = ()) -> Robot:
    """A closed robot; the last frames are the cut joints, then their fixed sides."""
    count = len(frames) - 2 * loops
    links = (Link() if j in massless else general_link(j) for j in range(1, count + 1))
    return Robot(name, Structure.CLOSED, frames, tuple(links), GRAVITY)


def driven(robot: Robot, *motors: int) -> Robot:
    """The robot with other motors."""
    frames = (replace(frame, mu=j in motors) for j, frame in robot)
    return replace(robot, frames=tuple(frames))


def without_inertia(robot: Robot) -> Robot:
    """The robot with links that have no mass."""
    return replace(robot, links=(Link(),) * robot.n_links)


def _read(fields: dict[str, object]) -> dict[str, Expression]:
    return {
        name: parse(entry) if isinstance(entry, str) else expression(entry)  # type: ignore[arg-type]
        for name, entry in fields.items()
    }


# Loops written by hand


def bennett(second: str = "A2", length: str = "L1*sin(A2)/sin(A1)") -> Robot:
    """The linkage of Bennett: four skew axes, opposite links equal, L2/sin(A2) = L1/sin(A1)."""
    back, behind = f"-({second})", f"-({length})"
    return closed(
        "bennett",
        turn(1, 0, mu=True),
        turn(2, 1, alpha="A1", d="L1"),
        turn(3, 0, alpha=back, d=behind),
        turn(4, 2, alpha=second, d=length),
        fixed(3, alpha="-A1", d="-L1"),
    )


def parallelogram(kind: str = "plain") -> Robot:
    """A four-bar linkage with equal opposite sides, described in one of several ways."""
    name = f"parallelogram_{kind}"
    first = turn(1, 0, mu=True)
    if kind == "rhombus":
        return closed(
            name, first, turn(2, 1, d="L"), turn(3, 0, d="L"), turn(4, 2, d="L"), fixed(3, d="L")
        )
    if kind == "offsets":
        return closed(
            name,
            turn(1, 0, mu=True, theta="t1 + Pi/3"),
            turn(2, 1, d="L1", theta="t2 - 0.3"),
            turn(3, 0, d="L2", theta="t3 + 2*Pi/3", gamma="g3"),
            turn(4, 2, d="L2", theta="t4 - Pi/2"),
            fixed(3, d="L1"),
        )
    if kind == "symbol":
        return closed(
            name,
            first,
            turn(2, 1, d="L1"),
            turn(3, 0, d="L2", gamma="g"),
            turn(4, 2, d="L2", gamma="g"),
            fixed(3, d="L1"),
        )
    if kind == "gamma":
        return closed(
            name,
            first,
            turn(2, 1, d="L1", gamma="0.4"),
            turn(3, 0, d="L2", gamma="Pi/6"),
            turn(4, 2, d="L2"),
            fixed(3, d="L1"),
        )
    if kind == "antiparallel":
        return closed(
            name,
            first,
            turn(2, 1, d="L1", alpha="Pi"),
            turn(3, 0, d="L2", alpha="Pi", r="h"),
            turn(4, 2, d="L2", alpha="Pi"),
            fixed(3, d="L1", alpha="-Pi", r="h"),
        )
    if kind == "fixed frames":
        return closed(
            name,
            first,
            fixed(1, d="L1/3", theta="g"),
            fixed(2, gamma="-g", r="h"),
            turn(4, 3, d="2*L1/3", b="-h"),
            fixed(0, d="L2", r="h"),
            turn(6, 5, b="-h"),
            turn(7, 4, d="L2"),
            fixed(6, d="L1"),
        )
    if kind == "cut at the base":
        return closed(
            name,
            first,
            turn(2, 1, d="L1"),
            turn(3, 2, d="L2"),
            turn(4, 3, d="L1"),
            fixed(0, d="L2"),
        )
    assert kind == "plain"
    return closed(
        name, first, turn(2, 1, d="L1"), turn(3, 0, d="L2"), turn(4, 2, d="L2"), fixed(3, d="L1")
    )


def coupled(**positions: str) -> Robot:
    """The four-bar linkage with other positions of its joints: t3 for that of joint 3."""
    robot = read("fourbar")
    frames = [
        replace(frame, theta=parse(positions.get(f"t{j}", str(frame.theta)))) for j, frame in robot
    ]
    return replace(robot, frames=tuple(frames))


def off_the_plane() -> Robot:
    """A four-bar linkage whose ends are not at one height: it never closes."""
    return closed(
        "off_the_plane",
        turn(1, 0, mu=True),
        turn(2, 1, d="L1"),
        turn(3, 0, d="L4"),
        turn(4, 2, d="L2", r="h"),
        fixed(3, d="L3"),
    )


def wheels() -> Robot:
    """Three equal cranks coupled by one rod, as the wheels of a locomotive: one loop too many."""
    return closed(
        "wheels",
        turn(1, 0, mu=True),
        turn(2, 1, d="L"),
        turn(3, 0, d="D"),
        turn(4, 0, d="E"),
        turn(5, 2, d="D"),
        turn(6, 2, d="E"),
        fixed(3, d="L"),
        fixed(4, d="L"),
        loops=2,
    )


def bent_wheels() -> Robot:
    """Wheels whose cranks are bent at many angles, so that sums of all of them are not tried."""

    def bends(start: int) -> tuple[Frame, Frame]:
        second = fixed(start, gamma="a1", d="L1", theta="a2")
        return second, fixed(start + 1, gamma="a3", d="L2", theta="a4")

    return closed(
        "bent_wheels",
        turn(1, 0, mu=True),
        *bends(1),
        turn(4, 3, gamma="a5"),
        turn(5, 0, d="D"),
        *bends(5),
        turn(8, 0, d="E"),
        *bends(8),
        turn(11, 4, d="D"),
        turn(12, 4, d="E"),
        fixed(7),
        fixed(10),
        loops=2,
    )


def two_slides() -> Robot:
    """Two joints that slide along one line: a loop of rank 1."""
    return closed(
        "two_slides",
        slide(1, 0, mu=True, alpha="a1", gamma="g1"),
        slide(2, 1, r="r2 + 0.3"),
        fixed(0, alpha="a1", gamma="g1", r="e"),
    )


def two_parallelograms() -> Robot:
    """A forearm driven through a parallelogram, and one more on it that guides the wrist."""
    return closed(
        "two_parallelograms",
        turn(1, 0, mu=True),
        turn(2, 0, mu=True),
        turn(3, 1, d="L1"),
        turn(4, 2, d="L2"),
        fixed(1, d="L1"),
        turn(6, 5, gamma="g", d="L5"),
        turn(7, 3, d="L4"),
        turn(8, 4, d="L1"),
        turn(9, 7, d="L5"),
        fixed(3, gamma="Pi", d="L2"),
        fixed(6, d="L4"),
        loops=2,
    )


def kite(parallel: bool = False) -> Robot:
    """A parallelogram between coupler and rocker of a four-bar linkage, at the pin of these two.

    Its angles are sums of three, two of which the first loop gives: t3 - t1 - t2. The first loop
    may be a parallelogram, too: in one of its modes other sums are the same.
    """
    coupler, rocker = ("L4", "L1") if parallel else ("L2", "L3")
    return closed(
        "parallel_kite" if parallel else "kite",
        turn(1, 0, mu=True, theta="t1 + 0.2"),
        turn(2, 1, d="L1", theta="t2 - 0.3"),
        turn(3, 0, d="L4", theta="t3 + 0.5"),
        fixed(2, d=coupler),
        turn(5, 4, gamma="g", d="L5"),
        fixed(3, d=rocker),
        turn(7, 6, d="L6"),
        turn(8, 4),
        turn(9, 5, d="L6"),
        fixed(6),
        fixed(7, d="L5"),
        loops=2,
    )


def six_bar(second_first: bool = False) -> Robot:
    """Watt's chain: two more links between coupler and rocker of a four-bar linkage.

    Its second loop goes through joints that the first one gives; it may stand first in the table.
    """
    cuts = [{"antecedent": 2, "d": "L2"}, {"antecedent": 5, "d": "L6"}]
    sides = [fixed(3, d="L3"), fixed(6, d="L7")]
    order = (1, 0) if second_first else (0, 1)
    return closed(
        "six_bar",
        turn(1, 0, mu=True),
        turn(2, 1, d="L1"),
        turn(3, 0, d="L4"),
        fixed(2, gamma="g5", d="L5"),
        turn(5, 4),
        turn(6, 3, gamma="g6", d="L8"),
        *(turn(7 + place, **cuts[k]) for place, k in enumerate(order)),  # type: ignore[arg-type]
        *(sides[k] for k in order),
        loops=2,
    )


def coaxial() -> Robot:
    """A link between two joints on one axis: a loop of rank 1."""
    return closed(
        "coaxial",
        turn(1, 0, mu=True, alpha="a1", d="L1", gamma="g1"),
        turn(2, 1, r="h2", theta="t2 + 0.7"),
        fixed(0, alpha="a1", d="L1", gamma="g1", r="h2", theta="f"),
    )


def cylindrical() -> Robot:
    """Two cylindrical joints on one axis: a loop of rank 2."""
    return closed(
        "cylindrical",
        turn(1, 0, mu=True, alpha="a1"),
        slide(2, 1, mu=True),
        turn(3, 2),
        slide(4, 3, theta="f"),
        fixed(0, alpha="a1"),
    )


# Complex cut joints: virtual links without inertia beside the cut joint


def universal_cut() -> Robot:
    """RSUR cut at the second joint of its universal one."""
    return closed(
        "universal_cut",
        turn(1, 0, mu=True, r="RL1"),
        turn(2, 1, d="L1", alpha="Pi/2"),
        turn(3, 2, alpha="Pi/2"),
        turn(4, 3, alpha="Pi/2"),
        turn(5, 4, d="L2", alpha="Pi/2"),
        turn(6, 0, d="L4", alpha="A4", r="RL6"),
        turn(7, 5, alpha="Pi/2"),
        fixed(6, d="L3", alpha="A6"),
        massless=(2, 3, 5),
    )


def cylindrical_cut(first: str) -> Robot:
    """RSCR cut in its cylindrical joint, which turns first (R) or slides first (P)."""
    make, other = (turn, slide) if first == "R" else (slide, turn)
    return closed(
        f"cylindrical_cut_{first}",
        turn(1, 0, mu=True, r="RL1"),
        turn(2, 1, d="L1", alpha="Pi/2"),
        turn(3, 2, alpha="Pi/2"),
        turn(4, 3, alpha="Pi/2"),
        make(5, 4, d="L2", alpha="A5"),
        turn(6, 0, d="L4", alpha="A4", r="RL6"),
        other(7, 5),
        fixed(6, d="L3", alpha="A6"),
        massless=(2, 3, 5),
    )


def spherical_cut(before: int) -> Robot:
    """RUSR cut in its spherical joint, with one or two virtual links before the cut."""
    if before == 2:
        return closed(
            "spherical_cut_2",
            turn(1, 0, mu=True, r="RL1"),
            turn(2, 1, d="L1", alpha="A2"),
            turn(3, 2, alpha="Pi/2"),
            turn(4, 3, d="L2", alpha="A3"),
            turn(5, 4, alpha="Pi/2"),
            turn(6, 0, d="L4", alpha="A4", r="RL6"),
            turn(7, 5, alpha="Pi/2"),
            fixed(6, d="L3", alpha="A6"),
            massless=(2, 4, 5),
        )
    return closed(
        "spherical_cut_1",
        turn(1, 0, mu=True, r="RL1"),
        turn(2, 1, d="L1", alpha="A2"),
        turn(3, 2, alpha="Pi/2"),
        turn(4, 3, d="L2", alpha="A3"),
        turn(5, 0, d="L4", alpha="A4", r="RL6"),
        turn(6, 5, d="L3", alpha="A6"),
        turn(7, 4, alpha="Pi/2"),
        fixed(6, alpha="-Pi/2"),
        massless=(2, 4, 6),
    )


def seven_revolutes() -> Robot:
    """A loop of seven revolute joints without anything special: six equations, one system."""
    return closed(
        "seven",
        turn(1, 0, mu=True),
        turn(2, 1, alpha="A2", d="L2", r="H2"),
        turn(3, 2, alpha="A3", d="L3", r="H3"),
        turn(4, 0, alpha="A4", d="L4", r="H4"),
        turn(5, 4, alpha="A5", d="L5", r="H5"),
        turn(6, 5, alpha="A6", d="L6", r="H6"),
        turn(7, 3, alpha="A7", d="L7", r="H7"),
        fixed(6, alpha="A8", d="L8"),
    )


def parallelogram_beside_a_spatial_loop() -> Robot:
    """A parallelogram whose crank carries a loop of seven revolute joints, without closed form."""
    return closed(
        "beside",
        turn(1, 0, mu=True),
        turn(2, 1, d="M1"),
        turn(3, 0, d="M2"),
        turn(4, 1, mu=True, d="M3"),
        turn(5, 4, alpha="A2", d="L2", r="H2"),
        turn(6, 5, alpha="A3", d="L3", r="H3"),
        turn(7, 3, alpha="A4", d="L4", r="H4"),
        turn(8, 7, alpha="A5", d="L5", r="H5"),
        turn(9, 8, alpha="A6", d="L6", r="H6"),
        turn(10, 2, d="M2"),
        turn(11, 6, alpha="A7", d="L7", r="H7"),
        fixed(3, d="M1"),
        fixed(9, alpha="A8", d="L8"),
        loops=2,
    )
