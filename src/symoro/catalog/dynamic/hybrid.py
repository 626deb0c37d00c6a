"""The hybrid dynamic model: free joints accelerate by known efforts, the others as given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from symoro.algebra.vectors import vector
from symoro.catalog.dynamic.free_joints import free_notes, free_outputs, is_motor
from symoro.catalog.dynamic.inverse_dynamics import BASE_OUTPUTS
from symoro.catalog.dynamic.probe import Probe
from symoro.catalog.dynamic.trees import (
    refuse_accelerated_loads,
    refuse_still,
)
from symoro.catalog.tables.dynamic import HYBRID
from symoro.errors import UsageError
from symoro.expressions import Arithmetic, ScalarOf, Values, evaluate
from symoro.models.dynamics.articulated_body import HybridDynamics, articulated_body_dynamics
from symoro.models.dynamics.hybrid import hybrid_dynamics
from symoro.models.let import LetFunction
from symoro.models.mechanism import Mechanism, mechanism
from symoro.pipeline.entry import ModelDefinition
from symoro.pipeline.plan import Alternative, Formulation, Interface, OutputKind, Plan, Trace
from symoro.references.inverse_dynamics import Efforts
from symoro.robot import BaseMotion, Robot, Structure
from symoro.robot.arguments import joint_array
from symoro.robot.efforts import given_effort
from symoro.robot.floating_base import unknown_acceleration
from symoro.verify.check import Arrays, Check, Pairs
from symoro.verify.massless_joints import refuse_massless

_MATRICES = 40  # joints beyond which recursion needs fewer operations
Route = Callable[[Mechanism, Mapping[int, Any], LetFunction], HybridDynamics]


def plan(robot: Robot, options: Mapping[str, Any]) -> Plan:
    """Plan the hybrid model of a robot; that of a tree by the cheaper of two routes."""
    refuse_accelerated_loads(robot)
    refuse_still(robot)
    if robot.structure is Structure.CLOSED:
        from symoro.catalog.dynamic.closed.hybrid import plan as closed_plan

        return closed_plan(unknown_acceleration(robot), options, BASE_OUTPUTS)
    free = _free_joints(robot, options["free"])
    robot = unknown_acceleration(robot)
    refuse_massless(robot, free)
    driven = tuple(j for j in robot.moving_joints if j not in free)
    free_efforts = {j: given_effort(robot, j) for j in free}
    floats = robot.base.motion is BaseMotion.FLOATING
    motors = [j for j in free if is_motor(robot, j)]
    arrays = (
        joint_array(robot, "q", robot.moving_joints),
        joint_array(robot, "QP", robot.moving_joints),
        joint_array(robot, "QDP", robot.moving_joints, driven),
        joint_array(robot, "GAM", robot.moving_joints, motors),
    )

    def trace_by(route: Route) -> Trace:
        def trace(scalar: ScalarOf, let: LetFunction) -> Arrays:
            tau = {j: scalar(entry) for j, entry in free_efforts.items()}
            dynamics = route(mechanism(robot, scalar), tau, let)
            return {
                "QDPF": vector(dynamics.qdd[j] for j in free),
                "GAMD": vector(dynamics.tau[j] for j in driven),
                "VP0": dynamics.vd0,
                "WP0": dynamics.wd0,
            }

        return trace

    def check(robot: Robot) -> Check:
        probe = Probe(robot)

        def accelerations(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Any:
            known = {j: evaluate(robot.frame(j).QDP, values, arithmetic) for j in driven}
            tau = {j: evaluate(entry, values, arithmetic) for j, entry in free_efforts.items()}
            return probe.accelerations(values, arithmetic, dtype, known, tau)

        def reference(values: Values, arithmetic: Arithmetic[Any], dtype: Any) -> Arrays:
            solution = accelerations(values, arithmetic, dtype)
            efforts = probe.efforts(solution, values, arithmetic, dtype).tau
            vd0, wd0, qdd = np.split(solution, (3, 6)) if floats else (None, None, solution)
            by_joint = dict(zip(probe.joints, qdd, strict=True))
            return {
                "QDPF": np.array([by_joint[j] for j in free], dtype=dtype),
                "GAMD": np.array([efforts[j] for j in driven], dtype=dtype),
                "VP0": vd0,
                "WP0": wd0,
            }

        def rows(efforts: Efforts) -> Any:
            return np.array([*(efforts.base if floats else ()), *(efforts.tau[j] for j in free)])

        def compare_outputs(
            outputs: Mapping[str, Any], values: Values, arithmetic: Arithmetic[Any], dtype: Any
        ) -> Pairs:
            """At the accelerations that were found free joints and the base need what they have.

            Both sides are less what they need without acceleration of their own, which may be
            large.
            """
            every = accelerations(values, arithmetic, dtype)
            still = every.copy()
            places = {"VP0": [0, 1, 2], "WP0": [3, 4, 5]} if floats else {}
            places["QDPF"] = [len(every) - len(probe.joints) + probe.joints.index(j) for j in free]
            for name, place in places.items():
                still[place] = 0 * every[place]
                if name in outputs:
                    every[place] = outputs[name]
            needed, holding = (
                probe.efforts(each, values, arithmetic, dtype) for each in (every, still)
            )
            has = [evaluate(entry, values, arithmetic) for entry in free_efforts.values()]
            rest = np.array([*[0] * 6 * floats, *has], dtype=dtype) - rows(holding)
            pairs: Pairs = [(rows(needed) - rows(holding), rest)]
            if "GAMD" in outputs:
                pairs.append((outputs["GAMD"], [needed.tau[j] for j in driven]))
            return pairs

        return Check(
            robot,
            reference=reference,
            against="inverse dynamics at the accelerations found, in the world frame",
            compare_outputs=compare_outputs,
            arrays=arrays,
        )

    return Plan(
        robot,
        Formulation(
            trace=trace_by(lambda m, tau, let: articulated_body_dynamics(m, tau, tau.keys(), let)),
            route="by recursion",
            alternatives=(Alternative("by A and Newton-Euler", trace_by(hybrid_dynamics), _NAMES),)
            if robot.n_dof <= _MATRICES
            else (),
            elements=frozenset(("QDP", "GAM")),
            free=free,
        ),
        check(robot),
        Interface(
            states=("q", "QP", *(["QDP"] if driven else []), *(["GAM"] if motors else [])),
            outputs=free_outputs(free, driven, floats),
            notes=free_notes(robot, free, driven),
            undefined_where="the inertia matrix of the free joints is singular",
            arguments=arrays,
        ),
        check,
    )


def _free_joints(robot: Robot, wanted: Sequence[int]) -> tuple[int, ...]:
    """The joints asked for, else the passive and the elastic ones."""
    for j in wanted:
        if j not in robot.moving_joints:
            listed = ", ".join(map(str, robot.moving_joints))
            raise UsageError(
                f"there is no joint {j} that moves in {robot.name}; joints are {listed}"
            )
    frames = [(j, robot.frame(j)) for j in robot.moving_joints]
    return tuple(j for j, f in frames if (j in wanted if wanted else f.eta or not f.mu))


OUTPUTS = (
    OutputKind("QDPF", "accelerations of the free joints"),
    OutputKind("GAMD", "efforts of the driven joints"),
    *BASE_OUTPUTS,
)
_NAMES = frozenset(output.name for output in OUTPUTS)

ENTRY = ModelDefinition(**vars(HYBRID), outputs=OUTPUTS, plan=plan)
