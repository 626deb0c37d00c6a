"""A model whose vectors have the joints in another order: the same program, other places.

Rows of a floating base come first, as ever. A pair of joints is where its first joint, then its
second one, puts it; of positions and rates each part has the order of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from symoro.errors import InternalError
from symoro.ir.program import Input, Output, Program
from symoro.pipeline.plan import OutputKind, Plan
from symoro.robot import BaseMotion, Robot
from symoro.robot.arguments import Argument, joint_array
from symoro.robot.joint_axes import OwnAxis, axis_indices, axis_joints
from symoro.robot.joint_order import ordered_joints
from symoro.wording import noun_phrase


def ordered_plan(plan: Plan, words: Sequence[str]) -> Plan:
    """Return the plan of the same model with the joints of its arrays in another order.

    Raises:
        UsageError: if this is no order of the robot's joints.
    """
    from symoro.verify.joint_order import ordered_check  # when there is an order

    robot, interface = plan.robot, plan.interface
    order = ordered_joints(robot, words)
    axes = {kind.name: kind.axes for kind in interface.outputs if any(kind.axes)}
    columns = dict(interface.columns)
    for name, labels in columns.items():
        last = axes[name][1] if len(axes.get(name, ())) == 2 else None
        if last is not None:
            columns[name] = tuple(labels[k] for k in _places(last, len(labels), robot, order))
    arguments = interface.arguments
    if arguments is not None:
        arguments = tuple(
            replace(each, meaning=_reword(each.meaning, [*each.frames.values()], robot, order))
            for each in arguments
        )
    plan = plan.with_interface(
        outputs=tuple(_ordered_kind(kind, robot, order) for kind in interface.outputs),
        columns=columns,
        arguments=arguments,
    )
    names = [robot.frame(j).name for j in order]
    return replace(plan, order=order, check=ordered_check(plan.check, names, axes))


def arrange(program: Program, plan: Plan) -> Program:
    """Return a program with its argument and output arrays in the order of its plan."""
    order, robot = plan.order, plan.robot
    kinds = {kind.name: kind for kind in plan.interface.outputs}
    return replace(
        program,
        inputs=_arrange_inputs(program, _arguments(plan), order),
        outputs=tuple(
            _arrange_output(each, kinds[each.name], robot, order) for each in program.outputs
        ),
    )


def without_output_order(plan: Plan) -> Plan:
    """Return the plan for a trace that gives outputs in the order already."""
    outputs = tuple(replace(kind, axes=()) for kind in plan.interface.outputs)
    return plan.with_interface(outputs=outputs)


def sort_joints(joints: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """Return some joints in an order."""
    return tuple(sorted(joints, key=order.index))


def _arguments(plan: Plan) -> Sequence[Argument]:
    robot, interface = plan.robot, plan.interface
    if interface.arguments is not None:
        return interface.arguments
    joints = robot.moving_joints if interface.joints is None else interface.joints
    return [joint_array(robot, name, joints) for name in ("q", "QP", "QDP")]


def _arrange_inputs(
    program: Program, arguments: Sequence[Argument], order: Sequence[int]
) -> tuple[Input, ...]:
    """The inputs at their new places; those of an array are listed by place."""
    inputs = list(program.inputs)
    for argument in arguments:
        by_rank = sorted((order.index(j), place) for place, j in argument.frames.items())
        places = sorted(place for _, place in by_rank)
        new = {old: place for (_, old), place in zip(by_rank, places, strict=True)}
        where = [k for k, item in enumerate(inputs) if item.array == argument.name]
        items = [inputs[k] for k in where]
        items = [replace(item, index=new.get(item.index, item.index)) for item in items]
        for k, item in zip(where, sorted(items, key=lambda item: item.index), strict=True):
            inputs[k] = item
    return tuple(inputs)


def _arrange_output(output: Output, kind: OutputKind, robot: Robot, order: Sequence[int]) -> Output:
    elements = np.array(output.elements, dtype=object).reshape(output.shape)
    for k, axis in enumerate(kind.axes):
        if axis is not None:
            elements = elements.take(_places(axis, output.shape[k], robot, order), axis=k)
    return replace(output, elements=tuple(elements.ravel().tolist()))


def _places(axis: OwnAxis, size: int, robot: Robot, order: Sequence[int]) -> list[int]:
    """The old place of each index of an axis."""
    indices = axis_indices(axis, _axis_joints(axis, robot))
    if len(indices) != size:
        raise InternalError(f"an axis of {size} does not run over {len(indices)} joints")
    rank = {j: place for place, j in enumerate(order)}

    def key(k: int) -> tuple[int, list[int]]:
        part, joints = indices[k]
        return part, sorted(rank.get(j, 0) for j in joints)

    return sorted(range(size), key=key)


def _axis_joints(axis: OwnAxis, robot: Robot) -> list[int]:
    floats = robot.base.motion is BaseMotion.FLOATING
    return axis_joints(axis, robot.moving_joints, floats=floats)


def _ordered_kind(kind: OutputKind, robot: Robot, order: Sequence[int]) -> OutputKind:
    """The output with the joints that its meaning lists in their order."""
    meaning = kind.meaning
    for axis in kind.axes:
        if axis is not None:
            meaning = _reword(meaning, _axis_joints(axis, robot), robot, order)
    return replace(kind, meaning=meaning)


def _reword(text: str, joints: Sequence[int], robot: Robot, order: Sequence[int]) -> str:
    """A text that lists joints, in their order."""
    own = [j for j in joints if j]
    if len(own) > 1:
        for listed in (partial(noun_phrase, "joint"), partial(_variables, robot)):
            text = text.replace(listed(own), listed(sort_joints(own, order)))
    return text


def _variables(robot: Robot, joints: Sequence[int]) -> str:
    return ", ".join(robot.variables[j].name for j in joints)
