"""One model of one robot with numbers: what becomes of it, within a limit of processor time."""

from __future__ import annotations

import re
import signal
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import symoro
from sweep.numbers import with_numbers
from symoro import library
from symoro.catalog.generate import generate
from symoro.catalog.table import model_definition, model_entries
from symoro.errors import InternalError, SymoroError, VerificationError
from symoro.pipeline.options import Options

VARIANTS: dict[str, dict[str, object]] = {
    "plain": {},
    "base": {"base_parameters": True},
    "floating": {"floating_base": True},
    "dq": {"derivative": ("q",)},
}
EXTRA = ("base-parameters", "base-parameters --numeric", "singularities")
SYMBOLIC_SECONDS = 5.0


@dataclass(frozen=True)
class Case:
    """A model of a robot.

    Attributes:
        robot: its name in the library.
        model: a name of the registry, or one of `EXTRA`.
        variant: of the options.
        level: O1 or O2.
        numbers: which set of numbers.
        millimetres: the unit of length.
    """

    robot: str
    model: str
    variant: str
    level: str
    numbers: int
    millimetres: bool

    def __str__(self) -> str:
        unit = "mm" if self.millimetres else "m"
        return f"{self.robot} {self.model} {self.variant} {self.level} set {self.numbers} {unit}"


@dataclass(frozen=True)
class Outcome:
    """The result of a case: its kind, the message, processor time and digits lost."""

    case: Case
    kind: str
    message: str
    seconds: float
    lost: int = 0


class TooLong(BaseException):
    """The processor time of a case is up."""


def cells() -> Iterator[tuple[str, str, str, str]]:
    """Every robot with every model in every variant at both levels."""
    for robot in library.names():
        for model in (each.name for each in model_entries()):
            for variant in VARIANTS:
                if variant == "base" and not model_definition(model).inertial:
                    continue
                if variant == "floating" and not model_definition(model).inertial:
                    continue
                for level in ("O1", "O2"):
                    yield robot, model, variant, level
        for model in EXTRA:
            yield robot, model, "plain", "O1"


def run(case: Case, seconds: float = 60.0) -> Outcome:
    """Make the model; a closed robot that has none yet is taken as its tree."""
    start = time.process_time()
    try:
        with _limited(seconds), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # no robot of these is a good one
            kind, message, lost = _make(case)
    except TooLong:
        kind, message, lost = "too long", f"more than {seconds:g} s", 0
    except VerificationError as error:
        kind, message, lost = "not verified", str(error), 0
    except InternalError as error:
        kind, message, lost = "internal", str(error), 0
    except SymoroError as error:
        kind, message, lost = "refused", str(error), 0
    except Exception:
        kind, message, lost = "crash", traceback.format_exc(limit=-3), 0
    return Outcome(case, kind, message, time.process_time() - start, lost)


def _make(case: Case) -> tuple[str, str, int]:
    robot = with_numbers(library.robot(case.robot), case.numbers, case.millimetres)
    if case.model in EXTRA:
        return _extra(case, robot)
    kind = model_definition(case.model)
    options: dict[str, object] = dict(VARIANTS[case.variant])
    if kind.symbolic:
        options["timeout"] = SYMBOLIC_SECONDS
    if kind.menu == "Dynamic":
        options["equivalent_tree"] = True
    model = generate(case.model, robot, Options(level=case.level, **options))  # type: ignore[arg-type]
    assert model.certificate is not None
    return "made", "", model.certificate.lost


def _extra(case: Case, robot: symoro.Robot) -> tuple[str, str, int]:
    if case.model == "singularities":
        symoro.singularities(robot.equivalent_tree(), timeout=SYMBOLIC_SECONDS)
    else:
        method = "numeric" if case.model.endswith("numeric") else "symbolic"
        symoro.base_parameters(robot, method=method)
    return "made", "", 0


def normal(message: str) -> str:
    """Return a message without what is particular to a robot: names and numbers."""
    first = message.strip().splitlines()[-1 if "Traceback" in message else 0]
    first = re.sub(r"^[\w ]+?(floating|base)*(_\w+)?: ", "", first)
    return re.sub(r"-?\d[\d.,e+-]*", "#", first)[:110]


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise `TooLong` after some processor time."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
