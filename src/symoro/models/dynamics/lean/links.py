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

A link merged in its antecedent gives it all that it has at r = 0 of its joint. The mass on the axis
of a revolute joint is free to choose; where the axis is away from z of the antecedent, by p1 along
x, one choice clears MX there:

    (P12) M_j <- M_j + mu, S_i <- S_i - iTj (mu e4 e4^T) iTj^T,   mu = MX_i / p1           MB

So SYMORO+'s parameters go in, standard or base, and what each sample needs comes out. About an
axis parallel to z of the antecedent gamma is taken in by theta, by products:

    (P18) alpha = 0: theta <- theta + gamma;   alpha = Pi: theta <- theta - gamma, then gamma <- 0

A terminal
link may keep the axes that it has before it spins; then its S varies, and not the vectors of its
motion:

    (P13) S <- Rz(theta) S Rz(theta)^T by (P10), theta <- 0                                ST
    (P10) the plane (x, y), with e = S (L11 - L22) + 2 C L12:
          L11 - S e, L22 + S e, C e - L12                                                 ES

References: [Guide] section 4.2.3, for the grouping.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from symoro.algebra.frame_rotation import FrameRotation, rotate_about_z
from symoro.algebra.scalars import atan2, cos, is_number, sin
from symoro.algebra.vectors import Array, Z, identity, vector, zeros
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
        S: the pseudo-inertia that is left, 4x4, over axes that spin with the link.
        spin: cosine and sine of the spin that ``turn`` leaves out; None if it leaves out none.
        gathered: gamma is taken in by the angle about z (P18).
    """

    body: Body
    turn: FrameRotation
    P: Array
    r: Any
    S: Array
    spin: tuple[Any, Any] | None = None
    gathered: bool = False

    @property
    def i(self) -> int:
        """The antecedent."""
        return self.body.i

    @property
    def ZZ(self) -> Any:
        """The moment of inertia about z, L11 + L22, over any axes x and y."""
        return self.S[0, 0] + self.S[1, 1]


def _choices(form: LeanForm) -> tuple[object, ...]:
    return form.grouped, form.reframed, form.merged, form.balanced, form.unspun


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
    chosen = form.grouped or form.reframed or form.unspun
    for j in tools if chosen else ():  # a tool has no other frame
        _share(links, j, m.floating)
    slides = {m.body(j).i: j for j in form.merged}
    for j in m.inward:
        if j in form.reframed:
            _reframe(links, j, slides.get(j), let)
        if j in form.merged:
            _merge(links, j)
    balanced = {m.body(j).i: j for j in form.balanced}
    for j in (*m.inward, 0):
        if j in balanced:
            _balance(links, balanced[j], let)
        links[j] = replace(links[j], S=name_symmetric("SI", j, links[j].S, let))
        if j and form.grouped and j not in tools and j not in form.merged:
            _share(links, j, m.floating)
    for j in form.unspun:
        _keep_axes(links, j, slides.get(j))
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


def scaled_inertia(link: LeanLink, j: int, length: Any, let: LetFunction) -> Array:
    """Return S of a link over the axes of its vectors (P13), lengths measured in another unit."""
    S = link.S.copy()
    S[:3, 3] = S[3, :3] = S[:3, 3] * length
    S[3, 3] = S[3, 3] * length * length
    if link.spin is None:
        return S
    turned = rotate_in_plane(S, 0, 1, *link.spin, partial(let, "ES", j))
    return name_symmetric("ST", j, turned, let)


def _link(body: Body, j: int, let: LetFunction) -> LeanLink:
    """A link as its table says, but for gamma about an axis parallel to z before (P18)."""
    Sa, Ca = let("Sa", j, sin(body.alpha)), let("Ca", j, cos(body.alpha))
    Sg, Cg = let("Sg", j, sin(body.gamma)), let("Cg", j, cos(body.gamma))
    P = vector((body.d * Cg, body.d * Sg, body.b))
    S, C = let("S", j, sin(body.theta)), let("C", j, cos(body.theta))
    oblique = not any(is_number(x, n) for x in (Sg, Cg) for n in (0, 1, -1))
    gathered = oblique and is_number(Sa, 0)
    if gathered:
        C, S, _ = let("CS", j, rotate_about_z(Cg, Ca * Sg, vector((C, S, 0))))
        Sg, Cg = 0, 1
    turn = FrameRotation(S, C, Sa, Ca, Sg, Cg)
    return LeanLink(body, turn, P, body.r, pseudo_inertia(body), gathered=gathered)


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


def _merge(links: dict[int, LeanLink], j: int) -> None:
    """Give all that a slide has, at r = 0, to the antecedent; it keeps MS and M for its motion."""
    link = links[j]
    inner = links[link.i]
    links[link.i] = replace(inner, S=inner.S + antecedent_inertia(link, link.S))
    links[j] = replace(link, S=link.S - _shared_part(link))


def _balance(links: dict[int, LeanLink], j: int, let: LetFunction) -> None:
    """Choose the mass of a link so that its antecedent has no first moment along x (P12)."""
    link, inner = links[j], links[links[j].i]
    D = zeros(4, 4)
    p = link.P + link.r * link.turn.tilt_inward(Z)
    D[3, 3] = let("MB", j, inner.S[0, 3] / p[0])
    S = inner.S - antecedent_inertia(link, D)
    S[0, 3] = 0  # S41 takes its name
    links[j] = replace(link, S=link.S + D)
    links[link.i] = replace(inner, S=S)


def _keep_axes(links: dict[int, LeanLink], j: int, slide: int | None) -> None:
    """Leave out the spin of a link; a slide that is merged in it has its place turned."""
    link = links[j]
    C, S = spin = link.turn.C, link.turn.S
    links[j] = replace(link, turn=replace(link.turn, S=0, C=1), spin=spin)
    if slide is not None:
        links[slide] = _turn_place(links[slide], C, S)


def _turn_place(link: LeanLink, C: Any, S: Any) -> LeanLink:
    """A link whose antecedent has axes turned about z by minus an angle: P and gamma follow."""
    turn = link.turn
    Cg, Sg, _ = rotate_about_z(C, S, vector((turn.Cg, turn.Sg, 0)))
    return replace(link, turn=replace(turn, Cg=Cg, Sg=Sg), P=rotate_about_z(C, S, link.P))


def _reframe(links: dict[int, LeanLink], j: int, slide: int | None, let: LetFunction) -> None:
    """Write a link, and a slide merged in it, over the frame that suits it."""
    link = links[j]
    if link.body.prismatic:
        links[j] = _centre(link, j, let)
        return
    if slide is not None:
        links[slide] = replace(links[slide], P=links[slide].P + link.r * Z)
    S = _shift_origin(link.S, vector((0, 0, link.r)))
    MX, MY = S[0, 3], S[1, 3]
    turn = link.turn
    if is_number(MY, 0):
        links[j] = replace(link, r=0, S=S)
        return
    if is_number(MX, 0):  # a quarter turn
        Sd, Cd = 1, 0
        turn = replace(turn, S=turn.C, C=-turn.S)
    else:
        delta = let("DEL", j, atan2(MY, MX))  # (P4)
        Sd, Cd = let("SDEL", j, sin(delta)), let("CDEL", j, cos(delta))
        theta = link.body.theta + delta
        s, c = sin(theta), cos(theta)
        if link.gathered:
            c, s, _ = rotate_about_z(Cd, Sd, vector((turn.C, turn.S, 0)))
        turn = replace(turn, S=let("SDT", j, s), C=let("CDT", j, c))
    S = _rotate_axes(S, Sd, Cd)
    S[1, 3] = S[3, 1] = 0
    links[j] = replace(link, turn=turn, r=0, S=S)
    if slide is not None:
        links[slide] = _turn_place(links[slide], Cd, -Sd)


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


def rotate_in_plane(S: Array, a: int, b: int, C: Any, s: Any, name: Any, unit: Any = 1) -> Array:
    """Return S turned in the plane of two axes (P10), lengths in another unit."""
    S = S.copy()
    c = 3 - a - b  # the axis of the turn
    S[c, 3] = S[3, c] = S[c, 3] * unit
    S[3, 3] = S[3, 3] * unit * unit
    e = name(s * (S[a, a] - S[b, b]) + 2 * C * S[a, b])
    S[a, a], S[b, b] = S[a, a] - s * e, S[b, b] + s * e
    S[a, b] = S[b, a] = C * e - S[a, b]
    for other, scale in ((c, 1), (3, unit)):
        x, y = S[a, other], S[b, other]
        S[a, other] = S[other, a] = (scale * C) * x - (scale * s) * y
        S[b, other] = S[other, b] = (scale * s) * x + (scale * C) * y
    return S
