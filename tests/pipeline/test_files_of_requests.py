"""Two requests never share a file: names carry a model's own options, other files are kept."""

from __future__ import annotations

import os
import warnings
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

import symoro
from symoro.catalog.table import model_entries
from symoro.errors import UsageError
from symoro.expressions import expression
from symoro.pipeline.entry import ModelInfo
from symoro.pipeline.naming import request_suffix, suffix
from symoro.pipeline.option_spec import FLAG, FRAME, FRAMES, LISTS, WORD, validate_options
from symoro.printers import languages

RX90 = symoro.load("rx90")
PLANAR = symoro.load("planar2r")
VALUES = {
    FLAG: (True,),
    FRAME: (-1, 1, 11),
    WORD: ("recursive", "matrix"),
    **dict.fromkeys(LISTS, ("1", "11", "1,2", "1-3")),
    FRAMES: ("1", "-1", "11", "1,2", "-1,1"),
}


def test_jacobians_of_two_links_are_two_files_and_two_functions(tmp_path: Path) -> None:
    models = [symoro.jacobian(RX90, link=j, verify=False) for j in (3, 6)]
    names = [path.name for model in models for path in model.write(tmp_path, ["listing", "c"])]
    assert {"rx90.jac_link3", "rx90.jac_link6", "rx90_jac_link3.c", "rx90_jac_link6.h"} <= set(
        names
    )
    assert [name for name in names if names.count(name) > 1] == ["rx90_parameters.h"] * 2
    assert [m.program.name for m in models] == ["rx90_jacobian_link3", "rx90_jacobian_link6"]
    assert "rx90_jacobian_link3_step(" in (tmp_path / "rx90_jac_link3.c").read_text(
        encoding="utf-8"
    )
    assert symoro.jacobian(RX90, verify=False).program.name == "rx90_jacobian"


def test_second_derivatives_are_not_called_like_first_ones() -> None:
    model = symoro.idm(PLANAR, level="O1", verify=False)
    both, twice = model.derivative("q", "QP"), model.derivative("q").derivative("QP")
    assert [*both.files()] == ["planar2r.dyn_dq_dQP"]
    assert [*twice.files()] == ["planar2r.dyn_dq_d2QP"]
    assert (both.program.name, twice.program.name) == (
        "planar2r_idm_dq_dQP",
        "planar2r_idm_dq_d2QP",
    )
    assert (both.name, twice.name) == (
        "idm derivatives by q, QP",
        "idm derivatives by q, then by QP",
    )
    assert [*model.derivative("q").derivative("q").files()] == ["planar2r.dyn_dq_d2q"]


@pytest.mark.parametrize("item", model_entries(), ids=lambda item: item.name)
def test_names_tell_all_values_of_all_options_apart(item: ModelInfo) -> None:
    """Each option with each of its values, alone and in pairs; those that rename have `called`."""
    each = [
        {spec.name: value}
        for spec in item.options
        if not spec.renames
        for value in spec.words or VALUES[spec.kind]
    ]
    pairs = [a | b for a, b in combinations(each, 2) if not a.keys() & b.keys()]
    requests = [{}, *each, *pairs]
    names = [request_suffix(item.options, validate_options(item.options, own)) for own in requests]
    assert names[0] == ""
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 40


def test_what_is_no_word_is_a_hash_that_is_the_same_everywhere() -> None:
    assert suffix([("link", 3), ("orientation", "axis-angle")]) == "_link3_orientationaxis_angle"
    assert suffix([("from", (0, -1)), ("total", True), ("mode", None)]) == "_from0_m1_total"
    assert suffix([("outputs", ["E*"])]) == "_outputsc6ccd2"
    assert suffix([("rows", range(30))]) == suffix([("rows", range(30))])
    assert suffix([("rows", range(30))]) != suffix([("rows", range(31))])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"only": ["a-b"]}, {"only": ["a", "b"]}),
        ({"only": ["a_b"]}, {"only": ["a", "b"]}),
        ({"only": ["a_b"]}, {"only": ["a-b"]}),
        ({"only": "a_b"}, {"only": "a-b"}),
        ({"with": ["wrench=6"]}, {"with": ["wrench6"]}),
        ({"from": [-1]}, {"from": ["m1"]}),
        ({"outputs": ["E*"]}, {"outputs": ["c6ccd2"]}),
        ({"outputs": ["GAM", "statesq"], "states": []}, {"outputs": ["GAM"], "states": ["q"]}),
        ({"outputs": ["GAM", "total"], "total": False}, {"outputs": ["GAM"], "total": True}),
    ],
)
def test_values_that_look_alike_have_two_names(
    one: dict[str, object], other: dict[str, object]
) -> None:
    assert suffix(one.items()) != suffix(other.items())


