"""Messages in the words of their reader: keywords in Python, options on the command line."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import symoro
from cli.commands import run
from symoro.catalog.python import in_python_words
from symoro.catalog.table import function_entries
from symoro.catalog.tables.options import COMMON
from symoro.errors import ModelError, RobotError, SymoroError, UsageError

RX90, SR400, PLANAR = (symoro.load(name) for name in ("rx90", "sr400", "planar2r"))
SPECS = {entry.name: (*entry.options, *COMMON) for entry in function_entries()}


@pytest.mark.parametrize(
    ("function", "text", "expected"),
    [
        ("jacobian", "--mode belongs to --actuated", "assembly_mode belongs to actuated=True"),
        ("jacobian", "--mode 2", "assembly_mode=2"),
        ("idm", "a rotor inertia (--with ia)", "a rotor inertia (include='ia')"),
        ("idm", "more time (--time S)", "more time (timeout=S)"),
        ("idm", "--time is at least 1 second", "timeout is at least 1 second"),
        ("idm", "--set NAME=NUMBER gives it one", "substitute={'NAME': NUMBER} gives it one"),
        ("idm", "--no-verify skips it", "verify=False skips it"),
        ("idm", "--level O2 (level='O2') names it", "level='O2' names it"),
        ("jacobian-det", "choose others (--rows, --cols)", "choose others (rows, cols)"),
        ("operational", "independent (--rows 1,2)", "independent (rows='1,2')"),
        ("transform", "--from and --to come in pairs", "from_ and to come in pairs"),
        ("base-parameters", "without --numeric rules", "without method='numeric' rules"),
        ("workspace", "numbers (--param d2=NUMBER)", "numbers (param={'d2': NUMBER})"),
        ("workspace", "a value set (--values NAME)", "a value set (values='NAME')"),
        ("idm", "--lang c prints it", "--lang c prints it"),  # the command line's alone
        ("idm", "a minus -- and a rule ---", "a minus -- and a rule ---"),
    ],
)
def test_options_are_said_as_python_has_them(function: str, text: str, expected: str) -> None:
    assert in_python_words(text, SPECS[function]) == expected


@pytest.mark.parametrize(
    ("call", "words", "message", "option"),
    [
        (
            lambda: symoro.jacobian(RX90, assembly_mode=1),
            ("jacobian", "rx90", "--mode", "1"),
            "rx90: assembly_mode belongs to actuated=True",
            "rx90: --mode belongs to --actuated",
        ),
        (
            lambda: symoro.idm(RX90, include="luck"),
            ("idm", "rx90", "--with", "luck"),
            "include='luck' is not valid",
            "--with luck is not valid",
        ),
        (
            lambda: symoro.idm(RX90, timeout=5),
            ("idm", "rx90", "--time", "5"),
            "timeout belongs to expanded=True",
            "--time belongs to --expanded",
        ),
        (
            lambda: symoro.regressor(SR400, reference=True),
            ("regressor", "sr400", "--reference"),
            "only. equivalent_tree=True takes its equivalent tree",
            "only. --tree takes its equivalent tree",
        ),
        (
            lambda: symoro.base_parameters(RX90, constraints="x.cons"),
            ("base-parameters", "rx90", "--constraints", "x.cons"),
            "belong to the numeric method (method='numeric')",
            "belong to the numeric method (--numeric)",
        ),
    ],
    ids=["mode", "with", "time", "tree", "numeric"],
)
def test_each_reader_has_his_spelling(
    call: Callable[[], Any],
    words: tuple[str, ...],
    message: str,
    option: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SymoroError) as caught:
        call()
    assert message in str(caught.value)
    assert "--" not in str(caught.value)
    result = run(monkeypatch, capsys, *words)
    assert option in result.err
    assert message not in result.err


def test_methods_of_results_speak_python(tmp_path: Path) -> None:
    model = symoro.transform(PLANAR, verify=False)
    (tmp_path / "planar2r.trm").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="another folder keeps both, force=True replaces it") as no:
        model.write(tmp_path)
    assert no.value.command_text.endswith("another folder keeps both, --force replaces it")


def test_an_error_about_a_robot_keeps_its_place_in_both_spellings() -> None:
    error = RobotError("no inertia; --with ia (include='ia') puts it in", frame=2, field="ZZ")
    assert str(error) == "frame 2, ZZ: no inertia; include='ia' puts it in"
    assert error.command_text == "frame 2, ZZ: no inertia; --with ia puts it in"
    error.reword(lambda text: text.upper())
    assert str(error).startswith("frame 2, ZZ: NO INERTIA")


def test_functions_that_are_no_models_keep_their_signature_and_can_be_pickled() -> None:
    from symoro.grouping.api import base_parameters

    assert pickle.loads(pickle.dumps(symoro.base_parameters)) is symoro.base_parameters
    assert symoro.base_parameters.__doc__ == base_parameters.__doc__
    assert symoro.base_parameters.__wrapped__ is base_parameters


@pytest.mark.parametrize(
    ("robot", "message"),
    [("sr400", "sr400 has modes 1 to 2, not 0"), ("rssr", "assembly_mode counts from 1, not 0")],
    ids=["closed form", "search"],
)
def test_loop_geometry_refuses_a_mode_that_is_not_there_at_once(robot: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        symoro.loop_geometry(symoro.load(robot), assembly_mode=0)


def test_loop_geometry_names_the_modes_that_there_are() -> None:
    with pytest.raises(UsageError, match="sr400 has modes 1 to 2, not 3"):
        symoro.loop_geometry(SR400, assembly_mode=3)
    assert symoro.loop_geometry(SR400, assembly_mode=2).model.outputs == ("Q",)


def test_a_model_error_is_still_a_model_error() -> None:
    with pytest.raises(ModelError):
        symoro.momentum(PLANAR, include="base")
