"""The page on adding a language, followed step by step; plug-ins that are broken harm nothing."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from math import prod
from pathlib import Path

import pytest

import external
import symoro
from cli.commands import Command, run
from docs.documents import DOCS, environment
from docs.test_commands import pattern, sessions
from how_to_pages import install, install_page, page_sessions
from ir.systems import chained
from printers.examples import assert_printed
from printers.test_every_operation import VALUES, document, every_operation
from printers.test_names import chain, hostile
from printers.test_shapes import shapes
from printers.toolchain import Array, Case, assert_close, done, random_values, shaped, tool, write
from symoro import ModelError, Robot, UsageError, library
from symoro.cli.arguments import language_names
from symoro.printers import index_of, language, languages, plugins, print_document

PAGE = DOCS / "how-to" / "add-a-language.md"
GROUP = "symoro.languages"


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> Command:
    """Run a command in an empty folder."""
    folder = tmp_path / "empty"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return lambda *arguments: run(monkeypatch, capsys, *arguments)


def shell(command: str, folder: Path) -> external.Completed:
    return external.run(command, folder, environment=environment(), merged=True)


# The page


def test_the_page_is_true(site: Path, tmp_path: Path) -> None:
    """Every command of the page prints what the page says, after its files are installed."""
    tool("awk")
    followed = sessions(page_sessions(PAGE))
    assert followed[0] == ("pip install ./symoro-awk", "")
    install_page(site, PAGE)
    assert len(followed) > 3
    for command, said in followed[1:]:
        ran = shell(command, tmp_path)
        assert ran.returncode == 0, ran.stdout
        assert re.fullmatch(pattern(said), ran.stdout), f"{command} prints\n{ran.stdout}"
    ran = shell("symoro idm rrp --lang awk 2> said", tmp_path)
    assert ran.stdout == (tmp_path / "out" / "rrp_dyn.awk").read_text(encoding="utf-8")


def elements(name: str, shape: tuple[int, ...]) -> list[str]:
    """The elements of an array of awk's, row by row."""
    indices = (index_of(place, shape) for place in range(prod(shape)))
    return [f"{name}[{', '.join(str(k + 1) for k in index) or 1}]" for index in indices]


def run_awk(case: Case, folder: Path) -> dict[str, Array]:
    """Run a case with a program of our own: all numbers in, all numbers out."""
    source, program = write(case.document, "awk", folder)[0], case.document.program
    lines = [f'p["{name}"] = {value!r}' for name, value in case.parameters.items()]
    for name, array in case.arrays.items():
        pairs = zip(elements(f"x{name}", array.shape), array.ravel().tolist(), strict=True)
        lines += [f"{element} = {value!r}" for element, value in pairs]
    for part in case.document.parts:
        arguments = [f"x{name}" for name, _ in part.arrays] + (["p"] if part.parameters else [])
        results = [f"x{output.name}" for output in part.outputs]
        lines.append(f"{part.name}({', '.join([*arguments, *results])})")
    for output in program.outputs:
        found = elements(f"x{output.name}", output.shape)
        lines += [f'printf "%.17g\\n", {element}' for element in found]
    driver = folder / "driver.awk"
    driver.write_text("\n".join(["BEGIN {", *lines, "}", ""]), encoding="utf-8")
    said = done(tool("awk"), "-f", source, "-f", driver)
    return shaped(program, [float(line) for line in said.splitlines()])


def robot_case(robot: Robot) -> Case:
    model = symoro.idm(robot, outputs=["GAM"], verify=False)
    return Case(model.document, random_values(model))


CASES: dict[str, Callable[[], Case]] = {
    "every operation": lambda: Case(document(every_operation()), VALUES),
    "two parts": lambda: Case(document(every_operation(), two_part=True), VALUES),
    "signs of zero": lambda: Case(document(every_operation()), VALUES | {"q1": 0.0}),
    "every shape": lambda: Case(document(shapes()), {"q1": 0.3, "a": 0.7}),
    "a robot": lambda: robot_case(library.robot("scara")),
    "reserved words": lambda: robot_case(hostile()),
}


