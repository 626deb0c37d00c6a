"""Divide a long program into pieces of bounded size, each to be compiled as a function of its own.

The time of a compiler grows faster than the length of a function. Values that a piece computes and
a later one reads are kept in an array, the room; a place of it is used again once no later piece
reads its value. Steps keep their order, so results are the same to the last bit.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush


@dataclass(frozen=True)
class Step:
    """A part of a program that is not divided, such as a statement.

    Attributes:
        assigns: the values that it computes.
        reads: the values that it reads; those that no step assigns are inputs.
        size: its share of a piece, such as the number of its operations.
    """

    assigns: tuple[Hashable, ...]
    reads: Collection[Hashable]
    size: int = 1


@dataclass(frozen=True)
class Pieces:
    """The pieces of a program.

    Attributes:
        ranges: the steps of each piece.
        places: the place in the room of each value that a later piece reads.
        room: the number of places.
    """

    ranges: tuple[range, ...]
    places: Mapping[Hashable, int]
    room: int


def divide(steps: Sequence[Step], most: int) -> Pieces:
    """Return pieces of about the same size, at most a given one where steps are not larger.

    A value is written to its place where it is computed, and read by a piece before its first use.
    """
    ranges = _ranges([step.size for step in steps], most)
    assigned: dict[Hashable, int] = {}
    last_read: dict[Hashable, int] = {}
    for number, piece in enumerate(ranges):
        for step in steps[piece.start : piece.stop]:
            last_read |= dict.fromkeys((v for v in step.reads if v in assigned), number)
            assigned |= dict.fromkeys(step.assigns, number)
    places: dict[Hashable, int] = {}
    free: list[int] = []
    ending: dict[int, list[int]] = {}
    room = 0
    for value, first in assigned.items():  # in the order of the pieces
        last = last_read.get(value, first)
        if last == first:
            continue
        for number in [each for each in ending if each < first]:
            for place in ending.pop(number):
                heappush(free, place)
        if not free:
            free.append(room)
            room += 1
        places[value] = heappop(free)
        ending.setdefault(last, []).append(places[value])
    return Pieces(ranges, places, room)


def runs(places: Sequence[int]) -> Iterator[range]:
    """Places, which ascend, as ranges without gaps."""
    start = 0
    for k in range(1, len(places) + 1):
        if k == len(places) or places[k] != places[k - 1] + 1:
            yield range(places[start], places[k - 1] + 1)
            start = k


def _ranges(sizes: Sequence[int], most: int) -> tuple[range, ...]:
    """Consecutive steps in pieces of about the same size."""
    left = sum(sizes)
    ranges: list[range] = []
    start = 0
    while start < len(sizes):
        share = left / -(-left // most) if left > most else left
        stop, size = start, 0
        while stop < len(sizes) and (stop == start or size + sizes[stop] <= share):
            size += sizes[stop]
            stop += 1
        ranges.append(range(start, stop))
        start, left = stop, left - size
    return tuple(ranges)
