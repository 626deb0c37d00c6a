"""MATLAB: run by Octave, all cases in one process."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from printers.toolchain import Array, Case, done, folders, tool, write
from printers.tree_cases import TreeCase, read_rows, write_tree
from symoro.ir import Program
from symoro.ir.tree_rows import Rows

SHOW = """warning("off", "Octave:shadowed-function");  # tests call a program system
function show(array)
  printf("%d ", size(array));
  printf("\\n");
  printf("%.17g ", permute(array, ndims(array):-1:1));
  printf("\\n");
end
"""


def run_all(cases: Sequence[Case], folder: Path) -> list[dict[str, Array]]:
    """Call each case once, after what prepares it."""
    return run_octave(cases, folder, _called, _outputs)


def run_octave(
    cases: Sequence[Case],
    folder: Path,
    called: Callable[[Case, Path], list[str]],
    read: Callable[[Program, Iterator[str]], dict[str, Array]],
) -> list[dict[str, Array]]:
    """Run the statements that call each case, and read what they show."""
    lines = []
    for case, own in folders(cases, folder):
        lines += [f"addpath('{own}');", *called(case, own), f"rmpath('{own}');"]
    shown = iter(octave([SHOW, *lines], folder).splitlines())
    return [read(case.document.program, shown) for case in cases]


def octave(lines: Sequence[str], folder: Path) -> str:
    """Run statements in a new process, and return what they print."""
    script = folder / f"run{sum(1 for _ in folder.iterdir())}.m"
    script.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return run_script(script)


def run_script(script: Path) -> str:
    """Run a script where it is, and return what it prints."""
    command = (tool("octave-cli"), "--norc", "--no-history")
    return done(*command, script, folder=script.parent)


def calls(case: Case, language: str, folder: Path, given: str, found: str) -> list[str]:
    """Print a case; return statements that call its functions, the parameters given before."""
    paths = write(case.document, language, folder)
    lines = parameter_lines(paths[0], case.parameters)
    *prepare, step = case.document.parts
    for part in prepare:
        lines.append(f"k = {paths[1].stem}({'p' if part.parameters else ''});")
    last = ["k"] if prepare else ["p"] if step.parameters else []
    return [*lines, f"{found} = {paths[0].stem}({', '.join([*given.split(), *last])});"]


def parameter_lines(path: Path, parameters: Mapping[str, float]) -> list[str]:
    """The struct of the parameters, by the names of fields that a file tells."""
    fields = dict(re.findall(r"(?m)^% Field (\w+) is written (\w+)$", path.read_text()))
    values = (f"p.{fields.get(name, name)} = {value!r};" for name, value in parameters.items())
    return ["p = struct();", *values]


def literal(array: Array) -> str:
    """A vector as a row, or a matrix."""
    rows = (", ".join(map(repr, row)) for row in np.atleast_2d(array).tolist())
    return f"[{'; '.join(rows)}]"


def numbers(shown: Iterator[str]) -> tuple[list[int], Array]:
    """The size of an array, and its elements row by row."""
    size, elements = (next(shown).split() for _ in range(2))
    return list(map(int, size)), np.array(list(map(float, elements)))


def _called(case: Case, folder: Path) -> list[str]:
    arrays, outputs = case.arrays, case.document.program.outputs
    given = " ".join(f"in_{name}" for name in arrays)
    found = ", ".join(f"out_{output.name}" for output in outputs)
    return [
        *(f"in_{name} = {literal(array)};" for name, array in arrays.items()),
        *calls(case, "matlab", folder, given, f"[{found}]"),
        *(f"show(out_{output.name});" for output in outputs),
    ]


def _outputs(program: Program, shown: Iterator[str]) -> dict[str, Array]:
    """The outputs, whose sizes must be those that a user of MATLAB expects."""
    found = {}
    for output in program.outputs:
        size, elements = numbers(shown)
        assert size == _size(output.shape)
        found[output.name] = elements.reshape(output.shape)
    return found


def _size(shape: tuple[int, ...]) -> list[int]:
    """A vector is a column; a third index that has one value is none."""
    size = [*shape, *[1] * (2 - len(shape))]
    return size[:2] if size[2:] == [1] else size


def run_trees(cases: Sequence[TreeCase], folder: Path) -> list[list[Rows]]:
    """Call the inverse geometric model of each case for each pose, in one process."""
    lines = []
    for case, own in folders(cases, folder):
        path = write_tree(case.document, "matlab", own)[0]
        name, p = path.stem, ["p"] if case.document.tree.parameters else []
        lines += [f"addpath('{own}');", *parameter_lines(path, case.all_parameters)]
        for arguments in case.arguments:
            given = ", ".join([*map(literal, arguments), *p])
            lines += [
                f"[q, label, multiplicity, status] = {name}({given});",
                "shown = [q, label, multiplicity].';",
                'printf("%d %d ", numel(label), status);',
                'printf("%.17g ", shown(:));',
            ]
        lines.append(f"rmpath('{own}');")
    return read_rows(cases, octave([SHOW, *lines], folder).split())
