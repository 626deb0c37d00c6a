"""Torques of a Staubli RX90 in base inertial parameters: fewer numbers, fewer operations."""

import numpy as np

import symoro

robot = symoro.load("rx90")
found = symoro.base_parameters(robot)
print(f"{found.standard.name}: {len(found.inertial)} base inertial parameters")
for grouping in found.groupings[:5]:
    print(" ", grouping)

standard = symoro.idm(robot)
grouped = symoro.idm(robot, base_parameters=True)
print("standard:", standard.operations)
print("base:    ", grouped.operations)

# Numbers of the standard parameters give those of the base parameters.
p = dict.fromkeys(robot.symbols, 0.1) | {"D3": 0.45, "RL4": 0.45, "G3": -9.81}
base = p | found.values({name: p[name] for name in found.required_symbols})

q = np.array([0.0, 0.3, -0.5, 0.2, 0.4, 0.0])
rates, accelerations = np.ones(6), np.full(6, 0.5)


def torques(model: symoro.Model, numbers: dict[str, float]) -> np.ndarray:
    """The torques at the state above."""
    parameters = {name: numbers[name] for name in model.program.parameters}
    return model.compile()(q, rates, accelerations, parameters=parameters)


difference = torques(standard, p) - torques(grouped, base)
print("torques agree within 1e-12:", np.abs(difference).max() < 1e-12)
