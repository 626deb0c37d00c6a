"""Break a page in its equations and in its decisions, functions and methods alike, in memory."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from models import mutants as machinery
from models.mutants import Mutant


def page_mutants(page: ModuleType) -> Iterator[Mutant]:
    """Change one place of a page's functions and methods after another."""
    path = str(page.__file__)
    with open(path, encoding="utf-8") as file:
        source = file.read()
    tree, lines = ast.parse(source), source.splitlines()
    yield Mutant("unchanged", 0, "", machinery._load(tree, page.__name__, path))
    for node in list(_inside(tree)):
        for what, change in _changes(node):
            kept = {k: list(v) if isinstance(v, list) else v for k, v in vars(node).items()}
            change(node)
            ast.fix_missing_locations(node)
            number = getattr(node, "lineno", 0)
            module = machinery._load(tree, page.__name__, path)
            vars(node).clear()
            vars(node).update(kept)
            yield Mutant(what, number, lines[number - 1].strip(), module)


def _inside(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes of all functions and methods, annotations and docstrings excluded."""
    for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
        for statement in function.body:
            text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            for node in () if text else ast.walk(statement):
                if not isinstance(node, ast.AnnAssign):
                    yield node


_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:
    yield from machinery._changes(node)
    put = machinery._set
    match node:
        case ast.IfExp():
            yield "choice", put("test", ast.Constant(value=False))
            yield "choice", put("test", ast.Constant(value=True))
        case ast.While():
            yield "loop lost", put("test", ast.Constant(value=False))
        case ast.BoolOp(op=ast.And()):
            yield "and to or", put("op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield "or to and", put("op", ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield "not lost", put("operand", ast.UnaryOp(ast.Not(), node.operand))
        case ast.Compare(ops=[operator]):
            yield "comparison", put("ops", [_OPPOSITES[type(operator)]()])
