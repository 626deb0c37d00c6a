"""A missing package is named with a command that installs it from a clone."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

from symoro.errors import install_hint

ROOT = Path(__file__).parents[2]
ASKED = re.compile(r"install_hint\('([\w-]+)', '([\w-]+)'\)")


def test_every_extra_that_a_message_names_has_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    asked = [pair for text in sources for pair in ASKED.findall(text)]
    expected = {"matplotlib": "plot", "casadi": "casadi", "mujoco": "mjcf"}
    expected |= {"pin": "pinocchio", "xacrodoc": "xacro", "trimesh": "meshes"}
    assert dict(asked) == expected | {"pycollada": "meshes"}
    for package, extra in asked:
        assert any(re.match(rf"{package}\b", each) for each in extras[extra])
    assert not any(re.search(r"pip install ['\"]?symoro", text) for text in sources)


def test_the_command_is_that_of_the_python_that_runs() -> None:
    assert install_hint("x", "plot").endswith(f"run {sys.executable} -m pip install -e '.[plot]'")
