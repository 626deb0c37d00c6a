"""The elements of equations as a book names them: matrix, row and column.

Both sides of an equation are elements of the matrix jTk: the left one by the pose and the joints
that are known, the right one by the others. Up to the last joint it is called Uj.

    Uj(r,c)     element of jTn, n the last joint of the chain             [Guide] (2.11)
    jTk(r,c)    the same with the joints after k taken off
    jTk'(r,c)   the same before constant lengths or angles at the axes of j and k

Lengths along the axis of j are constants, on whichever side they are.

References: [Guide] section 2.3.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symoro.algebra.scalars import is_number
from symoro.expressions import is_zero
from symoro.models.inverse_geometry.joint_chain import Block, JointChain
from symoro.models.inverse_geometry.scene import Place, Scene
from symoro.robot import JointType

_AXES = "sna"
_COLUMNS = {"s": "1", "n": "2", "a": "3", "P": "4"}


def element_name(place: Place, scene: Scene, backward: bool) -> str:
    """Return the name of the element at a place."""
    chain, b = scene.chain, scene.first + place.split
    j, behind = _frame_at(chain, b)
    row, prime = _axis(place.row, scene.constants[b], place.after, behind)
    prime = prime or (place.row < 2 and _is_turned(chain, j))
    k, column, end_prime = _column(place, scene)
    last = _frame_at(chain, len(chain.blocks))[0] if scene.whole else chain.end
    matrix = f"{j}T{k}" if backward or k != last else f"U{j}"
    sign = "'" if prime or end_prime else ""
    return f"{matrix}{sign}({row + 1},{column})"


def _column(place: Place, scene: Scene) -> tuple[int, str, bool]:
    """The frame at the end, the column there, and whether it is none of that frame."""
    chain, name = scene.chain, place.column
    if not scene.whole:
        return chain.end, _COLUMNS.get(name, name), False
    k, behind = _frame_at(chain, scene.last)
    K = scene.constants[scene.last]
    if name in _AXES:
        column, prime = _axis(_AXES.index(name), K, after=False, behind=behind)
        return k, str(column + 1), prime or (name != "a" and _is_turned(chain, k))
    if behind:
        return k, "4", K is not None and not all(is_number(x, 0) for x in K[:3, 3])
    frame = chain.robot.frame(k) if k else None
    if frame is None or frame.sigma is JointType.PRISMATIC or is_zero(frame.r):
        return k, "4", False
    at_antecedent = is_zero(frame.d) and is_zero(frame.b)  # before the shift r along the axis
    return (frame.antecedent, "4", False) if at_antecedent else (k, "4", True)


def _frame_at(chain: JointChain, b: int) -> tuple[int, bool]:
    """The frame between two blocks, and whether it is behind the constant matrix there."""
    if b == 0:
        return chain.start, False
    path = chain.robot.chain(chain.start, chain.end)
    last = max(_joints(chain.blocks[b - 1]), key=path.index)
    if _goes_down(chain, last, path):
        return last, False
    if b < len(chain.blocks):
        return min(_joints(chain.blocks[b]), key=path.index), True
    return chain.end, True


def _is_turned(chain: JointChain, j: int) -> bool:
    """True if the angle of a joint has constants that come behind it, such as gamma of the next."""
    path = chain.robot.chain(chain.start, chain.end)
    turns = [turn for block in chain.blocks for turn in block.turns if turn.joint == j]
    down = bool(turns) and _goes_down(chain, j, path)
    behind = path[path.index(j) + 1 :] if down else path[: path.index(j)]
    return any(term.frame in behind for turn in turns for term in turn.before)


def _joints(block: Block) -> list[int]:
    return [*(turn.joint for turn in block.turns), *(slide.joint for slide in block.slides)]


def _goes_down(chain: JointChain, joint: int, path: Sequence[int]) -> bool:
    """True if the path passes the joint from its antecedent on."""
    antecedent = chain.robot.frame(joint).antecedent
    return antecedent in path and path.index(antecedent) < path.index(joint)


def _axis(index: int, K: Any, after: bool, behind: bool) -> tuple[int, bool]:
    """The same axis on the other side of a constant matrix, and whether there is none."""
    if K is None or after == behind:
        return index, False
    entries = K[:3, index] if after else K[index, :3]
    ones = [k for k, x in enumerate(entries) if is_number(x, 1) or is_number(x, -1)]
    return (ones[0], False) if len(ones) == 1 else (index, True)
