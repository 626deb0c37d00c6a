"""Types of public names, written from the table of functions by docs/generate_stub.py."""

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

from symoro.analysis.filters import filtered_samples as filtered_samples
from symoro.analysis.filters import parallel_filter as parallel_filter
from symoro.analysis.link_by_link import triangular_blocks as triangular_blocks
from symoro.catalog.diagnose import diagnose as check
from symoro.catalog.dynamic.linear_system import linear_system as linear_system
from symoro.catalog.freedoms import Freedoms as Freedoms
from symoro.catalog.freedoms import freedoms as freedoms
from symoro.catalog.geometric.inverse_geometry import igm as igm
from symoro.catalog.geometric.inverse_geometry import igm as inverse_kinematics
from symoro.catalog.geometric.loop_solutions import LoopGeometry
from symoro.catalog.geometric.loop_solutions import loop_solutions as loop_solutions
from symoro.catalog.kinematic.singularities import singularities as singularities
from symoro.errors import ModelError as ModelError
from symoro.errors import ParseError as ParseError
from symoro.errors import RobotError as RobotError
from symoro.errors import RobotWarning as RobotWarning
from symoro.errors import SingularError as SingularError
from symoro.errors import SymoroError as SymoroError
from symoro.errors import UsageError as UsageError
from symoro.errors import VerificationError as VerificationError
from symoro.expressions import Expression as Expression
from symoro.expressions import ExpressionLike
from symoro.expressions import expression as expression
from symoro.expressions import symbol as symbol
from symoro.formats import save_file as save
from symoro.formats.exports import to_mjcf as to_mjcf
from symoro.formats.exports import to_pinocchio as to_pinocchio
from symoro.formats.exports import to_urdf as to_urdf
from symoro.formats.values import Values
from symoro.grouping.api import base_parameters as base_parameters
from symoro.grouping.result import BaseParameters as BaseParameters
from symoro.library import load as load
from symoro.pipeline.model import Model as Model
from symoro.pipeline.optimize import OptimizedProgram as OptimizedProgram
from symoro.pipeline.optimize import optimize as optimize
from symoro.plot.figure import draw as draw
from symoro.plot.reach import workspace as workspace
from symoro.robot import Base as Base
from symoro.robot import Frame as Frame
from symoro.robot import JointAxis as JointAxis
from symoro.robot import JointType as JointType
from symoro.robot import Link as Link
from symoro.robot import ParallelRobot as ParallelRobot
from symoro.robot import Robot as Robot
from symoro.robot import Structure as Structure
from symoro.robot import Wheel as Wheel
from symoro.robot.parametric import parametric as parametric
from symoro.robot.rtb import from_rtb as from_rtb
from symoro.version import __version__ as __version__

Numbers = str | int | Sequence[int]

class CommonOptions(TypedDict, total=False):
    level: str
    assume: str
    outputs: Sequence[str] | str
    order: Sequence[str] | str
    include: Sequence[str] | str
    substitute: Mapping[str, ExpressionLike] | None
    values: Values | None
    param: Mapping[str, ExpressionLike] | None
    equivalent_tree: bool
    floating_base: bool
    base_parameters: bool
    derivative: Sequence[str] | str
    expanded: bool
    timeout: float | None
    verify: bool
    strict: bool

