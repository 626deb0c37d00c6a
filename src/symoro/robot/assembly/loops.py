"""The joints at which the loops of a linkage are cut: a choice by its structure.

The loops are cut one after another, the one with the fewest passive joints first, so that as few
joints as possible are unknown in each. Of the joints of a loop the one is cut that ([Guide] 1.5)

- is passive, and on no other loop, which then stays as short as it is;
- leaves two branches, from the root of the loop to its sides, whose numbers of links differ least;
- turns, about an axis parallel to that of a neighbour: in its place the rows of a planar loop are
  those of a plane;
- comes last in the list.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from symoro.robot.assembly.numbers import is_parallel
from symoro.robot.assembly.parts import Joint
from symoro.robot.frame import JointType

Cost = tuple[int, int]  # passive joints, joints


@dataclass(frozen=True)
class Edge:
    """A joint as an edge between two bodies.

    Attributes:
        ends: the places of the bodies.
        actuated: True if a motor drives it.
        turns: True if it is revolute.
        parallel: the places of the joints whose axes are parallel to its own.
    """

    ends: tuple[int, int]
    actuated: bool
    turns: bool
    parallel: frozenset[int] = frozenset()

    def other(self, body: int) -> int:
        """The body at the other end."""
        return self.ends[1] if body == self.ends[0] else self.ends[0]


def parallel_turns(joints: Sequence[Joint], place: int, tolerance: float) -> frozenset[int]:
    """Return the places of the other joints that turn about axes parallel to that of one."""
    one = joints[place]
    if one.kind is not JointType.REVOLUTE:
        return frozenset()
    return frozenset(
        k
        for k, each in enumerate(joints)
        if k != place
        and each.kind is JointType.REVOLUTE
        and is_parallel(each.direction, one.direction, tolerance)
    )


def order_tree(edges: Mapping[int, Edge], base: int) -> Iterator[tuple[int, bool]]:
    """The joints of a tree from the base on, and whether each is passed against its sense."""
    reached, left = {base}, dict(edges)
    while left:
        place = next(k for k, edge in left.items() if reached & {*edge.ends})
        parent, child = left.pop(place).ends
        yield place, child in reached
        reached |= {parent, child}


def choose_cuts(edges: Mapping[int, Edge], base: int) -> list[int]:
    """Return the joints to cut, so that what is left of a connected linkage is a tree."""
    left = dict(edges)
    cuts: list[int] = []
    busy: set[int] = set()
    while loops := _shortest_loops(left, base):
        loop, *others = loops
        shared = busy.union(*others)
        _, chosen = min((_rank(left, loop, step, shared), loop[step]) for step in range(len(loop)))
        cuts.append(chosen)
        busy |= set(loop)
        del left[chosen]
    return cuts


def _rank(
    edges: Mapping[int, Edge], loop: Sequence[int], step: int, shared: Collection[int]
) -> tuple[int, ...]:
    """The reasons against a cut, the weightiest first."""
    place = loop[step]
    edge = edges[place]
    beside = {loop[step - 1], loop[(step + 1) % len(loop)]}
    return (
        edge.actuated,
        place in shared,
        abs(2 * step - (len(loop) - 1)),  # of the numbers of links of the two branches
        not edge.turns,
        not beside & edge.parallel,
        -place,
    )


def reached_from(edges: Iterable[Edge], base: int) -> dict[int, int]:
    """The bodies that joints connect to a body, with their distances in joints."""
    beside: dict[int, list[int]] = {}
    for edge in edges:
        for body in edge.ends:
            beside.setdefault(body, []).append(edge.other(body))
    distance = {base: 0}
    order = [base]
    for body in order:
        for other in beside.get(body, ()):
            if other not in distance:
                distance[other] = distance[body] + 1
                order.append(other)
    return distance


def _shortest_loops(edges: Mapping[int, Edge], base: int) -> list[list[int]]:
    """The cheapest loop of each joint, once and from its root on, the cheapest of all first."""
    distance = reached_from(edges.values(), base)
    loops: dict[frozenset[int], tuple[Cost, list[int]]] = {}
    for place, edge in edges.items():
        way = _shortest_way(edges, place)
        if way is None or frozenset((*way[1], place)) in loops:
            continue
        loop, body = [*way[1], place], edge.ends[0]
        away: list[int] = []
        for each in loop:
            away.append(distance[body])
            body = edges[each].other(body)
        first = away.index(min(away))
        loops[frozenset(loop)] = way[0], [*loop[first:], *loop[:first]]
    return [loop for _, loop in sorted(loops.values(), key=lambda each: each[0])]


def _shortest_way(edges: Mapping[int, Edge], without: int) -> tuple[Cost, list[int]] | None:
    """The cost of the cheapest loop of a joint (Dijkstra), and the way round from end to end."""
    beside: dict[int, list[int]] = {}
    for place, edge in edges.items():
        if place != without:
            for body in edge.ends:
                beside.setdefault(body, []).append(place)
    start, end = edges[without].ends
    waiting: list[tuple[Cost, list[int], int]] = [((not edges[without].actuated, 1), [], start)]
    done: set[int] = set()
    while waiting:
        (passive, count), path, body = heapq.heappop(waiting)
        if body == end:
            return (passive, count), path
        if body in done:
            continue
        done.add(body)
        for place in beside.get(body, ()):
            edge = edges[place]
            cost = (passive + (not edge.actuated), count + 1)
            heapq.heappush(waiting, (cost, [*path, place], edge.other(body)))
    return None