@pytest.mark.parametrize("name", CASES)
def test_the_language_of_the_page_means_what_the_program_does(
    name: str, site: Path, tmp_path: Path
) -> None:
    install_page(site, PAGE)
    case = CASES[name]()
    assert_close(run_awk(case, tmp_path / "out"), case.expected)


@pytest.mark.parametrize("name", ["every shape", "a robot", "reserved words"])
def test_the_example_of_the_page_runs_as_it_says(name: str, site: Path, tmp_path: Path) -> None:
    install_page(site, PAGE)
    given = CASES[name]().document
    source, example = write(given, "awk", tmp_path)
    assert f"#     awk -f {source.name} -f {example.name}\n" in example.read_text(encoding="utf-8")
    assert_printed(done(tool("awk"), "-f", source, "-f", example), given)


def test_the_language_of_the_page_refuses_by_name(site: Path, tmp_path: Path) -> None:
    install_page(site, PAGE)
    with pytest.raises(ModelError, match="awk solves no linear systems, and chained has some"):
        print_document("awk", document(chained()))
    with pytest.raises(ModelError, match="awk takes 200 variables; chain12_idm_prepare has"):
        symoro.idm(chain(12), verify=False).code("awk")
    guarded = replace(document(every_operation(), two_part=True), nonzero=("a", "c"))
    source, example = write(guarded, "awk", tmp_path)
    text = example.read_text(encoding="utf-8")
    example.write_text(text.replace('p["c"] = 0.5', 'p["c"] = 0.0'), encoding="utf-8")
    command = [tool("awk"), "-f", str(source), "-f", str(example)]
    ran = external.run(command)
    assert (ran.returncode, ran.stdout, ran.stderr) == (1, "", "c must not be zero\n")


def test_what_a_package_adds_is_a_language_like_any_other(site: Path) -> None:
    install_page(site, PAGE)
    assert language("awk").module == "symoro_awk.printer"
    assert language("AWK") == language("awk")
    assert [each.package for each in plugins()] == ["symoro-awk"]
    assert language_names("aw") == ["awk"]
    assert "awk" not in [each.name for each in languages()]
    model = symoro.idm(library.robot("rrp"), verify=False)
    assert list(model.files("awk")) == ["rrp_dyn.awk", "rrp_dyn_main.awk"]
    with pytest.raises(UsageError, match="awk has no single precision"):
        print_document("awk", model.document, single=True)
    with pytest.raises(UsageError, match=r"no language lua; the languages are .*latex, awk$"):
        language("lua")


# Broken plug-ins

GOOD = """
from symoro.printers import Language
LANGUAGE = Language("toy", "nothing", "toy", "nothing")
def files(document):
    return {"toy.txt": document.program.name}
"""
BROKEN = {
    "a wrong type": (
        "LANGUAGE = 'toy'\n",
        "toy:LANGUAGE is of type str, not a symoro.printers.Language",
    ),
    "an import that fails": (
        "import nothing_of_this_name\n",
        "ModuleNotFoundError: No module named",
    ),
    "a syntax error": ("def\n", "SyntaxError: "),
    "a stop": ("raise SystemExit(3)\n", "SystemExit: 3"),
    "no such object": ("", "AttributeError: module 'toy' has no attribute 'LANGUAGE'"),
    "another name": (
        GOOD.replace('"toy",', '"tot",', 1),
        "toy:LANGUAGE has the name tot, its entry point toy",
    ),
    "no such module": (
        GOOD.replace('"toy", "nothing")', '"toys", "nothing")'),
        "ModuleNotFoundError: No module named 'toys'",
    ),
    "no printer": (GOOD.replace("def files", "def file"), "toy has no function files"),
    "a number": (GOOD.replace('"toy", "nothing")', '"toy", 3)'), "all fields of toy:LANGUAGE"),
    "odd scalars": (
        GOOD.replace('"toy", "nothing")', '"toy", "nothing", "half")'),
        "scalars of toy:LANGUAGE is half, not one of --single, any, one",
    ),
    "an odd order": (
        GOOD.replace('"toy", "nothing")', '"toy", "nothing", order="any")'),
        "order of toy:LANGUAGE is any, not one of as traced, fastest, pairs first",
    ),
}


