"""C99: a function without globals or state, a parameter struct, two headers."""

from __future__ import annotations

import re
from math import prod

from symoro.ir.program import Program, Solve
from symoro.printers.dialect import (
    FUNCTION_NAMES,
    Dialect,
    ExpressionPrinter,
    double_text,
    power_product,
)
from symoro.printers.document import Document
from symoro.printers.renaming import free_name, map_lines, program_names, renamed

_KEYWORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int
long register restrict return short signed sizeof static struct switch typedef union unsigned void
volatile while _Bool _Complex _Imaginary asm fortran main linux unix i386 errno
sin cos sqrt atan2 fabs sign linear_solve NULL NAN INFINITY HUGE_VAL HUGE_VALF HUGE_VALL MATH_ERRNO
MATH_ERREXCEPT math_errhandling FP_NAN FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL FP_FAST_FMA
FP_FAST_FMAF FP_FAST_FMAL FP_ILOGB0 FP_ILOGBNAN fpclassify isfinite isinf isnan isnormal signbit
isgreater isgreaterequal isless islessequal islessgreater isunordered
M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2
MAXFLOAT
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

_PREFIXES = re.compile("_[_A-Z]")  # the implementation's own

_SIGN = """static double sign(double x)
{
    return (double)((x > 0.0) - (x < 0.0));
}
"""

_SOLVE = """/* Replace B by X in n rows of [A | B], where A X = B; not finite if A is singular. */
static void linear_solve(int n, int width, double *rows)
{
    for (int c = 0; c < n; c++) {
        double *pivot = rows + c * width;
        double *best = pivot;
        for (int r = c + 1; r < n; r++) {
            double *row = rows + r * width;
            if (fabs(row[c]) > fabs(best[c])) {
                best = row;
            }
        }
        for (int k = c; k < width; k++) {
            const double kept = pivot[k];
            pivot[k] = best[k];
            best[k] = kept;
        }
        for (int r = c + 1; r < n; r++) {
            double *row = rows + r * width;
            const double factor = row[c] / pivot[c];
            for (int k = c + 1; k < width; k++) {
                row[k] -= factor * pivot[k];
            }
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        double *row = rows + r * width;
        for (int k = n; k < width; k++) {
            for (int c = r + 1; c < n; c++) {
                row[k] -= row[c] * rows[c * width + k];
            }
            row[k] /= row[r];
        }
    }
}
"""


def files(document: Document) -> dict[str, str]:
    """Return the source, its header, and the header of the parameter struct."""
    return _Writer(document).files()


