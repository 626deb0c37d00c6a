"""Every equation and every decision of the geometric and kinematic pages matters.

The pages run on floats, on robots that have everything: branches, all joint types and parameters,
parallel and antiparallel axes, frames that coincide, a base that moves and stands anywhere. A
mutant is caught if a value differs, if a partial product is not what its name says, or if the
program of a small robot has other names or other costs.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import symoro.models.geometry.path as path_page
import symoro.models.geometry.product as product_page
import symoro.models.kinematics.jacobian as jacobian_page
import symoro.models.kinematics.motion as motion_page
from kinematic_states import FLOATS, Array, State, at_random, floats, parallel_tree, placed
from models import mutants as machinery
from models.mutants import Mutant
from models.test_mutants import everything
from symoro import library
from symoro.expressions import PI, Expression, symbol
from symoro.generate.model import trace
from symoro.generate.registry import OutputKind, Plan, Traced
from symoro.models.let import LetFunction
from symoro.models.mechanism import mechanism
from symoro.numeric.reference.motion import spatial_motion
from symoro.passes import DeadCode, count
from symoro.robot import JointType, Robot, Structure, general_link, joint_frame

# Mutants of functions and methods: equations, as elsewhere, and decisions


def page_mutants(page: ModuleType) -> Iterator[Mutant]:
    """Change one place of a page's functions and methods after another."""
    path = str(page.__file__)
    with open(path, encoding="utf-8") as file:
        source = file.read()
    tree, lines = ast.parse(source), source.splitlines()
    yield Mutant("unchanged", 0, "", machinery._load(tree, page.__name__, path))
    for node in list(_inside(tree)):
        for what, change in _changes(node):
            kept = {k: list(v) if isinstance(v, list) else v for k, v in vars(node).items()}
            change(node)
            ast.fix_missing_locations(tree)
            number = int(kept.get("lineno", 0))
            module = machinery._load(tree, page.__name__, path)
            vars(node).clear()
            vars(node).update(kept)
            yield Mutant(what, number, lines[number - 1].strip(), module)


def _inside(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes of all functions and methods, annotations and docstrings excluded."""
    for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
        for statement in function.body:
            text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            for node in () if text else ast.walk(statement):
                if not isinstance(node, ast.AnnAssign):
                    yield node


_OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:
    yield from machinery._changes(node)
    put = machinery._set
    match node:
        case ast.IfExp():
            yield "choice", put("test", ast.Constant(value=False))
            yield "choice", put("test", ast.Constant(value=True))
        case ast.While():
            yield "loop lost", put("test", ast.Constant(value=False))
        case ast.BoolOp(op=ast.And()):
            yield "and to or", put("op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield "or to and", put("op", ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield "not lost", put("operand", ast.UnaryOp(ast.Not(), node.operand))
        case ast.Compare(ops=[operator]):
            yield "comparison", put("ops", [_OPPOSITES[type(operator)]()])


# What a page must give


@dataclass(frozen=True)
class Expected:
    """A robot at a state, with poses and motion by the references."""

    state: State
    pose: dict[int, Array]
    jacobian: dict[int, Array]
    motion: dict[int, Array]


def expected(robot: Robot, seed: int) -> Expected:
    state = at_random(robot, seed)
    pose = state.poses()
    reference = spatial_motion(robot, state.values, FLOATS, float)
    motion = {
        j: np.array([*reference.velocity(j), *reference.acceleration(j)]) for j in robot.outward()
    }
    columns = {r: _axes(robot, pose, r) for r in range(1, robot.n_frames + 1)}
    return Expected(state, pose, columns, motion)


def _axes(robot: Robot, pose: Mapping[int, Array], r: int) -> Array:
    """The Jacobian of a link at the world's origin."""
    columns = []
    for k in robot.ancestors(r)[1:]:
        z, p, sigma = pose[k][:3, 2], pose[k][:3, 3], robot.frame(k).sigma
        if sigma is not JointType.FIXED:
            turns = sigma is JointType.REVOLUTE
            columns.append(np.concatenate([np.cross(p, z), z] if turns else [z, 0 * z]))
    return np.array(columns).reshape(-1, 6).T


def tree(*rows: Mapping[str, Any]) -> Robot:
    """A small robot: revolute joints one after another, unless a row says otherwise."""
    frames = []
    for j, row in enumerate(rows, start=1):
        given = {"ant": j - 1, "sigma": JointType.REVOLUTE, **row}
        antecedent, sigma = given.pop("ant"), given.pop("sigma")
        if sigma is JointType.REVOLUTE:
            given["theta"] = symbol(f"t{j}")
        if sigma is JointType.PRISMATIC:
            given["r"] = symbol(f"r{j}")
        frames.append(joint_frame(j, antecedent, sigma, **given))
    links = tuple(general_link(j) for j in range(1, len(rows) + 1))
    return Robot("tree", Structure.TREE, tuple(frames), links)
