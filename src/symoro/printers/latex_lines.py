"""Lines of mathematics that fit a page: their widths, and the places where they are broken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

PAGE = 325.0
"""The width of a line, in points; the text of an article at 10 points has 345."""

_INDENT = 10.0  # of a line that carries on
_FULL = 0.5  # of a line, from where a break outside parentheses is preferred to a fuller line
_TOKEN = re.compile(r"\\(?:[A-Za-z]+|.)|.", re.DOTALL)
_BREAK = re.compile(r"\\left|\\right|[{}()]| [+-] |(?<!\\), ")
_WIDTHS = {
    **dict.fromkeys((r"\mathit", r"\mathbf", r"\operatorname", r"\left", r"\right", " "), 0.0),
    **dict.fromkeys("0123456789", 5.0),
    **dict.fromkeys("()", 3.9),
    **dict.fromkeys((r"\sin", r"\cos", r"\tan"), 16.5),
    **{"+": 12.2, "-": 12.2, ",": 4.5, ".": 2.8, "'": 3.0, "|": 2.8, r"\,": 1.7, r"\sqrt": 9.0},
}
_CAPITAL, _OTHER, _SMALL = 7.6, 5.5, 0.75  # letters, and the scale of subscripts
_BAR = 3.0  # beside a fraction


def width(text: str) -> float:
    """Return the approximate width of mathematics, in points."""
    return _group_width(iter(_TOKEN.findall(text)))


def break_lines(text: str, room: float) -> list[str]:
    """Break a sum, or a list, into lines; each but the first begins with the sign that joins it.

    Lines are broken where neither a group nor a tall parenthesis is open: outside parentheses
    where this leaves no line half empty, else inside.

    The width of a line is in points.
    """
    lines: list[str] = []
    line: list[_Piece] = []
    for piece in _pieces(text):
        while line and sum(each.width for each in line) + piece.width > room:
            place = _break_position(line, room)
            lines.append("".join(each.text for each in line[:place]))
            line = line[place:]
            room = room if len(lines) > 1 else room - _INDENT
        line.append(piece)
    return [each.strip() for each in [*lines, "".join(each.text for each in line)]]


@dataclass(frozen=True)
class _Piece:
    """The text between two places where a line can be broken; parentheses open before it."""

    text: str
    depth: int
    width: float


def _pieces(text: str) -> list[_Piece]:
    pieces: list[_Piece] = []
    start = closed = depth = before = 0
    for token in _BREAK.finditer(text):
        sign = token.group()
        closed += (sign in ("{", r"\left")) - (sign in ("}", r"\right"))
        if closed or sign[0] in "}\\":
            continue
        depth += (sign == "(") - (sign == ")")
        if sign[-1] == " ":
            place = token.end() if sign[0] == "," else token.start()
            pieces.append(_Piece(text[start:place], before, width(text[start:place])))
            start, before = place, depth
    return [*pieces, _Piece(text[start:], before, width(text[start:]))]


def _break_position(line: list[_Piece], room: float) -> int:
    """The number of pieces of a full line that stay on it."""
    lowest = min((each.depth for each in line[1:]), default=0)
    filled = 0.0
    best = len(line)
    for place, piece in enumerate(line):
        if place and piece.depth == lowest and filled >= _FULL * room:
            best = place
        filled += piece.width
    return best


def _group_width(tokens: Iterator[str]) -> float:
    """The width of the text before the end of a group."""
    total, size = 0.0, 1.0
    for token in tokens:
        if token == "}":
            break
        if token in ("_", "^"):
            size = _SMALL
            continue
        if token == "{":
            total += size * _group_width(tokens)
        elif token == r"\frac":
            total += _BAR + max(_group_width(tokens) for _ in range(2) if next(tokens, None))
        else:
            total += size * _WIDTHS.get(token, _CAPITAL if token.isupper() else _OTHER)
        size = 1.0
    return total
