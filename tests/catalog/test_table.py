"""The one table: every function a user can call is an entry, and agrees with it."""

from __future__ import annotations

import inspect
import re
from contextlib import nullcontext
from pathlib import Path

import pytest

import symoro
from symoro.catalog.table import function_entries, menus, model_entries, python_names
from symoro.catalog.tables.dynamic import TERMS
from symoro.catalog.tables.kinematic import ORIENTATIONS
from symoro.catalog.tables.options import COMMON
from symoro.cli import commands
from symoro.errors import UsageError
from symoro.models.dynamics.ccg import TERMS as PAGE_TERMS
from symoro.models.kinematics.analytical_jacobian import ORIENTATIONS as PAGE_ORIENTATIONS
from symoro.pipeline.entry import NOTHING, FunctionInfo, ModelInfo
from symoro.pipeline.option_spec import LISTS, OptionSpec, validate_options

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS = {name: commands.command_named(name) for name in commands.ENTRIES}
ENTRIES = pytest.mark.parametrize("entry", function_entries(), ids=lambda entry: entry.name)
ANALYSES = [
    entry
    for entry in function_entries()
    if entry.where and entry.options and not isinstance(entry, ModelInfo)
]


def test_names_and_aliases_are_unique() -> None:
    names = [name for entry in function_entries() for name in (entry.name, *entry.aliases)]
    assert len(set(names)) == len(names)


def test_the_commands_are_those_of_the_table() -> None:
    entries = [entry for entry in function_entries() if entry.command]
    assert set(COMMANDS) == {name for entry in entries for name in (entry.name, *entry.aliases)}


def test_the_public_functions_are_those_of_the_table() -> None:
    functions = {name for name in symoro.__all__ if inspect.isfunction(getattr(symoro, name))}
    assert functions - {"expression", "symbol"} == set(python_names())
    assert set(dir(symoro)) >= set(python_names())


@ENTRIES
def test_an_entry_has_its_page_and_its_menu(entry: FunctionInfo) -> None:
    page = (DOCS / entry.documentation).read_text(encoding="utf-8")
    assert re.search(rf"\b{entry.name}\b|\b{entry.identifier}\b", page)
    assert entry in menus()[entry.menu]
    assert not entry.title.endswith(".")


@ENTRIES
def test_an_option_says_what_a_form_needs(entry: FunctionInfo) -> None:
    for spec in (*entry.options, *(COMMON if isinstance(entry, ModelInfo) else ())):
        assert spec.help.endswith(".")
        for word in spec.words:
            assert word in spec.help or word in spec.metavar or spec.name == "method"
        if spec.least is not None:
            assert spec.kind in ("number", "seconds")


def test_the_words_of_options_are_those_that_the_models_know() -> None:
    assert tuple(PAGE_ORIENTATIONS) == ORIENTATIONS
    assert set(TERMS) == set(PAGE_TERMS)
    for entry in model_entries():
        for spec in entry.options:
            with pytest.raises(UsageError) if spec.words else nullcontext():
                validate_options([spec], {spec.name: "mystery" if spec.words else None})


@pytest.mark.parametrize("entry", ANALYSES, ids=lambda entry: entry.name)
def test_a_function_has_the_options_of_its_entry(entry: FunctionInfo) -> None:
    """Those of a model are made from the entry; that of an analysis is its own function."""
    parameters = inspect.signature(getattr(symoro, entry.identifier)).parameters
    named = {name for name, p in parameters.items() if p.kind is not p.VAR_KEYWORD}
    specs = [spec for spec in entry.options if spec.in_python]
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    for spec in specs:
        assert spec.keyword in named or open_ended, spec.keyword
        if spec.keyword in named and spec.default is not None:
            assert same_default(spec, parameters[spec.keyword].default)


def same_default(spec: OptionSpec, default: object) -> bool:
    if spec.name == "point":
        return default == (0, 0, 0)
    return default == spec.empty or (spec.kind in LISTS and not default)


@pytest.mark.parametrize(
    ("alias", "name", "own"),
    [
        ("inverse_dynamics", "idm", {}),
        ("forward_dynamics", "ddm", {}),
        ("mass_matrix", "inertia", {}),
        ("bias_forces", "ccg", {}),
        ("gravity_torques", "ccg", {"only": "gravity"}),
        ("forward_kinematics", "transform", {"from_": 0, "to": 2}),
    ],
)
def test_the_words_of_the_field_are_aliases(alias: str, name: str, own: dict[str, object]) -> None:
    robot = symoro.load("planar2r")
    given = own if name == "transform" else {}
    one = getattr(symoro, alias)(robot, verify=False, **given)
    other = getattr(symoro, name)(robot, verify=False, **own)
    assert one.code() == other.code()
    assert f"symoro.{name}(robot" in (inspect.getdoc(getattr(symoro, alias)) or "")
    assert getattr(symoro, alias).__name__ == alias


def test_a_preset_option_is_no_parameter_of_its_alias() -> None:
    assert "only" not in inspect.signature(symoro.gravity_torques).parameters
    assert "only" in inspect.signature(symoro.bias_forces).parameters
    options = {name: {p.name for p in COMMANDS[name].params} for name in COMMANDS}
    assert options["ccg"] - options["gravity-torques"] == {"only"}
    assert options["ccg"] == options["bias-forces"]


def test_a_keyword_of_the_command_line_is_answered_with_that_of_python() -> None:
    with pytest.raises(UsageError, match="no option tree; --tree is equivalent_tree in Python"):
        symoro.idm(symoro.load("planar2r"), tree=True)  # type: ignore[call-arg]


def test_a_flag_is_true_or_false() -> None:
    with pytest.raises(UsageError, match="verify is True or False, not 'no'"):
        symoro.idm(symoro.load("planar2r"), verify="no")  # type: ignore[arg-type]


def test_commands_without_a_robot_say_so() -> None:
    without = {entry.name for entry in function_entries() if entry.subject == NOTHING}
    assert {"robots", "languages"} <= without
    assert not without & {entry.name for entry in model_entries()}
