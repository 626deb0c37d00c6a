"""Models that tests read: each is made once in a process, for the folders of `READERS`.

There a model is what a test begins with, not what it is about, and a model is frozen and depends on
the robot and the options alone. So what `generate` makes in these folders is kept: the same robot
with the same options gives the same model, in another test too. A model that warns is not kept, and
neither is one that reports progress. A test that patches something (it asks for ``monkeypatch``) or
takes times (`clock.at_most`) makes all its models itself. So do all other folders, such as those
where making is tested: `catalog`, `pipeline`, `verify`, `cli`, `golden`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from inspect import signature

import pytest

from symoro.catalog import generate as place
from symoro.pipeline.build_model import build_model
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.model import Model
from symoro.pipeline.options import Options
from symoro.robot import Robot

READERS = ("compile", "docs", "laws", "listings", "oracles", "plot", "printers")
"""The folders whose tests share models."""

Progress = Callable[[int, int], None]
Key = tuple[object, ...]

_fresh: list[object] = []


@contextmanager
def fresh_models() -> Iterator[None]:
    """Share nothing meanwhile."""
    _fresh.append(None)
    try:
        yield
    finally:
        _fresh.pop()


class SharedModels:
    """A plugin that keeps models from test to test."""

    def __init__(self) -> None:
        self._models: dict[Key, Model] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Share models while a test of a reader is set up and runs."""
        if not reads_models(item):
            return (yield)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(place, "build_model", self.build)
            return (yield)

    def build(
        self,
        kind: ModelDefinition,
        robot: Robot,
        options: Options | None = None,
        progress: Progress | None = None,
    ) -> Model:
        """Return what `build_model` makes, or has made before."""
        key = None if _fresh or progress else model_key(kind, robot, options or Options())
        if key is not None and key in self._models:
            return self._models[key]
        model = build_model(kind, robot, options, progress)
        if key is not None and not model.warnings:
            self._models[key] = model
        return model


def reads_models(item: pytest.Item) -> bool:
    """Tell whether a test shares models."""
    if item.path.parent.name not in READERS or not isinstance(item, pytest.Function):
        return False
    return "monkeypatch" not in signature(item.function).parameters


def model_key(kind: ModelDefinition, robot: Robot, options: Options) -> Key | None:
    """All that a model depends on; None for options that cannot be compared, such as arrays."""
    own = tuple(_comparable(getattr(options, each.name)) for each in fields(options))
    key = (kind.name, robot, robot.notes, robot.doubts, own)
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _comparable(value: object) -> object:
    """A value with its type: 1 is neither 1.0 nor True, and a list is no tuple."""
    if isinstance(value, Mapping):
        return type(value), tuple((name, _comparable(each)) for name, each in value.items())
    if isinstance(value, list | tuple):
        return type(value), tuple(map(_comparable, value))
    return type(value), repr(value) if isinstance(value, float) else value
