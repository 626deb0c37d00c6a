"""Make a model of a robot: plan, trace, reduce, verify."""

from __future__ import annotations

import fnmatch
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from symoro.errors import UsageError, short_list
from symoro.pipeline.cheapest import cheapest
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.in_base import plan_in_base, refuse_reactions, refuse_without_inertia
from symoro.pipeline.joint_order import ordered_plan, sort_joints
from symoro.pipeline.model import Model
from symoro.pipeline.naming import request_suffix
from symoro.pipeline.option_spec import number_frames, validate_options
from symoro.pipeline.options import Options
from symoro.pipeline.plan import OutputKind
from symoro.pipeline.tracing import trace_at
from symoro.robot import Robot
from symoro.robot.doubts import modelled_robot, warn_of
from symoro.robot.frame_names import frame_number
from symoro.robot.variables import refuse_moving_tables
from symoro.verify.expanded_size import refuse_endless_statements
from symoro.verify.verify import verify
from symoro.wording import identifier


def build_model(
    kind: ModelDefinition,
    robot: Robot,
    options: Options | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Model:
    """Make a model of a robot: trace, reduce, verify.

    ``progress`` is told how many elements of a model are written out, of how many.

    Raises:
        ModelError: if the robot cannot have this model; the message says why and what can be done.
        RobotError: if the robot is doubtful and ``strict`` is asked for.
        VerificationError: if the result differs from its reference.
    """
    start = time.perf_counter()
    options = options or Options()
    if options.base_parameters:
        refuse_without_inertia(kind)
    own = options.own
    if any(frame.name for frame in robot.frames):
        own = number_frames(kind.options, own, partial(frame_number, robot))
    options = replace(options, own=validate_options(kind.options, own))
    if options.timeout is not None and not (options.expanded or kind.symbolic):
        raise UsageError("--time belongs to --expanded: it limits symbolic work")
    variant = options.apply_to(robot)
    modelled = modelled_robot(variant)
    refuse_moving_tables(modelled)
    own = {**options.own, "time": options.timeout} if kind.symbolic else options.own
    if not options.base_parameters:
        plan = kind.plan(modelled, own)
    doubts = warn_of(robot, variant, strict=options.strict)  # after what is refused at once
    if options.base_parameters:
        modelled, plan = plan_in_base(kind, modelled, own, numbers=bool(variant.folded))
    chosen = _choose_outputs(kind, plan.interface.outputs, options.outputs)
    tree_taken = options.equivalent_tree and robot.n_loops > 0
    sets = [text for name, text in variant.folded if name == "values"]
    if options.base_parameters:
        refuse_reactions(plan, chosen)
    elif plan.for_outputs is not None:
        plan = plan.for_outputs(frozenset(chosen))
    if options.order:
        plan = ordered_plan(plan, options.order)
    kind = replace(kind, **plan.interface.called) if plan.interface.called else kind
    suffix = request_suffix(kind.options, own)
    best, report = cheapest(plan, function_name(kind, modelled, suffix), chosen, options)
    plan, program = best.plan, best.program
    interface = plan.interface
    labels = {name: each for name, each in interface.columns.items() if name in chosen}
    arguments = {a.name: a.meaning for a in interface.arguments or () if a.meaning}
    refuse_endless_statements(program)
    if options.expanded:
        from symoro.pipeline.expand import expanded_plan

        kind = replace(kind, **plan.interface.expanded) if plan.interface.expanded else kind
        plan = expanded_plan(plan, program, options.timeout, progress)
        program = trace_at(options.level, plan, function_name(kind, modelled, suffix), chosen)
    if options.verify and plan.order:
        from symoro.verify.joint_order import require_places

        names = [plan.robot.frame(j).name for j in plan.order]
        require_places(program, plan.robot, names)
    certificate = verify(program, plan.check) if options.verify else None
    joints = modelled.moving_joints if interface.joints is None else interface.joints
    remarks = plan.interface.notes
    if program.parameters and sets:
        remarks = (_symbols_note(sets, program.parameters), *remarks)
    if tree_taken:
        remarks = (f"model of the equivalent tree; loops cut: {robot.n_loops}", *remarks)
    model = Model(
        robot=modelled,
        entry=replace(kind, extension=f"{kind.extension}{suffix}"),
        options=replace(options, derivative=()),
        kinds=interface.outputs,
        states=interface.states,
        joints=sort_joints(joints, plan.order) if plan.order else joints,
        program=program,
        plan=plan,
        certificate=certificate,
        report=report,
        remarks=remarks,
        warnings=doubts,
        relations=plan.relations,
        nonzero=best.nonzero,
        labels=labels,
        arguments=arguments,
        seconds=time.perf_counter() - start,
    )
    if not options.derivative:
        return model
    return replace(model.derivative(*options.derivative), seconds=time.perf_counter() - start)


def function_name(kind: ModelDefinition, robot: Robot, suffix: str) -> str:
    """The name of the function that a model is printed as; options that change it come last."""
    return f"{identifier(robot.name)}_{kind.name.replace('-', '_')}{suffix}"


def _symbols_note(sets: Sequence[str], names: Sequence[str]) -> str:
    """Say which parameters the value sets that were put in leave as symbols."""
    count = f"{len(names)} parameter{'s' if len(names) > 1 else ''}"
    return f"{count} without a value in {', '.join(sets)}, left as symbols: {short_list(names)}"


def _choose_outputs(
    model: ModelDefinition, kinds: Sequence[OutputKind], patterns: Sequence[str]
) -> list[str]:
    names = [output.name for output in kinds]
    if not patterns:
        return [output.name for output in kinds if output.default]
    chosen: set[str] = set()
    for pattern in patterns:
        matching = fnmatch.filter(names, pattern)
        if not matching:
            elsewhere = fnmatch.filter([output.name for output in model.outputs], pattern)
            here = " with this robot and these options" if elsewhere else ""
            raise UsageError(
                f"{model.name} has no output {pattern}{here}; its outputs are {', '.join(names)}"
            )
        chosen.update(matching)
    return [name for name in names if name in chosen]
