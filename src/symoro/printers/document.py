"""The document that a printer prints: finished programs, and the contents of a header."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from textwrap import wrap
from typing import Self

from symoro.expressions.reading_order import ReadingOrder
from symoro.ir.program import Program
from symoro.passes.count import Operations
from symoro.printers.guard import Guard
from symoro.printers.spellings import (
    MATHEMATICA,
    OWN,
    SOLVED_LOOPS,
    require_spelling,
    spell_kind,
    spell_suffix,
)
from symoro.printers.tables import robot_tables, table
from symoro.request import Request
from symoro.robot import Robot
from symoro.robot.joint_order import joint_table
from symoro.wording import plain_text

_WIDTH = 90
_JOINED = "\xa0"  # a space at which no line is broken


@dataclass(frozen=True)
class Document:
    """A model ready to print.

    Attributes:
        robot: whose tables stand in the header; None for a program that was read from a listing.
        program: the whole model.
        parts: the functions that are printed: the program itself, or its step behind the part that
            prepares its constants, if it has any.
        joints: the joints whose positions, velocities and accelerations are the arguments.
        stem: the common part of file names, such as ``rx90``.
        extension: SYMORO+'s file extension, such as ``dyn``.
        nonzero: the parameters that must not be zero.
        guards: values of parameters that must not be zero either.
        level: of optimisation; empty for a text that no pass made.
        operations: how many a call takes; None for a text that is only read.
        meanings: of each output, in words.
        own: the meanings of the arguments that only this model has.
        certificate: the verification in words, a line each; empty if there was none.
        warnings: probable mistakes in the robot's tables.
        labels: the names of the values of an output's last index, by output, where it has names.
        single: True for single precision, in a language whose text decides it.
        order: that of terms and factors in a formula to be read; None for that of the trace.
        names: the spelling of file names.
    """

    robot: Robot | None
    program: Program
    parts: tuple[Program, ...]
    joints: tuple[int, ...]
    title: str
    stem: str
    extension: str
    level: str
    operations: Operations | None
    meanings: dict[str, str]
    certificate: tuple[str, ...]
    notes: tuple[str, ...]
    relations: tuple[str, ...]
    version: str
    own: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    nonzero: tuple[str, ...] = ()
    guards: tuple[Guard, ...] = ()
    options: str = ""
    single: bool = False
    warnings: tuple[str, ...] = ()
    order: ReadingOrder | None = None
    names: str = OWN

    def __post_init__(self) -> None:
        require_spelling(self.names)

    def __repr__(self) -> str:
        return f"<Document {self.stem}.{self.extension}: {self.program.name} at {self.level}>"

    @property
    def family(self) -> str:
        """The programs that share a type of parameters: those of a robot, or one that was read."""
        return self.stem if self.robot is not None else self.program.name

    @property
    def listing_file(self) -> str:
        """The name of the listing, such as ``rx90.dyn``."""
        stem, kind = self._name_parts()
        return f"{stem}.{kind}"

    @property
    def code_stem(self) -> str:
        """The names of files of code without their suffix, such as ``rx90_dyn``."""
        return "_".join(self._name_parts())

    def file_of(self, suffix: str) -> str:
        """The name of the main file of code in a language, by the suffix of its files."""
        stem, kind = self._name_parts()
        suffix = spell_suffix(suffix, self.names)
        if suffix == ".mh" and kind in MATHEMATICA:
            return f"{stem}.{MATHEMATICA[kind]}"
        return f"{self.code_stem}{suffix}"

    def _name_parts(self) -> tuple[str, str]:
        """The part before the extension, and the extension, in the spelling that is asked for."""
        if self.names == OWN:
            return self.stem, self.extension
        kind, line, options = self.extension.partition("_")
        solved, outputs, solution = SOLVED_LOOPS
        if kind == solved and tuple(each.name for each in self.program.outputs) == outputs:
            kind = solution
        return f"{self.stem}{line}{options}", spell_kind(kind, self.names)

    @property
    def two_part(self) -> bool:
        """True if constants are prepared apart from the equations of each call."""
        return self.parts[-1] is not self.program

    @property
    def prepare(self) -> Program | None:
        """The part that constant parameters determine, if there is one."""
        return self.parts[0] if len(self.parts) == 2 else None

    @property
    def constants(self) -> tuple[str, int] | None:
        """The name and size of the array between the two parts, if there are two."""
        if self.prepare is None:
            return None
        (output,) = self.prepare.outputs
        return output.name, len(output.elements)

    def rename(self, name: str) -> Self:
        """Return the document with the program and its parts under another name."""
        program, old = replace(self.program, name=name), self.program.name
        parts = (replace(each, name=name + each.name.removeprefix(old)) for each in self.parts)
        return replace(self, program=program, parts=tuple(parts) if self.two_part else (program,))

    @property
    def single_variant(self) -> Document:
        """The same in single precision, under names of its own: both may be in one program."""
        stem = f"{self.stem}_single"
        renamed = self.rename(f"{stem}{self.program.name.removeprefix(self.stem)}")
        return replace(renamed, stem=stem, single=True)

    def header(self, file: str) -> list[str]:
        """The lines that come first in every file, without comment signs."""
        count, joints = self.operations, self._joint_lines()
        robot = "" if self.robot is None else plain_text(self.robot.name)
        request = Request(robot, plain_text(self.options), self.level)
        lines = [f"File {file}", request.title_line(plain_text(self.title)), ""]
        if self.robot is not None:
            lines += [*robot_tables(self.robot), *joints, ""]
        lines += request.lines(self.version)
        if count is not None:
            lines.append("Number of operations : " + operation_text(count))
        if count is not None and count.online is not None and count.offline is not None:
            lines.append(f"  online  : {operation_text(count.online)}")
            lines.append(f"  offline : {operation_text(count.offline)}")
        lines += self.certificate or ("Not verified: verification was declined.",)
        if self.single:
            lines.append("Numbers here are of single precision; what was verified is of double.")
        lines += [f"Warning: {plain_text(warning)}" for warning in self.warnings]
        lines += [f"Assumed: {name} is not zero" for name in self.nonzero]
        lines += [f"Required: {guard} is not zero" for guard in self.guards]
        lines += [f"Note: {plain_text(note)}" for note in self.notes]
        if self.relations:
            lines += [
                "Base parameters:",
                *(f"  {plain_text(relation)}" for relation in self.relations),
            ]
        return lines + self.column_lines()

    def _joint_lines(self) -> list[str]:
        """The joints in the order of the vectors, where they have names."""
        if self.robot is None or not any(frame.name for frame in self.robot.frames):
            return []
        rows = joint_table(self.robot, self.joints)
        cells = [[*row.values()] for row in rows]
        return ["Joints in the order of vectors", *table([*rows[0]], cells)] if rows else []

    def column_lines(self) -> list[str]:
        """The names of the columns of outputs, on as many lines as they take."""
        lines: list[str] = []
        cubes = {output.name for output in self.program.outputs if len(output.shape) > 2}
        for name, labels in self.labels.items():
            places = [f"{k}{_JOINED}{plain_text(each)}" for k, each in enumerate(labels, start=1)]
            what = "Last index" if name in cubes else "Columns"
            text = f"{what} of {name}: {', '.join(places) or 'none'}"
            folded = wrap(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
            lines += [line.replace(_JOINED, " ") for line in folded]
        return lines

    def describe_arguments(
        self, part: Program, names: Mapping[str, str] | None = None, p: str | None = "p"
    ) -> list[str]:
        """The meanings of the arguments and outputs of a part, a line each.

        Args:
            part: one of the document's.
            names: the names of arrays and functions in the text, where they are others.
            p: the argument of the parameters; None in a text that has no such argument.
        """
        described = self.argument_meanings
        meanings = dict(self.meanings)
        called = names or {}
        if self.constants is not None:
            name = self.constants[0]
            prepare, step = (called.get(each.name, each.name) for each in self.parts)
            described[name] = f"the constants that {prepare} found"
            meanings[name] = f"the constants that {step} needs"
        lines = [f"{called.get(name, name)}: {described[name]}" for name, _ in part.arrays]
        if p is not None and part.parameters:
            lines.append(f"{p}: the robot's constant parameters, by symbol")
        return lines + [f"{called.get(o.name, o.name)}: {meanings[o.name]}" for o in part.outputs]

    @property
    def argument_meanings(self) -> dict[str, str]:
        """The meanings of the arrays that a model may take, by name."""
        return {
            "q": self._positions(),
            "QP": "their velocities",
            "QDP": "their accelerations",
            "GAM": "their torques or forces",
            "FE": "wrench that each link exerts on its environment: FX FY FZ CX CY CZ a link",
            "W0": "angular velocity of the base",
            "WP0": "angular acceleration of the base",
            "V0": "velocity of the origin of the base",
            "VP0": "acceleration of the origin of the base",
            "R0": "rotation of the base: frame 0 in the world frame, row by row",
            "P0": "position of the origin of the base, in the world frame",
            "FE0": "wrench that link 0 exerts on its environment: FX FY FZ CX CY CZ",
            **self.own,
        }

    def _positions(self) -> str:
        """The meaning of ``q``: the joints, in order."""
        if self.robot is None:
            return "positions of the joints"
        if self.joints != (joints := self.robot.moving_joints):
            if sorted(self.joints) == [*joints]:
                return "positions of the joints that move, in the order of the table of joints"
            return f"positions of the active joints {', '.join(map(str, self.joints))}"
        cut = [str(k) for k, _ in self.robot.loops() if k in self.joints]
        last = f"; cut joints come last: {', '.join(cut)}" if cut else ""
        return f"positions of the joints that move, in frame order{last}"


def operation_text(count: Operations) -> str:
    """The counts as SYMORO+ prints them, functions and linear systems added."""
    text = f"{count.add} '+' or '-', {count.mul} '*' or '/', {count.trig} sin or cos"
    return text + count.other_operations
