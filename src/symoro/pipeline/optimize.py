"""SYMORO+'s Optimizer: a program text in, what some of its variables need out."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from symoro.errors import ModelError, UsageError, short_list
from symoro.formats.files import read_text
from symoro.ir.program import Program, Role
from symoro.listings import LANGUAGES, Listing, choose, read, with_outputs
from symoro.listings.outputs import elements
from symoro.passes import LEVELS, Operations, call_operations, count, program_parts
from symoro.pipeline.files import Printable
from symoro.pipeline.naming import suffix
from symoro.pipeline.options import ONE_PART, RUNNING
from symoro.pipeline.undefined import undefined_note
from symoro.printers import language
from symoro.printers.document import Document
from symoro.printers.spellings import MATHEMATICA, OWN
from symoro.verify.certificate import Certificate
from symoro.verify.same_program import verify_same
from symoro.version import __version__
from symoro.wording import identifier

if TYPE_CHECKING:
    from symoro.compile.compiled_model import CompiledModel

_OFFERED = ("O1", "O2")
AGAINST = "the text as it was read, statement by statement"


@dataclass(frozen=True, eq=False, repr=False)
class OptimizedProgram(Printable):
    """A program text reduced to some of its variables: the result of `optimize`.

    Attributes:
        file: what was read, by name.
        listing: the text as it was read.
        source: its program, with the chosen outputs and all its statements.
        program: what these outputs need.
        level: O1 (dead code removed) or O2 (each value once, constants apart).
        stem: the name of the file that was read, without its extension.
        suffix: what names carry of the options, such as ``_outputsGAM2``.
        certificate: the comparison of both programs; None if it was declined.
        known_from: where it is known from which variables are the outputs.
    """

    file: str
    listing: Listing
    source: Program
    program: Program
    level: str
    stem: str
    extension: str
    suffix: str
    certificate: Certificate | None
    seconds: float
    known_from: str

    def __repr__(self) -> str:
        verified = "verified" if self.certificate else "not verified"
        outputs = short_list(self.outputs)
        kind = type(self).__name__
        return f"<{kind} {self.file} at {self.level}: {outputs}; {self.operations}, {verified}>"

    def _repr_html_(self) -> str:
        """Outputs, counts and certificate, for notebooks."""
        from symoro.pipeline.notebook import optimized_html

        return optimized_html(self)

    @cached_property
    def operations(self) -> Operations:
        """The number of operations of a call; of its online part if it has two parts."""
        return call_operations(self.program, two_part=self.two_part)

    @cached_property
    def before(self) -> Operations:
        """The number of operations of all that was read."""
        return count(self.source)

    @property
    def two_part(self) -> bool:
        """True if constants are prepared once, apart from what each call computes."""
        return self.level not in ONE_PART

    @property
    def outputs(self) -> tuple[str, ...]:
        """The variables that are computed."""
        return tuple(name for names in self.arrays.values() for name in names)

    @cached_property
    def arrays(self) -> dict[str, tuple[str, ...]]:
        """The variables in each output array, in order."""
        return elements(self.source)

    @property
    def variables(self) -> dict[str, tuple[str, ...]]:
        """The names in the result: states, parameters, intermediate variables, outputs."""
        chosen, read = set(self.outputs), self.program.used_inputs
        return {
            "states": tuple(item.name for item in read if item.role is not Role.PARAMETER),
            "parameters": tuple(item.name for item in read if item.role is Role.PARAMETER),
            "intermediate": tuple(n for n in self.program.assigned_names if n not in chosen),
            "outputs": self.outputs,
        }

    def document_in(self, lang: str, names: str) -> Document:
        """Return the result as the printer of a language sees it, in a spelling of file names.

        The kind of ``rx90.dyn`` becomes ``dyno``, so that no file of the model that was read is
        replaced; SYMORO+ has code without the ``o``.
        """
        document = super().document_in(lang, names)
        if names == OWN or language(lang).name == "listing":
            return document
        return replace(document, extension=f"{self.extension}{self.suffix}")

    @property
    def document(self) -> Document:
        """The result as printers see it."""
        arrays = self.listing.roles.members
        return Document(
            robot=None,
            program=self.program,
            parts=program_parts(self.program, two_part=self.two_part),
            joints=(),
            title=f"Optimised from {self.file}, outputs {', '.join(self.arrays)}",
            stem=self.stem,
            extension=f"{self.extension}o{self.suffix}",
            level=self.level,
            operations=self.operations,
            meanings={name: ", ".join(names) for name, names in self.arrays.items()},
            own={name: ", ".join(names) for name, names in arrays.items()},
            certificate=tuple(self.certificate.lines()) if self.certificate else (),
            notes=self.notes,
            relations=(),
            version=__version__,
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes on the text that was read: its language, its states, its cost."""
        roles = self.listing.roles
        states = "; ".join(f"{name}: {', '.join(names)}" for name, names in roles.members.items())
        return (
            f"read as {self.listing.language}, {self.listing.detected_by}",
            f"outputs {', '.join(self.arrays)}: {self.known_from}",
            f"what changes at each call, from {roles.known_from}: {states or 'nothing'}",
            f"before: {self.before}",
            *undefined_note(self.program),
        )

    def compile(self, backend: str = "llvm", *, errors: str = "ignore") -> CompiledModel:
        """Return the result as a function of NumPy arrays that runs native code.

        Args:
            backend: ``"llvm"``, in memory, or ``"c"``, by the system's compiler.
            errors: ``"raise"`` or ``"ignore"``, as in `Model.compile`.
        """
        from symoro.compile.compiler import compile_program

        arrays = tuple(name for name, _ in self.program.shapes)
        return compile_program(self.program, arrays, backend=backend, errors=errors)

    def to_casadi(self, parameters: Mapping[str, float] | None = None) -> Any:
        """Return the result as a ``casadi.Function`` over SX, as `Model.to_casadi` does.

        Args:
            parameters: numbers; they are inside then, and there is no input ``p``.
        """
        from symoro.compile.casadi_ import casadi_function

        if parameters is not None:
            self.compile().prepare(parameters)  # refuses what cannot be
        return casadi_function(self.program, parameters)

    def as_dict(self, files: Sequence[Path] = ()) -> dict[str, object]:
        """The result as plain data, for JSON."""
        return {
            "file": self.file,
            "language": self.listing.language,
            "level": self.level,
            "operations": self.operations.as_dict(),
            "before": self.before.as_dict(),
            "arguments": {name: list(shape) for name, shape in self.program.arrays},
            "outputs": {name: list(names) for name, names in self.arrays.items()},
            "variables": {kind: list(names) for kind, names in self.variables.items()},
            "files": [str(path) for path in files],
            "notes": list(self.notes),
            "verified": self.certificate.as_dict() if self.certificate else None,
            "seconds": round(self.seconds, 3),
        }


