"""Every equation and every decision of the geometric and kinematic pages matters.

The pages run on floats, on robots that have everything: branches, all joint types and parameters,
parallel and antiparallel axes, frames that coincide, a base that moves and stands anywhere. A
mutant is caught if a value differs, if a partial product is not what its name says, or if the
program of a small robot has other names or other costs.
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from types import ModuleType

import pytest

import symoro.models.geometry.outward_product as outward_page
import symoro.models.geometry.path as path_page
import symoro.models.geometry.product_form as form_page
import symoro.models.geometry.transforms as product_page
import symoro.models.kinematics.jacobian as jacobian_page
import symoro.models.kinematics.motion as motion_page
from kinematic_states import parallel_tree, placed
from models.decision_mutants import page_mutants
from models.kinematics_pages import Expected, Named, Pages, expected, tree
from models.mutants import Checks
from models.test_mutants import everything
from symoro.errors import SymoroError
from symoro.expressions import PI
from symoro.robot import JointType, Robot

BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    NameError,
    RecursionError,
    SymoroError,
    TypeError,
    ValueError,
)


@pytest.fixture(scope="module")
def cases() -> list[Expected]:
    ends = (placed(ending_in_a_half_turn()), placed(sliding_about_a_corner()))
    robots = [placed(everything()), *map(parallel_tree, (1, 4, 7)), *ends]
    return [expected(robot, seed) for seed, robot in enumerate(robots)]


def ending_in_a_half_turn() -> Robot:
    """A half turn that is carried along to a general twist at the end."""
    return tree({"alpha": PI, "d": "D1"}, {"sigma": JointType.FIXED, "alpha": "a", "d": "D2"})


def sliding_about_a_corner() -> Robot:
    """A slider whose axes are those of the link that carries it, in another order."""
    corner = {"sigma": JointType.PRISMATIC, "alpha": PI / 2, "gamma": PI / 2, "d": "D3"}
    return tree({"alpha": "a1"}, {"alpha": "a2", "d": "D2"}, corner, {"alpha": "a4", "d": "D4"})


@pytest.fixture(scope="module")
def originals() -> list[Named]:
    with pytest.MonkeyPatch.context() as patch:
        return [program() for program in Pages(path_page, path_page, patch).programs()]


def checks(page: ModuleType, cases: list[Expected], small: list[Named]) -> Checks[Pages]:
    """What the pages must pass: values on all robots, names and costs of small programs."""
    if page is motion_page:
        return Checks([partial(Pages.motion_is_right, wanted=each) for each in cases], BROKEN)
    first, *others = (partial(Pages.geometry_is_right, wanted=each) for each in cases)

    def as_many(pages: Pages) -> bool:
        return len(list(pages.programs())) == len(small)

    def program(pages: Pages, place: int, wanted: Named) -> bool:
        return next(islice(pages.programs(), place, None))() == wanted

    programs = (partial(program, place=k, wanted=each) for k, each in enumerate(small))
    back = (partial(Pages.ways_back_are_right, wanted=each) for each in cases)
    return Checks([first, *programs, as_many, *others, *back], BROKEN)


def agrees(page: ModuleType, module: ModuleType, all_checks: Checks[Pages]) -> bool:
    with pytest.MonkeyPatch.context() as patch:
        return all_checks.hold(Pages(page, module, patch))


@pytest.mark.parametrize(
    ("page", "least"),
    [
        (path_page, 90),
        (product_page, 120),
        (form_page, 12),
        (outward_page, 60),
        (jacobian_page, 75),
        (motion_page, 75),
    ],
    ids=lambda item: getattr(item, "__name__", "").rpartition(".")[2],
)
def test_every_mutant_is_caught(
    page: ModuleType, least: int, cases: list[Expected], originals: list[Named]
) -> None:
    all_checks = checks(page, cases, originals)
    unchanged, *made = page_mutants(page)
    assert agrees(page, unchanged.module, all_checks)
    assert len(made) >= least
    alive = [each for each in made if agrees(page, each.module, all_checks)]
    assert [f"{m.line}: {m.what}: {m.text}" for m in alive] == []