class _Writer:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.program: Program = document.program
        stem = document.stem
        self.source = f"{stem}_{document.extension}.c"
        self.header = f"{stem}_{document.extension}.h"
        self.shared = f"{stem}_parameters.h"
        self.struct = f"{stem}_parameters"
        self.guards = tuple(f"{name}_H".upper() for name in (self.program.name, self.struct))
        own = {self.program.name, self.struct, *self.guards}
        self.names = renamed(program_names(self.program), DIALECT.reserved | own, _PREFIXES)
        self.parameters = [i.name for i in self.program.inputs if i.array is None]
        # the struct is shared by all models of the robot: its fields depend on the robot alone
        prefix = f"{stem}_".upper()
        guards = {n for n in self.parameters if n.startswith(prefix) and n.endswith("_H")}
        self.fields = renamed(self.parameters, DIALECT.reserved | guards, _PREFIXES)
        self.expressions = ExpressionPrinter(self.program.graph, DIALECT, self.names)
        self.taken = {self.name(name) for name in program_names(self.program)}
        self.p = free_name("p", self.taken)
        self.taken.add(self.p)
        self.rows: dict[Solve, str] = {}
        for k, solve in enumerate(self.program.systems, start=1):
            self.rows[solve] = free_name(f"rows{k}", self.taken)
            self.taken.add(self.rows[solve])

    def name(self, original: str) -> str:
        return self.names.get(original, original)

    def argument(self, original: str) -> str:
        return free_name(original, self.taken)

    def files(self) -> dict[str, str]:
        texts = {self.source: self._source(), self.header: self._header()}
        if self.parameters:
            texts[self.shared] = self._shared()
        return texts

    def _comment(self, file: str) -> list[str]:
        lines = [*self.document.header(file), *map_lines(self.fields | self.names)]
        return ["/*", *(f" * {line}".rstrip() for line in lines), " */"]

    def _signature(self) -> str:
        arguments = [
            f"const double {self.argument(name)}[{prod(shape)}]"
            for name, shape in self.program.arrays
        ]
        if self.program.parameters:
            arguments.append(f"const {self.struct} *{self.p}")
        arguments += [
            f"double {self.argument(o.name)}[{prod(o.shape)}]"
            for o in self.program.outputs
            if o.elements  # C has no empty arrays
        ]
        opening = f"void {self.program.name}("
        return opening + (f",\n{' ' * len(opening)}".join(arguments) or "void") + ")"

    def _source(self) -> str:
        program = self.program
        lines = [
            *self._comment(self.source),
            f'#include "{self.header}"',
            "",
            "#include <math.h>",
            "",
        ]
        if program.calls("sign"):
            lines += [_SIGN]
        if program.systems:
            lines += [_SOLVE]
        lines += [self._signature(), "{"]
        lines += [f"    const double {name} = {where};" for name, where in self._inputs()]
        for statement in program.statements:
            if isinstance(statement, Solve):
                lines += self._solve(statement)
            else:
                value = self.expressions.text(statement.value)
                lines.append(f"    const double {self.name(statement.name)} = {value};")
        lines += [f"    (void){self.name(name)};" for name in self._unused()]
        for output in program.outputs:
            for k, edge in enumerate(output.elements):
                value = self.expressions.text(edge)
                lines.append(f"    {self.argument(output.name)}[{k}] = {value};")
        return "\n".join([*lines, "}", ""])

    def _solve(self, solve: Solve) -> list[str]:
        n, m, rows = solve.unknowns, solve.right_hand_sides, self.rows[solve]
        lines = [f"    double {rows}[{n * (n + m)}] = {{"]
        lines += [f"        {self.expressions.row((*a, *b))}," for a, b, _ in solve.rows]
        lines += ["    };", f"    linear_solve({n}, {n + m}, {rows});"]
        for i, (_, _, names) in enumerate(solve.rows):
            for k, name in enumerate(names):
                place = i * (n + m) + n + k
                lines.append(f"    const double {self.name(name)} = {rows}[{place}];")
        return lines

    def _inputs(self) -> list[tuple[str, str]]:
        shapes = dict(self.program.shapes)
        unpacked = []
        for item in self.program.read:
            own = self.name(item.name)
            if item.array is None:
                field = self.fields.get(item.name, item.name)
                unpacked.append((own, f"{self.p}->{field}"))
            else:
                place = 0
                for index, extent in zip(item.index, shapes[item.array], strict=True):
                    place = place * extent + index
                unpacked.append((own, f"{self.argument(item.array)}[{place}]"))
        return unpacked

    def _unused(self) -> list[str]:
        """Names that nothing reads: at level O0, and of unknowns beside others that are needed."""
        program = self.program
        read: set[int] = set()
        for statement in program.statements:
            read.update(program.graph.reachable(statement.uses, through_lets=False))
        read.update(abs(edge) for output in program.outputs for edge in output.elements)
        return [
            name
            for statement in program.statements
            for name, node in zip(statement.names, statement.nodes, strict=True)
            if node not in read
        ]

    def _header(self) -> str:
        guard = self.guards[0]
        lines = [f"/* {self.document.title}, see {self.source}. */"]
        lines += [f"#ifndef {guard}", f"#define {guard}", ""]
        if self.parameters:
            lines += [f'#include "{self.shared}"', ""]
        lines += ["#ifdef __cplusplus", 'extern "C" {', "#endif", ""]
        described = [*self.document.arguments(), *self.document.columns()]
        lines += ["/*", *(f" * {line}" for line in described), " */"]
        lines += [
            f"{self._signature()};",
            "",
            "#ifdef __cplusplus",
            "}",
            "#endif",
            "",
            "#endif",
            "",
        ]
        return "\n".join(lines)

    def _shared(self) -> str:
        guard = self.guards[1]
        lines = [f"/* The constant parameters of {self.document.stem}, for all its models. */"]
        lines += [f"#ifndef {guard}", f"#define {guard}", "", f"typedef struct {self.struct} {{"]
        lines += [f"    double {self.fields.get(name, name)};" for name in self.parameters]
        lines += [f"}} {self.struct};", "", "#endif", ""]
        return "\n".join(lines)
