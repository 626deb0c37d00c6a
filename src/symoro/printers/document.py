"""What a printer is given: a finished program and all that its header says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from textwrap import wrap

from symoro.formats import Request
from symoro.ir.program import Program
from symoro.passes.count import Operations
from symoro.passes.split import split
from symoro.printers.guard import Guard
from symoro.printers.tables import robot_tables
from symoro.robot import Robot

_WIDTH = 90
_JOINED = "\xa0"  # a space at which no line is broken


@dataclass(frozen=True)
class Document:
    """A model ready to print.

    Attributes:
        robot: whose tables stand in the header; None for a program that was read from a listing.
        program: what is printed.
        joints: the joints whose positions, velocities and accelerations are the arguments.
        title: what the model is, in words.
        stem: the common part of file names, such as ``rx90``.
        extension: SYMORO+'s file extension, such as ``dyn``.
        level: the level of optimisation.
        two_part: True if constants are prepared apart from what each call computes.
        nonzero: the parameters that must not be zero.
        guards: values of parameters that must not be zero either.
        operations: the counts.
        meanings: what each output is.
        own: what the arguments are that only this model has.
        certificate: the verification in words, a line each; empty if there was none.
        notes: remarks for the user.
        warnings: what is probably mistyped in the robot's tables.
        relations: how base parameters are grouped.
        version: the version of symoro.
        labels: what each place of an output's last index stands for, by output, where it has names.
        options: what was asked for, as it is written on the command line.
        single: True for single precision, in a language whose text decides it.
    """

    robot: Robot | None
    program: Program
    joints: tuple[int, ...]
    title: str
    stem: str
    extension: str
    level: str
    operations: Operations
    meanings: dict[str, str]
    certificate: tuple[str, ...]
    notes: tuple[str, ...]
    relations: tuple[str, ...]
    version: str
    own: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    two_part: bool = False
    nonzero: tuple[str, ...] = ()
    guards: tuple[Guard, ...] = ()
    options: str = ""
    single: bool = False
    warnings: tuple[str, ...] = ()

    @cached_property
    def parts(self) -> tuple[Program, ...]:
        """The functions that are printed: the program, or what prepares it and its step."""
        if not self.two_part:
            return (self.program,)
        parts = split(self.program)
        return (parts.step,) if parts.prepare is None else (parts.prepare, parts.step)

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

    @property
    def in_single(self) -> Document:
        """The same in single precision, under names of its own: both may be in one program."""
        stem = f"{self.stem}_single"
        name = f"{stem}{self.program.name.removeprefix(self.stem)}"
        return replace(self, stem=stem, program=replace(self.program, name=name), single=True)

    def header(self, file: str) -> list[str]:
        """The lines that come first in every file, without comment signs."""
        count = self.operations
        robot = "" if self.robot is None else plain(self.robot.name)
        request = Request(robot, plain(self.options), self.level)
        lines = [f"File {file}", request.title_line(plain(self.title)), ""]
        if self.robot is not None:
            lines += [*robot_tables(self.robot), ""]
        lines += request.lines(self.version)
        lines += ["Number of operations : " + operation_text(count)]
        if count.online is not None and count.offline is not None:
            lines.append(f"  online  : {operation_text(count.online)}")
            lines.append(f"  offline : {operation_text(count.offline)}")
        lines += self.certificate or ("Not verified: verification was declined.",)
        if self.single:
            lines.append("Numbers here are of single precision; what was verified is of double.")
        lines += [f"Warning: {plain(warning)}" for warning in self.warnings]
        lines += [f"Assumed: {name} is not zero" for name in self.nonzero]
        lines += [f"Required: {guard} is not zero" for guard in self.guards]
        lines += [f"Note: {plain(note)}" for note in self.notes]
        if self.relations:
            lines += ["Base parameters:", *(f"  {plain(relation)}" for relation in self.relations)]
        return lines + self.columns()

    def columns(self) -> list[str]:
        """What the columns of an output stand for, on as many lines as it takes."""
        lines: list[str] = []
        cubes = {output.name for output in self.program.outputs if len(output.shape) > 2}
        for name, labels in self.labels.items():
            places = [f"{k}{_JOINED}{plain(each)}" for k, each in enumerate(labels, start=1)]
            what = "Last index" if name in cubes else "Columns"
            text = f"{what} of {name}: {', '.join(places) or 'none'}"
            folded = wrap(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
            lines += [line.replace(_JOINED, " ") for line in folded]
        return lines

    def arguments(
        self, part: Program, written: Mapping[str, str] | None = None, p: str | None = "p"
    ) -> list[str]:
        """What the arguments and outputs of a part are, a line each.

        Args:
            part: one of ours.
            written: what arrays and functions are called, where that is not their name.
            p: what has the parameters; None in a text that has no such argument.
        """
        described = {
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
        meanings = dict(self.meanings)
        called = written or {}
        if self.constants is not None:
            name = self.constants[0]
            prepare, step = (called.get(each.name, each.name) for each in self.parts)
            described[name] = f"the constants that {prepare} found"
            meanings[name] = f"the constants that {step} needs"
        lines = [f"{called.get(name, name)}: {described[name]}" for name, _ in part.arrays]
        if p is not None and part.parameters:
            lines.append(f"{p}: the robot's constant parameters, by symbol")
        return lines + [f"{called.get(o.name, o.name)}: {meanings[o.name]}" for o in part.outputs]

    def _positions(self) -> str:
        """What ``q`` is: which joints, in what order."""
        if self.robot is None:
            return "positions of the joints"
        if self.joints != self.robot.moving_joints:
            return f"positions of the active joints {', '.join(map(str, self.joints))}"
        cut = [str(k) for k, _ in self.robot.loops() if k in self.joints]
        last = f"; cut joints come last: {', '.join(cut)}" if cut else ""
        return f"positions of the joints that move, in frame order{last}"


def operation_text(count: Operations) -> str:
    """The counts as SYMORO+ prints them, functions and linear systems added."""
    text = f"{count.add} '+' or '-', {count.mul} '*' or '/', {count.trig} sin or cos"
    return text + count.others


def plain(text: str) -> str:
    """A user's text on one line, safe inside any comment."""
    line = "".join(c if c.isprintable() else " " for c in " ".join(text.split()))
    for sign in ("*)", "*/", "(*", "/*"):
        line = line.replace(sign, f"{sign[0]} {sign[1]}")
    return line.replace("??", "? ?")  # trigraphs of C
