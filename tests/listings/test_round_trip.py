"""What our printers wrote is read back: the same operations, the same numbers."""

from __future__ import annotations

import pytest

import symoro
from ir.systems import VALUES as SYSTEM_VALUES
from ir.systems import by_numpy, chained
from printers.test_every_operation import document
from printers.toolchain import assert_close, expected, random_values
from symoro import library
from symoro.errors import ParseError
from symoro.listings import LANGUAGES, read, with_outputs
from symoro.passes import Operations, count
from symoro.pipeline.model import Model
from symoro.printers import printer

MODELS = ("inertia", "ccg", "ddm", "jacobian", "velocities", "regressor", "energy")


def counts(operations: Operations) -> tuple[object, ...]:
    return operations.add, operations.mul, operations.trig, operations.functions, operations.solve


def read_back(model: Model, language: str, *, reassociated: bool = False) -> None:
    """Compare a printed model with the model: counts, roles of inputs, numbers.

    A sum is printed flat and read from the left: x + (y + x) becomes 2*x + y where it is read so,
    an addition for a multiplication; O2 has such sums.
    """
    file, text = next(iter(model.files(language).items()))
    listing = read(text, file=file)
    found, wanted = count(listing.program), count(model.program)
    if reassociated:
        assert found.total == wanted.total
    else:
        assert counts(found) == counts(wanted)
        assert found.online == wanted.online
    values = random_values(model)
    for output in model.program.outputs:
        names = [
            model.program.graph.node(edge).name
            for edge in output.elements
            if edge > 0 and model.program.graph.nodes[edge].name not in values
        ]
        assert set(names) <= set(listing.program.assigned_names)
        if names:
            ours = with_outputs(listing.program, names)
            theirs = with_outputs(model.program, names)
            assert_close(expected(ours, values), expected(theirs, values))


@pytest.mark.parametrize("name", library.names())
def test_inverse_dynamics_of_every_robot_of_the_library(name: str) -> None:
    robot = symoro.load(name)
    read_back(symoro.idm(robot, level="O1", equivalent_tree=True, verify=False), "listing")


@pytest.mark.parametrize("language", [each.name for each in LANGUAGES])
@pytest.mark.parametrize("level", ["O0", "O1", "O2"])
def test_every_language_and_level(level: str, language: str) -> None:
    model = symoro.idm(symoro.load("stanford"), level=level, include=["friction"], verify=False)
    read_back(model, language, reassociated=level == "O2")


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("language", [each.name for each in LANGUAGES])
def test_several_models(kind: str, language: str) -> None:
    read_back(getattr(symoro, kind)(symoro.load("rrp"), level="O1", verify=False), language)


@pytest.mark.parametrize("name", ["planar2r", "rrp", "scara"])
def test_expanded_listings_with_their_zeros(name: str) -> None:
    model = symoro.lagrange(symoro.load(name), expanded=True, verify=False)
    assert ("=0;" in model.code()) == (name != "planar2r")
    read_back(model, "listing")


@pytest.mark.parametrize("language", ["listing", "mathematica"])
def test_linear_systems(language: str) -> None:
    """Systems in the unknowns of others, some of constant parameters only."""
    text = next(iter(printer(language)(document(chained())).values()))
    program = read(text, language=language).program
    assert [s.names for s in program.systems] == [s.names for s in chained().systems]
    wanted = by_numpy(SYSTEM_VALUES)
    found = expected(with_outputs(program, program.assigned_names), SYSTEM_VALUES)
    assert_close({"X": found["X"]}, {"X": wanted["X"]})
    assert_close({"Y": found["Y"]}, {"Y": wanted["Y"].ravel()})


@pytest.mark.parametrize("language", ["fortran", "maple"])
def test_a_linear_system_that_is_not_read_is_refused_by_name(language: str) -> None:
    text = next(iter(printer(language)(document(chained())).values()))
    with pytest.raises(ParseError, match="linear system is not read"):
        read(text, language=language)


def test_a_robot_of_ten_frames_and_more() -> None:
    """Underscores in names; capitals that do not matter in Fortran."""
    robot = symoro.load("akr3000")
    model = symoro.idm(robot, level="O1", equivalent_tree=True, verify=False)
    assert any("_" in name for name in model.program.assigned_names)
    for language in ("fortran", "mathematica", "maple"):
        read_back(model, language)
