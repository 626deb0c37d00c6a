"""Inverse geometric models in Python over arrays of NumPy: a batch of poses, all solutions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from itertools import count

from symoro.errors import InternalError
from symoro.ir.kernel_source import kernels
from symoro.ir.routine import Routine, variable_types
from symoro.ir.routine_scope import RoutineScope
from symoro.ir.tree_ends import COUNT, LABEL, MULTIPLICITY, STATUS, Q
from symoro.printers.dialect import ExpressionPrinter
from symoro.printers.numpy_ import GIVEN, SYNTAX
from symoro.printers.numpy_routine import HELPERS, RoutineWriter
from symoro.printers.python_trees import PythonTreeCaller, PythonTreeWriter, quote
from symoro.printers.tree_document import TreeDocument, fold_lines
from symoro.wording import plain_text

_BLOCK = 4096
"""The poses that are solved together: their numbers stay in the cache, and singular poses, at
which several values of an unknown are tried, hold up those of their own block alone."""

_MAIN = """
poses = {T}.shape[:-2]
arrays = {arrays}
blocks = [
    {states}(*(x[k:k + {block}] for x in arrays){p})
    for k in range(0, max(len(arrays[0]), 1), {block})
]
whole = [np.concatenate(each) for each in zip(*blocks)]
return tuple(each.reshape(poses + each.shape[1:]) for each in whole)
"""

_RESULTS = """
{q} = np.zeros(({rows}, {columns}, {size}))
{label} = np.zeros(({rows}, {size}), int)
{multiplicity} = np.zeros(({rows}, {size}), int)
{status} = np.zeros((1, {size}), int)
"""


def files(document: TreeDocument) -> dict[str, str]:
    """Return a module with the function, and an example."""
    writer = NumpyTreeWriter(document)
    return writer.files() | NumpyTreeCaller(writer).files()


class NumpyTreeWriter(PythonTreeWriter):
    """The module: the function of a batch, and one that solves a block of it."""

    syntax = SYNTAX
    imports = "import numpy as np"

    def __init__(self, document: TreeDocument) -> None:
        self.states_function = f"{document.name}_block"
        super().__init__(document)

    def own_names(self) -> frozenset[str]:
        """The names of functions, helpers included."""
        helpers = ("given", "stack", "largest", "at", "put", "np")
        words = ("poses", "arrays", "blocks", "whole", "each", "valid", "x", "k", "int", "bool")
        return super().own_names() | {self.states_function, *helpers, *words}

    def prologue(self) -> list[str]:
        """The import, and the helpers of all routines."""
        return [*super().prologue(), *GIVEN.splitlines(), *HELPERS.splitlines()]

    def kernel(self, kernel: Routine, names: Callable[[str], str]) -> list[str]:
        """A function of the module, over arrays of states."""
        scope = RoutineScope({*map(names, variable_types(kernel)), *SYNTAX.dialect.reserved})
        fresh = _number_names(scope.fresh)
        return ["", *RoutineWriter(kernel, kernels(), _no_formula, fresh, names).lines()]

    def main_lines(self) -> list[str]:
        """The function of a batch, behind the one that solves a block."""
        document, tree = self.document, self.tree
        arrays = [self.names.array(name) for name, _ in tree.arrays]
        p = f", {self.names.p}" if tree.parameters else ""
        flat = [f"{arrays[0]}.reshape((-1, 4, 4))"]
        checks = []
        for name, (array, shape) in zip(arrays, tree.arrays, strict=True):
            doubles = f'given("{array}", {name}, {shape}).astype(np.float64)'
            checks.append(self.let(name, doubles))
        for name in arrays[1:]:
            size = dict(tree.arrays)["qf"]
            whole = f"np.broadcast_to({name}, {arrays[0]}.shape[:-2] + {size})"
            flat.append(f"{whole}.reshape((-1, {size[0]}))")
        words = {
            "T": arrays[0],
            "arrays": f"[{', '.join(flat)}]",
            "states": self.states_function,
            "block": _BLOCK,
            "p": p,
        }
        title = quote(plain_text(document.title))
        return [
            "",
            *self._block_lines(),
            "",
            "",
            f"def {document.name}({', '.join(self.input_names())}):",
            f'    """{title}.',
            "",
            *(f"    {quote(line)}".rstrip() for line in self._description()),
            '    """',
            *self.indent_lines([*checks, *_MAIN.format(**words).splitlines()[1:]]),
        ]

    def _description(self) -> list[str]:
        """The meanings of arguments and results, a line each."""
        meanings, roles = self.document.result_meanings, self.roles
        q, label, multiplicity, status = (roles[r] for r in (Q, LABEL, MULTIPLICITY, STATUS))
        results = [
            f"Returns {q}, valid, {label}, {multiplicity}, {status}; each has the leading axes of "
            f"the poses, those of rows have an axis of {self.tree.rows} behind them.",
            "",
        ]
        rows = [
            f"{q}: {meanings[Q]}; 0 in rows that are not valid",
            "valid: True in rows that are solutions; they come first",
            *(f"{roles[role]}: {meanings[role]}" for role in (LABEL, MULTIPLICITY, STATUS)),
        ]
        return [*fold_lines(results), *self.input_lines(), *fold_lines(rows)]

    def _block_lines(self) -> list[str]:
        """The function of a block: arrays with one leading axis."""
        tree, names = self.tree, self.roles
        formulas = ExpressionPrinter(tree.routine.graph, SYNTAX.dialect, self.formula_names)
        fresh = _number_names(self.names.fresh)
        writer = RoutineWriter(tree.routine, kernels(), formulas.text, fresh, self.local)
        size = f"len({writer.all})"
        results = _RESULTS.format(rows=tree.rows, columns=tree.columns, size=size, **names)
        first = self.names.array(tree.arrays[0][0])
        return [
            f"def {self.states_function}({', '.join(self.input_names())}):",
            '    """Return the results of poses in one row."""',
            *self.indent_lines(
                [
                    *self.read_lines(),
                    self.let(writer.all, f"np.ones(len({first}), bool)"),
                    *results.splitlines()[1:],
                    'with np.errstate(all="ignore"):',
                    *writer.body(ends=""),
                    f"valid = np.arange({tree.rows}) < {names[COUNT]}[:, None]",
                    f"return {names[Q]}.transpose(2, 0, 1), valid, {names[LABEL]}.T, "
                    f"{names[MULTIPLICITY]}.T, {names[STATUS]}[0]",
                ]
            ),
        ]


class NumpyTreeCaller(PythonTreeCaller):
    """The example of a module."""

    array = "np.array({numbers})"

    def prologue(self) -> list[str]:
        """The imports."""
        return ["", "import numpy as np", *super().prologue()]

    def solve_lines(self) -> list[str]:
        """The call, and a line for each solution."""
        call = f"{self.document.name}({', '.join(self.call_arguments())})"
        return [
            f"q, valid, label, multiplicity, status = {call}",
            'print("status", status)',
            "for row, branch, m in zip(q[valid].tolist(), label[valid], multiplicity[valid]):",
            f'    print("", *(f"{{x:.15g}}" for x in row), "", m, "", '
            f"{self.writer.label_function}(branch))",
        ]


def _no_formula(edge: int) -> str:
    raise InternalError(f"a formula in a root kernel: {edge}")


def _number_names(fresh: Callable[[str], str]) -> Callable[[str], str]:
    """Return a maker of names that are numbered: on1, on2."""
    numbers: dict[str, count[int]] = defaultdict(partial(count, 1))
    return lambda wanted: fresh(f"{wanted}{next(numbers[wanted])}")
