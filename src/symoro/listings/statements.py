"""Take a text apart: comments out, statements with their places, offsets unchanged.

Comments are overwritten with spaces, so that every offset is one in the text as it was given. In
files of symoro the statements stand between the comments Equations and Outputs; in those of
OpenSYMORO they follow a line Equations: and end at ``*=*``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from symoro.expressions.grammar import MAX_DEPTH
from symoro.formats.source import Source
from symoro.listings.syntax import FORTRAN, MAPLE, Syntax

MAX_STATEMENT = 200_000  # characters

_BLOCK = re.compile(r"\(\*|\*\)")
_HASH = re.compile(r"#.*$", re.MULTILINE)
_FORTRAN = re.compile(r"!.*$|^(?:[*]|[Cc](?!\w*[ \t]*=[^=])).*$", re.MULTILINE)
_SIGNS = " \t\r!#*"
_EQUATIONS = re.compile(r"^[ \t]*Equations:[ \t]*\r?$", re.MULTILINE)
_END = re.compile(r"^[ \t]*\*=\*[ \t]*\r?$", re.MULTILINE)
_CARRIED = re.compile(r"&[ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]*&?")
_COLUMN_SIX = re.compile(r"\n {5}[^ 0\n](?=[^\n]*\S)")  # continuation of Fortran's old form
_FREE = re.compile(r"^ {0,4}[^\s\d]", re.MULTILINE)  # a line that the old form cannot have
_DECLARED = re.compile(
    r"^[ \t]*(?:subroutine|implicit|real|double[ \t]+precision|integer|return|end|intent|use|"
    r"module|contains|save|program)\b(?![ \t]*=[^=]).*$",
    re.MULTILINE | re.IGNORECASE,
)

Span = tuple[int, int]


@dataclass(frozen=True)
class Text:
    """A text taken apart: the header's lines, the code with blanks for all else, the outputs."""

    source: Source
    header: tuple[str, ...]
    code: str
    outputs: str  # behind the last comment Outputs

    def statements(self, syntax: Syntax) -> Iterator[Span]:
        """The places of the statements, from first to last character."""
        ends = r"\n" if syntax.by_line or ";" not in self.code else ";"
        if ends == ";" and syntax is MAPLE:
            ends = ";|:(?![=-])"
        start = 0
        for match in re.finditer(ends, self.code):
            yield from self._trim(start, match.start())
            start = match.end()
        for first, last in self._trim(start, len(self.code)):
            if ends != r"\n":
                raise self.source.error("this statement has no ; at its end", first)
            yield first, last

    def _trim(self, start: int, end: int) -> Iterator[Span]:
        piece = self.code[start:end]
        if piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            last = start + len(piece.rstrip())
            if last - first > MAX_STATEMENT:
                raise self.source.error(
                    f"a statement of {last - first} characters; the limit is {MAX_STATEMENT}", first
                )
            yield first, last


def take_apart(source: Source, syntax: Syntax) -> Text:
    """Separate the comments and the code of a text.

    Raises:
        ParseError: for a comment without an end.
    """
    text = source.text
    if syntax is FORTRAN:
        comments = [match.span() for match in _FORTRAN.finditer(text)]
    elif syntax is MAPLE:
        comments = [match.span() for match in _HASH.finditer(text)]
    else:
        comments = _blocks(source)
    header = [text[a:b].removeprefix("(*").removesuffix("*)") for a, b in comments]
    equations = [
        (comments[k][1], _next_outputs(comments, header, k, len(text)))
        for k, comment in enumerate(header)
        if comment.strip(_SIGNS) == "Equations"
    ]
    code = _blank_out(text, comments)
    last = [b for (_, b), line in zip(comments, header, strict=True) if _is_outputs(line)]
    outputs = code[last[-1] :] if last else ""
    if equations:
        ends = [0, *(place for span in equations for place in span), len(text)]
        code = _blank_out(code, list(zip(ends[::2], ends[1::2], strict=True)))
    if syntax is FORTRAN:
        code = _CARRIED.sub(lambda m: " " * len(m.group()), code)
        if not _FREE.search(code):
            code = _COLUMN_SIX.sub("       ", code)
        code = _blank_out(code, [match.span() for match in _DECLARED.finditer(code)])
    elif syntax is not MAPLE:
        code, more = _without_opensymoro_tables(source, code)
        header.append(more)
    lines = (line.strip(_SIGNS) for comment in header for line in comment.split("\n"))
    return Text(source, tuple(lines), code, outputs)


def _next_outputs(comments: list[Span], header: list[str], k: int, end: int) -> int:
    following = range(k + 1, len(comments))
    return next((comments[j][0] for j in following if _is_outputs(header[j])), end)


def _is_outputs(comment: str) -> bool:
    return comment.strip(_SIGNS) == "Outputs"


def _blank_out(text: str, spans: list[Span]) -> str:
    """Return the text with spaces in the place of some pieces, line breaks kept."""
    pieces: list[str] = []
    done = 0
    for start, end in spans:
        pieces += [text[done:start], re.sub(r"[^\n]", " ", text[start:end])]
        done = end
    return "".join([*pieces, text[done:]])


def _blocks(source: Source) -> list[Span]:
    """Find ``(* ... *)``, which may stand within each other."""
    spans: list[Span] = []
    opened: list[int] = []
    for match in _BLOCK.finditer(source.text):
        if match.group() == "(*":
            opened.append(match.start())
            if len(opened) > MAX_DEPTH:
                raise source.error(f"nested deeper than {MAX_DEPTH} levels", match.start())
        elif opened:
            first = opened.pop()
            if not opened:
                spans.append((first, match.end()))
    if opened:
        raise source.error("this comment has no end: *) is missing", opened[0])
    return spans


def _without_opensymoro_tables(source: Source, code: str) -> tuple[str, str]:
    """Take out the tables of OpenSYMORO, which are no comments, and its last line."""
    header = ""
    if match := _EQUATIONS.search(code):
        header = code[: match.start()]
        code = _blank_out(code, [(0, match.end())])
    if match := _END.search(code):
        rest = code[match.end() :]
        if rest.strip():
            offset = match.end() + len(rest) - len(rest.lstrip())
            raise source.error("text after *=*, the end of the listing", offset)
        code = code[: match.start()]
    return code, header
