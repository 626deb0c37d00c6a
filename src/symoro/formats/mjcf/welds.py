"""Bodies of two branches that are welded together: a loop, which is cut at one of its joints.

The welded bodies are one, so the loop has no joint more than the tree had: one that moves is cut,
chosen as `Robot.from_joints` does, and what it carried hangs on the other branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symoro.errors import short_list
from symoro.robot import JointType
from symoro.robot.assembly import ROOT, Joint
from symoro.robot.assembly.loops import Edge, choose_cuts, order_tree, parallel_turns
from symoro.robot.mdh import SNAP


class WeldError(ValueError):
    """A weld that makes no loop, with the reason."""


@dataclass(frozen=True)
class WeldedTree:
    """Joints of a tree in which each welded body is one, and the joints that close its loops."""

    joints: list[Joint]
    cuts: list[Joint]


def weld_bodies(joints: Sequence[Joint], welds: Sequence[Joint], count: int) -> WeldedTree:
    """Return the joints of the tree that is left when the loops of welds are cut.

    Args:
        joints: those of a tree, fixed ones included.
        welds: fixed joints between its bodies.
        count: of the bodies.

    Raises:
        WeldError: for a weld between bodies that are fixed already, for joints that it locks, and
            for a loop without a joint that can be cut.
    """
    holder = _holders([*(joint for joint in joints if not joint.moves), *welds], count)
    leading = {joint.mimic[0] for joint in joints if joint.mimic is not None}
    edges: dict[int, Edge] = {}
    pairs: dict[frozenset[int], str] = {}
    for k, joint in enumerate(joints):
        ends = holder[joint.parent], holder[joint.child]
        if not joint.moves:
            continue
        if ends[0] == ends[1]:
            raise WeldError(f"it locks joint {joint.name}; leave that joint out")
        other = pairs.setdefault(frozenset(ends), joint.name)
        if other != joint.name:
            raise WeldError(
                f"joints {other} and {joint.name} alone are in its loop; leave one or both out"
            )
        coupled = joint.mimic is not None or k in leading
        kept = joint.actuated or bool(joint.drive) or joint.spring is not None or coupled
        beside = parallel_turns(joints, k, SNAP)
        edges[k] = Edge(ends, kept, joint.kind is JointType.REVOLUTE, beside)
    chosen = choose_cuts(edges, holder[ROOT])
    if coupled_cuts := [joints[k].name for k in chosen if joints[k].mimic or k in leading]:
        raise WeldError(
            f"its loop has no joint to cut but {short_list(coupled_cuts)}, which follows another "
            "one or leads it"
        )
    return _tree_without(chosen, joints, welds)


def _tree_without(
    chosen: Sequence[int], joints: Sequence[Joint], welds: Sequence[Joint]
) -> WeldedTree:
    """The tree without some joints, each joint from the side of the base on."""
    every = [*joints, *welds]
    edges = {
        k: Edge((joint.parent, joint.child), joint.actuated, joint.kind is JointType.REVOLUTE)
        for k, joint in enumerate(every)
        if k not in chosen
    }
    order = list(order_tree(edges, ROOT))
    place = {k: new for new, (k, _) in enumerate(order)}
    tree = []
    for k, back in order:
        joint = every[k].from_child() if back else every[k]
        if joint.mimic is not None:
            leader, factor, offset = joint.mimic
            joint = replace(joint, mimic=(place[leader], factor, offset))
        tree.append(joint)
    return WeldedTree(tree, [joints[k] for k in sorted(chosen)])


def _holders(fixed: Sequence[Joint], count: int) -> list[int]:
    """The first body of each group that is fixed together, by place."""
    holder = list(range(count))
    for joint in fixed:
        first, second = sorted((holder[joint.parent], holder[joint.child]))
        if first == second:
            raise WeldError("its bodies are fixed to each other without it")
        holder = [first if each == second else each for each in holder]
    return holder
