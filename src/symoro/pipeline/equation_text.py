"""Equations in one unknown as people write them: the equation, its roots, where it degenerates.

Coefficients are texts: names, numbers, or products; a minus sign is the only sign that they begin
with. The formulas of roots are those of `symoro.ir.roots`.
"""

from __future__ import annotations

from collections.abc import Sequence

from symoro.models.inverse_geometry.unknowns import Kind

Texts = Sequence[str]


def equations(kind: Kind, k: Texts, names: Texts) -> list[str]:
    """Return the equations of a kind, in coefficients and in the sine, cosine and unknown."""
    S, C, x = names
    match kind:
        case Kind.LINEAR:
            return [_equation(k[:1], [x], k[1])]
        case Kind.QUADRATIC:
            return [f"{sum_text((k[0], f'{x}^2'), (k[1], x), (k[2], ''))} = 0"]
        case Kind.QUARTIC:
            powers = [(k[n], f"{x}^{4 - n}") for n in range(3)]
            return [f"{sum_text(*powers, (k[3], x), (k[4], ''))} = 0"]
        case Kind.ANGLE:
            return [_equation(k[:2], [S, C], k[2])]
        case Kind.DIRECTION:
            return [_equation(k[n : n + 2], [S, C], k[n + 2]) for n in (0, 3)]
        case Kind.CIRCLE:
            letters = [f"{S}^2", f"{C} {S}", C, S, ""]
            return [f"{sum_text(*zip(k, letters, strict=True))} = 0"]


def root_formulas(kind: Kind, k: Texts, names: Texts) -> list[str]:
    """Return the roots of the equation of an angle or a length; none where it is a polynomial."""
    S, C, x = names
    if kind is Kind.LINEAR and k[0] not in ("1", "-1"):
        return [f"{x} = {_quotient(k[1], k[0])}"]
    if kind is Kind.DIRECTION:
        return _direction(k, names)
    if kind is not Kind.ANGLE:
        return []
    X, Y, Z = k
    if Z == "0":
        return [
            f"+: {x} = atan2({Y}, {negate(X)})",
            f"-: {x} = atan2({negate(Y)}, {X})",
        ]
    first = X if X != "0" else Y
    (X, Y, Z), plus = ([negate(each) for each in k], "-") if first[0] == "-" else (k, "+")
    H = " + ".join(square(each) for each in (X, Y) if each != "0")
    upper = _signed_root(product(X, Z), Y, plus)
    lower = _signed_root(product(Y, Z), X, "-" if plus == "+" else "+")
    return [
        f"+: {S} = ({upper})/H, {C} = ({lower})/H, H = {H}, D = sqrt(H - {square(Z)})",
        "-: the same with -D",
    ]


def _direction(k: Texts, names: Texts) -> list[str]:
    """The angle of two equations: of a sine and a cosine alone, or by Cramer's rule."""
    S, C, x = names
    (X1, Y1, Z1), (X2, Y2, Z2) = k[:3], k[3:]
    if X1 == Y2 == "0":
        (X1, Y1, Z1), (X2, Y2, Z2) = (X2, Y2, Z2), (X1, Y1, Z1)
    if Y1 == X2 == "0":
        return [f"{x} = atan2({_quotient(Z1, X1)}, {_quotient(Z2, Y2)})"]
    pairs = [
        (product(Z1, Y2), negate(product(Z2, Y1))),
        (product(X1, Z2), negate(product(X2, Z1))),
        (product(X1, Y2), negate(product(X2, Y1))),
    ]
    first = next((each for each in pairs[2] if each != "0"), "0")
    if first.startswith("-"):
        pairs = [(negate(one), negate(two)) for one, two in pairs]
    sine, cosine, D = (sum_text((one, ""), (two, "")) for one, two in pairs)
    return [f"{S} = ({sine})/D, {C} = ({cosine})/D, D = {D}"]


def _signed_root(first: str, factor: str, sign: str) -> str:
    """A product, and a square root D with a factor and a sign behind it."""
    if factor == "0":
        return first
    if factor.startswith("-"):
        factor, sign = factor[1:], "-" if sign == "+" else "+"
    root = "D" if factor == "1" else f"{factor} D"
    if first == "0":
        return root if sign == "+" else f"-{root}"
    return f"{first} {sign} {root}"