def transform(
    robot: Robot,
    from_: Numbers = (),
    to: Numbers = (),
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return transformation matrices between pairs of frames, expanded."""

def forward_kinematics(
    robot: Robot,
    from_: Numbers = (),
    to: Numbers = (),
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return transformation matrices between pairs of frames, expanded."""

def fast_transform(
    robot: Robot,
    from_: Numbers = (),
    to: Numbers = (),
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return transformation matrices with intermediate variables: the cheapest form."""

def lambda_matrix(
    robot: Robot,
    link: int | str | None = None,
    frame: int | str | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the 10x10 matrix ``LAM`` that writes inertial parameters in another frame.

    ``LAM`` times XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M of a body in the link's frame are those
    of the same body in the other frame.
    """

def igm_matrices(
    robot: Robot,
    *,
    from_: int | str | None = None,
    to: int | str | None = None,
    direction: str | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return both sides of the equations of Paul's method, forward and backward.

    ``Uj`` and ``Vj`` have elements of the pose ``T`` and the joints on one side of frame j;
    ``TjTn`` and ``TiTj`` are the same matrices from the joints on the other side.
    """

def loop_geometry(
    robot: Robot,
    *,
    active: Numbers = (),
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> LoopGeometry:
    """Return the passive joints of a closed robot as functions of the active ones.

    ``.model`` is the closed form, ``.labels`` names its assembly modes, ``.solutions(at,
    parameters)`` gives numbers, found by search where there is no closed form.
    """

def jacobian(
    robot: Robot,
    link: int | str | None = None,
    *,
    projection: int | str | None = None,
    intermediate: int | str | None = None,
    frame0: bool = False,
    total: bool = False,
    orientation: str | None = None,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the Jacobian matrix of a link.

    Its frames are those of the simplest matrix unless others are asked for; with ``frame0`` it
    is the velocity of the link's own origin in frame 0. ``L`` moves the velocity from the
    origin of the intermediate frame to the link's own. With ``total``, ``JT`` is their product;
    with ``orientation``, ``X`` are the coordinates of the pose and ``JX`` is the analytical
    Jacobian. Of a closed robot in its actuated joints, positions of the passive ones are inputs
    where the loops have no closed form.
    """

def jacob0(
    robot: Robot,
    link: int | str | None = None,
    *,
    projection: int | str | None = None,
    intermediate: int | str | None = None,
    total: bool = False,
    orientation: str | None = None,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the Jacobian matrix of a link.

    Its frames are those of the simplest matrix unless others are asked for; with ``frame0`` it
    is the velocity of the link's own origin in frame 0. ``L`` moves the velocity from the
    origin of the intermediate frame to the link's own. With ``total``, ``JT`` is their product;
    with ``orientation``, ``X`` are the coordinates of the pose and ``JX`` is the analytical
    Jacobian. Of a closed robot in its actuated joints, positions of the passive ones are inputs
    where the loops have no closed form.
    """

def jacobian_det(
    robot: Robot,
    link: int | str | None = None,
    *,
    projection: int | str | None = None,
    intermediate: int | str | None = None,
    frame0: bool = False,
    rows: Numbers = (),
    cols: Numbers = (),
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the determinant of a Jacobian matrix or of a part of it, factored.

    A part that is not square gives det(J J^T), or det(J^T J) if it has fewer columns than rows;
    rows that are zero in every posture are left out.
    """

def jacobian_inverse(
    robot: Robot,
    link: int | str | None = None,
    *,
    projection: int | str | None = None,
    intermediate: int | str | None = None,
    frame0: bool = False,
    rows: Numbers = (),
    cols: Numbers = (),
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the inverse of a Jacobian matrix or of a square part of it."""

def velocities(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the velocities of all links, in their own frames: ``V`` and ``W``.

    The robot is on a fixed or moving base.
    """

def accelerations(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the accelerations of all links, in their own frames: ``VP`` and ``WP``."""

def jdot_qdot(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the accelerations of all links when no joint accelerates.

    They are ``VPJ`` and ``WPJ``, in the links' own frames.
    """

def loop_kinematics(
    robot: Robot,
    *,
    active: Numbers = (),
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the constraint equations of a closed robot's velocities and accelerations.

    They are ``Wa``, ``Wp``, ``Wac``, ``Wpc``, ``Wc``, ``Psi``, ``Phi`` and ``W``.
    """

def idm(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the inverse dynamic model: joint torques from positions, velocities, accelerations.

    Outputs are ``GAM``, and the reactions ``E`` and ``N`` if asked for; a floating base has its
    acceleration ``VP0``, ``WP0`` too. Those of a closed robot are torques of its motors.
    """

def inverse_dynamics(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the inverse dynamic model: joint torques from positions, velocities, accelerations.

    Outputs are ``GAM``, and the reactions ``E`` and ``N`` if asked for; a floating base has its
    acceleration ``VP0``, ``WP0`` too. Those of a closed robot are torques of its motors.
    """

def lagrange(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the Lagrange model: torques = ``A`` QDP + ``B`` (QPj QPk) + ``C`` (QPj^2) + ``Q``.

    The columns of ``B`` are the pairs of joints j < k in order: (1, 2), (1, 3), ... (2, 3), ...
    Robots on a fixed base; rows and columns of a closed robot are its actuated joints.
    """

def inertia(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the inertia matrix ``A``; a floating base has six rows first.

    Rows of a closed robot are its actuated joints.
    """

def mass_matrix(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the inertia matrix ``A``; a floating base has six rows first.

    Rows of a closed robot are its actuated joints.
    """

def ccg(
    robot: Robot,
    *,
    only: Sequence[str] | str = (),
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the vector ``H`` of Coriolis, centrifugal and gravity efforts."""

def bias_forces(
    robot: Robot,
    *,
    only: Sequence[str] | str = (),
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the vector ``H`` of Coriolis, centrifugal and gravity efforts."""

def gravity_torques(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the vector ``H`` of Coriolis, centrifugal and gravity efforts."""

def ddm(
    robot: Robot,
    *,
    method: str | None = None,
    free: Numbers = (),
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the direct dynamic model: joint accelerations ``QDP`` from torques ``GAM``.

    A floating base has its acceleration ``VP0``, ``WP0`` too; reactions ``E``, ``N`` on
    request.
    """

def forward_dynamics(
    robot: Robot,
    *,
    method: str | None = None,
    free: Numbers = (),
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the direct dynamic model: joint accelerations ``QDP`` from torques ``GAM``.

    A floating base has its acceleration ``VP0``, ``WP0`` too; reactions ``E``, ``N`` on
    request.
    """

def energy(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the kinetic energy ``E`` and the potential energy ``U``."""

def coriolis(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the matrix ``C`` of Coriolis and centrifugal efforts, of Christoffel's symbols.

    On request its products ``CV``, with velocities ``v`` that are an argument, and ``CTQP``, of
    its transpose with the robot's own velocities; neither forms the matrix. Rows and columns of
    a closed robot are its actuated joints.
    """

def momentum(
    robot: Robot,
    *,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the generalised momentum ``P`` and ``BETA``, for momentum observers.

    dP/dt = efforts - friction - efforts of external wrenches - BETA; on request ``CTQP`` and
    the efforts of gravity ``Q``, of which BETA is Q - CTQP. Rows of a closed robot are its
    actuated joints.
    """

def hybrid(
    robot: Robot,
    *,
    free: Numbers = (),
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the hybrid dynamic model: free joints accelerate, the others are driven.

    Outputs are the accelerations ``QDPF`` of the free joints and the efforts ``GAMD`` of the
    others; a floating base has its acceleration ``VP0``, ``WP0`` too. Those of a closed robot
    are independent joints: its motors, and the passive joints that are free.
    """

def rolling(robot: Robot, **options: Unpack[CommonOptions]) -> Model:
    """Return the torques ``GAM`` of the motors of a robot on wheels that roll without slipping.

    Further outputs are the forces ``LAMBDA`` of the ground on the wheels and, if asked for, the
    velocities ``QPp`` and accelerations ``QDPp`` of the joints without motors.
    """

def operational(
    robot: Robot,
    link: int | str | None = None,
    *,
    projection: int | str | None = None,
    rows: Numbers = (),
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the dynamic model in operational space: F = ``LAMBDA`` xdd + ``MU`` + ``P``.

    xdd is the acceleration of the origin of a link's frame and its angular acceleration.
    Further outputs, if asked for: ``JT``, ``JPQP``, ``JBAR`` and ``NT``.
    """

def operational_control(
    robot: Robot,
    link: int | str | None = None,
    *,
    projection: int | str | None = None,
    rows: Numbers = (),
    near: bool = False,
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the torques ``GAM`` that give a task the acceleration ``WX``: computed torque.

    Where the task has fewer rows than the robot joints, the joint accelerations are the
    smallest. They are the output ``QDP``, if asked for.
    """

def linearize(
    robot: Robot,
    *,
    moving: bool = False,
    free: Numbers = (),
    actuated: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the linearised model: state-space matrices ``A``, ``B``, ``C`` and ``D``.

    States are the deviations of positions, then of velocities; inputs those of the efforts of
    motors (joints that are not elastic); outputs are the positions. A closed robot has them of
    its actuated joints.
    """

def energy_model(
    robot: Robot,
    *,
    power: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the energy identification model: total energy = ``H`` times the parameters.

    With ``power`` its rate ``HP`` instead, which is the power of the joints; friction then has
    columns too. The base is fixed or floats.
    """

def regressor(
    robot: Robot,
    *,
    reference: bool = False,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the dynamic identification model: torques = ``DG`` times the parameters.

    ``columns`` names the parameter of each column. Rows are the moving joints, of a closed
    robot the actuated ones; a floating base has six rows first, its force and moment.
    """

def filtered_model(
    robot: Robot,
    *,
    assembly_mode: int | None = None,
    **options: Unpack[CommonOptions],
) -> Model:
    """Return the filtered dynamic identification model: torques = d/dt (DEP K) + DLQ K.

    No acceleration enters ``DEP`` and ``DLQ``; ``columns`` names the parameters K, and
    `filtered_samples` filters measurements. Rows are those of the regressor.
    """

__all__ = [
    "Base",
    "Frame",
    "JointAxis",
    "JointType",
    "Link",
    "ParallelRobot",
    "Robot",
    "Structure",
    "Wheel",
    "Expression",
    "expression",
    "symbol",
    "Freedoms",
    "Model",
    "OptimizedProgram",
    "BaseParameters",
    "SymoroError",
    "ModelError",
    "ParseError",
    "RobotError",
    "RobotWarning",
    "SingularError",
    "UsageError",
    "VerificationError",
    "parametric",
    "check",
    "draw",
    "load",
    "from_rtb",
    "save",
    "to_urdf",
    "to_mjcf",
    "to_pinocchio",
    "freedoms",
    "transform",
    "forward_kinematics",
    "fast_transform",
    "lambda_matrix",
    "igm",
    "inverse_kinematics",
    "igm_matrices",
    "loop_geometry",
    "loop_solutions",
    "workspace",
    "jacobian",
    "jacob0",
    "jacobian_det",
    "jacobian_inverse",
    "singularities",
    "velocities",
    "accelerations",
    "jdot_qdot",
    "loop_kinematics",
    "idm",
    "inverse_dynamics",
    "lagrange",
    "inertia",
    "mass_matrix",
    "ccg",
    "bias_forces",
    "gravity_torques",
    "ddm",
    "forward_dynamics",
    "energy",
    "coriolis",
    "momentum",
    "hybrid",
    "rolling",
    "operational",
    "operational_control",
    "linearize",
    "linear_system",
    "base_parameters",
    "energy_model",
    "regressor",
    "filtered_model",
    "triangular_blocks",
    "parallel_filter",
    "filtered_samples",
    "optimize",
    "__version__",
]
