"""Every equation of the lean pages matters: break any one, and the plain pages notice.

The pages run on floats, on a few trees with hand-picked forms that use all of them, and are
compared with Newton-Euler, the composite links and the factors of A, which have references of their
own. A mutant takes milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.algebra.frame_rotation as turn_page
import symoro.models.dynamics.lean.carriage as carriage_page
import symoro.models.dynamics.lean.floating_inverse_dynamics as floating_page
import symoro.models.dynamics.lean.forward_dynamics as forward_page
import symoro.models.dynamics.lean.inertia as inertia_page
import symoro.models.dynamics.lean.inverse_dynamics as inverse_page
import symoro.models.dynamics.lean.links as links_page
import symoro.models.factored_rotation as factored_page
from dynamic_states import State, afloat, at_random, close
from models.lean_robots import run_of_parallel_axes
from models.mutants import Checks, Mutant, mutants
from models.test_dynamics_mutants import REFUSED, limited
from models.test_mutants import everything, with_load_friction
from random_robots import names
from symoro.expressions import PI, ZERO, symbol
from symoro.models.dynamics.ccg import CORIOLIS, ccg
from symoro.models.dynamics.floating_inverse_dynamics import floating_inverse_dynamics
from symoro.models.dynamics.forward_dynamics import matrix_dynamics
from symoro.models.dynamics.inertia import inertia_matrix
from symoro.models.dynamics.inverse_dynamics import newton_euler
from symoro.models.dynamics.lean.form import LeanForm
from symoro.models.geometry.link_transforms import link_transform
from symoro.models.let import plain
from symoro.robot import WRENCH, Base, JointType, Robot, Structure, general_link, joint_frame

PAGES = (
    turn_page,
    links_page,
    carriage_page,
    inverse_page,
    inertia_page,
    forward_page,
    floating_page,
    factored_page,
)
_NAME = re.compile(r"[A-Z]+[A-Za-z_1-9]*")


class Named:
    """Passes values on and remembers names; tags count components from 1, as in every listing."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, Any]] = set()

    def __call__(self, tag: str, frame: Any, value: Any, /) -> Any:
        assert _NAME.fullmatch(tag), tag
        self.seen.add((tag, frame))
        return value

    def frames(self, tag: str) -> set[int]:
        return {frame for name, frame in self.seen if name == tag}

    def solve(self, tag: str, frame: Any, matrix: Any, right: Any, /) -> Any:
        raise AssertionError("no linear system here")


@dataclass(frozen=True)
class Case:
    """A robot at a state, a form of its inverse dynamics, one of its inertia, and what is right.

    ``tips`` are the links whose U is found without wd, ``turned`` those that are turned to their
    first moments.
    """

    state: State
    form: LeanForm
    rigid: LeanForm
    tips: set[int]
    turned: set[int]
    tau: Any
    H: Any
    coriolis: Any
    A: Any
    accelerations: Any
    afloat: Any


def case(robot: Robot, form: LeanForm, *, tips: Iterable[int], turned: Iterable[int] = ()) -> Case:
    state = at_random(robot, 11)
    m = state.m
    found = newton_euler(m)
    base = (*found.f[0], *found.n[0]) if m.floating else ()
    moves = matrix_dynamics(m, state.tau)
    free = floating_inverse_dynamics(m) if m.floating else None
    bearers = {m.body(j).i for j in form.merged}
    rigid = replace(
        form,
        merged=frozenset(),
        reframed=form.reframed - bearers,
        unspun=form.unspun - bearers,
        lengths={j: x for j, x in form.lengths.items() if j or not m.floating},
    )
    return Case(
        state=state,
        form=form,
        rigid=rigid,
        tips=set(tips),
        turned=set(turned),
        tau=[*base, *found.tau.values()],
        H=ccg(m),
        coriolis=ccg(m, (CORIOLIS,)),
        A=inertia_matrix(m).matrix,
        accelerations=[*moves.qdd.values(), *moves.vd0, *moves.wd0],
        afloat=[*free.tau.values(), *free.vd0, *free.wd0] if free else None,
    )


