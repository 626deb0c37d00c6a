"""Options that several functions share."""

from dataclasses import replace
from functools import partial

from symoro.pipeline.option_spec import (
    ASSIGNMENTS,
    FILE,
    FLAG,
    FRAME,
    FRAMES,
    JOINTS,
    PLACES,
    SECONDS,
    TEXT,
    VALUES,
    WORD,
    WORDS,
    OptionSpec,
)
from symoro.pipeline.options import ASSUME, LEVELS, READING, RUNNING
from symoro.printers.languages import languages
from symoro.printers.spellings import SPELLINGS

command_option = partial(OptionSpec, in_python=False)

# of models

FROM = OptionSpec(
    "from",
    FRAMES,
    "Frame in which the result is written; -1 is the world.",
    "I",
    positional=True,
    takes_names=True,
)
TO = OptionSpec(
    "to",
    FRAMES,
    "Frame that is described; as many as --from.",
    "J",
    positional=True,
    takes_names=True,
)
LINK = OptionSpec(
    "link",
    FRAME,
    "Frame whose velocity it gives; that of the tool by default.",
    "R",
    positional=True,
    takes_names=True,
)
PROJECTION = OptionSpec(
    "projection", FRAME, "Frame of projection; the simplest by default.", "I", takes_names=True
)
INTERMEDIATE = OptionSpec(
    "intermediate",
    FRAME,
    "Frame at whose origin the velocity is taken; by default the simplest, of a part the link.",
    "J",
    takes_names=True,
)
FRAME0 = OptionSpec(
    "frame0", FLAG, "The usual matrix: velocity of the link's own origin, in frame 0."
)
ROWS = OptionSpec("rows", PLACES, "Rows to keep, such as 1-3,6.", "ROWS")
COLS = OptionSpec("cols", PLACES, "Columns to keep, such as 1-3,6.", "COLUMNS")
ACTUATED = OptionSpec(
    "actuated", FLAG, "Closed robots: as a function of the actuated joints.", closed=True
)
MODE = OptionSpec(
    "mode",
    FRAME,
    "Assembly mode of the loops, with --actuated or of parallelograms.",
    "M",
    least=1,
    python="assembly_mode",
)
LOOP_MODE = replace(MODE, help="Assembly mode of a closed robot.", closed=True)
ACTIVE = OptionSpec("active", JOINTS, "Joints taken as known, instead of the actuated ones.", "J")

# of all models, in the order of the help

LANG = command_option(
    "lang",
    WORDS,
    f"Languages, such as c,python: {', '.join(item.name for item in languages())}.",
    "NAMES",
)
SINGLE = command_option("single", FLAG, "Single precision, in languages that have it.")
FOLDER = command_option("folder", FILE, "Write the files to this folder.", "DIR", command=("-o",))
FORCE = command_option(
    "force", FLAG, "With -o: replace files of other options, and any others in the way."
)
EXPLAIN_PASSES = command_option(
    "explain-passes", FLAG, "Say which formulations were compared, and what each pass gained."
)
NAMES = command_option(
    "names",
    WORD,
    "Names of files as in SYMORO+'s guide, or as in its appendix 5.1 where that differs.",
    "|".join(SPELLINGS),
    words=SPELLINGS,
)
WRITING = (LANG, SINGLE, FOLDER, FORCE, NAMES)
LEVEL = OptionSpec(
    "level",
    WORD,
    "O0: the whole trace; O1: what outputs need; O2: the fewest operations. "
    f"{READING} for the listing, {RUNNING} with --lang.",
    "|".join(LEVELS),
    words=LEVELS,
    python_type="str",
)
OUTPUTS = OptionSpec("outputs", WORDS, "Outputs wanted, such as 'GAM,E*'.", "NAMES")
ORDER = OptionSpec(
    "order",
    WORDS,
    "Order of the joints in vectors: file or pinocchio (of a URDF), or all their names.",
    "ORDER|NAMES",
)
INCLUDE = OptionSpec(
    "with",
    WORDS,
    "General symbols for ia, friction, friction=LAWS, wrench=J, wrench=all or base.",
    "WHAT",
    python="include",
)
SUBSTITUTE = OptionSpec(
    "set", ASSIGNMENTS, "Put an expression in a symbol's place.", "NAME=EXPR", python="substitute"
)
VALUE_SET = OptionSpec(
    "values",
    TEXT,
    "Put in the numbers of a value set of the robot, or of a .json file.",
    "NAME|FILE",
    python_type="Values | None",
)
PARAM = OptionSpec(
    "param", ASSIGNMENTS, "Put in single numbers; they go before --values.", "NAME=NUMBER"
)
NUMBERS = (VALUE_SET, PARAM)
"""The options of every function of a robot that put numbers in the place of its parameters."""

TREE = OptionSpec(
    "tree",
    FLAG,
    "Take the equivalent tree of a closed robot.",
    closed=True,
    python="equivalent_tree",
)
BASE = OptionSpec(
    "base",
    FLAG,
    "Use base inertial parameters; torques are the same.",
    python="base_parameters",
    command=("--base", "--base-parameters"),
)
TIMEOUT = OptionSpec(
    "time", SECONDS, "Seconds that symbolic work may take; 60.", "S", least=1, python="timeout"
)
STRICT = OptionSpec("strict", FLAG, "Refuse a robot with warnings (symoro check lists them).")
FLOATING_BASE = OptionSpec("floating-base", FLAG, "Let the base float: link 0 has inertia.")
EXPANDED = OptionSpec("expanded", FLAG, "Without intermediate variables, simplified.")
VERIFY = OptionSpec(
    "verify",
    FLAG,
    "Skip the comparison with the reference.",
    default=True,
    command=("--no-verify",),
)
COMMON = (
    LEVEL,
    OptionSpec(
        "assume",
        WORD,
        "Whether O2 may take lengths and masses that are symbols for non-zero.",
        "|".join(ASSUME),
        words=ASSUME,
        python_type="str",
        default=ASSUME[0],
    ),
    OUTPUTS,
    ORDER,
    INCLUDE,
    SUBSTITUTE,
    *NUMBERS,
    TREE,
    FLOATING_BASE,
    BASE,
    OptionSpec(
        "derivative",
        WORDS,
        "Derivatives of the outputs by arguments (q,QP) or symbols (M3).",
        "NAMES",
    ),
    EXPANDED,
    TIMEOUT,
    VERIFY,
    STRICT,
)
"""The options that every model function takes; of models without inertia but for `INERTIAL`."""

INERTIAL = (BASE, FLOATING_BASE)
JSON = command_option("json", FLAG, "Print the result as JSON.")

# of analyses

COMMAND_SUBSTITUTE = replace(SUBSTITUTE, in_python=False)
AT = OptionSpec("at", VALUES, "Values of joints, such as t1=0,t2=Pi/2.", "NAME=NUMBER")
NEEDED_NUMBERS = (
    replace(VALUE_SET, help="A value set of the robot, or a .json file; its only set by default."),
    PARAM,
)
"""The same of functions whose results are numbers, which need one for each parameter."""

POINT = OptionSpec(
    "point",
    TEXT,
    "A point of the link, in its frame.",
    "X,Y,Z",
    python_type="Point",
    default="0,0,0",
)
