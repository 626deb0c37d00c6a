"""Maple: run by giac in its Maple mode, one process for all cases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import external
from printers.toolchain import Array, Case, folders, shaped, tool, write
from symoro.printers.dialect import nested_list

MISSING = """
Matrix := proc(A) return A; end proc:
LinearAlgebra[LinearSolve] := proc(A, B) return inverse(A)*B; end proc:
signum := proc(x) return sign(x); end proc:
argument := proc(z) return arg(z); end proc:
sprintf := proc(f, x) return cat(" ", convert(x, string)); end proc:
writeline := proc(f, s) print(cat("", s)); end proc:
"""
"""What Maple has and giac has not, or calls otherwise."""

_FOUND = "found "
_NUMBERS = re.compile(r"[-\d.e\[\],]*")


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Read each case's file and call its procedures."""
    texts = [commands_of(case, own) for case, own in folders(cases, folder)]
    printed = said(texts, folder)
    lines = [line for line in printed.splitlines() if line.startswith(_FOUND)]
    assert len(lines) == len(cases), printed
    return [
        shaped(case.document.program, _numbers(line.removeprefix(_FOUND)))
        for case, line in zip(cases, lines, strict=True)
    ]


def said(texts: Sequence[str], folder: Path) -> str:
    """What giac prints when it reads texts, in Maple's mode and with the digits of a double.

    Each text is a file, since giac reads the whole of a file before it evaluates the first line.
    """
    names = [f"giac{k}.mpl" for k in range(len(texts) + 1)]
    for name, text in zip(names, [MISSING, *texts], strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    main = folder / "giac.mpl"
    main.write_text(
        "\n".join(["maple_mode(1);", "Digits := 17;", *(f'read("{each}");' for each in names), ""])
    )
    return external.run([tool("giac"), main], folder, merged=True, check=True).stdout


def commands_of(case: Case, folder: Path) -> str:
    """What runs a case, with its numbers, and prints all results on a line."""
    document = case.document
    lines = [f'read("{write(document, "maple", folder)[0]}"):']
    pairs = ", ".join(f'"{name}" = {x!r}' for name, x in case.parameters.items())
    arrays = {
        name: nested_list(array.shape, [repr(float(x)) for x in array.ravel()])
        for name, array in case.arrays.items()
    }
    for part in document.parts:
        given = [arrays.get(array, "constants") for array, _ in part.arrays]
        given += [f"table([{pairs}])"] if part.parameters else []
        call = f"{part.name}({', '.join(given)})"
        lines.append(f"constants := {call}:" if part is document.prepare else f"found := [{call}]:")
    return "\n".join([*lines, f'print(cat("{_FOUND}", convert(evalf(found), string))):', ""])


def _numbers(line: str) -> list[float]:
    """The numbers of nested lists; giac writes a zero below zero as ``0.-0``."""
    assert _NUMBERS.fullmatch(line), line
    return [float(text.replace("0.-", "-0.")) for text in re.findall(r"[^\[\],]+", line)]
