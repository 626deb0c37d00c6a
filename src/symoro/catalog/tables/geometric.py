"""Functions of SYMORO+'s menu Geometric."""

from dataclasses import replace
from functools import partial

from symoro.catalog.tables import options as o
from symoro.pipeline.entry import FunctionInfo, ModelInfo
from symoro.pipeline.option_spec import (
    FILE,
    FLAG,
    FRAME,
    RANGES,
    TEXT,
    VALUES,
    WORD,
    WORDS,
    OptionSpec,
)

MENU = "Geometric"
_model = partial(ModelInfo, menu=MENU)
_function = partial(FunctionInfo, menu=MENU)

TRANSFORM = _model(
    name="transform",
    title="Transformation matrices, expanded",
    extension="trm",
    where="symoro.catalog.geometric.transforms:EXPANDED",
    aliases={"forward-kinematics": {}},
    description="Return transformation matrices between pairs of frames, expanded.",
    options=(o.FROM, o.TO, o.ACTUATED, o.MODE),
)
FAST_TRANSFORM = _model(
    name="fast-transform",
    title="Transformation matrices, with intermediate variables",
    extension="fgm",
    where="symoro.catalog.geometric.transforms:FAST",
    documentation="models/transform.md",
    description="Return transformation matrices with intermediate variables: the cheapest form.",
    options=(o.FROM, o.TO, o.ACTUATED, o.MODE),
)
LAMBDA_MATRIX = _model(
    name="lambda-matrix",
    title="Matrix that writes the inertial parameters of a link in another frame",
    extension="lam",
    description="""Return the 10x10 matrix ``LAM`` that writes inertial parameters in another frame.

        ``LAM`` times XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M of a body in the link's frame are those
        of the same body in the other frame.""",
    options=(
        replace(o.LINK, help="The link; that of the tool by default.", metavar="J"),
        OptionSpec(
            "frame",
            FRAME,
            "Frame in which its parameters are written; that of its antecedent by default.",
            "I",
            positional=True,
            takes_names=True,
        ),
    ),
)
_FROM_WORLD = replace(
    o.LINK,
    name="from",
    help="Frame in which the pose is written; -1, the world, by default.",
    metavar="I",
    positional=False,
)
_TO_TOOL = replace(
    o.LINK,
    name="to",
    help="Frame that has the pose; that of the tool by default.",
    metavar="J",
    positional=False,
)
IGM = _function(
    name="igm",
    title="Inverse geometric model: all joints that reach a pose, by Paul or Pieper",
    extension="pau",
    where="symoro.catalog.geometric.inverse_geometry:igm",
    documentation="models/igm.md",
    aliases={"inverse-kinematics": {}},
    details="""Prints the equations, their types and roots, or code; with --pose all solutions
    of poses: a matrix T, or P with two of s, n, a, or with euler, rpy or quaternion.""",
    options=(
        OptionSpec(
            "method",
            WORD,
            "Method of solution; the first that solves the chain by default.",
            "paul|pieper",
            words=("paul", "pieper"),
            positional=True,
        ),
        _FROM_WORLD,
        _TO_TOOL,
        OptionSpec(
            "elements",
            WORDS,
            "Columns of the pose that are given, such as P,a; all by default.",
            "NAMES",
        ),
        OptionSpec(
            "fix",
            WORDS,
            "Joints whose positions are given with the pose.",
            "JOINTS",
            python_type="Sequence[int | str] | str",
        ),
        o.command_option(
            "pose",
            TEXT,
            "Solve a pose of the robot, or the poses of a .json file.",
            "NAME|FILE",
        ),
        o.command_option("at", VALUES, "Positions of fixed joints.", "NAME=NUMBER"),
        o.command_option(
            "plot", FILE, "With --pose: draw all solutions: .png, .svg or .pdf.", "FILE"
        ),
        o.command_option("limits", FLAG, "With --pose: leave out what limits of joints exclude."),
        *o.NUMBERS,
        o.COMMAND_SUBSTITUTE,
        o.TREE,
        *o.WRITING,
        o.VERIFY,
        o.STRICT,
        o.JSON,
    ),
)
IGM_MATRICES = _model(
    name="igm-matrices",
    title="Matrices of Paul's method, to derive an inverse geometric model by hand",
    extension="mpi",
    documentation="models/igm.md",
    description="""Return both sides of the equations of Paul's method, forward and backward.

        ``Uj`` and ``Vj`` have elements of the pose ``T`` and the joints on one side of frame j;
        ``TjTn`` and ``TiTj`` are the same matrices from the joints on the other side.""",
    options=(
        _FROM_WORLD,
        _TO_TOOL,
        OptionSpec(
            "direction",
            WORD,
            "Equations in which joints are taken off the beginning, the end, or each.",
            "forward|backward|both",
            words=("forward", "backward", "both"),
        ),
    ),
)
LOOP_GEOMETRY = _model(
    name="loop-geometry",
    title="Passive joints of closed loops from the active ones",
    extension="cgel",
    maker="symoro.catalog.geometric.loop_solutions:loop_geometry",
    returns="LoopGeometry",
    description="""Return the passive joints of a closed robot as functions of the active ones.

        ``.model`` is the closed form, ``.labels`` names its assembly modes, ``.solutions(at,
        parameters)`` gives numbers, found by search where there is no closed form.""",
    options=(o.ACTIVE, replace(o.MODE, help="One assembly mode; all of them by default.")),
    loops=True,
)
LOOP_SOLUTIONS = _function(
    name="loop-solutions",
    title="Find all assembly modes of a closed robot at given values of its active joints",
    where="symoro.catalog.geometric.loop_solutions:loop_solutions",
    documentation="models/loop-geometry.md",
    options=(
        o.AT,
        *o.NEEDED_NUMBERS,
        replace(o.ACTIVE, help="Joints taken as known; the motors by default."),
        o.STRICT,
        o.JSON,
    ),
)

_MODE = replace(o.MODE, help="Assembly mode of a closed robot.")
WORKSPACE = _function(
    name="workspace",
    title="Sample what a point of a robot reaches: box, area or volume, picture",
    where="symoro.plot.reach:workspace",
    documentation="plots.md",
    options=(
        o.command_option("plot", FILE, "The picture to write: .png, .svg or .pdf.", "FILE"),
        replace(
            o.LINK,
            help="Frame of the point; that of the tool by default.",
            metavar="J",
            takes_names=False,
        ),
        o.POINT,
        OptionSpec(
            "samples",
            FRAME,
            "How many joint positions are sampled.",
            "N",
            least=1,
            python_type="int",
            default=20000,
        ),
        OptionSpec(
            "seed",
            FRAME,
            "The same seed gives the same samples.",
            "N",
            least=0,
            python_type="int",
            default=0,
        ),
        _MODE,
        OptionSpec(
            "limit",
            RANGES,
            "Ranges of joints [rad, or as the file's lengths], such as t2=-90deg:90deg.",
            "NAME=LOW:HIGH",
            python="limits",
        ),
        *o.NEEDED_NUMBERS,
        o.COMMAND_SUBSTITUTE,
        replace(o.STRICT, in_python=False),
        o.JSON,
    ),
)
