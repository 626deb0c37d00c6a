"""The function of SYMORO+'s menu Optimizer."""

from dataclasses import replace

from symoro.catalog.tables import options as o
from symoro.pipeline.entry import FILE, FunctionInfo
from symoro.pipeline.option_spec import FLAG, WORD, WORDS, OptionSpec
from symoro.pipeline.options import READING, RUNNING

MENU = "Optimizer"

_LEVELS = ("O1", "O2")

OPTIMIZE = FunctionInfo(
    name="optimize",
    title="Reduce a program text to some of its variables (SYMORO+'s Optimizer)",
    menu=MENU,
    where="symoro.pipeline.optimize:optimize",
    documentation="optimize.md",
    subject=FILE,
    options=(
        replace(
            o.OUTPUTS,
            help="Variables wanted: GAM2,GAM3; GAM for all that begin so; '*' for all. "
            "By default those that FILE names, else those that nothing uses.",
            positional=True,
        ),
        *o.WRITING,
        replace(
            o.LEVEL,
            help="O1: without what the outputs do not need; O2: each value once, constants apart. "
            f"{READING} for the listing, {RUNNING} with --lang.",
            metavar="|".join(_LEVELS),
            words=_LEVELS,
        ),
        OptionSpec(
            "from",
            WORD,
            "Language of FILE: listing, fortran, mathematica, maple; told by default.",
            "NAME",
            python="language",
        ),
        OptionSpec(
            "states",
            WORDS,
            "Inputs that change at each call, such as 'q*,QP*,QDP*'; told by default.",
            "NAMES",
        ),
        o.command_option("variables", FLAG, "Print the names of the variables, not the code."),
        o.VERIFY,
        o.JSON,
    ),
)
