"""The path from a frame to another as blocks of unknown joints with constant matrices between them.

    fTe = K0 B1 K1 B2 ... Bm Km

A block has joints with parallel axes: its rotation is about z by the last angle, its origin the sum
of constant vectors, each turned by the angle up to it, and the positions along z:

    B = [Rz(f_last)  sum_k Rz(f_k) o_k + sum r z]       f_k = f_(k-1) + (constant) + theta_k

The angles f_k, sums from the beginning of the block, are the unknowns: equations are linear in
their sines and cosines. gamma and b are angles and distances on the way like any other.

References: [Guide] sections 2.3.2, 2.3.8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from symoro.errors import ModelError
from symoro.models.geometry.path import Screw, Term, Terms, ZScrew, path
from symoro.models.inverse_geometry.unknowns import Unknown
from symoro.robot import JointType, Robot


class IdleJointsError(ModelError):
    """Some joints can move at every posture while the end of the chain is at rest."""


@dataclass(frozen=True)
class Turn:
    """A revolute joint of a block, and the way from it to the next.

    Attributes:
        unknown: the place of the unknown angle up to this joint.
        joint: its frame.
        sign: -1 if the joint turns against the axis of the block.
        before: the constant angles between the joint before and this one.
        after: constant angles up to the next joint, each with the distance along x behind it.
    """

    unknown: int
    joint: int
    sign: int
    before: Terms
    after: tuple[tuple[Terms, Terms], ...]


@dataclass(frozen=True)
class Slide:
    """A prismatic joint of a block."""

    unknown: int
    joint: int
    sign: int


@dataclass(frozen=True)
class Block:
    """Unknown joints with parallel axes."""

    turns: tuple[Turn, ...]
    slides: tuple[Slide, ...]

    @property
    def unknowns(self) -> frozenset[int]:
        """The places of its unknowns."""
        turns = [turn.unknown for turn in self.turns]
        return frozenset((*turns, *(slide.unknown for slide in self.slides)))


@dataclass(frozen=True)
class JointChain:
    """The chain from frame ``start`` to frame ``end``.

    Attributes:
        constants: the screws of K0 to Km.
    """

    robot: Robot
    start: int
    end: int
    blocks: tuple[Block, ...]
    constants: tuple[tuple[Screw, ...], ...]
    unknowns: Mapping[int, Unknown]

    def __repr__(self) -> str:
        listed = ", ".join(unknown.text for unknown in self.unknowns.values())
        return f"<JointChain of {self.robot.name}: frame {self.start} to {self.end}, {listed}>"

    @property
    def joints(self) -> tuple[int, ...]:
        """The frames of the unknown joints, in order along the chain."""
        joints: list[int] = []
        for block in self.blocks:
            joints += [turn.joint for turn in block.turns]
            joints += [slide.joint for slide in block.slides]
        order = self.robot.chain(self.start, self.end)
        return tuple(sorted(joints, key=order.index))


def joint_chain(robot: Robot, start: int, end: int, fixed: Collection[int] = ()) -> JointChain:
    """Take the joints that move, but for the fixed ones, out of the path between two frames.

    Raises:
        IdleJointsError: if two joints of the chain move the same way, naming them.
        ModelError: if no joint moves.
    """
    blocks: list[Block] = []
    constants: list[list[Screw]] = [[]]
    unknowns: dict[int, Unknown] = {}
    for screw in path(robot, start, end):
        if isinstance(screw, ZScrew) and _joints_in(robot, screw, fixed):
            before, block, after = _cut_screw(robot, screw, fixed, unknowns)
            constants[-1] += before
            blocks.append(block)
            constants.append(after)
        else:
            constants[-1].append(screw)
    if not blocks:
        raise ModelError(f"{robot.name}: no joint moves between frames {start} and {end}")
    return JointChain(robot, start, end, tuple(blocks), tuple(map(tuple, constants)), unknowns)


def separate_joint_chains(
    robot: Robot, start: int, end: int, fixed: Collection[int] = ()
) -> Iterator[JointChain]:
    """The same path with a block for each joint, its own angle the unknown.

    A prismatic joint slides along its block, so it may come anywhere among the joints about the
    same axis: in the first chain where it is on the robot, in the others first or last of them.
    """
    screws = path(robot, start, end)
    order = robot.chain(start, end)
    both = any(_turns_and_slides(_joints_in(robot, screw, fixed)) for screw in screws)
    for slides_at in (None, 0, -1) if both else (None,):
        blocks: list[Block] = []
        constants: list[list[Screw]] = [[]]
        unknowns: dict[int, Unknown] = {}
        for screw in screws:
            pieces: list[Screw | Term] = [screw]
            if isinstance(screw, ZScrew):
                pieces = _separate_joints(robot, screw, fixed, order, slides_at)
            for piece in pieces:
                if not isinstance(piece, Term):
                    constants[-1].append(piece)
                    continue
                place = len(unknowns) + 1
                turns = robot.frame(piece.frame).sigma is JointType.REVOLUTE
                sign = (piece.sign,) if turns else (1,)
                unknowns[place] = Unknown(place, (piece.frame,), turns, sign)
                turn = Turn(place, piece.frame, piece.sign, (), ())
                slide = Slide(place, piece.frame, piece.sign)
                blocks.append(Block((turn,), ()) if turns else Block((), (slide,)))
                constants.append([])
        yield JointChain(robot, start, end, tuple(blocks), tuple(map(tuple, constants)), unknowns)


def _separate_joints(
    robot: Robot,
    screw: ZScrew,
    fixed: Collection[int],
    order: Sequence[int],
    slides_at: int | None,
) -> list[Screw | Term]:
    """The joints of a screw and what is constant between them, in order."""
    pieces: list[Screw | Term] = []
    rest: list[tuple[Terms, Terms]] = []
    for angle, distance in screw.turns:
        joints = [term for term in angle if _is_joint(robot, term, fixed)]
        known = tuple(term for term in angle if term not in joints)
        rest.append((known, ()))
        for joint in joints:
            pieces += [*_constant_screw(rest, ()), joint]
            rest = []
        rest.append(((), distance))
    slides = [term for term in screw.shift if _is_joint(robot, term, fixed)]
    shift = tuple(term for term in screw.shift if term not in slides)
    pieces += _constant_screw(rest, shift)
    for slide in slides:
        turned = [k for k, piece in enumerate(pieces) if isinstance(piece, Term)]
        before = [k for k in turned if _comes_before(pieces[k], slide, order)]
        ends = {0: 0, -1: len(pieces), None: before[-1] + 1 if before else 0}
        pieces.insert(ends[slides_at], slide)
    return pieces


def _turns_and_slides(joints: Sequence[Term]) -> bool:
    return {term.field for term in joints} == {"theta", "r"}


def _comes_before(piece: Screw | Term, slide: Term, order: Sequence[int]) -> bool:
    return isinstance(piece, Term) and order.index(piece.frame) < order.index(slide.frame)


def _constant_screw(turns: Sequence[tuple[Terms, Terms]], shift: Terms) -> list[Screw]:
    """The screw of what is constant; none if it does nothing."""
    screw = ZScrew(tuple(turn for turn in turns if turn[0] or turn[1]) or (((), ()),), shift)
    return [screw] if screw.shift or _has_turn(screw) else []


def _joints_in(robot: Robot, screw: Screw, fixed: Collection[int]) -> list[Term]:
    """The terms of the screw that are unknown joints."""
    if not isinstance(screw, ZScrew):
        return []
    terms = [term for angle, _ in screw.turns for term in angle]
    return [term for term in (*terms, *screw.shift) if _is_joint(robot, term, fixed)]


def _is_joint(robot: Robot, term: Term, fixed: Collection[int]) -> bool:
    sigma = robot.frame(term.frame).sigma
    moving = (term.field, sigma) in (("theta", JointType.REVOLUTE), ("r", JointType.PRISMATIC))
    return moving and term.frame not in fixed


def _cut_screw(
    robot: Robot, screw: ZScrew, fixed: Collection[int], unknowns: dict[int, Unknown]
) -> tuple[list[Screw], Block, list[Screw]]:
    """Divide a screw into what is constant before its joints, the joints, and what comes after."""
    first: list[tuple[Terms, Terms]] = []
    turns: list[Turn] = []
    rest: list[tuple[Terms, Terms]] = []  # what follows the last joint met
    for angle, distance in screw.turns:
        joints = [term for term in angle if _is_joint(robot, term, fixed)]
        known = tuple(term for term in angle if term not in joints)
        if len(joints) > 1:
            _refuse(robot, "turn about one axis", joints)
        if not joints:
            (rest if turns else first).append((known, distance))
            continue
        before: Terms = known
        if turns:
            turns[-1], before = _with_way(turns[-1], rest), (*_angles(rest), *known)
        place = len(unknowns) + 1
        angles = (*[turn.joint for turn in turns], joints[0].frame)
        signs = (*[turn.sign for turn in turns], joints[0].sign)
        unknowns[place] = Unknown(place, angles, True, signs)
        turns.append(Turn(place, joints[0].frame, joints[0].sign, before, ()))
        rest = [((), distance)]
    slides = [term for term in screw.shift if _is_joint(robot, term, fixed)]
    if len(slides) > 1:
        _refuse(robot, "slide in one direction", slides)
    block_slides = []
    for term in slides:
        place = len(unknowns) + 1
        unknowns[place] = Unknown(place, (term.frame,), False, (1,))
        block_slides.append(Slide(place, term.frame, term.sign))
    shift = tuple(term for term in screw.shift if term not in slides)
    before_screws: list[Screw] = [ZScrew(tuple(first), ())] if first else []
    after = [ZScrew(tuple(rest), shift)] if turns else [ZScrew((((), ()),), shift)]
    kept: list[Screw] = [each for each in after if each.shift or _has_turn(each)]
    return before_screws, Block(tuple(turns), tuple(block_slides)), kept


def _has_turn(screw: ZScrew) -> bool:
    return any(angle or distance for angle, distance in screw.turns)


def _with_way(turn: Turn, rest: Sequence[tuple[Terms, Terms]]) -> Turn:
    return Turn(turn.unknown, turn.joint, turn.sign, turn.before, tuple(rest))


def _angles(rest: Sequence[tuple[Terms, Terms]]) -> Terms:
    return tuple(term for angle, _ in rest for term in angle)


def _refuse(robot: Robot, how: str, joints: Sequence[Term]) -> None:
    listed = " and ".join(str(term.frame) for term in joints)
    raise IdleJointsError(
        f"{robot.name}: joints {listed} {how}, so only the sum of their positions is determined; "
        f"fix one of them (--fix {joints[-1].frame})"
    )
