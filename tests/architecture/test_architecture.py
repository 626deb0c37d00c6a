"""The shape of the source: dependencies point one way, nothing is evaluated, all is documented."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from symoro.pipeline.plan import Alternative, Formulation, Interface, Plan
from symoro.verify.check import Check

SOURCE = Path(__file__).parents[2] / "src" / "symoro"
FILES = sorted(SOURCE.rglob("*.py"))
ORDER = (
    "errors",
    "digits",
    "wording",
    "request",
    "file_sets",
    "plugins",
    "expressions",
    "robot",
    "formats",
    "library",
    "algebra",
    "models",
    "references",
    "ir",
    "passes",
    "listings",
    "printers",
    "compile",
    "symbolic",
    "analysis",
    "verify",
    "grouping",
    "pipeline",
    "catalog",
    "plot",
    "cli",
)
TOP = ("__init__", "__main__", "version")  # the front doors, and what everybody may read
FORBIDDEN_CALLS = {"eval", "exec", "compile", "sympify", "parse_expr", "__import__"}
FORBIDDEN_MODULES = {"pickle", "marshal", "shelve"}
MOST_LINES = 400


def folder(file: Path) -> str:
    """The first part of a file's place in the package: its folder, or its own name."""
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


@cache
def text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(text(file))


def faults(rule: Callable[[Path], Iterable[object]]) -> list[str]:
    """The findings of a rule in all files, each with its file, so that one failure tells all."""
    return [f"{file.relative_to(SOURCE)}: {fault}" for file in FILES for fault in rule(file)]


def run_time_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those under ``if TYPE_CHECKING``."""
    for child in ast.iter_child_nodes(node):
        checking = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)
        if not checking:
            yield child
            yield from run_time_nodes(child)


@cache
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
    rooms = [line for line in listed if not line.startswith(" ")]  # the others name the floors
    assert tuple(re.split(r"\.py|/", line)[0] for line in rooms) == ORDER


def test_a_folder_imports_only_what_stands_before_it() -> None:
    def behind(file: Path) -> set[str]:
        own = folder(file)
        if own in TOP:
            return set()
        allowed = {*ORDER[: ORDER.index(own) + 1], "version"}
        return own_imports(file) - allowed

    assert faults(behind) == []


@pytest.mark.parametrize(
    ("folders", "hidden"),
    [
        ({*ORDER, *TOP} - {"cli", "__main__"}, {"cli"}),  # nobody imports the command line
        ({"models", "algebra"}, {"ir", "passes", "printers", "pipeline"}),  # pages see no graph
        ({"passes"}, {"robot", "formats", "models", "library"}),  # passes see no robot
    ],
)
def test_some_folders_do_not_see_others(folders: set[str], hidden: set[str]) -> None:
    assert faults(lambda file: own_imports(file) & hidden if folder(file) in folders else ()) == []


def test_no_printer_and_no_backend_runs_a_pass() -> None:
    """They get finished programs; `compiler.py` stands before the backends and may split one."""
    queries = {
        "Operations",
        "SplitProgram",
        "sine_cosine_pairs",
        "split_at_angles",
        "undefined_outputs",
    }

    def passes(file: Path) -> set[str]:
        if folder(file) not in ("printers", "compile") or file.name == "compiler.py":
            return set()
        nodes = (node for node in ast.walk(tree(file)) if isinstance(node, ast.ImportFrom))
        modules = (node for node in nodes if (node.module or "").startswith("symoro.passes"))
        return {alias.name for node in modules for alias in node.names} - queries

    assert faults(passes) == []


def test_nothing_is_evaluated_or_unpickled() -> None:
    def evaluations(file: Path) -> Iterator[str]:
        yield from {module.split(".")[0] for module in imported(file)} & FORBIDDEN_MODULES
        for node in ast.walk(tree(file)):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Name) and called.id in FORBIDDEN_CALLS:
                yield f"line {called.lineno}: {called.id}"
            if isinstance(node, ast.Attribute) and node.attr in ("sympify", "parse_expr"):
                yield f"line {node.lineno}: {node.attr}"

    assert faults(evaluations) == []


def public(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Public functions, classes and methods, by name; overloads and overrides of magic are not."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef) and not child.name.startswith("_"):
            yield f"{prefix}{child.name}", child
            if isinstance(child, ast.ClassDef):
                yield from public(child, f"{child.name}.")


def test_everything_public_has_a_docstring() -> None:
    def names_without_docstring(file: Path) -> Iterator[str]:
        if not ast.get_docstring(tree(file)):
            yield "the file"
        nodes = {
            name: ast.get_docstring(node)
            for name, node in public(tree(file))
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        documented = {name.split(".")[-1] for name, text in nodes.items() if text}
        for name, said in nodes.items():  # an override is documented where it is first defined
            if not said and not ("." in name and name.split(".")[-1] in documented):
                yield name

    assert faults(names_without_docstring) == []


def test_a_file_is_short() -> None:
    def long(file: Path) -> list[int]:
        lines = len(text(file).splitlines())
        return [lines] if lines > MOST_LINES else []

    assert faults(long) == []


def test_every_signature_is_annotated() -> None:
    def bare(file: Path) -> list[str]:
        nodes = (node for node in ast.walk(tree(file)) if isinstance(node, ast.FunctionDef))
        return [f"{node.name}, line {node.lineno}" for node in nodes if node.returns is None]

    assert faults(bare) == []


def test_files_do_not_import_each_other_in_a_circle() -> None:
    """Imports inside functions count too: they only hide the circle."""
    names = {_module(file): file for file in FILES}
    graph = {name: _files(file, names) - {name} for name, file in names.items()}
    TopologicalSorter(graph).prepare()  # a CycleError names the files


def test_folders_in_a_folder_do_not_import_each_other_in_a_circle() -> None:
    """A folder may serve the one that it is in, and rest on its files."""
    names = {_module(file): file for file in FILES}
    graph: dict[Path, set[Path]] = {}
    for file in FILES:
        others = {names[name].parent for name in _files(file, names)}
        apart = {x for x in others if not {x, file.parent} & {*file.parents[1:], *x.parents}}
        graph.setdefault(file.parent, set()).update(apart - {file.parent})
    TopologicalSorter(graph).prepare()  # a CycleError names the folders


def _module(file: Path) -> str:
    return ".".join(file.relative_to(SOURCE.parent).with_suffix("").parts)


def _files(file: Path, names: Mapping[str, Path]) -> set[str]:
    """The files that a file imports from; a folder's own front door is none."""
    found = set()
    for node in run_time_nodes(tree(file)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return found & names.keys()


@pytest.mark.parametrize("part", [Plan, Formulation, Interface, Check, Alternative])
def test_a_plan_is_a_few_things_of_ten_fields_at_most(part: type) -> None:
    assert len(fields(part)) <= 10


def test_the_package_is_typed() -> None:
    assert (SOURCE / "py.typed").is_file()
