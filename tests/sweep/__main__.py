"""The sweep: ``python -m tests.sweep --share 2`` runs two number sets in every cell and reports.

A cell is a robot of the library with a model, a variant and a level. The number sets of
neighbouring cells differ, so that all sets in both units are used.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sweep.cases import Case, Outcome, cells, normal, run
from sweep.reasons import reason

SETS = 50


def deal(share: int, seed: int, only: str) -> list[Case]:
    """Some number sets for every cell, in metres and in millimetres."""
    rng = random.Random(seed)
    found = []
    deck: list[tuple[int, bool]] = []
    for cell in cells():
        for _ in range(share):
            if not deck:
                deck = [(k, mm) for k in range(SETS) for mm in (False, True)]
                rng.shuffle(deck)
            found.append(Case(*cell, *deck.pop()))
    return [case for case in found if only in str(case)]


def report(outcomes: Sequence[Outcome]) -> str:
    """How many were tried and refused, and each kind of refusal with an example."""
    kinds = Counter(each.kind for each in outcomes)
    lines = [f"{len(outcomes)} tried: " + ", ".join(f"{n} {kind}" for kind, n in kinds.items())]
    lost = sum(each.lost > 0 for each in outcomes)
    longest = max(outcomes, key=lambda each: each.seconds)
    lines.append(f"digits lost in {lost}; longest {longest.seconds:.1f} s: {longest.case}")
    groups: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for each in outcomes:
        if each.kind != "made":
            groups[each.kind, normal(each.message)].append(each)
    for (kind, text), members in sorted(groups.items(), key=lambda g: (g[0][0], -len(g[1]))):
        why = reason(members[0].message) if kind == "refused" else None
        lines.append(f"{len(members):5} {kind}: {text}")
        lines.append(f"        {why or 'WHY?'}")
        lines.append(f"        {members[0].case}")
        if kind in ("crash", "internal", "not verified", "too long"):
            lines += [f"        {each.case}" for each in members[1:6]]
            lines.append("        " + members[0].message.strip().replace("\n", "\n        "))
    return "\n".join(lines)


def recorded(file: Path) -> list[Outcome]:
    """The outcomes of a run that was interrupted."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    found = map(json.loads, lines)
    return [Outcome(**{**each, "case": Case(**each["case"])}) for each in found]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.sweep", description=__doc__)
    parser.add_argument("--share", type=int, default=1, help="number sets in every cell")
    parser.add_argument("--seed", type=int, default=0, help="of the deal of number sets")
    parser.add_argument("--only", default="", help="cases whose name contains this text")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time of a case")
    parser.add_argument("--record", type=Path, help="file that each outcome is added to")
    options = parser.parse_args()
    outcomes = recorded(options.record) if options.record else []
    done = {each.case for each in outcomes}
    cases = [case for case in deal(options.share, options.seed, options.only) if case not in done]
    random.Random(1).shuffle(cases)
    limited = partial(run, seconds=options.seconds)
    with get_context("fork").Pool(options.jobs, maxtasksperchild=200) as pool:
        for outcome in pool.imap_unordered(limited, cases, chunksize=5):
            outcomes.append(outcome)
            if options.record:
                with options.record.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(outcome)) + "\n")
            if outcome.kind not in ("made", "refused"):
                print(f"{outcome.kind}: {outcome.case}: {outcome.message}", flush=True)
            if len(outcomes) % 200 == 0:
                print(f"{len(outcomes)} of {len(cases)}", flush=True)
    print(report(outcomes))


if __name__ == "__main__":
    main()
