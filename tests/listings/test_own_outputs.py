"""Every listing of ours names its outputs: `optimize` finds them without being told."""

from __future__ import annotations

import pytest

import symoro
from symoro.catalog.generate import generate
from symoro.catalog.table import model_entries
from symoro.errors import SymoroError
from symoro.ir.graph import NAMED
from symoro.listings import read
from symoro.pipeline.model import Model
from symoro.pipeline.options import LEVELS, Options


def outputs(model: Model) -> set[str]:
    """The variables of a model's program that are elements of its outputs."""
    graph = model.program.graph
    nodes = [graph.node(edge) for each in model.program.outputs for edge in each.elements]
    return {node.name for node in nodes if node.op in NAMED}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["acrobot", "slidercrank"])
def test_the_outputs_of_every_model_are_found_in_its_listing(name: str, level: str) -> None:
    robot = symoro.load(name)
    models: list[Model] = []
    for item in model_entries():
        for tree in (False, True):
            try:
                models.append(
                    generate(item.name, robot, Options(level, equivalent_tree=tree, verify=False))
                )
                break
            except SymoroError:
                continue
    assert {"linearize", "hybrid", "coriolis"} <= {model.entry.name for model in models}
    for model in models:
        assert set(read(model.code()).named_outputs) == outputs(model), model.program.name


def test_a_text_of_many_outputs_names_all_of_them() -> None:
    model = symoro.regressor(symoro.load("rx90"), level="O0", verify=False)
    names = [line for line in model.code().splitlines() if line.startswith("(* Outputs: ")]
    assert len(names) > 10
    assert max(map(len, names)) < 110
    assert set(read(model.code()).named_outputs) == outputs(model)
