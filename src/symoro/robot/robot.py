"""The robot: frames, links and base, with the order of its tree, its chains and its loops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from symoro.errors import UsageError, near_names, short_list
from symoro.expressions import ExpressionLike, Symbol
from symoro.robot.base import FIXED_BASE, Base
from symoro.robot.constructors import RobotConstructors
from symoro.robot.coupling import Coupling
from symoro.robot.entries import TABLES, visit_entries
from symoro.robot.exports import Exports
from symoro.robot.frame import GEOMETRY, Frame
from symoro.robot.link import Link
from symoro.robot.named_pose import NamedPose
from symoro.robot.origin import Origin
from symoro.robot.structure import Structure
from symoro.robot.validate import validate
from symoro.robot.value_set import ValueSet, sets_by_name
from symoro.robot.values import substitute_values
from symoro.robot.variables import joint_variables
from symoro.robot.wheel import Wheel
from symoro.wording import quantity


@dataclass(frozen=True, repr=False)
class Robot(RobotConstructors, Exports):
    """A robot in Khalil and Kleinfinger's notation; frames and links are numbered from 1.

    Frames 1 to n carry the links. A closed robot has B loops, each cut at one joint: frames n+1
    to n+B are the cut joints, frame k+B is the other, fixed side of cut joint k. Editing returns
    a new robot (``dataclasses.replace``, `substitute`, `equivalent_tree`).

    Attributes:
        name: any text; generated names are made from it.
        structure: simple, tree or closed.
        frames: frame ``j`` is ``frames[j - 1]``; use ``frame(j)``.
        links: link ``j`` is ``links[j - 1]``; use ``link(j)``.
        base: link 0, gravity, base motion.
        coupling: motor to joint coupling, or None.
        wheels: the links that roll on the ground without slipping.
        cut_drives: rotor and friction of the cut joints, in order, as links without inertia; empty
            if they have none; ``drive(j)`` has those of any joint.
        values: named sets of numbers.
        poses: poses of its end with names, for inverse geometric models.
        provenance: source of the tables.
        origin: what its file said beside the tables: links' frames, shapes, orders; or None.
        notes: changes made while reading (snapped angles); no part of the robot's identity.
        doubts: contradictions and gaps in the file; like the rest no part of it, and not written.
        reserved: names that no generated symbol may have, beside the robot's own.
        folded: the options whose numbers are in the tables, with their texts.
    """

    name: str
    structure: Structure
    frames: tuple[Frame, ...]
    links: tuple[Link, ...]
    base: Base = FIXED_BASE
    coupling: Coupling | None = None
    wheels: tuple[Wheel, ...] = ()
    cut_drives: tuple[Link, ...] = ()
    values: tuple[ValueSet, ...] = ()
    poses: tuple[NamedPose, ...] = ()
    provenance: str = ""
    origin: Origin | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)
    doubts: tuple[str, ...] = field(default=(), compare=False)
    reserved: frozenset[str] = field(default=frozenset(), compare=False)
    folded: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        for name in (
            "frames",
            "links",
            "cut_drives",
            "wheels",
            "values",
            "poses",
            "notes",
            "doubts",
        ):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if all(drive == Link() for drive in self.cut_drives):
            object.__setattr__(self, "cut_drives", ())
        validate(self)

    def __repr__(self) -> str:
        loops = f", {quantity(self.n_loops, 'loop')}" if self.n_loops else ""
        joints = quantity(len(self.moving_joints), "moving joint")
        return f"<Robot {self.name}: {self.structure.value}, {joints}{loops}>"

    # Counting

    @property
    def n_frames(self) -> int:
        """The number of frames, cut joints and their fixed sides included (NF)."""
        return len(self.frames)

    @property
    def n_links(self) -> int:
        """The number of moving links, fixed frames included (NL)."""
        return len(self.links)

    @property
    def n_loops(self) -> int:
        """The number of closed loops (B)."""
        return (self.n_frames - self.n_links) // 2

    @property
    def n_joints(self) -> int:
        """SYMORO+'s NJ: joints, cut joints, fixed frames; `moving_joints` has the joints."""
        return self.n_links + self.n_loops

    @property
    def n_dof(self) -> int:
        """The number of moving joints, the degrees of freedom of a tree."""
        return len(self.moving_joints)

    # Parts

    def frame(self, j: int) -> Frame:
        """Frame ``j``, from 1."""
        self._require(j, first=1)
        return self.frames[j - 1]

    def link(self, j: int) -> Link:
        """Link ``j``, from 1."""
        if not 1 <= j <= self.n_links:
            raise UsageError(f"there is no link {j} in {self.name}; links are 1 to {self.n_links}")
        return self.links[j - 1]

    @property
    def drives(self) -> tuple[Link, ...]:
        """The link of each joint, cut joints last: these have a rotor and friction alone."""
        return (*self.links, *(self.cut_drives or (Link(),) * self.n_loops))

    def drive(self, j: int) -> Link:
        """The rotor and friction of joint ``j``, with the link that it moves if it is not cut."""
        return self.drives[j - 1] if j > self.n_links and j <= self.n_joints else self.link(j)

    @cached_property
    def variables(self) -> dict[int, Symbol]:
        """The joint variable of each frame that moves, by frame number."""
        return joint_variables(self)

    @property
    def moving_joints(self) -> tuple[int, ...]:
        """The joints that move, in order, cut joints included."""
        return tuple(j for j, frame in enumerate(self.frames, start=1) if frame.moves)

    @property
    def terminal_frames(self) -> tuple[int, ...]:
        """The frames that carry no other."""
        carriers = {frame.antecedent for frame in self.frames}
        return tuple(j for j, _ in self if j not in carriers)

    # Order, chains, loops

    def antecedent(self, j: int) -> int:
        """The frame before frame ``j``; 0 is the base."""
        return self.frame(j).antecedent

    def outward(self) -> range:
        """Links from the base to the tips: antecedents come first."""
        return range(1, self.n_links + 1)

    def inward(self) -> range:
        """Links from the tips to the base: successors come first."""
        return range(self.n_links, 0, -1)

    def children(self, j: int) -> tuple[int, ...]:
        """The links whose antecedent is link ``j`` (0 for the base)."""
        self._require(j, first=0)
        return tuple(k for k in self.outward() if self.frames[k - 1].antecedent == j)

    @property
    def tip(self) -> int:
        """The frame where a tool is.

        It is that of the link that most joints move, of those that carry no other frame; the last
        of several. In a linkage all links carry frames; there it is where a loop is cut, as the
        point that the two arms of a five-bar linkage hold, or the last link if it stands still.
        """
        carrying = {frame.antecedent for frame in self.frames}
        ends = [j for j in self.outward() if j not in carrying]
        sides = [
            fixed
            for _, fixed in self.loops()
            if any(self.frame(j).moves for j in self.ancestors(fixed)[1:])
        ]
        return max(ends or sides, key=self._reach, default=self.n_links)

    def _reach(self, j: int) -> tuple[int, int]:
        """The number of joints that move a frame, then its own: the last of several comes first."""
        return sum(self.frame(k).moves for k in self.ancestors(j)[1:]), j

    def ancestors(self, j: int) -> tuple[int, ...]:
        """The frames from the base to frame ``j``: (0, ..., j)."""
        ancestors = self._paths.get(j)
        if ancestors is None:
            self._require(j, first=0)
            path = [j]
            while path[-1]:
                path.append(self.frames[path[-1] - 1].antecedent)
            ancestors = self._paths[j] = tuple(reversed(path))
        return ancestors

    @cached_property
    def _paths(self) -> dict[int, tuple[int, ...]]:
        """The paths that were asked for: long chains ask for each of them thousands of times."""
        return {}

    def joints_to(self, r: int) -> tuple[int, ...]:
        """The joints that move between the base and frame ``r``, the columns of its Jacobian."""
        return tuple(k for k in self.ancestors(r)[1:] if self.frames[k - 1].moves)

    def chain(self, start: int, end: int) -> tuple[int, ...]:
        """The frames on the way from ``start`` to ``end``, both included, through the tree."""
        up, down = self.ancestors(start), self.ancestors(end)
        common = sum(1 for a, b in zip(up, down, strict=False) if a == b)
        return up[: common - 1 : -1] + down[common - 1 :]

    def root(self, *frames: int) -> int:
        """The last common ancestor of some frames."""
        return max(set(self.ancestors(frames[0])).intersection(*map(self.ancestors, frames[1:])))

    def loops(self) -> tuple[tuple[int, int], ...]:
        """The two frames (k, k+B) of each cut joint."""
        cut = range(self.n_links + 1, self.n_links + self.n_loops + 1)
        return tuple((k, k + self.n_loops) for k in cut)

    def loop_chain(self, cut: int) -> tuple[int, ...]:
        """The frames around the loop of a cut joint k: k, down to the root, up again to k+B."""
        pairs = dict(self.loops())
        if cut not in pairs:
            known = ", ".join(map(str, pairs)) or "none: the robot has no loops"
            raise UsageError(f"{cut} is not a cut joint of {self.name}; cut joints are {known}")
        return self.chain(cut, pairs[cut])

    def equivalent_tree(self) -> Robot:
        """The tree that is left when the loops are cut; a robot without loops is its own."""
        if self.structure is not Structure.CLOSED:
            return self
        frames = self.frames[: self.n_links]
        origin = self.origin
        if origin is not None:
            origin = origin.of_joints(frame.name for frame in frames if frame.moves)
        return replace(self, structure=Structure.TREE, frames=frames, cut_drives=(), origin=origin)

    # Symbols

    @property
    def taken_names(self) -> frozenset[str]:
        """The names that no generated symbol may have: the robot's symbols, and reserved ones."""
        return self.symbols | self.reserved

    @cached_property
    def symbols(self) -> frozenset[str]:
        """All symbols that the robot uses, the names of QP, QDP and GAM included."""
        names: set[str] = set()
        for table in TABLES:
            visit_entries(getattr(self, table), lambda e: names.update(e.symbols))
        return frozenset(names)

    @cached_property
    def geometry_symbols(self) -> frozenset[str]:
        """The symbols of the geometric table, joint variables included."""
        entries = (getattr(frame, name) for frame in self.frames for name in GEOMETRY)
        return frozenset[str]().union(*(entry.symbols for entry in entries))

    def require_symbols(self, names: Iterable[str], where: str = "") -> None:
        """Raise a UsageError for names, of a file ``where``, that are no symbols of the robot."""
        if unknown := sorted(map(str, set(names) - self.symbols)):
            hint = near_names(unknown[0], sorted(self.symbols), cutoff=0.7)  # short names
            raise UsageError(
                f"{where}{': ' * bool(where)}{self.name} has no symbol {short_list(unknown)}; "
                f"{hint}symoro show prints its tables"
            )

    def substitute(self, values: Mapping[str, ExpressionLike] | str) -> Robot:
        """Put expressions in the place of symbols, everywhere at once and exactly.

        Args:
            values: the expressions by symbol, or the name of a value set of the robot.

        Raises:
            UsageError: if the robot has no such symbol or value set, or an entry has no value then.
        """
        return substitute_values(self, values)

    def parameter_values(self, values: str | Mapping[str, float] | None) -> dict[str, float]:
        """Return parameters to call a model with: a value set by its name, or a mapping."""
        return self.value_set(values).numbers if isinstance(values, str) else dict(values or {})

    def value_set(self, name: str) -> ValueSet:
        """Return a value set by its name; the only set of a robot is its nominal one, too.

        Raises:
            UsageError: for a name that none has, with the names that there are.
        """
        sets = sets_by_name(self.values)
        if name not in sets:
            own = [each.name for each in self.values]
            raise UsageError(
                f"{self.name} has no value set {name}; {near_names(name, own)}its value sets are: "
                f"{', '.join(own) or 'none'} (a file of numbers is FILE.json)"
            )
        return sets[name]

    def pose(self, name: str) -> NamedPose:
        """Return a pose that is stored with the robot by its name.

        Raises:
            UsageError: for a name that none has, with the names that there are.
        """
        known = {each.name: each for each in self.poses}
        if name not in known:
            raise UsageError(
                f"{self.name} has no pose {name}; {near_names(name, known)}its poses are: "
                f"{', '.join(known) or 'none'} (a file of poses is FILE.json)"
            )
        return known[name]

    def _require(self, j: int, first: int) -> None:
        if not first <= j <= self.n_frames:
            raise UsageError(
                f"there is no frame {j} in {self.name}; frames are {first} to {self.n_frames}"
            )

    def __iter__(self) -> Iterator[tuple[int, Frame]]:
        return iter(enumerate(self.frames, start=1))
