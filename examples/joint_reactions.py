"""Forces and moments in the joints of a planar arm that swings: reactions, not only torques."""

import numpy as np

import symoro

robot = symoro.load("planar2r")
model = symoro.idm(robot, outputs=["GAM", "E", "N"])
dynamics = model.compile()

# The robot comes with numbers of its own.
numbers = {name: float(value.number) for name, value in robot.values[0].values}
parameters = {name: numbers[name] for name in model.program.parameters}

q, qp, qdp = np.array([0.3, -0.8]), np.array([1.0, 2.0]), np.array([0.0, 5.0])
result = dynamics(q, qp, qdp, parameters=parameters)
print("torques            ", result["GAM"].round(3))
for j in robot.moving_joints:
    force, moment = result["E"][j - 1], result["N"][j - 1]
    print(f"on link {j}: force", force.round(3), "moment", moment.round(3))

# The moment about a joint's own axis is its torque.
assert np.allclose(result["N"][:2, 2], result["GAM"])

# Frame 3 is the free end of link 2: it has no mass and holds nothing.
assert not result["E"][2].any()
assert not result["N"][2].any()
