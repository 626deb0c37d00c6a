"""HTML read back: texts, tags and the cells of tables."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

VOID = {"br"}
NASTY = """<b>&amp; "quoted" 'x' </td><script>alert(1)</script>"""


class Reader(HTMLParser):
    """Collects text and tags; tags must close in the order in which they opened."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.text: list[str] = []
        self.cells: list[list[str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag == "tr":
            self.cells.append([])
        if tag in ("td", "th"):
            self.cells[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self.open and self.open[-1] in ("td", "th"):
            self.cells[-1][-1] += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


def text_of(html: str) -> str:
    return "".join(read(html).text)
