"""Joints of a URDF file that follow other joints: which joint of its own each of them follows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from symoro.errors import near_names
from symoro.expressions import ONE, ZERO, Expression
from symoro.formats.urdf.elements import JointElement


class Follower(NamedTuple):
    """The position of a joint: the factor times that of the leader, plus the offset."""

    leader: str
    factor: Expression
    offset: Expression


def resolve_mimics(
    joints: Iterable[JointElement], moving: Collection[str]
) -> tuple[dict[str, Follower], dict[str, str]]:
    """Return the joints that follow a joint of its own, and by name what is wrong with others.

    A joint may follow one that follows a third: factors are multiplied. One that follows itself,
    or nothing that moves, is a joint of its own.
    """
    mimics = {each.name: Follower(*each.mimic) for each in joints if each.mimic}
    followers: dict[str, Follower] = {}
    faults: dict[str, str] = {}
    passed: set[str] = set()
    for start in mimics:
        path: list[str] = []
        name = start
        while name in mimics and name not in passed:
            passed.add(name)
            path.append(name)
            name = mimics[name].leader
        if name in path:  # a circle
            circle = path[path.index(name) :]
            path = path[: -len(circle)]
            faults |= {each: _circle_fault(each, mimics) for each in circle}
        elif path and name not in moving:
            hint = near_names(name, [each for each in moving if each not in path])
            faults[path.pop()] = f"mimics {name}, and no joint that moves has this name; {hint}"
        for each in reversed(path):
            leader, factor, offset = mimics[each]
            top = followers.get(leader, Follower(leader, ONE, ZERO))
            followers[each] = Follower(
                top.leader, factor * top.factor, factor * top.offset + offset
            )
    return followers, faults


def _circle_fault(name: str, mimics: Mapping[str, Follower]) -> str:
    leader = mimics[name].leader
    return "mimics itself; " if leader == name else f"mimics itself, by way of {leader}; "
