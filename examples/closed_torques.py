"""Torques of a palletiser's motors along a motion: the SR400, with its parallelogram."""

import numpy as np

import symoro

sr400 = symoro.load("sr400")
idm = symoro.idm(sr400, actuated=True)  # motors in, motors out: joints 1, 2, 4, 5, 6, 7
print(idm.operations)
print(idm.notes[0])

# Lengths of the library; an upper arm, an elbow, a lever, a rod and 60 kg at the wrist.
links = {"M2": 30.0, "MX2": 12.0, "YY2": 6.4, "ZZ2": 6.4, "M3": 20.0, "ZZ3": 1.0, "M6": 60.0}
links |= {"ZZ4": 0.3, "ZZ5": 0.2, "ZZ6": 0.2}
links |= {"MX7": 2.0, "ZZ7": 0.6, "M8": 8.0, "MX8": 3.2, "ZZ8": 1.7, "G3": -9.81}
values = sr400.parameter_values("example") | links

# One second from rest to rest, 401 moments in one call.
t = np.linspace(0.0, 1.0, 401)[:, None]
start, way = np.array([0, -1.2, 0, 0.3, 0, -2.4]), np.array([0.8, 0.5, 0, -0.4, 0.6, 0.3])
s = [10 * t**3 - 15 * t**4 + 6 * t**5, 30 * t**2 * (1 - t) ** 2, 60 * t * (1 - t) * (1 - 2 * t)]
q, qd, qdd = start + way * s[0], way * s[1], way * s[2]


def numbers(model):
    """A number for each parameter of a model."""
    return {name: values.get(name, 0.0) for name in model.program.parameters}


torques = idm.compile()(q, qd, qdd, parameters=numbers(idm))
print("largest torques of motors 1, 2, 4, 5, 6, 7:", abs(torques).max(axis=0).round(1).tolist())

# The work of the motors is the energy that the robot has gained.
energy = symoro.energy(sr400, actuated=True)
E, U = energy.compile()(q, qd, parameters=numbers(energy)).values()
work = (torques * qd).sum() * (t[1, 0] - t[0, 0])
print(f"work {work:.3f} J, energy gained {(E + U)[-1] - (E + U)[0]:.3f} J")

# Back to the accelerations: ddm takes the torques of the motors and returns all nine joints.
ddm = symoro.ddm(sr400, actuated=True, level="O2")
answer = ddm.compile()(q, qd, torques, parameters=numbers(ddm))
motors = [sr400.moving_joints.index(j) for j in (1, 2, 4, 5, 6, 7)]
print(f"accelerations of the motors agree to {np.abs(answer[:, motors] - qdd).max():.0e}")