def chosen(**joints: Iterable[int]) -> LeanForm:
    sets: dict[str, Any] = {name: frozenset(each) for name, each in joints.items()}
    return LeanForm(**sets)


def slides() -> Robot:
    """Two slides, one of them along an axis of its link, and three arms, one with two tools."""
    R, P = JointType.REVOLUTE, JointType.PRISMATIC
    frames = (
        joint_frame(1, 0, R, theta=symbol("t1"), r=symbol("RL1"), alpha=symbol("al1")),
        joint_frame(2, 1, P, r=symbol("r2"), alpha=PI / 2, d=symbol("D2"), b=symbol("B2")),
        joint_frame(3, 1, R, theta=symbol("t3"), d=symbol("D3"), gamma=symbol("g3")),
        joint_frame(4, 3, P, r=symbol("r4"), alpha=symbol("al4"), d=symbol("D4"),
                    theta=symbol("th4"), gamma=symbol("g4")),
        joint_frame(5, 0, R, theta=symbol("t5"), r=symbol("RL5"), alpha=symbol("al5")),
        joint_frame(6, 1, R, theta=symbol("t6"), r=symbol("RL6"), d=symbol("D6")),
        joint_frame(7, 3, R, theta=symbol("t7"), r=symbol("RL7"), alpha=symbol("al7")),
        joint_frame(8, 7, JointType.FIXED, theta=symbol("th8"), d=symbol("D8")),
        joint_frame(9, 8, JointType.FIXED, alpha=symbol("al9"), r=symbol("RL9")),
    )  # fmt: skip
    links = [general_link(j) for j in range(1, 10)]
    links[4] = replace(links[4], MY=ZERO)  # its x axis lies along its first moments already
    links[5] = replace(links[5], MX=ZERO)  # a quarter turn away
    links[3] = replace(links[3], **{name: symbol(f"{name}4") for name in WRENCH})
    return Robot("slides", Structure.TREE, frames, tuple(links), Base(G=names("G")))


def spindle() -> Robot:
    """Parallel axes with a slide along the last, away from it, and another at an angle."""
    R, P = JointType.REVOLUTE, JointType.PRISMATIC
    place = {"d": symbol("D4"), "gamma": symbol("g4"), "b": symbol("B4"), "theta": symbol("th4")}
    frames = (
        joint_frame(1, 0, R, theta=symbol("t1"), alpha=symbol("al1"), r=symbol("RL1")),
        joint_frame(2, 1, R, theta=symbol("t2"), d=symbol("D2"), r=symbol("RL2")),
        joint_frame(3, 2, R, theta=symbol("t3"), d=symbol("D3"), r=symbol("RL3")),
        joint_frame(4, 3, P, r=symbol("r4"), **place),
        joint_frame(5, 1, R, theta=symbol("t5"), d=symbol("D5"), alpha=symbol("al5"),
                    gamma=symbol("g5"), r=symbol("RL5")),
        joint_frame(6, 5, P, r=symbol("r6"), alpha=PI / 2, d=symbol("D6"), b=symbol("B6")),
        joint_frame(7, 5, JointType.FIXED, theta=symbol("th7"), d=symbol("D7")),
    )  # fmt: skip
    links = tuple(general_link(j) for j in range(1, 8))
    return Robot("spindle", Structure.TREE, frames, links, Base(G=names("G")))


