"""The way of the data through the rooms: a command seldom turns back into a room it has left."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import symoro
from external import run

WALK = """
import sys
from pathlib import Path

from symoro.cli import main

root, tools = Path(sys.argv.pop(1)), {"expressions", "algebra"}  # that every room uses
functions, rooms = set(), []


def profile(frame, event, _):
    code = frame.f_code
    if event != "call" or code in functions or not code.co_filename.startswith(str(root)):
        return
    functions.add(code)
    room, *file = Path(code.co_filename).relative_to(root).parts
    if file and code.co_name != "<module>" and room not in tools and rooms[-1:] != [room]:
        rooms.append(room)


sys.setprofile(profile)
try:
    main()
finally:
    sys.setprofile(None)
    Path("turns").write_text(str(len(rooms) - len(set(rooms))))
"""


@pytest.mark.parametrize(
    ("command", "most"),
    [  # half of the turns that were counted before the rooms were put in order
        (["idm", "rx90", "--base", "--lang", "c", "-o", "out"], 69),
        (["jacobian", "rx90"], 51),
        (["base-parameters", "sr400"], 33),
        (["loop-geometry", "sr400"], 45),
    ],
)
def test_a_command_seldom_turns_back_into_a_room(
    command: list[str], most: int, tmp_path: Path
) -> None:
    root = str(Path(symoro.__file__).parent)
    run([sys.executable, "-c", WALK, root, *command], tmp_path, check=True)
    assert int((tmp_path / "turns").read_text()) <= most
