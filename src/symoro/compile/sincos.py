"""Sine and cosine of one angle together, in LLVM's textual form, for doubles and vectors of them.

For abs(x) <= `BOUND` the angle is reduced by n = the integer next to 2 x / Pi,

    r + e = x - n P1 - n P2 - n P3,    Pi/2 = P1 + P2 + P3 up to 2^-141,

where P1 has 53 bits, so x - n P1 is exact with one rounding of the whole; P2 has 33 bits, so that
n P2 is exact; and e is the rounding error of r. With z = r^2,

    sin = r + (e + r z (S1 + S2 z + ... + S6 z^5)),
    cos = (1 - z/2) + (z^2 (C1 + C2 z + ... + C6 z^5) - r e + the rounding error of 1 - z/2).

Which of the two is the sine of x, and the signs, are the last two bits of n. The coefficients are
those of the polynomials whose largest error on abs(r) <= Pi/4 is least, found by Remez's exchange
in 60 digits: relative to sin for the first (2^-57.8), absolute for the second (2^-63.2); S1 and C1
were rounded to doubles first and the others fitted again. Together with the roundings, results
are wrong by less than `ERROR` units in the last place.

Beyond the bound, and for NaN and infinities, the system's own sin and cos are called. A
processor that has no fused multiplication and addition gets these everywhere.
"""

from __future__ import annotations

from symoro.compile.llvm_types import Type

BOUND = 2.0**20
"""The largest angle that is reduced here; n stays below 2^20."""

ERROR = 0.9
"""Units in the last place by which a sine or cosine may be wrong for angles up to the bound.

The last sum is wrong by 0.5. For the sine, where it is at least 1/2: e should be e cos(r), 0.15;
the roundings of z, r z and the polynomial, each 2^-53 of r^3/6, 0.2; the polynomial itself, 0.02.
For the cosine: the rounding of z in z/2, 0.25; those in z^2/24, 0.05; the polynomial, 0.01.
"""

TWO_OVER_PI = float.fromhex("0x1.45f306dc9c883p-1")
HALF_PI = tuple(
    map(float.fromhex, ("0x1.921fb54442d18p+0", "0x1.1a62633100000p-54", "0x1.1701b839a2520p-88"))
)
SIN = tuple(
    map(
        float.fromhex,
        (
            "-0x1.5555555555548p-3",
            "0x1.111111110f764p-7",
            "-0x1.a01a019bf3554p-13",
            "0x1.71de356036082p-19",
            "-0x1.ae5e557219f56p-26",
            "0x1.5d8e829b053c9p-33",
        ),
    )
)
COS = tuple(
    map(
        float.fromhex,
        (
            "0x1.5555555555555p-5",
            "-0x1.6c16c16c16315p-10",
            "0x1.a01a019e39c75p-16",
            "-0x1.27e4f90b1c8c0p-22",
            "0x1.1eea8cc51399bp-29",
            "-0x1.8ffc093921e45p-37",
        ),
    )
)
ROUND = 1.5 * 2.0**52
"""Added to a number, it leaves the integer next to it in the last bits."""


class SineCosine:
    """Writes sines and cosines of one type."""

    def __init__(self, kind: Type) -> None:
        self.kind = kind
        self.double, self.integer = kind.double, kind.integer

    def lines(self, x: str, name: str, after: str) -> tuple[list[str], str, str]:
        """Return the text for one angle, and the registers of its sine and cosine.

        ``name`` begins registers and labels, ``after`` labels the block that this stands in.
        """
        body = _Body(self.kind, name)
        sine, cosine = body.sine_cosine(x)
        size = body.call("fabs", x)
        near = body.emit(f"fcmp ole {self.double} {size}, {self.kind.constant(BOUND)}")
        if self.kind.width > 1:
            bits = f"i{self.kind.width}"
            packed = body.emit(f"bitcast {self.kind.boolean} {near} to {bits}")
            near = body.emit(f"icmp eq {bits} {packed}, -1")
        pair = f"{{ {self.double}, {self.double} }}"
        arguments = ", ".join(f"{self.double} {each}" for each in (x, sine, cosine))
        body.lines += [
            f"  br i1 {near}, label %{name}.end, label %{name}.far, !prof !0",
            f"{name}.far:",
            f"  %{name}.pair = call {pair} @far_{self.kind.suffix}({arguments})",
            f"  %{name}.fs = extractvalue {pair} %{name}.pair, 0",
            f"  %{name}.fc = extractvalue {pair} %{name}.pair, 1",
            f"  br label %{name}.end",
            f"{name}.end:",
            f"  %{name}.s = phi {self.double} [ {sine}, %{after} ], [ %{name}.fs, %{name}.far ]",
            f"  %{name}.c = phi {self.double} [ {cosine}, %{after} ], [ %{name}.fc, %{name}.far ]",
        ]
        return body.lines, f"%{name}.s", f"%{name}.c"

    def helper(self) -> str:
        """Return the function that replaces results of angles beyond the bound by the system's."""
        kind, double = self.kind, self.double
        body = _Body(kind, "v")
        values = {}
        for function in ("sin", "cos"):
            if kind.width == 1:
                values[function] = body.emit(f"call double @{function}(double %x)")
                continue
            whole = "poison"
            for lane in range(kind.width):
                one = body.emit(f"extractelement {double} %x, i32 {lane}")
                value = body.emit(f"call double @{function}(double {one})")
                whole = body.emit(f"insertelement {double} {whole}, double {value}, i32 {lane}")
            values[function] = whole
        size = body.call("fabs", "%x")
        near = body.emit(f"fcmp ole {double} {size}, {kind.constant(BOUND)}")
        pair, whole = f"{{ {double}, {double} }}", "poison"
        for place, (function, kept) in enumerate((("sin", "%s"), ("cos", "%c"))):
            chosen = body.emit(
                f"select {kind.boolean} {near}, {double} {kept}, {double} {values[function]}"
            )
            whole = body.emit(f"insertvalue {pair} {whole}, {double} {chosen}, {place}")
        arguments = f"{double} %x, {double} %s, {double} %c"
        return "\n".join(
            [
                f"define internal {pair} @far_{kind.suffix}({arguments}) noinline cold {{",
                *body.lines,
                f"  ret {pair} {whole}",
                "}",
            ]
        )


