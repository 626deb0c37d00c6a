"""Symbolic modelling of robots: a robot in, its verified models out.

>>> import symoro
>>> robot = symoro.load("rx90")
>>> model = symoro.idm(robot)
>>> model.operations.add, model.operations.mul  # at each call, after `prepare`
(208, 226)
>>> model.certificate.against
'momentum balance in the world frame'
>>> listing = symoro.idm(robot, level="O1")  # SYMORO+'s statements, all of them counted
>>> listing.operations.add, listing.operations.mul
(286, 288)

Submodules and their dependencies are imported on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from symoro.version import __version__

if TYPE_CHECKING:
    from symoro.analysis.filters import filtered_samples, parallel_filter
    from symoro.analysis.link_by_link import triangular_blocks
    from symoro.catalog.diagnose import diagnose as check
    from symoro.catalog.freedoms import Freedoms, freedoms
    from symoro.catalog.functions import (
        accelerations,
        ccg,
        coriolis,
        ddm,
        energy,
        energy_model,
        fast_transform,
        filtered_model,
        hybrid,
        idm,
        inertia,
        jacobian,
        jacobian_det,
        jacobian_inverse,
        jdot_qdot,
        lagrange,
        linear_system,
        linearize,
        loop_geometry,
        loop_kinematics,
        momentum,
        operational,
        operational_control,
        regressor,
        rolling,
        transform,
        velocities,
    )
    from symoro.catalog.kinematic.singularities import singularities
    from symoro.errors import (
        ModelError,
        ParseError,
        RobotError,
        RobotWarning,
        SingularError,
        SymoroError,
        UsageError,
        VerificationError,
    )
    from symoro.expressions import Expression, expression, symbol
    from symoro.formats import save_file as save
    from symoro.grouping.front import base_parameters
    from symoro.grouping.result import BaseParameters
    from symoro.loading import load
    from symoro.pipeline.model import Model
    from symoro.pipeline.optimize import Optimized, optimize
    from symoro.robot import Base, Frame, JointType, Link, ParallelRobot, Robot, Structure, Wheel

_WHERE = {
    "load": "symoro.loading",
    "save": "symoro.formats:save_file",
    "check": "symoro.catalog.diagnose:diagnose",
    **dict.fromkeys(("Freedoms", "freedoms"), "symoro.catalog.freedoms"),
    **dict.fromkeys(
        (
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
        ),
        "symoro.catalog.functions",
    ),
    "Model": "symoro.pipeline.model",
    **dict.fromkeys(("Optimized", "optimize"), "symoro.pipeline.optimize"),
    "base_parameters": "symoro.grouping.front",
    "BaseParameters": "symoro.grouping.result",
    "singularities": "symoro.catalog.kinematic.singularities",
    "triangular_blocks": "symoro.analysis.link_by_link",
    **dict.fromkeys(("filtered_samples", "parallel_filter"), "symoro.analysis.filters"),
    **dict.fromkeys(
        ("Base", "Frame", "JointType", "Link", "ParallelRobot", "Robot", "Structure", "Wheel"),
        "symoro.robot",
    ),
    **dict.fromkeys(("Expression", "expression", "symbol"), "symoro.expressions"),
    **dict.fromkeys(
        (
            "ModelError",
            "ParseError",
            "RobotError",
            "RobotWarning",
            "SingularError",
            "SymoroError",
            "UsageError",
            "VerificationError",
        ),
        "symoro.errors",
    ),
}

__all__ = [
    # robots
    "load",
    "save",
    "check",
    "freedoms",
    "Freedoms",
    "Base",
    "Frame",
    "JointType",
    "Link",
    "ParallelRobot",
    "Robot",
    "Structure",
    "Wheel",
    # expressions
    "Expression",
    "expression",
    "symbol",
    # models
    "transform",
    "fast_transform",
    "jacobian",
    "jacobian_det",
    "jacobian_inverse",
    "singularities",
    "velocities",
    "accelerations",
    "jdot_qdot",
    "lagrange",
    "linearize",
    "linear_system",
    "loop_geometry",
    "loop_kinematics",
    "idm",
    "inertia",
    "ccg",
    "coriolis",
    "momentum",
    "ddm",
    "hybrid",
    "rolling",
    "operational",
    "operational_control",
    "energy",
    "energy_model",
    "regressor",
    "filtered_model",
    "triangular_blocks",
    "parallel_filter",
    "filtered_samples",
    "base_parameters",
    "BaseParameters",
    "Model",
    "optimize",
    "Optimized",
    # errors
    "SymoroError",
    "ModelError",
    "ParseError",
    "RobotError",
    "RobotWarning",
    "SingularError",
    "UsageError",
    "VerificationError",
    "__version__",
]


def __getattr__(name: str) -> object:
    if name not in _WHERE:
        raise AttributeError(f"module 'symoro' has no attribute {name!r}")
    module, _, attribute = _WHERE[name].partition(":")
    value: object = getattr(import_module(module), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
