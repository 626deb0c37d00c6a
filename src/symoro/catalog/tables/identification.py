"""Functions of SYMORO+'s menu Identification."""

from dataclasses import replace
from functools import partial

from symoro.catalog.tables import options as o
from symoro.pipeline.entry import DEFAULT, NOTHING, FunctionInfo, ModelInfo
from symoro.pipeline.option_spec import FILE, FLAG, FRAME, WORD, OptionSpec

MENU = "Identification"
_model = partial(ModelInfo, menu=MENU)
_function = partial(FunctionInfo, menu=MENU)

BASE_PARAMETERS = _function(
    name="base-parameters",
    title="Base inertial parameters, grouping relations (.regp, .Nreg), the robot in them (.par)",
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
            python_type="str",
            positional=True,
            default="symbolic",
            command=("--numeric",),
        ),
        o.LOOP_MODE,
        OptionSpec(
            "constraints",
            FILE,
            "With --numeric: a .cons file.",
            "FILE",
            python_type="Constraints | Mapping[str, ExpressionLike] | str | None",
        ),
        OptionSpec(
            "seed",
            FRAME,
            "With --numeric: of the random states.",
            least=0,
            python_type="int",
            default=0,
            command=None,
        ),
        o.command_option("latex", FLAG, "Print the relations as LaTeX."),
        o.command_option("explain", FLAG, "Say why each parameter stays or goes."),
        o.FOLDER,
        o.FORCE,
        o.NAMES,
        replace(o.INCLUDE, help="General symbols for ia, friction or base."),
        o.SUBSTITUTE,
        *o.NUMBERS,
        o.TREE,
        o.STRICT,
        o.JSON,
    ),
)
ENERGY_MODEL = _model(
    name="energy-model",
    title="Energy identification model: total energy linear in the parameters",
    extension="eim",
    description="""
        Return the energy identification model: total energy = ``H`` times the parameters.

        With ``power`` its rate ``HP`` instead, which is the power of the joints; friction then has
        columns too. The base is fixed or floats.""",
    options=(
        OptionSpec(
            "power", FLAG, "The power model: its rate, with columns for friction.", renames=True
        ),
        o.LOOP_MODE,
    ),
    forms=(DEFAULT, {"power": True}),
)
REGRESSOR = _model(
    name="regressor",
    title="Dynamic identification model: torques linear in the parameters",
    extension="dim",
    description="""Return the dynamic identification model: torques = ``DG`` times the parameters.

        ``columns`` names the parameter of each column. Rows are the moving joints, of a closed
        robot the actuated ones; a floating base has six rows first, its force and moment.""",
    options=(
        OptionSpec(
            "reference",
            FLAG,
            "Slotine and Li's: velocities and accelerations of reference.",
            renames=True,
        ),
        o.LOOP_MODE,
    ),
    forms=(DEFAULT, {"reference": True}),
)
FILTERED_MODEL = _model(
    name="filtered-model",
    title="Filtered dynamic identification model: without accelerations",
    extension="fdm",
    description="""Return the filtered dynamic identification model: torques = d/dt (DEP K) + DLQ K.

        No acceleration enters ``DEP`` and ``DLQ``; ``columns`` names the parameters K, and
        `filtered_samples` filters measurements. Rows are those of the regressor.""",
    options=(o.LOOP_MODE,),
)

_of_samples = partial(_function, subject=NOTHING, command=False)
TRIANGULAR_BLOCKS = _of_samples(
    name="triangular-blocks",
    title="Block triangular form of a regressor, for identification link by link",
    where="symoro.analysis.link_by_link:triangular_blocks",
    documentation="models/regressor.md",
)
PARALLEL_FILTER = _of_samples(
    name="parallel-filter",
    title="The filter of torques and columns",
    where="symoro.analysis.filters:parallel_filter",
    documentation="models/filtered-model.md",
)
FILTERED_SAMPLES = _of_samples(
    name="filtered-samples",
    title="The filtered model of some samples, ready for least squares",
    where="symoro.analysis.filters:filtered_samples",
    documentation="models/filtered-model.md",
)
