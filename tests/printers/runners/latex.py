r"""LaTeX: read back, equation by equation, by a reader that knows mathematics and nothing of ours.

A recursive descent over the tokens of TeX evaluates each equation as it stands on the page. Names
are told from how they are set: ``\mathit{DV}_{331}`` is DV331.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from printers.toolchain import Array, Case, Values
from symoro.printers import print_document

T = TypeVar("T")

DISPLAY = re.compile(r"\\begin\{(align|gather)\*\}(.*?)\\end\{\1\*\}", re.DOTALL)
TOKEN = re.compile(
    r"\\begin\{\w+\*?\}|\\end\{\w+\*?\}|\\[A-Za-z]+|\\.|\d+(?:\.\d+)?|[A-Za-z]|\S", re.DOTALL
)
SPACE = (r"\,", r"\quad")
END = ("+", "-", ")", "}", ",", "&", r"\\", r"\right", r"\end{pmatrix}")  # of a product
CARRIED_ON = re.compile(r"\\\\\s*&\\quad(?:\s*\{\})?|\\begin\{aligned\} &|\\end\{aligned\}")
FUNCTIONS: dict[str, Callable[..., float]] = {
    r"\sin": math.sin,
    r"\cos": math.cos,
    r"\tan": math.tan,
    r"\exp": math.exp,
    r"\ln": math.log,
    r"\tanh": math.tanh,
    r"\arcsin": math.asin,
    r"\arccos": math.acos,
    "sign": lambda x: float((x > 0) - (x < 0)),
    "atan2": math.atan2,
}


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Read each case and evaluate it."""
    del folder
    return [_run(case) for case in cases]


def _run(case: Case) -> dict[str, Array]:
    text = next(iter(print_document("latex", case.document).values()))
    return evaluated(text, {i.name: case.values[i.name] for i in case.document.program.used_inputs})


def evaluated(text: str, values: Values) -> dict[str, Array]:
    """Evaluate the equations of a fragment, in order, and return its arrays by name."""
    reader = Reader(values)
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    plain = CARRIED_ON.sub(" ", plain)
    for kind, body in DISPLAY.findall(plain):
        if kind == "align":
            for equation in equations(body):
                reader.equation(equation)
        else:
            reader.system(re.sub(r"\\\\\s*(?=\\begin|=)", "", body))
    return reader.arrays()


def equations(body: str) -> list[str]:
    """The equations of an aligned display; matrices have lines of their own."""
    matrix = re.compile(r"\\begin\{pmatrix\}.*?\\end\{pmatrix\}", re.DOTALL)
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found.group())
        return f"@{len(kept) - 1}@"

    lines = matrix.sub(keep, body).split(r"\\")
    return [re.sub(r"@(\d+)@", lambda found: kept[int(found.group(1))], line) for line in lines]


