"""Singular postures of a robot: the factors of its determinants, solved and named.

A factor is solved where it is a sine, a cosine or a combination of both; what it means is found by
geometry at a random posture where it vanishes: axes of the wrist in line, the wrist centre over the
shoulder, the arm stretched. A closed robot has serial singularities (the platform loses a motion)
and parallel ones (det Wp = 0: the motors lose it).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from symoro.catalog.kinematic.actuated import Actuated
from symoro.catalog.kinematic.boundary import UNDECIDED, Boundary
from symoro.catalog.kinematic.determinant import Part, part_of, time_limit
from symoro.catalog.kinematic.idle_joints import select_with_idle
from symoro.catalog.kinematic.loop_kinematics import constraint_plan
from symoro.catalog.kinematic.postures import (
    Place,
    moved_joints,
    place_at,
    posture_of,
    vanishing_posture,
)
from symoro.catalog.tables.kinematic import JACOBIAN_DET
from symoro.errors import ModelError, UsageError
from symoro.expressions import ExpressionLike, FloatArithmetic
from symoro.formats.values import Values, changed_robot
from symoro.pipeline.option_spec import validate_options
from symoro.pipeline.options import Options
from symoro.pipeline.tracing import trace
from symoro.robot import Robot
from symoro.robot.active_joints import active_joints
from symoro.robot.doubts import modelled_robot, warn_of
from symoro.robot.geometry_check import require_geometry
from symoro.robot.joint_values import JointValues, by_variable
from symoro.robot.values import missing_values
from symoro.symbolic.common_zeros import common_zeros
from symoro.symbolic.conditions import condition, expression_text, free_joints
from symoro.symbolic.determinant import determinant, largest_minors, product_of, sum_of_squares
from symoro.symbolic.limits import run_limited
from symoro.symbolic.to_sympy import program_to_sympy
from symoro.wording import html_paragraph, html_table, noun_phrase

if TYPE_CHECKING:
    from sympy import Expr, Matrix

    from symoro.symbolic.expression_factors import Factors

_OPTIONS = tuple(c for c in JACOBIAN_DET.options if c.name not in ("actuated", "mode"))
_UNSOLVED = (
    "where all of these squares vanish, for which no solution was found; --at tells the rank"
)
_SMALL = 1e-9  # of the largest singular value: rounding errors of a chain are far below


@dataclass(frozen=True)
class Singularity:
    """One factor of a determinant.

    Attributes:
        factor: it vanishes there.
        kind: ``serial`` or ``parallel``.
        name: wrist, elbow, shoulder, or what else it is.
        condition: the equation, solved where that is possible.
        meaning: what it looks like.
        zeros: what vanishes together there; the factor is the sum of their squares if they are
            several.
        boundary: the workspace, in which it has a place.
    """

    factor: Expr
    kind: str
    name: str
    condition: str
    meaning: str
    zeros: tuple[Expr, ...] = ()
    boundary: Boundary | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<Singularity {self.name} ({self.kind}): {self.condition}>"

    @cached_property
    def place(self) -> str:
        """Whether it lies on the boundary of the workspace or inside, in words."""
        return (
            UNDECIDED
            if self.boundary is None
            else self.boundary.place(self.zeros or (self.factor,))
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.kind}): {self.condition}; {self.meaning}; {self.place}"

    def as_dict(self) -> dict[str, str]:
        """The result as plain data, for JSON."""
        return {
            "factor": expression_text(self.factor),
            "kind": self.kind,
            "name": self.name,
            "condition": self.condition,
            "meaning": self.meaning,
            "place": self.place,
        }


@dataclass(frozen=True)
class Singularities:
    """All singularities of a robot's link.

    Attributes:
        link: the link whose Jacobian loses rank.
        determinant: what vanishes, in words.
        cases: the singularities, each once.
        constants: factors that no joint changes; they must not be zero.
        notes: which matrix was taken.
        part: that matrix.
    """

    robot: Robot
    link: int
    determinant: str
    cases: tuple[Singularity, ...]
    constants: tuple[str, ...]
    notes: tuple[str, ...]
    part: Part

    def __repr__(self) -> str:
        names = ", ".join(item.name for item in self.cases) or "none"
        return f"<Singularities of {self.robot.name}, link {self.link}: {names}>"

    def rank_at(
        self, at: JointValues, parameters: Mapping[str, float] | str | None = None
    ) -> tuple[int, Any]:
        """Return the rank of the matrix at a posture, and its singular values.

        Args:
            at: the value of each joint, by variable or by the number of the joint.
            parameters: a number for each length and angle, or the name of a value set.

        Raises:
            UsageError: for a missing or unknown name, or a value that is NaN or infinite.
        """
        robot, part = self.robot, self.part
        at = by_variable(robot, at)
        numbers = robot.parameter_values(parameters)
        variables = [v.name for v in robot.variables.values()]
        if unknown := sorted(set(at) - set(variables)):
            listed = ", ".join(variables)
            raise UsageError(
                f"{robot.name} has no joint variable {', '.join(unknown)}; these are {listed}"
            )
        values = {**numbers, **at}
        if missing := robot.geometry_symbols - set(values):
            still = [name for name in variables if name in missing]
            if still:
                raise UsageError(f"{robot.name}: no value for {', '.join(still)}")
            raise UsageError(missing_values(robot, missing, parameters))
        _require_finite(robot, values)
        require_geometry(robot, values)
        assert part.jacobian.check.reference is not None
        J = part.jacobian.check.reference(values, FloatArithmetic(), float)["J"]
        kept = np.ix_([i - 1 for i in part.rows], [j - 1 for j in part.columns])
        singular = np.linalg.svd(np.asarray(J, dtype=float)[kept], compute_uv=False)
        return int(np.sum(singular > _SMALL * singular[0])), singular

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """The result in words, a line each."""
        lines = [f"{self.robot.name}, link {self.link}: {self.determinant}", *self.notes]
        lines += [str(item) for item in self.cases]
        if not self.cases:
            lines.append("no posture is singular")
        if self.constants:
            lines.append(f"constant factors: {', '.join(self.constants)}")
        return lines

    def _repr_html_(self) -> str:
        """The singularities as a table, for notebooks."""
        title, *lines = self.lines()
        rows = ((s.name, s.kind, s.condition, s.meaning, s.place) for s in self.cases)
        table = html_table(("name", "kind", "where", "what", "place"), rows, title)
        shown = {str(case) for case in self.cases}
        return table + html_paragraph([line for line in lines if line not in shown])

    def as_dict(self) -> dict[str, object]:
        """The result as plain data, for JSON."""
        return {
            "robot": self.robot.name,
            "link": self.link,
            "determinant": self.determinant,
            "singularities": [item.as_dict() for item in self.cases],
            "constants": list(self.constants),
            "notes": list(self.notes),
        }


def singularities(
    robot: Robot,
    link: int | None = None,
    *,
    values: Values | None = None,
    param: Mapping[str, ExpressionLike] | None = None,
    timeout: float | None = None,
    strict: bool = False,
    **own: Any,
) -> Singularities:
    """Return the singular postures of a link.

    Args:
        robot: any robot; its loops are cut for the determinant of the chain.
        link: the link; that of the tool by default.
        values: numbers to put in the place of lengths and angles: of a value set, of a file, or
            by symbol. What is said of the boundary holds for random ones where they are symbols.
        param: single numbers, which take precedence over ``values``.
        timeout: seconds that it may take; 60 by default.
        strict: refuse a robot that `check` warns of.
        own: ``rows``, ``cols``, ``projection``, ``intermediate`` as for the determinant.

    Raises:
        ModelError: if the determinant is zero in every posture, or not practical symbolically.
        RobotError: if the robot is doubtful and ``strict`` is asked for.
    """
    options = validate_options(_OPTIONS, {"link": link, **own}) | {"actuated": False, "mode": None}
    seconds = time_limit({"time": Options(timeout=timeout).timeout})
    numbered = changed_robot(robot, values, param=param)
    warn_of(robot, numbered, strict=strict)
    modelled = modelled_robot(numbered)
    return run_limited("the determinant", seconds, _search, modelled, options, seconds)


def _require_finite(robot: Robot, values: Mapping[str, float]) -> None:
    for name, value in values.items():
        if not np.isfinite(value):
            raise UsageError(f"{robot.name}: {name} is {value}; it must be a finite number")


def _search(robot: Robot, options: dict[str, Any], seconds: float) -> Singularities:
    """Find and name the singularities; `Singularity.place` is numeric and found when it is read."""
    r = robot.tip if options["link"] is None else options["link"]
    part = part_of(robot, options)
    square = len(part.rows) == len(part.columns)
    wide = len(part.columns) > len(part.rows)
    what = "det(J)" if square else "det(J J^T)" if wide else "det(J^T J)"
    minors = [determinant(part.matrix, seconds=seconds)] if square else largest_minors(part.matrix)
    if not minors or minors[0][0][0] == 0:
        raise ModelError(
            f"{robot.name}: {what} of link {r} is zero in every posture ({part.note}); choose "
            "another link (--link) or other rows (--rows), or describe the tool by a fixed frame"
        )
    whole = product_of(minors[0]) if square else sum_of_squares(minors)
    cases, constants = _serial(robot, r, minors, whole)
    if robot.n_loops:
        more, others = _of_loops(robot, r, seconds)
        cases, constants = [*cases, *more], [*constants, *others]
    unique = {(item.kind, str(item.factor)): item for item in cases}
    pose = not part.position and any(i > 3 for i in (*part.rows, *part.zero))
    boundary = Boundary(robot, r, pose, not part.position, min(part.matrix.shape))
    return Singularities(
        robot=robot,
        link=r,
        determinant=f"{what} = {expression_text(whole)}",
        cases=tuple(replace(item, boundary=boundary) for item in unique.values()),
        constants=tuple(dict.fromkeys(constants)),
        notes=(*part.jacobian.interface.notes, part.note, *([boundary.note] if unique else [])),
        part=part,
    )


def _serial(
    robot: Robot, r: int, minors: Sequence[Factors], whole: Expr
) -> tuple[list[Singularity], list[str]]:
    """The cases in which all largest minors vanish; of a square matrix there is one."""
    from sympy import Add, Mul

    zeros = common_zeros(minors, {v.name for v in robot.variables.values()})
    cases, constants = _name_factors(robot, r, zeros.shared, "serial")
    for family in zeros.families:
        posture = posture_of(robot, family)
        name, meaning = classify(place_at(robot, r, posture), moved_joints(robot, family))
        where = ", and ".join(map(str, family))
        together = tuple(equation.zero for equation in family)
        squares = Add(*(zero**2 for zero in together))
        cases.append(Singularity(squares, "serial", name, where, meaning, together))
    if not zeros.complete:
        shared = dict(zeros.shared)
        bases = [factor.as_base_exp()[0] for factor in Mul.make_args(whole)]
        rest = next(base for base in bases if base not in shared and isinstance(base, Add))
        where = f"{expression_text(rest)} = 0"
        cases.append(Singularity(rest, "serial", "singularity", where, _UNSOLVED))
    return cases, constants


def _name_factors(
    robot: Robot, r: int, factors: Sequence[tuple[Expr, int]], kind: str
) -> tuple[list[Singularity], list[str]]:
    variables = {v.name: j for j, v in robot.variables.items()}
    cases, constants = [], []
    for factor, _ in factors:
        joints = free_joints(factor, variables)
        if not joints:
            if factor.free_symbols:
                constants.append(expression_text(factor))
            continue
        name, meaning = _meaning(robot, r, factor, joints, kind)
        cases.append(Singularity(factor, kind, name, condition(factor, variables), meaning))
    return cases, constants


def _meaning(robot: Robot, r: int, factor: Expr, joints: list[int], kind: str) -> tuple[str, str]:
    """The look of a vanishing factor, from one posture where it vanishes."""
    listed = noun_phrase("joint", joints)
    if kind == "parallel":
        return "dead point", f"the motors do not hold the loops ({listed})"
    posture = vanishing_posture(robot, r, factor, joints)
    if posture is None:
        return "singularity", f"of {listed}; no posture was found where it vanishes"
    return classify(place_at(robot, r, posture), joints)


def classify(place: Place, joints: Sequence[int]) -> tuple[str, str]:
    """Name a singular posture by its geometry."""
    chain = place.joints
    wrist = chain[-3:] if len(chain) >= 5 else ()
    if wrist and set(joints) <= set(wrist) and place.parallel(wrist[0], wrist[2]):
        aligned = "in line" if place.in_line(wrist[0], wrist[2]) else "parallel"
        return "wrist", f"axes {wrist[0]} and {wrist[2]} are {aligned}"
    if len(chain) >= 2 and (centre := place.centre) is not None:
        what = "the wrist centre" if wrist else "the end of the arm"
        if place.distance(centre, chain[0]) < place.small:
            return "shoulder", f"{what} lies on axis {chain[0]}"
        if not place.parallel(*chain[:2]) and place.in_plane(centre, *chain[:2]):
            pair = f"{chain[0]} and {chain[1]}"
            return "shoulder", f"{what} lies in the plane of axes {pair}"
    for a, b in pairwise(chain):
        if place.turns(a) and place.turns(b) and place.parallel(a, b):
            end = place.after(b)
            if end is None or place.distance(end, b) < place.small:
                continue
            others = sorted({a, b, *joints})
            if place.collinear(a, b, end) and all(place.parallel(a, k) for k in others):
                axes = f"axes {a} and {b} and the point they carry"
                if others != [a, b]:  # the whole of a planar arm
                    axes = f"axes {', '.join(map(str, others))} and the end of the arm"
                return "elbow", f"the arm is stretched or folded: {axes} are in one plane"
    for a, k, b in zip(chain, chain[1:], chain[2:], strict=False):
        if [k] == list(joints) and place.parallel(a, b) and place.in_line(a, b):
            return "elbow", f"the arm is stretched or folded: axes {a} and {b} are in line"
    return "singularity", f"the Jacobian loses rank ({noun_phrase('joint', joints)})"


def _of_loops(robot: Robot, r: int, seconds: float) -> tuple[list[Singularity], list[str]]:
    """Factors of det Wp (parallel) and of the drive of the chain's passive joints (serial)."""
    motors = active_joints(robot)
    chosen, idle = select_with_idle(robot, motors)  # no sums: they hold where the loops fail, too
    equations = constraint_plan(Actuated(robot, motors, chosen, idle=idle, consistent=True))
    matrices = program_to_sympy(trace(equations, "loops", ["Wa", "Wp"]))
    Wa, Wp = matrices["Wa"], matrices["Wp"]
    if not Wp.rows:
        return [], []
    cases, constants = _name_factors(robot, r, determinant(Wp, seconds=seconds), "parallel")
    chain = robot.joints_to(r)
    carried = [k for k, j in enumerate(chosen.passive) if j in chain]
    outside = [k for k, j in enumerate(chosen.active) if j in motors and j not in chain]
    if carried and len(carried) == len(outside):
        kept = [k for k in range(Wp.cols) if k not in carried]
        factors = determinant(_beside(Wp, kept, Wa, outside), seconds=seconds)
        loose = {str(item.factor) for item in cases}  # of both: the loop itself degenerates
        more, others = _name_factors(robot, r, factors, "serial")
        more = [item for item in more if str(item.factor) not in loose]
        drive = noun_phrase("motor", [chosen.active[k] for k in outside])
        cases += [
            Singularity(s.factor, s.kind, "drive", s.condition, f"{drive} cannot move the arm")
            for s in more
        ]
        constants += others
    return cases, constants


def _beside(A: Matrix, left: list[int], B: Matrix, right: list[int]) -> Matrix:
    rows = list(range(A.rows))
    return A.extract(rows, left).row_join(B.extract(rows, right))
