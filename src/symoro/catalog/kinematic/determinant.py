"""Determinant and inverse of a Jacobian matrix or of a part of it, symbolically."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.algebra import linear
from symoro.catalog.kinematic.drive import drive_by_motors
from symoro.catalog.kinematic.jacobian import ENTRY as JACOBIAN_ENTRY
from symoro.catalog.kinematic.jacobian_parts import frames_of
from symoro.catalog.kinematic.motor_rates import Rates
from symoro.catalog.tables.kinematic import JACOBIAN_DET, JACOBIAN_INVERSE
from symoro.errors import ModelError, UsageError
from symoro.expressions import Arithmetic, Values
from symoro.models.let import LetFunction
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.expand import Scalars, written_out
from symoro.pipeline.plan import Formulation, Interface, OutputKind, Plan
from symoro.pipeline.tracing import trace
from symoro.robot import Robot
from symoro.symbolic.determinant import determinant, gram_determinant, largest_minors, product_of
from symoro.symbolic.from_sympy import from_sympy
from symoro.symbolic.inverse import inverse
from symoro.symbolic.limits import SECONDS, run_limited
from symoro.symbolic.to_sympy import program_to_sympy
from symoro.verify.check import Arrays

if TYPE_CHECKING:
    from sympy import Expr, Matrix


@dataclass(frozen=True)
class Part:
    """A Jacobian matrix with some rows and columns left out.

    Attributes:
        jacobian: the plan of the whole one.
        rates: what stands in the matrix beside the robot's symbols.
        matrix: what is left, in SymPy.
        rows, columns: the places that are left, from 1.
        zero: rows that were asked for and are zero in every posture.
        position: nobody asked for a part, and every joint moves the position in a way of its own.
        shape: of the whole matrix.
        joints: those of the columns that are left.
    """

    jacobian: Plan
    rates: Rates
    matrix: Matrix
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    zero: tuple[int, ...]
    position: bool
    shape: tuple[int, int]
    joints: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<Part of the Jacobian matrix of {self.jacobian.robot.name}: {self.note}>"

    @property
    def note(self) -> str:
        """The part, in words."""
        every = tuple(tuple(range(1, count + 1)) for count in self.shape)
        if (self.rows, self.columns) == every:
            return "the whole matrix"
        rows, columns = (", ".join(map(str, places)) for places in (self.rows, self.columns))
        kept = f"rows {rows}, columns {columns}"
        if self.position:
            return f"{kept}: the position alone, which has as many freedoms as there are joints"
        if not self.zero:
            return kept
        dropped = ", ".join(map(str, self.zero))
        are = f"row {dropped} is" if len(self.zero) == 1 else f"rows {dropped} are"
        return f"{kept}; {are} zero in every posture and left out"


def part_of(robot: Robot, options: Mapping[str, Any]) -> Part:
    """Return the part of a Jacobian that is asked for, without rows that are always zero.

    Where none is asked for and the link's own origin has as many freedoms as there are joints, it
    is the velocity of that origin: a rank, which no frame changes. To find it is symbolic work:
    call it under a time limit.
    """
    frames = frames_of(robot, options)
    own = {choice.name: choice.empty for choice in JACOBIAN_ENTRY.options}
    own |= {name: value for name, value in options.items() if name in own}
    own |= {"link": frames.r, "projection": frames.i, "intermediate": frames.j, "frame0": False}
    plan = JACOBIAN_ENTRY.plan(robot, own)
    driven = drive_by_motors(robot, options)
    if driven is None or driven.sums:
        whole = program_to_sympy(trace(plan, "jacobian", ["J"]))["J"]
        rates = Rates(driven, ())
    else:
        chain = JACOBIAN_ENTRY.plan(robot, {**own, "actuated": False, "mode": None})
        rates = Rates(driven, robot.joints_to(frames.r))
        whole = program_to_sympy(trace(chain, "jacobian", ["J"]))["J"] * rates.matrix()
    joints = robot.joints_to(frames.r) if driven is None else driven.active
    rows = _places("rows", options["rows"], whole.rows)
    columns = _places("cols", options["cols"], whole.cols)
    chosen = whole.extract([i - 1 for i in rows], [j - 1 for j in columns])
    empty = [_vanishes(chosen.row(k)) for k in range(chosen.rows)]
    kept = tuple(i for i, zero in zip(rows, empty, strict=True) if not zero)
    if not kept:
        raise ModelError(
            f"{robot.name}: all rows of this part of the Jacobian are zero in every posture; "
            "choose others (--rows), another link (--link) or another frame (--projection)"
        )
    velocity = tuple(i for i in kept if i <= 3)
    is_explicit = options["rows"] or options["cols"] or options["intermediate"] is not None
    moved = chosen.extract([rows.index(i) for i in velocity], list(range(len(columns))))
    enough = len(columns) <= len(velocity) < len(kept)
    position = not is_explicit and enough and bool(largest_minors(moved))
    part_rows = velocity if position else kept
    return Part(
        jacobian=plan,
        rates=rates,
        matrix=whole.extract([i - 1 for i in part_rows], [j - 1 for j in columns]),
        rows=part_rows,
        columns=columns,
        zero=tuple(i for i in rows if i not in kept),
        position=position,
        shape=whole.shape,
        joints=tuple(joints[j - 1] for j in columns),
    )


def _vanishes(row: Any) -> bool:
    from symoro.symbolic.trig import is_zero

    return all(is_zero(element) for element in row)


def _places(name: str, places: tuple[int, ...], count: int) -> tuple[int, ...]:
    beyond = [place for place in places if not 1 <= place <= count]
    if beyond:
        raise UsageError(f"--{name} are 1 to {count}, not {', '.join(map(str, beyond))}")
    return places or tuple(range(1, count + 1))


def determinant_plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the determinant of a part of a Jacobian, in factors."""
    seconds = time_limit(options)
    part, factors = run_limited(
        "the determinant", seconds, _factors_of_part, robot, options, seconds
    )
    m, n = len(part.rows), len(part.columns)
    square = m == n
    what = "det(J)" if square else "det(J J^T)" if n > m else "det(J^T J)"

    def trace(scalar: Any, let: LetFunction) -> Arrays:
        values = part.rates.values(robot, scalar, let)
        whole = from_sympy(product_of(factors), values, Scalars(scalar))
        return {"DET": np.array([let("DET", None, whole)], dtype=object)}

    def expected_value(J: Any) -> Any:
        J = J if square else J @ J.T if n > m else J.T @ J
        return np.array([linear.determinant(J)], dtype=object)

    return _plan(
        robot,
        part,
        trace,
        lambda J: {"DET": expected_value(J)},
        (OutputKind("DET", f"{what} of {part.note}"),),
        f"{what} by elimination of the reference Jacobian",
    )


