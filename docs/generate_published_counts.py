"""Write docs/published-counts.md: operation counts of others beside those of symoro.

What others count is in docs/published_counts.toml; ours is counted here. Run ``python
docs/generate_published_counts.py`` after a change of a model's operations; a test compares.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from symoro import library
from symoro.catalog.generate import generate
from symoro.expressions import symbol
from symoro.passes import Operations
from symoro.pipeline.options import Options
from symoro.robot import Robot

FOLDER = Path(__file__).parent
PAGE = FOLDER / "published-counts.md"
DATA = FOLDER / "published_counts.toml"

INTRODUCTION = """# Published operation counts

Operation counts of other programs and methods, beside ours for the same robot, model and
parameters. A cell has additions / multiplications, by the [rule](counting.md) of the literature.

- **theirs** is the number in the source. "text" counts every statement; "call" leaves out what
  depends on constant parameters alone, which can be computed once.
- **O1** are SYMORO+'s statements: every one of them (text), those of a call, and those that could
  be computed once (offline).
- **O2** is the default of code and of Python: `step`, which each call runs, and `prepare`, which
  runs once. See [levels](levels.md).

The last two columns compare additions and multiplications together: our O1, counted as theirs, and
`step` of O2, which is what a controller runs, also where theirs counts every statement.
Sines and cosines are not counted here.

This page is made from `docs/published_counts.toml` by `docs/generate_published_counts.py`, and a
test compares it. It has the counts that we know; a lower one with its source belongs here too.
"""

PRINTED = """
## Printed

"general chain" has revolute joints and a symbol for every twist, distance and offset but those of
the first frame and the last offset; it has rotors from joint 2 on and a wrench on its last link.

"""

COUNTED = """
## Counted in texts

These numbers are not printed anywhere: they are texts of SYMORO+ and OpenSYMORO for robots of our
library, counted by our rule after statements that no output needs were removed. OpenSYMORO's text
reuses equal expressions where SYMORO+'s does not, so that our O1 may have more operations than it.

"""

HEADING = (
    "| robot | model | source | theirs, add / mul | O1 text | O1 call | O1 offline "
    "| O2 `step` | O2 `prepare` | O1 is | O2 is |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|\n"
)


@dataclass(frozen=True)
class Row:
    """A count of others, and ours of the same robot and model."""

    data: dict[str, Any]

    @property
    def title(self) -> str:
        """The model and the robot, to name a row."""
        return f"{self.model} of {self.robot.name}"

    @property
    def model(self) -> str:
        """The model's name."""
        return str(self.data["model"])

    @property
    def theirs(self) -> int:
        """Additions and multiplications of the source, together."""
        return int(self.data["add"]) + int(self.data["mul"])

    @cached_property
    def robot(self) -> Robot:
        """The robot, with the rotors and without the parameters that the source says."""
        chain = self.data.get("chain")
        robot = library.robot(self.data["robot"]) if chain is None else _general_chain(chain)
        rotors = self.data.get("rotors", [])
        links = tuple(
            replace(link, IA=symbol(f"IA{j}")) if j in rotors else link
            for j, link in enumerate(robot.links, start=1)
        )
        return replace(robot, links=links)

    def ours(self, level: str) -> Operations:
        """Our operations at a level."""
        wrench = self.data.get("wrench")
        options = Options(
            level=level,
            base_parameters=self.data.get("base", False),
            include=() if wrench is None else (f"wrench={wrench}",),
            verify=False,
        )
        return generate(self.model, self.robot, options).operations

    @cached_property
    def trace(self) -> Operations:
        """Our operations at level O1."""
        return self.ours("O1")

    @cached_property
    def lean(self) -> Operations:
        """Our operations at level O2."""
        return self.ours("O2")

    @property
    def alike(self) -> int:
        """Our operations at level O1, counted as the source counts."""
        return (self.trace if self.data["counts"] == "text" else _online(self.trace)).total

    @property
    def cells(self) -> list[str]:
        """The cells of the row."""
        counts = [self.trace, _online(self.trace), self.trace.offline]
        counts += [_online(self.lean), self.lean.offline]
        return [
            _robot(self.data),
            f"`{self.model}`{', base parameters' if self.data.get('base') else ''}",
            _source(self.data),
            f"{self.data['add']} / {self.data['mul']}, {self.data['counts']}",
            *("0 / 0" if c is None else f"{c.add} / {c.mul}" for c in counts),
            _verdict(self.alike, self.theirs),
            _verdict(_online(self.lean).total, self.theirs),
        ]


def rows() -> list[Row]:
    """Return the counts of the data file."""
    with DATA.open("rb") as file:
        return [Row(data) for data in tomllib.load(file)["count"]]


def page(counted: list[Row] | None = None) -> str:
    """Return the page."""
    counted = counted if counted is not None else rows()
    printed = [row for row in counted if "source" in row.data]
    texts = [row for row in counted if "source" not in row.data]
    return INTRODUCTION + PRINTED + _table(printed) + COUNTED + _table(texts) + _above(counted)


def _table(counted: list[Row]) -> str:
    return HEADING + "".join(f"| {' | '.join(row.cells)} |\n" for row in counted)


def _above(counted: list[Row]) -> str:
    """The section that names the rows in which we need more."""
    lines = [
        f"- {row.title}{' in base parameters' if row.data.get('base') else ''}: {ours} at {level}, "
        f"{row.theirs} in {_origin(row.data)}\n"
        for row in counted
        for level, ours in (("O1", row.alike), ("O2", _online(row.lean).total))
        if ours > row.theirs
    ]
    where = "".join(lines) or "Nowhere in these tables.\n"
    return f"\n## Where symoro needs more\n\n{where}"


def _online(operations: Operations) -> Operations:
    return operations if operations.online is None else operations.online


def _verdict(ours: int, theirs: int) -> str:
    return "fewer" if ours < theirs else "equal" if ours == theirs else "**more**"


def _robot(data: dict[str, Any]) -> str:
    name = f"`{data['robot']}`" if "robot" in data else f"general chain, n = {data['chain']}"
    rotors, wrench = (data.get(key) for key in ("rotors", "wrench"))
    if rotors and "robot" in data:
        name += f", rotors {rotors[0]} to {rotors[-1]}"
    if wrench and "robot" in data:
        name += f", wrench on link {wrench}"
    return name


def _source(data: dict[str, Any]) -> str:
    where = f"[{data['source']}] {data['place']}: " if "source" in data else ""
    return where + str(data["by"])


def _origin(data: dict[str, Any]) -> str:
    return f"[{data['source']}]" if "source" in data else str(data["by"])


def _general_chain(n: int) -> Robot:
    """A chain of n revolute joints, general but for its first frame and its last offset."""

    def entries(letter: str) -> list[str | int]:
        return [0, *(f"{letter}{j}" for j in range(2, n + 1))]

    r = [*entries("r")[:-1], 0]
    return Robot.from_mdh(entries("a"), entries("d"), [0] * n, r, [0] * n, name=f"general{n}r")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE}")
