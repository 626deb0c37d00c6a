"""Functions of SYMORO+'s menu Identification."""

from __future__ import annotations

from dataclasses import replace

from symoro.catalog.tables import options as o
from symoro.pipeline.entry import DEFAULT, NOTHING, FunctionInfo, ModelInfo
from symoro.pipeline.option_spec import FILE, FLAG, FRAME, WORD, OptionSpec, Spelling

MENU = "Identification"

BASE_PARAMETERS = FunctionInfo(
    name="base-parameters",
    title="Base inertial parameters, grouping relations (.regp, .Nreg), the robot in them (.par)",
    menu=MENU,
    where="symoro.grouping.api:base_parameters",
    documentation="models/base-parameters.md",
    details="""Without -o the relations are printed. --latex with --explain prints the relations
    between the energy functions.""",
    options=(
        OptionSpec(
            "method",
            WORD,
            "By the rank of random samples, not by rules.",
            words=("symbolic", "numeric"),
            spelling=Spelling(
                annotation="str", positional=True, default="symbolic", command=("--numeric",)
            ),
        ),
        replace(o.MODE, help="Assembly mode of a closed robot."),
        OptionSpec(
            "constraints",
            FILE,
            "With --numeric: a .cons file.",
            "FILE",
            spelling=Spelling(annotation="Constraints | Mapping[str, ExpressionLike] | str | None"),
        ),
        replace(
            o.VALUE_SET,
            help="With --numeric: the robot's value set.",
            spelling=Spelling(annotation=o.PARAMETERS_TYPE),
        ),
        OptionSpec(
            "seed",
            FRAME,
            "With --numeric: of the random states.",
            least=0,
            spelling=Spelling(annotation="int", default=0, command=None),
        ),
        OptionSpec("latex", FLAG, "Print the relations as LaTeX.", spelling=o.COMMAND_ONLY),
        OptionSpec(
            "explain", FLAG, "Say why each parameter stays or goes.", spelling=o.COMMAND_ONLY
        ),
        o.FOLDER,
        o.FORCE,
        replace(o.INCLUDE, help="General symbols for ia or friction."),
        o.SUBSTITUTE,
        o.TREE,
        o.STRICT,
        o.JSON,
    ),
)
ENERGY_MODEL = ModelInfo(
    name="energy-model",
    title="Energy identification model: total energy linear in the parameters",
    menu=MENU,
    extension="eim",
    where="symoro.catalog.identification.energy_model:ENTRY",
    documentation="models/energy-model.md",
    description="""
        Return the energy identification model: total energy = ``H`` times the parameters.

        With ``power`` its rate ``HP`` instead, which is the power of the joints; friction then has
        columns too. The base is fixed or floats.
    """,
    options=(
        OptionSpec(
            "power", FLAG, "The power model: its rate, with columns for friction.", renames=True
        ),
        o.BASE_MODE,
    ),
    forms=(DEFAULT, {"power": True}),
)
REGRESSOR = ModelInfo(
    name="regressor",
    title="Dynamic identification model: torques linear in the parameters",
    menu=MENU,
    extension="dim",
    where="symoro.catalog.identification.regressor:ENTRY",
    documentation="models/regressor.md",
    description="""
        Return the dynamic identification model: torques = ``DG`` times the parameters.

        ``columns`` names the parameter of each column. Rows are the moving joints, of a closed
        robot the actuated ones; a floating base has six rows first, its force and moment.
    """,
    options=(
        OptionSpec(
            "reference",
            FLAG,
            "Slotine and Li's: velocities and accelerations of reference.",
            renames=True,
        ),
        o.BASE_MODE,
    ),
    forms=(DEFAULT, {"reference": True}),
)
FILTERED_MODEL = ModelInfo(
    name="filtered-model",
    title="Filtered dynamic identification model: without accelerations",
    menu=MENU,
    extension="fdm",
    where="symoro.catalog.identification.filtered_model:ENTRY",
    documentation="models/filtered-model.md",
    description="""
        Return the filtered dynamic identification model: torques = d/dt (DEP K) + DLQ K.

        No acceleration enters ``DEP`` and ``DLQ``; ``columns`` names the parameters K, and
        `filtered_samples` filters measurements. Rows are those of the regressor.
    """,
    options=(o.BASE_MODE,),
)


def _of_samples(name: str, title: str, where: str, documentation: str) -> FunctionInfo:
    return FunctionInfo(
        name=name,
        title=title,
        menu=MENU,
        where=where,
        documentation=documentation,
        subject=NOTHING,
        command=False,
    )


TRIANGULAR_BLOCKS = _of_samples(
    "triangular-blocks",
    "Block triangular form of a regressor, for identification link by link",
    "symoro.analysis.link_by_link:triangular_blocks",
    "models/regressor.md",
)
PARALLEL_FILTER = _of_samples(
    "parallel-filter",
    "The filter of torques and columns",
    "symoro.analysis.filters:parallel_filter",
    "models/filtered-model.md",
)
FILTERED_SAMPLES = _of_samples(
    "filtered-samples",
    "The filtered model of some samples, ready for least squares",
    "symoro.analysis.filters:filtered_samples",
    "models/filtered-model.md",
)

ENTRIES = (
    BASE_PARAMETERS,
    ENERGY_MODEL,
    REGRESSOR,
    FILTERED_MODEL,
    TRIANGULAR_BLOCKS,
    PARALLEL_FILTER,
    FILTERED_SAMPLES,
)
