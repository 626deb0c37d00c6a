"""``make quick``: the tests of what has changed, in a minute or so.

Changed is what differs from the last commit, files that git does not know yet included; if nothing
does, what the last commit changed; ``--since main`` compares with another one. Of these files run
the tests that import them or belong to their folder, then the shape of the source, the golden
texts of a robot, and the laws and the tests elsewhere that import them, with the first of their
parameters. What has not started after a minute is skipped and counted.
"""

from __future__ import annotations

import argparse
import ast
import os
import shlex
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import external

ROOT = Path(__file__).parents[1]
SOURCE, TESTS = ROOT / "src" / "symoro", ROOT / "tests"
ALWAYS = ("tests/architecture", "tests/golden", "tests/laws")
SECONDS = 60
IN_ORDER = "-q -n 2 --dist load --maxschedchunk=8"


def changed(since: str | None) -> list[Path]:
    """The files that differ from a commit, or else those of the last commit."""
    unknown = _git("ls-files", "--others", "--exclude-standard")
    files = _git("diff", "--name-only", since or "HEAD") + unknown
    if not files and since is None:
        files = _git("diff", "--name-only", "HEAD~1", "HEAD")
    return [ROOT / file for file in files if (ROOT / file).is_file()]


def _git(*words: str) -> list[str]:
    return external.run(["git", *words], ROOT, check=True).stdout.splitlines()


def near(files: Iterable[Path]) -> list[Path]:
    """The test files that changed, or that import a file that did or have its name."""
    files = list(files)
    modules = {_module(file) for file in files if file.suffix == ".py"}
    names = {f"test_{file.stem}.py" for file in files if file.is_relative_to(SOURCE)}
    return [
        file
        for file in sorted(TESTS.rglob("test_*.py"))
        if file in files or file.name in names or modules & _imports(file)
    ]


def _module(file: Path) -> str:
    """The name that tests import a file by."""
    above = next((each for each in (SOURCE.parent, TESTS) if file.is_relative_to(each)), ROOT)
    return ".".join(file.relative_to(above).with_suffix("").parts).removesuffix(".__init__")


@cache
def _imports(file: Path) -> frozenset[str]:
    """The modules that a file imports, and what it takes from them, which may be modules."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def own_folders(files: Iterable[Path]) -> list[Path]:
    """The folders of tests that belong to the folders of files."""
    found = {TESTS / file.relative_to(SOURCE).parts[0] for file in files if _inside(file)}
    return sorted(folder for folder in found if folder.is_dir())


def _inside(file: Path) -> bool:
    return file.is_relative_to(SOURCE) and file.parent != SOURCE


def arguments(files: list[Path]) -> list[str]:
    """What pytest is called with: paths in order, and which of them are taken whole."""
    folders, close = own_folders(files), near(files)
    own = [file for file in close if file in files or file.parent in folders]
    whole = [str(file.relative_to(ROOT)) for file in own]
    others = [str(path.relative_to(ROOT)) for path in (*folders, *close)]
    paths = dict.fromkeys([*whole, *ALWAYS, *others])
    return [*paths, "--few=1", *(f"--whole={path}" for path in whole), f"--stop-after={SECONDS}"]


def main() -> int:
    """Run the tests; 0 if they pass."""
    parser = argparse.ArgumentParser(prog="python -m tests.quick", description=__doc__)
    parser.add_argument("--since", help="the commit to compare with, such as main")
    parser.add_argument("--pytest", default=IN_ORDER, help="its other arguments")
    given = parser.parse_args()
    os.chdir(ROOT)
    files = changed(given.since)
    print(f"changed: {', '.join(str(file.relative_to(ROOT)) for file in files) or 'nothing'}")
    return int(pytest.main([*shlex.split(given.pytest), *arguments(files)]))


if __name__ == "__main__":
    raise SystemExit(main())
