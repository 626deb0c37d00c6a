"""Files of numbers: two forms of JSON, decimals as they are written, errors with their place."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from symoro import ParseError, UsageError, library
from symoro.formats.values import changed_robot, read_values
from symoro.robot import ValueSet

ARM = library.robot("planar2r")


def read(folder: Path, text: str) -> ValueSet:
    path = folder / "numbers.json"
    path.write_text(text, encoding="utf-8")
    found = read_values(str(path))
    assert isinstance(found, ValueSet)
    assert found == read_values(path)
    return found


def test_decimals_are_those_that_are_written(tmp_path: Path) -> None:
    """Doubles would turn the last two into others."""
    found = dict(
        read(
            tmp_path,
            '{"a": 0.1, "b": 1e-3, "c": -2, "d": "Pi/2", "e": 0.1000000000000000055511151231257827,'
            ' "f": 12345678901234567890.5}',
        ).values
    )
    assert found["a"].number == Fraction(1, 10)
    assert found["b"].number == Fraction(1, 1000)
    assert found["c"].number == -2
    assert str(found["d"]) == "Pi/2"
    assert found["e"].number == Fraction("0.1000000000000000055511151231257827")
    assert found["f"].number == Fraction("12345678901234567890.5")


def test_one_value_set_of_a_robot_file_is_a_file_too(tmp_path: Path) -> None:
    text = '{"name": "mine", "source": "measured", "values": {"M2": "0.4", "d2": 0.5}}'
    found = read(tmp_path, text)
    assert found.source == "measured"
    assert found.name == str(tmp_path / "numbers.json")  # which the request names
    robot = changed_robot(ARM, tmp_path / "numbers.json")
    assert (str(robot.link(2).M), str(robot.frame(2).d)) == ("0.4", "0.5")
    assert robot.folded == (("values", str(tmp_path / "numbers.json")),)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"M2": NaN}', ":1:8: error: M2: NaN is not a finite number"),
        ('{"M2": -Infinity}', "-Infinity"),
        ('{"M2": 1, "M2": 2}', ":1:11: error: key 'M2' is given twice"),
        ('{\n "M2": null}', ":2:8: error: M2: expected an expression: a text or a number"),
        ('{"M2": [1]}', "M2: expected an expression"),
        ('{"M2": true}', "M2: expected an expression"),
        ('{"M2": "M1/2"}', ":1:8: error: M2: M1/2 has the symbol M1; a value set holds numbers"),
        ('{"M2": "1/0"}', "M2: division by zero"),
        ('{"M2": 1e999}', "M2: a decimal exponent beyond 300"),
        ('{"2M": 1}', "2M: '2M' is not a symbol"),
        ("[1, 2]", "expected an object"),
        ("M2 = 1", "expected a JSON value"),
        ("", "expected a JSON value"),
        ('{"values": [{"name": "a", "values": {}}]}', "values: expected an object"),
        ('{"name": "a", "M2": 1, "values": {}}', "M2: unknown key; the keys here are name, source"),
        ('{"format": "symoro-robot", "version": 1}', "not a file that says symoro-robot"),
    ],
)
def test_what_is_no_set_of_numbers_is_refused_with_its_place(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(ParseError) as error:
        read(tmp_path, text)
    assert message in str(error.value)


def test_a_file_that_is_not_there_or_does_not_fit_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.json: there is no such file"):
        changed_robot(ARM, tmp_path / "none.json")
    with pytest.raises(UsageError, match="a folder, not a file"):
        changed_robot(ARM, tmp_path)
    path = tmp_path / "some.json"
    path.write_text('{"M2": 1, "MM2": 2}')
    with pytest.raises(
        UsageError, match=r"some\.json: planar2r has no symbol MM2; did you mean M2"
    ):
        changed_robot(ARM, path)
    path.write_text('{"t1": 1}')
    with pytest.raises(UsageError, match=r"some\.json: t1 is the variable of joint 1 of planar2r"):
        changed_robot(ARM, path)


def test_names_and_mappings_are_left_as_they_are() -> None:
    assert read_values("course") == "course"
    assert read_values(None) is None
    assert read_values({"d2": 1}) == {"d2": 1}
