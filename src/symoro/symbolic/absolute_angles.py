"""Sums of joint angles as angles of their own: t3 is (t2 + t3) - t2.

A polynomial over t2 and t3 does not show cos(t2 + t3)^2, one over t2 and t2 + t3 does. This is how
the links of parallel axes are described by their angles to the base.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symoro.expressions.reading_order import name_key

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    Replacement = dict[Expr, Expr]


def absolute_angles(form: Expr) -> tuple[Replacement, Replacement] | None:
    """Return what puts sums of angles in the place of symbols, and the way back.

    For t2 + t3 + t4 in a form these are t2 + t3 and t2 + t3 + t4; None if it has no sums.
    """
    from sympy import Dummy, cos, sin

    sums = {call.args[0] for call in form.atoms(sin, cos) if _is_sum(call.args[0])}
    ordered = {angle: sorted(angle.args, key=_place) for angle in sums}
    forth: Replacement = {}
    back: Replacement = {}
    covered: set[Expr] = set()
    for angle in sorted(sums, key=lambda a: (-len(a.args), [*map(_place, ordered[a])])):
        first, *others = ordered[angle]
        if not covered.isdisjoint(angle.args):
            continue
        covered.update(angle.args)
        before = total = first
        for symbol in others:
            whole = Dummy(f"a{len(back)}", real=True)
            forth[symbol] = whole - before
            total = total + symbol
            back[whole] = total
            before = whole
    return (forth, back) if back else None


def _is_sum(angle: Expr) -> bool:
    """True for a sum of symbols."""
    return bool(angle.is_Add) and all(term.is_Symbol for term in angle.args)


def _place(symbol: Symbol) -> tuple[object, ...]:
    return name_key(symbol.name)
