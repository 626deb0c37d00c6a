"""Read an MJCF file: MuJoCo compiles it, its bodies and joints become tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from symoro.errors import RobotError, UsageError, short_list
from symoro.expressions.names import fresh_name
from symoro.formats.fixed_links import kept_links
from symoro.formats.mjcf.bodies import read_body
from symoro.formats.mjcf.closing import closing_steps
from symoro.formats.mjcf.compiler import CompiledModel, compile_model, element_lines
from symoro.formats.mjcf.equalities import Equalities
from symoro.formats.mjcf.joints import MASSLESS, axes_of_body, motor_joints
from symoro.formats.mjcf.numbers import ROUNDING, number, pose
from symoro.formats.mjcf.remarks import (
    forces_left_out,
    gravity,
    gravity_compensation,
    kinds_not_read,
)
from symoro.formats.mjcf.trees import NoRobotError, choose_robot
from symoro.formats.source import Source
from symoro.formats.xml_nodes import parse_xml
from symoro.robot import Diagnostic, JointType, Robot, check
from symoro.robot.assembly import ROOT, Assembly, Body, Joint, robot_of_assembly
from symoro.robot.assembly.space import (
    AXES,
    ORIGIN,
    Number,
    Pose,
    Vector,
    along,
    axis_rotation,
    difference,
    turn,
)


def read(
    text: str,
    file: str | None = None,
    diagnostics: list[Diagnostic] | None = None,
    *,
    keep_fixed: bool | Iterable[str] | None = None,
    tolerance: float = 0.0,
) -> Robot:
    """Read a robot from the text of an MJCF file.

    Args:
        text: the whole file.
        file: its name, for messages; included files and meshes are looked for beside it.
        diagnostics: takes the warnings and notes, each with its place.
        keep_fixed: the bodies without joints, and the sites, that become frames of the tables: all
            such bodies, those by name, or by default one body at the end of each branch.
        tolerance: lengths [m] below it are 0, and angles [rad] this close to a multiple of Pi/12
            are that angle.

    Raises:
        ParseError: with the position of what is wrong.
        UsageError: if MuJoCo is not installed.
    """
    if not 0 <= tolerance < 0.1:
        raise UsageError(f"tolerance is a small length or angle, 0 to 0.1, not {tolerance}")
    return _Reader(Source(text, file)).robot(keep_fixed, tolerance, diagnostics)


class _Reader:
    """A compiled model, and the assembly that it makes."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.top = parse_xml(source)
        if self.top.tag != "mujoco":
            hint = "; URDF is read from files .urdf" if self.top.tag == "robot" else ""
            raise self.top.error(f"not an MJCF file; its first element is <mujoco>{hint}")
        self.compiled: CompiledModel = compile_model(source, self.top)
        self.notes = list(self.compiled.notes)
        self.unnamed: list[tuple[str, int]] = []
        self.body_names = self._names("body", self.compiled.model.nbody)
        self.joint_names = self._names("joint", self.compiled.model.njnt)
        self.lines = element_lines(source, self.top)
        self.diagnostics: list[Diagnostic] = [
            source.warning(f"MuJoCo: {message}", self.top.offset)
            for message in self.compiled.warnings
        ]
        try:
            self.choice = choose_robot(self.compiled, self.body_names)
        except NoRobotError as error:
            raise self.top.error(str(error)) from None
        self.bodies: list[Body] = []
        self.joints: list[Joint] = []
        self.places = {self.choice.base: ROOT}
        self.axes: dict[int, list[int]] = {}  # the joints of the assembly by those of the model
        self.elements: dict[str, int] = {}  # the joints of the model by the names of those
        choice = self.choice
        rest = choice.surroundings if not choice.floating else ()
        self.steps = closing_steps(self.compiled, {choice.base, *choice.bodies, *rest})
        if self.steps:
            self.notes.append(
                "loops are open in the posture of the file: frames are placed in another"
            )

    def robot(
        self,
        keep_fixed: bool | Iterable[str] | None,
        tolerance: float,
        diagnostics: list[Diagnostic] | None,
    ) -> Robot:
        """The robot; what is doubtful goes to a list."""
        base, floating = self.choice.base, self.choice.floating
        self.bodies.append(read_body(self.compiled, base, self.body_names[base], Pose()))
        for body in self.choice.bodies:
            self._add_body(body)
        order = tuple(joint.name for joint in self.joints if joint.moves)
        self.elements = {
            self.joints[place].name: joint for joint, own in self.axes.items() for place in own
        }
        self._keep(keep_fixed)
        equalities = Equalities(self.compiled, self.bodies, self.joints, free=bool(self.steps))
        places = self.places | ({} if floating else dict.fromkeys(self.choice.surroundings, ROOT))
        singles = {joint: axes[0] for joint, axes in self.axes.items() if len(axes) == 1}
        equalities.add(places, singles)
        self._remark(equalities)
        order += tuple(
            joint.name for joint in self.joints if joint.moves and joint.name not in order
        )
        order += tuple(joint.name for joint in equalities.cuts if joint.name not in order)
        own = str(self.compiled.spec.modelname or "").strip()
        assembly = Assembly(
            own if own and own != "MuJoCo Model" else PurePath(self.source.file or "robot").stem,
            tuple(self.bodies),
            tuple(self.joints),
            tuple(equalities.cuts),
            rounding=ROUNDING,
            floating=floating,
            gravity=gravity(self.compiled),
            notes=tuple(self.notes),
        )
        try:
            robot = robot_of_assembly(
                assembly, "mjcf", tolerance=tolerance, orders=(("file", order), ("mujoco", order))
            )
        except RobotError as error:
            raise self.top.error(str(error)) from None
        robot = replace(robot, doubts=tuple(each.message for each in self.diagnostics))
        if diagnostics is not None:
            diagnostics += [*self.diagnostics, *self._with_places(robot)]
        return robot

    # Bodies and joints

    def _names(self, kind: str, count: int) -> dict[int, str]:
        """The names of the elements of a kind; those without one get one."""
        model: Any = self.compiled.model
        names = {each: str(getattr(model, kind)(each).name) for each in range(count)}
        for each, name in list(names.items()):
            if not name:
                names[each] = fresh_name(f"{kind}{each}", set(names.values()))
                self.unnamed.append((kind, each))
        return names

    def _add_body(self, body: int) -> None:
        """Add a body with its joints; all but the last joint carry massless links."""
        model = self.compiled.model
        parent = self.places[int(model.body_parentid[body])]
        place = self.bodies[parent].pose @ pose(model.body_pos[body], model.body_quat[body])
        motors = motor_joints(self.compiled)
        axes = list(axes_of_body(self.compiled, body, self.joint_names, motors))
        for axis in axes:
            link = len(self.bodies)
            step = number(self.steps.get(axis.joint, 0.0))
            point, direction = place.point(axis.point), turn(place.R, axis.direction)
            place = _motion(axis.kind, point, direction, step) @ place if step else place
            self.bodies.append(
                read_body(self.compiled, body, self.body_names[body], place)
                if axis is axes[-1]
                else Body(self._fresh(axis.name + MASSLESS), place)
            )
            self.axes.setdefault(axis.joint, []).append(len(self.joints))
            self.joints.append(
                Joint(
                    axis.name,
                    axis.kind,
                    parent,
                    link,
                    point,
                    direction,
                    axis.position + step,
                    axis.actuated,
                    axis.limits,
                    axis.drive,
                    axis.spring,
                )
            )
            parent = link
        if not axes:
            own = read_body(self.compiled, body, self.body_names[body], place)
            self._fix(own, parent, tool=False)
        self.places[body] = len(self.bodies) - 1

    def _fix(self, body: Body, parent: int, *, tool: bool) -> None:
        self.bodies.append(body)
        name = self._fresh(f"{body.name}_fixed", [joint.name for joint in self.joints])
        self.joints.append(
            Joint(name, JointType.FIXED, parent, len(self.bodies) - 1, tool=tool, actuated=False)
        )

    def _fresh(self, name: str, others: Iterable[str] = ()) -> str:
        names = {*self.body_names.values(), *self.joint_names.values(), *others}
        return fresh_name(name, names | {body.name for body in self.bodies})

    def _keep(self, keep: bool | Iterable[str] | None) -> None:
        """Make frames of the tables of bodies without joints, and of sites by name."""
        if keep is not None and not isinstance(keep, bool):
            keep = [keep] if isinstance(keep, str) else list(keep)
            for name in keep:
                self._add_site(name)
        links = [
            (self.bodies[each.parent].name, self.bodies[each.child].name, not each.moves)
            for each in self.joints
        ]
        kept = kept_links(self.bodies[ROOT].name, links, keep)
        self.joints[:] = [
            replace(each, tool=not each.moves and self.bodies[each.child].name in kept)
            for each in self.joints
        ]

    def _add_site(self, name: str) -> None:
        """Add a massless body at a site, if no body has its name."""
        model = self.compiled.model
        if any(body.name == name for body in self.bodies):
            return
        for site in range(model.nsite):
            carrier = self.places.get(int(model.site_bodyid[site]))
            if model.site(site).name == name and carrier is not None:
                place = self.bodies[carrier].pose @ pose(
                    model.site_pos[site], model.site_quat[site]
                )
                self._fix(Body(name, place), carrier, tool=True)

    # Remarks

    def _remark(self, equalities: Equalities) -> None:
        """Note what was changed, and warn of what the models leave out."""
        model, choice, names = self.compiled.model, self.choice, self.body_names
        for equality, fault in equalities.faults:
            self._warn("equality", equality, fault)
        joints = [
            joint
            for joint in range(model.njnt)
            if int(model.jnt_bodyid[joint]) in (choice.base, *choice.bodies)
        ]
        elastic = {
            joint.name for joint in (*self.joints, *equalities.cuts) if joint.spring is not None
        }
        for tag, place, message in forces_left_out(
            self.compiled, joints, self.joint_names, elastic
        ):
            self._warn(tag, place, message)
        for joint in joints:
            if len(self.axes.get(joint, ())) == 3:
                name = self.joint_names[joint]
                self._warn(
                    "joint",
                    joint,
                    f"ball joint {name} is read as turns {name}_x, {name}_y and {name}_z; at "
                    f"{name}_y = +-Pi/2 they are singular",
                )
        own = {body: names[body] for body in (choice.base, *choice.bodies)}
        for message in gravity_compensation(self.compiled, own):
            self._warn("option", 0, message)
        if choice.objects:
            listed = short_list([names[body] for body in choice.objects])
            self._warn(
                "body", choice.objects[0], f"free bodies beside the robot are left out: {listed}"
            )
        if choice.surroundings:
            listed = short_list([names[body] for body in choice.surroundings])
            self.notes.append(f"bodies at rest beside the floating robot are left out: {listed}")
        if moving := [name for body, name in own.items() if model.body_mocapid[body] >= 0]:
            self.notes.append(f"mocap bodies are taken as parts of the base: {short_list(moving)}")
        for kind, used, known in (("bodies", own, names), ("joints", self.axes, self.joint_names)):
            word = {"bodies": "body", "joints": "joint"}[kind]
            if called := [
                known[each] for tag, each in self.unnamed if tag == word and each in used
            ]:
                self.notes.append(f"{kind} without a name are called {short_list(called)}")
        self.notes += kinds_not_read(self.compiled)

    def _warn(self, kind: str, number: int, message: str) -> None:
        self.diagnostics.append(self.source.warning(message, self._offset(kind, number)))

    def _offset(self, kind: str, number: int) -> int:
        """The position of an element by its number in the model, the top's if it is not known."""
        lists = {"body": "bodies", "joint": "joints", "equality": "equalities", "tendon": "tendons"}
        elements = getattr(self.compiled.spec, lists[kind]) if kind in lists else ()
        line = next((each.info for each in elements if each.id == number), "")
        at = int(line.rpartition(" ")[2]) if line.startswith("line ") else 0
        offsets = [offset for (_, here), offset in self.lines.items() if here == at]
        return offsets[0] if offsets else self.top.offset

    def _with_places(self, robot: Robot) -> Iterator[Diagnostic]:
        """The other diagnostics of the robot, each at the joint of its frame."""
        for each in check(robot):
            if each.message in robot.doubts:  # told already, with its place
                continue
            name = robot.frame(each.frame).name if each.frame else ""
            joint = self.elements.get(name)
            offset = self.top.offset if joint is None else self._offset("joint", joint)
            yield self.source.locate(each, offset)


def _motion(kind: JointType, point: Vector, direction: Vector, step: Number) -> Pose:
    """The motion of a joint by a step, in the frame of the base."""
    if kind is JointType.PRISMATIC:
        return Pose(AXES, along(ORIGIN, step, direction))
    R = axis_rotation(direction, step)
    return Pose(R, difference(point, turn(R, point)))
