"""DHRobots of the Robotics Toolbox for Python, by their attributes, and pinocchio's torques.

The fakes here have the attributes of version 1.5.0 that are documented; nothing is imported of it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pinocchio as pin
import pytest

import symoro
from oracles.pinocchio_sheet import SheetModel, about, along
from symoro.errors import RobotError
from symoro.expressions import expression
from symoro.robot import Limits

Array = npt.NDArray[np.float64]
EARTH = (0.0, 0.0, -9.81)


@dataclass
class FakeLink:
    """The attributes of a DHLink."""

    a: Any = 0.0
    alpha: Any = 0.0
    d: Any = 0.0
    theta: Any = 0.0
    offset: Any = 0.0
    sigma: int = 0
    mdh: bool = False
    flip: bool = False
    m: float = 0.0
    r: Any = field(default_factory=lambda: np.zeros(3))
    I: Any = field(default_factory=lambda: np.zeros((3, 3)))  # noqa: E741
    Jm: float = 0.0
    G: float = 1.0
    B: Any = 0.0
    Tc: Any = field(default_factory=lambda: np.zeros(2))
    qlim: Any = None


def fake(links: list[FakeLink], **more: Any) -> Any:
    """A DHRobot: its base and tool are poses with a matrix A."""
    poses = {name: SimpleNamespace(A=more.pop(name, np.eye(4))) for name in ("base", "tool")}
    return SimpleNamespace(links=links, name="arm", **{"gravity": np.array(EARTH)} | poses | more)


def random_link(rng: random.Random, modified: bool) -> FakeLink:
    sigma = int(rng.random() < 0.3)
    turn = pin.utils.rotate("x", rng.uniform(-1, 1)) @ pin.utils.rotate("z", rng.uniform(-1, 1))
    return FakeLink(
        a=rng.choice((0, rng.uniform(-1, 1))),
        alpha=rng.choice((0, np.pi / 2, -np.pi / 2, rng.uniform(-2, 2))),
        d=0 if sigma else rng.uniform(-1, 1),
        theta=rng.choice((0, -np.pi / 2)) if sigma else 0,
        offset=rng.choice((0, rng.uniform(-1, 1))),
        sigma=sigma,
        mdh=modified,
        flip=rng.random() < 0.3,
        m=rng.uniform(1, 3),
        r=np.array([rng.uniform(-0.2, 0.2) for _ in range(3)]),
        I=turn @ np.diag([rng.uniform(0.05, 0.09) for _ in range(3)]) @ turn.T,
        Jm=rng.uniform(1e-4, 2e-4),
        G=rng.choice((-60.0, 100.0)),
        B=rng.uniform(1e-3, 2e-3),
        Tc=np.array([rng.uniform(0.1, 0.4), -rng.uniform(0.1, 0.4)]),
    )


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # zeros of chance
@pytest.mark.parametrize("modified", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_a_dh_robot_has_pinocchios_poses_and_torques(seed: int, modified: bool) -> None:
    """Motors and friction, which pinocchio's call lacks, are added as the toolbox documents them.

    They are G^2 (Jm qdd + B qd) + |G| Tc, with Tc+ or Tc- by the sign of the joint's velocity.
    """
    rng = random.Random(f"{seed} {modified}")
    links = [random_link(rng, modified) for _ in range(rng.randint(2, 6))]
    for link in links:
        link.I = (link.I + link.I.T) / 2
    base = np.asarray((about("x", rng.uniform(-1, 1)) * along("z", 0.4)).homogeneous)
    tool = np.asarray((about("z", 0.3) * along("x", 0.1) * about("x", 0.4)).homogeneous)
    gravity = 9.81 * np.array([0.36, -0.48, -0.8])
    robot = symoro.from_rtb(fake(links, base=base, tool=tool, gravity=gravity))
    rows = [
        (x.a, x.alpha, x.offset if x.sigma else x.d, x.theta if x.sigma else x.offset)
        for x in links
    ]
    joints = "".join("RP"[link.sigma] for link in links)
    turned = [j for j, link in enumerate(links, start=1) if link.flip]
    bodies = [pin.Inertia(link.m, link.r, link.I) for link in links]
    convention = "modified" if modified else "classic"
    model = SheetModel(rows, convention, joints, turned, bodies, base, tool)
    n = len(links)
    q, qd, qdd = np.random.default_rng(seed).normal(size=(3, n))
    torques = np.asarray(symoro.idm(robot, verify=False).compile()(q, qd, qdd, parameters={}))
    G, Jm, B = (np.array([getattr(x, name) for x in links]) for name in ("G", "Jm", "B"))
    coulomb = [x.Tc[0] if v > 0 else x.Tc[1] for x, v in zip(links, qd, strict=True)]
    expected = model.torques(q, qd, qdd, gravity) + G**2 * (Jm * qdd + B * qd)
    expected += abs(G) * np.array(coulomb)
    # lengths of base and tool are rounded to 1e-12, and sums of six links grow with their forces
    np.testing.assert_allclose(torques, expected, rtol=1e-10, atol=1e-10)
    pose = symoro.transform(robot, to=robot.n_frames, from_=0, verify=False).compile()
    np.testing.assert_allclose(
        base @ np.asarray(pose(q)).reshape(4, 4), model.end(q), rtol=0, atol=2e-11
    )


def test_drives_are_those_of_the_joint() -> None:
    puma1 = FakeLink(Jm=0.0002, G=-62.5, B=0.0016, Tc=np.array([0.4, -0.32]))
    even = FakeLink(a=1.0, G=2.0, Tc=[0.5, -0.5], m=1.0)
    one, two = symoro.from_rtb(fake([puma1, even])).links[:2]
    values = [str(getattr(one, name)) for name in ("IA", "FV", "FS", "FSP", "FSN")]
    assert values == ["0.78125", "6.25", "0", "25", "20"]
    assert [str(two.FS), str(two.FSP), str(two.FSN)] == ["1", "0", "0"]


def test_limits_and_symbols_are_read_and_links_without_mass_are_general() -> None:
    sympy = pytest.importorskip("sympy")
    links = [
        FakeLink(a=sympy.Symbol("L1x"), alpha=sympy.pi / 2, qlim=np.array([-1.5, 2.0])),
        FakeLink(a=0.5, qlim=[-np.inf, np.nan]),
    ]
    robot = symoro.from_rtb(fake(links), name="two")
    assert (robot.name, str(robot.frame(2).d), str(robot.frame(2).alpha)) == ("two", "L1x", "Pi/2")
    assert robot.frame(1).limits == Limits(expression("-1.5"), expression(2))
    assert robot.frame(2).limits is None
    assert str(robot.link(2).ZZ) == "ZZ2"
    assert [str(entry) for entry in robot.base.G] == ["0", "0", "-9.81"]


def test_gravity_that_points_upwards_has_to_be_said() -> None:
    upwards = fake([FakeLink(a=1.0, m=1.0)], gravity=[0, 0, 9.81])
    with pytest.raises(RobotError, match=r"gravity points upwards.*gravity=\(0, 0, -9.81\)"):
        symoro.from_rtb(upwards)
    assert str(symoro.from_rtb(upwards, gravity=EARTH).base.G[2]) == "-9.81"
    assert str(symoro.from_rtb(upwards, gravity=[0, 0, 9.81]).base.G[2]) == "9.81"


@pytest.mark.parametrize(
    ("robot", "message"),
    [
        (SimpleNamespace(links=[SimpleNamespace(m=1)], name="panda"), "panda has no Denavit-Hart"),
        (SimpleNamespace(links=[], urdf_filepath="/x/p.urdf"), "is that file: /x/p.urdf"),
        (3, "int has no Denavit-Hartenberg table; found a int; expected a DHRobot"),
        (fake([FakeLink(), FakeLink(mdh=True)]), "links of both conventions"),
        (fake([FakeLink(theta=0.5)]), "frame 1, theta: the toolbox ignores theta of this joint"),
        (fake([FakeLink(sigma=1, d=0.5)]), "frame 1, d: the toolbox ignores d of this joint"),
        (fake([FakeLink(a="x")]), "frame 1, a: not a number"),
        (fake([FakeLink(m=1, r=[0, 0])]), "frame 1, r: not so many values; found 2; expected 3"),
        (fake([FakeLink(I=np.triu(np.ones((3, 3))))]), "frame 1, I: not symmetric"),
        (fake([FakeLink(G=0.0, Jm=1.0)]), "frame 1, G: a motor without a gear ratio"),
        (fake([FakeLink(B=[1, 2])]), "frame 1, B: not a number"),
        (fake([FakeLink()], tool=np.diag([2.0, 1, 1, 1])), "its 3x3 part is not a rotation"),
    ],
)
def test_what_is_no_dh_robot_is_refused(robot: Any, message: str) -> None:
    with pytest.raises(RobotError) as caught:
        symoro.from_rtb(robot)
    assert message in str(caught.value)
