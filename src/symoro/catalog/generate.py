"""A model by its name."""

from __future__ import annotations

from collections.abc import Callable

from symoro.catalog.table import model_definition
from symoro.pipeline.build_model import build_model
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.robot import Robot


def generate(
    name: str,
    robot: Robot,
    options: Options | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Model:
    """Make a model of a robot by its name: trace, reduce, verify; see `build_model`."""
    return build_model(model_definition(name), robot, options, progress)
