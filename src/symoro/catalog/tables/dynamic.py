"""Functions of SYMORO+'s menu Dynamic."""

from dataclasses import replace
from functools import partial

from symoro.catalog.tables import options as o
from symoro.pipeline.entry import DEFAULT, FunctionInfo, ModelInfo
from symoro.pipeline.option_spec import FLAG, JOINTS, TEXT, WORD, WORDS, OptionSpec

MENU = "Dynamic"
_model = partial(ModelInfo, menu=MENU)
_function = partial(FunctionInfo, menu=MENU)

METHODS = ("recursive", "matrix")
"""The ways to the forward dynamics."""

TERMS = ("gravity", "coriolis", "friction", "wrench")
"""The terms of the bias forces."""

_LINK = replace(o.LINK, help="Link that has the task; that of the tool by default.")
_PROJECTION = replace(o.PROJECTION, help="Frame of projection; frame 0 by default.")
_ROWS = replace(
    o.ROWS, help="Rows of the task, such as 1-3,6; by default all that are independent."
)
_FREE = OptionSpec(
    "free",
    JOINTS,
    "Closed robots: joints that are independent beside the motors.",
    "J",
    closed=True,
)
IDM = _model(
    name="idm",
    title="Inverse dynamic model, by Newton-Euler",
    extension="dyn",
    where="symoro.catalog.dynamic.inverse_dynamics:ENTRY",
    aliases={"inverse-dynamics": {}},
    description="""
        Return the inverse dynamic model: joint torques from positions, velocities, accelerations.

        Outputs are ``GAM``, and the reactions ``E`` and ``N`` if asked for; a floating base has its
        acceleration ``VP0``, ``WP0`` too. Those of a closed robot are torques of its motors.""",
    options=(o.ACTUATED, o.MODE),
)
LAGRANGE = _model(
    name="lagrange",
    title="Lagrange model: A, B, C and Q",
    extension="lag",
    description="""
        Return the Lagrange model: torques = ``A`` QDP + ``B`` (QPj QPk) + ``C`` (QPj^2) + ``Q``.

        The columns of ``B`` are the pairs of joints j < k in order: (1, 2), (1, 3), ... (2, 3), ...
        Robots on a fixed base; rows and columns of a closed robot are its actuated joints.""",
    options=(o.ACTUATED, o.MODE),
)
INERTIA = _model(
    name="inertia",
    title="Inertia matrix",
    extension="inm",
    aliases={"mass-matrix": {}},
    description="""
        Return the inertia matrix ``A``; a floating base has six rows first.

        Rows of a closed robot are its actuated joints.""",
    options=(o.ACTUATED, o.MODE),
)
CCG = _model(
    name="ccg",
    title="Coriolis, centrifugal and gravity efforts",
    extension="ccg",
    aliases={"bias-forces": {}, "gravity-torques": {"only": ("gravity",)}},
    description="Return the vector ``H`` of Coriolis, centrifugal and gravity efforts.",
    options=(
        OptionSpec(
            "only",
            WORDS,
            "Some terms: gravity, coriolis, friction, wrench.",
            "TERMS",
            renames=True,
            words=TERMS,
        ),
        o.ACTUATED,
        o.MODE,
    ),
    forms=(DEFAULT, {"only": "gravity"}),
)
DDM = _model(
    name="ddm",
    title="Direct dynamic model",
    extension="ddm",
    where="symoro.catalog.dynamic.forward_dynamics:ENTRY",
    aliases={"forward-dynamics": {}},
    description="""
        Return the direct dynamic model: joint accelerations ``QDP`` from torques ``GAM``.

        A floating base has its acceleration ``VP0``, ``WP0`` too; reactions ``E``, ``N`` on
        request.""",
    options=(
        OptionSpec(
            "method",
            WORD,
            "recursive or matrix; the cheaper one by default.",
            "NAME",
            words=METHODS,
        ),
        _FREE,
        o.ACTUATED,
        o.MODE,
    ),
    forms=({"method": "recursive"}, {"method": "matrix"}),
)
ENERGY = _model(
    name="energy",
    title="Kinetic and potential energy",
    extension="nrg",
    description="Return the kinetic energy ``E`` and the potential energy ``U``.",
    options=(o.ACTUATED, o.MODE),
)
CORIOLIS = _model(
    name="coriolis",
    title="Matrix of Coriolis and centrifugal efforts",
    extension="cor",
    description="""
        Return the matrix ``C`` of Coriolis and centrifugal efforts, of Christoffel's symbols.

        On request its products ``CV``, with velocities ``v`` that are an argument, and ``CTQP``, of
        its transpose with the robot's own velocities; neither forms the matrix. Rows and columns of
        a closed robot are its actuated joints.""",
    options=(o.ACTUATED, o.MODE),
)
MOMENTUM = _model(
    name="momentum",
    title="Generalised momentum and the terms of its rate",
    extension="mom",
    description="""Return the generalised momentum ``P`` and ``BETA``, for momentum observers.

        dP/dt = efforts - friction - efforts of external wrenches - BETA; on request ``CTQP`` and
        the efforts of gravity ``Q``, of which BETA is Q - CTQP. Rows of a closed robot are its
        actuated joints.""",
    options=(o.ACTUATED, o.MODE),
)
HYBRID = _model(
    name="hybrid",
    title="Hybrid dynamic model: free joints accelerate, the others are driven",
    extension="hyb",
    description="""Return the hybrid dynamic model: free joints accelerate, the others are driven.

        Outputs are the accelerations ``QDPF`` of the free joints and the efforts ``GAMD`` of the
        others; a floating base has its acceleration ``VP0``, ``WP0`` too. Those of a closed robot
        are independent joints: its motors, and the passive joints that are free.""",
    options=(
        OptionSpec(
            "free", JOINTS, "Free joints, instead of the passive and the elastic ones.", "J"
        ),
        o.ACTUATED,
        o.MODE,
    ),
)
ROLLING = _model(
    name="rolling",
    title="Motor torques and contact forces of a robot on rolling wheels",
    extension="rol",
    description="""
        Return the torques ``GAM`` of the motors of a robot on wheels that roll without slipping.

        Further outputs are the forces ``LAMBDA`` of the ground on the wheels and, if asked for, the
        velocities ``QPp`` and accelerations ``QDPp`` of the joints without motors.""",
    wheels=True,
)
OPERATIONAL = _model(
    name="operational",
    title="Dynamic model in operational space: Lambda, mu and p",
    extension="ops",
    description="""
        Return the dynamic model in operational space: F = ``LAMBDA`` xdd + ``MU`` + ``P``.

        xdd is the acceleration of the origin of a link's frame and its angular acceleration.
        Further outputs, if asked for: ``JT``, ``JPQP``, ``JBAR`` and ``NT``.""",
    options=(_LINK, _PROJECTION, _ROWS, o.ACTUATED, o.MODE),
)
OPERATIONAL_CONTROL = _model(
    name="operational-control",
    title="Computed torque in operational space, with Newton-Euler",
    extension="oct",
    documentation="models/operational.md",
    description="""
        Return the torques ``GAM`` that give a task the acceleration ``WX``: computed torque.

        Where the task has fewer rows than the robot joints, the joint accelerations are the
        smallest. They are the output ``QDP``, if asked for.""",
    options=(
        _LINK,
        _PROJECTION,
        _ROWS,
        OptionSpec("near", FLAG, "Redundant robots: joint accelerations WQ to be near to."),
        o.ACTUATED,
        o.MODE,
    ),
    forms=(DEFAULT, {"near": True}),
)
LINEARIZE = _model(
    name="linearize",
    title="Linearised model: state-space matrices A, B, C, D",
    extension="lin",
    description="""Return the linearised model: state-space matrices ``A``, ``B``, ``C`` and ``D``.

        States are the deviations of positions, then of velocities; inputs those of the efforts of
        motors (joints that are not elastic); outputs are the positions. A closed robot has them of
        its actuated joints.""",
    options=(
        OptionSpec(
            "moving", FLAG, "About a motion with velocities and accelerations, not at rest."
        ),
        _FREE,
        o.ACTUATED,
        o.MODE,
    ),
    numeric_options=(
        replace(
            o.AT,
            help="Numbers instead of the program, by --values or the only value set: a joint "
            "variable; with --moving also QP, QDP.",
        ),
        o.command_option(
            "response",
            TEXT,
            "With --at: response at frequencies 1,2,5 or FROM:TO:COUNT in rad/s.",
            "W",
        ),
    ),
    forms=(DEFAULT, {"moving": True}),
)
LINEAR_SYSTEM = _function(
    name="linear-system",
    title="Linear system of a robot about a posture or a motion, as numbers",
    where="symoro.catalog.dynamic.linear_system:linear_system",
    documentation="models/linearize.md",
    options=o.NEEDED_NUMBERS,
    command=False,
)
