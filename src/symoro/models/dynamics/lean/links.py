"""Links as pseudo-inertias, grouped and re-framed, from constant parameters only.

Notation (docs/notation.md): ``i`` is the antecedent of ``j``. The pseudo-inertia of a link is the
symmetric matrix of its moments of order zero to two,

    (P1)  S = [L, MS; MS^T, M],   L = integral of x x^T = tr(J)/2 1 - J          SI

which moves from frame to frame by one product on each side:

    (P2)  S_i = iTj S_j iTj^T

A joint shares with its antecedent the part of S that moves alike with both: of a revolute joint
the masses on its axis, elements (3,3), (3,4) and (4,4); of a prismatic one L; of a fixed frame all.

    (P3)  S_i <- S_i + iTj D iTj^T,   S_j <- S_j - D,   D the shared part of S_j

What reaches a base that stands is dropped. The frame of a terminal link is free:

    (P4)  revolute: r = 0, theta <- theta + delta, delta = atan2(MY, MX): then MY = 0      SIT, DEL
    (P5)  prismatic: origin at the centre of mass MS / M: then MS = 0                      CM

So SYMORO+'s parameters go in, standard or base, and what each sample needs comes out.

References: [Guide] section 4.2.3, for the grouping.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from symoro.algebra.frame_rotation import FrameRotation
from symoro.algebra.scalars import atan2, cos, is_number, sin
from symoro.algebra.vectors import Array, identity, vector, zeros
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.let import LetFunction, name_symmetric
from symoro.models.mechanism import Body, Mechanism
from symoro.models.part_cache import once_without_names

_HALF_TURNS = 2


@dataclass(frozen=True)
class LeanLink:
    """A link with its joint.

    Attributes:
        body: the link as it was, for its joint, its friction and its wrench.
        turn: the rotation of its frame.
        P: the constant position, in the frame of the antecedent, before the rotation about z.
        r: the way along z after it; of a prismatic joint the joint position in it.
        S: the pseudo-inertia that is left, 4x4.
    """

    body: Body
    turn: FrameRotation
    P: Array
    r: Any
    S: Array

    @property
    def i(self) -> int:
        """The antecedent."""
        return self.body.i


def _choices(form: LeanForm) -> tuple[bool, frozenset[int]]:
    return form.grouped, form.reframed


@once_without_names(_choices)
def lean_links(m: Mechanism, form: LeanForm, let: LetFunction) -> dict[int, LeanLink]:
    """Return the links, base first; link 0 has inertia only if it floats."""
    base = _link(m.body(0), 0, let)
    if not m.floating:  # no joint feels the inertia of a base whose motion is given
        base = replace(base, S=zeros(4, 4))
    links = {0: base}
    for j in m.outward:
        links[j] = _link(m.body(j), j, let)
    bearing: set[int] = set()  # links beyond which something moves
    for j in m.inward:
        if m.body(j).moves or j in bearing:
            bearing.add(m.body(j).i)
    tools = [j for j in m.inward if not m.body(j).moves and j not in bearing]
    for j in tools if form.grouped or form.reframed else ():  # a tool has no other frame
        _share(links, j, m.floating)
    for j in form.reframed:
        links[j] = _reframe(links[j], j, let)
    for j in (*m.inward, 0):
        links[j] = replace(links[j], S=name_symmetric("SI", j, links[j].S, let))
        if j and form.grouped and j not in tools:
            _share(links, j, m.floating)
    return links


def pseudo_inertia(body: Body) -> Array:
    """Return S of a body (P1)."""
    J = body.J
    half = (J[0, 0] + J[1, 1] + J[2, 2]) / _HALF_TURNS
    S = zeros(4, 4)
    S[:3, :3] = -J
    for k in range(3):
        S[k, k] = half - J[k, k]
    S[:3, 3] = S[3, :3] = body.MS
    S[3, 3] = body.M
    return S


def antecedent_inertia(link: LeanLink, S: Array) -> Array:
    """Return a pseudo-inertia of the link in the frame of its antecedent, its joint at rest (P2).

    The rotation about z and the way along z of the joint itself are left out; the part that a joint
    shares does not change with them.
    """
    T = zeros(4, 4)
    T[3, 3] = 1
    turns = link.body.revolute
    for k, axis in enumerate(identity(3)):
        T[:3, k] = link.turn.tilt_inward(axis) if turns else link.turn.rotate_inward(axis)
    slides = link.body.prismatic
    T[:3, 3] = link.P + (0 if slides else link.r) * T[:3, 2]
    moved_: Array = T @ S @ T.T
    return moved_


def _link(body: Body, j: int, let: LetFunction) -> LeanLink:
    """A link as its table says."""
    S, C = let("S", j, sin(body.theta)), let("C", j, cos(body.theta))
    Sa, Ca = let("Sa", j, sin(body.alpha)), let("Ca", j, cos(body.alpha))
    Sg, Cg = let("Sg", j, sin(body.gamma)), let("Cg", j, cos(body.gamma))
    P = vector((body.d * Cg, body.d * Sg, body.b))
    return LeanLink(body, FrameRotation(S, C, Sa, Ca, Sg, Cg), P, body.r, pseudo_inertia(body))


def _share(links: dict[int, LeanLink], j: int, floating: bool) -> None:
    """Give the part of S that a joint shares to the antecedent (P3)."""
    link = links[j]
    i, D = link.i, _shared_part(link)
    links[j] = replace(link, S=link.S - D)
    if i or floating:
        links[i] = replace(links[i], S=links[i].S + antecedent_inertia(link, D))


def _shared_part(link: LeanLink) -> Array:
    """The part of S that moves alike with both sides of the joint."""
    D = zeros(4, 4)
    if link.body.revolute:
        D[2:, 2:] = link.S[2:, 2:]
    elif link.body.prismatic:
        D[:3, :3] = link.S[:3, :3]
    else:
        D = link.S.copy()
    return D


def _reframe(link: LeanLink, j: int, let: LetFunction) -> LeanLink:
    """The link over the frame that suits it."""
    if link.body.prismatic:
        return _centre(link, j, let)
    S = _shift_origin(link.S, vector((0, 0, link.r)))
    MX, MY = S[0, 3], S[1, 3]
    turn = link.turn
    if is_number(MY, 0):
        return replace(link, r=0, S=S)
    if is_number(MX, 0):  # a quarter turn
        return replace(link, turn=replace(turn, S=turn.C, C=-turn.S), r=0, S=_rotate_axes(S, 1, 0))
    delta = let("DEL", j, atan2(MY, MX))  # (P4)
    Sd, Cd = let("SDEL", j, sin(delta)), let("CDEL", j, cos(delta))
    theta = link.body.theta + delta
    turn = replace(turn, S=let("SDT", j, sin(theta)), C=let("CDT", j, cos(theta)))
    S = _rotate_axes(S, Sd, Cd)
    S[1, 3] = S[3, 1] = 0
    return replace(link, turn=turn, r=0, S=S)


def _centre(link: LeanLink, j: int, let: LetFunction) -> LeanLink:
    """A prismatic link with its origin at its centre of mass (P5)."""
    S = link.S
    c = let("CM", j, S[:3, 3] / S[3, 3])
    centred = _shift_origin(S, -c)
    centred[:3, 3] = centred[3, :3] = 0
    P = link.P + link.turn.rotate_inward(vector((c[0], c[1], 0)))
    return replace(link, P=P, r=link.r + c[2], S=centred)


def _shift_origin(S: Array, p: Array) -> Array:
    """S about an origin moved by -p."""
    T = identity(4)
    T[:3, 3] = p
    shifted: Array = T @ S @ T.T
    return shifted


def _rotate_axes(S: Array, Sd: Any, Cd: Any) -> Array:
    """S over axes turned about z."""
    T = identity(4)
    T[:2, :2] = [[Cd, Sd], [-Sd, Cd]]
    turned: Array = T @ S @ T.T
    return turned