def test_a_file_of_other_options_is_kept_unless_forced(tmp_path: Path) -> None:
    (path,) = symoro.idm(PLANAR, level="O1", verify=False).write(tmp_path)
    before = path.read_text(encoding="utf-8")
    other = symoro.idm(PLANAR, level="O1", outputs=["E"], verify=False)
    with pytest.raises(UsageError) as refused:
        other.write(tmp_path)
    assert str(refused.value) == (
        f"{path} was made at level O1 with --no-verify, this one is made at level O1 with "
        "--outputs E --no-verify; another folder keeps both, force=True replaces it"
    )
    assert path.read_text(encoding="utf-8") == before
    with pytest.warns(
        UserWarning, match=r"planar2r\.dyn was made at level O1 with --no-verify: it"
    ):
        other.write(tmp_path, force=True)
    assert "--outputs E" in path.read_text(encoding="utf-8")


def test_robots_whose_names_differ_in_case_do_not_share_files(tmp_path: Path) -> None:
    symoro.idm(PLANAR, level="O1", verify=False).write(tmp_path, "python")
    other = symoro.idm(replace(PLANAR, name="Planar2R"), level="O1", verify=False)
    with pytest.raises(UsageError, match=r"was made for planar2r .* is made for Planar2R at level"):
        other.write(tmp_path, "python")


@pytest.mark.parametrize("options", [{"include": "friction"}, {"substitute": {"d2": 1}}])
@pytest.mark.parametrize("language", ["c", "python"])
def test_a_changed_robot_is_another_question(
    language: str, options: dict[str, object], tmp_path: Path
) -> None:
    symoro.idm(PLANAR, verify=False).write(tmp_path, language)
    kept = {path: path.read_bytes() for path in tmp_path.iterdir()}
    changed = symoro.idm(PLANAR, verify=False, **options)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="another folder keeps both"):
        changed.write(tmp_path, language)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == kept


def test_another_level_replaces_a_file_with_a_warning_and_the_same_request_without(
    tmp_path: Path,
) -> None:
    first = symoro.idm(PLANAR, level="O1", verify=False)
    first.write(tmp_path)
    first.write(tmp_path)
    symoro.idm(symoro.load("planar2r"), level="O1", verify=False).write(tmp_path)
    with pytest.warns(UserWarning, match="made at level O1 .* replaced by one made at level O0"):
        symoro.idm(PLANAR, level="O0", verify=False).write(tmp_path)


@pytest.mark.parametrize("language", [each.name for each in languages()])
def test_every_file_of_a_language_keeps_what_is_not_ours(language: str, tmp_path: Path) -> None:
    """Each file in turn is the user's; then all are ours, at another level and of edited tables."""
    model = symoro.idm(PLANAR, level="O2", verify=False)
    for name in model.files(language):
        path = tmp_path / name
        path.write_bytes(b"my own thesis \xff\n")
        with pytest.raises(UsageError, match=f"{name} is another file, not one that symoro made"):
            model.write(tmp_path, language)
        assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"my own thesis \xff\n"]
        with pytest.warns(UserWarning, match=f"{name} is another file, .*: it is replaced"):
            model.write(tmp_path, language, force=True)
        for each in tmp_path.iterdir():
            each.unlink()
    model.write(tmp_path, language)
    link = replace(PLANAR.links[0], M=expression(7))
    edited = replace(PLANAR, links=(link, *PLANAR.links[1:]), values=())
    symoro.idm(edited, level="O2", verify=False).write(tmp_path, language)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        symoro.idm(PLANAR, level="O1", verify=False).write(tmp_path, language)


def test_several_files_are_written_all_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of five files fails: four are as before, and no folder is left."""
    model = symoro.idm(PLANAR, level="O1", verify=False)
    folder = tmp_path / "new" / "out"
    true_replace = os.replace

    def failing(source: Path, target: Path) -> None:
        if Path(target).name == "planar2r_dyn.py":
            raise OSError(28, "No space left on device")
        true_replace(source, target)

    with monkeypatch.context() as patch:
        patch.setattr("os.replace", failing)
        for where in (folder, tmp_path):
            with pytest.raises(UsageError, match=r"planar2r_dyn\.py: cannot write: No space left"):
                model.write(where, ["c", "python"])
            assert list(tmp_path.iterdir()) == []
    (tmp_path / "planar2r_dyn.py").mkdir()
    with pytest.raises(UsageError, match=r"planar2r_dyn\.py: cannot write: a folder"):
        model.write(tmp_path, ["c", "python"])
    assert [path.name for path in tmp_path.iterdir()] == ["planar2r_dyn.py"]
    assert len(model.write(folder, ["c", "python"])) > 4


def test_options_that_rename_a_model_give_it_a_name_of_its_own() -> None:
    pairs = (
        (symoro.ccg, {"only": "gravity"}),
        (symoro.energy_model, {"power": True}),
        (symoro.regressor, {"reference": True}),
    )
    renaming = {spec.name for item in model_entries() for spec in item.options if spec.renames}
    assert renaming == {name for _, own in pairs for name in own}
    for make, own in pairs:
        one, other = make(PLANAR, verify=False), make(PLANAR, verify=False, **own)
        assert one.program.name != other.program.name
        assert not {*one.files()} & {*other.files()}
