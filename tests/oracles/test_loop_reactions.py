"""The wrenches of cut joints against numbers of a program in maximal coordinates.

Every body has six velocities of its own there, every joint one coordinate and six rows, and the
forces of the joints are Lagrange multipliers by singular values.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symoro
from symoro.formats import par

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("loop_reactions.json").read_text(encoding="utf-8")
)
COMPONENTS = ("fx", "fy", "fz", "nx", "ny", "nz")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
@pytest.mark.parametrize("kind", ["idm", "ddm"])
def test_wrenches_of_cut_joints(case: dict[str, Any], kind: str) -> None:
    model = getattr(symoro, kind)(
        par.read(case["par"]), outputs=["LAMBDA"], level="O1", verify=False
    )
    function = model.compile()
    for state in case["states"]:
        third = state["QDP" if kind == "idm" else "GAM"]
        found = function(state["q"], state["QP"], third, parameters=case["parameters"])
        expected = {
            f"{name}{k}": value
            for k, joint in state["LAMBDA"].items()
            for name, value, known in zip(
                COMPONENTS, joint["force"] + joint["moment"], joint["determinate"], strict=True
            )
            if known
        }
        assert model.columns == tuple(expected)
        scale = max(map(abs, expected.values()))
        assert np.asarray(found) == pytest.approx([*expected.values()], abs=1e-9 * scale)
