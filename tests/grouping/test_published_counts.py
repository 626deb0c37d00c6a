"""Operation counts of inverse dynamics in base parameters, against those that were published.

[KD02] and the guide count what is computed at each call: differences and products of constants
(PIS, LOO) are not in it.
"""

from __future__ import annotations

import pytest

import symoro
from grouping.chains import general_chain, with_rotors


def test_the_rx90_with_four_rotors_and_a_wrench_costs_238_additions_and_253_products() -> None:
    robot = with_rotors(symoro.load("rx90"), range(3, 7))
    online = symoro.idm(
        robot, base_parameters=True, level="O1", include="wrench=6"
    ).operations.online
    assert online is not None
    assert (online.add, online.mul) == (238, 253)


@pytest.mark.parametrize("n", [3, 4, 6, 10, 20])
def test_a_general_chain_costs_what_the_formula_says(n: int) -> None:
    """81n - 117 additions is an upper bound; ours is one less. Products are exactly 92n - 127."""
    robot = with_rotors(general_chain(n, last_r=False), range(2, n + 1))
    model = symoro.idm(
        robot, base_parameters=True, level="O1", include=f"wrench={n}", verify=n <= 6
    )
    online = model.operations.online
    assert online is not None
    assert online.mul == 92 * n - 127
    assert online.add == 81 * n - 117 - 1