def fork() -> Robot:
    """Two tips on one link, their axes parallel to its, at oblique angles."""
    R = JointType.REVOLUTE
    place = {"d": symbol("D"), "b": symbol("B"), "r": symbol("RL")}
    frames = (
        joint_frame(1, 0, R, theta=symbol("t1"), alpha=symbol("al1"), d=symbol("D1")),
        joint_frame(2, 1, R, theta=symbol("t2"), gamma=symbol("g2"), **place),
        joint_frame(3, 1, R, theta=symbol("t3") + PI / 2, gamma=symbol("g3"), **place),
    )
    links = tuple(general_link(j) for j in (1, 2, 3))
    return Robot("fork", Structure.TREE, frames, links, Base(G=names("G")))


def planar() -> Robot:
    """Three parallel axes across gravity: nothing turns about x or y."""
    R = JointType.REVOLUTE
    frames = tuple(
        joint_frame(j, j - 1, R, theta=symbol(f"t{j}"), d=symbol(f"D{j}") if j > 1 else ZERO)
        for j in (1, 2, 3)
    )
    links = tuple(general_link(j) for j in (1, 2, 3))
    return Robot("planar", Structure.SIMPLE, frames, links, Base(G=(symbol("G1"), ZERO, ZERO)))


@pytest.fixture(scope="module")
def cases() -> tuple[Case, ...]:
    still = replace(everything(), base=Base(G=names("G")))
    free = replace(still, links=tuple(map(_unloaded, still.links)))
    everywhere = {j: 0.4 + 0.3 * j for j in range(8)}
    some = {j: everywhere[j] for j in (0, 1, 2, 4, 5)}
    all_ahead = chosen(reframed=(5, 6, 7), ahead=range(1, 8))
    heavy = replace(everything(), base=replace(everything().base, link=general_link(0)))
    return (
        case(
            with_load_friction(heavy),
            replace(chosen(ahead=(2, 5)), lengths=everywhere),
            tips=(5, 7),
        ),
        case(
            run_of_parallel_axes(3),
            replace(chosen(parallel=(3, 4, 5), reframed=(5, 6)), lengths=some),
            tips=(),
            turned=(5,),
        ),
        case(
            slides(),
            chosen(merged=(2, 4), reframed=(2, 5, 6, 7)),
            tips=(5, 6),
            turned=(7,),
        ),
        case(afloat(free), replace(all_ahead, lengths=everywhere), tips=(5, 7), turned=(5, 7)),
        case(slides(), replace(chosen(merged=(2, 4), reframed=(2, 7)), grouped=False),
             tips=(5, 6), turned=(7,)),
        case(afloat(run_of_parallel_axes(2)), chosen(parallel=(3, 4), merged=(5,)), tips=()),
        case(everything(), LeanForm(grouped=False), tips=(5, 7)),
        case(
            spindle(),
            replace(chosen(merged=(4, 6), reframed=(3, 4, 5), unspun=(3, 5), balanced=(2, 3),
                           parallel=(2,)), lengths=some),
            tips=(3,),
            turned=(3, 5),
        ),
        case(spindle(), replace(chosen(merged=(4,), unspun=(3,), balanced=(2,)), grouped=False),
             tips=(3,)),
        case(afloat(spindle()), replace(chosen(reframed=(4, 6), ahead=(3,), balanced=(3, 5)),
                                        lengths=everywhere), tips=()),
        case(afloat(planar()), replace(chosen(unspun=(3,), reframed=(3,), balanced=(3,)),
                                       lengths=some), tips=(3,), turned=(3,)),
        case(planar(), chosen(unspun=(3,), parallel=(2,)), tips=(3,)),
        case(afloat(with_load_friction(heavy)), chosen(ahead=(2, 5)), tips=(5, 7)),
        case(afloat(spindle()), LeanForm(), tips=()),
        case(fork(), chosen(reframed=(2, 3)), tips=(2, 3), turned=(2, 3)),
    )  # fmt: skip


def _unloaded(link: Any) -> Any:
    return replace(link, **dict.fromkeys(WRENCH, ZERO))


