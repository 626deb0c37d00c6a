"""Mathematica: a package with functions of lists and of an association of parameters.

Numbers are exact. A name has ``$`` where others have ``_``, which is a pattern there; functions are
called like ``rx90IdmStep``. Variables are those of the package's private context, local by
``Block``. Statements stand between the comments Equations and Outputs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap

from symoro.ir.program import Output, Program, Solve
from symoro.printers.caller import Caller, rows_of
from symoro.printers.dialect import FUNCTION_NAMES, Dialect, nested_list
from symoro.printers.document import Document
from symoro.printers.listing import assignment
from symoro.printers.names import LocalNames
from symoro.printers.renaming import program_names
from symoro.printers.writer import Index, Indexing, Syntax, Writer

_RESERVED = frozenset("CDEIKNO") | {
    *("CDF", "GCD", "LCM", "PDF", "URL", "Factorial2", "Log10", "Log2", "arctan2"),
}
_WORD = re.compile(  # the form of Mathematica's own names: Sin, Plot3D, AppellF1
    r"(?=\w*[a-z])[A-Z][A-Za-z]+"
    r"(?:(?<=[A-Za-z]{4})(?:\dF\d|[23]D)\w*|(?<=[A-Za-z]{4}[EFGHSW])\d)?"
)

_ARCTAN2 = """(* The angle of the direction (x, y), and 0 if there is none. *)
arctan2[y_, x_] := If[TrueQ[x == 0 && y == 0], 0, ArcTan[x, y]];"""

_SHOW = """
number[x_] := StringReplace[ToString[N[x], InputForm], "*^" -> "e"];
show[name_, array_, columns_] := (
  Print[name];
  Do[Print[" ", StringRiffle[number /@ row, " "]], {row, Partition[Flatten[{array}], columns]}]
);
"""


def _call(function: str, arguments: list[str]) -> str:
    return f"{function}[{', '.join(arguments)}]"


def _with_dollars(name: str) -> str:
    return name.replace("_", "$")


def _camel_case(name: str) -> str:
    """A name of ours in a language without ``_``: ``rx90IdmStep``."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def files(document: Document) -> dict[str, str]:
    """Return a package with one function, or with two for two parts, and an example."""
    writer = _Mathematica(document)
    return writer.files() | _Caller(writer).files()


class _Names(LocalNames):
    """Names without ``_``, none of them a name of Mathematica's."""

    def __init__(
        self, document: Document, reserved: frozenset[str], prefixes: re.Pattern[str] | None
    ) -> None:
        names = program_names(document.program)
        words = {name for name in names if _WORD.fullmatch(name)}
        super().__init__(document, reserved | words, prefixes)
        for name in names:
            if "_" in self.of(name):
                self.mapped[name] = _with_dollars(self.of(name))

    def fresh(self, wanted: str) -> str:
        """As everywhere, without ``_``."""
        return _with_dollars(super().fresh(wanted))


class _Mathematica(Writer):
    syntax = Syntax(
        dialect=Dialect(
            functions={name: name.capitalize() for name in FUNCTION_NAMES}
            | {"asin": "ArcSin", "acos": "ArcCos", "atan2": "arctan2"},
            call=_call,
            number=str,  # a decimal would not be exact there
            divides_pi=True,
            reserved=_RESERVED,
        ),
        suffix=".wl",
        comment=("(* ", " *)"),
        indent="  ",
        let="{name} = {value};",
        element=Indexing("[[", ", ", "]]", 1),
        helpers={"atan2": _ARCTAN2},
        prefixes=re.compile("_"),
    )

    def own_names(self) -> frozenset[str]:
        return frozenset(_camel_case(part.name) for part in self.document.parts)

    def local_names(self, reserved: frozenset[str]) -> LocalNames:
        return _Names(self.document, reserved, self.syntax.prefixes)

    def describe_arguments(self, part: Program) -> list[str]:
        arrays = self.names.array_names(part, outputs=False)
        functions = {each.name: _camel_case(each.name) for each in self.document.parts}
        return self.document.describe_arguments(part, functions | arrays, self.names.p)

    def prologue(self) -> list[str]:
        lines = ["", f'BeginPackage["{_camel_case(self.stem)}`"];']
        for part in self.document.parts:
            results = [output.name for output in part.outputs]
            result = results[0] if len(results) == 1 else f"{{{', '.join(results)}}}"
            call = _call(_camel_case(part.name), self.names.arguments(part))
            lines.append(f'{_camel_case(part.name)}::usage = "{call} gives {result}.";')
        if self.document.prepare is not None and (self.document.nonzero or self.document.guards):
            text = '"`1` must not be zero."'
            lines.append(f"{_camel_case(self.document.prepare.name)}::zero = {text};")
        return [*lines, 'Begin["`Private`"];']

    def epilogue(self) -> list[str]:
        return ["", "End[];", "EndPackage[];"]

    def head(self, part: Program) -> list[str]:
        arguments = [f"{name}_" for name in self.names.arguments(part)]
        return [f"{_call(_camel_case(part.name), arguments)} := Block["]

    def declarations(self, part: Program) -> list[str]:
        lines = wrap(", ".join(self.variables(part)), 90, break_long_words=False)
        return ["{", *(f"  {line}" for line in lines), "},"]

    def zero_check(self, part: Program, value: str, name: str) -> list[str]:
        message = f"{_camel_case(part.name)}::zero"
        return [f'If[TrueQ[{value} == 0], Message[{message}, "{name}"]; Return[$Failed]];']

    def solve(self, part: Program, solve: Solve) -> list[str]:
        return [assignment(solve, self._expressions[part.name], " = ")]

    def outputs(self, part: Program) -> list[str]:
        results = [nested_list(o.shape, self.values(part, o.elements), "{}") for o in part.outputs]
        return [results[0] if len(results) == 1 else f"{{{', '.join(results)}}}"]

    def tail(self, part: Program) -> list[str]:
        return ["];"]


class _Caller(Caller[_Mathematica]):
    command = "wolframscript -file {main}\nmathics -f {main}"

    def prologue(self) -> list[str]:
        return ["", f'Get["{self.writer.file}"];', *_SHOW.splitlines(), ""]

    def parameters(self) -> list[str]:
        pairs = [f'"{name}" -> {_number(x)}' for name, x in self.numbers.parameters.items()]
        return ["p = <|", *(f"  {pair}," for pair in pairs[:-1]), f"  {pairs[-1]}", "|>;"]

    def declare_argument(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        return [f"{_with_dollars(name)} = {nested_list(shape, list(map(_number, numbers)), '{}')};"]

    def call(self, part: Program, arguments: list[str], results: list[str]) -> list[str]:
        names = list(map(_with_dollars, results))
        left = names[0] if len(names) == 1 else f"{{{', '.join(names)}}}"
        called = _call(_camel_case(part.name), list(map(_with_dollars, arguments)))
        failed = [f"If[{left} === $Failed, Exit[1]];"] if part is self.document.prepare else []
        return [f"{left} = {called};", *failed]

    def print_output(self, output: Output, name: str) -> list[str]:
        return [f'show["{output.name}", {_with_dollars(name)}, {rows_of(output)[1]}];']


def _number(value: float) -> str:
    return repr(value).replace("e", "*^")
