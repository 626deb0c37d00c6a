"""The one table of models: the command line, the documentation and the tests iterate it.

Adding a model is one page under ``symoro/models``, one file here that plans it and names its
independent reference, and one line in `_ENTRIES`.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from symoro.errors import UsageError
from symoro.pipeline.choices import FLAG, FRAME, FRAMES, JOINTS, PLACES, WORD, WORDS, Choice
from symoro.pipeline.entry import DEFAULT, Entry, Listed

if TYPE_CHECKING:
    pass

_FROM = Choice("from", FRAMES, "Frame in which the result is written; -1 is the world.", "I")
_TO = Choice("to", FRAMES, "Frame that is described; as many as --from.", "J")
_LINK = Choice("link", FRAME, "Frame whose velocity it gives; that of the tool by default.", "R")
_PROJECTION = Choice("projection", FRAME, "Frame of projection; the simplest by default.", "I")
_INTERMEDIATE = Choice(
    "intermediate",
    FRAME,
    "Frame at whose origin the velocity is taken; by default the simplest, of a part the link.",
    "J",
)
_ROWS = Choice("rows", PLACES, "Rows to keep, such as 1-3,6.", "ROWS")
_COLS = Choice("cols", PLACES, "Columns to keep, such as 1-3,6.", "COLUMNS")
_TASK_LINK = replace(_LINK, help="Link that has the task; that of the tool by default.")
_TASK_PROJECTION = replace(_PROJECTION, help="Frame of projection; frame 0 by default.")
_TASK_ROWS = replace(
    _ROWS, help="Rows of the task, such as 1-3,6; by default all that are independent."
)
_MOTORISED = Choice(
    "motorised", FLAG, "Closed robots: as a function of the motorised joints.", closed=True
)
_MODE = Choice("mode", FRAME, "Assembly mode of the loops, with --motorised.", "M")
_BASE_MODE = replace(_MODE, help="Assembly mode whose base parameters are taken, with --base.")
_TOTAL = Choice("total", FLAG, "Also the product iJr = L J.")
_ORIENTATION = Choice(
    "orientation", WORD, "Analytical Jacobian: euler, rpy, quaternion or axis-angle.", "NAME"
)
_ACTIVE = Choice("active", JOINTS, "Joints taken as known, instead of the motorised ones.", "J")
_ORIENTATIONS = tuple(
    {"orientation": name} for name in ("euler", "rpy", "quaternion", "axis-angle")
)

TRANSFORM = Listed(
    "transform",
    "Transformation matrices, expanded",
    "Geometric",
    "trm",
    "symoro.catalog.geometric.transforms:EXPANDED",
    (_FROM, _TO, _MOTORISED, _MODE),
)
FAST_TRANSFORM = Listed(
    "fast-transform",
    "Transformation matrices, with intermediate variables",
    "Geometric",
    "fgm",
    "symoro.catalog.geometric.transforms:FAST",
    (_FROM, _TO, _MOTORISED, _MODE),
)
LOOP_GEOMETRY = Listed(
    "loop-geometry",
    "Passive joints of closed loops from the active ones",
    "Geometric",
    "cgel",
    "symoro.catalog.geometric.loop_geometry:ENTRY",
    (_ACTIVE, replace(_MODE, help="One assembly mode; all of them by default.")),
    loops=True,
)
JACOBIAN = Listed(
    "jacobian",
    "Jacobian matrix of a link",
    "Kinematic",
    "jac",
    "symoro.catalog.kinematic.jacobian:ENTRY",
    (_LINK, _PROJECTION, _INTERMEDIATE, _TOTAL, _ORIENTATION, _MOTORISED, _MODE),
    forms=(DEFAULT, *_ORIENTATIONS),
)
_PART = (_LINK, _PROJECTION, _INTERMEDIATE, _ROWS, _COLS, _MOTORISED, _MODE)
JACOBIAN_DET = Listed(
    "jacobian-det",
    "Determinant of a Jacobian matrix or of a part of it, factored",
    "Kinematic",
    "det",
    "symoro.catalog.kinematic.determinant:DETERMINANT",
    _PART,
    symbolic=True,
)
JACOBIAN_INVERSE = Listed(
    "jacobian-inverse",
    "Inverse of a Jacobian matrix or of a part of it",
    "Kinematic",
    "inv",
    "symoro.catalog.kinematic.determinant:INVERSE",
    _PART,
    symbolic=True,
)
VELOCITIES = Listed(
    "velocities",
    "Velocities of the links",
    "Kinematic",
    "vel",
    "symoro.catalog.kinematic.motion:VELOCITY",
    (_MOTORISED, _MODE),
)
ACCELERATIONS = Listed(
    "accelerations",
    "Accelerations of the links",
    "Kinematic",
    "acc",
    "symoro.catalog.kinematic.motion:ACCELERATION",
    (_MOTORISED, _MODE),
)
JDOT_QDOT = Listed(
    "jdot-qdot",
    "Accelerations of the links without joint accelerations",
    "Kinematic",
    "jpqp",
    "symoro.catalog.kinematic.motion:JDOT_QDOT",
    (_MOTORISED, _MODE),
)
LOOP_KINEMATICS = Listed(
    "loop-kinematics",
    "Constraint equations of closed loops: velocities and accelerations",
    "Kinematic",
    "ckel",
    "symoro.catalog.kinematic.loop_kinematics:ENTRY",
    (_ACTIVE,),
    loops=True,
)
IDM = Listed(
    "idm",
    "Inverse dynamic model, by Newton-Euler",
    "Dynamic",
    "dyn",
    "symoro.catalog.dynamic.idm:ENTRY",
)
LAGRANGE = Listed(
    "lagrange",
    "Lagrange model: A, B, C and Q",
    "Dynamic",
    "lag",
    "symoro.catalog.dynamic.lagrange:ENTRY",
)
INERTIA = Listed(
    "inertia", "Inertia matrix", "Dynamic", "inm", "symoro.catalog.dynamic.inertia:ENTRY"
)
CCG = Listed(
    "ccg",
    "Coriolis, centrifugal and gravity efforts",
    "Dynamic",
    "ccg",
    "symoro.catalog.dynamic.ccg:ENTRY",
    (Choice("only", WORDS, "Some terms: gravity, coriolis, friction, wrench.", "TERMS", True),),
    forms=(
        DEFAULT,
        {"only": "gravity"},
    ),
)
DDM = Listed(
    "ddm",
    "Direct dynamic model",
    "Dynamic",
    "ddm",
    "symoro.catalog.dynamic.ddm:ENTRY",
    (Choice("method", WORD, "recursive or matrix; the cheaper one by default.", "NAME"),),
    forms=({"method": "recursive"}, {"method": "matrix"}),
)
ENERGY = Listed(
    "energy",
    "Kinetic and potential energy",
    "Dynamic",
    "nrg",
    "symoro.catalog.dynamic.energy:ENTRY",
)
CORIOLIS = Listed(
    "coriolis",
    "Matrix of Coriolis and centrifugal efforts",
    "Dynamic",
    "cor",
    "symoro.catalog.dynamic.coriolis:ENTRY",
)
MOMENTUM = Listed(
    "momentum",
    "Generalised momentum and the terms of its rate",
    "Dynamic",
    "mom",
    "symoro.catalog.dynamic.momentum:ENTRY",
)
HYBRID = Listed(
    "hybrid",
    "Hybrid dynamic model: free joints accelerate, the others are driven",
    "Dynamic",
    "hyb",
    "symoro.catalog.dynamic.hybrid:ENTRY",
    (Choice("free", JOINTS, "Free joints, instead of the passive and the elastic ones.", "J"),),
)
ROLLING = Listed(
    "rolling",
    "Motor torques and contact forces of a robot on rolling wheels",
    "Dynamic",
    "rol",
    "symoro.catalog.dynamic.rolling:ENTRY",
    wheels=True,
)
OPERATIONAL = Listed(
    "operational",
    "Dynamic model in operational space: Lambda, mu and p",
    "Dynamic",
    "ops",
    "symoro.catalog.dynamic.operational:ENTRY",
    (_TASK_LINK, _TASK_PROJECTION, _TASK_ROWS),
)
OPERATIONAL_CONTROL = Listed(
    "operational-control",
    "Computed torque in operational space, with Newton-Euler",
    "Dynamic",
    "oct",
    "symoro.catalog.dynamic.operational_control:ENTRY",
    (
        _TASK_LINK,
        _TASK_PROJECTION,
        _TASK_ROWS,
        Choice("near", FLAG, "Redundant robots: joint accelerations WQ to be near to."),
    ),
    forms=(
        DEFAULT,
        {"near": True},
    ),
)
LINEARIZE = Listed(
    "linearize",
    "Linearised model: state-space matrices A, B, C, D",
    "Dynamic",
    "lin",
    "symoro.catalog.dynamic.linearize:ENTRY",
    (Choice("moving", FLAG, "About a motion with velocities and accelerations, not at rest."),),
    forms=(
        DEFAULT,
        {"moving": True},
    ),
)
ENERGY_MODEL = Listed(
    "energy-model",
    "Energy identification model: total energy linear in the parameters",
    "Identification",
    "eim",
    "symoro.catalog.identification.energy_model:ENTRY",
    (
        Choice("power", FLAG, "The power model: its rate, with columns for friction.", "", True),
        _BASE_MODE,
    ),
    forms=(
        DEFAULT,
        {"power": True},
    ),
)
REGRESSOR = Listed(
    "regressor",
    "Dynamic identification model: torques linear in the parameters",
    "Identification",
    "dim",
    "symoro.catalog.identification.regressor:ENTRY",
    (
        Choice(
            "reference",
            FLAG,
            "Slotine and Li's: velocities and accelerations of reference.",
            renames=True,
        ),
        _BASE_MODE,
    ),
    forms=(
        DEFAULT,
        {"reference": True},
    ),
)
FILTERED_MODEL = Listed(
    "filtered-model",
    "Filtered dynamic identification model: without accelerations",
    "Identification",
    "fdm",
    "symoro.catalog.identification.filtered_model:ENTRY",
    (_BASE_MODE,),
)

_ENTRIES = (
    TRANSFORM,
    FAST_TRANSFORM,
    LOOP_GEOMETRY,
    JACOBIAN,
    JACOBIAN_DET,
    JACOBIAN_INVERSE,
    VELOCITIES,
    ACCELERATIONS,
    JDOT_QDOT,
    LOOP_KINEMATICS,
    IDM,
    LAGRANGE,
    INERTIA,
    CCG,
    DDM,
    ENERGY,
    CORIOLIS,
    MOMENTUM,
    HYBRID,
    ROLLING,
    OPERATIONAL,
    OPERATIONAL_CONTROL,
    LINEARIZE,
    ENERGY_MODEL,
    REGRESSOR,
    FILTERED_MODEL,
)


def listed() -> tuple[Listed, ...]:
    """All models, in the order of SYMORO+'s menus."""
    return _ENTRIES


def entry(name: str) -> Entry:
    """Return a model's entry by its name."""
    for item in _ENTRIES:
        if item.name == name:
            module, attribute = item.where.split(":")
            found: Entry = getattr(import_module(module), attribute)
            return found
    known = ", ".join(item.name for item in _ENTRIES)
    raise UsageError(f"there is no model {name}; the models are {known}")
