"""The shape of the source: dependencies point one way, nothing is evaluated, all is documented."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "symoro"
FILES = sorted(SOURCE.rglob("*.py"))
ORDER = (
    "errors",
    "expressions",
    "robot",
    "formats",
    "algebra",
    "models",
    "ir",
    "passes",
    "listings",
    "printers",
    "numeric",
    "symbolic",
    "identification",
    "generate",
    "plot",
    "library",
    "cli",
)
TOP = ("__init__", "loading", "version")  # the front door, and what everybody may read
FORBIDDEN_CALLS = {"eval", "exec", "compile", "sympify", "parse_expr", "__import__"}
FORBIDDEN_MODULES = {"pickle", "marshal", "shelve"}
MOST_LINES = 400

each_file = pytest.mark.parametrize("file", FILES, ids=lambda f: str(f.relative_to(SOURCE)))


def folder(file: Path) -> str:
    """The first part of a file's place in the package: its folder, or its own name."""
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def run_time_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those under ``if TYPE_CHECKING``."""
    for child in ast.iter_child_nodes(node):
        checking = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)
        if not checking:
            yield child
            yield from run_time_nodes(child)


def imported(file: Path) -> set[str]:
    """The modules of a file's imports, wherever they stand; types for checking are no import."""
    found: set[str] = set()
    for node in run_time_nodes(tree(file)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name}: write absolute imports"
            module = node.module or ""
            found.add(module)
            if module == "symoro":
                found.update(f"symoro.{alias.name}" for alias in node.names)
    return found


def own_imports(file: Path) -> set[str]:
    """The folders of symoro that a file imports from."""
    parts = (module.split(".") for module in imported(file))
    return {module[1] for module in parts if module[0] == "symoro" and len(module) > 1}


def test_every_folder_has_its_place_in_the_order() -> None:
    assert {folder(file) for file in FILES} <= {*ORDER, *TOP}


def test_contributors_read_the_same_order() -> None:
    text = (SOURCE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = text.partition("```text\n")[2].partition("```")[0].splitlines()
    assert tuple(re.split(r"\.py|/", line)[0] for line in listed) == ORDER


@each_file
def test_a_folder_imports_only_what_stands_before_it(file: Path) -> None:
    own = folder(file)
    if own in TOP:
        return
    allowed = {*ORDER[: ORDER.index(own) + 1], "version"}
    if own == "cli":
        allowed |= {"loading"}
    assert own_imports(file) <= allowed


@each_file
def test_nobody_imports_the_command_line(file: Path) -> None:
    if folder(file) != "cli":
        assert "cli" not in own_imports(file)


@each_file
def test_the_pages_never_see_the_graph(file: Path) -> None:
    if folder(file) in ("models", "algebra"):
        assert not own_imports(file) & {"ir", "passes", "printers", "generate"}


@each_file
def test_passes_never_see_a_robot(file: Path) -> None:
    if folder(file) == "passes":
        assert not own_imports(file) & {"robot", "formats", "models", "library"}


@each_file
def test_nothing_is_evaluated_or_unpickled(file: Path) -> None:
    assert not {module.split(".")[0] for module in imported(file)} & FORBIDDEN_MODULES
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in FORBIDDEN_CALLS, f"line {node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("sympify", "parse_expr"), f"line {node.lineno}"


def public(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Public functions, classes and methods, by name; overloads and overrides of magic are not."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef) and not child.name.startswith("_"):
            yield f"{prefix}{child.name}", child
            if isinstance(child, ast.ClassDef):
                yield from public(child, f"{child.name}.")


@each_file
def test_everything_public_has_a_docstring(file: Path) -> None:
    module = tree(file)
    assert ast.get_docstring(module)
    documented = {
        name.split(".")[-1]
        for name, node in public(module)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node)
    }
    missing = [  # an override is documented where it is first defined
        name
        for name, node in public(module)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not ast.get_docstring(node)
        and not ("." in name and name.split(".")[-1] in documented)
    ]
    assert missing == []


@each_file
def test_a_file_is_short(file: Path) -> None:
    assert len(file.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@each_file
def test_every_signature_is_annotated(file: Path) -> None:
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.FunctionDef):
            assert node.returns is not None, f"{node.name}, line {node.lineno}"


def test_the_package_is_typed() -> None:
    assert (SOURCE / "py.typed").is_file()
