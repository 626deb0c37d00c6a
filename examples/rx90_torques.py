"""The torques that hold a Staubli RX90 still: load, model, compile, call."""

import numpy as np

import symoro

robot = symoro.load("rx90")
model = symoro.idm(robot)
print(model.operations)
print("\n".join(model.certificate.lines()))

# A numeric value for each symbol: here every inertial parameter is zero but the masses.
parameters = dict.fromkeys(model.program.parameters, 0.0)
parameters |= {"D3": 0.45, "RL4": 0.45, "G3": -9.81}
parameters |= {"MY3": -2.0, "MX2": 4.0, "M2": 17.0, "M3": 10.0, "M4": 5.0, "M5": 1.0, "M6": 0.5}

torques = model.compile().prepare(parameters)
print(torques)

q = np.array([0.0, 0.3, -0.5, 0.0, 0.4, 0.0])
still = np.zeros(6)
print("one state  ", torques(q, still, still).round(3))

batch = np.linspace(0.0, 1.0, 1000)[:, None] * q
rest = np.zeros((1000, 6))
print("a batch    ", torques(batch, rest, rest).shape)
