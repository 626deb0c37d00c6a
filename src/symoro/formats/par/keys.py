"""The keys of a .par file, by the fields that they list.

Keys are read in any case; the names here are the fields of `Frame`, `Link` and `Base`.
"""

from symoro.robot import INERTIAL, WRENCH
from symoro.robot.link import DRIVE, LAW

COUNTS = ("NF", "NL", "NJ")
FLAGS = ("is_floating", "is_mobile")
SCALARS = (*COUNTS, "Type", *FLAGS)

FRAME_LISTS = ("antecedent", "sigma", "b", "d", "r", "gamma", "alpha", "mu", "theta")
JOINT_LISTS = ("eta", "k", "QP", "QDP", "GAM")
LINK_LISTS = (*INERTIAL, "IA", "FV", "FS", *WRENCH)
DRIVE_LISTS = ("IA", "FV", "FS")
"""The lists of links that may go on with the cut joints."""

EXTRA_LINK_FIELDS = tuple(name for name in (*DRIVE, *LAW) if name not in LINK_LISTS)
"""The fields of links that stand in the comment of symoro: SYMORO+ has no keys for them."""

MOTION = ("W0", "WP0", "V0", "VP0")
VECTORS = {**dict.fromkeys((*MOTION, "G"), 3), "Z": 16}

REQUIRED = ("antecedent", "sigma", "d", "r", "alpha", "theta", *INERTIAL)

SPELLINGS = {"antecedent": "Ant", "sigma": "Sigma", "b": "B", "r": "R", "alpha": "Alpha"} | {
    "mu": "Mu",
    "theta": "Theta",
}
"""SYMORO+'s spelling of the keys that differ from our names."""

_NAMES = (*SCALARS, *FRAME_LISTS, *JOINT_LISTS, *LINK_LISTS, *VECTORS)
BY_SPELLING = {name.lower(): name for name in _NAMES} | {"ant": "antecedent", "p": "antecedent"}
del BY_SPELLING["antecedent"]
