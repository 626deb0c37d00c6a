"""An inverse geometric model as a result: its equations, its solutions in numbers, its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np

from symoro.analysis.inverse_geometry import Solutions, TreeSolver, pose_columns, read_pose
from symoro.analysis.inverse_geometry.poses import read_numbers
from symoro.catalog.geometric import inverse_function as native
from symoro.catalog.geometric.fixed_joints import fixed_positions, with_fixed_joints
from symoro.catalog.geometric.inverse_data import model_data
from symoro.catalog.geometric.inverse_limits import within_limits
from symoro.compile.compiled_inverse import CompiledInverse
from symoro.errors import UsageError
from symoro.expressions import FloatArithmetic, evaluate
from symoro.ir.tree import SolutionTree
from symoro.ir.tree_rows import LARGEST
from symoro.models.inverse_geometry.derivation import Derivation
from symoro.models.inverse_geometry.pose_columns import WHOLE
from symoro.passes.count import call_operations
from symoro.pipeline.files import write_files
from symoro.pipeline.options import READING
from symoro.pipeline.solution_text import Explanation, joint_text, step_texts
from symoro.pipeline.solution_tree import trace_tree
from symoro.printers.document import Document
from symoro.printers.example import example
from symoro.printers.printing import print_tree, require_language
from symoro.printers.spellings import OWN
from symoro.printers.tree_document import TreeDocument, make_tree_document
from symoro.references.inverse_geometry import NumericChain, numeric_chain
from symoro.request import written_options
from symoro.robot import NamedPose, Robot, ValueSet
from symoro.robot.named_pose import named_pose
from symoro.robot.values import missing_values, only_set
from symoro.verify.inverse_geometry import InverseCertificate
from symoro.version import __version__
from symoro.wording import identifier, noun_phrase, quantity

EXTENSIONS = {"paul": "pau", "pieper": "pie"}
"""SYMORO+'s extensions of files, by method."""

_FLOATS = FloatArithmetic()


