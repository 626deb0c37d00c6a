"""Rust: all cases in one program, compiled by rustc with warnings as errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from printers.toolchain import Array, Case, done, folders, shaped, tool, write
from printers.tree_cases import TreeCase, read_rows, write_tree
from symoro.ir.tree_rows import Rows
from symoro.printers.dialect import nested_list

OPTIONS = ("--edition", "2021", "-D", "warnings")
_FIELD = re.compile(r"pub (\w+): T,")
_STRUCT = re.compile(r"pub struct (\w+)<T>")
_numbers = count()


@dataclass(frozen=True)
class Type:
    """A type of numbers: how one is made of ``x``, what is shown of it, and what it needs.

    Attributes:
        text: what defines it.
        implementation: of the trait ``{scalar}``, once a case.
    """

    name: str = "f64"
    number: str = "{x}"
    shown: str = "self"
    text: str = ""
    implementation: str = ""


def run_all(
    cases: Sequence[Case], folder: Path, numbers: Type | None = None
) -> list[dict[str, Array]]:
    """Compile all cases, each in a module of its own, and read what they print, a line each."""
    kind = numbers or Type()
    lines = ["#![allow(non_snake_case)]", kind.text, _show(kind)]
    calls = []
    for case, own in folders(cases, folder):
        main, shared, _ = write(case.document, "rust", own)
        lines.append(f"mod {own.name} {{ pub mod {main.stem}; pub mod {shared.stem}; }}")
        scalar = f"{own.name}::{shared.stem}::Scalar"
        lines += [kind.implementation.replace("{scalar}", scalar)]
        lines += _function(case, own.name, main.stem, shared, kind)
        calls.append(f"    run_{own.name}();")
    source = folder / f"all{next(_numbers)}.rs"
    source.write_text("\n".join([*lines, "fn main() {", *calls, "}", ""]), encoding="utf-8")
    binary = source.with_suffix("")
    assert done(tool("rustc"), *OPTIONS, "-C", "debuginfo=0", "-o", binary, source) == ""
    said = done(binary).splitlines()
    return [
        shaped(case.document.program, list(map(float, line.split())))
        for case, line in zip(cases, said, strict=True)
    ]


def _show(kind: Type) -> str:
    return f"""trait Show {{ fn show(&self); }}
impl Show for {kind.name} {{ fn show(&self) {{ print!("{{:e}} ", {kind.shown}); }} }}
impl<S: Show, const N: usize> Show for [S; N] {{
    fn show(&self) {{ self.iter().for_each(S::show); }}
}}"""


def _function(case: Case, own: str, module: str, shared: Path, kind: Type) -> list[str]:
    """The function that calls a case and prints its outputs on a line."""
    document = case.document

    def number(value: float) -> str:
        return kind.number.format(x=repr(float(value)))

    lines = [f"fn run_{own}() {{"]
    if document.parts[0].parameters:
        text = shared.read_text(encoding="utf-8")
        struct = _STRUCT.findall(text)[0]
        given = zip(_FIELD.findall(text), case.parameters.values(), strict=True)
        fields = ", ".join(f"{field}: {number(value)}" for field, value in given)
        lines.append(f"    let p = {own}::{shared.stem}::{struct} {{ {fields} }};")
    for name, array in case.arrays.items():
        elements = [number(x) for x in array.ravel().tolist()]
        lines.append(f"    let given_{name} = {nested_list(array.shape, elements)};")
    for part in document.parts:
        names = [f"given_{name}" for name, _ in part.arrays] + (["p"] if part.parameters else [])
        call = f"{own}::{module}::{part.name}::<{kind.name}>({', '.join(f'&{n}' for n in names)})"
        if part is document.prepare:
            lines.append(f"    let given_{part.outputs[0].name} = {call}.unwrap();")
        else:
            found = ", ".join(f"found_{output.name}" for output in part.outputs)
            lines.append(f"    let {f'({found})' if ', ' in found else found} = {call};")
    lines += [f"    found_{output.name}.show();" for output in document.program.outputs]
    return [*lines, "    println!();", "}"]


def run_trees(cases: Sequence[TreeCase], folder: Path) -> list[list[Rows]]:
    """Compile the inverse geometric models of all cases at once, and read what they print."""
    lines, calls = ["#![allow(non_snake_case)]"], []
    for case, own in folders(cases, folder):
        main, shared = write_tree(case.document, "rust", own)
        lines.append(f"mod {own.name} {{ pub mod {main.stem}; pub mod {shared.stem}; }}")
        lines += _tree_function(case, own.name, main.stem, shared)
        calls.append(f"    run_{own.name}();")
    source = folder / f"trees{next(_numbers)}.rs"
    source.write_text("\n".join([*lines, "fn main() {", *calls, "}", ""]), encoding="utf-8")
    binary = source.with_suffix("")
    assert done(tool("rustc"), *OPTIONS, "-C", "debuginfo=0", "-o", binary, source) == ""
    return read_rows(cases, done(binary).split())


def _tree_function(case: TreeCase, own: str, module: str, shared: Path) -> list[str]:
    document, lines = case.document, [f"fn run_{own}() {{"]
    more = []
    if document.tree.parameters:
        text = shared.read_text(encoding="utf-8")
        given = zip(_FIELD.findall(text), case.all_parameters.values(), strict=True)
        fields = ", ".join(f"{field}: {value!r}" for field, value in given)
        lines.append(
            f"    let p = {own}::{shared.stem}::{_STRUCT.findall(text)[0]} {{ {fields} }};"
        )
        more = ["&p"]
    for arguments in case.arguments:
        texts = [nested_list(a.shape, [_special(x) for x in a.ravel().tolist()]) for a in arguments]
        call = ", ".join([*(f"&{text}" for text in texts), *more])
        lines += [
            f"    let found = {own}::{module}::{document.name}({call});",
            '    print!("{} {} ", found.count, found.status);',
            "    for i in 0..found.count {",
            '        for x in found.q[i] { print!("{x:e} "); }',
            '        print!("{} {} ", found.label[i], found.multiplicity[i]);',
            "    }",
        ]
    return [*lines, "}"]


def _special(value: float) -> str:
    return {"nan": "f64::NAN", "inf": "f64::INFINITY"}.get(repr(value), repr(value))