def _factors_of_part(
    robot: Robot, options: Mapping[str, Any], seconds: float
) -> tuple[Part, list[tuple[Expr, int]]]:
    part = part_of(robot, options)
    if len(part.rows) == len(part.columns):
        return part, list(determinant(part.matrix, seconds=seconds))
    return part, [(gram_determinant(part.matrix, seconds=seconds), 1)]


def inverse_plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the inverse of a square part of a Jacobian."""
    seconds = time_limit(options)
    part, Jinv = run_limited("the inverse", seconds, _part_inverse, robot, options, seconds)

    def trace(scalar: Any, let: LetFunction) -> Arrays:
        values = part.rates.values(robot, scalar, let)
        return written_out(robot, {"JINV": list(Jinv)}, {"JINV": Jinv.shape}, scalar, let, values)

    def expected_value(J: Any) -> Arrays:
        return {"JINV": linear.solve(J, np.array(np.eye(len(J), dtype=int), dtype=object))}

    return _plan(
        robot,
        part,
        trace,
        expected_value,
        (
            OutputKind(
                "JINV",
                f"inverse of {part.note}: joint velocities from velocities",
                axes=(part.joints,),
            ),
        ),
        "elimination of the reference Jacobian",
        "this Jacobian matrix is singular",
    )


def _part_inverse(robot: Robot, options: Mapping[str, Any], seconds: float) -> tuple[Part, Matrix]:
    part = part_of(robot, options)
    _require_square(robot, part)
    return part, inverse(part.matrix, seconds=seconds)


def _require_square(robot: Robot, part: Part) -> None:
    m, n = len(part.rows), len(part.columns)
    if m != n:
        raise UsageError(
            f"{robot.name}: an inverse needs a square matrix, and this one is {m} x {n} "
            f"({part.note}); choose as many rows as columns (--rows, --cols), or another "
            "frame (--projection, --intermediate)"
        )


def time_limit(options: Mapping[str, Any]) -> float:
    """The seconds that symbolic work may take."""
    seconds = options.get("time")
    if seconds is not None and seconds < 1:
        raise UsageError(f"--time is at least 1 second, not {seconds}")
    return SECONDS if seconds is None else float(seconds)


def _plan(
    robot: Robot,
    part: Part,
    trace: Any,
    expected_value: Any,
    outputs: tuple[OutputKind, ...],
    against: str,
    singular: str = "",
) -> Plan:
    jacobian = part.jacobian
    where = (singular, jacobian.interface.undefined_where)
    place = np.ix_([i - 1 for i in part.rows], [j - 1 for j in part.columns])

    def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        assert jacobian.check.reference is not None
        arrays: Arrays = expected_value(
            jacobian.check.reference(values, arithmetic, dtype)["J"][place]
        )
        return arrays

    return Plan(
        robot,
        Formulation(trace=trace),
        replace(jacobian.check, robot=robot, reference=reference, against=against),
        Interface(
            states=("q",),
            outputs=outputs,
            notes=(*jacobian.interface.notes, part.note),
            undefined_where=", or ".join(filter(None, where)),
            joints=jacobian.interface.joints,
            arguments=jacobian.interface.arguments,
        ),
    )


DETERMINANT = ModelDefinition(
    **vars(JACOBIAN_DET),
    outputs=(OutputKind("DET", "the determinant, factored"),),
    plan=determinant_plan,
)
INVERSE = ModelDefinition(
    **vars(JACOBIAN_INVERSE), outputs=(OutputKind("JINV", "the inverse"),), plan=inverse_plan
)
