"""An inverse geometric model as a Python function: poses in, all solutions out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from symoro.compile.fast_call import native_maker
from symoro.compile.kernel import Array, Integers
from symoro.compile.parameters import Parameters
from symoro.compile.prepared_model import refuse_pickling
from symoro.compile.real_numbers import real_numbers
from symoro.compile.tree_call_text import (
    COLUMNS,
    FIXED,
    KERNEL,
    PARAMETERS,
    PLAN,
    ROOM,
    tree_call_text,
)
from symoro.compile.tree_kernel import TreeKernel, address
from symoro.errors import UsageError
from symoro.wording import quantity, shaped_names

ReadPose = Callable[[Array], Array]
"""Makes a matrix a pose, or raises an error: orthonormal columns, all numbers finite."""

_LARGEST_ROOM = 1 << 12
"""Doubles of the most rows for which a call needs no memory but the stack."""


@dataclass(frozen=True, eq=False)
class InverseBatch:
    """The solutions of a batch of poses, one behind the other.

    ``batch[k]`` has those of pose k, a row each.

    Attributes:
        q: a row of joints for each solution of each pose.
        offsets: the first row of each pose, and the number of all rows.
        labels: the number of the branch of each row; ``words`` has its meaning.
        multiplicity: of each row; 0 for one of a family.
        status: of each pose, see `symoro.ir.tree_rows.Status`.
        words: the words of each label.
    """

    q: Array
    offsets: Integers
    labels: Integers
    multiplicity: Integers
    status: Integers
    words: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.status)

    def __getitem__(self, pose: int) -> Array:
        k = range(len(self))[pose]
        return self.q[self.offsets[k] : self.offsets[k + 1]]

    def __repr__(self) -> str:
        rows = quantity(len(self.q), "solution")
        return f"<InverseBatch: {rows} of {quantity(len(self), 'pose')}>"

    @property
    def counts(self) -> Integers:
        """The number of solutions of each pose."""
        counts: Integers = np.diff(self.offsets)
        return counts


class CompiledInverse:
    """Calls native code with checked poses.

    ``f(T, parameters={...})`` returns the solutions of a pose, a row each, or an `InverseBatch` for
    an array of poses with a leading axis. Positions of joints that the model takes as given follow
    the pose. For repeated calls use ``g = f.prepare(parameters)``, then ``g(T)``.
    """

    def __init__(
        self,
        kernel: TreeKernel,
        sets: Mapping[str, Mapping[str, float]],
        usual: str,
        words: tuple[str, ...],
        read: ReadPose,
    ) -> None:
        """Take a kernel.

        Args:
            kernel: the native code.
            sets: value sets that can be named.
            usual: the value set for calls without parameters; empty for none.
            words: of each label.
            read: makes a matrix a pose.
        """
        self._kernel, self._words, self._read = kernel, words, read
        self._parameters = Parameters(kernel.tree.program, sets, (), None)
        self._usual = usual
        self._ready: dict[str, PreparedInverse] = {}

    def __repr__(self) -> str:
        return _describe(self._kernel, self._count())

    def prepare(self, parameters: Mapping[str, float] | str | None = None) -> PreparedInverse:
        """Return the function with its parameters, which calls then neither read nor check again.

        Args:
            parameters: numbers for the robot's symbols, or the name of a value set; by default the
                robot's only value set.

        Raises:
            UsageError: for a missing or unknown parameter, or one that is NaN or infinite.
        """
        if parameters is None:
            parameters = self._usual
        if not isinstance(parameters, str):
            return self._prepare(parameters, "")
        if parameters not in self._ready:
            self._ready[parameters] = self._prepare(parameters or {}, parameters)
        return self._ready[parameters]

    def __call__(
        self,
        T: npt.ArrayLike,
        fixed: npt.ArrayLike = (),
        *,
        parameters: Mapping[str, float] | str | None = None,
        threads: int | None = None,
    ) -> Array | InverseBatch:
        """Return the solutions of a pose or of a batch; see `PreparedInverse.__call__`."""
        return self.prepare(parameters)(T, fixed, threads=threads)

    def _prepare(self, parameters: Mapping[str, float] | str, name: str) -> PreparedInverse:
        values = self._parameters.values(parameters)
        count = self._count()
        note = count and f"{count} prepared" + f": {name}" * bool(name)
        call = _InverseCall(self._kernel, values, self._words, self._read)
        make = native_maker(PreparedInverse, "_general", "_plan", tree_call_text)
        prepared: PreparedInverse = make(call, note)
        return prepared

    def _count(self) -> str:
        """The number of parameters in words; empty if there are none."""
        number = len(self._parameters.names)
        return quantity(number, "parameter") if number else ""

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self._kernel.tree.program.name)


class PreparedInverse:
    """An inverse geometric model with its parameters; see `CompiledInverse.prepare`.

    Calls with a pose, an array of doubles in C order, run in native code from end to end.
    """

    __slots__ = ("__weakref__", "_general", "_note", "_plan")

    def __init__(self, call: _InverseCall, note: str) -> None:
        self._general, self._plan, self._note = call, call.plan, note

    def __call__(
        self, T: npt.ArrayLike, fixed: npt.ArrayLike = (), *, threads: int | None = None
    ) -> Array | InverseBatch:
        """Return the solutions of a pose, a row each, or those of a batch of poses.

        Angles are in (-Pi, Pi]. Where an unknown is free, one row stands for the family. A singular
        pose may have solutions without a row; the status of a batch, of one pose also, tells it.

        Args:
            T: the pose, 4x4, or an array of poses with a leading axis. A matrix that is nearly
                orthonormal is replaced by the nearest pose.
            fixed: the positions of the fixed joints, in frame order; for a batch also a row for
                each pose.
            threads: the number that may share a batch; by default that of the processors.

        Raises:
            UsageError: for a matrix that is no pose, or another shape.
        """
        return self._general(T, fixed, threads=threads)

    def __repr__(self) -> str:
        return _describe(self._general.kernel, self._note)

    def __copy__(self) -> PreparedInverse:
        return self

    def __deepcopy__(self, memo: object) -> PreparedInverse:
        return self

    def __reduce__(self) -> NoReturn:
        refuse_pickling(self._general.name)


class _InverseCall:
    """A call in Python with whatever arguments; the first one completes the plan."""

    def __init__(
        self, kernel: TreeKernel, values: Array, words: tuple[str, ...], read: ReadPose
    ) -> None:
        self.kernel, self._values, self._words, self._read = kernel, values, words, read
        self.name = kernel.tree.program.name
        self._fixed = dict(kernel.tree.program.shapes).get("qf", (0,))
        self.plan = np.zeros(PLAN, dtype=np.int64)

    def __call__(
        self, T: npt.ArrayLike, fixed: npt.ArrayLike = (), *, threads: int | None = None
    ) -> Array | InverseBatch:
        poses = real_numbers(self.name, "T", T)
        positions = real_numbers(self.name, "fixed", fixed)
        if poses.shape[-2:] not in ((4, 4), (3, 4)) or poses.ndim not in (2, 3):
            raise UsageError(
                f"{self.name}: T has shape {poses.shape}; expected (4, 4), or (N, 4, 4) for a batch"
            )
        if poses.shape[-2] == 3:
            last = np.broadcast_to([[0.0, 0.0, 0.0, 1.0]], (*poses.shape[:-2], 1, 4))
            poses = np.concatenate([poses, last], axis=-2)
        batch = poses.ndim == 3
        leading = (len(poses),) if batch and positions.ndim == 2 else ()
        if positions.shape != (*leading, *self._fixed):
            raise UsageError(
                f"{self.name}: fixed has shape {positions.shape}; expected {self._fixed}, a "
                "position for each fixed joint"
            )
        every = np.ascontiguousarray(poses.reshape(-1, 4, 4))
        self._complete_plan()
        rows = self._rows(self._orthonormal(every), np.ascontiguousarray(positions), threads)
        return rows if batch else rows.q

    def _orthonormal(self, poses: Array) -> Array:
        """The poses, those that are only nearly orthonormal replaced by the nearest one."""
        others = np.flatnonzero(~self.kernel.plain(poses))
        if not len(others):
            return poses
        whole = poses.copy()
        for k in others:
            try:
                whole[k] = self._read(poses[k])
            except UsageError as error:
                if len(poses) == 1:
                    raise
                raise UsageError(f"pose {k} of the batch (from 0): {error}") from None
        return whole

    def _rows(self, poses: Array, positions: Array, threads: int | None) -> InverseBatch:
        if threads is not None and (isinstance(threads, bool) or threads < 1):
            raise UsageError(f"{self.name}: threads is a positive integer, not {threads!r}")
        q, labels, multiplicity, counts, status = self.kernel.many(
            poses, positions, self._values, threads
        )
        offsets = np.zeros(len(poses) + 1, dtype=np.int64)
        np.cumsum(counts, out=offsets[1:])
        return InverseBatch(q, offsets, labels, multiplicity, status, self._words)

    def _complete_plan(self) -> None:
        tree = self.kernel.tree
        room = tree.rows * tree.columns
        if self.plan[KERNEL] or room > _LARGEST_ROOM:
            return
        self.plan[PARAMETERS] = address(self._values)
        self.plan[COLUMNS], self.plan[ROOM] = tree.columns, room
        self.plan[FIXED] = self._fixed[0]
        self.plan[KERNEL] = self.kernel.one_address  # last: the others are read once this is set


def _describe(kernel: TreeKernel, note: str) -> str:
    """The arguments and the result: ``rx90_igm: T[4, 4] -> q[k, 6], at most 8 solutions``."""
    tree = kernel.tree
    arguments = shaped_names([("T", (4, 4)), *(a for a in tree.arrays if a[0] != "T")])
    text = f"{tree.program.name}: {arguments} -> q[k, {tree.columns}]"
    text += f", at most {quantity(tree.rows, 'solution')}"
    return f"{text} ({note})" if note else text
