"""The functions of Rust, and the file that all models of a robot share."""

from __future__ import annotations

import re
from fractions import Fraction
from textwrap import TextWrapper

from symoro.ir.program import Program, Solve
from symoro.printers.dialect import (
    FUNCTION_NAMES,
    Dialect,
    call_parentheses,
    double_text,
    nested_list,
    power_product,
)
from symoro.printers.document import Document
from symoro.printers.writer import Index, Syntax, Writer, brackets_from_zero, split_in_thousands
from symoro.wording import plain_text

_WIDTH = 100
_RESERVED = """
as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop
match mod move mut pub ref return self Self static struct super trait true type unsafe use where
while abstract become box do final macro override priv try typeof unsized virtual yield
Err None Ok Scalar Some T _ linear_solve sign
"""

_SIGN = """fn sign<T: Scalar>(x: T) -> T {
    let zero = T::from_f64(0.0);
    if x > zero {
        T::from_f64(1.0)
    } else if x < zero {
        T::from_f64(-1.0)
    } else {
        zero
    }
}"""

_SOLVE = """/// Replaces B by X in rows of `[A | B]`, where A X = B; not finite if A is singular.
fn linear_solve<T: Scalar, const N: usize, const W: usize>(rows: &mut [[T; W]; N]) {
    for c in 0..N {
        let mut best = c;
        for r in c + 1..N {
            if rows[r][c].abs() > rows[best][c].abs() {
                best = r;
            }
        }
        rows.swap(c, best);
        for r in c + 1..N {
            let factor = rows[r][c] / rows[c][c];
            for k in c + 1..W {
                rows[r][k] = rows[r][k] - factor * rows[c][k];
            }
        }
    }
    for r in (0..N).rev() {
        for k in N..W {
            for c in r + 1..N {
                rows[r][k] = rows[r][k] - rows[r][c] * rows[c][k];
            }
            rows[r][k] = rows[r][k] / rows[r][r];
        }
    }
}"""

_SHARED = """#![allow(clippy::all, dead_code, non_snake_case)]

use std::ops::{Add, Div, Mul, Neg, Sub};

/// What the models compute with. Dual numbers, for derivatives, need no more than this.
pub trait Scalar:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    fn from_f64(x: f64) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tan(self) -> Self;
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn tanh(self) -> Self;
    fn asin(self) -> Self;
    fn acos(self) -> Self;
    /// The angle of the direction (x, y), where y is `self`.
    fn atan2(self, x: Self) -> Self;
}

macro_rules! scalar {
    ($float:ty) => {
        impl Scalar for $float {
            fn from_f64(x: f64) -> Self {
                x as $float
            }
            fn sin(self) -> Self {
                <$float>::sin(self)
            }
            fn cos(self) -> Self {
                <$float>::cos(self)
            }
            fn tan(self) -> Self {
                <$float>::tan(self)
            }
            fn sqrt(self) -> Self {
                <$float>::sqrt(self)
            }
            fn abs(self) -> Self {
                <$float>::abs(self)
            }
            fn exp(self) -> Self {
                <$float>::exp(self)
            }
            fn ln(self) -> Self {
                <$float>::ln(self)
            }
            fn tanh(self) -> Self {
                <$float>::tanh(self)
            }
            fn asin(self) -> Self {
                <$float>::asin(self)
            }
            fn acos(self) -> Self {
                <$float>::acos(self)
            }
            fn atan2(self, x: Self) -> Self {
                <$float>::atan2(self, x)
            }
        }
    };
}

scalar!(f32);
scalar!(f64);"""

_ATOM = re.compile(r"\w+")


def _number(value: Fraction) -> str:
    return f"T::from_f64({double_text(value)})"


def _call(function: str, arguments: list[str]) -> str:
    """Methods of the first argument, but for our own function."""
    if function == "sign":
        return call_parentheses(function, arguments)
    first, *others = arguments
    receiver = first if _ATOM.fullmatch(first) else f"({first})"
    return f"{receiver}.{call_parentheses(function, others)}"


def break_line(line: str, width: int = _WIDTH, more: str = "    ") -> list[str]:
    """Return the pieces of a line that is too long to read, with more before all but the first."""
    if len(line) <= width or line.lstrip().startswith("//"):
        return [line]
    margin = line[: len(line) - len(line.lstrip())] + more
    filled = TextWrapper(
        width, subsequent_indent=margin, break_long_words=False, break_on_hyphens=False
    )
    return filled.wrap(line)


SYNTAX = Syntax(
    dialect=Dialect(
        number=_number,
        power=power_product,
        power_is_product=True,
        functions=FUNCTION_NAMES | {"log": "ln"},
        call=_call,
        pi="T::from_f64(std::f64::consts::PI)",
        reserved=frozenset(_RESERVED.split()),
    ),
    suffix=".rs",
    comment=("// ", ""),
    let="let {name} = {value};",
    parameter="{p}.{field}",
    element=brackets_from_zero,
    helpers={"sign": _SIGN, "solve": _SOLVE},
    system="rows",
    break_line=break_line,
    split_sum=split_in_thousands,
)


def array_type(shape: Index, scalar: str) -> str:
    """The type of an array: arrays of arrays."""
    text = scalar
    for extent in reversed(shape):
        text = f"[{text}; {extent}]"
    return text


