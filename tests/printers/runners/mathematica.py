"""Mathematica: run by the mathics command, one process for all cases of a session."""

from __future__ import annotations

import atexit
import re
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import external
from printers.toolchain import Array, Case, folders, shaped, tool, write
from symoro.printers.dialect import nested_list
from symoro.printers.document import Document

OPTIONS = ("--quiet", "--no-readline", "--colors", "NoColor")
MISSING = (
    "Unprotect[LinearSolve];"
    "LinearSolve[a_, b_?MatrixQ] := Thread[LinearSolve[a, #] & /@ Thread[b]];"
    "Protect[LinearSolve];"
)
"""What Mathematica has and Mathics has not: several right-hand sides of one linear system."""

_END = "all done"
_PROMPT = re.compile(r"(?:In\[\d+\]:= ?)+")
_NUMBERS = re.compile(r"[-\d.*^{}, ]*")


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Get each case's package and call its functions."""
    commands = [line for case, own in folders(cases, folder) for line in commands_of(case, own)]
    script = folder / "cases.wl"
    script.write_text("\n".join([*commands, ""]), encoding="utf-8")
    lines = said(f'Get["{script}"];').splitlines()
    assert len(lines) == len(cases), "\n".join(lines)
    for line in lines:
        assert _NUMBERS.fullmatch(line), line
    return [
        shaped(case.document.program, _numbers(line))
        for case, line in zip(cases, lines, strict=True)
    ]


def commands_of(case: Case, folder: Path) -> list[str]:
    """What runs a case, with its numbers, and prints all results on a line."""
    document = case.document
    names = functions(document)
    lines = [f'Get["{write(document, "mathematica", folder)[0]}"];']
    pairs = ", ".join(f'"{name}" -> {_text(x)}' for name, x in case.parameters.items())
    arrays = {
        name: nested_list(array.shape, [_text(float(x)) for x in array.ravel()], "{}")
        for name, array in case.arrays.items()
    }
    for part, name in zip(document.parts, names, strict=True):
        given = [arrays.get(array, "found") for array, _ in part.arrays]
        given += [f"<|{pairs}|>"] if part.parameters else []
        lines.append(f"found = {name}[{', '.join(given)}];")
    lines.append("Print[ToString[N[Flatten[{found}]], InputForm]];")
    return [*lines, '$ContextPath = {"System`", "Global`"};']


def functions(document: Document) -> list[str]:
    """What the functions of a document are called."""
    names = (part.name.split("_") for part in document.parts)
    return [first + "".join(map(str.capitalize, others)) for first, *others in names]


def said(command: str) -> str:
    """What Mathics prints at a command, without empty lines."""
    process = _mathics()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f'{command}\nPrint["{_END}"];\n')
    process.stdin.flush()
    lines: list[str] = []
    while not lines or not lines[-1].endswith(f"{_END}\n"):
        lines.append(process.stdout.readline())
        assert lines[-1], "".join(lines)  # it is still there
    printed = (_PROMPT.sub("", line) for line in lines[:-1])
    return "".join(line for line in printed if line.strip())


@cache
def _mathics() -> external.Process:
    """The process, which takes some seconds to start; it ends with this one."""
    process = external.start([mathics(), *OPTIONS], merged=True)
    atexit.register(process.communicate)
    assert process.stdin is not None
    process.stdin.write(f"{MISSING}\n")
    return process


def mathics() -> str:
    """The command, which stands beside Python's."""
    own = Path(sys.executable).with_name("mathics")
    return str(own) if own.exists() else tool("mathics")


def _text(value: float) -> str:
    return repr(float(value)).replace("e", "*^")


def _numbers(line: str) -> list[float]:
    return [float(text.replace("*^", "e")) for text in line.strip("{}").split(", ") if text]
