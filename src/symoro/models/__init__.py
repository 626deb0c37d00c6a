"""The algorithm pages: one algorithm a file, over any scalar; they never see a program.

In all of them ``m`` are the scalars of a robot, its loops cut; ``let`` names the results; ``tau``
is the effort of each moving joint; ``frames`` are the transformations, where they have names.
"""

from symoro.models.factored_rotation import FactoringLet
from symoro.models.let import LetFunction
from symoro.models.let_cache import MemoizedLet
from symoro.models.mechanism import Mechanism

__all__ = ["FactoringLet", "LetFunction", "Mechanism", "MemoizedLet"]
