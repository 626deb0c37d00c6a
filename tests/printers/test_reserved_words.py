"""Symbols that are words of some language, or differ only in case, work in every language."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from printers.test_every_operation import LANGUAGES, document
from printers.toolchain import Case, assert_close, run_all
from symoro.expressions.names import NOT_NUMBERS
from symoro.ir import Graph, Input, Let, Output, Program, Role
from symoro.ir.graph import FUNCTIONS
from symoro.printers import print_document

WORDS = {
    "C": "auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while main NULL errno fabs sinf sines_cosines linear_solve",
    "C++": "alignas and asm bool catch class concept constexpr delete explicit export false friend "
    "mutable namespace new noexcept not nullptr operator or private protected public requires "
    "template this throw true try typename using virtual std T K array abs signbit detail",
    "Fortran": "allocatable call character complex contains cycle end endif exit function implicit "
    "integer intent intrinsic logical module none only parameter pointer program pure real result "
    "save select stop subroutine target then type use where wp kind matmul maxloc reshape real64 "
    "real32 iso_fortran_env signum arctan2",
    "MATLAB": "elseif end function global otherwise parfor persistent spmd switch i j pi eps inf "
    "nan ans Inf NaN zeros ones size numel isempty varargin nargin narginchk error single cat u y "
    "end_try_catch endfunction unwind_protect methods properties events enumeration arguments",
    "Mathematica": "C D E I K N O Sin Cos Sqrt Sign Abs ArcTan Module Block With If Return List "
    "Plus Times Power Null True False None All LinearSolve Association Failed Degree Infinity",
    "Maple": "proc local option description od fi elif to by from in union intersect minus subset "
    "mod gamma GAMMA Psi Zeta Beta Chi Ci Si Ei Digits Matrix Vector table LinearAlgebra infinity "
    "undefined signum args nargs procname e time read sum product diff int taylor coeff sign",
    "Python": "as assert async await def del elif except finally from global import is lambda "
    "nonlocal None pass raise self True with yield math np print list len range ValueError "
    "KeyError ca casadi SX Function vertcat __debug__ PARAMETERS",
    "Julia": "abstract baremodule begin const do end export function global import let local macro "
    "missing module mutable nothing outer primitive quote struct using where Float64 Inf NaN im "
    "promote_type eltype typeof values throw ArgumentError iszero permutedims hypot LinearAlgebra",
    "Rust": "abstract async become box crate dyn final fn impl loop macro match mod move mut "
    "override pub ref Self self static super trait unsafe unsized use yield f32 f64 Scalar Some Ok "
    "Err Result Option String Vec str usize main rows solve",
    "LaTeX": "alpha beta begin_ frac left right mathit operatorname x_ x_1 x1 a__b",
    "ours": "p q k X X1 X2 rows1 given_q found_GAM p_ q_ k_ error error_ zero show flat GAM QP",
    "case": "abc ABC Abc aBc abC t1 T1 d D dd DD dD Dd sin SIN Sin cos COS",
}


ARCS = ("asin", "acos")


def words() -> list[str]:
    """All words, once, that a user's symbol may be: pi, functions and nan are the grammar's."""
    found = dict.fromkeys(word for text in WORDS.values() for word in text.split())
    refused = {*FUNCTIONS, "pi"}
    return [word for word in found if word not in refused and word.lower() not in NOT_NUMBERS]


def hostile() -> Program:
    """Every word as a parameter or as a state, and a linear system and functions of them."""
    graph, names = Graph(), words()
    lets: list[Let] = []

    def let(name: str, edge: int) -> int:
        lets.append(Let(name, graph.let(name, edge), edge))
        return lets[-1].node

    symbols = [graph.symbol(name) for name in names]
    for k, own in enumerate(symbols):
        other = symbols[(k + 1) % len(symbols)]
        let(f"H{k}", graph.add(graph.mul(own, graph.number(k + 1)), graph.power(other, 2)))
    calls = [graph.call(name, symbols[0]) for name in FUNCTIONS if name not in ("atan2", *ARCS)]
    calls += [graph.call(name, graph.call("tanh", symbols[0])) for name in ARCS]
    calls.append(graph.call("atan2", symbols[1], symbols[2]))
    for k, call in enumerate(calls):
        let(f"h{k}", call)  # differs from H0 in case
    half = len(names) // 2
    inputs = [Input(name, Role.PARAMETER) for name in names[:half]]
    inputs += [Input(n, Role.STATE, "q", (k,)) for k, n in enumerate(names[half:])]
    nodes = tuple(each.node for each in lets)
    return Program(
        name="hostile",
        graph=graph,
        inputs=tuple(inputs),
        shapes=(("q", (len(names) - half,)),),
        statements=tuple(lets),
        outputs=(Output("GAM", (len(nodes),), nodes),),
    ).verify()


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_all_languages_are_symbols_in_each(language: str, tmp_path: Path) -> None:
    program, rng = hostile(), random.Random(3)
    values = {item.name: rng.uniform(0.2, 1.2) for item in program.inputs}
    cases = [Case(document(program, two_part=two), values) for two in (False, True)]
    for case, found in zip(cases, run_all(language, cases, tmp_path), strict=True):
        assert_close(found, case.expected)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_that_is_written_otherwise_is_listed(language: str) -> None:
    """Each name is there as it is, or the header says how it is written; no two are one."""
    text = "\n".join(print_document(language, document(hostile())).values())
    said = dict(re.findall(r"Name (\w+) is written ([\w$]+)", text))
    assert len(set(said.values())) == len(said)
    kept = set(words()) - said.keys()
    assert not kept & set(said.values())


def test_words_are_many() -> None:
    assert len(words()) > 350
