"""Denavit-Hartenberg tables in .dh.csv: read as `Robot.from_dh` does, or refused with a place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import symoro
from clock import at_most
from sheets import SHEETS, STANFORD, UR10E, Sheet
from symoro.errors import ParseError
from symoro.expressions import PI, expression
from symoro.formats import Diagnostic, load_file
from symoro.formats.dh_csv import read
from symoro.robot import Limits, Link, Robot

HEAD = "# convention: classic\n# angles: degrees\n"


def table(sheet: Sheet, separator: str = ",") -> str:
    """A sheet as the rows of a file, with a column for joint types."""
    joints = sheet.joints or "R" * len(sheet.rows)
    rows: list[tuple[str, ...]] = [("type", "a", "alpha", "d", "theta")]
    rows += [(kind, *map(str, row)) for kind, row in zip(joints, sheet.rows, strict=True)]
    lines = [separator.join(row) for row in rows]
    return "\n".join([f"# convention: {sheet.convention}", "# angles: degrees", *lines, ""])


@pytest.mark.parametrize("name", SHEETS)
def test_a_table_is_read_as_from_dh_reads_it(name: str) -> None:
    sheet = SHEETS[name]
    robot = Robot.from_dh(**sheet.columns, convention=sheet.convention, name="robot")
    assert read(table(sheet)) == robot


PLAIN = read(table(UR10E))


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + table(UR10E),
        table(UR10E, ";").replace(".", ","),
        table(UR10E, "\t").replace(".", ","),
        table(UR10E).replace("\n", "\r\n"),
        table(UR10E).replace("\n", "\r"),
        "sep=;\n" + table(UR10E, ";"),
        re.sub(r"(-?\d+)\.(\d+)", r'"\1,\2"', table(UR10E)),
        table(UR10E).replace("type,a,alpha,d,theta", "Type, A ,ALPHA,D,Theta"),
        table(UR10E).replace("-0.6127", "\u22120.6127"),
        table(UR10E).replace("\n", ",,\n"),
        table(UR10E).replace("# angles: degrees", "# angles:,degrees"),
        table(UR10E).replace("# angles: degrees", "angles,degrees,,"),
        table(UR10E)
        .replace("# angles: degrees\n", "")
        .replace("alpha", "alpha [deg]")
        .replace("theta", "theta (\u00b0)"),
        table(UR10E).replace("type,a,", "# type,a,"),
        table(UR10E).replace("\n", "\n\n# a comment\n"),
        table(UR10E).replace("R,0,90,0.1807,0", "R,0,90,0.1807,0,# the base"),
        table(UR10E).replace("alpha", "\u03b1_i").replace("theta", "\u03b8_{i}"),
        table(UR10E).replace("# convention: classic", "#Convention = Distal"),
        table(UR10E).replace(",theta", ",theta,offset").replace(",0\n", ",q,0\n"),
    ],
)
def test_spellings_of_a_table_are_one_robot(text: str) -> None:
    assert read(text) == PLAIN


def test_millimetres_are_converted_exactly() -> None:
    rows = "a,alpha,d,theta\n-612.7,90,180.7,0\n"
    expected = (expression("-0.6127"), expression("0.1807"))
    for text in (
        HEAD + "# lengths: mm\n" + rows,
        HEAD + rows.replace("a,alpha,d", "a [mm],alpha,d (mm)"),
        HEAD + "a [cm],alpha,d_mm,theta\n-61.27,90,180.7,0\n",
    ):
        robot = read(text)
        assert (robot.frame(2).d, robot.frame(1).r) == expected


def test_bodies_drives_limits_and_names_are_read() -> None:
    robot = read(
        HEAD
        + "# name: gantry\n# provenance: A sheet.\n# lengths: mm\n"
        + "name,type,a,alpha,d,theta,reversed,lower,upper,effort,mass [g],cx,cy,cz,"
        + "Ixx [kg mm^2],Iyy [g m2],Izz [kg m2],Ixz [kg mm2],IA,FV,fsp\n"
        + "slide,P,0,90,0,0,no,-500,1000,80,2000,100,0,0,1000,4,0.005,200,3,,\n"
        + "elbow,R,0,0,0,90,yes,-90,180,,1000,0,0,10,1,1,0.001,0,0.1,0.2,0.3\n"
    )
    slide = Link.from_com(2, ["0.1", 0, 0], ["0.001", 0, "0.0002", "0.004", 0, "0.005"])
    elbow = Link.from_com(1, [0, 0, "0.01"], ["0.000001", "0.001", "0.001"])
    same = Robot.from_dh(
        [0, 0],
        [90, 0],
        [0, 0],
        [0, 90],
        joints="PR",
        convention="classic",
        degrees=True,
        reversed_joints=[2],
        links=[slide, elbow],
    )
    assert [frame.name for frame in robot.frames] == [
        "slide",
        "elbow",
        "",
    ]  # turned back at the end
    assert (robot.name, robot.provenance) == ("gantry", "A sheet.")
    assert robot.frame(1).limits == Limits(expression("-0.5"), expression(1), None, expression(80))
    assert robot.frame(2).limits == Limits(-PI / 2, PI)
    drives = [(str(link.IA), str(link.FV), str(link.FSP)) for link in robot.links[:2]]
    assert drives == [("3", "0", "0"), ("0.1", "0.2", "0.3")]
    assert [link.inertial for link in robot.links] == [link.inertial for link in same.links]


def test_the_sign_of_products_can_be_said() -> None:
    header = "a,alpha,d,theta,mass,cx,cy,cz,Ixx,Ixy,Ixz,Iyy,Iyz,Izz\n"
    rows = "0,0,0,0,1,0,0,0,2,0.5,0,2,0,2\n"
    signs = [
        str(read(HEAD + more + header + rows).link(1).XY) for more in ("", "# products: positive\n")
    ]
    assert signs == ["0.5", "-0.5"]


def test_symbols_and_prismatic_and_fixed_rows_are_read() -> None:
    robot = read(table(STANFORD).replace("0.154", "L2") + "F,0,0,LT,0\n")
    assert str(robot.frame(2).r) == "L2"
    assert (robot.n_frames, robot.n_dof, str(robot.frame(7).r)) == (7, 6, "LT")


def test_a_file_is_loaded_by_its_suffix_and_named_by_its_stem(tmp_path: Path) -> None:
    file = tmp_path / "Arm.DH.csv"
    file.write_text(table(UR10E), encoding="utf-8-sig")
    assert load_file(file).frames == PLAIN.frames  # type: ignore[union-attr]
    file = file.rename(tmp_path / "arm.dh.csv")
    assert symoro.load(file).name == "arm"
    file.write_bytes(table(UR10E).replace("alpha", "alpha [\u00b0]").encode("latin-1"))
    assert symoro.load(file).frames == PLAIN.frames
    with pytest.raises(symoro.UsageError, match=r"no\.dh\.csv: its extension \.csv is not written"):
        symoro.save(PLAIN, tmp_path / "no.dh.csv")
    file.rename(tmp_path / "arm.csv")
    with pytest.raises(symoro.UsageError, match=r"\.csv is not read; robot files are .*\.dh\.csv"):
        symoro.load(tmp_path / "arm.csv")


def test_the_wrong_convention_is_warned_of_with_a_place() -> None:
    diagnostics: list[Diagnostic] = []
    text = table(UR10E).replace("classic", "modified")
    read(text, "ur.dh.csv", diagnostics)
    (warning,) = [each for each in diagnostics if not each.note]
    assert "classic" in str(warning)
    assert str(warning).startswith("ur.dh.csv:4:1: warning: ")


UNSAID = table(UR10E).replace("# convention: classic\n", "")
NO_UNIT = table(UR10E).replace("# angles: degrees\n", "")
BODY = "a,alpha,d,theta,mass,cx,cy,cz,Ixx,Iyy,Izz\n"


@pytest.mark.parametrize(
    ("text", "message", "where"),
    [
        (UNSAID, "a and alpha of the last joint are zero: classic? write # convention: cl", "a,"),
        (
            table(SHEETS["panda"]).replace("# convention: modified\n", ""),
            "a and alpha of the first joint are zero: modified? write # convention: modified",
            "a,",
        ),
        (HEAD[22:] + "a,alpha,d,theta\n1,0,0,0\n", "the convention is not said; write", "a,"),
        (UNSAID.replace(",a,", ",a_{i-1},"), "a_{i-1}: modified? write # conv", "a_{i-1}"),
        (table(UR10E).replace(",a,", ",a_i-1,"), "a_i-1 is of a modified table, and", "a_i-1"),
        (NO_UNIT, "alpha has 90: degrees? write # angles: degrees", "90,0.1807"),
        (NO_UNIT.replace("90", "1.5708"), "alpha has 1.5708: radians? write # ang", "1.5708"),
        (NO_UNIT.replace("90", "Pi/2"), "alpha has Pi/2: radians? write # angles: r", "Pi/2"),
        (HEAD[:22] + "a,alpha,d,theta\n0,1,1,1\n", "the unit of angles is not said; write", "al"),
        (
            table(UR10E).replace("degrees", "radians"),
            "probably in degrees, and the file says",
            "90",
        ),
        (table(UR10E).replace("90", "1.5708"), "expected # angles: radians, or angles", "1.5708"),
        (NO_UNIT.replace("alpha", "alpha [deg]"), "alpha has 90: degrees?", "90"),
        (
            NO_UNIT.replace("alpha,d,theta", "alpha [deg],d,theta [rad]"),
            "theta is in radians, and the angles before it in degrees",
            "theta [rad]",
        ),
        (table(UR10E).replace("alpha", "alpha [grad]"), "alpha: no unit grad; expected", "alpha"),
        (table(UR10E).replace("degrees", "gon"), "angles: no unit gon; expected deg, ", "angles"),
        (table(UR10E).replace("classic", "dh"), "convention: dh; expected classic or mod", "conv"),
        (
            table(UR10E).replace("angles", "angle"),
            "there is no setting angle; did you mean",
            "angle",
        ),
        ("# units: mm\n" + table(UR10E), "units of what? write # angles", "units"),
        ("# angles: rad\n" + table(UR10E), "angles is said twice", "angles: degrees"),
        (table(UR10E).replace("0.1807", "180.7"), "d has 180.7: millimetres? write # l", "180.7"),
        (
            "# lengths: m\n" + table(UR10E).replace(",a,", ",a [mm],"),
            "a is in mm, and the file says other lengths",
            "a [mm]",
        ),
        ("# lengths: mm\n" + table(UR10E).replace("0.1807", "D1"), "D1: a symbol has the", "D1"),
        (
            table(UR10E).replace("0.1807", "0,1807"),
            "the row has more cells than the header; com",
            "0\n",
        ),
        (
            table(UR10E, ";").replace("0.1807", "0,1807"),
            "0,1807 has a decimal comma, and other cells have decimal points",
            "0,1807",
        ),
        (table(UR10E).replace("0.1807", "1.2.3"), "expected an operator", ".3"),
        (table(UR10E).replace("0.1807", ""), "d of row 1 is empty; write 0", ",0\n"),
        (table(UR10E).replace("0.1807,0", "0.1807,q1"), "q1 looks like the variable", "q1"),
        (table(UR10E).replace(",d,", ",r,").replace(",a,", ",d,"), "with Khalil's letters", "r,"),
        (
            table(UR10E).replace("theta", "thete"),
            "there is no column thete; did you mean theta?",
            "th",
        ),
        (table(UR10E).replace(",d,", ",a,"), "there is a column a before this one", "a,"),
        (table(UR10E).replace("type,", ","), "the column of this cell has no name", "R,0,90"),
        (
            table(UR10E).replace("type,a,alpha,d,theta\n", ""),
            "there is no column R; did",
            "R,0,90",
        ),
        (HEAD + "0,0,1,0\n", "expected a header first, with a, alpha, d, theta", "0,"),
        (HEAD + "a,alpha,d\n0,0,0\n", "there is no column theta", "a,"),
        (table(UR10E).replace("R,0,90,0.1807", "S,0,90,0.1807"), "S is not a joint type", "S,"),
        (HEAD + "joint,a,alpha,d,theta\nbase,0,0,0,0\n", "number, 1; names go to a col", "base"),
        (HEAD + "a,alpha,d,theta,reversed\n0,0,0,0,maybe\n", "expected yes or no", "maybe"),
        (HEAD + "a,alpha,d,theta,offset\n0,0,0,30,90\n", "theta is the variable of joint 1", "30"),
        (HEAD + "type,a,alpha,d,theta,offset\nF,0,0,0,30,9\n", "a fixed frame has no offset", "9"),
        (HEAD + "a,alpha,d,theta,lower,upper\n0,0,0,0,9,1\n", "the lower limit is above", "9,1"),
        (HEAD + "type,a,alpha,d,theta,IA\nF,0,0,0,0,1\n", "a fixed frame has no IA", "1"),
        (HEAD + "a,alpha,d,theta,IA [kg]\n0,0,0,0,1\n", "write IA without a unit", "IA"),
        (HEAD + "a,alpha,d,theta,mass\n0,0,0,0,1\n", "there is no column cx", "a,"),
        (HEAD + BODY + "0,0,0,0,1,0,0,0,1,1,3\n", "no rigid body has that", "1,1,3"),
        (HEAD + BODY + "0,0,0,0,1,0,0,0,1,1\n", "Izz of row 1 is empty; write 0", "\n"),
        (HEAD + "# lengths: mm\n" + BODY + "0,0,0,0,1,0,0,0,1,1,1\n", "the unit of Ixx is", "Ixx"),
        (HEAD + "name,a,alpha,d,theta\nx,0,0,0,0\nx,1,0,0,0\n", "frame 1 has this name", "x,1"),
        (HEAD + 'a,alpha,d,theta\n"0,0,0,0\n', "a quote that does not end in its line", '"0'),
        (HEAD + 'a,alpha,d,theta\n"0"5,0,0,0\n', "text after a quote", "5"),
        (HEAD + "a,alpha,d,theta\n", "there is no row below the header", ""),
        ("", "there is no header with a, alpha, d, theta", ""),
    ],
)
def test_mistakes_have_their_place(text: str, message: str, where: str) -> None:
    with pytest.raises(ParseError) as caught:
        read(text, "arm.dh.csv")
    error = caught.value
    assert message in error.message
    assert text.split("\n")[error.line - 1][error.column - 1 :].startswith(where.strip("\n"))


def test_a_fixed_row_may_have_no_body() -> None:
    robot = read(HEAD + "type," + BODY + "R,0,0,0,0,1,0,0,0,1,1,1\nF,0,0,1,0\nR,0,0,0,0" + ",0" * 7)
    assert robot.links[1:] == (Link(), Link())


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("1,0,0,0\n" * 500_000, "more than 20000 rows"),
        ("1," * 2_000_000, "more than 20000 cells in a row"),
        (",,,,,,,\n" * 500_000, "no row below the header"),
    ],
    ids=["rows", "cells", "blank rows"],
)
def test_a_long_file_is_refused_at_once(rows: str, message: str) -> None:
    with at_most(0.3), pytest.raises(ParseError, match=message):
        read("# convention: classic\n# angles: degrees\na,alpha,d,theta\n" + rows)
