"""Names tell what comes back: functions are verbs or nouns; docstrings begin with the noun."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "symoro"
FILES = sorted(SOURCE.rglob("*.py"))
IRREGULAR = re.compile(
    "given|found|made|said|shown|drawn|taken|kept|known|chosen|told|held|sent|left|written|"
    "broken|driven|built|swept"
)
VARIABLE = re.compile("found|given|said|made|seen|asked|taken|told|held|named")
NOUNS = frozenset(("speed", "need", "seed", "feed", "eliminated"))  # said of a set of parameters
QUESTION = re.compile(r"(What|How|Which|Where|Whose|Whether what)\b")


def bare_participle(name: str) -> bool:
    """True for one word that is a participle: a reader cannot guess what it returns."""
    word = name.strip("_")
    if "_" in word or word in NOUNS:
        return False
    return bool(IRREGULAR.fullmatch(word)) or (word.endswith("ed") and len(word) > 4)


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """The functions and methods but for those that answer yes or no, such as ``closed``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            answer = ast.unparse(node.returns) if node.returns else ""
            if answer not in ("bool", "Flags", "npt.NDArray[np.bool_]"):
                yield node


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The docstrings of files, classes, functions and attributes, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str() as text)):
                yield node.lineno, text


def test_functions_are_named_by_verbs_or_nouns() -> None:
    faults = [
        f"{file.relative_to(SOURCE)}:{node.lineno}: {node.name}"
        for file in FILES
        for node in functions(ast.parse(file.read_text(encoding="utf-8")))
        if bare_participle(node.name)
    ]
    assert faults == []


def variables(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The variables, arguments and fields of a file, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield node.lineno, name


def test_variables_are_named_by_what_they_hold() -> None:
    faults = [
        f"{file.relative_to(SOURCE)}:{line}: {name}"
        for file in FILES
        for line, name in variables(ast.parse(file.read_text(encoding="utf-8")))
        if VARIABLE.fullmatch(name.strip("_")) and file.name != "errors.py"  # found and expected
    ]
    assert faults == []


def test_docstrings_begin_with_the_noun() -> None:
    faults = [
        f"{file.relative_to(SOURCE)}:{line}: {text.splitlines()[0]}"
        for file in FILES
        for line, text in docstrings(ast.parse(file.read_text(encoding="utf-8")))
        if QUESTION.match(text.strip())
    ]
    assert faults == []


@pytest.mark.parametrize("name", ["given", "_found", "carried", "turned", "reduced"])
def test_a_bare_participle_is_seen(name: str) -> None:
    assert bare_participle(name)


@pytest.mark.parametrize("name", ["carry_twist", "reduced_program", "speed", "is_closed", "solve"])
def test_a_verb_or_a_noun_is_none(name: str) -> None:
    assert not bare_participle(name)
