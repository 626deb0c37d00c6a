"""The model functions of the Python interface, one for each entry of the registry.

All take the same keyword options beside their own (`Common`):

    level: ``"O2"`` (the cheapest formulation, in two parts: `prepare` and `step`), ``"O1"``
        (SYMORO+'s statements, as far as the outputs need them) or ``"O0"`` (all of them); O2 by
        default, O1 with ``expanded``.
    assume: ``"nonzero"`` (O2 may divide by symbolic lengths and masses, and the result names them)
        or ``"none"``.
    outputs: names or patterns of the outputs wanted.
    tree: take the equivalent tree of a closed robot.
    with_: ``"ia"``, ``"friction"``, ``"wrench=6"``: general symbols where the robot has zeros.
    set_: expressions for symbols, put in before anything else.
    floating_base: let the base float: its acceleration is unknown, link 0 has inertia.
    base: use base inertial parameters (dynamic and identification models).
    derivative: names of arguments or parameters by which the outputs are differentiated.
    expanded: write outputs without intermediate variables, simplified.
    time: seconds that symbolic work may take (with ``expanded``, and for the determinant and the
        inverse of a Jacobian); 60 by default.
    verify: compare the result with the independent reference.
    strict: refuse a robot that `check` warns of; without it each warning is a RobotWarning.

They raise ModelError if the robot cannot have the model, RobotError for a doubtful robot with
``strict``, UsageError for a wrong call.
"""

from symoro.catalog.functions.common import Common
from symoro.catalog.functions.control import linearize, operational, operational_control
from symoro.catalog.functions.dynamic import (
    ccg,
    coriolis,
    ddm,
    energy,
    hybrid,
    idm,
    inertia,
    lagrange,
    momentum,
    rolling,
)
from symoro.catalog.functions.geometric import fast_transform, loop_geometry, transform
from symoro.catalog.functions.identification import energy_model, filtered_model, regressor
from symoro.catalog.functions.kinematic import (
    accelerations,
    jacobian,
    jacobian_det,
    jacobian_inverse,
    jdot_qdot,
    loop_kinematics,
    velocities,
)
from symoro.catalog.functions.linear import linear_system

__all__ = [
    "Common",
    "accelerations",
    "ccg",
    "coriolis",
    "ddm",
    "energy",
    "energy_model",
    "fast_transform",
    "filtered_model",
    "hybrid",
    "idm",
    "inertia",
    "jacobian",
    "jacobian_det",
    "jacobian_inverse",
    "jdot_qdot",
    "lagrange",
    "linear_system",
    "linearize",
    "loop_geometry",
    "loop_kinematics",
    "momentum",
    "operational",
    "operational_control",
    "regressor",
    "rolling",
    "transform",
    "velocities",
]
