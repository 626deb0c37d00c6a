"""Functions of SYMORO+'s menu Robot: the library, files, checks, pictures."""

from __future__ import annotations

from dataclasses import replace

from symoro.catalog.tables import options as o
from symoro.formats.registry import FORMATS, PAR
from symoro.pipeline.entry import NAME, NOTHING, FunctionInfo
from symoro.pipeline.option_spec import FILE, FLAG, FRAME, TEXT, WORD, OptionSpec, Spelling

MENU = "Robot"

_WRITTEN = " or ".join(each.suffix for each in FORMATS if each.writer)

_FORCE = OptionSpec("force", FLAG, "Overwrite the file if it exists.", spelling=o.COMMAND_ONLY)


def _file(help: str) -> OptionSpec:
    spelling = Spelling(in_python=False, command=("-o",))
    return OptionSpec("file", FILE, help, "FILE", spelling=spelling)


LOAD = FunctionInfo(
    name="load",
    title="A robot of the library, or of a file",
    menu=MENU,
    where="symoro.loading:load",
    documentation="python.md",
    subject=NOTHING,
    command=False,
)
SAVE = FunctionInfo(
    name="save",
    title="Write a robot to a file, by the extension",
    menu=MENU,
    where="symoro.formats:save_file",
    documentation="python.md",
    subject=NOTHING,
    command=False,
)
ROBOTS = FunctionInfo(
    name="robots",
    title="List the library: structure, joints, robot, source",
    menu=MENU,
    documentation="library.md",
    options=(o.JSON,),
    subject=NOTHING,
)
SHOW = FunctionInfo(
    name="show",
    title="Print a robot's tables, as SYMORO+ does",
    menu=MENU,
    documentation="quickstart.md",
    options=(o.STRICT, o.JSON),
)
CHECK = FunctionInfo(
    name="check",
    title="Say whether a robot is valid; warn of likely mistakes; tell its mobility and redundancy",
    menu=MENU,
    where="symoro.catalog.diagnose:diagnose",
    documentation="robots.md",
    options=(replace(o.STRICT, spelling=o.COMMAND_ONLY), o.JSON),
)
FREEDOMS = FunctionInfo(
    name="freedoms",
    title="Mobility of a robot, motion of its end links, redundancy",
    menu=MENU,
    where="symoro.catalog.freedoms:freedoms",
    documentation="robots.md",
    command=False,
)
NEW = FunctionInfo(
    name="new",
    title="Write a new robot to fill in",
    menu=MENU,
    documentation="quickstart.md",
    options=(
        OptionSpec(
            "joints",
            FRAME,
            "Number of joints; a tool frame and cut joints count.",
            "N",
            least=1,
            required=True,
            spelling=o.COMMAND_ONLY,
        ),
        OptionSpec(
            "type",
            WORD,
            "simple, tree or closed.",
            "NAME",
            words=("simple", "tree", "closed"),
            spelling=Spelling(in_python=False, default="simple"),
        ),
        OptionSpec(
            "links", FRAME, "Number of links, for a closed robot.", "N", spelling=o.COMMAND_ONLY
        ),
        _file(f"The file; NAME{PAR.suffix} by default."),
        _FORCE,
    ),
    subject=NAME,
)
CONVERT = FunctionInfo(
    name="convert",
    title=f"Write a robot as {_WRITTEN}, by the extension",
    menu=MENU,
    documentation="formats.md",
    options=(replace(_file("The file to write."), required=True), _FORCE, o.STRICT),
)
VERIFY = FunctionInfo(
    name="verify",
    title="Compare every model of a robot with its reference, by each of its methods",
    menu=MENU,
    documentation="verification.md",
    details="""A model that does not take a closed robot is compared for its equivalent tree. With
    --base, the dynamic and identification models in base parameters are compared.""",
    options=(o.JSON, o.BASE, o.STRICT),
)
DRAW = FunctionInfo(
    name="draw",
    title="Draw a robot with its frames",
    menu=MENU,
    where="symoro.plot.figure:draw",
    documentation="plots.md",
    options=(
        OptionSpec(
            "plot",
            FILE,
            "The picture: .png, .svg or .pdf.",
            "FILE",
            required=True,
            spelling=o.COMMAND_ONLY,
        ),
        replace(o.AT, spelling=Spelling(python="q", annotation="Positions", positional=True)),
        o.POINT,
        OptionSpec(
            "axes",
            TEXT,
            "Axes of the frames: xz or xyz.",
            "LETTERS",
            spelling=Spelling(default="xz"),
        ),
        OptionSpec("view", TEXT, "Elevation and azimuth of the eye, in degrees.", "E,A"),
        replace(o.MODE, help="Assembly mode of a closed robot."),
        o.PARAMETERS,
        o.PICTURE_VALUES,
        o.PARAM,
        o.COMMAND_SUBSTITUTE,
        replace(o.STRICT, spelling=o.COMMAND_ONLY),
    ),
)

LANGUAGES = FunctionInfo(
    name="languages",
    title="List the languages: texts, tests, single precision",
    menu=MENU,
    documentation="languages.md",
    options=(o.JSON,),
    subject=NOTHING,
)

ENTRIES = (ROBOTS, SHOW, CHECK, NEW, CONVERT, VERIFY, DRAW, LANGUAGES, LOAD, SAVE, FREEDOMS)
