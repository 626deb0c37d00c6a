"""The page on adding a format, followed step by step; plug-ins that are broken harm nothing."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import external
import symoro
from cli.commands import Command, run
from docs.documents import DOCS, environment
from docs.test_commands import pattern, sessions
from how_to_pages import install, install_page, page_files, page_sessions, write_files
from symoro import ParseError, SymoroError, UsageError, library
from symoro.cli.arguments import robot_names
from symoro.expressions import ZERO
from symoro.formats import FORMATS, format_of, load_file, save_file, usable_formats
from symoro.robot import Leg, Link, ParallelRobot, Structure, new_robot

PAGE = DOCS / "how-to" / "add-a-format.md"
GROUP = "symoro.formats"
ARM = new_robot("arm", Structure.SIMPLE, 2)


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Command:
    """Run a command in an empty folder."""
    folder = tmp_path / "empty"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return lambda *arguments: run(monkeypatch, capsys, *arguments)


# The page


def test_the_page_is_true(site: Path, tmp_path: Path) -> None:
    """Every command of the page prints what the page says, after its files are installed."""
    followed = sessions(page_sessions(PAGE))
    assert followed[0] == ("pip install ./symoro-kk", "")
    install_page(site, PAGE)
    write_files(tmp_path, page_files(PAGE))
    verbs = " ".join(command for command, _ in followed)
    assert all(f"symoro {verb} " in verbs for verb in ("show", "convert", "check"))
    for command, said in followed[1:]:
        ran = external.run(command, tmp_path, environment=environment(), merged=True)
        assert ran.returncode == 0, ran.stdout
        assert re.fullmatch(pattern(said), ran.stdout), f"{command} prints\n{ran.stdout}"


def test_what_a_package_adds_is_a_format_like_any_other(site: Path, command: Command) -> None:
    install_page(site, PAGE)
    assert [each.name for each in usable_formats()] == [*(x.name for x in FORMATS), "kk"]
    assert format_of("ARM.KK.CSV") is usable_formats()[-1]
    assert "symoro_kk.table" not in sys.modules
    symoro.save(ARM, "arm.kk.csv")
    assert symoro.load("arm.kk.csv") == ARM
    assert robot_names("arm") == ["arm.kk.csv"]
    with pytest.raises(UsageError, match=r"robot files are \.par, .*\.kk\.csv"):
        load_file("arm.csv")
    made = command("idm", "arm.kk.csv", "--no-verify")
    assert made.status == 0
    assert "GAM2" in made.out


@pytest.mark.parametrize("name", library.names())
def test_the_format_of_the_page_keeps_the_geometry_of_a_robot(
    name: str, site: Path, tmp_path: Path
) -> None:
    install_page(site, PAGE)
    robot, file = library.robot(name), tmp_path / f"{name}.kk.csv"
    if robot.structure is Structure.CLOSED:
        with pytest.raises(UsageError, match=f"cannot hold the loops of {name}"):
            save_file(robot, file)
        assert not file.exists()
        return
    with pytest.warns(UserWarning, match=r"a \.kk\.csv file cannot say inertias and gravity other"):
        save_file(robot, file)
    table = symoro.load(file)
    columns = ("antecedent", "sigma", "mu", "gamma", "b", "alpha", "d", "theta", "r")
    for mine, read in zip(robot.frames, table.frames, strict=True):
        assert [getattr(mine, x) for x in columns] == [getattr(read, x) for x in columns]


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "message"),
    [
        ("antecedent", "parent", 1, 1, "expected the columns antecedent;"),
        ("0;0;1", "0;0", 2, 1, "expected 9 cells, found 8"),
        ("1;0;1", "2;0;1", 3, 1, "antecedent must be 0 to 1, found 2"),
        ("1;0;1", "1;;1", 3, 3, "sigma must be 0 to 2, found nothing"),
        ("t2", "t2 33", 3, 18, ""),
        ("t2", "7", 3, 15, "frame 2, theta: "),
    ],
)
def test_the_reader_of_the_page_reports_positions(
    site: Path, tmp_path: Path, old: str, new: str, line: int, column: int, message: str
) -> None:
    install_page(site, PAGE)
    save_file(ARM, tmp_path / "arm.kk.csv")
    text = (tmp_path / "arm.kk.csv").read_text()
    (tmp_path / "bad.kk.csv").write_text(text.replace(old, new, 1))
    with pytest.raises(ParseError) as caught:
        load_file(tmp_path / "bad.kk.csv")
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)
    assert caught.value.message.startswith(message)


# Broken plug-ins

GOOD = """
from symoro.formats import RobotFormat
FORMAT = RobotFormat("toy", (".toy",), "nothing", "toy:read", "toy:write")
def read(text, file=None, diagnostics=None):
    from symoro.robot import Structure, new_robot
    return new_robot("toy", Structure.SIMPLE, 1)
