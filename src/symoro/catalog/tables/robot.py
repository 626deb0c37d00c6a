"""Functions of SYMORO+'s menu Robot: the library, files, checks, pictures."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from symoro.catalog.tables import options as o
from symoro.formats.registry import FORMATS, PAR
from symoro.pipeline.entry import NAME, NOTHING, FunctionInfo
from symoro.pipeline.option_spec import FILE, FLAG, FRAME, JOINTS, REAL, TEXT, WORD, OptionSpec

MENU = "Robot"
_function = partial(FunctionInfo, menu=MENU)

_WRITTEN = " or ".join(each.suffix for each in FORMATS if each.writer)

_FORCE = o.command_option("force", FLAG, "Overwrite the file if it exists.")


def _file(help: str) -> OptionSpec:
    return o.command_option("file", FILE, help, "FILE", command=("-o",))


REVERSED = o.command_option(
    "reversed", JOINTS, "Its joints that move the other way, such as 2,3.", "JOINTS"
)

_READING = (
    o.command_option(
        "keep-fixed",
        TEXT,
        "Links on fixed joints that stay frames: all, none or names; one at each branch's end.",
        "NAMES",
    ),
    o.command_option(
        "tolerance",
        REAL,
        "Read lengths below it [m] as 0, angles [rad] this near a multiple of Pi/12 as exact.",
        "NUMBER",
    ),
)

PARAMETRIC = _function(
    name="parametric",
    title="A robot with symbols in the place of its numbers, which become a value set",
    where="symoro.robot.parametric:parametric",
    documentation="formats.md",
    subject=NOTHING,
    command=False,
)
ROBOTS = _function(
    name="robots",
    title="List the library: structure, joints, robot, source",
    documentation="library.md",
    options=(o.JSON,),
    subject=NOTHING,
)
SHOW = _function(
    name="show",
    title="Print a robot's tables, as SYMORO+ does",
    documentation="quickstart.md",
    options=(*o.NUMBERS, o.STRICT, o.JSON),
)
CHECK = _function(
    name="check",
    title="Say whether a robot is valid; warn of likely mistakes; tell its mobility and redundancy",
    where="symoro.catalog.diagnose:diagnose",
    documentation="robots.md",
    options=(*o.NUMBERS, replace(o.STRICT, in_python=False), o.JSON),
)
NEW = _function(
    name="new",
    title="Write a new robot to fill in",
    documentation="quickstart.md",
    details="""With --dh it is the robot of a data sheet's Denavit-Hartenberg table. Columns that
    are not given are asked for on a terminal. In theta of a revolute joint and d of a prismatic
    one are its offsets.""",
    options=(
        o.command_option(
            "joints",
            TEXT,
            "Number of joints; a tool frame and cut joints count. Letters with --dh, such as RRP.",
            "N",
        ),
        o.command_option(
            "type",
            WORD,
            "simple, tree or closed.",
            "NAME",
            words=("simple", "tree", "closed"),
            default="simple",
        ),
        o.command_option("links", FRAME, "Number of links, for a closed robot.", "N"),
        o.command_option(
            "general", FLAG, "Symbols for twists, distances, rotor inertias and friction too."
        ),
        o.command_option(
            "dh",
            WORD,
            "Convention of a data sheet's table: classic or modified.",
            "NAME",
            words=("classic", "modified"),
        ),
        o.command_option("a", TEXT, "Its lengths along x, such as 0,0.4,0.", "VALUES"),
        o.command_option("alpha", TEXT, "Its angles about x.", "VALUES"),
        o.command_option("d", TEXT, "Its distances along z.", "VALUES"),
        o.command_option("theta", TEXT, "Its angles about z.", "VALUES"),
        o.command_option("degrees", FLAG, "Its angles are in degrees."),
        o.command_option("radians", FLAG, "Its angles are in radians."),
        REVERSED,
        _file(f"The file; NAME{PAR.suffix} by default."),
        _FORCE,
    ),
    subject=NAME,
)
CONVERT = _function(
    name="convert",
    title=f"Write a robot as {_WRITTEN}, by the extension",
    documentation="formats.md",
    details="""Files of numbers, such as URDF, become symbols with the value set nominal, in the
    formats that hold symbols.""",
    options=(
        replace(_file("The file to write."), required=True),
        _FORCE,
        o.command_option("numeric", FLAG, "Keep the numbers of a file of numbers in the tables."),
        *_READING,
        *o.NUMBERS,
        o.STRICT,
    ),
)
VERIFY = _function(
    name="verify",
    title="Compare every model of a robot with its reference, by each of its methods",
    documentation="verification.md",
    details="""A model that does not take a closed robot is compared for its equivalent tree. With
    --base, the dynamic and identification models in base parameters are compared.""",
    options=(o.JSON, o.BASE, *o.NUMBERS, o.STRICT),
)
DRAW = _function(
    name="draw",
    title="Draw a robot with its frames",
    where="symoro.plot.figure:draw",
    documentation="plots.md",
    options=(
        o.command_option(
            "plot", FILE, "The picture: .png, .svg or .pdf; ROBOT.svg by default.", "FILE"
        ),
        replace(o.AT, python="q", python_type="Positions", positional=True),
        o.POINT,
        OptionSpec("axes", TEXT, "Axes of the frames: xz or xyz.", "LETTERS", default="xz"),
        OptionSpec("view", TEXT, "Elevation and azimuth of the eye, in degrees.", "E,A"),
        OptionSpec(
            "shapes",
            WORD,
            "Shapes of the links that the robot's file has: visual, collision or none.",
            "KIND",
            words=("visual", "collision", "none"),
            default="visual",
        ),
        replace(o.MODE, help="Assembly mode of a closed robot."),
        *o.NEEDED_NUMBERS,
        o.COMMAND_SUBSTITUTE,
        replace(o.STRICT, in_python=False),
    ),
)
LANGUAGES = _function(
    name="languages",
    title="List the languages: texts, tests, single precision",
    documentation="languages.md",
    options=(o.JSON,),
    subject=NOTHING,
)
FORMAT_LIST = _function(
    name="formats",
    title="List the formats of robot files: suffixes, read, written, limits",
    documentation="formats.md",
    options=(o.JSON,),
    subject=NOTHING,
)
LOAD = _function(
    name="load",
    title="A robot of the library, or of a file",
    where="symoro.library:load",
    documentation="python.md",
    subject=NOTHING,
    command=False,
)
FROM_RTB = _function(
    name="from_rtb",
    title="The robot of a DHRobot of the Robotics Toolbox for Python",
    where="symoro.robot.rtb:from_rtb",
    documentation="how-to/from-robotics-toolbox.md",
    subject=NOTHING,
    command=False,
)
SAVE = _function(
    name="save",
    title="Write a robot to a file, by the extension",
    where="symoro.formats:save_file",
    documentation="python.md",
    subject=NOTHING,
    command=False,
)
TO_URDF = _function(
    name="to-urdf",
    title="A robot with numbers as the text of a URDF file",
    where="symoro.formats.exports:to_urdf",
    documentation="how-to/pinocchio-and-mujoco.md",
    options=o.NEEDED_NUMBERS,
    command=False,
)
TO_MJCF = _function(
    name="to-mjcf",
    title="A robot with numbers as the text of an MJCF file, for MuJoCo",
    where="symoro.formats.exports:to_mjcf",
    documentation="how-to/pinocchio-and-mujoco.md",
    options=o.NEEDED_NUMBERS,
    command=False,
)
TO_PINOCCHIO = _function(
    name="to-pinocchio",
    title="A robot with numbers as a model of pinocchio",
    where="symoro.formats.exports:to_pinocchio",
    documentation="how-to/pinocchio-and-mujoco.md",
    options=o.NEEDED_NUMBERS,
    command=False,
)
FREEDOMS = _function(
    name="freedoms",
    title="Mobility of a robot, motion of its end links, redundancy",
    where="symoro.catalog.freedoms:freedoms",
    documentation="robots.md",
    options=o.NUMBERS,
    command=False,
)
