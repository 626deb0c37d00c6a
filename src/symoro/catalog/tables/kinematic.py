"""Functions of SYMORO+'s menu Kinematic."""

from dataclasses import replace
from functools import partial

from symoro.catalog.tables import options as o
from symoro.pipeline.entry import DEFAULT, FunctionInfo, ModelInfo
from symoro.pipeline.option_spec import FLAG, WORD, OptionSpec

MENU = "Kinematic"
_model = partial(ModelInfo, menu=MENU)
_function = partial(FunctionInfo, menu=MENU)

ORIENTATIONS = ("matrix", "matrix-na", "euler", "rpy", "quaternion", "axis-angle")
"""The coordinates of an orientation that have an analytical Jacobian."""

_PART = (o.LINK, o.PROJECTION, o.INTERMEDIATE, o.FRAME0, o.ROWS, o.COLS, o.ACTUATED, o.MODE)

JACOBIAN = _model(
    name="jacobian",
    title="Jacobian matrix of a link",
    extension="jac",
    aliases={"jacob0": {"frame0": True}},
    description="""Return the Jacobian matrix of a link.

        Its frames are those of the simplest matrix unless others are asked for; with ``frame0`` it
        is the velocity of the link's own origin in frame 0. ``L`` moves the velocity from the
        origin of the intermediate frame to the link's own. With ``total``, ``JT`` is their product;
        with ``orientation``, ``X`` are the coordinates of the pose and ``JX`` is the analytical
        Jacobian. Of a closed robot in its actuated joints, positions of the passive ones are inputs
        where the loops have no closed form.""",
    options=(
        o.LINK,
        o.PROJECTION,
        o.INTERMEDIATE,
        o.FRAME0,
        OptionSpec("total", FLAG, "Also the product iJr = L J."),
        OptionSpec(
            "orientation",
            WORD,
            "Analytical Jacobian: matrix (direction cosines s, n, a), matrix-na, euler, rpy, "
            "quaternion or axis-angle.",
            "NAME",
            words=ORIENTATIONS,
        ),
        o.ACTUATED,
        o.MODE,
    ),
    forms=(DEFAULT, *({"orientation": name} for name in ORIENTATIONS)),
)
JACOBIAN_DET = _model(
    name="jacobian-det",
    title="Determinant of a Jacobian matrix or of a part of it, factored",
    extension="det",
    where="symoro.catalog.kinematic.determinant:DETERMINANT",
    documentation="models/jacobian.md",
    description="""Return the determinant of a Jacobian matrix or of a part of it, factored.

        A part that is not square gives det(J J^T), or det(J^T J) if it has fewer columns than rows;
        rows that are zero in every posture are left out.""",
    options=_PART,
    symbolic=True,
)
JACOBIAN_INVERSE = _model(
    name="jacobian-inverse",
    title="Inverse of a Jacobian matrix or of a part of it",
    extension="inv",
    where="symoro.catalog.kinematic.determinant:INVERSE",
    documentation="models/jacobian.md",
    description="Return the inverse of a Jacobian matrix or of a square part of it.",
    options=_PART,
    symbolic=True,
)
SINGULARITIES = _function(
    name="singularities",
    title="Name the singular postures of a robot; with --at, the rank of the Jacobian there",
    where="symoro.catalog.kinematic.singularities:singularities",
    documentation="models/jacobian.md",
    details="""Each is on the boundary of the workspace or inside; lengths that are symbols are
    drawn at random for that. --at needs numbers: the robot's only value set by default.""",
    options=(
        replace(o.LINK, help="The link; that of the tool by default.", takes_names=False),
        o.ROWS,
        replace(o.AT, in_python=False),
        *o.NUMBERS,
        replace(o.TIMEOUT, help="Seconds that it may take."),
        o.STRICT,
        o.JSON,
    ),
)
VELOCITIES = _model(
    name="velocities",
    title="Velocities of the links",
    extension="vel",
    where="symoro.catalog.kinematic.motion:VELOCITY",
    description="""Return the velocities of all links, in their own frames: ``V`` and ``W``.

        The robot is on a fixed or moving base.""",
    options=(o.ACTUATED, o.MODE),
)
ACCELERATIONS = _model(
    name="accelerations",
    title="Accelerations of the links",
    extension="acc",
    where="symoro.catalog.kinematic.motion:ACCELERATION",
    documentation="models/velocities.md",
    description="Return the accelerations of all links, in their own frames: ``VP`` and ``WP``.",
    options=(o.ACTUATED, o.MODE),
)
JDOT_QDOT = _model(
    name="jdot-qdot",
    title="Accelerations of the links without joint accelerations",
    extension="jpqp",
    where="symoro.catalog.kinematic.motion:JDOT_QDOT",
    documentation="models/velocities.md",
    description="""Return the accelerations of all links when no joint accelerates.

        They are ``VPJ`` and ``WPJ``, in the links' own frames.""",
    options=(o.ACTUATED, o.MODE),
)
LOOP_KINEMATICS = _model(
    name="loop-kinematics",
    title="Constraint equations of closed loops: velocities and accelerations",
    extension="ckel",
    description="""Return the constraint equations of a closed robot's velocities and accelerations.

        They are ``Wa``, ``Wp``, ``Wac``, ``Wpc``, ``Wc``, ``Psi``, ``Phi`` and ``W``.""",
    options=(o.ACTIVE, o.LOOP_MODE),
    loops=True,
)
