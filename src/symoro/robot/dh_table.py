"""The Denavit-Hartenberg table of a data sheet: its columns, its choices, its likely mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symoro.errors import RobotError
from symoro.expressions import ONE, PI, ZERO, Expression
from symoro.expressions.expression import walk
from symoro.robot.angle_digits import is_beyond_a_turn, is_rounded, steps_near
from symoro.robot.coerce import coerce_scalar
from symoro.robot.decimal_comma import comma_hint
from symoro.robot.frame import JointType
from symoro.robot.link import Link
from symoro.robot.table_mistakes import is_bare
from symoro.robot.variables import ends_in

CONVENTIONS = ("classic", "modified")
LETTERS = {"R": JointType.REVOLUTE, "P": JointType.PRISMATIC, "F": JointType.FIXED}
"""The letters of joint types: revolute, prismatic, fixed."""

_COLUMNS = ("a", "alpha", "d", "theta")
_MIXED = 4  # decimals of radians in a column, where the other column is in degrees


@dataclass(frozen=True)
class DhTable:
    """The table of a data sheet, one row a joint; see `Robot.from_dh`.

    Attributes:
        a: lengths of the common normals [m].
        alpha: twists about them.
        d: distances along the joint axes [m], offsets of prismatic joints.
        theta: angles about the joint axes, offsets of revolute joints.
        convention: classic or modified.
        degrees: True for angles in degrees, False for radians.
        joints: a letter for each row, R, P or F (fixed); empty if all are revolute.
        reversed_joints: the joints whose variable counts the other way, from 1.
        base: the pose of frame 0 in the world, 4x4; None if they are the same.
        tool: the pose of the tool in the last frame of the table, 4x4; None for no tool.
        links: a link for each row, in the frames of the sheet; None for general symbols.
    """

    a: tuple[Expression, ...]
    alpha: tuple[Expression, ...]
    d: tuple[Expression, ...]
    theta: tuple[Expression, ...]
    convention: str
    degrees: bool
    joints: str = ""
    reversed_joints: tuple[int, ...] = ()
    base: Any = None
    tool: Any = None
    links: tuple[Link, ...] | None = None

    def __post_init__(self) -> None:
        self._require_lists()
        self._require_choices()
        self._require_lengths()
        self._require_joints()
        self._refuse_variables()
        if self.degrees:
            self._refuse_radians()
        else:
            self._refuse_degrees()

    # Rules

    def _require_lists(self) -> None:
        """Make tuples of all lists; texts, mappings and sets have no order to rely on."""
        for name in (*_COLUMNS, "reversed_joints", "links"):
            value: Any = getattr(self, name)
            if name == "links" and value is None:
                continue
            if isinstance(value, str | Mapping | Set) or not hasattr(value, "__iter__"):
                raise RobotError("not a list", field=name, found=repr(value), expected="a list")
            items = tuple(value)
            if name in _COLUMNS:
                items = tuple(coerce_scalar(item, name) for item in items)
            object.__setattr__(self, name, items)
        for link in self.links or ():
            if not isinstance(link, Link):
                raise RobotError("must be a Link", field="links", found=repr(link))
        letters: Any = self.joints
        if not isinstance(letters, str):
            expected = "a text of letters R, P and F, such as RRPRRR"
            raise RobotError("not a text", field="joints", found=repr(letters), expected=expected)

    def _require_choices(self) -> None:
        if self.convention not in CONVENTIONS:
            raise RobotError(
                "not a convention",
                field="convention",
                found=repr(self.convention),
                expected="classic, where frame j is at the far end of link j (a data sheet's table "
                "mostly), or modified, where it is on the axis of joint j (Craig, Khalil)",
            )
        if not isinstance(self.degrees, bool):
            raise RobotError(
                "not a choice",
                field="degrees",
                found=repr(self.degrees),
                expected="true for angles in degrees, false for radians",
            )

    def _require_lengths(self) -> None:
        lengths = {name: len(getattr(self, name)) for name in _COLUMNS}
        if self.joints:
            lengths["joints"] = len(self.joints)
        if self.links is not None:
            lengths["links"] = len(self.links)
        counts = sorted(set(lengths.values()))
        if counts == [0]:
            raise RobotError("an empty table", field="a", expected="a value for each joint")
        if len(counts) == 1:
            return
        usual = max(counts, key=lambda count: list(lengths.values()).count(count))
        odd = next(name for name in lengths if lengths[name] != usual)
        values = getattr(self, odd) if odd in _COLUMNS else ()
        raise RobotError(
            f"the columns have different lengths{comma_hint([str(x) for x in values], usual)}",
            field=odd,
            found=", ".join(f"{count} in {name}" for name, count in lengths.items()),
            expected=f"{usual} in each",
        )

    def _require_joints(self) -> None:
        if strange := sorted(set(self.joints.upper()) - LETTERS.keys()):
            raise RobotError(
                "not a joint type",
                field="joints",
                found=", ".join(strange),
                expected="R (revolute), P (prismatic) or F (fixed) for each row",
            )
        for j in self.reversed_joints:
            if isinstance(j, bool) or j not in range(1, len(self.a) + 1):
                expected = f"joints, 1 to {len(self.a)}"
                raise RobotError(
                    "no such joint", field="reversed_joints", found=repr(j), expected=expected
                )
            if self.sigma[int(j) - 1] is JointType.FIXED:
                raise RobotError("a fixed frame does not move", field="reversed_joints", found=j)
        if len(set(self.reversed_joints)) < len(self.reversed_joints):
            listed = ", ".join(map(str, self.reversed_joints))
            raise RobotError("a joint is listed twice", field="reversed_joints", found=listed)
        object.__setattr__(self, "reversed_joints", tuple(map(int, self.reversed_joints)))

    def _refuse_variables(self) -> None:
        """Entries of moving joints are offsets: a sheet that has q1 there means 0."""
        for j, sigma in enumerate(self.sigma, start=1):
            field = {JointType.REVOLUTE: "theta", JointType.PRISMATIC: "d"}.get(sigma, "")
            entry = getattr(self, field)[j - 1] if field else ZERO
            for name in sorted(entry.symbols):
                if ends_in(name, j):
                    raise RobotError(
                        f"{name} looks like the variable of joint {j}, which is added to its "
                        "offset here",
                        frame=j,
                        field=field,
                        found=entry,
                        expected=f"the offset alone: {entry.substitute({name: ZERO})}; the name of "
                        f"a constant must not end in {j}",
                    )

    def _refuse_degrees(self) -> None:
        for j, field, entry in self._angles():
            angle = float(_constant(entry))
            if is_beyond_a_turn(angle):
                raise RobotError(
                    f"{angle:.12g} rad is more than a turn; the table is probably in degrees, and "
                    "degrees is false",
                    frame=j,
                    field=field,
                    found=entry,
                    expected=f"degrees=True (--degrees), or {entry * PI / 180}",
                )

    def _refuse_radians(self) -> None:
        angles = list(self._angles())
        large = {f for _, f, entry in angles if is_beyond_a_turn(float(_constant(entry)))}
        for j, field, entry in angles:
            number = _constant(entry)
            steps = steps_near(float(number))
            exact = PI * Fraction(steps, 12)
            radians = "Pi stands in it" if any(e == PI for e in walk(entry)) else ""
            digits = _MIXED if large else 0
            if field not in large and steps and is_rounded(number, steps, digits):
                place = f" of {field}" if large else ""
                radians = (
                    f"{float(number)!r} is {exact} rad, and no angle{place} is larger than a turn"
                )
            if radians:
                part = f"column {field}" if large else "table"
                raise RobotError(
                    f"{radians}; the {part} is probably in radians, and degrees is true",
                    frame=j,
                    field=field,
                    found=entry,
                    expected="degrees=False (--radians), or angles in degrees",
                )

    def _angles(self) -> list[tuple[int, str, Expression]]:
        columns = {"alpha": self.alpha, "theta": self.theta}
        return [(j, f, e) for f, column in columns.items() for j, e in enumerate(column, start=1)]

    # Its meaning

    @property
    def sigma(self) -> tuple[JointType, ...]:
        """The joint types."""
        return tuple(LETTERS[letter] for letter in self.joints.upper() or "R" * len(self.a))

    @property
    def doubts(self) -> tuple[str, ...]:
        """The reason to think that the table is of the other convention, if there is one.

        Axes of successive joints are seldom one line: zeros in the last row of a modified table say
        so, and zeros in the first row of a classic one. Where both rows have them, a revolute and a
        prismatic joint may have one axis.
        """
        moving = [j for j, sigma in enumerate(self.sigma) if sigma is not JointType.FIXED]
        if len(moving) < 3:
            return ()
        classic = self.convention == "classic"
        first, last = moving[0], moving[-1]
        pair = moving[:2] if classic else moving[-2:]
        if classic and not self._turn(pair):
            return ()  # a cylindrical joint
        unit = PI / 180 if self.degrees else ONE
        ends = (first, last) if classic else (last, first)
        bare, other_bare = (is_bare(self.alpha[j] * unit, self.a[j]) for j in ends)
        other_pair = moving[-2:] if classic else moving[:2]
        turns, other_turns = self._turn(pair), self._turn(other_pair)
        if not bare or (other_bare and not (turns and not other_turns)):
            return ()
        here, there = ("first", "last") if classic else ("last", "first")
        rest = "" if other_bare else f" and those of the {there} joint are not"
        other = "modified (proximal) DH table, Craig's" if classic else "classic (distal) DH table"
        return (
            f"a and alpha of the {here} joint are zero{rest}, as in a {other}; in a "
            f"{self.convention} one joints {pair[0] + 1} and {pair[1] + 1} have one axis: "
            f"the convention {'modified' if classic else 'classic'} was probably meant",
        )

    def _turn(self, joints: list[int]) -> bool:
        """True if all of some joints are revolute."""
        return all(self.sigma[j] is JointType.REVOLUTE for j in joints)


def _constant(entry: Expression) -> Fraction:
    """The number among the terms of an angle."""
    return sum((factor for base, factor in entry.terms() if base == ONE), Fraction(0))
