"""The table of robot formats on the command line."""

from __future__ import annotations

import json

from cli.commands import Command
from symoro.formats.registry import FORMATS


def test_formats_are_listed_in_plain_text(command: Command) -> None:
    listed = command("formats")
    assert listed.status == 0
    for each in FORMATS:
        assert ", ".join(each.suffixes) in listed.out
        assert each.title in listed.out
    assert "friction other than FV and FS" in listed.out
    starts = {
        line.index(each.title)
        for line in listed.out.splitlines()
        for each in FORMATS
        if each.title in line
    }
    assert len(starts) == 1  # one column
    rows = json.loads(command("formats", "--json").out)["formats"]
    assert not any("`" in str(row) for row in rows)
