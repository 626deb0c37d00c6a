"""Run what is printed for Mathematica and Maple: a small reader of their text, written apart."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from symoro.printers import printer
from symoro.printers.document import Document

Numbers = dict[str, Any]

_TOKEN = re.compile(r"\s*(\d+\.?\d*|[A-Za-z][\w$]*|[-+*/^()\[\]{},])")


def _sign(x: float) -> float:
    return float(x > 0) - float(x < 0)


CALLS: dict[str, dict[str, Callable[..., float]]] = {
    "mathematica": {
        "Sin": math.sin,
        "Cos": math.cos,
        "Sqrt": math.sqrt,
        "arctan2": math.atan2,  # the helper of the text: `HELPERS`
        "Sign": _sign,
        "Abs": abs,
    },
    "maple": {
        "sin": math.sin,
        "cos": math.cos,
        "sqrt": math.sqrt,
        "arctan2": math.atan2,
        "signum": _sign,
        "abs": abs,
    },
}

HELPERS = {
    "mathematica": "arctan2[y_, x_] := If[TrueQ[x == 0 && y == 0], 0, ArcTan[x, y]];",
    "maple": "arctan2 := (y, x) -> `if`(x = 0 and y = 0, 0, arctan(y, x)):",
}
"""What must stand in a text that calls arctan2, a line of its own: both leave (0, 0) undefined."""


class Reader:
    """Evaluates an expression over floats, with lists in brackets."""

    def __init__(self, language: str, known: Numbers) -> None:
        self.calls, self.known = CALLS[language], known
        self.opening = "(" if language == "maple" else "["
        self.tokens: list[str] = []

    def value(self, text: str) -> Any:
        """Return a number, or lists of numbers."""
        self.tokens, at = [], 0
        while at < len(text.rstrip()):
            found = _TOKEN.match(text, at)
            assert found is not None, text[at:]
            self.tokens.append(found.group(1))
            at = found.end()
        self.tokens.append("")
        value = self.list()
        assert self.tokens == [""], text
        return value

    def take(self, *wanted: str) -> str:
        return self.tokens.pop(0) if self.tokens[0] in wanted else ""

    def list(self) -> Any:
        if not self.take("{" if self.opening == "[" else "["):
            return self.sum()
        items = [] if self.tokens[0] in ("}", "]") else [self.list()]
        while self.take(","):
            items.append(self.list())
        assert self.take("}", "]")
        return items

    def sum(self) -> float:
        value = self.product()
        while sign := self.take("+", "-"):
            value += self.product() if sign == "+" else -self.product()
        return value

    def product(self) -> float:
        if self.take("-"):
            return -self.product()
        value = self.power()
        while sign := self.take("*", "/"):
            value = value * self.power() if sign == "*" else value / self.power()
        return value

    def power(self) -> float:
        base = self.atom()
        return base ** int(self.tokens.pop(0)) if self.take("^") else base

    def atom(self) -> float:
        token = self.tokens.pop(0)
        if token == "(":
            value = self.sum()
            assert self.take(")")
            return value
        if token[0].isdigit():
            return float(token)
        if not self.take(self.opening):
            return math.pi if token == "Pi" else float(self.known[token])
        arguments = [self.sum()]
        while self.take(","):
            arguments.append(self.sum())
        assert self.take(")", "]")
        return self.calls[token](*arguments)


def run_algebra(
    document: Document, language: str, arrays: Sequence[Any], parameters: dict[str, float]
) -> list[float]:
    """Print a document, run its functions one after the other, and return all outputs, flat."""
    (text,) = printer(language)(document).values()
    defined = HELPERS[language] in text.splitlines()
    assert defined == ("arctan2" in re.sub(r"^arctan2.*$", "", text, flags=re.MULTILINE))
    head = re.compile(r"^\w+ ?(?::= proc\((.*)\)|\[(.*)\] := Module\[)$", re.MULTILINE)
    marks = [*head.finditer(text)]
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    assert len(marks) == len(document.parts)
    given, result = [*arrays], []
    for mark, end in zip(marks, ends, strict=True):
        heads = mark[1].split(", ") if mark[1] else re.findall(r"([\w$]+)_\b", mark[2] or "")
        body = text[mark.end() : end]
        result = _flat(_call(body, language, heads, given, parameters))
        given.append(np.array(result))  # the constants, the last array of a step
    return result


def _call(
    body: str, language: str, heads: list[str], given: list[Any], parameters: dict[str, float]
) -> Any:
    comment = {"maple": "  # {}\n", "mathematica": "  (* {} *)\n"}[language]
    _, rest = body.split(comment.format("Inputs"))
    inputs, rest = rest.split(comment.format("Equations"))
    equations, outputs = rest.split(comment.format("Outputs"))
    known: Numbers = {}
    reader = Reader(language, known)
    for line in inputs.splitlines():
        name, where = re.split(r" :?= ", line.strip().removesuffix(";"))
        array, first = re.match(r"([\w$]+)\[+\"?(\w+)", where).groups()  # type: ignore[union-attr]
        places = [int(k) - 1 for k in re.findall(r"\d+", where[len(array) :])]
        known[name] = parameters[first] if '"' in where else _array(heads, array, given)[*places]
    for line in equations.splitlines():
        name, value = re.split(r" :?= ", line.strip().removesuffix(";"))
        if "LinearSolve" in value:
            solution = _solve(reader, value)
            if name.startswith("{"):
                known |= dict(zip(re.findall(r"[\w$]+", name), solution.ravel(), strict=True))
            else:
                known[name] = solution
        elif found := re.fullmatch(r"(\w+)\[(\d+), (\d+)\]", value):
            known[name] = known[found[1]][int(found[2]) - 1, int(found[3]) - 1]
        else:
            known[name] = reader.value(value)
    last = outputs.strip().splitlines()[0].removeprefix("  ")
    if language == "maple":
        last = "[" + last.removeprefix("return ").removesuffix(";") + "]"
    return reader.value(last)


def _array(heads: list[str], name: str, given: list[Any]) -> Any:
    return np.asarray(given[heads.index(name)])


def _solve(reader: Reader, text: str) -> Any:
    """What either language's LinearSolve finds."""
    inner = re.sub(r"^.*?LinearSolve[\[(]|[\])]$", "", text)
    inner = inner.replace("Matrix(", "").replace("])", "]")
    opening, closing = "{}" if reader.opening == "[" else "[]"
    matrix, right = reader.value(f"{opening}{inner}{closing}")
    return np.linalg.solve(np.array(matrix), np.array(right))


def _flat(value: Any) -> list[float]:
    if not isinstance(value, list):
        return [float(value)]
    return [x for item in value for x in _flat(item)]