class Reader:
    """What is known so far, and the tokens of what is being read."""

    def __init__(self, values: Values) -> None:
        self.known = dict(values)
        self.whole: dict[str, Array] = {}
        self.rows: dict[str, dict[tuple[int, ...], list[float]]] = {}
        self.tokens: list[str] = []

    def start(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)[::-1]

    def peek(self) -> str:
        while self.tokens and self.tokens[-1] in SPACE:
            self.tokens.pop()
        return self.tokens[-1] if self.tokens else ""

    def take(self, *expected: str) -> str:
        token = self.peek()
        assert token, f"expected {expected}, found the end"
        assert not expected or token in expected, f"expected {expected}, found {token}"
        return self.tokens.pop()

    # Equations

    def equation(self, text: str) -> None:
        """An assignment of a number, or of an array."""
        left, right = text.split("&", 1)
        self.start(left)
        if self.peek() != r"\mathbf":
            name = self.name()
            assert not self.peek()
            assert name not in self.known, f"{name} is assigned twice"
            self.start(right)
            self.take("=")
            self.known[name] = self.sum()
            assert not self.peek()
            return
        name, index = self.array()
        assert not self.peek()
        assert name not in self.whole
        self.start(right)
        if self.take("=", r"\in") == r"\in":
            self.whole[name] = np.zeros(self.shape())
        elif index is not None:
            self.rows.setdefault(name, {})[index] = self.row()
        elif self.peek() == r"\begin{pmatrix}":
            self.whole[name] = np.array(self.matrix(self.sum))
        elif self.peek() == "(":
            self.whole[name] = np.array(self.row())
        else:
            self.whole[name] = np.array(self.sum())
        assert not self.peek()

    def system(self, text: str) -> None:
        """A linear system by its matrices, A X = B."""
        self.start(text)
        matrix: Array = np.array(self.matrix(self.sum))
        names = self.matrix(self.name)
        self.take("=")
        right: Array = np.array(self.matrix(self.sum))
        assert not self.peek()
        found = np.linalg.solve(matrix, right)
        assert found.shape == np.shape(names)
        self.known |= dict(zip(np.ravel(names).tolist(), found.ravel().tolist(), strict=True))

    def arrays(self) -> dict[str, Array]:
        """All arrays, rows put together."""
        found = dict(self.whole)
        for name, rows in self.rows.items():
            shape = tuple(max(place) for place in zip(*rows, strict=True))
            length = len(next(iter(rows.values())))
            found[name] = np.full((*shape, length), np.nan)
            for index, row in rows.items():
                found[name][tuple(k - 1 for k in index)] = row
        return found

    # Pieces

    def matrix(self, element: Callable[[], T]) -> list[list[T]]:
        self.take(r"\begin{pmatrix}")
        rows = [[element()]]
        while (sign := self.take("&", r"\\", r"\end{pmatrix}")) != r"\end{pmatrix}":
            if sign == "&":
                rows[-1].append(element())
            else:
                rows.append([element()])
        return rows

    def row(self) -> list[float]:
        self.take("(")
        found = [self.sum()]
        while self.take(",", ")") == ",":
            found.append(self.sum())
        return found

    def shape(self) -> tuple[int, ...]:
        self.take(r"\mathbf")
        assert self.group() == "R"
        self.take("^")
        return tuple(int(each) for each in self.group().split(r"\times"))

    def array(self) -> tuple[str, tuple[int, ...] | None]:
        self.take(r"\mathbf")
        name = self.group()
        if self.peek() != "_":
            return name, None
        self.take("_")
        *places, last = self.group().split(",")
        assert last == r"\cdot"
        return name, tuple(map(int, places))

    def group(self) -> str:
        """The characters of a group."""
        self.take("{")
        text = ""
        while (token := self.take()) != "}":
            text += token.removeprefix("\\") if token == r"\_" else token
        return text

    def name(self) -> str:
        token = self.take()
        name = self.group() if token == r"\mathit" else token.removeprefix("\\")
        assert token == r"\mathit" or name.isalpha(), f"{token} is no name"
        if self.peek() == "_":
            self.take()
            name += self.group().replace(",", "_")
        while self.peek() == "'":
            name += "_" if self.take() else ""
        return name

    # Expressions

    def sum(self) -> float:
        total = 0.0
        sign = self.take() if self.peek() == "-" else "+"
        while True:
            total += self.product() * (1.0 if sign == "+" else -1.0)
            if self.peek() not in ("+", "-"):
                return total
            sign = self.take()

    def product(self) -> float:
        found = self.power()
        while self.peek() and self.peek() not in END:
            found *= self.power()
        return found

    def power(self) -> float:
        base = self.atom()
        return float(base ** self.exponent()) if self.peek() == "^" else base

    def exponent(self) -> int:
        self.take("^")
        return int(self.group())

    def atom(self) -> float:
        token = self.peek()
        if token[0].isdigit():
            return float(self.take())
        if token == "(":
            self.take()
            return self.closed(")")
        if token == r"\left":
            self.take()
            sign = self.take("(", "|")
            inside = self.closed(r"\right")
            self.take(")" if sign == "(" else "|")
            return inside if sign == "(" else abs(inside)
        if token == r"\frac":
            self.take()
            return self.braced() / self.braced()
        if token == r"\sqrt":
            self.take()
            return math.sqrt(self.braced())
        if token == r"\pi":
            self.take()
            return math.pi
        if token in FUNCTIONS or token == r"\operatorname":
            function = FUNCTIONS[self.take() if token in FUNCTIONS else self.operator()]
            exponent = self.exponent() if self.peek() == "^" else 1
            return float(function(*self.arguments()) ** exponent)
        return self.known[self.name()]

    def operator(self) -> str:
        self.take(r"\operatorname")
        return self.group()

    def arguments(self) -> list[float]:
        if self.peek() != r"\left":
            return self.row()
        self.take()
        self.take("(")
        found = [self.sum()]
        while self.take(",", r"\right") == ",":
            found.append(self.sum())
        self.take(")")
        return found

    def braced(self) -> float:
        self.take("{")
        return self.closed("}")

    def closed(self, end: str) -> float:
        found = self.sum()
        self.take(end)
        return found