class Pages:
    """The lean pages by their short names, one of them exchanged wherever it is used."""

    def __init__(self, page: ModuleType, module: ModuleType, patch: pytest.MonkeyPatch) -> None:
        for each in PAGES:
            short = each.__name__.rpartition(".")[2]
            setattr(self, short, module if each is page else each)
            for name, value in list(vars(each).items()):
                inside = getattr(value, "__module__", None) == page.__name__
                if inside and each is not page and name in vars(module):
                    patch.setattr(each, name, getattr(module, name))


def inverse(pages: Any, c: Case) -> bool:
    found = pages.inverse_dynamics.lean_inverse_dynamics(c.state.m, c.form, Named())
    return close([*(found.f0 or ()), *(found.n0 or ()), *found.tau.values()], c.tau, 1e-9)


def inertia(pages: Any, c: Case) -> bool:
    return close(pages.inertia.lean_inertia(c.state.m, c.rigid, Named()).matrix, c.A, 1e-9)


def bias(pages: Any, c: Case) -> bool:
    lean = partial(pages.inverse_dynamics.lean_ccg, c.state.m, c.form, Named())
    return close(lean(), c.H, 1e-9) and close(lean((CORIOLIS,)), c.coriolis, 1e-9)


def direct(pages: Any, c: Case) -> bool:
    moves = pages.forward_dynamics.lean_forward_dynamics(c.state.m, c.state.tau, c.rigid, Named())
    return close([*moves.qdd.values(), *moves.vd0, *moves.wd0], c.accelerations, 1e-9)


def floating(pages: Any, c: Case) -> bool:
    if c.afloat is None:
        return True
    page = pages.floating_inverse_dynamics.lean_floating_inverse_dynamics
    found = page(c.state.m, c.rigid, Named())
    return close([*found.tau.values(), *found.vd0, *found.wd0], c.afloat, 1e-9)


def plain_in_factors(pages: Any, c: Case) -> bool:
    """The plain pages with rotations in factors."""
    m, factoring = c.state.m, pages.factored_rotation.FactoringLet
    joints = newton_euler(m, factoring(plain)).tau
    return close([*joints.values()], c.tau[-len(joints) :], 1e-9) and close(
        inertia_matrix(m, factoring(plain)).matrix, c.A, 1e-9
    )


def as_chosen(pages: Any, c: Case) -> bool:
    """The form is what was asked for: what is equal by another way is not taken for it."""
    m, let = c.state.m, Named()
    pages.inverse_dynamics.lean_inverse_dynamics(m, c.form, let)
    links = pages.links.lean_links(m, c.form, plain)
    grouped = all(
        not np.any(_shared(link)) for j, link in links.items() if j and j not in c.form.balanced
    )
    return (
        let.frames("SS") == set(c.form.parallel)
        and let.frames("WQ") == c.tips
        and let.frames("DEL") == c.turned
        and let.frames("MB") == set(c.form.balanced)
        and let.frames("ES") == set(c.form.unspun)
        and grouped == c.form.grouped
        and all(_in_its_frame(links[j]) for j in c.form.reframed)
        and all(links[links[j].i].S[0, 3] == 0 for j in c.form.balanced)
        and np.any(links[0].S) == m.floating
    )


def _shared(link: Any) -> Any:
    """What a grouped link has given to its antecedent."""
    if link.body.revolute:
        return link.S[2:, 2:]
    return link.S[:3, :3] if link.body.prismatic else link.S


def _in_its_frame(link: Any) -> bool:
    if link.body.prismatic:
        return not np.any(link.S[:3, 3]) and not np.any(link.S[3, :3])
    return bool(link.r == 0 and link.S[1, 3] == link.S[3, 1] == 0)


