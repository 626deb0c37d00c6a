"""The algorithm pages: one algorithm a file, over any scalar; they never see a program."""

from symoro.models.factored_rotation import FactoringLet
from symoro.models.let import LetFunction
from symoro.models.let_cache import MemoizedLet
from symoro.models.mechanism import Mechanism

__all__ = ["FactoringLet", "LetFunction", "Mechanism", "MemoizedLet"]
