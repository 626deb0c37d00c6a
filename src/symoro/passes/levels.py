"""The levels of optimisation as lists of passes; `docs/levels.md` tells what each is for."""

from symoro.passes.dead_code import DeadCode
from symoro.passes.pipeline import Pipeline
from symoro.passes.regroup import Regroup
from symoro.passes.repeat import Repeat

LEVELS = {
    "O0": Pipeline(),
    "O1": Pipeline((DeadCode(),)),
    "O2": Pipeline((DeadCode(), Repeat(Regroup(), rounds=3, large=1000))),
}
"""The passes of each level, by name."""
