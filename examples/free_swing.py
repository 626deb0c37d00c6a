"""A free swing, and a robot adrift: the direct dynamic model integrated with SciPy."""

import numpy as np
from scipy.integrate import solve_ivp

import symoro

robot = symoro.load("planar2r")
arm = symoro.ddm(robot)
print(arm.operations)
print(arm.notes[-1])

accelerate, energy = arm.compile(), symoro.energy(robot).compile()
p = {"ZZ1": 3.37, "MX1": 5.0, "MY1": 0.0, "ZZ2": 3.37, "MX2": 5.0, "MY2": 0.0, "M2": 10.0}
p |= {"d2": 1.0, "G2": -9.81}
no_torque = np.zeros(2)


def swing(t, x):
    """The state is q, then QP."""
    return np.concatenate([x[2:], accelerate(x[:2], x[2:], no_torque, parameters=p)])


path = solve_ivp(swing, (0, 5), np.zeros(4), method="DOP853", rtol=1e-10, atol=1e-10)
known = {name: p[name] for name in symoro.energy(robot).program.parameters if name in p}
total = [sum(energy(x[:2], x[2:], parameters={**known, "M1": 10.0}).values()) for x in path.y.T]
print(f"after 5 s the energy has changed by {abs(total[-1] - total[0]):.1e} J")

# The same arm on a base that floats: the base recoils, and its acceleration is an output.
floating = symoro.ddm(robot, floating_base=True)
drift = floating.compile()
body = {"XX": 1.0, "YY": 1.0, "ZZ": 1.0, "M": 20.0}
names = floating.program.parameters
values = {n: p[n] if n in p else body.get(n.rstrip("0123456789"), 0.0) for n in names}
result = drift(
    np.array([0.3, 0.5]),
    np.zeros(2),
    np.array([1.0, 0.0]),
    W0=np.zeros(3),
    R0=np.eye(3),
    parameters=values,
)
print("acceleration of the base", result["VP0"].round(3), "of the joints", result["QDP"].round(3))
