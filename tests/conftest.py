"""Options of the test suite."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from durations import Durations
from external import empty_home
from selection import Selection
from shared_models import SharedModels
from symoro.formats import FORMATS, format_of

gc.set_threshold(500_000, 20, 50)  # looking for garbage would take a tenth of the time

_HOME = Path(tempfile.mkdtemp(prefix="symoro-tests-"))
os.environ.update(empty_home(_HOME))  # before anybody looks for a cache: matplotlib at its import

settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")

_ROOT = Path(__file__).parents[1]
_BESIDE = (
    _ROOT.parent / "shared" / "robots" / "wild",
    _ROOT.parent / "shared" / "robots" / "cases",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--robots-from",
        action="append",
        metavar="DIR",
        default=None,
        help="read, check and write every .par and .json robot of a folder; repeatable; for a "
        "folder outside the clone write --robots-from=DIR",
    )
    parser.addoption(
        "--slowest",
        type=int,
        metavar="N",
        default=0,
        help="print what each folder took at the end, and its N slowest tests",
    )
    parser.addoption(
        "--few",
        type=int,
        metavar="N",
        default=0,
        help="run each test with the first N of its parameters only",
    )
    parser.addoption(
        "--whole",
        action="append",
        metavar="PATH",
        default=[],
        help="a folder or file whose tests run with all parameters; repeatable",
    )
    parser.addoption(
        "--stop-after",
        type=float,
        metavar="SECONDS",
        default=inf,
        help="skip the tests that have not started by then",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Share models; take times and select where that is asked for."""
    config.pluginmanager.register(SharedModels())
    if slowest := config.getoption("--slowest"):
        config.pluginmanager.register(Durations(slowest))
    if few := config.getoption("--few"):
        whole = [config.rootpath / path for path in config.getoption("--whole")]
        config.pluginmanager.register(Selection(few, whole, config.getoption("--stop-after")))


def pytest_unconfigure() -> None:
    """Remove the home that this run had."""
    shutil.rmtree(_HOME, ignore_errors=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for ``robot_file`` over every robot of the folders."""
    if "robot_file" not in metafunc.fixturenames:
        return
    given = metafunc.config.getoption("--robots-from")
    folders = [Path(folder) for folder in given] if given else [f for f in _BESIDE if f.is_dir()]
    for folder in folders:
        if not folder.is_dir():
            raise pytest.UsageError(f"--robots-from: {folder} is not a folder")
    files = [file for folder in folders for file in _robots(folder)]
    if given and not files:
        raise pytest.UsageError(f"--robots-from: no .par or .json file in {', '.join(given)}")
    reason = "no folder of robot files beside the clone; give one with --robots-from DIR"
    none = pytest.param(None, marks=pytest.mark.skip(reason=reason), id="none")
    cases = [pytest.param(file, id=f"{file.parent.name}/{file.name}") for file in files]
    metafunc.parametrize("robot_file", cases or [none])


def _robots(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if format_of(file) in FORMATS)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that packages are installed to, on the path of this process and of others."""
    folder = tmp_path / "site"
    folder.mkdir()
    before = set(sys.modules)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
    yield folder
    for name in set(sys.modules) - before:
        if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]
