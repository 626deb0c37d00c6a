"""New names for those that a language cannot take: always free, never too long."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import symoro
from printers.toolchain import Case, assert_close, run
from symoro.printers.renaming import Fold, free_name, new_names

LONGEST = 28
RESERVED = frozenset({"do", "end", "a" * LONGEST, "A" * (LONGEST - 1)})
PREFIXES = re.compile("_")


def hostile_names(rng: random.Random, letters: str) -> list[str]:
    """Names of few letters, about as long as names may be, so that many are nearly one."""
    sizes = (1, 2, 3, *range(LONGEST - 2, LONGEST + 8))
    names = ["".join(rng.choices(letters, k=rng.choice(sizes))) for _ in range(60)]
    return list(dict.fromkeys([*names, *RESERVED]))


@pytest.mark.parametrize("letters", ["a", "aA", "aA_", "_", "do_"])
@pytest.mark.parametrize("fold", [str, str.lower])
def test_new_names_are_free_short_and_allowed(letters: str, fold: Fold) -> None:
    rng = random.Random(0)
    taken = {fold(word) for word in RESERVED}
    for _ in range(20):
        names = hostile_names(rng, letters)
        mapped = new_names(names, RESERVED, PREFIXES, fold, LONGEST)
        found = [mapped.get(name, name) for name in names]
        assert len({fold(name) for name in found}) == len(names)
        assert not taken & {fold(name) for name in found}
        assert max(map(len, found)) <= LONGEST
        assert not any(name.startswith("_") for name in found)
        assert not set(mapped.values()) & set(names)


def test_a_name_as_long_as_allowed_is_cut_before_anything_is_added() -> None:
    first, second, third = "a" * 62 + "b", "a" * 62 + "B", "_" + "u" * 62
    mapped = new_names([first, second, third], (), PREFIXES, str.lower, 63)
    assert mapped == {second: "a" * 47 + "_", third: "x_" + "u" * 45 + "_"}
    assert new_names(["a" * 63], ["a" * 63], longest=63) == {"a" * 63: "a" * 47 + "_"}
    assert new_names(["a" * 62], ["a" * 62], longest=63) == {"a" * 62: "a" * 62 + "_"}


def test_names_of_ours_are_cut_too() -> None:
    assert free_name("k", {"k", "k_"}) == "k__"
    taken: set[str] = set()
    for wanted in ("b" * 63, "B" * 63, "b" * 64, "b" * 200):
        name = free_name(wanted, taken, str.lower, 63)
        assert len(name) <= 63
        assert name.lower() not in taken
        taken.add(name.lower())


@pytest.mark.parametrize("language", ["fortran", "matlab", "simulink"])
def test_long_names_run_where_their_length_is_limited(language: str, tmp_path: Path) -> None:
    """Of inputs, of values and of output arrays, which all are names of variables."""
    inputs = ["a" * 62 + "b", "a" * 62 + "B", "_" + "u" * 62, "c" * 63, "c" * 64, "t1"]
    outputs = ["y" * 63, "Y" * 63, "y" * 64, "_" + "v" * 62, "y" * 150]
    total = " + ".join(f"{k + 2}*{name}" for k, name in enumerate(inputs))
    text = "".join(f"{name}=sin({k + 1}*({total}));\n" for k, name in enumerate(outputs))
    made = symoro.optimize(text, level="O1", verify=False).document
    case = Case(made, {name: 0.1 * k for k, name in enumerate(inputs, start=1)})
    assert len(made.program.outputs) == len(outputs)
    assert_close(run(made, language, case.values, tmp_path), case.expected)
