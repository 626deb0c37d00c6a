"""Kinematics of a six-axis arm: transforms, Jacobian, determinant, and a step towards a target."""

import numpy as np

import symoro
from symoro.analysis.orientation import orientation_error
from symoro.analysis.redundancy import damped_inverse

rx90 = symoro.load("rx90")
lengths = {"D3": 0.45, "RL4": 0.45}

pose = symoro.fast_transform(rx90, 0, 6)
print(pose.operations)
jacobian = symoro.jacobian(rx90, 6, projection=0, intermediate=6)
determinant = symoro.jacobian_det(rx90)
print("det J =", determinant.expand()["DET"][0])

T, J = pose.compile(), jacobian.compile()
target = T([0.3, -0.4, 0.5, 0.2, 0.9, -0.3], parameters=lengths)
q = np.array([0.1, -0.2, 0.3, 0.0, 0.6, 0.0])
for _ in range(20):
    now = T(q, parameters=lengths)
    error = np.concatenate(
        [target[:3, 3] - now[:3, 3], orientation_error(now[:3, :3], target[:3, :3])]
    )
    q = q + damped_inverse(J(q, parameters=lengths)["J"], 1e-3) @ error
print("joint positions:", np.round(q, 6), "error:", f"{np.abs(error).max():.0e}")