@dataclass(frozen=True, eq=False)
class InverseGeometry:
    """The joints of a chain as functions of the pose of its end, all solutions.

    Attributes:
        robot: the robot.
        derivation: the equation of each unknown, in order.
        certificate: the comparison with other routes; None if it was skipped.
        fixed: the joints of the chain whose positions are arguments.
        start, end: the frame in which the pose is written, -1 for the world, and the frame that
            has it.
    """

    robot: Robot
    derivation: Derivation
    start: int
    end: int
    fixed: tuple[int, ...] = ()
    certificate: InverseCertificate | None = None
    _solvers: dict[object, TreeSolver] = field(default_factory=dict, repr=False)

    def __repr__(self) -> str:
        return f"<InverseGeometry: {self.title}>"

    @property
    def title(self) -> str:
        """The robot, the method, the joints and the number of solutions in words."""
        joints = noun_phrase("joint", sorted(self.derivation.chain.joints))
        most = quantity(self.most_solutions, "solution")
        method = f"{self.method.capitalize()}'s method"
        return f"{self.robot.name}{self.end_text} by {method}: {joints}, at most {most}"

    @property
    def end_text(self) -> str:
        """The frame that has the pose, in words; nothing where the robot has one end."""
        return f" (frame {self.end})" if self._is_one_of_several else ""

    @property
    def method(self) -> str:
        """The name of the method that solved the chain."""
        return self.derivation.method

    @property
    def elements(self) -> tuple[str, ...]:
        """The columns of the pose that are read."""
        return self.derivation.elements

    @property
    def joints(self) -> tuple[str, ...]:
        """The names of the joint variables, in the order of the columns of solutions."""
        return tuple(name for _, name in self._variables)

    @property
    def _variables(self) -> tuple[tuple[int, str], ...]:
        return tuple((j, self.robot.variables[j].name) for j in self._frames)

    @property
    def _frames(self) -> tuple[int, ...]:
        return tuple(sorted((*self.derivation.chain.joints, *self.fixed)))

    @property
    def most_solutions(self) -> int:
        """The number of branches of the tree."""
        return self.tree.most

    @cached_property
    def tree(self) -> SolutionTree:
        """The tree of solutions."""
        return trace_tree(self.derivation, f"{self._stem}_igm", self.fixed)

    @property
    def _stem(self) -> str:
        """The beginning of names: of several ends each has its own."""
        name = identifier(self.robot.name)
        return f"{name}_to{self.end}" if self._is_one_of_several else name

    @property
    def _is_one_of_several(self) -> bool:
        return len(self.robot.terminal_frames) > 1

    @cached_property
    def text_tree(self) -> SolutionTree:
        """The tree with formulas as the algorithm has them, to be read."""
        return trace_tree(
            self.derivation, self.tree.program.name, self.fixed, READING, names_all=False
        )

    def _repr_latex_(self) -> str:
        """The equations, for notebooks."""
        return self.explain()._repr_latex_()

    def explain(self) -> Explanation:
        """Return the equations, their types, branches and conditions in words."""
        tree = self.text_tree
        joints = joint_text(tree, [name for j, name in self._variables if j not in self.fixed])
        return Explanation(self.title, tuple(step_texts(tree)), joints)

    @property
    def document(self) -> Document:
        """The model as printers see it."""
        program = self.tree.program
        title = f"Inverse geometric model by {self.method.capitalize()}'s method"
        return Document(
            robot=self.robot,
            program=program,
            parts=(program,),
            joints=self._frames,
            title=title,
            stem=self._stem,
            extension=EXTENSIONS[self.method],
            level=READING,
            operations=call_operations(program, two_part=False),
            meanings={},
            certificate=tuple(self.certificate.lines()) if self.certificate else (),
            notes=self.notes,
            relations=(),
            version=__version__,
            options=self.request,
        )

    @property
    def tree_document(self) -> TreeDocument:
        """The model as printers of code see it."""
        document = make_tree_document(replace(self.document, level="O2"), self.tree)
        return replace(document, example=self._example(document))

    def _example(self, document: TreeDocument) -> dict[str, tuple[float, ...]]:
        """A pose that the robot reaches with the numbers of an example, and fixed joints."""
        positions = [0.1 * k for k, _ in enumerate(self.fixed, 1)]
        names = (self.robot.variables[j].name for j in self.fixed)
        values = example(document).parameters | dict(zip(names, positions, strict=True))
        chain, _ = chain_and_size(self, values)
        q = np.array([[0.3 + 0.1 * k for k, _ in enumerate(chain.joints)]])
        pose = chain.poses(q)
        return {"T": tuple(round(float(x), 15) for x in pose.flat), "qf": tuple(positions)}

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks for the headers of files."""
        place = "the world" if self.start < 0 else f"frame {self.start}"
        notes = [f"pose of frame {self.end} in {place}: columns {', '.join(self.elements)}"]
        if self.fixed:
            names = ", ".join(self.robot.variables[j].name for j in self.fixed)
            notes.append(f"positions of {names} are given")
        if self.derivation.backward:
            notes.append("backward equations: elements V of the inverse of the pose")
        return tuple(notes)

    @property
    def request(self) -> str:
        """The options that made it, as the command line has them."""
        options = {
            "method": self.method,
            "from": None if self.start == -1 else self.start,
            "to": self.end if self._is_one_of_several or self.end != self.robot.tip else None,
            "elements": () if set(self.elements) == set(WHOLE) else self.elements,
            "fix": tuple(map(str, self.fixed)),
            "no-verify": self.certificate is None,
        }
        return written_options([*self.robot.folded, *options.items()])

    def files(
        self, lang: str = "listing", *, single: bool = False, names: str | None = None
    ) -> dict[str, str]:
        """Return the files of a language by name, the main one first."""
        if single:
            raise UsageError("inverse geometric models have no single precision")
        if require_language(lang, single=False).name == "listing":
            document = replace(self.document, names=names or OWN, level="", operations=None)
            file = document.listing_file
            lines = [f"(* {line} *)" if line else "" for line in document.header(file)]
            return {file: "\n".join([*lines, "", *self.explain().lines(), ""])}
        return print_tree(lang, replace(self.tree_document, names=names or OWN))

    def code(self, lang: str = "listing") -> str:
        """Return the text in a language; for several files, the main one."""
        return next(iter(self.files(lang).values()))

    def write(
        self,
        folder: str | Path = ".",
        lang: Sequence[str] | str = "listing",
        *,
        single: bool = False,
        force: bool = False,
        names: str | None = None,
    ) -> list[Path]:
        """Write the files and return their paths: all are in place, or nothing changes.

        Args:
            folder: where to; made if it is not there.
            lang: a language, or several.
            single: refused if True: no language has these models in single precision.
            force: True to replace files that are not ours or were made with other options.
            names: ``"guide"`` or ``"appendix"`` for SYMORO+'s names of files.
        """
        files = partial(self.files, single=single, names=names)
        return write_files(files, folder, lang, force=force)

    def compile(self) -> CompiledInverse:
        """Return the model as a function of NumPy arrays that runs native code.

        ``f = model.compile().prepare(parameters)``; ``f(T)`` has a row for each solution.
        """
        return native.compile_inverse(self)

    def solutions(
        self,
        T: Any,
        fixed: Sequence[float] | Mapping[str, float] = (),
        parameters: Mapping[str, float] | str | None = None,
        limits: bool = False,
    ) -> Solutions | list[Solutions]:
        """Return all joints that bring the end of the chain to a pose, or to each of several.

        Args:
            T: 4x4, or an array of them with a leading axis; or a pose with the keys of a pose file,
                or the name of one that is stored with the robot.
            fixed: the positions of the joints that were fixed.
            parameters: numbers for the robot's symbols, or the name of a value set.
            limits: True to leave out what is outside the limits of joints.

        Raises:
            UsageError: for a matrix that is no pose, or a parameter without a number.
        """
        if isinstance(T, str):
            T = self.robot.pose(T)
        if isinstance(T, NamedPose | Mapping):
            T = pose_columns(named_pose(T), self.elements)
        matrices = read_numbers(T, "a pose")
        if matrices.ndim == 3:
            if len(matrices) >= native.MANY and not self.fixed:
                solver = self._solver(fixed_positions(self.robot, self.fixed, fixed), parameters)
                every = native.solve_many(self, solver, matrices)
                return [self._filter(each, limits) for each in every]
            each = partial(self._solve, fixed=fixed, parameters=parameters, limits=limits)
            return [each(matrix) for matrix in matrices]
        return self._solve(matrices, fixed, parameters, limits)

    def solve(self, pose: NamedPose, fixed: Mapping[str, float], limits: bool = False) -> Solutions:
        """Return the solutions of a pose with a name, which errors carry."""
        try:
            return self._solve(pose_columns(pose, self.elements), fixed, None, limits)
        except UsageError as error:
            raise UsageError(f"{pose.name}: {error}") from None

    def summary(self) -> list[str]:
        """The model and its certificate in words."""
        lines = self.certificate.lines() if self.certificate else ["not verified"]
        return [self.title, *lines]

    def as_dict(self, files: Sequence[Path] = ()) -> dict[str, Any]:
        """The model as plain data, for JSON."""
        return model_data(self, files)

    def _solve(
        self,
        matrix: Any,
        fixed: Sequence[float] | Mapping[str, float],
        parameters: Mapping[str, float] | str | None,
        limits: bool,
    ) -> Solutions:
        pose = read_pose(matrix, self.elements)
        positions = fixed_positions(self.robot, self.fixed, fixed)
        solver = self._solver(positions, parameters)
        solutions = with_fixed_joints(solver.solve(pose), self._variables, positions)
        return self._filter(solutions, limits)

    def _filter(self, solutions: Solutions, limits: bool) -> Solutions:
        return within_limits(self.robot, self._frames, solutions) if limits else solutions

    def _solver(
        self, positions: Mapping[int, float], parameters: Mapping[str, float] | str | None
    ) -> TreeSolver:
        chosen = parameters if parameters is not None else only_set(self.robot)
        numbers = self.robot.parameter_values(
            chosen.name if isinstance(chosen, ValueSet) else chosen
        )
        key = (tuple(positions.items()), tuple(sorted(numbers.items())))
        if key not in self._solvers:
            values = dict(numbers)
            names = {self.robot.variables[j].name for j in self.robot.moving_joints}
            needed = set(self.tree.program.parameters) - names
            if missing := needed - values.keys():
                raise UsageError(missing_values(self.robot, missing, parameters))
            values |= {self.robot.variables[j].name: x for j, x in positions.items()}
            _refuse_numbers(self.robot.name, values, needed | names)
            self._solvers.clear()  # one is kept: most callers have one set of numbers
            self._solvers[key] = make_solver(self, values)
        return self._solvers[key]


def _refuse_numbers(robot: str, values: Mapping[str, float], read: set[str]) -> None:
    """Refuse numbers that are NaN, infinite or too large, of those that are read."""
    for name in sorted(read & values.keys()):
        if not abs(values[name]) <= LARGEST:
            wanted = f"a finite number, at most {LARGEST:g}"
            raise UsageError(f"{robot}: {name} is {values[name]}; it must be {wanted}")


def make_solver(model: InverseGeometry, values: Mapping[str, float]) -> TreeSolver:
    """Return the solver of a model at numbers for all its symbols."""
    chain, _ = chain_and_size(model, values)
    names = [str(model.robot.variables[j]) for j in chain.joints]
    return TreeSolver(model.tree, chain, values, pose_names(model.tree), names, chain.size)


def chain_and_size(
    model: InverseGeometry, values: Mapping[str, float]
) -> tuple[NumericChain, float]:
    """The chain in numbers, and the length of the arm: the sum of all lengths in it."""
    robot = model.robot
    start = max(model.start, 0)
    filled = {**dict.fromkeys(robot.geometry_symbols, 0.0), **values}
    chain = numeric_chain(robot, start, model.end, filled, model.fixed)
    if model.start < 0:
        Z = [[evaluate(entry, filled, _FLOATS) for entry in row] for row in robot.base.Z]
        chain = replace(chain, base=np.array(Z, dtype=float))
    return chain, chain.size or 1.0


def pose_names(tree: SolutionTree) -> dict[tuple[int, ...], str]:
    """The inputs of a tree that are elements of the pose, by place."""
    return {item.index: item.name for item in tree.program.used_inputs if item.array == "T"}
