"""The shapes of mechanisms."""

from enum import Enum


class Structure(Enum):
    """The shape of the mechanism."""

    SIMPLE = "simple"
    TREE = "tree"
    CLOSED = "closed"