def check_told(command: Command, name: str, reason: str) -> None:
    """The reason is given by the table and where the language is asked for; others still work."""
    listed = command("languages")
    assert listed.status == 0
    assert listed.out.startswith("listing ")
    assert f"warning: the language {name} of the package symoro-toy cannot be used: " in listed.err
    assert reason in listed.err
    (told,) = json.loads(command("languages", "--json").out)["unusable"]
    assert (told["name"], told["package"]) == (name, "symoro-toy")
    assert reason in told["reason"]
    assert command("idm", "planar2r", "--lang", "c", "--no-verify").status == 0


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_wrong_with_a_plugin_is_said(case: str, site: Path, command: Command) -> None:
    text, reason = BROKEN[case]
    install(site, "symoro-toy", GROUP, {"toy.py": text}, {"toy": "toy:LANGUAGE"})
    check_told(command, "toy", reason)
    refused = command("idm", "planar2r", "--lang", "toy", "-o", "out")
    assert (refused.status, refused.out) == (2, "")
    assert "the language toy of the package symoro-toy cannot be used: " in refused.err
    assert reason in refused.err
    assert not Path("out").exists()


def test_a_plugin_cannot_take_the_name_of_a_language(site: Path, command: Command) -> None:
    install(site, "symoro-toy", GROUP, {"toy.py": GOOD}, {"c": "toy:LANGUAGE"})
    check_told(command, "c", "symoro has a language of this name itself")
    assert "#include" in command("idm", "planar2r", "--lang", "c", "--no-verify").out
    assert language_names("c") == [x.name for x in languages() if x.name.startswith("c")]


def test_names_are_in_small_letters(site: Path, command: Command) -> None:
    """As the command line reads them."""
    install(site, "symoro-toy", GROUP, {"toy.py": GOOD}, {"Toy": "toy:LANGUAGE"})
    check_told(command, "Toy", "a name has small letters, digits, - and _")


def test_two_packages_of_one_language_are_both_refused(site: Path, command: Command) -> None:
    install(site, "symoro-toy", GROUP, {"toy.py": GOOD}, {"toy": "toy:LANGUAGE"})
    assert command("idm", "planar2r", "--lang", "toy", "--no-verify").out == "planar2r_idm"
    install(site, "symoro-other", GROUP, {}, {"toy": "toy:LANGUAGE"})
    for told in (command("languages").err, command("idm", "planar2r", "--lang", "toy").err):
        assert "the packages symoro-other and symoro-toy add it" in told


FAILING = {
    "raise ValueError('no idea')": "the language toy failed: ValueError: no idea",
    "raise SystemExit(0)": "the language toy failed: SystemExit: 0",
    "return 'text'": "files() must return a dictionary of file names",
    "return {}": "files() must return",
    "return {'a.txt': 3}": "files() must return",
    "return {'../a.txt': 'text'}": "file names, without a folder",
}


@pytest.mark.parametrize("statement", FAILING)
def test_a_printer_that_fails_writes_nothing(statement: str, site: Path, command: Command) -> None:
    text = re.sub("return .*", statement, GOOD)
    install(site, "symoro-toy", GROUP, {"toy.py": text}, {"toy": "toy:LANGUAGE"})
    failed = command("idm", "planar2r", "--lang", "toy", "--lang", "c", "-o", "out", "--no-verify")
    assert failed.status == 1
    assert FAILING[statement] in failed.err
    assert not list(Path().rglob("*.c"))


def test_a_broken_plugin_is_not_imported_for_another(site: Path) -> None:
    install(site, "symoro-bad", GROUP, {"bad.py": "raise SystemExit\n"}, {"bad": "bad:LANGUAGE"})
    install(site, "symoro-toy", GROUP, {"toy.py": GOOD}, {"toy": "toy:LANGUAGE"})
    assert language("toy").emits == "nothing"
    assert language_names("") == [*(x.name for x in languages()), "bad", "toy"]
    assert "bad" not in sys.modules
