"""The document of an inverse geometric model: its tree as a routine, and words for its results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from textwrap import wrap

from symoro.ir.tree import SolutionTree
from symoro.ir.tree_ends import COUNT, LABEL, MULTIPLICITY, STATUS, Q
from symoro.ir.tree_routine import TreeRoutine, tree_routine
from symoro.ir.tree_rows import Status, label_texts
from symoro.printers.document import Document
from symoro.wording import plain_text

_WIDTH = 90
_MEANINGS = {
    "T": "the pose of the last frame, row by row",
    "qf": "the positions of the fixed joints",
}


@dataclass(frozen=True, kw_only=True)
class TreeDocument(Document):
    """An inverse geometric model ready to print.

    Attributes:
        tree: the routine.
        labels_of_branches: the words of each label.
        joint_names: the joint variables, a column of q each.
        example: numbers for the argument arrays, by name, such as a pose that is reached.
    """

    tree: TreeRoutine
    labels_of_branches: tuple[str, ...]
    joint_names: tuple[str, ...]
    example: dict[str, tuple[float, ...]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.program.name

    @property
    def result_meanings(self) -> dict[str, str]:
        """The meanings of the results, by their names in routines."""
        status = "; ".join(f"{int(each)}: {each.meaning}" for each in Status)
        joints = ", ".join(self.joint_names)
        return {
            COUNT: f"the number of solutions, at most {self.tree.rows}",
            Q: f"a row for each solution: {joints}; angles in (-Pi, Pi]",
            LABEL: "the number of the branch of each solution",
            MULTIPLICITY: "2 for a double root; 0 where an unknown is free",
            STATUS: status,
        }


def make_tree_document(document: Document, tree: SolutionTree) -> TreeDocument:
    """Return the document of a tree of solutions, as yet without an example."""
    values = {each.name: getattr(document, each.name) for each in fields(document)}
    return TreeDocument(
        **{**values, "own": _MEANINGS},
        tree=tree_routine(tree),
        labels_of_branches=tuple(label_texts(tree)),
        joint_names=tuple(column.name for column in tree.columns),
    )


def fold_lines(lines: Iterable[str]) -> list[str]:
    """Return lines of a comment, folded."""
    return [
        piece for line in lines for piece in wrap(plain_text(line), _WIDTH, subsequent_indent="  ")
    ]
