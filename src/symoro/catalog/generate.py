"""A model by its name."""

from __future__ import annotations

from collections.abc import Callable

from symoro.catalog.registry import entry
from symoro.pipeline.model import Model, make_model
from symoro.pipeline.options import Options
from symoro.robot import Robot


def generate(
    name: str,
    robot: Robot,
    options: Options | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Model:
    """Make a model of a robot by its name: trace, reduce, verify; see `make_model`."""
    return make_model(entry(name), robot, options, progress)
