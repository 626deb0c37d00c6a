"""The inertia and the shapes of a body of a compiled model."""

from __future__ import annotations

from collections.abc import Iterator

from symoro.formats.mjcf.compiler import CompiledModel
from symoro.formats.mjcf.numbers import entry, inertia_matrix, pose, vector
from symoro.robot import Shape
from symoro.robot.assembly import Body
from symoro.robot.assembly.decimals import Decimals
from symoro.robot.assembly.space import DIGITS, Pose

_HIDDEN = 3  # the first group of geoms that MuJoCo's viewer does not show
_POSES = Decimals(1e-15, 0.0)


def read_body(compiled: CompiledModel, number: int, name: str, place: Pose) -> Body:
    """A body at a pose in the frame of the base."""
    model = compiled.model
    moments, turn = model.body_inertia[number], model.body_iquat[number]
    return Body(
        name,
        place,
        DIGITS.mpf(repr(float(model.body_mass[number]))),
        vector(model.body_ipos[number]),
        inertia_matrix(moments, turn),
        tuple(_shapes(compiled, number)),
    )


def _shapes(compiled: CompiledModel, body: int) -> Iterator[Shape]:
    """The shapes of a body that have an end: no planes, no height fields."""
    model, kinds = compiled.model, compiled.mujoco.mjtGeom
    first = int(model.body_geomadr[body])
    for geom in range(first, first + int(model.body_geomnum[body])):
        a, b, c = (float(size) for size in model.geom_size[geom])
        kind, file = int(model.geom_type[geom]), ""
        place = pose(model.geom_pos[geom], model.geom_quat[geom])
        if geom in compiled.missing:
            file, scale = compiled.missing[geom]
            sizes, shape = [*scale], "mesh"
        elif kind == kinds.mjGEOM_MESH and model.mesh_pathadr[model.geom_dataid[geom]] >= 0:
            mesh = int(model.geom_dataid[geom])
            file = model.paths[model.mesh_pathadr[mesh] :].split(b"\0", 1)[0].decode()
            sizes, shape = [*model.mesh_scale[mesh]], "mesh"
            place = place @ pose(model.mesh_pos[mesh], model.mesh_quat[mesh]).inverse()
        elif kind == kinds.mjGEOM_BOX:
            sizes, shape = [2 * a, 2 * b, 2 * c], "box"
        elif kind in (kinds.mjGEOM_CYLINDER, kinds.mjGEOM_CAPSULE):
            sizes, shape = [a, 2 * b], "cylinder" if kind == kinds.mjGEOM_CYLINDER else "capsule"
        elif kind == kinds.mjGEOM_SPHERE:
            sizes, shape = [a], "sphere"
        elif kind == kinds.mjGEOM_ELLIPSOID:
            sizes, shape = [a, b, c], "ellipsoid"
        else:
            continue
        yield Shape(
            shape,
            tuple(entry(size) for size in sizes),
            pose=_POSES.pose(place),
            file=file,
            collision=int(model.geom_group[geom]) >= _HIDDEN,
        )
