"""Exact arithmetic draws no value that could hide a truth without saying so."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symoro.expressions import ModularArithmetic, is_zero, parse
from symoro.expressions.modular import NoRoot, Residue, ZeroDivisor
from symoro.expressions.points import at_random_point
from symoro.expressions.primes import Modulus, prime

NUMBERS = [Fraction(n, d) for n, d in [(7, 1), (4049, 2500), (11, 13), (101, 7), (3, 17), (19, 1)]]


def root(field: ModularArithmetic, number: Fraction) -> Residue:
    return field.call("sqrt", field.number(number))


@pytest.mark.parametrize("bits", [31, 61])
def test_primes_have_the_roots_of_unity_that_angles_need(bits: int) -> None:
    found = [prime(k, bits) for k in range(20)]
    assert found == sorted(set(found), reverse=True)
    assert all(p < 2**bits and p % 10080 == 1 for p in found)
    assert all(pow(2, p - 1, p) == 1 for p in found)


def test_the_first_primes_are_those_of_published_headers() -> None:
    """Another prime would draw other points: certificates are to be reproducible."""
    assert [prime(0), prime(1)] == [2305843009213675681, 2305843009213453921]
    assert [prime(0, 31), prime(1, 31)] == [2147463361, 2147453281]


@pytest.mark.parametrize("first", [0, 1])
def test_a_modulus_has_the_roots_of_all_numbers_that_were_admitted(first: int) -> None:
    modulus = Modulus(first)
    for number in NUMBERS:
        modulus.admit(number)
    p = modulus.prime
    assert p is not None
    assert all(pow(n.numerator * n.denominator, (p - 1) // 2, p) == 1 for n in NUMBERS)


def test_two_moduli_are_never_the_same_prime() -> None:
    one, two = Modulus(0), Modulus(1)
    for number in NUMBERS:
        one.admit(number)
        two.admit(number)
        assert one.prime != two.prime


def test_a_modulus_gives_up_when_too_many_roots_are_asked_for() -> None:
    modulus = Modulus()
    odd_primes = [p for p in range(3, 200) if all(p % q for q in range(2, p))]
    for number in odd_primes:
        modulus.admit(Fraction(number))
    assert modulus.prime is None


def test_a_number_without_a_root_is_not_given_one() -> None:
    field = ModularArithmetic("point")
    lacking = [n for n in NUMBERS if pow(root_free(n), (prime(0) - 1) // 2, prime(0)) != 1]
    assert lacking
    for number in lacking:
        with pytest.raises(NoRoot) as refused:
            root(field, number)
        assert refused.value.radicand == number


def root_free(number: Fraction) -> int:
    return number.numerator * number.denominator


def test_a_loose_field_that_makes_up_a_root_is_opaque() -> None:
    for number in NUMBERS:
        field = ModularArithmetic("point", loose=True)
        root(field, number)
        assert field.opaque


@pytest.mark.parametrize("number", NUMBERS, ids=str)
def test_at_a_random_point_the_square_of_a_root_is_the_number(number: Fraction) -> None:
    def run(field: ModularArithmetic) -> bool:
        return root(field, number) ** 2 == field.number(number)

    assert at_random_point("seed", run)


def test_all_roots_exist_at_once() -> None:
    def run(field: ModularArithmetic) -> list[bool]:
        return [root(field, number) ** 2 == field.number(number) for number in NUMBERS]

    assert all(at_random_point("seed", run))


def test_a_sum_of_numbers_is_a_number() -> None:
    """Its root needs another prime, not another point."""

    def run(field: ModularArithmetic) -> bool:
        sum_ = field.number(Fraction(121, 100)) + field.number(Fraction(4096, 10000))
        return field.call("sqrt", sum_) ** 2 == sum_

    assert at_random_point("seed", run)


def test_the_sine_of_an_arc_tangent_of_numbers_is_a_quotient() -> None:
    def run(field: ModularArithmetic) -> bool:
        y, x = field.number(Fraction(16, 25)), field.number(Fraction(11, 10))
        angle = field.call("atan2", y, x)
        h = field.call("sqrt", x * x + y * y)
        return field.call("sin", angle) * h == y and field.call("cos", angle) * h == x

    assert at_random_point("seed", run)


def test_a_division_by_zero_everywhere_is_said() -> None:
    with pytest.raises(ZeroDivisor):
        at_random_point("seed", lambda field: field.number(1) / field.number(0))


@pytest.mark.parametrize("number", [*NUMBERS, Fraction(11)], ids=str)
def test_a_root_does_not_hide_a_division_by_zero(number: Fraction) -> None:
    with pytest.raises(ZeroDivisor):
        at_random_point("seed", lambda f: f.number(1) / (root(f, number) ** 2 - f.number(number)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sqrt(7)*sqrt(7) - 7", True),
        ("(sqrt(7) + 1)*(sqrt(7) - 1) - 6", True),
        ("(sqrt(11) + sqrt(7))*(sqrt(11) - sqrt(7)) - 4", True),
        ("sqrt(7) - 2", False),
        ("sqrt(7) + sqrt(7)", False),
        ("sqrt(7)*sqrt(11) - 8", False),
    ],
)
def test_roots_of_numbers_in_decisions(text: str, expected: bool) -> None:
    assert is_zero(parse(text)) is expected


@pytest.mark.parametrize("function", ["sign", "abs"])
def test_the_sign_of_a_multiple(function: str) -> None:
    field = ModularArithmetic("point")
    x = field.symbol("x")
    plain = field.call(function, x)
    scale = 3 if function == "abs" else 1
    assert field.call(function, 3 * x) == scale * plain
    assert field.call(function, -3 * x) == (scale if function == "abs" else -scale) * plain
    assert not field.opaque
    field.call(function, x * field.symbol("y"))
    assert field.opaque
