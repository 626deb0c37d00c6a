"""The templates of robot-name.par and SR400.cons, as the guide prints them (5.4.1 and 5.8.1).

The template of a .par file has dots in its lists and words for its numbers; filled in for four
frames it is a robot with all that a file can say: a general geometry, rotors, friction, wrenches, a
moving base and its pose in the world.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import symoro
from cli.commands import run
from formats.guide import CONS
from symoro.expressions import ZERO
from symoro.robot import BaseMotion, JointType, Robot

PAR = """\
(* File robot-name.par *)
(* General parameters *)
(* Robotname = 'robot-name' *)
NF = number of frames
NL = number of links
NJ = number of joints
Type = 0 or 1 or 2 (* Simple or Tree or Closed structure respectively *)
(* Geometric parameters *)
Ant = {0,1,2, ... }
Sigma = {0,1,0, ... }
B = {b1, ..., bNF}
d = {d1, ..., dNF}
R = {r1, ..., rNF}
gamma = {\N{GREEK SMALL LETTER GAMMA}1, ..., \N{GREEK SMALL LETTER GAMMA}NF}
Alpha = {0,-Pi/2,0,Pi/2, ... }
Mu = {1,1,0, ... }
Theta = {t1, ... tNF}
(* Dynamic parameters and external forces *)
XX = {XX1, ..., XXNL}
XY = {XY1, ..., XYNL}
... = ...
MZ = {MZ1, ..., MZNL}
M = {M1, ..., MNL}
IA = {IA1, ..., IANL}
FV = {FV1, ..., FVNL}
FS = {FS1, ..., FSNL}
FX = {FX1, ..., FXNL}
... = ...
CZ = {CZ1, ..., CZNL}
(* Joints velocity and acceleration *)
QP = {QP1, ...,QPNJ}
QDP = {QDP1, ...,QDPNJ}
(* Speed and acceleration of the base *)
W0 = {W1,W2,W3}
WP0 = {WP1,WP2,WP3}
V0 = {V1,V2,V3}
VP0 = {VP1,VP2,VP3}
(* Matrix Z *)
Z = {Z11,Z12,Z13,Z14,Z21,Z22,Z23,Z24,Z31,Z32,Z33,Z34,0,0,0,1}
(* Acceleration of gravity *)
G = {G1,G2,G3}
(* End of definition *)
"""

FRAMES = 4
CONTINUED = {"Ant": "3", "Sigma": "0", "Alpha": "", "Mu": "1"}


def _filled(line: str) -> str:
    """A line of the template with its dots filled in."""
    line = re.sub(r"number of \w+", str(FRAMES), line).replace("0 or 1 or 2", "0")
    if match := re.fullmatch(r"(\w+) = \{(.*), \.\.\. \}", line):
        key, entries = match.groups()
        return f"{key} = {{{','.join(filter(None, (entries, CONTINUED[key])))}}}"
    if match := re.fullmatch(r"(\w+) = \{(\w+)1, \.\.\.,? ?(\w+)N[FLJ]\}", line):
        key, name, last = match.groups()
        assert name == last
        return f"{key} = {{{', '.join(f'{name}{j}' for j in range(1, FRAMES + 1))}}}"
    return line


def _par() -> str:
    lines: list[str] = []
    middle = iter((("XZ", "YY", "YZ", "ZZ", "MX", "MY"), ("FY", "FZ", "CX", "CY")))
    for line in PAR.splitlines():
        keys = next(middle) if line == "... = ..." else None
        lists = [line] if keys is None else [f"{k} = {{{k}1, ..., {k}NL}}" for k in keys]
        lines += map(_filled, lists)
    return "\n".join(lines) + "\n"


TEXT = _par().replace("\N{GREEK SMALL LETTER GAMMA}", "g")  # names are ASCII


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "robot-name.par"
    file.write_text(TEXT, encoding="utf-8")
    return file


def _load(file: Path) -> Robot:
    robot = symoro.load(file)
    assert isinstance(robot, Robot)
    return robot


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # t2 is an angle of a prismatic joint
def test_the_template_says_all_that_it_names(template: Path) -> None:
    robot = _load(template)
    assert robot.name == "robot-name"
    assert (robot.n_frames, robot.n_links, robot.n_joints) == (FRAMES, FRAMES, FRAMES)
    sigmas = [JointType.REVOLUTE, JointType.PRISMATIC, JointType.REVOLUTE, JointType.REVOLUTE]
    assert [frame.sigma for frame in robot.frames] == sigmas
    assert [frame.mu for frame in robot.frames] == [True, True, False, True]
    assert [str(frame.alpha) for frame in robot.frames] == ["0", "-Pi/2", "0", "Pi/2"]
    for field, name in {"b": "b", "d": "d", "r": "r", "gamma": "g", "theta": "t"}.items():
        assert [str(getattr(frame, field)) for frame in robot.frames] == [
            f"{name}{j}" for j in range(1, FRAMES + 1)
        ]
    for key in ("XX", "YZ", "MZ", "M", "IA", "FV", "FS", "FX", "CY", "CZ"):
        assert [str(getattr(link, key)) for link in robot.links] == [
            f"{key}{j}" for j in range(1, FRAMES + 1)
        ]
    base = robot.base
    assert base.motion is BaseMotion.MOVING
    assert list(map(str, base.VP0)) == ["VP1", "VP2", "VP3"]
    assert list(map(str, base.G)) == ["G1", "G2", "G3"]
    assert [str(value) for value in base.Z[2]] == ["Z31", "Z32", "Z33", "Z34"]
    assert base.Z[3][:3] == (ZERO, ZERO, ZERO)


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")
@pytest.mark.parametrize("name", ["again.par", "again.json"])
def test_the_template_is_written_and_read_without_loss(template: Path, name: str) -> None:
    robot = _load(template)
    symoro.save(robot, name)
    assert _load(Path(name)) == robot


def test_the_letter_gamma_of_the_template_is_refused_with_what_a_name_may_have(
    template: Path,
) -> None:
    template.write_text(_par(), encoding="utf-8")
    with pytest.raises(symoro.ParseError, match="names have ASCII letters, digits and _"):
        symoro.load(template)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("check", "valid simple robot with 4 joints"),
        ("show", "  {Z11, Z12, Z13, Z14}\n"),
        ("transform", "T0T434=r4*Cg234 - d3*Sg23 - d4*Sg234 + b2 + b1 + r1;\n"),
        ("idm", "GAM2=E32 + FS2*sign(QP2) + QP2*FV2 + QDP2*IA2;\n"),
        ("base-parameters", "Number of base inertial parameters : 29\n"),
    ],
)
def test_commands_work_on_the_template(
    template: Path,
    command: str,
    expected: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    result = run(monkeypatch, capsys, command, template.name)
    assert result.status == 0, result.err
    assert expected in result.out


def test_the_constraint_file_of_the_guide_is_taken_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("SR400.cons").write_text(CONS, encoding="utf-8")
    result = run(
        monkeypatch, capsys, "base-parameters", "sr400", "--numeric", "--constraints", "SR400.cons"
    )
    assert result.status == 0, result.err
    assert "Number of base inertial parameters : 39\n" in result.out
    missing = "SR400.cons:13:3: Module[ is not closed: its bracket is missing after that of For["
    assert f"warning: {missing}; write ] here\n" in result.err
    assert f"Warning: {missing}; write ] here\n" in result.out


def test_a_strict_call_refuses_the_guide_s_constraint_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("SR400.cons").write_text(CONS, encoding="utf-8")
    words = ("--numeric", "--constraints", "SR400.cons", "--strict")
    result = run(monkeypatch, capsys, "base-parameters", "sr400", *words)
    assert result.status == 1
    assert result.out == ""
    assert "SR400.cons:13:3: Module[ is not closed" in result.err
    robot = symoro.load("sr400")
    with pytest.raises(symoro.RobotError, match=r"SR400\.cons:13:3: "):
        symoro.base_parameters(robot, "numeric", constraints="SR400.cons", strict=True)
    with pytest.warns(symoro.RobotWarning, match=r"SR400\.cons:13:3: "):
        symoro.base_parameters(robot, "numeric", constraints="SR400.cons")
