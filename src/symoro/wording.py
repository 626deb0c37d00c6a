"""Names and numbers in texts: identifiers, nouns with their numbers, tables of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_LONGEST = 60  # characters, so that file names stay legal


def identifier(name: str) -> str:
    """Turn a robot's name into one that every language takes."""
    text = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in name).lower()
    text = text[:_LONGEST]
    return text if text[:1].isalpha() else f"robot_{text}"


def plain_text(text: str) -> str:
    """A user's text on one line, safe inside any comment."""
    line = "".join(c if c.isprintable() else " " for c in " ".join(text.split()))
    for sign in ("*)", "*/", "(*", "/*"):
        line = line.replace(sign, f"{sign[0]} {sign[1]}")
    return line.replace("??", "? ?")  # trigraphs of C


def noun_phrase(what: str, numbers: Sequence[int]) -> str:
    """Return a noun with its numbers: ``joint 1``, ``joints 1, 2``, ``no joint``."""
    if not numbers:
        return f"no {what}"
    return f"{what}{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def quantity(count: int, what: str) -> str:
    """Return a number of things: ``1 loop``, ``2 loops``, ``2 families``."""
    if count != 1:
        what = f"{what[:-1]}ies" if what[-1] == "y" and what[-2] not in "aeiou" else f"{what}s"
    return f"{count} {what}"


def split_words(text: str) -> list[str]:
    """Return words with commas between them; commas behind ``friction=`` belong to its laws."""
    before, mark, laws = text.partition("friction=")
    if not mark or (before and not before.rstrip().endswith(",")):
        return text.split(",")
    return [*before.split(",")[:-1], f"{mark}{laws}"]


def shaped_names(arrays: Iterable[tuple[str, Sequence[int]]]) -> str:
    """Return names of arrays with their shapes: ``q[6], A[6, 6]``; a number has none."""
    return ", ".join(
        f"{name}[{', '.join(map(str, shape))}]" if shape else name for name, shape in arrays
    )


def shape_text(shape: Sequence[int]) -> str:
    """Return the shape of an array: ``6 x 6``."""
    return " x ".join(map(str, shape))


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return a table; all texts are escaped, and on the left, where notebooks put numbers right."""
    title = _html_cell("caption", caption) if caption else ""
    first = "".join(_html_cell("th", text) for text in head)
    body = "".join(
        "<tr>" + "".join(_html_cell("td", cell) for cell in row) + "</tr>" for row in rows
    )
    return f"<table>{title}<thead><tr>{first}</tr></thead><tbody>{body}</tbody></table>"


def _html_cell(tag: str, text: object) -> str:
    return f'<{tag} style="text-align:left">{escape(str(text))}</{tag}>'


def html_paragraph(lines: Sequence[str]) -> str:
    """Return lines of text as a paragraph; all texts are escaped, and nothing gives nothing."""
    return f"<p>{'<br>'.join(map(escape, lines))}</p>" if lines else ""
