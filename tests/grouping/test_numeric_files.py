"""Robot files that are at hand: as many base parameters as the rank of the torques."""

from __future__ import annotations

from pathlib import Path

import pytest

from symoro.formats import load_file
from symoro.grouping.numeric.method import numeric_base_parameters
from symoro.robot import BaseMotion, Robot

# Ranks of torque regressors computed elsewhere; of closed robots those of the equivalent tree.
RANKS = {
    "chain12": 78, "fix3": 8, "flex2r": 15, "flexB": 15, "flexC": 15, "gen6r": 38, "gen6rb": 36,
    "igm_3rp": 7, "igm_kuka": 36, "igm_ppp": 3, "igm_prr": 5, "igm_rp": 4, "igm_rpp": 5,
    "igm_rrp": 12, "igm_rrpo": 12, "igm_rrr": 15, "igm_scara": 8, "mob2r": 14, "pi_123": 36,
    "pi_345": 36, "pi_ppp": 20, "planar2r": 6, "planar2re": 6, "planar2rh": 7, "prr": 10,
    "puma": 36, "rpp": 7, "rpr": 9, "rpr2": 9, "rrp": 14, "rx90": 36, "rx90full": 40, "scara": 11,
    "sr400": 50, "stanford": 33, "twoarm": 14,
    "akr3000__symoro_symoro__3e296d9a": 64, "akr3000__symoro_symoro__e9fda8c4": 64,
    "fake_puma__robotology_idyntree__1a5c73a5": 36,
    "hrp2jrl_imu__robotology_idyntree__8ec18fa5": 329,
    "rx90__symoro_symoro__977e1dd0": 48, "rx90__symoro_symoro__aef7411f": 40,
    "rx90__symoro_symoro__e36b3739": 40, "sr400__symoro_symoro__627650fd": 55,
    "sr400__symoro_symoro__a75fd456": 55, "stanford4__symoro_symoro__44d2762b": 21,
    "stanford__symoro_symoro__aa7b73e7": 37, "testloop__symoro_symoro__bf7a36e3": 10,
    "twoloops__symoro_symoro__3172bd51": 55, "twoloops__symoro_symoro__763ad979": 47,
    "twoloops__symoro_symoro__88e16ecb": 55, "twoloops__symoro_symoro__8db5604c": 55,
    "twoloops__symoro_symoro__fb1d3d3b": 55,
}  # fmt: skip


@pytest.mark.filterwarnings("ignore::symoro.RobotWarning")  # files may be doubtful
def test_a_robot_file_has_as_many_as_the_rank(robot_file: Path) -> None:
    robot = load_file(robot_file)
    assert isinstance(robot, Robot)
    if robot.base.motion is BaseMotion.FLOATING:
        assert sum(p.link == 0 for p in numeric_base_parameters(robot).inertial) == 10
    elif robot_file.stem in RANKS:
        assert (
            len(numeric_base_parameters(robot.equivalent_tree()).inertial) == RANKS[robot_file.stem]
        )
    else:
        pytest.skip(f"no rank of {robot_file.stem} is known")
