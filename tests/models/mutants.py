"""Break an algorithm page, one place at a time, in memory.

A mutant is the page's syntax tree with one change: a sum turned into a difference, a factor or a
term dropped, a sign lost, an index, a constant or a function exchanged.
"""

from __future__ import annotations

import ast
import importlib.abc
import importlib.util
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import CodeType, ModuleType
from typing import Generic, TypeVar

Pages = TypeVar("Pages")


@dataclass(frozen=True)
class Mutant:
    """A changed page: what was changed, where, and the module that results."""

    what: str
    line: int
    text: str
    module: ModuleType


class _Loader(importlib.abc.InspectLoader):
    """Loads a module from a syntax tree."""

    def __init__(self, tree: ast.Module, path: str) -> None:
        self._tree, self._path = tree, path

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._tree, self._path, "exec")

    def get_source(self, fullname: str) -> None:
        return None


class Checks(Generic[Pages]):
    """Checks of pages, of which a mutant must fail one.

    What caught the last mutant comes first: it often catches the next one, of the same line.
    """

    def __init__(
        self, checks: Iterable[Callable[[Pages], bool]], broken: tuple[type[Exception], ...]
    ) -> None:
        self._checks, self._broken = list(checks), broken

    def hold(self, pages: Pages) -> bool:
        """Tell whether all checks pass; an exception of a broken page is a check that does not."""
        for place, check in enumerate(self._checks):
            try:
                passed = check(pages)
            except self._broken:
                passed = False
            if not passed:
                self._checks.insert(0, self._checks.pop(place))
                return False
        return True


def mutants(page: ModuleType, *, thorough: bool = False) -> Iterator[Mutant]:
    """Yield every mutant of a page's functions; thorough: of its methods and quotients, too."""
    path = str(page.__file__)
    with open(path, encoding="utf-8") as file:
        source = file.read()
    tree = ast.parse(source)
    lines = source.splitlines()
    for node in _nodes(tree, methods=thorough):
        for what, change in _changes(node, quotients=thorough):
            kept = {k: list(v) if isinstance(v, list) else v for k, v in vars(node).items()}
            change(node)
            ast.fix_missing_locations(node)
            number = getattr(node, "lineno", 0)
            module = _load(tree, page.__name__, path)
            vars(node).clear()
            vars(node).update(kept)
            yield Mutant(what, number, lines[number - 1].strip(), module)


def _load(tree: ast.Module, name: str, path: str) -> ModuleType:
    loader = _Loader(tree, path)
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    original = sys.modules.get(name)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        loader.exec_module(module)
    finally:
        if original is not None:
            sys.modules[name] = original
    return module


def _nodes(tree: ast.Module, *, methods: bool = False) -> list[ast.AST]:
    """The nodes inside functions, annotations and docstrings excluded."""
    chosen: set[int] = set()
    members = (n for each in tree.body if isinstance(each, ast.ClassDef) for n in each.body)
    for function in (*tree.body, *(members if methods else ())):
        if not isinstance(function, ast.FunctionDef):
            continue
        for statement in function.body:
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                continue
            skipped = {
                id(node)
                for assignment in ast.walk(statement)
                if isinstance(assignment, ast.AnnAssign)
                for node in ast.walk(assignment.annotation)
            }
            chosen.update(id(node) for node in ast.walk(statement) if id(node) not in skipped)
    return [node for node in ast.walk(tree) if id(node) in chosen]


Change = Callable[[ast.AST], None]


def _changes(node: ast.AST, *, quotients: bool = False) -> Iterator[tuple[str, Change]]:
    match node:
        case ast.BinOp(op=ast.Div()) if quotients:
            yield "quotient halved", _scale("right", 2)
        case ast.BinOp(op=ast.Add()):
            yield "+ to -", _set("op", ast.Sub())
            yield "second term lost", _scale("right", 0)
        case ast.BinOp(op=ast.Sub()):
            yield "- to +", _set("op", ast.Add())
            yield "second term lost", _scale("right", 0)
        case ast.BinOp(op=ast.Mult()):
            yield "product doubled", _scale("right", 2)
        case ast.BinOp(op=ast.MatMult()):
            yield "product doubled", _scale("right", 2)
        case ast.UnaryOp(op=ast.USub()):
            yield "sign lost", _set("op", ast.UAdd())
        case ast.Subscript(slice=ast.Constant(value=int(k))):
            yield "index", _set("slice", ast.Constant((k + 1) % 3))
        case ast.Subscript(
            slice=ast.Tuple(elts=[ast.Constant(value=int(a)), ast.Constant(value=int(b))])
        ):
            yield "index", _set("slice", _pair(b, (a + 1) % 3))
        case ast.Call(func=ast.Name(id="sin" | "cos" as name)):
            other = "cos" if name == "sin" else "sin"
            yield "function", _set("func", ast.Name(other, ast.Load()))
        case ast.Call(func=ast.Name(id="cross")):
            yield "cross product turned", lambda call: call.args.reverse()  # type: ignore[attr-defined]
        case ast.Attribute(attr="T"):
            yield "transpose lost", _set("attr", "real")
        case ast.Attribute(attr="revolute"):
            yield "joint type", _set("attr", "prismatic")
        case ast.Attribute(attr="prismatic"):
            yield "joint type", _set("attr", "revolute")
        case ast.If():
            yield "condition", _set("test", ast.Constant(value=False))
            yield "condition", _set("test", ast.Constant(value=True))


def _pair(a: int, b: int) -> ast.Tuple:
    return ast.Tuple([ast.Constant(a), ast.Constant(b)], ast.Load())


def _set(field: str, value: object) -> Change:
    return lambda node: setattr(node, field, value)


def _scale(field: str, factor: int) -> Change:
    def change(node: ast.AST) -> None:
        scaled = ast.BinOp(ast.Constant(factor), ast.Mult(), getattr(node, field))
        setattr(node, field, scaled)

    return change