def optimize(
    source: str | os.PathLike[str],
    outputs: Sequence[str] | str = (),
    *,
    level: str = RUNNING,
    language: str | None = None,
    states: Sequence[str] | str = (),
    verify: bool = True,
) -> OptimizedProgram:
    """Keep of a program text what some of its variables need.

    Args:
        source: a file's path, or the text itself: a listing of symoro, SYMORO+ or OpenSYMORO, or
            Fortran, Mathematica or Maple. What has a line break or a ``=`` is a text.
        outputs: names of variables, beginnings (``GAM``) or patterns (``*``); by default those
            that a text of symoro names as its outputs, else those that nothing uses.
        level: O1 (dead code removed) or O2 (each value once, constants apart).
        language: of the text; told from the extension or the text by default.
        states: patterns of the inputs that change at each call; told from the header or the names
            by default.
        verify: compare the result with the text as it was read.

    Raises:
        ParseError: for a text that is not understood, with line and column.
        UsageError: for a file that cannot be read, or a variable that is not there.
        VerificationError: if the result differs from the text.
    """
    start = time.perf_counter()
    if level not in _OFFERED:
        raise UsageError(f"optimize has levels {' and '.join(_OFFERED)}, not {level}")
    text, file = _text_of(source)
    stem, extension = _names_of_file(file)
    wanted, changing = _several(outputs, "outputs"), _several(states, "states")
    listing = read(text, name=f"{stem}_{extension}o", file=file, language=language, states=changing)
    default = listing.named_outputs or listing.program.unread
    known_from = (
        "those that the text names" if listing.named_outputs else "the variables that nothing uses"
    )
    chosen = default
    if wanted:
        chosen = choose(listing.program.assigned_names, wanted)
        known_from = "those that were asked for"
    outputs_asked = () if set(chosen) == set(default) else wanted
    ending = suffix([("outputs", outputs_asked), ("states", changing)])
    whole = with_outputs(replace(listing.program, name=f"{listing.program.name}{ending}"), chosen)
    program = _at_level(whole, level)
    certificate = verify_same(program, whole, AGAINST) if verify else None
    return OptimizedProgram(
        file=_plain(PurePath(file).name) if file is not None else "a text",
        listing=listing,
        source=whole,
        program=program,
        level=level,
        stem=stem,
        extension=extension,
        suffix=ending,
        certificate=certificate,
        seconds=time.perf_counter() - start,
        known_from=known_from,
    )


