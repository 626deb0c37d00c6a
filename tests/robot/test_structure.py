"""Counting, order, chains and loops."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.example_robots import FIXED, chain_2r, revolute, robot_of, sr400, tree, two_loops
from symoro.errors import UsageError
from symoro.robot import Frame, Robot, Structure


def test_counts_follow_the_tables() -> None:
    assert (tree().n_frames, tree().n_links, tree().n_joints, tree().n_loops) == (6, 6, 6, 0)
    robot = sr400()
    assert (robot.n_frames, robot.n_links, robot.n_joints, robot.n_loops) == (10, 8, 9, 1)
    assert two_loops().n_loops == 2


def test_frames_and_links_are_numbered_from_one() -> None:
    robot = chain_2r()
    assert robot.frame(1) is robot.frames[0]
    assert robot.link(2) is robot.links[1]
    assert [j for j, _ in robot] == [1, 2]
    for j in (0, 3, -1):
        with pytest.raises(UsageError, match=f"no frame {j} in example; frames are 1 to 2"):
            robot.frame(j)
        with pytest.raises(UsageError, match=f"no link {j} in example; links are 1 to 2"):
            robot.link(j)


def test_fixed_frames_do_not_move_and_cut_joints_do() -> None:
    assert tree().moving_joints == (1, 2, 3, 4, 6)
    assert sr400().moving_joints == tuple(range(1, 10))


def test_children_and_antecedents_are_each_others_inverse() -> None:
    for robot in (chain_2r(), tree(), sr400(), two_loops()):
        for j in range(robot.n_links + 1):
            assert all(robot.antecedent(k) == j for k in robot.children(j))
        assert sum(len(robot.children(j)) for j in range(robot.n_links + 1)) == robot.n_links
    assert tree().children(0) == (1, 6)
    assert tree().children(1) == (2, 4)
    assert sr400().children(3) == (4,)  # frame 10 carries no link


def test_outward_and_inward_order_respect_antecedents() -> None:
    robot = tree()
    seen = {0}
    for j in robot.outward():
        assert robot.antecedent(j) in seen
        seen.add(j)
    assert list(robot.inward()) == list(robot.outward())[::-1]
    assert list(sr400().outward()) == list(range(1, 9))


def test_ancestors_run_from_the_base() -> None:
    assert tree().ancestors(5) == (0, 1, 4, 5)
    assert tree().ancestors(0) == (0,)
    assert sr400().ancestors(9) == (0, 1, 7, 8, 9)
    assert sr400().ancestors(10) == (0, 1, 2, 3, 10)
    with pytest.raises(UsageError, match="no frame 11"):
        sr400().ancestors(11)


CHAINS = [
    ((3, 5), (3, 2, 1, 4, 5)),
    ((5, 3), (5, 4, 1, 2, 3)),
    ((1, 3), (1, 2, 3)),
    ((3, 1), (3, 2, 1)),
    ((3, 6), (3, 2, 1, 0, 6)),
    ((0, 5), (0, 1, 4, 5)),
    ((4, 4), (4,)),
    ((0, 0), (0,)),
]


@pytest.mark.parametrize(("ends", "chain"), CHAINS)
def test_a_chain_goes_through_the_last_common_ancestor(
    ends: tuple[int, int], chain: tuple[int, ...]
) -> None:
    assert tree().chain(*ends) == chain


@st.composite
def random_trees(draw: st.DrawFn) -> Robot:
    count = draw(st.integers(1, 8))
    frames = []
    for j in range(1, count + 1):
        antecedent = draw(st.integers(0, j - 1))
        moves = draw(st.booleans()) or j == 1
        frames.append(revolute(j, antecedent) if moves else Frame(antecedent, FIXED))
    return robot_of(*frames, structure=Structure.TREE)


@given(random_trees(), st.data())
def test_on_any_tree_a_chain_is_a_path_and_the_root_is_its_turning_point(
    robot: Robot, data: st.DataObject
) -> None:
    ends = st.integers(0, robot.n_frames)
    a, b = data.draw(ends), data.draw(ends)
    chain = robot.chain(a, b)
    assert (chain[0], chain[-1]) == (a, b)
    assert len(set(chain)) == len(chain)
    for i, j in pairwise(chain):
        assert (i and robot.antecedent(i) == j) or (j and robot.antecedent(j) == i)
    assert robot.chain(b, a) == chain[::-1]
    assert robot.root(a, b) == min(chain)
    assert set(robot.ancestors(a)) & set(robot.ancestors(b)) == set(
        robot.ancestors(robot.root(a, b))
    )


def test_the_root_of_several_frames_is_their_last_common_ancestor() -> None:
    assert tree().root(3, 5) == 1
    assert tree().root(3, 5, 6) == 0
    assert tree().root(3) == 3
    assert sr400().root(9, 10) == 1


def test_loops_pair_each_cut_joint_with_its_other_side() -> None:
    assert chain_2r().loops() == ()
    assert sr400().loops() == ((9, 10),)
    assert two_loops().loops() == ((6, 8), (7, 9))


def test_the_chain_around_a_loop_goes_down_to_the_root_and_up_again() -> None:
    assert sr400().loop_chain(9) == (9, 8, 7, 1, 2, 3, 10)
    assert two_loops().loop_chain(6) == (6, 2, 1, 0, 3, 8)
    assert two_loops().loop_chain(7) == (7, 4, 3, 0, 5, 9)


def test_asking_for_a_loop_that_is_not_there_lists_the_cut_joints() -> None:
    with pytest.raises(UsageError, match="8 is not a cut joint of sr400; cut joints are 9"):
        sr400().loop_chain(8)
    with pytest.raises(UsageError, match="none: the robot has no loops"):
        chain_2r().loop_chain(1)


def test_the_equivalent_tree_loses_the_cut_joints_and_nothing_else() -> None:
    robot = sr400()
    opened = robot.equivalent_tree()
    assert opened.structure is Structure.TREE
    assert opened.frames == robot.frames[:8]
    assert opened.links == robot.links
    assert opened.base == robot.base
    assert opened.n_loops == 0
    assert tree().equivalent_tree() == tree()
