"""The example of Rust: a program that prints, and a test against the interpreter's results."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, isfinite, log10

from symoro.errors import SymoroError
from symoro.expressions import FloatArithmetic
from symoro.ir import interpret
from symoro.ir.program import Output, Program
from symoro.printers.caller import Caller, rows_of
from symoro.printers.rust_functions import RustWriter, array_lines, surround_lines
from symoro.printers.writer import Index, flat_index

_DIGITS = 12  # of the largest number of an output: others depend on the system's sines

_SHOW = """
fn show(name: &str, columns: usize, numbers: &[f64]) {
    println!("{name}");
    for row in numbers.chunks(columns) {
        for x in row {
            print!(" {x:.14e}");
        }
        println!();
    }
}"""

_CHECK = """
#[cfg(test)]
fn check(found: &[f64], wanted: &[f64]) {
    let scale = wanted.iter().fold(1.0, |scale: f64, x| scale.max(x.abs()));
    assert_eq!(found.len(), wanted.len());
    for (x, y) in found.iter().zip(wanted) {
        assert!((x - y).abs() <= 1e-10 * scale, "{x} is not {y}");
    }
}"""


class RustCaller(Caller[RustWriter]):
    """A program, and a test of it."""

    command = "rustc --edition 2021 -O {main} && ./{stem}_main"
    indent = "    "

    def __init__(self, writer: RustWriter) -> None:
        super().__init__(writer)
        self.expected = self._interpreted_outputs()

    def usage_comment(self) -> list[str]:
        """The commands that run it and test it, and the reason if there is no test."""
        first, command, *rest = super().usage_comment()
        stem = self.writer.stem
        test = f"rustc --edition 2021 --test -o {stem}_test {self.file} && ./{stem}_test"
        lines = [first, command, "and test it with", f"    {test}"]
        if self.expected is None:
            lines = [first, command, "There is no test: the model has no value at these numbers."]
        return lines + rest

    def prologue(self) -> list[str]:
        """The modules, and the head of the function that finds the outputs."""
        writer = self.writer
        results = writer.return_type(self.document.parts[-1], "f64")
        return [
            "#![allow(clippy::all, non_snake_case)]",
            "",
            f"mod {writer.stem};",
            f"mod {writer.shared};",
            "",
            f"fn found() -> Result<{results}, &'static str> {{",
        ]

    def parameters(self) -> list[str]:
        """A struct."""
        writer = self.writer
        fields = (
            f"    {writer.names.field(name)}: {value!r},"
            for name, value in self.numbers.parameters.items()
        )
        return [f"let p = {writer.shared}::{writer.struct} {{", *fields, "};"]

    def declare_argument(self, name: str, shape: Index, numbers: Sequence[float]) -> list[str]:
        """Arrays of arrays."""
        return surround_lines(
            f"let {name} = ", array_lines(shape, list(map(repr, numbers)), 80), ";"
        )

    def call(self, part: Program, arguments: list[str], results: list[str]) -> list[str]:
        """A call that hands an error on, or the call whose results are returned."""
        references = ", ".join(f"&{name}" for name in arguments)
        scalar = "" if references else "::<f64>"
        call = f"{self.writer.stem}::{part.name}{scalar}({references})"
        return [f"let {results[0]} = {call}?;" if self.document.prepare is part else f"Ok({call})"]

    def print_output(self, output: Output, name: str) -> list[str]:
        """Nothing in that function: ``main`` prints."""
        return []

    def epilogue(self) -> list[str]:
        """The function that prints, the program, and its test."""
        outputs = self.document.program.outputs
        shown = [output for output in outputs if output.elements]
        lines = ["}", *(_SHOW.splitlines() if shown else []), "", "fn main() {"]
        names = [f"found_{o.name}" if o.elements else "_" for o in outputs]
        pattern = names[0] if len(names) == 1 else f"({', '.join(names)})"
        report = 'eprintln!("{name} must not be zero");'
        lines += [
            f"    let {pattern} = found().unwrap_or_else(|name| {{",
            f"        {report}",
            "        std::process::exit(1);",
            "    });",
        ]
        for output in shown:
            columns = rows_of(output)[1]
            lines.append(f'    show("{output.name}", {columns}, {_flat(output)});')
        lines.append("}")
        if self.expected is None:
            return lines
        lines += [*_CHECK.splitlines(), "", "#[test]", "fn finds_what_the_interpreter_found() {"]
        lines.append(f"    let {pattern} = found().unwrap();")
        for output in shown:
            numbers = list(map(repr, self.expected[output.name]))
            wanted = array_lines((len(numbers),), numbers, 60)
            check = surround_lines(f"check({_flat(output)}, &", wanted, ");")
            lines += [f"    {line}" for line in check]
        return [*lines, "}"]

    def _interpreted_outputs(self) -> dict[str, list[float]] | None:
        """The results of the interpreter, rounded; None if it refuses, or if one is not finite."""
        document, numbers = self.document, self.numbers
        if not any(output.elements for output in document.program.outputs):
            return None
        values = dict(numbers.parameters)
        shapes = dict(document.program.arrays)
        for item in document.program.used_inputs:
            if item.array is not None:
                place = flat_index(item.index, shapes[item.array])
                values[item.name] = numbers.arrays[item.array][place]
        if not all(values[name] for name in document.nonzero):
            return None
        try:
            results = interpret(document.program, values, FloatArithmetic())
        except (ArithmeticError, ValueError, SymoroError):
            return None
        if not all(isfinite(x) for each in results.values() for x in each):
            return None
        return {name: _round_numbers(each) for name, each in results.items()}


def _round_numbers(numbers: list[float]) -> list[float]:
    scale = max([1.0, *map(abs, numbers)])
    decimals = _DIGITS - 1 - floor(log10(scale))
    return [round(float(x), decimals) + 0.0 for x in numbers]  # no -0.0


def _flat(output: Output) -> str:
    """All elements of an output, row by row, as a slice."""
    name = f"found_{output.name}"
    if not output.shape:
        return f"&[{name}]"
    return f"&{name}{'.concat()' * (len(output.shape) - 1)}"