def surround_lines(before: str, lines: list[str], behind: str) -> list[str]:
    """Put something before the first line and behind the last."""
    *others, last = [f"{before}{lines[0]}", *lines[1:]]
    return [*others, f"{last}{behind}"]


def array_lines(shape: Index, texts: list[str], width: int = _WIDTH - 4) -> list[str]:
    """An array of arrays on one line, or on as many as it takes."""
    line = nested_list(shape, texts)
    if len(line) <= width or not shape or not texts:
        return [line]
    if len(shape) == 1:
        inner = break_line(f"{', '.join(texts)},", width - 4, "")
    else:
        size = len(texts) // shape[0]
        inner = []
        for k in range(shape[0]):
            row = array_lines(shape[1:], texts[k * size : (k + 1) * size], width - 4)
            inner += surround_lines("", row, ",")
    return ["[", *(f"    {each}" for each in inner), "]"]


class RustWriter(Writer):
    """The functions.

    Attributes:
        shared: the module of the parameters and of the trait of numbers.
        struct: the type of the parameters.
    """

    syntax = SYNTAX

    def __init__(self, document: Document) -> None:
        self.shared = f"{document.family}_parameters"
        self.struct = "".join(word.capitalize() for word in self.shared.split("_"))
        super().__init__(document)

    def files(self) -> dict[str, str]:
        """Return the functions, and the parameters with the trait of numbers."""
        return super().files() | {f"{self.shared}.rs": self._parameter_file()}

    def _parameter_file(self) -> str:
        stem, names = self.document.family, self.names
        what = "The constant parameters and the numbers" if names.parameters else "The numbers"
        lines = [*self.comments([f"{what} of {stem}, for all its models."]), *_SHARED.splitlines()]
        if names.parameters:
            lines += ["", f"/// The constant parameters of {stem}, by symbol."]
            lines += ["#[derive(Clone, Copy, Debug)]", f"pub struct {self.struct}<T> {{"]
            lines += [*(f"    pub {names.field(name)}: T," for name in names.parameters), "}"]
        return "\n".join([*lines, ""])

    def prologue(self) -> list[str]:
        """The lints that are switched off, and the names that are used of the shared file."""
        unused = any(part.unread for part in self.document.parts)
        allowed = ["clippy::all", "non_snake_case", *(["unused_variables"] if unused else [])]
        used = [self.struct, "Scalar"] if self.document.parts[0].parameters else ["Scalar"]
        names = ", ".join(sorted(used))
        return [
            f"#![allow({', '.join(allowed)})]",
            "",
            f"use super::{self.shared}::{f'{{{names}}}' if len(used) > 1 else names};",
        ]

    def documentation(self, part: Program) -> list[str]:
        """The documentation: a title and a list."""
        lines = [f"{plain_text(self.document.title)}.", ""]
        for line in self.describe_arguments(part):
            name, _, meaning = line.partition(": ")
            lines.append(f"- `{name}`: {meaning}")
        if part is self.document.prepare:
            lines += ["", "An error names a parameter or inertia that must not be zero and is."]
        return [f"/// {line}".rstrip() for line in lines]

    def head(self, part: Program) -> list[str]:
        """The signature."""
        names = self.names
        arguments = [
            f"{names.array(name)}: &{array_type(shape, 'T')}" for name, shape in part.arrays
        ]
        arguments += [f"{names.p}: &{self.struct}<T>"] if part.parameters else []
        opening = f"pub fn {part.name}<T: Scalar>("
        ending = f") -> {self.return_type(part, 'T')} {{"
        line = f"{opening}{', '.join(arguments)}{ending}"
        if len(line) <= _WIDTH:
            return [line]
        return [opening, *(f"    {argument}," for argument in arguments), ending]

    def return_type(self, part: Program, scalar: str) -> str:
        """The type of the results of a part: one, or a tuple; a ``Result`` if it may refuse."""
        types = [array_type(output.shape, scalar) for output in part.outputs]
        text = types[0] if len(types) == 1 else f"({', '.join(types)})"
        return f"Result<{text}, &'static str>" if part is self.document.prepare else text

    def zero_check(self, part: Program, value: str, name: str) -> list[str]:
        """An early return."""
        return [f"if {value} == T::from_f64(0.0) {{", f'    return Err("{name}");', "}"]

    def solve(self, part: Program, solve: Solve) -> list[str]:
        """A call of the helper."""
        rows, n = self.systems[solve.names], solve.unknowns
        lines = [f"let mut {rows} = ["]
        lines += [f"    [{', '.join(self.values(part, (*a, *b)))}]," for a, b, _ in solve.rows]
        lines += ["];", f"linear_solve(&mut {rows});"]
        return [*lines, *self.unknowns(solve, lambda i, k: f"{rows}[{i}][{n + k}]")]

    def outputs(self, part: Program) -> list[str]:
        """The results; several are a tuple."""
        lines: list[str] = []
        for output in part.outputs:
            array = array_lines(output.shape, self.values(part, output.elements))
            lines += surround_lines("", array, "," if len(part.outputs) > 1 else "")
        if len(part.outputs) > 1:
            lines = ["(", *(f"    {line}" for line in lines), ")"]
        return surround_lines("Ok(", lines, ")") if part is self.document.prepare else lines

    def tail(self, part: Program) -> list[str]:
        """The end of the function."""
        return ["}"]
