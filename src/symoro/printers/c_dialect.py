"""Expressions of C, in double and in single precision, and the words that are taken there."""

from __future__ import annotations

import re
from ctypes import c_float
from dataclasses import replace
from fractions import Fraction
from math import isinf

from symoro.errors import UsageError
from symoro.expressions import double
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, double_text, power_product

_KEYWORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int
long register restrict return short signed sizeof static struct switch typedef union unsigned void
volatile while _Bool _Complex _Imaginary asm fortran main linux unix i386 errno
sin cos sqrt atan2 exp log tanh asin acos fabs sign linear_solve sines_cosines offsetof
NULL NAN INFINITY HUGE_VAL HUGE_VALF HUGE_VALL MATH_ERRNO MATH_ERREXCEPT math_errhandling FP_NAN
FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL FP_FAST_FMA FP_FAST_FMAF FP_FAST_FMAL FP_ILOGB0
FP_ILOGBNAN fpclassify isfinite isinf isnan isnormal signbit isgreater isgreaterequal isless
islessequal islessgreater isunordered
M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2
MAXFLOAT HUGE DOMAIN SING OVERFLOW UNDERFLOW PLOSS TLOSS X_TLOSS signgam
EOF BUFSIZ FILENAME_MAX FOPEN_MAX L_tmpnam SEEK_CUR SEEK_END SEEK_SET TMP_MAX stdin stdout stderr
"""

_LATER_KEYWORDS = """
alignas alignof and and_eq bitand bitor bool catch char8_t char16_t char32_t class co_await
co_return co_yield compl concept const_cast consteval constexpr constinit decltype delete
dynamic_cast explicit export false friend mutable namespace new noexcept not not_eq nullptr operator
or or_eq private protected public reinterpret_cast requires static_assert static_cast template this
thread_local throw true try typeid typename typeof typeof_unqual using virtual wchar_t xor xor_eq
"""  # of C23 and of C++, which may include the headers

DIALECT = Dialect(
    number=double_text,
    power=power_product,
    power_is_product=True,
    functions={**FUNCTION_NAMES, "abs": "fabs"},
    pi="3.141592653589793",
    reserved=frozenset((_KEYWORDS + _LATER_KEYWORDS).split()),
)


def single(value: Fraction) -> float:
    """Return the nearest number of single precision.

    Raises:
        UsageError: if there is none near: it would be infinite, or zero where this one is not.
    """
    number = double(value)
    nearest = c_float(number).value
    if isinf(nearest) or (value and not nearest):
        raise UsageError(f"a number ({number}) beyond the range of single precision")
    return nearest


def single_text(value: Fraction) -> str:
    """A number as a literal of single precision: the nearest float, shortest form."""
    wanted = single(value)
    texts = (repr(float(f"{wanted:.{digits}g}")) for digits in range(1, 10))  # 9 always suffice
    return next(text for text in texts if c_float(float(text)).value == wanted) + "f"


_SINGLE_FUNCTIONS = {
    **{name: f"{name}f" for name in FUNCTION_NAMES},
    **{"sign": "signf", "abs": "fabsf"},
}

SINGLE_SOLVER = "linear_solvef"

SINGLE = replace(
    DIALECT,
    number=single_text,
    functions=_SINGLE_FUNCTIONS,
    pi="3.1415927f",
    reserved=DIALECT.reserved.union(_SINGLE_FUNCTIONS.values(), [SINGLE_SOLVER]),
)

PREFIXES = re.compile("_[_A-Z]|SYMORO_")  # the implementation's own, and the helpers' guards
