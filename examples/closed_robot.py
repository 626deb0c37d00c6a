"""A closed robot: its loops solved, its motors' Jacobian, where it is singular."""

import numpy as np

import symoro

sr400 = symoro.load("sr400")
loops = symoro.loop_geometry(sr400)
print("active joints:", loops.active, "modes:", loops.labels)

# All positions at one posture of the motors, in both assembly modes.
motors = {"t1": 0.0, "t2": 0.3, "t4": 0.0, "t5": 0.5, "t6": 0.0, "t7": 1.2}
solutions = loops.solutions(motors, parameters="example")
for label, q, residual in zip(solutions.labels, solutions.q, solutions.residuals, strict=True):
    print(label, np.round(q, 4), f"open by {residual:.0e}")

# The hand's velocity from the motors' velocities: columns are joints 1, 2, 4, 5, 6, 7.
hand = symoro.jacobian(sr400, 6, projection=0, intermediate=6, actuated=True)
J = hand.compile()(list(motors.values()), parameters="example")["J"]
print("condition number:", round(float(np.linalg.cond(J)), 2))

# Passive velocities follow from the constraint equations.
loop = symoro.loop_kinematics(sr400).compile()
W = loop(solutions.q[0], np.zeros(9), parameters="example")["W"]
print("velocities of t3 and t8 for a unit velocity of t7:", np.round(W[:, -1], 9))

for singularity in symoro.singularities(sr400, 6).cases:
    print(singularity)
