"""Which inputs change at each call: from tables, from names, from the user."""

from __future__ import annotations

import pytest

import symoro
from symoro.errors import UsageError
from symoro.ir.program import Role
from symoro.listings import Listing, read


def states(listing: Listing) -> dict[str, tuple[str, ...]]:
    return listing.roles.members


def constants(listing: Listing) -> set[str]:
    return {item.name for item in listing.program.inputs if item.role is Role.PARAMETER}


def test_names_of_symoro_tell_where_there_is_no_table() -> None:
    listing = read("x=t2*th1 + QP1*QDP1 + GAM3*D3 + FX6 + M1 + r10 + G3 + toto;")
    assert states(listing) == {
        "q": ("th1", "t2", "r10"),
        "QP": ("QP1",),
        "QDP": ("QDP1",),
        "GAM": ("GAM3",),
        "FX": ("FX6",),
    }
    assert constants(listing) == {"D3", "M1", "G3", "toto"}
    assert "names" in listing.roles.known_from


def test_where_no_name_tells_everything_changes() -> None:
    listing = read("x=a + b;")
    assert constants(listing) == set()
    assert "all do" in listing.roles.known_from


def test_the_user_has_the_last_word() -> None:
    listing = read("x=t1*M1*w1 + w2;", states=["w*", "M1"])
    assert states(listing) == {"M": ("M1",), "w": ("w1", "w2")}
    assert constants(listing) == {"t1"}


@pytest.mark.parametrize("name", ["general6r", "stanford", "mobile3w", "crane", "rrp", "ur5"])
def test_tables_of_our_listings_tell_what_the_model_takes(name: str) -> None:
    """Also r2 of a revolute joint, a constant; R3 of a prismatic one, a position; x and y."""
    model = symoro.idm(symoro.load(name), level="O1", include=["friction"], verify=False)
    listing = read(model.code())
    wanted = {item.name: item for item in model.program.used_inputs}
    found = {item.name: item for item in listing.program.used_inputs}
    assert found == {
        name: item for name, item in wanted.items() if item.array is None or item.array != "FE"
    }
    assert listing.roles.known_from == "the tables in its header"


def test_torques_wrenches_and_base_motion_of_tables() -> None:
    robot = symoro.load("rx90")
    model = symoro.ddm(robot, level="O1", include=["wrench=6"], verify=False)
    listing = read(model.code())
    assert states(listing)["GAM"] == tuple(f"GAM{j}" for j in range(1, 7))
    assert states(listing)["FE"] == ("FX6", "FY6", "FZ6", "CX6", "CY6", "CZ6")
    assert constants(listing) == set(model.program.parameters)


def test_lists_in_comments_tell_as_well() -> None:
    header = "(* sigma = {0, 1} *)\n(* theta = {a + q1, 0} *)\n(* r = {a, z} *)\n"
    header += "(* QP = {w1, w2} *)\n"
    listing = read(header + "x=q1*z*a*w2;")
    assert states(listing) == {"q": ("q1", "z"), "QP": ("w1", "w2")}
    assert constants(listing) == {"a"}


def test_an_array_is_never_called_like_a_variable() -> None:
    """A variable QP beside the inputs QP1 and QP2: the array gives way."""
    listing = read("QP=QP1 + QP2;x=QP*q;")
    assert dict(listing.program.shapes) == {"QP_": (2,)}


def test_a_pattern_that_no_input_fits_is_refused() -> None:
    """Each of them: also beside one that fits, and where it fits a variable."""
    for patterns in (["zz*"], ["t*", "zz*"]):
        with pytest.raises(UsageError, match=r"no input fits zz\*; the inputs are M1, t1"):
            read("zz1=t1*M1;", states=patterns)
