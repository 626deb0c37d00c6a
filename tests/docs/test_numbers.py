"""Numbers and lists that the prose quotes are those that symoro gives.

Counts of tables are compared with those that other tests pin, so that nothing is made twice.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import symoro
from catalog.test_dynamic_models import COUNTS as TRACED
from catalog.test_filtered_model import COUNTS as FILTERED
from docs.documents import DOCS, ROOT, blocks
from docs.test_commands import run
from docs.test_published_counts import rows
from pipeline.test_levels import COUNTS as LEAN
from symoro.catalog.generate import generate
from symoro.catalog.table import model_entries
from symoro.pipeline.options import Options
from symoro.printers import languages

README = ROOT / "README.md"
FLOATING = ROOT / "tests" / "formats" / "data" / "e_floating.par"
COUNT = re.compile(r"(\d+) additions, (\d+) multiplications")
WORDS = {8: "eight", 13: "thirteen", 14: "fourteen"}


def text(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def table(page: str, first: str) -> list[list[str]]:
    """The rows of the table of a page whose first heading this is, without headings."""
    lines = text(page).partition(f"\n| {first} |")[2].splitlines()[2:]
    end = next(k for k, line in enumerate([*lines, ""]) if not line.startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[:end]]


# README


def _commented() -> dict[str, str]:
    """The commands of the README that a comment explains."""
    lines = [line for block in blocks(README, "bash") for line in block.text.splitlines()]
    pairs = (line.partition("  #") for line in lines)
    return {command.strip(): comment.strip() for command, found, comment in pairs if found}


@pytest.mark.parametrize("command", [c for c, said in _commented().items() if COUNT.search(said)])
def test_a_count_beside_a_command_of_the_readme_is_what_it_prints(
    command: str, tmp_path: Path
) -> None:
    done = run(f"{command} --no-verify", tmp_path)
    found = json.loads(done.stdout)["operations"]
    add, mul = map(int, COUNT.findall(_commented()[command])[0])
    assert (found["add"], found["mul"]) == (add, mul)


def test_the_determinant_beside_a_command_of_the_readme_is_what_it_prints(tmp_path: Path) -> None:
    command = "symoro jacobian-det rx90"
    assert f"DET={_commented()[command]};" in run(command, tmp_path).stdout


def test_the_counts_in_the_python_of_the_readme_are_those_of_the_model() -> None:
    (block,) = blocks(README, "python")
    ((add, mul),) = COUNT.findall(block.text)
    ours = symoro.idm(symoro.load("rx90"), verify=False).operations
    assert (ours.add, ours.mul) == (int(add), int(mul))


def test_the_readme_counts_the_languages_of_inverse_geometry() -> None:
    branching = [each for each in languages() if each.trees]
    assert f"[{WORDS[len(branching)]} of the languages]" in README.read_text(encoding="utf-8")


def test_the_readme_counts_the_languages_and_their_examples(tmp_path: Path) -> None:
    model = symoro.idm(symoro.load("planar2r"), verify=False)
    names = [language.name for language in languages()]
    examples = [name for name in names if any("_main." in file for file in model.files(name))]
    readme = " ".join(README.read_text(encoding="utf-8").split())
    said = f"in {WORDS[len(names)]} languages, {WORDS[len(examples)]} of them with an example"
    assert said in readme
    assert set(names) - set(examples) == {"listing"}


# Pages


def test_the_table_of_levels() -> None:
    published = {
        (row.robot.strip("`"), "base" in row.model): row for row in rows() if "`idm`" in row.model
    }
    for robot, *cells in table("levels.md", "robot"):
        idm = published[robot, True]
        inertia, ddm = (sum(count) for count in TRACED[robot][0][:2])
        found = [int(cell) for cell in cells]
        assert found[0::2] == [sum(idm.alike), inertia, ddm]
        lean = [LEAN.get((model, robot)) for model in ("idm", "inertia", "ddm")]
        for ours, pinned in zip(found[1::2], lean, strict=True):
            assert pinned is not None
            assert ours == pinned[0]


def test_standard_and_base_parameters_cost_inverse_dynamics_the_same_at_o2() -> None:
    steps: dict[str, set[tuple[int, int]]] = {}
    for row in rows():
        if "`idm`" in row.model and row.robot in ("`rrp`", "`stanford`", "`general6r`"):
            steps.setdefault(row.robot, set()).add(row.step)
    assert [len(each) for each in steps.values()] == [1, 1, 1]


@pytest.mark.parametrize(("page", "place"), [("inertia", 0), ("ddm", 1), ("ccg", 2)])
def test_the_operations_beside_those_of_opensymoro(page: str, place: int) -> None:
    (cells,) = table(f"models/{page}.md", "planar 2R")
    for cell, (ours, theirs) in zip(cells, TRACED.values(), strict=True):
        assert cell == f"{sum(ours[place])} ({sum(theirs[place])})"


def test_the_operations_of_the_filtered_model() -> None:
    for robot, add, mul, _ in table("models/filtered-model.md", "robot"):
        assert FILTERED[robot.strip("`")] == (int(add), int(mul))


def test_the_models_that_refuse_a_floating_base_are_those_that_robots_md_names() -> None:
    robot = symoro.load(FLOATING)
    refused = set()
    for item in model_entries():
        if not item.loops and not item.wheels:
            try:
                generate(item.name, robot, Options(verify=False))
            except symoro.ModelError:
                refused.add(item.name)
    sentence = re.search(r"relative to it\. ([^.]*) refuse it", text("robots.md"))
    assert sentence is not None
    assert set(re.findall(r"`([\w-]+)`", sentence.group(1))) == refused


def test_the_signatures_of_the_page_of_languages_are_those_of_the_files() -> None:
    robot = symoro.load("rx90")
    models = [
        symoro.idm(robot, verify=False),
        symoro.idm(robot, level="O1", outputs="GAM,E,N", verify=False),
        symoro.idm(robot, level="O1", verify=False),
    ]
    files = [model.files(language.name) for model in models for language in languages()]
    written = "".join(_unspaced(file) for each in files for file in each.values())
    for block in blocks(DOCS / "languages.md", "text"):
        for line in block.text.splitlines():
            if " returns " not in line:  # words, of Mathematica and Maple
                assert _unspaced(line).rstrip(";") in written, f"line {block.line}: {line}"


def _unspaced(text: str) -> str:
    return re.sub(r"\s", "", text)


def test_the_operations_of_the_coriolis_matrix_and_of_the_momentum() -> None:
    tables = {cells[0]: cells[1:] for cells in table("models/coriolis.md", "| planar 2R")}
    (tables["momentum"],) = table("models/momentum.md", "planar 2R")
    for k, name in enumerate(("planar2r", "rrp", "rx90")):
        robot = symoro.load(name)
        for output in ("C", "CV", "CTQP"):
            ours = symoro.coriolis(
                robot, outputs=output, base_parameters=True, level="O1", verify=False
            )
            assert int(tables[f"`{output}`"][k]) == ours.operations.total
        ours = symoro.momentum(robot, base_parameters=True, level="O1", verify=False)
        assert int(tables["momentum"][k]) == ours.operations.total


def test_the_operations_of_the_lagrange_model() -> None:
    for robot, customised, _ in table("models/lagrange.md", "robot"):
        model = symoro.lagrange(symoro.load(robot.strip("`")), level="O1", verify=False)
        counts = [int(count) for count in re.findall(r"\d+", customised)]
        assert counts == [model.operations.add, model.operations.mul]


def test_the_operations_of_gravity_and_of_the_regressors() -> None:
    rx90 = symoro.load("rx90")
    gravity = symoro.ccg(rx90, only="gravity", level="O1", verify=False)
    fewer, more = re.findall(r"needs (\d+) operations instead of (\d+)", text("models/ccg.md"))[0]
    counts = f"by composite links: {fewer} operations; by Newton-Euler: {more}"
    assert counts in gravity.notes
    page = " ".join(text("models/regressor.md").split())
    quoted = re.findall(r"costs? (\d+) additions and (\d+) multiplications", page)
    for (add, mul), reference in zip(quoted, (False, True), strict=True):
        ours = symoro.regressor(
            rx90, reference=reference, base_parameters=True, level="O1", verify=False
        )
        assert (ours.operations.add, ours.operations.mul) == (int(add), int(mul))
