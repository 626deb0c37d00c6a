"""Tests that only read a model share it; others make their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from clock import at_most
from pipeline.test_robot_warnings import in_degrees
from shared_models import READERS, SharedModels, fresh_models, model_key, reads_models
from symoro import RobotWarning, library
from symoro.catalog import generate as place
from symoro.catalog.table import model_definition
from symoro.pipeline.options import Options

IDM = model_definition("idm")
ARM = library.robot("planar2r")


@pytest.fixture
def _shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share the models that functions of the package make."""
    monkeypatch.setattr(place, "build_model", SharedModels().build)


@pytest.mark.usefixtures("_shared")
def test_the_same_robot_and_options_give_the_same_model() -> None:
    first = symoro.idm(ARM, verify=False)
    assert symoro.idm(replace(ARM), verify=False) is first
    assert symoro.idm(ARM) is not first
    assert symoro.idm(ARM, level="O1", verify=False) is not first
    assert symoro.idm(replace(ARM, name="other"), verify=False) is not first


@pytest.mark.usefixtures("_shared")
def test_what_takes_times_makes_its_own() -> None:
    first = symoro.idm(ARM, verify=False)
    with fresh_models():
        assert symoro.idm(ARM, verify=False) is not first
    with at_most(10):
        assert symoro.idm(ARM, verify=False) is not first
    assert symoro.idm(ARM, verify=False) is first


@pytest.mark.usefixtures("_shared")
def test_a_model_that_warns_warns_each_time() -> None:
    for _ in range(2):
        with pytest.warns(RobotWarning):
            symoro.jacobian(in_degrees(), verify=False)


def test_all_that_a_model_depends_on_is_compared() -> None:
    def key(**options: Any) -> object:
        return model_key(IDM, ARM, Options(**options))

    keys = [
        key(),
        key(level="O2"),
        key(substitute={"d2": 1}),
        key(substitute={"d2": 1.0}),
        key(substitute={"d2": True}),
        key(own={"task": (1, 2)}),
        key(own={"task": [1, 2]}),
        model_key(model_definition("ddm"), ARM, Options()),
        model_key(IDM, replace(ARM, notes=("an angle was snapped",)), Options()),
        model_key(IDM, replace(ARM, doubts=("in degrees?",)), Options()),
    ]
    assert len({*keys}) == len(keys)
    assert key() == key()
    assert key(own={"task": np.eye(2)}) is None


def test_readers_share_unless_they_patch_something(request: pytest.FixtureRequest) -> None:
    def reading() -> None: ...

    def patching(monkeypatch: pytest.MonkeyPatch) -> None: ...

    def item(folder: str, function: Callable[..., None]) -> pytest.Function:
        node = pytest.Function.from_parent(request.node.parent, name="test", callobj=function)
        node.path = Path(folder) / "test_file.py"
        return node

    assert all(reads_models(item(folder, reading)) for folder in READERS)
    assert not any(reads_models(item(folder, patching)) for folder in READERS)
    assert not reads_models(item("catalog", reading))