def _text_of(source: object) -> tuple[str, str | None]:
    """The text, and the file that it is in if it is not given itself."""
    text = os.fspath(source) if isinstance(source, str | os.PathLike) else None
    if not isinstance(text, str):
        raise UsageError(f"a path or a program text is needed, not {type(source).__name__}")
    if not text:
        raise UsageError("a path or a program text is needed, not an empty text")
    if isinstance(source, str) and re.search(r"[=\n]", text):
        return text, None
    path = Path(text)
    try:
        missing, folder = not path.exists(), path.is_dir()
    except (OSError, ValueError):
        missing = folder = False  # read_text says why
    if folder:
        raise UsageError(f"{path}: a folder, not a program text")
    if missing:
        raise UsageError(
            f"{path}: there is no such file; listings are written by the commands of models, "
            "such as symoro idm rx90 -o out"
        )
    return read_text(path), text


def _at_level(program: Program, level: str) -> Program:
    try:
        return LEVELS[level].run(program)
    except UsageError as error:  # a denominator that is zero whatever the inputs
        message = f"{program.name} at {level}: {error}; level O1 leaves it as it is"
        raise ModelError(message) from None


def _several(names: Sequence[str] | str, what: str) -> tuple[str, ...]:
    items = names.split(",") if isinstance(names, str) else list(names)
    if not all(isinstance(name, str) for name in items):
        raise UsageError(f"{what} are texts, not {names!r}")
    return tuple(name.strip() for name in items if name.strip())


def _plain(name: str) -> str:
    """A file's name that can stand in any comment."""
    return re.sub(r"[^\w.+-]", "_", name, flags=re.ASCII)


def _names_of_file(file: str | None) -> tuple[str, str]:
    """The robot and the model that a file is called by: ``rx90.dyn``, ``rx90_dyn.f``, .Mjac."""
    if file is None:
        return "program", "opt"
    path = PurePath(file)
    stem, extension = path.stem, path.suffix.removeprefix(".")
    kinds = {form.lower(): kind for kind, form in MATHEMATICA.items()}
    if extension.lower() in kinds:
        extension = kinds[extension.lower()]
    elif any(extension.lower() in each.extensions for each in LANGUAGES) or extension == "txt":
        stem, _, extension = stem.rpartition("_") if "_" in stem else (stem, "", "")
    kind = re.sub(r"\W", "", extension, flags=re.ASCII)[:60]
    return identifier(stem), kind.lower() or "opt"
