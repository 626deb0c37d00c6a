"""The model functions of the Python interface, one for each entry of the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symoro.errors import UsageError
from symoro.expressions import ExpressionLike
from symoro.generate.model import Model, generate
from symoro.generate.options import DEFAULT_LEVEL, Options
from symoro.robot import Robot


def idm(
    robot: Robot,
    *,
    level: str = DEFAULT_LEVEL,
    outputs: Sequence[str] | str = (),
    tree: bool = False,
    with_: Sequence[str] | str = (),
    set_: Mapping[str, ExpressionLike] | None = None,
    verify: bool = True,
) -> Model:
    """Return the inverse dynamic model: joint torques from positions, velocities, accelerations.

    Args:
        robot: a simple or tree robot, or a closed one with ``tree``.
        level: ``"O1"`` (what the outputs need) or ``"O0"`` (the whole trace).
        outputs: names or patterns among ``GAM``, ``E`` and ``N``; ``GAM`` by default.
        tree: take the equivalent tree of a closed robot.
        with_: ``"ia"``, ``"friction"``, ``"wrench=6"``: general symbols where the robot has zeros.
        set_: expressions for symbols, put in before anything else.
        verify: compare the result with the independent reference.

    Raises:
        ModelError: if the robot cannot have this model.
    """
    if not isinstance(robot, Robot):
        raise UsageError(f"a Robot is needed, not {type(robot).__name__}; symoro.load gives one")
    if set_ is not None and not isinstance(set_, Mapping):
        raise UsageError(f"set_ is a mapping from symbol to expression, not {type(set_).__name__}")
    options = Options(level, _several(outputs), tree, _several(with_), dict(set_ or {}), verify)
    return generate("idm", robot, options)


def _several(names: Sequence[str] | str) -> tuple[str, ...]:
    """Names may be given as one text, with commas between them."""
    if not isinstance(names, str):
        if not all(isinstance(name, str) for name in names):
            raise UsageError(f"names are texts, not {names!r}")
        return tuple(names)
    return tuple(name.strip() for name in names.split(",") if name.strip())