def write(robot):
    return robot.name
"""
BROKEN = {
    "a wrong type": ("FORMAT = 3\n", "toy:FORMAT is of type int, not a symoro.formats.RobotFormat"),
    "an import that fails": ("import nothing_of_this_name\n", "ModuleNotFoundError: No module"),
    "a stop": ("raise SystemExit(3)\n", "SystemExit: 3"),
    "another name": (GOOD.replace('"toy",', '"tot",', 1), "toy:FORMAT has the name tot"),
    "nothing to do": (
        GOOD.replace('"toy:read", "toy:write"', "None, None"),
        "toy:FORMAT has neither a reader nor a writer",
    ),
    "a function itself": (
        GOOD.replace('"toy:read", "toy:write"', '"toy:read", print'),
        "title, cannot_say, reader and writer of toy:FORMAT must be texts",
    ),
    "no suffix": (GOOD.replace('(".toy",)', "()"), "suffixes of toy:FORMAT must be a tuple"),
    "a suffix alone": (GOOD.replace('(".toy",)', '".toy"'), "suffixes of toy:FORMAT must be"),
    "a suffix without a dot": (GOOD.replace('".toy"', '"toy"'), "'toy' is no suffix"),
    "capitals": (GOOD.replace('".toy"', '".Toy"'), "'.Toy' is no suffix"),
    "symoro's own": (
        GOOD.replace('".toy"', '".toy.json"'),
        ".toy.json ends in .json, which symoro reads itself",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_wrong_with_a_plugin_is_said(case: str, site: Path, command: Command) -> None:
    text, reason = BROKEN[case]
    install(site, "symoro-toy", GROUP, {"toy.py": text}, {"toy": "toy:FORMAT"})
    refused = command("show", "arm.toy")
    assert refused.status == 2
    assert "there is no such file, and its extension .toy is not read" in refused.err
    assert "the format toy of the package symoro-toy cannot be used: " in refused.err
    assert reason in refused.err
    assert command("convert", "planar2r", "-o", "arm.json").status == 0
    assert command("show", "arm.json").status == 0
    assert robot_names("arm") == ["arm.json"]


def test_a_plugin_cannot_take_the_name_of_a_format(site: Path, command: Command) -> None:
    install(site, "symoro-toy", GROUP, {"toy.py": GOOD}, {"par": "toy:FORMAT"})
    assert "symoro has a format of this name itself" in command("show", "arm.toy").err


def test_two_formats_of_one_extension_are_both_refused(site: Path) -> None:
    install(site, "symoro-toy", GROUP, {"toy.py": GOOD}, {"toy": "toy:FORMAT"})
    other = GOOD.replace('"toy"', '"other"', 1)
    install(site, "symoro-other", GROUP, {"other.py": other}, {"other": "other:FORMAT"})
    with pytest.raises(UsageError, match="the formats other and toy have the same extension"):
        load_file("arm.toy")


def test_of_two_extensions_the_longer_one_counts(site: Path) -> None:
    install(site, "symoro-toy", GROUP, {"toy.py": GOOD}, {"toy": "toy:FORMAT"})
    other = GOOD.replace('"toy"', '"other"', 1).replace('".toy"', '".new.toy"')
    install(site, "symoro-other", GROUP, {"other.py": other}, {"other": "other:FORMAT"})
    names = [getattr(format_of(file), "name", None) for file in ("a.toy", "a.new.toy", ".toy")]
    assert names == ["toy", "other", None]


def test_a_format_may_be_only_read_or_only_written(site: Path, tmp_path: Path) -> None:
    text = GOOD.replace('"toy:read"', "None")
    install(site, "symoro-toy", GROUP, {"toy.py": text}, {"toy": "toy:FORMAT"})
    save_file(ARM, tmp_path / "arm.toy")
    with pytest.raises(UsageError, match=r"exists, but its extension \.toy is not read; (?!.*toy)"):
        load_file(tmp_path / "arm.toy")
    text = GOOD.replace('"toy:write"', "None").replace("toy", "pin")
    install(site, "symoro-pin", GROUP, {"pin.py": text}, {"pin": "pin:FORMAT"})
    (tmp_path / "arm.pin").write_text("a robot")
    assert symoro.load(tmp_path / "arm.pin").name == "pin"
    with pytest.raises(UsageError, match=r"its extension \.pin is not written; .*\.mjcf, \.toy$"):
        save_file(ARM, tmp_path / "arm.pin")
    for function in (usable_formats()[-1].read, usable_formats()[-2].write):
        with pytest.raises(UsageError, match=r"files are not (read|written)"):
            function("text")  # type: ignore[arg-type]


FAILING = {
    "raise ValueError('no idea')": "the format toy failed: ValueError: no idea",
    "raise SystemExit(0)": "the format toy failed: SystemExit: 0",
    "return 3": "the format toy failed: toy:read returned an object of int",
}


@pytest.mark.parametrize("statement", FAILING)
def test_a_reader_that_fails_is_named(statement: str, site: Path, command: Command) -> None:
    text = re.sub("return new_robot.*", statement, GOOD)
    install(site, "symoro-toy", GROUP, {"toy.py": text}, {"toy": "toy:FORMAT"})
    Path("arm.toy").write_text("a robot")
    failed = command("show", "arm.toy")
    assert (failed.status, failed.out) == (1, "")
    assert failed.err == f"error: {FAILING[statement]}\n"


def test_a_writer_that_fails_writes_nothing(site: Path, tmp_path: Path) -> None:
    text = GOOD.replace("return robot.name", "return robot")
    install(site, "symoro-toy", GROUP, {"toy.py": text}, {"toy": "toy:FORMAT"})
    with pytest.raises(SymoroError, match="the format toy failed: toy:write returned an object of"):
        save_file(ARM, tmp_path / "arm.toy")
    assert not (tmp_path / "arm.toy").exists()


def test_a_reader_that_is_not_there_is_named(site: Path, tmp_path: Path) -> None:
    text = GOOD.replace('"toy:read"', '"toys:read"')
    install(site, "symoro-toy", GROUP, {"toy.py": text}, {"toy": "toy:FORMAT"})
    (tmp_path / "arm.toy").write_text("a robot")
    with pytest.raises(SymoroError, match="the format toy failed: ModuleNotFoundError"):
        load_file(tmp_path / "arm.toy")


def test_a_parallel_robot_is_offered_only_to_formats_that_hold_one(site: Path) -> None:
    install(site, "symoro-toy", GROUP, {"toy.py": GOOD}, {"toy": "toy:FORMAT"})
    leg = Leg(ARM, 2, (ZERO, ZERO, ZERO))
    parallel = ParallelRobot("two", (leg, leg), Link())
    with pytest.raises(UsageError, match=r"a \.toy file cannot hold a parallel robot; use \.json"):
        save_file(parallel, "arm.toy")
