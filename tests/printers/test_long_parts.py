"""Long parts of C and C++: pieces of bounded size, the same bits, and texts without warnings."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import symoro
from ir.systems import VALUES as SYSTEM_VALUES
from ir.systems import chained
from printers.runners import c, cpp
from printers.test_every_operation import VALUES, document, every_operation
from printers.toolchain import Case, assert_close, random_values
from random_robots import random_tree
from symoro.printers import long_parts, print_document


def cases() -> list[Case]:
    tree = random_tree(3, links=4, moving_base=True)
    models = [symoro.idm(tree, verify=False), symoro.ddm(tree, verify=False)]
    models += [symoro.regressor(tree, level=level, verify=False) for level in ("O1", "O2")]
    own = [Case(document(every_operation()), VALUES), Case(document(chained()), SYSTEM_VALUES)]
    return [*own, *(Case(each.document, random_values(each)) for each in models)]


@pytest.fixture
def short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_parts, "LONG", -1)
    monkeypatch.setattr(long_parts, "MOST", 40)


def test_pieces_of_c_give_the_bits_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = cases()
    made.append(Case(made[2].document.single_variant, made[2].values))
    (tmp_path / "whole").mkdir()
    (tmp_path / "pieces").mkdir()
    whole = c.run_all(made, tmp_path / "whole")
    monkeypatch.setattr(long_parts, "LONG", -1)
    monkeypatch.setattr(long_parts, "MOST", 40)
    for case, one, other in zip(made, whole, c.run_all(made, tmp_path / "pieces"), strict=True):
        for name, array in one.items():
            assert np.array_equal(array, other[name]), (case.document, name)


@pytest.mark.usefixtures("short_pieces")
def test_pieces_of_cpp_compute_what_the_program_means(tmp_path: Path) -> None:
    made = cases()
    for case, found in zip(made, cpp.run_all(made, tmp_path), strict=True):
        assert_close(found, case.expected)


@pytest.mark.usefixtures("short_pieces")
def test_outputs_come_last_and_read_no_argument() -> None:
    """They may overlap the arguments, as those of one function may."""
    tree = random_tree(3, links=4)
    text = print_document("c", symoro.regressor(tree, verify=False).document)
    source = next(iter(text.values()))
    pieces = source.split("static SYMORO_APART void ")[1:]
    writing = [re.search(r"\bDG\[\d+\] = ", each) is not None for each in pieces]
    assert writing == sorted(writing)
    for piece in pieces[writing.index(True) :]:
        behind = piece[piece.index("{") :].partition("DG[")[2]
        assert not re.search(r"= (q|QP|QDP)\[", behind)


@pytest.mark.usefixtures("short_pieces")
@pytest.mark.parametrize("language", ["c", "cpp"])
def test_zeros_side_by_side_are_stored_in_a_loop(language: str) -> None:
    model = symoro.regressor(random_tree(3, links=4), verify=False)
    (output,) = model.program.outputs
    source = next(iter(print_document(language, model.document).values()))
    stored = [int(k) for k in re.findall(r"\bDG\[(\d+)\] = ", source)]
    for first, last in re.findall(r"for \(int \w+ = (\d+); \w+ < (\d+); \w+\+\+\)", source):
        assert int(last) - int(first) >= 4
        assert not any(output.elements[int(first) : int(last)])
        stored += range(int(first), int(last))
    assert sorted(stored) == list(range(len(output.elements)))
    assert len(stored) > len(re.findall(r"\bDG\[", source))


def test_short_parts_are_one_function() -> None:
    made = symoro.ddm(symoro.load("rx90"), verify=False).document
    assert "SYMORO_APART" not in "".join(print_document("c", made).values())
    long = symoro.regressor(random_tree(1, links=16), level="O1", verify=False).document
    source = print_document("c", long)[f"{long.code_stem}.c"]
    assert max(len(each.splitlines()) for each in source.split("SYMORO_APART void")) < 2000
