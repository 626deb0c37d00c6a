"""The reactions as outputs of models: on links, and in the cut joints of closed robots."""

from symoro.pipeline.plan import OutputKind

REACTIONS = (
    OutputKind("E", "reaction force on each link from its antecedent, in its frame", False, True),
    OutputKind("N", "reaction moment on each link, about the origin of its frame", False, True),
)
LOOP_FORCES = OutputKind(
    "LAMBDA", "closed robots: force and moment in each cut joint, in its frame", False, True
)