def in_factors(pages: Any, c: Case) -> bool:
    """A rotation in factors multiplies like its matrix."""
    let = pages.factored_rotation.FactoringLet(plain)
    factors = [link_transform(c.state.m.body(j), j, let)[0] for j in (1, 2)]
    A, B = factors
    R, Q = (np.array(each) for each in factors)
    v = np.array([0.3, -1.2, 0.7], dtype=object)
    M = np.array([[1, 2, 3], [4, 5, 7], [1, 8, 6]], dtype=object)
    pairs = [
        (A @ v, R @ v), (A.T @ v, R.T @ v), (A @ M, R @ M), (A.T @ M, R.T @ M), (M @ A, M @ R),
        (M @ A.T, M @ R.T), (A @ B, R @ Q), (A.T @ B, R.T @ Q), (np.array(A.T), R.T),
        (A.T[0, 1], R[1, 0]), (R @ R.T, np.eye(3)),
    ]  # fmt: skip
    lazy = all(
        type(each).__name__ == "FactoredRotation" and len(each) == len(v) for each in factors
    )
    return lazy and all(close(one, other, 1e-12) for one, other in pairs)


CHECKS = (inverse, inertia, bias, direct, floating, plain_in_factors, as_chosen, in_factors)


def agrees(pages: Pages, checks: Checks[Pages]) -> bool:
    try:
        with limited(3.0):
            return checks.hold(pages)
    except REFUSED:
        return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__.rpartition(".")[2])
def test_the_page_itself_agrees(page: ModuleType, cases: tuple[Case, ...]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        pages = Pages(page, page, patch)
        for each in cases:
            assert [check.__name__ for check in CHECKS if not check(pages, each)] == []


def survives(page: ModuleType, mutant: Mutant, checks: Checks[Pages]) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        return agrees(Pages(page, mutant.module, patch), checks)


EQUIVALENT = {
    ("condition", "if i or floating:"),  # nobody reads the inertia of a base that stands
    ("condition", "if any(along):"),  # the longer way to the same vector
    ("sign lost", "along = [is_number(x, 1) or"),
    ("condition", "if j in self.form.ahead:"),  # another way to the same point
    ("condition", "if j not in self.form.ahead:"),
    ("condition", "if run is not None and run.root != j:"),
    ("condition", "if j:"),  # the motion of link 0 is that of a link without joint
    ("condition", "it turns about z only"),  # the longer way to the same moment
    ("second term lost", "it turns about z only"),
    ("index", "it turns about z only"),
    ("index", "U[0, 2] = let("),  # U13 is there already, U32 comes later
    ("index", "S41 takes its name"),  # without rounding it is zero; symbols need it said
    ("condition", "if j in self.runs:"),  # the same run again
    ("condition", "if link.body.revolute:"),  # of a slide nobody asks for its run
    ("condition", "if not body.moves:"),  # a fixed frame has no rates
    ("condition", "if carriage.is_square(j):"),  # the longer way to the same acceleration
    ("joint type", "self._antecedent_axis(j) is not None"),  # likewise
    ("sign lost", "along = [k for k in AXES if"),
    ("condition", "if self.carriage.squares_axis(j):"),  # the same number by its other form
    ("condition", "if not is_number(x, 0):"),
    ("joint type", 'tag = "VC"'),  # a name
    ("condition", "if gathered:"),  # the longer way to the same vectors
    ("condition", "gathered = oblique"),
    ("condition", "if link.gathered:"),  # always, it is the longer way to the same angle
    ("sign lost", "oblique = not any("),
    ("condition", "if tag in _ANGLES:"),  # more is remembered than is asked for
    ("condition", "if isinstance(other, FactoredRotation):"),  # an array is its own array
}
"""What changes no number, with a part of its line."""


def excused(mutant: Mutant) -> bool:
    return any(mutant.what == what and part in mutant.text for what, part in EQUIVALENT)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__.rpartition(".")[2])
def test_every_mutant_of_a_page_is_caught(page: ModuleType, cases: tuple[Case, ...]) -> None:
    checks = Checks([partial(check, c=each) for each in cases for check in CHECKS], REFUSED)
    alive = [m for m in mutants(page, thorough=True) if survives(page, m, checks)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive if not excused(m)] == []
