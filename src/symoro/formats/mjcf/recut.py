"""Loops that are cut at a prismatic joint, cut at a revolute one instead.

Equality constraints of MuJoCo tie points and whole bodies; none lets two bodies slide along a line.
So the slide becomes a joint of the tree, and what is between it and a revolute joint of the loop
hangs on its other side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symoro.errors import UsageError
from symoro.formats.posed_links import PosedJoint, PosedLink, PosedLoop, PosedRobot
from symoro.robot import JointType
from symoro.robot.assembly.space import ORIGIN, Pose, X, Y, Z, cross, dot, opposite, transpose, turn
from symoro.robot.assembly.space import unit as direction_of

_NO_DRIVE = {"FV": 0, "FS": 0, "IA": 0}


def cut_at_turns(posed: PosedRobot) -> None:
    """Cut all loops at revolute joints.

    Raises:
        UsageError: for a loop without one that is passive and free of friction and rotors.
    """
    for k, loop in enumerate(posed.loops):
        if loop.frame.sigma is JointType.PRISMATIC:
            posed.loops[k] = _cut_at_turn(posed, loop)
    _order(posed)


def _cut_at_turn(posed: PosedRobot, loop: PosedLoop) -> PosedLoop:
    """Make the slide of a loop a joint of the tree; return the loop, cut elsewhere."""
    links = posed.links
    (one, at_one), (other, at_other) = loop.sides
    ways = [_way_up(links, place) for place in (one, other)]
    leaders = {joint.leader[0] for joint in posed.joints if joint.leader}
    choices = [
        (bool(_joint(links[place]).frame.limits), side, step)
        for side, (way, against) in enumerate(zip(ways, ways[::-1], strict=True))
        for step, place in enumerate(way)
        if place not in against and _may_be_cut(links[place])
        if leaders.isdisjoint(links[each].frame for each in way[: step + 1])
    ]
    if not choices:
        raise UsageError(
            f"{posed.robot.name}: the loop is cut at the prismatic joint {loop.name}, which no "
            "equality constraint of MuJoCo expresses, and it has no revolute joint without motor, "
            "friction and rotor to be cut at; take the equivalent tree (robot.equivalent_tree())"
        )
    _, side, step = min(choices)
    hung = ways[side][: step + 1]  # from the slide up to the joint that is cut
    cut = links[hung[-1]]
    joint = _joint(cut)
    axis = _axis_pose(joint)
    sides = ((cut.parent, cut.pose @ axis), (hung[-1], axis))
    for place, above in zip(reversed(hung[:-1]), reversed(hung[1:]), strict=True):
        links[above] = _below_child(links[above], links[place], place)
    holder, at_holder, at_held = (one, at_one, at_other) if side else (other, at_other, at_one)
    z = turn(at_held.R, Z)
    slide = PosedJoint(
        loop.name,
        JointType.PRISMATIC,
        z if side else opposite(z),
        ORIGIN,
        loop.frame,
        _NO_DRIVE,
    )
    end = links[hung[0]]
    links[hung[0]] = replace(end, parent=holder, pose=at_holder @ at_held.inverse(), joint=slide)
    return PosedLoop(joint.name, joint.frame, sides)


def _way_up(links: Sequence[PosedLink], place: int) -> list[int]:
    """The places from a link up to the one below the root."""
    way = []
    while links[place].parent >= 0:
        way.append(place)
        place = links[place].parent
    return way


def _joint(link: PosedLink) -> PosedJoint:
    assert link.joint is not None
    return link.joint


def _may_be_cut(link: PosedLink) -> bool:
    """True for a link on a passive revolute joint without friction, rotor, spring and coupling."""
    joint = _joint(link)
    plain = not (joint.frame.mu or joint.frame.eta or joint.leader)
    return plain and joint.kind is JointType.REVOLUTE and not any(joint.drive.values())


def _axis_pose(joint: PosedJoint) -> Pose:
    """A frame in that of the link whose z axis is the joint's."""
    least = min(X, Y, Z, key=lambda each: abs(dot(each, joint.axis)))
    x = direction_of(cross(least, joint.axis))
    return Pose(transpose((x, cross(joint.axis, x), joint.axis)), joint.anchor)


def _below_child(link: PosedLink, child: PosedLink, place: int) -> PosedLink:
    """A link that hangs on what was its child, by the joint between them."""
    joint = _joint(child)
    axis = opposite(turn(child.pose.R, joint.axis)) if joint.moves else joint.axis
    turned = replace(joint, axis=axis, anchor=child.pose.point(joint.anchor))
    return replace(link, parent=place, pose=child.pose.inverse(), joint=turned)


def _order(posed: PosedRobot) -> None:
    """Put each link after its parent, and each branch together."""
    children: dict[int, list[int]] = {}
    for place, link in enumerate(posed.links):
        children.setdefault(link.parent, []).append(place)
    order: list[int] = []
    waiting = [*reversed(children[-1])]
    while waiting:
        order.append(waiting.pop())
        waiting += reversed(children.get(order[-1], []))
    places = {old: new for new, old in enumerate(order)} | {-1: -1}
    links = [posed.links[old] for old in order]
    posed.links[:] = [replace(link, parent=places[link.parent]) for link in links]
    posed.loops[:] = [
        replace(
            loop,
            sides=tuple((places[place], pose) for place, pose in loop.sides),  # type: ignore[arg-type]
        )
        for loop in posed.loops
    ]
