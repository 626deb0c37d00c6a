"""Mathematica: functions of lists and of an association of parameters; exact numbers.

A name has ``$`` where others have ``_``, which is a pattern there; functions are called like
``rx90IdmStep``. Statements stand between the comments Equations and Outputs.
"""

from __future__ import annotations

import re
from textwrap import wrap

from symoro.ir.program import Program
from symoro.printers.dialect import Dialect, ExpressionPrinter, nested
from symoro.printers.document import Document
from symoro.printers.listing import assignment
from symoro.printers.names import LocalNames
from symoro.printers.renaming import map_lines, program_names

_PREFIXES = re.compile("_")
_RESERVED = frozenset("CDEIKNO") | {"arctan2"}
_WORD = re.compile(r"[A-Z][A-Za-z]*[a-z][A-Za-z]*")  # what Mathematica's own names look like

_ARCTAN2 = """(* The angle of the direction (x, y), and 0 if there is none. *)
arctan2[y_, x_] := If[TrueQ[x == 0 && y == 0], 0, ArcTan[x, y]];"""


def _call(function: str, arguments: list[str]) -> str:
    return f"{function}[{', '.join(arguments)}]"


DIALECT = Dialect(
    functions={
        **{name: name.capitalize() for name in ("sin", "cos", "sqrt", "sign", "abs")},
        "atan2": "arctan2",
    },
    call=_call,
    divides_pi=True,
    reserved=_RESERVED,
)


class _Names(LocalNames):
    """Names without ``_``, none of them a name of Mathematica's."""

    def __init__(self, document: Document) -> None:
        names = program_names(document.program)
        words = {name for name in names if _WORD.fullmatch(name)}
        super().__init__(document, DIALECT.reserved | words, _PREFIXES)
        for name in names:
            if "_" in self.of(name):
                self.mapped[name] = self.of(name).replace("_", "$")

    def fresh(self, wanted: str) -> str:
        """As everywhere, without ``_``."""
        return super().fresh(wanted).replace("_", "$")


def files(document: Document) -> dict[str, str]:
    """Return a package file with one function, or with two for two parts."""
    name = f"{document.stem}_{document.extension}.wl"
    names = _Names(document)
    said = [*document.header(name), *map_lines(names.mapped)]
    lines = [f"(* {line} *)" if line else "" for line in said]
    if document.program.calls("atan2"):
        lines += ["", _ARCTAN2]
    for part in document.parts:
        lines += ["", *_function(document, part, names)]
    return {name: "\n".join([*lines, ""])}


def _function_name(part: Program) -> str:
    """The name of a part in a language without ``_``: ``rx90IdmStep``."""
    first, *others = part.name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _function(document: Document, part: Program, names: _Names) -> list[str]:
    expressions = ExpressionPrinter(part.graph, DIALECT, names.mapped)
    function = _function_name(part)
    lines = [f"(* {line} *)" for line in document.arguments(part)]
    nonzero = document.nonzero if part is document.prepare else ()
    if nonzero:
        lines.append(f'{function}::zero = "The parameter `1` must not be zero.";')
    arguments = ", ".join(f"{name}_" for name in names.arguments(part))
    variables = [names.of(name) for name in (*(i.name for i in part.read), *part.assigned)]
    lines += [f"{function}[{arguments}] := Module[", "  {"]
    lines += [*(f"    {line}" for line in wrap(", ".join(variables), 90)), "  },"]
    lines += [
        f'  If[TrueQ[{names.p}["{name}"] == 0], Message[{function}::zero, "{name}"]; '
        "Return[$Failed, Module]];"
        for name in nonzero
    ]
    lines.append("  (* Inputs *)")
    for item in part.read:
        if item.array is None:
            where = f'{names.p}["{item.name}"]'
        else:
            places = ", ".join(str(k + 1) for k in item.index)
            where = f"{names.array(item.array)}[[{places}]]"
        lines.append(f"  {names.of(item.name)} = {where};")
    lines.append("  (* Equations *)")
    lines += [f"  {assignment(each, expressions, ' = ')}" for each in part.statements]
    lines.append("  (* Outputs *)")
    results = [
        nested(output.shape, [expressions.text(edge) for edge in output.elements], "{}")
        for output in part.outputs
    ]
    whole = results[0] if len(results) == 1 else "{" + ", ".join(results) + "}"
    return [*lines, f"  {whole}", "]"]