def degenerate_text(kind: Kind, k: Texts) -> str:
    """Return where an equation has no root or a double one, or every value is a root."""
    match kind:
        case Kind.LINEAR:
            return "" if _is_one(k[0]) else f"degenerate where {bare(k[0])} = 0"
        case Kind.ANGLE if k[2] == "0":
            return f"every angle is a root where {_vanishing(k[:2])}"
        case Kind.ANGLE:
            H = " + ".join(square(each) for each in k[:2] if each != "0")
            double = f"no root where {square(k[2])} > {H}, a double one where they are equal"
            factors = [each for each in k[:2] if each != "0"]
            if all(_is_one(each) for each in factors):
                return double
            return f"{double}; degenerate where {_vanishing(factors)}"
        case Kind.DIRECTION:
            return _degenerate_direction(k)
        case Kind.QUADRATIC:
            return f"no root where {square(k[1])} < {_discriminant(k)}"
    return "no root where the polynomial has no real one"


def _degenerate_direction(k: Texts) -> str:
    """The clause that tells where the determinant of two equations vanishes."""
    X1, Y1, _, X2, Y2, _ = k
    if {X1, Y1, X2, Y2} <= {"0", "1", "-1"}:
        return ""
    if _is_rotation(X1, Y1, X2, Y2):
        return f"degenerate where {_vanishing((X1, Y1))}"
    if "0" in (X1, Y2) or "0" in (Y1, X2):
        pair = (Y1, X2) if "0" in (X1, Y2) else (X1, Y2)
        zero = [each for each in dict.fromkeys(map(bare, pair)) if each != "1"]
        return f"degenerate where {' = 0 or '.join(zero)} = 0"
    return f"degenerate where {product(X1, Y2)} = {product(Y1, X2)}"


def _is_rotation(X1: str, Y1: str, X2: str, Y2: str) -> bool:
    """True if the determinant is a sum of two squares."""
    if "0" in (X1, Y1, X2, Y2) or bare(X1) != bare(Y2) or bare(Y1) != bare(X2):
        return False
    return _is_negative(X1, Y2) != _is_negative(Y1, X2)


def _is_negative(*factors: str) -> bool:
    return sum(each.startswith("-") for each in factors) % 2 == 1


def _discriminant(k: Texts) -> str:
    return "4 " + " ".join(each for each in (k[0], k[2]) if each != "1")


def _is_one(text: str) -> bool:
    return bare(text) == "1"


def bare(text: str) -> str:
    """Return a coefficient without its sign."""
    return text.removeprefix("-")


def negate(text: str) -> str:
    """Return a coefficient with the other sign."""
    return text if text == "0" else text[1:] if text.startswith("-") else f"-{text}"


def square(text: str) -> str:
    """Return the square of a coefficient."""
    own = bare(text)
    return own if own in ("0", "1") else f"{own}^2"


def product(*factors: str) -> str:
    """Return the product of coefficients, its sign in front."""
    if "0" in factors:
        return "0"
    sign = "-" if _is_negative(*factors) else ""
    names = [bare(each) for each in factors if not _is_one(each)]
    if len(names) > 1 and len(set(names)) == 1:
        return f"{sign}{names[0]}^{len(names)}"
    return sign + (" ".join(names) or "1")


def _quotient(value: str, divisor: str) -> str:
    """A quotient, its sign in front."""
    if _is_one(divisor):
        return negate(value) if divisor.startswith("-") else value
    sign = "-" if _is_negative(value, divisor) and value != "0" else ""
    return f"{sign}{bare(value)}/{bare(divisor)}"


def _equation(factors: Texts, letters: Texts, right: str) -> str:
    """An equation whose first term has no minus sign."""
    first = next((factor for factor in factors if factor != "0"), "0")
    if first.startswith("-"):
        factors, right = [negate(factor) for factor in factors], negate(right)
    return f"{sum_text(*zip(factors, letters, strict=True))} = {right}"


def sum_text(*terms: tuple[str, str]) -> str:
    """Return a sum of coefficients times names, without zeros and ones."""
    text = ""
    for factor, name in terms:
        if factor == "0":
            continue
        sign = "-" if factor.startswith("-") else "+"
        own = bare(factor)
        term = name if own == "1" and name else " ".join(x for x in (own, name) if x)
        text += f" {sign} {term}" if text else f"{'-' if sign == '-' else ''}{term}"
    return text or "0"


def _vanishing(factors: Texts) -> str:
    """The condition that all of some factors are zero."""
    names = [bare(each) for each in factors if each != "0"]
    return f"{' = '.join(dict.fromkeys(names))} = 0"
