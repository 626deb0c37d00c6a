"""Legal robots that are hard to verify are not refused, and wrong models are not certified."""

from __future__ import annotations

from dataclasses import replace

import pytest

import symoro
from symoro import ModelError, Robot, Structure, VerificationError
from symoro.catalog.generate import generate
from symoro.catalog.table import model_definition
from symoro.expressions import expression
from symoro.pipeline.options import Options
from symoro.robot import Base, Frame, JointType, Link, general_link, joint_frame
from symoro.verify.verify import verify


def chain(*rows: dict[str, object]) -> Robot:
    """Revolute joints with some geometry each."""
    frames = tuple(
        joint_frame(j, j - 1, JointType.REVOLUTE, **{"theta": f"t{j}", **row})
        for j, row in enumerate(rows, start=1)
    )
    links = tuple(general_link(j) for j in range(1, len(rows) + 1))
    gravity = Base(G=("GX", "GY", "GZ"))  # type: ignore[arg-type]
    return Robot("hard", Structure.SIMPLE, frames, links, gravity)


@pytest.mark.parametrize("velocity", ["0", "2", "-2"])
def test_coulomb_friction_at_a_known_velocity_is_exact(velocity: str) -> None:
    robot = symoro.load("planar2r")
    model = symoro.idm(robot, include="friction", substitute={"QP1": velocity})
    assert model.certificate is not None
    assert model.certificate.exact_points == 2


@pytest.mark.parametrize(
    "row",
    [
        {"d": "sqrt(a^2 - b^2)"},
        {"d": "sqrt(a - 3/5)"},
        {"theta": "t2 + sqrt(a - 1/2)"},
        {"alpha": "sqrt(4*a)"},
        {"d": "1/(a - b)"},
        {"alpha": "atan2(a, b)", "d": "sqrt(a^2 + b^2)"},
        {"alpha": "a*b"},
        {"alpha": "0.123*a"},
        {"alpha": "tan(a)"},
        {"alpha": "Pi/7"},
        {"alpha": "-Pi/11"},
        {"gamma": "1.2345", "alpha": "-0.777"},
    ],
    ids=str,
)
def test_geometry_that_is_not_rational_or_not_everywhere_defined_is_verified(
    row: dict[str, object],
) -> None:
    model = symoro.idm(chain({}, row, {"alpha": "Pi/2", "d": "d3"}), outputs="*")
    assert model.certificate is not None
    assert model.certificate.states == 20


def test_many_square_roots_do_not_prevent_verification() -> None:
    rows: list[dict[str, object]] = [{"d": f"sqrt(1 + a{j}^2)"} for j in range(12)]
    certificate = symoro.idm(chain(*rows)).certificate
    assert certificate is not None
    assert certificate.states == 20


def test_geometry_that_is_nowhere_defined_is_refused_with_the_way_out() -> None:
    robot = chain({}, {"d": "sqrt(-1 - a^2)*0.3"})
    certificate = symoro.idm(robot).certificate  # opaque, yet equal in both routes
    assert certificate is not None
    assert certificate.states == 0
    assert "no random state" in "\n".join(certificate.lines())


@pytest.mark.parametrize("length", ["3000", "100000", "10000000"])
def test_a_robot_far_from_its_base_is_verified(length: str) -> None:
    rows: list[dict[str, object]] = [{"d": length, "r": length}, {"alpha": "Pi/2"}, {"d": "d3"}]
    certificate = symoro.idm(chain(*rows), outputs="*").certificate
    assert certificate is not None
    assert certificate.max_rel_error < 1e-9


def test_a_far_second_arm_is_verified_with_more_digits() -> None:
    """Its distance from frame 1 costs the reference digits in double precision, not in eighty."""
    robot = chain({"d": "d1"}, {"d": "1000000"}, {"d": "d3"})
    frames = [replace(f, antecedent=i) for (_, f), i in zip(robot, (0, 0, 2), strict=True)]
    robot = replace(robot, structure=Structure.TREE, frames=tuple(frames))
    certificate = symoro.idm(robot).certificate
    assert certificate is not None
    assert certificate.max_rel_error < 1e-9


@pytest.mark.filterwarnings("ignore:hard:symoro.RobotWarning")
def test_a_wrong_model_of_a_tiny_robot_with_decimal_angles_is_not_certified() -> None:
    """Without an exact test the error is relative to the torques themselves, however small."""

    def tiny(alpha: str, d: str, size: str) -> Robot:
        link = Link(ZZ=size, XX=size, YY=size, MX=size, M=size)  # type: ignore[arg-type]
        robot = chain({}, {"alpha": alpha, "d": d})
        return replace(robot, links=(link, link))

    right, wrong = tiny("1.5708", "0.5", "1e-12"), tiny("0.3", "0.1", "5e-12")
    program = generate("idm", wrong, Options(verify=False)).program
    with pytest.raises(VerificationError, match="GAM differs"):
        verify(program, model_definition("idm").plan(right, {}).check)
    same = generate("idm", right).program
    assert verify(same, model_definition("idm").plan(right, {}).check).states == 20


def test_a_fixed_frame_may_have_names_of_velocities() -> None:
    """As the template writes them: a tool frame made from a joint keeps QP6."""
    robot = symoro.load("rx90")
    tool = replace(robot.frames[5], sigma=JointType.FIXED, theta=expression(0), mu=False)
    model = symoro.idm(replace(robot, frames=(*robot.frames[:5], tool)), outputs="*")
    assert model.certificate is not None
    assert "QP6" not in {item.name for item in model.program.inputs}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("d", "QP1", "frame 2, d depends on QP1, QP of joint 1"),
        ("alpha", "t1", "frame 2, alpha depends on t1, the variable of joint 1"),
    ],
)
def test_tables_that_move_with_the_robot_are_refused(field: str, value: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        symoro.idm(chain({}, {field: value}))


def test_inertia_and_gravity_that_move_are_refused() -> None:
    robot = chain({}, {})
    heavy = replace(robot, links=(replace(robot.links[0], M=expression("t2")), robot.links[1]))
    with pytest.raises(ModelError, match="link 1, M depends on t2"):
        symoro.idm(heavy)
    tilted = replace(robot, base=Base(G=("t1", "0", "0")))  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="G depends on t1"):
        symoro.idm(tilted)


def test_a_number_beyond_double_precision_is_refused_by_name() -> None:
    with pytest.raises(symoro.UsageError, match="beyond the range of double precision"):
        symoro.idm(chain({}, {"d": "10^60*10^60*10^60*10^60*10^60*10^60"}), verify=False).code("c")


@pytest.mark.parametrize("method", [None, "recursive", "matrix"])
def test_a_floating_body_without_joints_has_a_direct_model(method: str | None) -> None:
    body = Robot("body", Structure.SIMPLE, (Frame(0),), (general_link(1),))
    model = symoro.ddm(body, method=method, floating_base=True)
    assert model.outputs == ("QDP", "VP0", "WP0")
    assert model.certificate is not None
