"""Functions of SYMORO+'s menu Geometric."""

from __future__ import annotations

from dataclasses import replace

from symoro.catalog.tables import options as o
from symoro.pipeline.entry import FunctionInfo, ModelInfo
from symoro.pipeline.option_spec import FILE, FRAME, RANGES, OptionSpec, Spelling

MENU = "Geometric"

TRANSFORM = ModelInfo(
    name="transform",
    title="Transformation matrices, expanded",
    menu=MENU,
    extension="trm",
    where="symoro.catalog.geometric.transforms:EXPANDED",
    documentation="models/transform.md",
    aliases={"forward-kinematics": {}},
    description="""
        Return transformation matrices between pairs of frames, expanded.
    """,
    options=(o.FROM, o.TO, o.ACTUATED, o.MODE),
)
FAST_TRANSFORM = ModelInfo(
    name="fast-transform",
    title="Transformation matrices, with intermediate variables",
    menu=MENU,
    extension="fgm",
    where="symoro.catalog.geometric.transforms:FAST",
    documentation="models/transform.md",
    description="""
        Return transformation matrices with intermediate variables: the cheapest form.
    """,
    options=(o.FROM, o.TO, o.ACTUATED, o.MODE),
)
LOOP_GEOMETRY = ModelInfo(
    name="loop-geometry",
    title="Passive joints of closed loops from the active ones",
    menu=MENU,
    extension="cgel",
    where="symoro.catalog.geometric.loop_geometry:ENTRY",
    documentation="models/loop-geometry.md",
    maker="symoro.catalog.geometric.loop_solutions:loop_geometry",
    returns="LoopGeometry",
    description="""
        Return the passive joints of a closed robot as functions of the active ones.

        ``.model`` is the closed form, ``.labels`` names its assembly modes, ``.solutions(at,
        parameters)`` gives numbers, found by search where there is no closed form.
    """,
    options=(o.ACTIVE, replace(o.MODE, help="One assembly mode; all of them by default.")),
    loops=True,
)
LOOP_SOLUTIONS = FunctionInfo(
    name="loop-solutions",
    title="Find all assembly modes of a closed robot at given values of its active joints",
    menu=MENU,
    where="symoro.catalog.geometric.loop_solutions:loop_solutions",
    documentation="models/loop-geometry.md",
    options=(
        o.AT,
        o.PARAMETERS,
        o.VALUE_SET,
        o.PARAM,
        replace(o.ACTIVE, help="Joints taken as known; the motors by default."),
        o.STRICT,
        o.JSON,
    ),
)

_MODE = replace(o.MODE, help="Assembly mode of a closed robot.")
WORKSPACE = FunctionInfo(
    name="workspace",
    title="Sample what a point of a robot reaches: box, area or volume, picture",
    menu=MENU,
    where="symoro.plot.reach:workspace",
    documentation="plots.md",
    options=(
        OptionSpec(
            "plot",
            FILE,
            "The picture to write: .png, .svg or .pdf.",
            "FILE",
            spelling=o.COMMAND_ONLY,
        ),
        replace(o.LINK, help="Frame of the point; that of the tool by default.", metavar="J"),
        o.POINT,
        OptionSpec(
            "samples",
            FRAME,
            "How many joint positions are sampled.",
            "N",
            least=1,
            spelling=Spelling(annotation="int", default=20000),
        ),
        OptionSpec(
            "seed",
            FRAME,
            "The same seed gives the same samples.",
            "N",
            least=0,
            spelling=Spelling(annotation="int", default=0),
        ),
        _MODE,
        OptionSpec(
            "limit",
            RANGES,
            "Ranges of joints [rad, or as the file's lengths], such as t2=-90deg:90deg.",
            "NAME=LOW:HIGH",
            spelling=Spelling(python="limits"),
        ),
        o.PARAMETERS,
        o.PICTURE_VALUES,
        o.PARAM,
        o.COMMAND_SUBSTITUTE,
        replace(o.STRICT, spelling=o.COMMAND_ONLY),
        o.JSON,
    ),
)

ENTRIES = (TRANSFORM, FAST_TRANSFORM, LOOP_GEOMETRY, LOOP_SOLUTIONS, WORKSPACE)
