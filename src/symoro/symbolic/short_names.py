"""SYMORO's short names of sines and cosines: C23 for cos(t2 + t3)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from symoro.expressions.names import fresh_name
from symoro.symbolic.angles import affine_sum
from symoro.symbolic.reading import traits_of
from symoro.symbolic.to_sympy import sympy_symbol

if TYPE_CHECKING:
    from sympy import Expr, Matrix, Symbol

    Signed = list[tuple[int, int]]  # frame numbers with their signs, in order of the frames


def short_trig(
    expression: Expr | Matrix, frames: Mapping[str, int]
) -> tuple[Expr | Matrix, dict[Symbol, Expr]]:
    """Replace sines and cosines of sums of joint variables by short names; return these, too.

    cos(t2 + t3) is ``C23``, sin(t2 - t3) is ``S2m3``; with a frame number of 10 or more,
    cos(t2 + t13) is ``C2_13``. Quarter turns are taken out first. What is no such sum stays as it
    is. A name that the expression already uses gets ``_`` appended. The names are in the order in
    which people read them: those of one joint first, cosines before sines.
    """
    from sympy import cos, sin

    symbols = {s.name for s in expression.free_symbols}
    names: dict[str, tuple[Symbol, Expr]] = {}
    replaced: dict[Expr, Expr] = {}
    for call in sorted(expression.atoms(sin, cos), key=str):
        frame_sum = _frame_sum(call.args[0], frames)
        if frame_sum is None:
            continue
        signed, quarters = frame_sum
        sign, cosine = _remove_quarter_turns(isinstance(call, cos), quarters)
        if signed[0][1] < 0:
            signed = [(frame, -s) for frame, s in signed]
            sign = sign if cosine else -sign
        wanted = ("C" if cosine else "S") + _label(signed, max(frames.values()) >= 10)
        name = fresh_name(wanted, symbols)
        if name not in names:
            angle = _angle(signed, frames)
            names[name] = sympy_symbol(name), cos(angle) if cosine else sin(angle)
        replaced[call] = sign * names[name][0]
    in_order = sorted(names.values(), key=lambda item: traits_of(item[1]).key)
    return expression.xreplace(replaced), dict(in_order)


def _frame_sum(angle: Expr, frames: Mapping[str, int]) -> tuple[Signed, int] | None:
    """An angle as signed frame numbers and quarter turns, or None if it is not made of these."""
    factors, turns = affine_sum(angle)
    quarters = turns / Fraction(1, 2)
    plain = all(atom.is_Symbol and atom.name in frames for atom in factors)
    if not factors or not plain or quarters.denominator > 1:
        return None
    if any(abs(factor) != 1 for factor in factors.values()):
        return None
    signed = sorted((frames[atom.name], int(factor)) for atom, factor in factors.items())
    return signed, int(quarters)


def _remove_quarter_turns(cosine: bool, quarters: int) -> tuple[int, bool]:
    """The sign and the function of a sine or cosine without its quarter turns."""
    sign = 1
    for _ in range(quarters % 4):  # cos(x + Pi/2) = -sin(x), sin(x + Pi/2) = cos(x)
        sign = -sign if cosine else sign
        cosine = not cosine
    return sign, cosine


def _label(signed: Signed, long: bool) -> str:
    first, *rest = signed
    plus = "_" if long else ""
    return str(first[0]) + "".join(f"{plus if s > 0 else 'm'}{frame}" for frame, s in rest)


def _angle(signed: Signed, frames: Mapping[str, int]) -> Expr:
    from sympy import Add

    variables = {frame: sympy_symbol(name) for name, frame in frames.items()}
    return Add(*(sign * variables[frame] for frame, sign in signed))
