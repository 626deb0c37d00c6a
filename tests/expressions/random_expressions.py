"""Random expressions, and their texts with the value that Python's own arithmetic gives them."""

from __future__ import annotations

import math
from fractions import Fraction

from hypothesis import strategies as st

from symoro.expressions import PI, Expression, call, expression, symbol

NAMES = ("x", "y", "t1", "t01", "t2", "t10", "D3", "_a", "RL4")

numbers = st.one_of(
    st.integers(-20, 20).map(Fraction),
    st.fractions(min_value=-5, max_value=5, max_denominator=60),
    st.decimals(-9, 9, places=3, allow_nan=False).map(Fraction),
)

leaves = st.one_of(
    st.sampled_from(NAMES).map(symbol),
    numbers.map(expression),
    st.just(PI),
)


def _grow(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] - p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        pairs.map(_quotient),
        st.tuples(inner, st.integers(0, 3)).map(lambda p: p[0] ** p[1]),
        st.tuples(st.sampled_from(("sin", "cos")), inner).map(lambda p: call(p[0], p[1])),
        inner.map(lambda e: call("sqrt", e * e + 1)),
        pairs.map(lambda p: (p[0] * p[0] + 1) ** p[1] if _small(p[1]) else p[0]),
        inner.map(lambda e: call("log", e * e + 1)),
        pairs.map(lambda p: call("atan2", p[0], p[1] * p[1] + 1)),
    )


def _small(exponent: Expression) -> bool:
    return exponent.number is None or abs(exponent.number) < 3


def _quotient(pair: tuple[Expression, Expression]) -> Expression:
    numerator, denominator = pair
    return numerator / denominator if denominator != expression(0) else numerator


random_expressions = st.recursive(leaves, _grow, max_leaves=12)


# Texts built beside the value Python's own operators give: an evaluation that never saw our code

Valued = tuple[str, float]
VALUES = {"x": 0.7, "y": -1.3, "t1": 0.4, "t2": 2.1}


def _grow_text(inner: st.SearchStrategy[Valued]) -> st.SearchStrategy[Valued]:
    pairs = st.tuples(inner, inner)
    space = st.sampled_from(("", " ", "  "))
    joined = st.tuples(pairs, st.sampled_from("+-*"), space)
    return st.one_of(
        joined.map(_operated),
        st.tuples(inner, st.sampled_from(("^", "**")), st.integers(0, 3)).map(
            lambda p: (f"({p[0][0]}){p[1]}{p[2]}", p[0][1] ** p[2])
        ),
        st.tuples(inner, st.sampled_from(("sin({})", "Sin[{}]"))).map(
            lambda p: (p[1].format(p[0][0]), math.sin(p[0][1]))
        ),
        st.tuples(inner, st.sampled_from(("cos({})", "Cos[{}]"))).map(
            lambda p: (p[1].format(p[0][0]), math.cos(p[0][1]))
        ),
        inner.map(lambda v: (f"sqrt(({v[0]})^2+1)", math.sqrt(v[1] ** 2 + 1))),
        inner.map(lambda v: (f"(({v[0]})^2+1)^0.3", (v[1] ** 2 + 1) ** 0.3)),
        inner.map(lambda v: (f"Log[({v[0]})^2+1]", math.log(v[1] ** 2 + 1))),
        inner.map(lambda v: (f"1/(({v[0]})^2+1)", 1 / (v[1] ** 2 + 1))),
        pairs.map(
            lambda p: (f"atan2({p[0][0]},({p[1][0]})^2+1)", math.atan2(p[0][1], p[1][1] ** 2 + 1))
        ),
        inner.map(lambda v: (f"-({v[0]})", -v[1])),
    )


def _operated(drawn: tuple[tuple[Valued, Valued], str, str]) -> Valued:
    (left, right), operator, space = drawn
    text = f"({left[0]}){space}{operator}{space}({right[0]})"
    a, b = left[1], right[1]
    return text, a + b if operator == "+" else a - b if operator == "-" else a * b


valued_texts = st.recursive(
    st.one_of(
        st.sampled_from(sorted(VALUES)).map(lambda name: (name, VALUES[name])),
        st.integers(0, 9).map(lambda n: (str(n), float(n))),
        st.sampled_from(("0.25", "1.5e-1", ".5", "2.")).map(lambda s: (s, float(s))),
        st.sampled_from(("Pi", "pi")).map(lambda s: (s, math.pi)),
    ),
    _grow_text,
    max_leaves=10,
)
