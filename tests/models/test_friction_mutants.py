"""Break the page of friction, one place at a time: each mutant differs from the formulas."""

from __future__ import annotations

import math
from types import ModuleType, SimpleNamespace

from laws.test_friction import law
from models.mutants import mutants
from symoro.models.dynamics import friction as page
from symoro.models.let import plain
from symoro.robot.link import FRICTION, LAW

K = {name: 0.2 + 0.1 * k for k, name in enumerate((*FRICTION, *LAW))}
SPEEDS = (-1.3, -0.2, 0.4, 2.1)


def body(v: float, **fields: float) -> SimpleNamespace:
    return SimpleNamespace(**(dict.fromkeys((*FRICTION, *LAW), 0.0) | {"qd": v} | fields))


def laws_hold(module: ModuleType) -> bool:
    """Friction of single laws and of all, with a hard and with a smooth step."""
    good = True
    shape = {"VST": K["VST"]}
    for width in ({}, {"VW": K["VW"]}):
        chosen = [{name: K[name]} | shape | width for name in FRICTION] + [K | {"FL": 0.0} | width]
        for fields in chosen:
            for v in SPEEDS:
                moved = body(v, **({"VW": 0.0} | fields))
                wanted = law(v, 0.0, **{n: x for n, x in vars(moved).items() if n != "qd"})
                good &= math.isclose(module.friction(moved), wanted, rel_tol=1e-12)
        for v in SPEEDS:
            moved = body(v, FL=0.3, **width)
            wanted = law(v, -2.0, FL=0.3, **width)
            good &= math.isclose(module.load_friction(moved, -2.0), wanted, rel_tol=1e-12)
    return good and module.load_friction(body(1.0), 2.0) == 0


def loads_are_moved(module: ModuleType) -> bool:
    """The load that an effort moves, from the effort that each load needs."""
    good = True
    for fields in ({"FL": 0.3}, {"FL": 0.8, "FS": 0.4, "FV": 0.2, "VW": 0.5}):
        for v in SPEEDS:
            for load in (-2.0, 0.7):
                effort = load + law(v, load, **fields)
                moved = module.load_moved(1, body(v, **fields), effort, plain)
                good &= math.isclose(moved, load, rel_tol=1e-12)
    return good


def columns_hold(module: ModuleType) -> bool:
    """Columns at the reference velocity 0.7: viscous ones take it, others do not."""
    good = True
    for v in SPEEDS:
        moved, along = body(v, VST=0.5), SimpleNamespace(qd=0.7)
        for name in FRICTION:
            alone = law(v, 0.0, **{name: 1.0, "VST": 0.5})
            wanted = alone * 0.7 / v if name.startswith("FV") else alone
            found = module.unit_friction(name, moved, along)
            good &= math.isclose(found, wanted, rel_tol=1e-12, abs_tol=1e-15)
    return good


def slopes_hold(module: ModuleType) -> bool:
    """Slopes at rest by a central difference, whose error is some 1e-8 here."""
    good = module.slope_at_rest(body(0.0, FV=0.3, FS=0.4)) == 0.3
    good &= module.slope_at_rest(body(0.0, FV=0.3, FVP=0.4, FVN=0.4)) == 0.7
    fields = {"FV": 0.3, "FS": 0.4, "FB": 0.5, "VST": 0.6, "VW": 0.7, "FSP": 0.8, "FSN": 0.8}
    h = 1e-4
    slope = (law(h, 0.0, **fields) - law(-h, 0.0, **fields)) / (2 * h)
    return good and math.isclose(module.slope_at_rest(body(0.0, **fields)), slope, rel_tol=1e-6)


def hold(module: ModuleType) -> bool:
    try:
        laws = laws_hold(module) and columns_hold(module) and slopes_hold(module)
        return laws and loads_are_moved(module)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, NameError):
        return False


def test_the_page_holds() -> None:
    assert hold(page)


def test_every_mutant_of_friction_is_caught() -> None:
    made = list(mutants(page, thorough=True))
    alive = [f"{m.line}: {m.what}: {m.text}" for m in made if hold(m.module)]
    assert len(made) > 40
    assert alive == []
