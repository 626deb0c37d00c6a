"""The check of a model whose vectors have the joints in an order: places by the joints' names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symoro.errors import VerificationError
from symoro.expressions import Arithmetic, Symbol, Values
from symoro.ir.program import Program
from symoro.robot import BaseMotion, Robot
from symoro.robot.joint_axes import Axis, OwnAxis, axis_indices, axis_joints
from symoro.verify.check import Arrays, Check, PairFunction, Pairs

Axes = Mapping[str, Sequence[Axis]]


def ordered_check(check: Check, names: Sequence[str], axes: Axes) -> Check:
    """Return the check of the same model with its outputs in an order of the joints.

    Args:
        check: that of the model in frame order.
        names: the joints, in the order of the vectors.
        axes: the joints that the axes of outputs run over, by output.
    """
    places = _Places(check.robot, names, axes)
    reference = check.reference

    def ordered_reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
        assert reference is not None
        arrays = reference(values, arithmetic, dtype)
        return {name: places.in_order(name, np.asarray(each)) for name, each in arrays.items()}

    def with_ordered_outputs(compare: PairFunction | None) -> PairFunction | None:
        if compare is None:
            return None

        def compare_ordered(
            outputs: Mapping[str, Any], values: Values, arithmetic: Arithmetic[Any], dtype: Any
        ) -> Pairs:
            outputs = {name: places.in_frame_order(name, each) for name, each in outputs.items()}
            return compare(outputs, values, arithmetic, dtype)

        return compare_ordered

    return replace(
        check,
        reference=None if reference is None else ordered_reference,
        compare_outputs=with_ordered_outputs(check.compare_outputs),
        balance=with_ordered_outputs(check.balance),
    )


def require_places(program: Program, robot: Robot, names: Sequence[str]) -> None:
    """Compare the places of symbols in vectors over all moving joints with the joints' names.

    Raises:
        VerificationError: naming a symbol at the place of another joint.
    """
    owner: dict[str, str] = {}
    for j in robot.moving_joints:
        frame = robot.frame(j)
        entries = (robot.variables[j], frame.QP, frame.QDP, frame.GAM)
        owner |= {entry.name: frame.name for entry in entries if isinstance(entry, Symbol)}
    whole = {name for name, shape in program.shapes if shape == (len(names),)}
    for item in program.inputs:
        if item.array in whole and item.name in owner:
            place = names[item.index[0]]
            if place != owner[item.name]:
                raise VerificationError(
                    f"{program.name}: {item.name}, which is joint {owner[item.name]}'s, is at the "
                    f"place of {place}; the model is not written. This is a defect of symoro: "
                    "please report it with the robot's file"
                )


class _Places:
    """The places of outputs' elements, from the joints' names."""

    def __init__(self, robot: Robot, names: Sequence[str], axes: Axes) -> None:
        numbers = {frame.name: j for j, frame in robot if frame.name}
        self.ordered = [numbers[name] for name in names]
        self.numbered = robot.moving_joints
        self.floats = robot.base.motion is BaseMotion.FLOATING
        self.axes = axes

    def in_order(self, name: str, array: Any) -> Any:
        """An array in frame order, in the order of the names."""
        for k, axis in enumerate(self.axes.get(name, ())):
            if axis is not None:
                before, after = self._indices(axis)
                array = array.take([before.index(each) for each in after], axis=k)
        return array

    def in_frame_order(self, name: str, elements: Any) -> Any:
        """The elements of an array in the order of the names, in frame order."""
        axes = self.axes.get(name)
        if axes is None:
            return elements
        sizes = [-1 if axis is None else len(self._indices(axis)[0]) for axis in axes]
        shape = sizes if -1 in sizes else [*sizes, -1]
        array = np.empty(len(elements), dtype=object)
        array[:] = elements
        array = array.reshape(shape)
        for k, axis in enumerate(axes):
            if axis is not None:
                before, after = self._indices(axis)
                array = array.take([after.index(each) for each in before], axis=k)
        return array.ravel().tolist()

    def _indices(self, axis: OwnAxis) -> tuple[list[Any], list[Any]]:
        """The meanings of an axis's indices, in frame order and in that of the names."""
        before = axis_joints(axis, self.numbered, floats=self.floats)
        base = [j for j in before if not j]
        after = [*base, *(j for j in self.ordered if j in before)]
        return axis_indices(axis, before), axis_indices(axis, after)