class _Body:
    """Lines of LLVM's text, each of which names a register."""

    def __init__(self, kind: Type, name: str) -> None:
        self.kind, self.name = kind, name
        self.lines: list[str] = []

    def emit(self, line: str) -> str:
        register = f"%{self.name}.{len(self.lines)}"
        self.lines.append(f"  {register} = {line}")
        return register

    def call(self, function: str, *arguments: str) -> str:
        double = self.kind.double
        listed = ", ".join(f"{double} {each}" for each in arguments)
        return self.emit(f"call {double} @llvm.{function}.{self.kind.suffix}({listed})")

    def two(self, operation: str, a: str, b: str) -> str:
        return self.emit(f"{operation} {self.kind.double} {a}, {b}")

    def less(self, a: str, number: float, c: str) -> str:
        """A register less another one times a number."""
        return self.call("fma", a, self.kind.constant(-number), c)

    def polynomial(self, coefficients: tuple[float, ...], z: str) -> str:
        value = self.kind.constant(coefficients[-1])
        for coefficient in reversed(coefficients[:-1]):
            value = self.call("fma", value, z, self.kind.constant(coefficient))
        return value

    def sine_cosine(self, x: str) -> tuple[str, str]:
        """The sine and cosine of an angle within the bound."""
        kind = self.kind
        one, magic = kind.constant(1.0), kind.constant(ROUND)
        rounded = self.call("fma", x, kind.constant(TWO_OVER_PI), magic)
        n = self.two("fsub", rounded, magic)
        first = self.less(n, HALF_PI[0], x)
        r = self.less(n, HALF_PI[1], first)
        e = self.less(n, HALF_PI[1], self.two("fsub", first, r))
        e = self.less(n, HALF_PI[2], e)
        z = self.two("fmul", r, r)
        p = self.polynomial(SIN, z)
        sine = self.two("fadd", r, self.call("fma", p, self.two("fmul", r, z), e))
        w = self.less(z, 0.5, one)
        left = self.less(z, 0.5, self.two("fsub", one, w))
        left = self.call("fma", self.emit(f"fneg {kind.double} {r}"), e, left)
        p = self.polynomial(COS, z)
        cosine = self.two("fadd", w, self.call("fma", p, self.two("fmul", z, z), left))
        return self._turn_by_quarters(rounded, sine, cosine)

    def _turn_by_quarters(self, rounded: str, sine: str, cosine: str) -> tuple[str, str]:
        """Exchange sine and cosine for odd quarter turns, and set the signs."""
        kind = self.kind
        integer, double = kind.integer, kind.double
        bits = self.emit(f"bitcast {double} {rounded} to {integer}")
        odd = self.emit(f"shl {integer} {bits}, {kind.integer_constant(63)}")
        zero = kind.integer_constant(0)
        exchanged = self.emit(f"icmp slt {integer} {odd}, {zero}")
        mask = kind.integer_constant(-(2**63))
        next_bits = self.emit(f"add {integer} {bits}, {kind.integer_constant(1)}")
        results = []
        for own, other, quarter in ((sine, cosine, bits), (cosine, sine, next_bits)):
            value = self.emit(
                f"select {kind.boolean} {exchanged}, {double} {other}, {double} {own}"
            )
            shifted = self.emit(f"shl {integer} {quarter}, {kind.integer_constant(62)}")
            sign = self.emit(f"and {integer} {shifted}, {mask}")
            plain = self.emit(f"bitcast {double} {value} to {integer}")
            signed = self.emit(f"xor {integer} {plain}, {sign}")
            results.append(self.emit(f"bitcast {integer} {signed} to {double}"))
        return results[0], results[1]
