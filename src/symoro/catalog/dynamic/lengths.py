"""The length to measure each link in: the way to a frame costs no product where it is the unit.

A component of the way that equals the link's length saves five products: three where accelerations
go outward, two where moments come inward, and two more where composite links are moved. A change of
length between a link and its antecedent costs some. The best lengths follow from the tips inward,
link by link.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

_FEW = 8  # lengths that are tried on every link

NONE = 0
"""No length: the link is measured in plain units."""


@dataclass(frozen=True)
class Products:
    """The products of a page that depend on lengths.

    Attributes:
        saved: by a component of the way that is the unit.
        change: of another length than the antecedent's, across right angles.
        bend: the same across other angles, whose sines and cosines take it in.
        afloat: of a length of a base that floats; None if it can have none.
    """

    saved: int = 5
    change: int = 6
    bend: int = 2
    afloat: int | None = None


VECTORS = Products()
COMPOSITES = Products(saved=7, change=9, bend=3, afloat=3)


@dataclass(frozen=True)
class Joint:
    """The facts of a joint; lengths are numbers that tell them apart, 0 where there is none.

    Attributes:
        i: the antecedent.
        way: the components of the way in the antecedent's frame.
        after: the way along z in the link's own frame.
        change: what another length than the antecedent's costs.
        burden: what any length costs here.
    """

    i: int
    way: tuple[int, ...]
    after: int
    change: int
    burden: int


def lengths(joints: Mapping[int, Joint], saved: int) -> dict[int, int]:
    """Return the length of each link that has one; link 0 is the base.

    A component of the way that is the unit saves so many products.
    """
    own: dict[int, Counter[int]] = {j: Counter() for j in joints}
    for j, joint in joints.items():
        own[j].update(filter(None, (joint.after,)))
        if j:
            own[joint.i].update(filter(None, joint.way))
    everywhere = {length for each in own.values() for length in each}
    options: dict[int, list[int]] = {}
    for j in joints:
        near = set(own[j])
        if len(everywhere) <= _FEW:
            near |= everywhere
        else:
            near |= set(own[joints[j].i]) or set(options.get(joints[j].i, ()))
        options[j] = [NONE, *sorted(near)]
    for j in sorted(joints, reverse=True):  # a link may keep the length of what it carries
        if j and len(everywhere) > _FEW:
            options[joints[j].i] = sorted({*options[joints[j].i], *(own[j] or options[j])})
    cost: dict[int, dict[int, int]] = {}
    kept: dict[int, dict[int, int]] = {}
    for j in sorted(joints, reverse=True):
        joint = joints[j]
        total = cost.setdefault(j, {})
        for length in options[j]:
            burden = joint.burden if length else 0
            total[length] = total.get(length, 0) + burden - saved * own[j].get(length, 0)
        if j:
            above = cost.setdefault(joint.i, {})
            kept[j] = {}
            for length in options[joint.i]:
                choice = min(
                    options[j],
                    key=lambda mine: total[mine] + (joint.change if mine != length else 0),
                )
                kept[j][length] = choice
                change = joint.change if choice != length else 0
                above[length] = above.get(length, 0) + total[choice] + change
    chosen = {0: min(options[0], key=lambda length: cost[0][length])}
    for j in sorted(joints):
        if j:
            chosen[j] = kept[j][chosen[joints[j].i]]
    return {j: length for j, length in chosen.items() if length}
