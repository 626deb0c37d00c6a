"""Contents of a compiled model that robots lack: warnings where forces are left out, notes."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

from symoro.errors import short_list
from symoro.expressions import ZERO, Expression
from symoro.formats.mjcf.compiler import CompiledModel
from symoro.formats.mjcf.numbers import entry


def forces_left_out(
    compiled: CompiledModel, joints: Iterable[int], names: dict[int, str], elastic: Container[str]
) -> Iterator[tuple[str, int, str]]:
    """The forces of a simulation that models leave out: a tag, a number, a message.

    Args:
        compiled: the model.
        joints: those of the robot.
        names: of all joints.
        elastic: the names of joints whose spring is not left out.
    """
    model, kinds = compiled.model, compiled.mujoco.mjtJoint
    joints = tuple(joints)
    sprung = [
        joint
        for joint in joints
        if names[joint] not in elastic
        and (_is_set(model.jnt_stiffness[joint]) or _is_set(_of(model, "jnt_stiffnesspoly", joint)))
    ]
    if len(sprung) == 1:
        yield "joint", sprung[0], f"joint {names[sprung[0]]}: its spring is left out"
    elif sprung:
        listed = short_list(names[joint] for joint in sprung)
        message = f"the springs of {len(sprung)} joints are left out: {listed}"
        yield "joint", sprung[0], message
    for joint in joints:
        kind, name = int(model.jnt_type[joint]), names[joint]
        dofs = slice(int(model.jnt_dofadr[joint]), int(model.jnt_dofadr[joint]) + 1)
        if _is_set(_of(model, "dof_dampingpoly", dofs.start)):
            yield "joint", joint, f"joint {name}: only the linear part of its damping is read"
        if kind in (kinds.mjJNT_HINGE, kinds.mjJNT_SLIDE):
            continue
        own = {
            word: float(getattr(model, f"dof_{word}")[dofs.start])
            for word in ("armature", "damping", "frictionloss")
        }
        if missing := [f"{word} {value:g}" for word, value in own.items() if value]:
            what = "free" if kind == kinds.mjJNT_FREE else "ball"
            yield (
                "joint",
                joint,
                f"{what} joint {name}: {' and '.join(missing)} {_is(missing)} left out",
            )
    for tendon in range(model.ntendon):
        words = ("stiffness", "damping", "frictionloss", "armature")
        if missing := [w for w in words if _is_set(_of(model, f"tendon_{w}", tendon))]:
            name = model.tendon(tendon).name or f"tendon{tendon}"
            left = f"{' and '.join(missing)} {_is(missing)} left out"
            yield "tendon", tendon, f"tendon {name}: its {left}"
    flags, bits = int(model.opt.disableflags), compiled.mujoco.mjtDisableBit
    for word in ("EQUALITY", "FRICTIONLOSS", "DAMPER"):
        if flags & int(getattr(bits, f"mjDSBL_{word}", 0)):
            yield "option", 0, f"the flag that disables {word.lower()} is not obeyed"
    if model.opt.density or model.opt.viscosity:
        yield "option", 0, "forces of the fluid (density, viscosity) are left out"


def kinds_not_read(compiled: CompiledModel) -> Iterator[str]:
    """Say how many elements of a kind are not read."""
    model = compiled.model
    counts = {
        "actuators but for their joint, limits and rotor": len(model.actuator_trntype),
        "sensors": model.nsensor,
        "tendons": model.ntendon,
        "sites": model.nsite,
        "keyframes": model.nkey,
        "cameras": model.ncam,
        "lights": model.nlight,
        "contact pairs": model.npair + model.nexclude,
    }
    if some := [f"{kind} ({count})" for kind, count in counts.items() if count]:
        yield f"not read: {', '.join(some)}"


def gravity(compiled: CompiledModel) -> tuple[Expression, Expression, Expression]:
    """The acceleration of gravity in the world, 0 where a flag disables it."""
    option = compiled.model.opt
    if int(option.disableflags) & int(compiled.mujoco.mjtDisableBit.mjDSBL_GRAVITY):
        return ZERO, ZERO, ZERO
    x, y, z = (entry(value) for value in option.gravity)
    return x, y, z


def gravity_compensation(compiled: CompiledModel, names: dict[int, str]) -> Iterator[str]:
    """Say which bodies weigh more in models than in the simulation."""
    values = compiled.model.body_gravcomp
    if missing := [name for body, name in names.items() if values[body]]:
        yield f"gravcomp of {short_list(missing)} is left out: gravity acts on them in full"


def _is(missing: Sequence[str]) -> str:
    return "are" if len(missing) > 1 else "is"


def _is_set(value: Any) -> bool:
    """True if a number, or one of several, is not 0."""
    return any(value) if hasattr(value, "__len__") else bool(value)


def _of(model: Any, array: str, index: int) -> Any:
    values = getattr(model, array, None)  # older releases have fewer arrays
    return 0 if values is None else values[index]
