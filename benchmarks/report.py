"""Print the table of ratios: ``python -m benchmarks.report``.

Compiles what is not compiled yet, which takes some minutes the first time, measures ours and the
peers in the same run, prints the table and writes it as JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from pathlib import Path

from benchmarks.build import CACHE, FLAGS, BuildError, compiler_version, compilers, processor
from benchmarks.lines import Line, table
from benchmarks.measures import SECTIONS
from benchmarks.rounds import Effort

_QUICK = Effort(rounds=30, repeats=2, batch=100_000)


def main() -> int:
    """Run the command; 0 if it measured all it was asked for."""
    parser = argparse.ArgumentParser(prog="benchmarks.report", description=__doc__)
    parser.add_argument("--only", action="append", choices=SECTIONS, help="a section; repeatable")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, a smaller batch")
    parser.add_argument("--json", type=Path, default=CACHE / "report.json", help="where to write")
    given = parser.parse_args()
    print(*machine().values(), sep=", ", flush=True)
    lines: list[Line] = []
    missing = []
    for name in given.only or SECTIONS:
        try:
            lines.extend(SECTIONS[name](_QUICK if given.quick else Effort()))
        except BuildError as error:
            missing.append(f"{name}: {error}")
    print(table(lines))
    print(*missing, sep="\n")
    given.json.parent.mkdir(parents=True, exist_ok=True)
    found = {"machine": machine(), "lines": [line.as_dict() for line in lines], "missing": missing}
    given.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return 1 if missing else 0


def machine() -> dict[str, str]:
    """What the numbers were measured on."""
    return {
        "processor": processor() or platform.machine(),
        "cores": f"{len(os.sched_getaffinity(0))} cores",
        "compilers": "; ".join(map(compiler_version, compilers("gcc", "g++", "clang"))),
        "flags": " ".join(FLAGS),
    }


if __name__ == "__main__":
    raise SystemExit(main())
