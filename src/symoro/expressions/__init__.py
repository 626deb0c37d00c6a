"""Exact scalar expressions: the values in a robot's tables."""

from symoro.expressions.evaluate import (
    Arithmetic,
    FloatArithmetic,
    ScalarOf,
    Values,
    double,
    evaluate,
    float_values,
)
from symoro.expressions.expression import (
    ONE,
    PI,
    ZERO,
    Call,
    Constant,
    Expression,
    ExpressionLike,
    Number,
    Product,
    Sum,
    Symbol,
    call,
    expression,
    symbol,
)
from symoro.expressions.modular import ModularArithmetic, Residue
from symoro.expressions.names import is_identifier
from symoro.expressions.parse import parse
from symoro.expressions.text import text
from symoro.expressions.zero_test import is_zero

Expression.read, Expression.write = staticmethod(parse), staticmethod(text)

__all__ = [
    "ONE",
    "PI",
    "ZERO",
    "Arithmetic",
    "Call",
    "Constant",
    "Expression",
    "ExpressionLike",
    "FloatArithmetic",
    "ModularArithmetic",
    "Number",
    "Product",
    "Residue",
    "ScalarOf",
    "Sum",
    "Symbol",
    "Values",
    "call",
    "double",
    "evaluate",
    "float_values",
    "expression",
    "is_identifier",
    "is_zero",
    "parse",
    "symbol",
]
