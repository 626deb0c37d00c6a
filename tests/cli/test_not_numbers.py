"""NaN and infinities on the command line are refused by option and name."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.commands import Command


@pytest.mark.parametrize(
    "arguments",
    [
        ("idm", "rx90", "--set", "D3=nan"),
        ("base-parameters", "rx90", "--set", "D3=-inf"),
        ("singularities", "planar3r", "--at", "t1=Infinity"),
        ("workspace", "planar2r", "--param", "L1=inf"),
    ],
)
def test_the_command_line_refuses_it_by_option(
    command: Command, arguments: tuple[str, ...]
) -> None:
    result = command(*arguments)
    assert result.status == 2
    name = arguments[-1].partition("=")[0]
    assert f"error: {arguments[-2]} {name}: " in result.err
    assert "is not a finite number" in result.err


def test_a_file_of_values_refuses_it(command: Command) -> None:
    Path("values.json").write_text('{"L1": NaN}')
    result = command("workspace", "planar2r", "--values", "values.json")
    assert result.status == 1
    assert "values.json:1:8: error: L1: NaN is not a finite number" in result.err
