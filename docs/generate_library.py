"""Write docs/library.md from the robots of the library.

Run ``python docs/generate_library.py`` after a change of the library; a test compares.
"""

from __future__ import annotations

from pathlib import Path

from symoro import library
from symoro.library.entries import library_entries

PAGE = Path(__file__).parent / "library.md"

INTRODUCTION = """# Library of robots

Every robot is a `.par` file under `src/symoro/library` with its source and with what was corrected
in it. `symoro show NAME` prints the tables, `symoro.load("NAME")` gives the robot.

Robots are fully symbolic: general inertial parameters `XX1 ... M1`, gravity `(0, 0, G3)` or along
the axis that the source says, and zero for `IA`, `FV`, `FS` and external wrenches unless their
source gives them. Numbers that are known come as named value sets beside the symbols. Joints are
counted with the cut joints of closed robots and without fixed frames.

This page is made from the library by `docs/generate_library.py`.

| name | structure | joints | robot | value sets |
|---|---|---|---|---|
"""


def page() -> str:
    """Return the page."""
    rows, details = [], []
    for entry in library_entries():
        sets = ", ".join(f"`{values.name}`" for values in library.robot(entry.name).values)
        cells = (f"[`{entry.name}`](#{entry.name})", entry.structure.value, str(entry.joints))
        rows.append(f"| {' | '.join((*cells, entry.title, sets))} |\n")
        details.append(f"\n### {entry.name}\n\n{entry.title}. {_plain(entry.source)}\n")
    heading = "\n## Sources and corrections\n"
    return INTRODUCTION + "".join(rows) + heading + "".join(details)


def _plain(text: str) -> str:
    """A text in which Markdown finds no markup."""
    return "".join(f"\\{c}" if c in "*_<>[]`#$" else c for c in text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}")
